/* test_shorten.c - the shortest win against a complete search of all shorter ones. */
#include "testing.h"

#include "engine/solve.h"
#include "puzzles/exhaust.h"

#include <stdlib.h>

enum { BACK = 8, PLIES_MAX = 20000, NODES = 20000, EXHAUST_NODES = 1000000, MIB = 16 };

struct row {
    const char *spec;
    int games, most; /* plies of the wins that are compared */
};

static const struct row rows[] = {{"siam", 8, 7}, {"khantsin", 8, 7}};

static const char *row_name(const void *row) { return ((const struct row *)row)->spec; }

/* Compares a win with all shorter ones; false when that would take too long. */
static bool win_compare(struct exhaust *exhaust, const struct tab_rules *rules, const struct tab_position *position,
                        const struct tab_proof *proof) {
    exhaust_begin(exhaust, goal_win(rules, proof->winner), EXHAUST_NODES);
    const bool sooner = exhaust_forces(exhaust, position, proof->plies - 1);
    if (exhaust_spent(exhaust))
        return false;
    assert_false(sooner);
    exhaust_begin(exhaust, goal_win(rules, proof->winner), EXHAUST_NODES);
    const bool forced = exhaust_forces(exhaust, position, proof->plies);
    assert_true(forced || exhaust_spent(exhaust));
    return true;
}

/* A line of best play to the end of the game, which its winner wins. */
static void check_line(const struct tab_rules *rules, struct tab_position position, const struct tab_proof *proof) {
    struct tab_result result;
    assert_int_equal(proof->length, proof->plies);
    for (int i = 0; i < proof->length; i++) {
        assert_true(tab_position_legal(rules, &position, proof->line[i]));
        tab_position_play(rules, &position, proof->line[i]);
    }
    tab_position_result(rules, &position, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, proof->winner);
}

/* The last positions of random games, whoever is to move and whoever wins. */
static void test_shortest(void **state) {
    const struct row *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    static struct tab_position last[BACK];
    struct tab_solver *solver = tab_solver_new(&rules, MIB);
    struct exhaust *exhaust = exhaust_new(&rules);
    struct tab_random random;
    int compared[2] = {0, 0};
    assert_true(solver != NULL && exhaust != NULL);
    tab_random_seed(&random, testing_seed(row->spec));
    for (int game = 0; game < row->games; game++) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(&rules, &position);
        tab_random_deal(&random, &rules, &position);
        for (; tab_position_player(&rules, &position) != 0 && ply < PLIES_MAX; ply++) {
            last[ply % BACK] = position;
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        }
        for (int back = 2; back <= BACK && back <= ply; back++) {
            const struct tab_position *from = &last[(ply - back) % BACK];
            const struct tab_limits limits = {.nodes = NODES};
            struct tab_proof proof;
            if (!tab_solver_solve(solver, from, NULL, 0, &limits, NULL, NULL, &proof) || proof.winner == 0)
                continue;
            check_line(&rules, *from, &proof);
            if (proof.shortest && proof.plies <= row->most && win_compare(exhaust, &rules, from, &proof))
                compared[tab_position_player(&rules, from) != proof.winner]++;
        }
    }
    print_message("%s: %d wins and %d losses compared\n", row->spec, compared[0], compared[1]);
    assert_true(compared[0] > row->games && compared[1] > row->games / 4);
    exhaust_free(exhaust);
    tab_solver_free(solver);
}

/* With more and more nodes a win of 9 plies is found first, as one of at most so many, and in the end that of 5. */
static void test_at_most(void **state) {
    enum { SHORTEST = 5, STEP = 10, NODES_MOST = 5000 };
    (void)state;
    const struct tab_rules rules = testing_rules("khantsin");
    const struct tab_position position = testing_position(
        &rules, "-/rr/-/-/-/wwbrrb/-/-/-/-/-/wbrr/b/r/b/b/rw/r/r/w/w/w/bbb/w/w/-/-/-/brrbb/-/w/ww/-/-/-/- 1");
    struct tab_solver *solver = tab_solver_new(&rules, MIB);
    struct tab_proof proof = {.shortest = false};
    int longer = 0;
    assert_non_null(solver);
    for (uint64_t nodes = STEP; !proof.shortest && nodes < NODES_MOST; nodes += STEP) {
        const struct tab_limits limits = {.nodes = nodes};
        proof.shortest = false;
        if (!tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &proof)) {
            proof.shortest = false;
            continue;
        }
        check_line(&rules, position, &proof);
        assert_in_range(proof.plies, SHORTEST, TAB_PROOF_MAX);
        longer += proof.plies > SHORTEST && !proof.shortest;
    }
    assert_true(longer > 0);
    assert_true(proof.shortest);
    assert_int_equal(proof.plies, SHORTEST);
    tab_solver_free(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_most)};
    return testing_run_rows("the shortest win", test_shortest, (void *)(uintptr_t)rows, sizeof *rows,
                            (int)(sizeof rows / sizeof *rows), row_name) +
           cmocka_run_group_tests_name("a win within limits", tests, NULL, NULL);
}
