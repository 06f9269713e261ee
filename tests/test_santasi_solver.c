/* test_santasi_solver.c - the exact solver of San Ta Si against plain brute force. */
#include "testing.h"

#include "engine/santasi_fills.h"
#include "engine/santasi_search.h"
#include "engine/santasi_solver.h"
#include "rules/santasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 48 << 20, VERDICTS_AT_LEAST = 300 };

static const struct santasi_limits no_limits = {0};

/* ---- Brute force ---------------------------------------------------------------------------------------------- */

/* A value that orders what player 1 gets: the outcome, or the margin with the tie-break behind it. */
struct brute {
    int outcome; /* 1, 0, -1 */
    int margin;
};

static int lead_of(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_score lines[TAB_SCORES_MAX];
    tab_position_score(rules, position, lines);
    return lines[0].value[0] - lines[0].value[1];
}

/* Plain minimax over the rules library, for outcome and margin at once: they are two games. */
static struct brute brute_force(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    if (count == 0) {
        struct tab_result result;
        tab_position_result(rules, position, &result);
        return (struct brute){result.winner == 1 ? 1 : result.winner == 2 ? -1 : 0, lead_of(rules, position)};
    }
    const bool first = tab_position_player(rules, position) == 1;
    struct brute best = {first ? -1 : 1, first ? -SANTASI_MARGIN_MAX : SANTASI_MARGIN_MAX};
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        const struct brute value = brute_force(rules, &next);
        if (first ? value.outcome > best.outcome : value.outcome < best.outcome)
            best.outcome = value.outcome;
        if (first ? value.margin > best.margin : value.margin < best.margin)
            best.margin = value.margin;
    }
    return best;
}

/* ---- Comparison ----------------------------------------------------------------------------------------------- */

/* Positions of one set: `games` random games, each looked at when so many pieces are left. */
struct row {
    const char *name;
    const char *spec;
    int left;
    int games;
};

static struct row rows[] = {
    {"default set, four left", "santasi", 4, 80},
    {"default set, five left", "santasi", 5, 50},
    {"default set, six left", "santasi", 6, 6},
    {"one of each", "santasi:set=1x46+1x38+1x52+1x30+1x43", 5, 40},
    {"equal heights", "santasi:set=1x10+1x10+1x10+1x10+1x10", 5, 40},
    {"two of each, equal heights", "santasi:set=2x10+2x10+2x10+2x10+2x10", 5, 40},
    {"multiples", "santasi:set=2x10+1x20+2x30+1x20+2x10", 5, 40},
    {"long thin column", "santasi:set=6x1+1x999+1x1+1x998+1x500", 5, 30},
    {"short wide columns", "santasi:set=1x999+2x500+1x250+2x100+3x1", 5, 40},
    {"many wide", "santasi:set=1x7+1x5+1x3+1x2+6x1", 5, 30},
    {"stuck", "santasi:set=4x100+1x1+1x1+1x1+4x100", 6, 40},
    {"stuck early", "santasi:set=2x10+2x10+2x10+2x10+2x10", 6, 10},
    {"many of one size, all visible", "santasi:set=1x1+1x1+1x1+1x60+6x1", 6, 20},
    {"many of one size, all covered", "santasi:set=6x1+1x90+1x80+1x60+1x50", 6, 20},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *row_name(const void *row) { return ((const struct row *)row)->name; }

/* How often each kind of verdict was compared: all must occur. */
static struct {
    int verdicts, wins, draws, by_height, stuck;
} seen;

static int pieces_left(const struct tab_position *position) { return santasi_pieces(santasi_of(position)->left); }

/* A random game, played until so many pieces are left or it is over. */
static struct tab_position position_deal(const struct tab_rules *rules, struct tab_random *random, int left) {
    struct tab_position position;
    tab_position_start(rules, &position);
    while (tab_position_player(rules, &position) != 0 && pieces_left(&position) > left)
        tab_position_play(rules, &position, tab_random_move(random, rules, &position));
    return position;
}

static int player_sign(int winner) { return winner == 1 ? 1 : winner == 2 ? -1 : 0; }

static void verdict_compare(const struct tab_rules *rules, const struct tab_position *position,
                            struct santasi_solver *solver) {
    const struct brute truth = brute_force(rules, position);
    struct santasi_verdict outcome, margin;
    assert_true(santasi_solver_solve(solver, position, SANTASI_ASK_OUTCOME, &no_limits, &outcome));
    assert_true(santasi_solver_solve(solver, position, SANTASI_ASK_MARGIN, &no_limits, &margin));
    assert_int_equal(player_sign(outcome.winner), truth.outcome);
    assert_int_equal(player_sign(margin.winner), truth.outcome);
    assert_int_equal(margin.margin_low, truth.margin);
    assert_int_equal(margin.margin_high, truth.margin);
    assert_true(outcome.margin_low <= truth.margin && truth.margin <= outcome.margin_high);
    assert_int_equal(margin.highest_tower, truth.margin == 0);
    seen.verdicts++;
    seen.wins += outcome.winner != 0;
    seen.draws += outcome.winner == 0;
    seen.by_height += margin.winner != 0 && margin.highest_tower;
}

/* The line must be legal, go to the end, and end as promised. */
static void line_check(const struct tab_rules *rules, const struct tab_position *position,
                       struct santasi_solver *solver, enum santasi_question question) {
    tab_move line[SANTASI_LINE_MAX];
    int length = 0;
    struct santasi_verdict verdict;
    struct tab_position at = *position;
    assert_true(santasi_solver_line(solver, position, question, &no_limits, line, &length, &verdict));
    for (int i = 0; i < length; i++) {
        assert_true(tab_position_legal(rules, &at, line[i]));
        tab_position_play(rules, &at, line[i]);
    }
    struct tab_result result;
    tab_position_result(rules, &at, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, verdict.winner);
    if (question == SANTASI_ASK_MARGIN)
        assert_int_equal(lead_of(rules, &at), verdict.margin_low);
    seen.stuck += pieces_left(&at) > 0;
}

/* Whether an outcome can be reached, and the move that does. */
static void reach_check(const struct tab_rules *rules, const struct tab_position *position,
                        struct santasi_solver *solver) {
    const int player = tab_position_player(rules, position);
    if (player == 0)
        return;
    const int sign = player == 1 ? 1 : -1, truth = brute_force(rules, position).outcome * sign;
    for (int outcome = 0; outcome <= 1; outcome++) {
        bool reached;
        tab_move move;
        struct tab_position next = *position;
        assert_true(santasi_solver_reach(solver, position, outcome, &no_limits, &reached, &move));
        assert_int_equal(reached, truth >= outcome);
        if (!reached)
            continue;
        assert_true(tab_position_legal(rules, position, move));
        tab_position_play(rules, &next, move);
        assert_true(brute_force(rules, &next).outcome * sign >= outcome);
    }
}

/* Every move's verdict is the truth about the position behind it. */
static void moves_check(const struct tab_rules *rules, const struct tab_position *position,
                        struct santasi_solver *solver) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        struct santasi_verdict verdict;
        tab_position_play(rules, &next, moves[i]);
        assert_true(santasi_solver_solve(solver, &next, SANTASI_ASK_MARGIN, &no_limits, &verdict));
        const struct brute truth = brute_force(rules, &next);
        assert_int_equal(player_sign(verdict.winner), truth.outcome);
        assert_int_equal(verdict.margin_low, truth.margin);
        assert_int_equal(verdict.margin_high, truth.margin);
    }
}

static void test_row(void **state) {
    const struct row *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    struct santasi_solver *solver = santasi_solver_new(&rules, MEMORY);
    assert_non_null(solver);
    struct tab_random random;
    tab_random_seed(&random, 5);
    for (int game = 0; game < row->games; game++) {
        const struct tab_position position = position_deal(&rules, &random, row->left);
        verdict_compare(&rules, &position, solver);
        reach_check(&rules, &position, solver);
        line_check(&rules, &position, solver, SANTASI_ASK_OUTCOME);
        line_check(&rules, &position, solver, SANTASI_ASK_MARGIN);
        if (game % 8 == 0)
            moves_check(&rules, &position, solver);
    }
    santasi_solver_free(solver);
}

/* ---- Far from the end ----------------------------------------------------------------------------------------- */

/* Where brute force does not reach, and the net orders the moves. */
static struct row far_rows[] = {
    {"default set", "santasi", 14, 16},
    {"multiples", "santasi:set=2x10+1x20+2x30+1x20+2x10", 13, 16},
    {"two of each, equal heights", "santasi:set=2x10+2x10+2x10+2x10+2x10", 13, 16},
    {"stuck", "santasi:set=4x100+1x1+1x1+1x1+4x100", 13, 16},
    {"many of one size, all visible", "santasi:set=1x1+1x1+1x1+1x60+6x1", 13, 16},
    {"many of one size, all covered", "santasi:set=6x1+1x90+1x80+1x60+1x50", 13, 16},
};
enum { FAR_ROWS = sizeof far_rows / sizeof far_rows[0] };

/* The search for the margin and the one for the outcome find the same winner, and a line to that end. */
static void test_far(void **state) {
    const struct row *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    struct tab_random random;
    tab_random_seed(&random, 7);
    for (int game = 0; game < row->games; game++) {
        const struct tab_position position = position_deal(&rules, &random, row->left);
        struct santasi_verdict outcome, margin;
        struct santasi_solver *one = santasi_solver_new(&rules, MEMORY), *other = santasi_solver_new(&rules, MEMORY);
        assert_true(santasi_solver_solve(one, &position, SANTASI_ASK_OUTCOME, &no_limits, &outcome));
        assert_true(santasi_solver_solve(other, &position, SANTASI_ASK_MARGIN, &no_limits, &margin));
        assert_int_equal(outcome.winner, margin.winner);
        line_check(&rules, &position, one, SANTASI_ASK_OUTCOME);
        santasi_solver_free(one);
        santasi_solver_free(other);
    }
}

/* ---- Games that place everything ------------------------------------------------------------------------------ */

struct filling {
    const char *name;
    const char *spec;
    bool fills;
};

static struct filling fillings[] = {
    {"default set", "santasi", true},
    {"equal heights", "santasi:set=3x10+3x10+3x10+3x10+3x10", false},
    {"a site for every piece", "santasi:set=1x50+1x40+1x30+1x20+1x10", true},
    {"stuck", "santasi:set=4x100+1x1+1x1+1x1+4x100", false},
};

static const char *filling_name(const void *row) { return ((const struct filling *)row)->name; }

/* Whether pieces can stay out, seen by playing at random. */
static bool random_fills(const struct tab_rules *rules, int games) {
    struct tab_random random;
    bool fills = true;
    tab_random_seed(&random, 6);
    for (int game = 0; game < games && fills; game++) {
        struct tab_position position;
        tab_position_start(rules, &position);
        while (tab_position_player(rules, &position) != 0)
            tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
        fills = pieces_left(&position) == 0;
    }
    return fills;
}

/* All pieces of a set. */
static uint32_t pool_of(const struct santasi_set *set) {
    uint32_t pool = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        pool += 2U * set->count[size] * santasi_five(size);
    return pool;
}

static const uint32_t no_shapes[SANTASI_SITES] = {0, 0, 0};

static void test_filling(void **state) {
    const struct filling *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    const struct santasi_set *set = santasi_set_of(&rules);
    struct santasi_allowance allowance = {MEMORY};
    struct santasi_future future;
    santasi_future_begin(&future, set, &allowance);
    assert_int_equal(santasi_fills(&future, no_shapes, pool_of(set), &allowance), row->fills);
    santasi_future_end(&future);
    assert_int_equal(random_fills(&rules, 2000), row->fills);
    assert_int_equal(allowance.left, MEMORY);
}

/* Settling keeps the number of pieces of each size, and leaves other sizes alone. */
static void test_settle(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi:set=3x46+3x38+2x52+4x30+6x43");
    const uint32_t left = santasi_set_of(&rules)->left;
    for (unsigned sizes = 0; sizes < 1U << SANTASI_SIZES; sizes++) {
        const uint32_t settled = santasi_left_settle(left, sizes);
        assert_int_equal(santasi_left_settle(settled, sizes), settled);
        for (int size = 0; size < SANTASI_SIZES; size++) {
            const uint32_t both = santasi_piece_unit(size) * 7 | santasi_piece_unit(size + SANTASI_SIZES) * 7;
            assert_int_equal(santasi_pieces(settled & both), santasi_pieces(left & both));
            if (!(sizes >> size & 1))
                assert_int_equal(settled & both, left & both);
        }
    }
}

/* ---- Limits --------------------------------------------------------------------------------------------------- */

static void test_stop(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_position position;
    tab_position_start(&rules, &position);
    struct santasi_solver *solver = santasi_solver_new(&rules, MEMORY);
    struct santasi_verdict verdict = {.winner = 77};
    const _Atomic bool stop = true;
    const struct santasi_limits stopped = {.stop = &stop};
    assert_false(santasi_solver_solve(solver, &position, SANTASI_ASK_OUTCOME, &stopped, &verdict));
    const struct santasi_limits little = {.milliseconds = 1};
    assert_false(santasi_solver_solve(solver, &position, SANTASI_ASK_OUTCOME, &little, &verdict));
    assert_int_equal(verdict.winner, 77);
    santasi_solver_free(solver);
}

enum { ASKED = 200, SCENES_BETWEEN = 400 };

/* Says when it has been asked often enough. */
static bool asked_often(void *context) { return --*(int *)context == 0; }

/* A future that is stopped after a while. */
static void future_begin_stopped(struct santasi_future *future, const struct santasi_set *set,
                                 struct santasi_allowance *allowance, int *asked) {
    *asked = ASKED;
    santasi_future_begin(future, set, allowance);
    future->stopped = asked_often;
    future->context = asked;
}

/* What goes on before the first node asks all the time whether to stop, whatever the set. */
static void test_stop_before_nodes(void **state) {
    (void)state;
    static const char *const specs[] = {"santasi", "santasi:set=6x1+6x1+6x1+6x1+6x1"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const struct tab_rules rules = testing_rules(specs[i]);
        const struct santasi_set *set = santasi_set_of(&rules);
        struct santasi_allowance allowance = {MEMORY};
        struct santasi_future future;
        struct santasi_view view;
        int asked;
        future_begin_stopped(&future, set, &allowance, &asked);
        assert_false(santasi_future_see(&future, 0, pool_of(set), &view));
        assert_int_equal(asked, 0);
        assert_true(future.scenes.count < ASKED * SCENES_BETWEEN);
        santasi_future_end(&future);
    }
}

static void test_stop_while_filling(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct santasi_set *set = santasi_set_of(&rules);
    struct santasi_allowance allowance = {MEMORY};
    struct santasi_future future;
    int asked;
    future_begin_stopped(&future, set, &allowance, &asked);
    assert_false(santasi_fills(&future, no_shapes, pool_of(set), &allowance));
    assert_int_equal(asked, 0);
    santasi_future_end(&future);
}

/* Too little memory for the question is no answer, and the solver stays usable for easier ones. */
static void test_memory(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_position position;
    struct santasi_verdict verdict = {.winner = 77};
    tab_position_start(&rules, &position);
    struct santasi_solver *solver = santasi_solver_new(&rules, 1 << 20);
    assert_false(santasi_solver_solve(solver, &position, SANTASI_ASK_OUTCOME, &no_limits, &verdict));
    assert_int_equal(verdict.winner, 77);
    struct tab_random random;
    tab_random_seed(&random, 3);
    position = position_deal(&rules, &random, 4);
    verdict_compare(&rules, &position, solver);
    santasi_solver_free(solver);
}

static void test_nodes(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_verdict verdict;
    struct tab_random random;
    tab_random_seed(&random, 4);
    const struct tab_position position = position_deal(&rules, &random, 12);
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        struct santasi_solver *solver = santasi_solver_new(&rules, MEMORY);
        assert_true(santasi_solver_solve(solver, &position, SANTASI_ASK_MARGIN, &no_limits, &verdict));
        nodes[i] = santasi_solver_nodes(solver);
        santasi_solver_free(solver);
    }
    assert_true(nodes[0] > 0);
    assert_int_equal(nodes[0], nodes[1]);
}

/* ---- Everything was met --------------------------------------------------------------------------------------- */

static void test_variety(void **state) {
    (void)state;
    assert_true(seen.verdicts >= VERDICTS_AT_LEAST);
    assert_true(seen.wins > 0 && seen.draws > 0 && seen.by_height > 0 && seen.stuck > 0);
}

int main(void) {
    const struct CMUnitTest others[] = {cmocka_unit_test(test_stop),
                                        cmocka_unit_test(test_stop_before_nodes),
                                        cmocka_unit_test(test_stop_while_filling),
                                        cmocka_unit_test(test_memory),
                                        cmocka_unit_test(test_nodes),
                                        cmocka_unit_test(test_settle),
                                        cmocka_unit_test(test_variety)};
    int failures = testing_run_rows("verdicts", test_row, rows, sizeof rows[0], ROWS, row_name);
    failures += testing_run_rows("far from the end", test_far, far_rows, sizeof far_rows[0], FAR_ROWS, row_name);
    failures += testing_run_rows("fillings", test_filling, fillings, sizeof fillings[0],
                                 sizeof fillings / sizeof fillings[0], filling_name);
    failures += cmocka_run_group_tests_name("solver", others, NULL, NULL);
    return failures;
}
