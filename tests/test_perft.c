/* test_perft.c - counting sequences of moves, against a walk that plays every one of them. */
#include "testing.h"

/* What perft means, one leaf at a time. */
static uint64_t walk(const struct tab_rules *rules, const struct tab_position *position, int depth) {
    if (depth == 0)
        return 1;
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        leaves += walk(rules, &next, depth - 1);
    }
    return leaves;
}

/* perft of a depth is the sum of perft of one less over the moves. */
static void check_sum(const struct tab_rules *rules, const struct tab_position *position, int depth) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        sum += tab_perft(rules, &next, depth - 1);
    }
    assert_true(tab_perft(rules, position, depth) == sum);
}

/* Positions of random games, each as deep as a budget of leaves allows. */
static void test_identities(void **state) {
    enum { POSITIONS = 6, PLIES = 60, LEAVES = 4000 };
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < testing_soak(POSITIONS); i++) {
        struct tab_position position, before;
        tab_position_start(&rules, &position);
        tab_random_playout(&random, &rules, &position, (int)tab_random_below(&random, PLIES));
        before = position;
        uint64_t leaves = 1;
        for (int depth = 0; depth < 4 && leaves < LEAVES; depth++) {
            leaves = walk(&rules, &position, depth);
            assert_true(tab_perft(&rules, &position, depth) == leaves);
            if (depth > 0)
                check_sum(&rules, &position, depth);
        }
        assert_memory_equal(&position, &before, sizeof position);
    }
}

/* Nothing follows the end of a game. */
static void test_over(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    struct tab_position position;
    tab_random_seed(&random, testing_seed(*state));
    tab_position_start(&rules, &position);
    tab_random_playout(&random, &rules, &position, 1000000);
    assert_int_equal(tab_perft(&rules, &position, 0), 1);
    for (int depth = 1; depth <= 5; depth++)
        assert_int_equal(tab_perft(&rules, &position, depth), 0);
}

/* A sequence that ends early is not counted: of the moves here one wins, and perft leaves it out at depth 2. */
static void test_early_end(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position = testing_position(&rules, "1#3/1N3/2##1/5/5 1 6 00"), won = position;
    tab_move push;
    assert_true(tab_move_parse(&rules, &position, "b4b5n", &push, NULL));
    tab_position_play(&rules, &won, push);
    assert_int_equal(tab_position_player(&rules, &won), 0);
    assert_int_equal(tab_perft(&rules, &won, 1), 0);
    assert_int_equal(tab_perft(&rules, &position, 1), tab_position_count(&rules, &position));
    assert_true(tab_perft(&rules, &position, 2) == walk(&rules, &position, 2));
}

#ifdef NDEBUG
/* As deep as bulk counting makes bearable; only optimised builds have it, in others it would take minutes. */
static void test_siam_depth_5(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_position start;
    tab_position_start(&rules, &start);
    assert_true(tab_perft(&rules, &start, 5) == 1470410222);
}
#endif

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_early_end),
#ifdef NDEBUG
        cmocka_unit_test(test_siam_depth_5),
#endif
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_specs("perft against a walk", test_identities);
    failures += testing_run_specs("perft of finished games", test_over);
    return failures;
}
