/* test_levels.c - what holds at every playing strength: a win in one move is never missed, from level 3 on neither is a
 * line that wins by what it takes; openings vary where the level errs, and a level that thinks twice with the same seed
 * makes the same move. */
#include "support/testing.h"

#include <stdlib.h>

static struct tab_engine *engine_new(int level, uint64_t seed) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    options.level = level;
    options.seed = seed;
    struct tab_engine *engine = tab_engine_new(&options);
    assert_non_null(engine);
    return engine;
}

/* Time for those without a limit of their own; it is never used up. */
static tab_move level_move(struct tab_engine *engine, const struct tab_rules *rules,
                           const struct tab_position *position) {
    const struct tab_limits limits = {.nodes = 20000};
    static struct tab_thought thought;
    tab_engine_think(engine, rules, position, NULL, 0, &limits, NULL, NULL, &thought);
    return thought.move;
}

static bool move_wins(const struct tab_rules *rules, const struct tab_position *position, tab_move move) {
    struct tab_position next = *position;
    struct tab_result result;
    tab_position_play(rules, &next, move);
    tab_position_result(rules, &next, &result);
    return result.over && result.winner == tab_position_player(rules, position);
}

static bool can_win(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++)
        if (move_wins(rules, position, moves[i]))
            return true;
    return false;
}

/* The last position of a random game that its player wins. */
static bool last_position(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position) {
    struct tab_position next;
    tab_position_start(rules, position);
    for (;;) {
        next = *position;
        tab_position_play(rules, &next, tab_random_move(random, rules, position));
        if (tab_position_player(rules, &next) == 0)
            return can_win(rules, position);
        *position = next;
    }
}

static void test_wins_are_not_missed(void **state) {
    const struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, 5);
    for (int level = 1; level <= TAB_LEVEL_MAX; level++) {
        struct tab_engine *engine = engine_new(level, 3);
        for (int found = 0; found < 5;) {
            struct tab_position position;
            if (!last_position(&rules, &random, &position))
                continue;
            found++;
            assert_true(move_wins(&rules, &position, level_move(engine, &rules, &position)));
        }
        tab_engine_free(engine);
    }
}

/* A line wins with the pawn that is taken for it. */
struct line_row {
    const char *spec, *position;
};

static const struct line_row lines[] = {
    {"anneaux", "11...2../2......./...2...1 1 0,0 c -"},
    {"anneaux:players=3", "11...3../3......./...3...1 1 0,x,0 c -"},
    {"anneaux:players=3", "...2.1.2/...11.../.......2 1 0,0,x a -"},
    {"anneaux:players=4", "33...1../1......./...1...3 3 0,x,0,x c -"},
    {"anneaux:players=4", "3.34.3../..C4..../...4.... 3 x,x,0,0 c -"},
};

static const char *line_name(const void *row) { return ((const struct line_row *)row)->position; }

static void test_lines_that_win_are_not_missed(void **state) {
    enum { LEAST_LEVEL = 3, SEEDS = 5 };
    const struct line_row *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    for (int level = LEAST_LEVEL; level <= TAB_LEVEL_MAX; level++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct tab_engine *engine = engine_new(level, seed);
            struct tab_position position = testing_position(&rules, row->position);
            tab_position_play(&rules, &position, level_move(engine, &rules, &position));
            assert_true(can_win(&rules, &position));
            assert_true(move_wins(&rules, &position, level_move(engine, &rules, &position)));
            tab_engine_free(engine);
        }
}

static void test_openings_vary(void **state) {
    const struct tab_rules rules = testing_rules(*state);
    struct tab_position position;
    tab_position_start(&rules, &position);
    for (int level = 1; level <= 3; level++) {
        tab_move first = 0;
        bool differs = false;
        for (uint64_t seed = 1; seed <= 12; seed++) {
            struct tab_engine *engine = engine_new(level, seed), *twin = engine_new(level, seed);
            tab_move move = level_move(engine, &rules, &position);
            assert_int_equal(move, level_move(twin, &rules, &position));
            first = seed == 1 ? move : first;
            differs |= move != first;
            tab_engine_free(engine);
            tab_engine_free(twin);
        }
        assert_true(differs);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_wins_are_not_missed, "siam"),
        cmocka_unit_test_prestate(test_wins_are_not_missed, "santasi"),
        cmocka_unit_test_prestate(test_wins_are_not_missed, "khantsin:setup=striped"),
        cmocka_unit_test_prestate(test_wins_are_not_missed, "anneaux"),
        cmocka_unit_test_prestate(test_openings_vary, "siam"),
        cmocka_unit_test_prestate(test_openings_vary, "santasi"),
        cmocka_unit_test_prestate(test_openings_vary, "khantsin:setup=striped"),
        cmocka_unit_test_prestate(test_openings_vary, "anneaux"),
        cmocka_unit_test_prestate(test_openings_vary, "anneaux:players=3"),
        cmocka_unit_test_prestate(test_openings_vary, "anneaux:players=4"),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL) +
           testing_run_rows("lines that win", test_lines_that_win_are_not_missed, (void *)lines, sizeof *lines,
                            sizeof lines / sizeof *lines, line_name);
}
