/* test_khantsin_setup.c - the engine sets its barons so that it wins: against a set-up made at random, the rest of the
 * game being played equally well by both. */
#include "support/testing.h"

#include "rules/khantsin.h"

enum { GAMES = 32, WINS_LEAST = 20, NODES = 1500 };

static struct tab_engine *engine_new(void) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    struct tab_engine *engine = tab_engine_new(&options);
    assert_non_null(engine);
    return engine;
}

/* A limit of depth keeps the engine from looking for proofs. */
static tab_move engine_move(struct tab_engine *engine, const struct tab_rules *rules,
                            const struct tab_position *position) {
    const struct tab_limits limits = {.nodes = NODES, .depth = 100};
    static struct tab_thought thought;
    tab_engine_think(engine, rules, position, NULL, 0, &limits, NULL, NULL, &thought);
    return thought.move;
}

/* Plays a game in which the other one than `player` sets its barons at random; says who wins. */
static int game_winner(struct tab_engine *engine, const struct tab_rules *rules, int player,
                       struct tab_random *random) {
    struct tab_position position;
    struct tab_result result;
    tab_position_start(rules, &position);
    tab_engine_clear(engine);
    for (int mover; (mover = tab_position_player(rules, &position)) != 0;) {
        const bool chance = khantsin_in_setup(khantsin_of(&position)) && mover != player;
        tab_position_play(rules, &position,
                          chance ? tab_random_move(random, rules, &position) : engine_move(engine, rules, &position));
    }
    tab_position_result(rules, &position, &result);
    return result.winner;
}

static void check_player(const char *spec, int player) {
    const struct tab_rules rules = testing_rules(spec);
    struct tab_engine *engine = engine_new();
    struct tab_random random;
    int wins = 0;
    tab_random_seed(&random, (uint64_t)player);
    for (int game = 0; game < GAMES; game++)
        wins += game_winner(engine, &rules, player, &random) == player;
    tab_engine_free(engine);
    assert_in_range(wins, WINS_LEAST, GAMES);
}

static void test_south_sets_up_to_win(void **state) { check_player(*state, 1); }
static void test_north_sets_up_to_win(void **state) { check_player(*state, 2); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_south_sets_up_to_win, "khantsin"),
        cmocka_unit_test_prestate(test_north_sets_up_to_win, "khantsin"),
        cmocka_unit_test_prestate(test_south_sets_up_to_win, "khantsin:first=north"),
        cmocka_unit_test_prestate(test_north_sets_up_to_win, "khantsin:first=north"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
