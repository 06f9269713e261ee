/* test_santasi_trap.c - where nothing wins any more, the opponent gets every occasion to err. */
#include "testing.h"

#include "engine/brain.h"
#include "engine/santasi_trap.h"

#include <stdlib.h>

enum { POSITIONS = 40, LEFT = 9, PLIES = 30 };

static const struct santasi_limits no_limits = {0};

static int winner_of(struct santasi_solver *solver, const struct tab_position *position) {
    struct santasi_verdict verdict;
    assert_true(santasi_solver_solve(solver, position, SANTASI_ASK_OUTCOME, &no_limits, &verdict));
    return verdict.winner;
}

/* How good a winner is for a player. */
static int outcome_for(int winner, int player) { return winner == 0 ? 0 : winner == player ? 1 : -1; }

/* Number of replies after which the outcome of the player who is not to move is better than `outcome`; -1 when it is
 * already worse. */
static int mistakes_count(struct santasi_solver *solver, const struct tab_rules *rules,
                          const struct tab_position *position, int outcome) {
    tab_move moves[TAB_MOVES_MAX];
    const int player = tab_position_player(rules, position) == 1 ? 2 : 1;
    int mistakes = 0;
    if (outcome_for(winner_of(solver, position), player) < outcome)
        return -1;
    for (int i = tab_position_moves(rules, position, moves) - 1; i >= 0; i--) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        mistakes += outcome_for(winner_of(solver, &next), player) > outcome;
    }
    return mistakes;
}

/* In lost and drawn positions of random games the move keeps the outcome, and leaves a mistake where one can be left. */
static void test_traps_are_set(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_solver *solver = santasi_solver_new(&rules, (size_t)128 << 20);
    struct tab_random random;
    int traps = 0, draws = 0;
    int16_t *weights = malloc(sizeof *weights * (size_t)santasi_brain.weight_count);
    assert_non_null(weights);
    brain_unpack(&santasi_brain, weights);
    tab_random_seed(&random, 8);
    for (int number = 0; number < POSITIONS; number++) {
        struct tab_position position, next;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < PLIES - LEFT; ply++)
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        const int outcome = outcome_for(winner_of(solver, &position), tab_position_player(&rules, &position));
        if (outcome > 0)
            continue;
        const struct search_task task = {.rules = &rules, .root = &position, .weights = weights};
        tab_move move, moves[TAB_MOVES_MAX];
        assert_true(santasi_trap_find(solver, &task, outcome, &no_limits, &move));
        int most = 0;
        for (int i = tab_position_moves(&rules, &position, moves) - 1; i >= 0; i--) {
            next = position;
            tab_position_play(&rules, &next, moves[i]);
            const int mistakes = mistakes_count(solver, &rules, &next, outcome);
            most = mistakes > most ? mistakes : most;
        }
        next = position;
        tab_position_play(&rules, &next, move);
        const int left = mistakes_count(solver, &rules, &next, outcome);
        assert_true(left >= 0);
        assert_int_equal(left > 0, most > 0);
        traps += left > 0;
        draws += outcome == 0;
    }
    assert_true(traps > 5);
    assert_true(draws > 0);
    free(weights);
    santasi_solver_free(solver);
}

/* What is left of limits, and when nothing is. */
static void test_limits_run_out(void **state) {
    (void)state;
    const struct santasi_limits limits = {.nodes = 100, .milliseconds = 10};
    struct santasi_limits rest;
    assert_true(santasi_limits_rest(&limits, 4, 30, &rest));
    assert_int_equal(rest.milliseconds, 6);
    assert_int_equal(rest.nodes, 70);
    assert_false(santasi_limits_rest(&limits, 10, 30, &rest));
    assert_false(santasi_limits_rest(&limits, 4, 100, &rest));
    assert_true(santasi_limits_rest(&no_limits, 1000000, 1000000, &rest));
    assert_int_equal(rest.milliseconds, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traps_are_set),
        cmocka_unit_test(test_limits_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
