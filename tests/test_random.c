/* test_random.c - the generator, random moves and random play. */
#include "testing.h"

#include <string.h>

/* ---- The generator -------------------------------------------------------------------------------------------- */

/* A seed and the first numbers it gives, as published for SplitMix64 with seed 0 and 1234567. */
struct sequence {
    const char *name;
    uint64_t seed;
    uint64_t numbers[5];
};

static const struct sequence sequences[] = {
    {"seed 0", 0, {0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B}},
    {"seed 1234567",
     1234567,
     {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U, 16408922859458223821U}},
};

static void test_sequence(void **state) {
    const struct sequence *sequence = *state;
    struct tab_random random;
    for (int round = 0; round < 2; round++) {
        tab_random_seed(&random, sequence->seed);
        for (int i = 0; i < 5; i++)
            assert_true(tab_random_next(&random) == sequence->numbers[i]);
    }
}

static const char *sequence_name(const void *row) { return ((const struct sequence *)row)->name; }

static void test_below_range(void **state) {
    (void)state;
    static const uint32_t limits[] = {1, 2, 3, 57, 1536, UINT32_C(1) << 31, UINT32_MAX};
    struct tab_random random;
    tab_random_seed(&random, 5);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        bool upper_half = false, lower_half = limits[i] == 1;
        for (int j = 0; j < 1000; j++) {
            uint32_t number = tab_random_below(&random, limits[i]);
            assert_true(number < limits[i]);
            upper_half = upper_half || number >= limits[i] / 2;
            lower_half = lower_half || number < limits[i] / 2;
        }
        assert_true(upper_half && lower_half);
    }
}

/* Counts within five standard deviations of their mean: the seed is fixed, so this passes always or never. */
static void check_even(const int *counts, int kinds, int draws) {
    double mean = (double)draws / kinds;
    for (int i = 0; i < kinds; i++) {
        double difference = counts[i] - mean;
        assert_true(difference * difference < 25 * mean);
    }
}

static void test_below_even(void **state) {
    (void)state;
    enum { KINDS = 7, DRAWS = 70000 };
    struct tab_random random;
    int counts[KINDS] = {0};
    tab_random_seed(&random, 11);
    for (int i = 0; i < DRAWS; i++)
        counts[tab_random_below(&random, KINDS)]++;
    check_even(counts, KINDS, DRAWS);
}

/* ---- Moves and play ------------------------------------------------------------------------------------------- */

/* Every legal move of the start is drawn, all about as often. */
static void test_moves_even(void **state) {
    enum { PER_MOVE = 100 };
    struct tab_rules rules = testing_rules(*state);
    struct tab_position start;
    struct tab_random random;
    tab_move moves[TAB_MOVES_MAX];
    int counts[TAB_MOVES_MAX] = {0};
    tab_position_start(&rules, &start);
    tab_random_seed(&random, testing_seed(*state));
    int kinds = tab_position_moves(&rules, &start, moves);
    for (int i = 0; i < kinds * PER_MOVE; i++) {
        tab_move move = tab_random_move(&random, &rules, &start);
        int found = 0;
        while (found < kinds && moves[found] != move)
            found++;
        assert_true(found < kinds);
        counts[found]++;
    }
    check_even(counts, kinds, kinds * PER_MOVE);
}

/* A playout stops at its limit, goes on from there as if it had not stopped, and ends with the game. */
static void test_playout(void **state) {
    enum { PLENTY = 1000000 };
    struct tab_rules rules = testing_rules(*state);
    struct tab_random whole_random, parts_random;
    struct tab_position whole, parts, before;
    tab_random_seed(&whole_random, testing_seed(*state));
    parts_random = whole_random;
    tab_position_start(&rules, &whole);
    parts = before = whole;
    assert_int_equal(tab_random_playout(&parts_random, &rules, &parts, 0), 0);
    assert_memory_equal(&parts, &before, sizeof parts);
    assert_int_equal(tab_random_playout(&parts_random, &rules, &parts, 5), 5);

    int length = tab_random_playout(&whole_random, &rules, &whole, PLENTY);
    assert_in_range(length, 5, PLENTY - 1);
    assert_int_equal(tab_position_player(&rules, &whole), 0);
    assert_int_equal(tab_random_playout(&parts_random, &rules, &parts, PLENTY), length - 5);
    assert_memory_equal(&parts, &whole, sizeof parts);
    assert_true(tab_random_next(&parts_random) == tab_random_next(&whole_random));
    assert_int_equal(tab_random_playout(&whole_random, &rules, &whole, PLENTY), 0);
    assert_memory_equal(&parts, &whole, sizeof parts);
}

/* A deal completes the set-up as play would, or leaves a game without one alone; nothing is left to deal then. */
static void test_deal(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random, again_random;
    for (int placed = 0; placed < 12; placed += 5) {
        struct tab_position position, before, again;
        tab_random_seed(&random, testing_seed(*state));
        tab_position_start(&rules, &position);
        tab_random_playout(&random, &rules, &position, placed);
        before = again = position;
        again_random = random;
        bool dealt = tab_random_deal(&random, &rules, &position);
        assert_int_equal(memcmp(&position, &before, sizeof position) != 0, dealt);
        assert_int_equal(tab_random_deal(&again_random, &rules, &again), dealt);
        assert_memory_equal(&again, &position, sizeof again);
        before = position;
        assert_false(tab_random_deal(&random, &rules, &position));
        assert_memory_equal(&position, &before, sizeof position);
        char text[TAB_POSITION_TEXT];
        tab_position_format(&rules, &position, text, sizeof text);
        again = testing_position(&rules, text);
        assert_memory_equal(&again, &position, sizeof again);
    }
}

/* Which games have a set-up. */
struct deal {
    const char *spec;
    bool dealt;
};

static const struct deal deals[] = {
    {"siam", false}, {"santasi", false}, {"anneaux", false}, {"khantsin", true}, {"khantsin:setup=striped", false},
};

static void test_deal_row(void **state) {
    const struct deal *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_random random;
    struct tab_position position;
    tab_random_seed(&random, 3);
    tab_position_start(&rules, &position);
    assert_int_equal(tab_random_deal(&random, &rules, &position), row->dealt);
}

static const char *deal_name(const void *row) { return ((const struct deal *)row)->spec; }

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_below_range),
        cmocka_unit_test(test_below_even),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("sequences", test_sequence, (void *)sequences, sizeof *sequences,
                                 sizeof sequences / sizeof *sequences, sequence_name);
    failures += testing_run_specs("moves are drawn evenly", test_moves_even);
    failures += testing_run_specs("playouts", test_playout);
    failures += testing_run_specs("deals", test_deal);
    failures += testing_run_rows("set-ups", test_deal_row, (void *)deals, sizeof *deals, sizeof deals / sizeof *deals,
                                 deal_name);
    return failures;
}
