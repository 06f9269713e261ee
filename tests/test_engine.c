/* test_engine.c - the engine as its users see it: legal, reproducible, within its limits, right about forced wins. */
#include "testing.h"

#include "engine/clock.h"
#include "engine/mib.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct tab_engine *engine_new(enum tab_search search, int lines) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 4;
    options.search = search;
    options.lines = lines;
    options.seed = 3;
    struct tab_engine *engine = tab_engine_new(&options);
    assert_non_null(engine);
    return engine;
}

/* Plays a line from a position; every move must be legal. Returns the position at its end. */
static struct tab_position line_play(const struct tab_rules *rules, struct tab_position position,
                                     const struct tab_line *line) {
    for (int i = 0; i < line->length; i++) {
        assert_true(tab_position_legal(rules, &position, line->moves[i]));
        tab_position_play(rules, &position, line->moves[i]);
    }
    return position;
}

/* ---- Every search, every spec --------------------------------------------------------------------------------- */

struct search_row {
    const char *name;
    enum tab_search search;
};

static const struct search_row searches[] = {
    {"auto", TAB_SEARCH_AUTO},     {"mcts", TAB_SEARCH_MCTS},     {"uct", TAB_SEARCH_UCT},
    {"greedy", TAB_SEARCH_GREEDY}, {"random", TAB_SEARCH_RANDOM},
};

static const char *search_name(const void *row) { return ((const struct search_row *)row)->name; }

static void check_thought(const struct tab_rules *rules, const struct tab_position *position,
                          const struct tab_thought *thought) {
    double visits = 0.0, payoffs = 0.0;
    assert_true(tab_position_legal(rules, position, thought->move));
    assert_true(thought->lines >= 1);
    assert_int_equal(thought->line[0].moves[0], thought->move);
    for (int i = 0; i < thought->lines; i++)
        line_play(rules, *position, &thought->line[i]);
    for (int i = 0; i < thought->shares; i++)
        visits += thought->share[i].visits;
    assert_true(thought->shares == 0 || (visits > 0.5 && visits < 1.001));
    for (int i = 0; i < tab_rules_players(rules); i++)
        payoffs += thought->payoff[i];
    assert_true(thought->shares == 0 || (payoffs > 0.999 && payoffs < 1.001));
}

/* Plays short games in which every thought is checked. */
static void test_thoughts_are_legal(void **state) {
    const struct search_row *row = *state;
    struct tab_engine *engine = engine_new(row->search, 2);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_random random;
    char buffer[TAB_SPEC_TEXT];
    int index = 0;
    tab_random_seed(&random, 5);
    for (const char *spec; (spec = testing_spec(&index, buffer, sizeof buffer)) != NULL;) {
        struct tab_rules rules = testing_rules(spec);
        struct tab_position position;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < 60 && tab_position_player(&rules, &position) != 0; ply++) {
            struct tab_limits limits = {.nodes = row->search == TAB_SEARCH_UCT ? 5 : 60};
            tab_move move = tab_random_move(&random, &rules, &position);
            if (ply % 6 == 5) {
                tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
                check_thought(&rules, &position, thought);
                move = thought->move;
            }
            tab_position_play(&rules, &position, move);
        }
    }
    free(thought);
    tab_engine_free(engine);
}

/* What somebody sees who only counts: the payoff of a game that is over, else the lead in the first line of the score. */
static double counted(const struct tab_rules *rules, struct tab_position position, tab_move move) {
    const int player = tab_position_player(rules, &position), players = tab_rules_players(rules);
    struct tab_score lines[TAB_SCORES_MAX];
    struct tab_result result;
    tab_position_play(rules, &position, move);
    tab_position_result(rules, &position, &result);
    if (tab_position_player(rules, &position) == 0)
        return (result.payoff[player - 1] - 0.5) * 1e6;
    tab_position_score(rules, &position, lines);
    double lead = lines[0].value[player - 1];
    for (int other = 0; other < players; other++)
        lead -= (double)lines[0].value[other] / players;
    return lead;
}

/* To the end of whole games, lost ones too. */
static void test_greedy_takes_what_counts_most(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_GREEDY, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    const struct tab_limits limits = {.depth = 1};
    char buffer[TAB_SPEC_TEXT];
    int index = 0;
    for (const char *spec; (spec = testing_spec(&index, buffer, sizeof buffer)) != NULL;) {
        struct tab_rules rules = testing_rules(spec);
        struct tab_position position;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < 100 && tab_position_player(&rules, &position) != 0; ply++) {
            tab_move moves[TAB_MOVES_MAX];
            const int count = tab_position_moves(&rules, &position, moves);
            tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
            assert_true(tab_position_legal(&rules, &position, thought->move));
            for (int i = 0; i < count; i++)
                assert_true(counted(&rules, position, moves[i]) <= counted(&rules, position, thought->move) + 1e-6);
            tab_position_play(&rules, &position, thought->move);
        }
    }
    free(thought);
    tab_engine_free(engine);
}

/* ---- Limits and reproduction ---------------------------------------------------------------------------------- */

static void test_the_same_search_twice(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    for (int i = 0; i < tab_game_count(); i++) {
        struct tab_rules rules = testing_rules(tab_game_id(tab_game_at(i)));
        struct tab_position position;
        struct tab_limits limits = {.depth = 4};
        tab_position_start(&rules, &position);
        tab_engine_clear(engine);
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, first);
        tab_engine_clear(engine);
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, second);
        first->milliseconds = second->milliseconds = 0;
        assert_memory_equal(first, second, sizeof *first);
    }
    free(first);
    free(second);
    tab_engine_free(engine);
}

static void test_node_limit_is_kept(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    tab_position_start(&rules, &position);
    for (uint64_t nodes = 1; nodes < 100000; nodes *= 7) {
        struct tab_limits limits = {.nodes = nodes};
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_true(thought->nodes <= nodes);
        assert_true(tab_position_legal(&rules, &position, thought->move));
    }
    free(thought);
    tab_engine_free(engine);
}

/* Too few nodes for a look at every move: the value is that of the position as it stands, not 0. */
static void test_a_search_cut_short_has_a_value(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_rules rules = testing_rules("anneaux");
    const struct tab_position position = testing_position(&rules, "1.1.11../.1.1.1../2...2..2 2 0,4 - -");
    for (uint64_t nodes = 1; nodes < 12; nodes++) {
        const struct tab_limits limits = {.nodes = nodes};
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_int_equal(thought->depth, 0);
        assert_true(thought->line[0].centi < -100);
    }
    free(thought);
    tab_engine_free(engine);
}

/* Time that has run out, and a depth that nothing has: a move all the same. */
static void test_limits_below_zero_are_short(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    static const struct tab_limits rows[] = {
        {.move_ms = -3},
        {.move_ms = INT64_MIN},
        {.clock_ms = {-1, 60000}},
        {.clock_ms = {50, 60000}, .increment_ms = {INT64_MIN, 0}},
        {.depth = -1},
    };
    tab_position_start(&rules, &position);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tab_engine_think(engine, &rules, &position, NULL, 0, &rows[i], NULL, NULL, thought);
        assert_true(tab_position_legal(&rules, &position, thought->move));
    }
    free(thought);
    tab_engine_free(engine);
}

/* More time than anybody lives is no less than a long time. */
static void test_endless_clocks_are_long(void **state) {
    (void)state;
    enum { LONG_MS = 1000000000 };
    const struct {
        struct tab_limits endless, lasting;
    } rows[] = {
        {{.clock_ms = {INT64_MAX}}, {.clock_ms = {LONG_MS}}},
        {{.clock_ms = {INT64_MAX}, .increment_ms = {1000}}, {.clock_ms = {LONG_MS}, .increment_ms = {1000}}},
        {{.clock_ms = {1000}, .increment_ms = {INT64_MAX}}, {.clock_ms = {1000}, .increment_ms = {LONG_MS}}},
        {{.clock_ms = {INT64_MAX}, .increment_ms = {INT64_MAX}}, {.clock_ms = {LONG_MS}, .increment_ms = {LONG_MS}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct clock_budget endless = clock_plan(&rows[i].endless, 1), lasting = clock_plan(&rows[i].lasting, 1);
        assert_true(lasting.target > 0 && lasting.target <= lasting.limit);
        assert_int_equal(endless.target, lasting.target);
        assert_int_equal(endless.limit, lasting.limit);
    }
}

/* Not even where addresses have 32 bits; and tables, which are doubled until they are larger, come to an end. */
static void test_more_memory_is_not_less(void **state) {
    (void)state;
    assert_int_equal(mib_bytes(1), 1 << 20);
    for (int mib = 2; mib <= TAB_HASH_MIB_MAX; mib++) {
        assert_true(mib_bytes(mib) >= mib_bytes(mib - 1));
        assert_true(2 * mib_bytes(mib) > mib_bytes(mib));
    }
}

/* Nothing outside of its range is taken, and the engine stays what it was. */
static void test_options_out_of_range_are_refused(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    static const struct {
        size_t offset;
        int least, most;
    } ranges[] = {
        {offsetof(struct tab_engine_options, hash_mib), 1, TAB_HASH_MIB_MAX},
        {offsetof(struct tab_engine_options, proof_mib), 1, TAB_HASH_MIB_MAX},
        {offsetof(struct tab_engine_options, threads), 1, TAB_THREADS_MAX},
        {offsetof(struct tab_engine_options, lines), 1, TAB_LINES_MAX},
        {offsetof(struct tab_engine_options, search), 0, TAB_SEARCH_COUNT - 1},
        {offsetof(struct tab_engine_options, level), 1, TAB_LEVEL_MAX},
        {offsetof(struct tab_engine_options, contempt), 0, TAB_CONTEMPT_MAX},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const int bad[] = {ranges[i].least - 1, ranges[i].most + 1, INT_MIN, INT_MAX};
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++) {
            struct tab_engine_options options;
            tab_engine_defaults(&options);
            memcpy((char *)&options + ranges[i].offset, &bad[j], sizeof bad[j]);
            assert_null(tab_engine_new(&options));
            assert_false(tab_engine_configure(engine, &options));
        }
    }
    assert_null(tab_engine_new(&(struct tab_engine_options){0}));
    tab_engine_free(engine);
}

static void test_solvers_out_of_range_are_refused(void **state) {
    (void)state;
    static const int bad[] = {INT_MIN, -1, 0, TAB_HASH_MIB_MAX + 1, INT_MAX};
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_rules rules = testing_rules(tab_game_id(tab_game_at(i)));
        for (size_t j = 0; j < sizeof bad / sizeof *bad; j++)
            assert_null(tab_solver_new(&rules, bad[j]));
        struct tab_solver *solver = tab_solver_new(&rules, 1);
        assert_non_null(solver);
        tab_solver_free(solver);
    }
}

static void test_lines_begin_differently_and_fall(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 5);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    struct tab_limits limits = {.depth = 3};
    tab_position_start(&rules, &position);
    tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
    assert_int_equal(thought->lines, 5);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(thought->line[i].moves[0], thought->line[j].moves[0]);
    for (int i = 1; i < 5; i++)
        assert_true(thought->line[i].centi <= thought->line[i - 1].centi);
    free(thought);
    tab_engine_free(engine);
}

static void test_a_stop_before_the_search_still_gives_a_move(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_limits limits = {0};
    for (int i = 0; i < tab_game_count(); i++) {
        struct tab_rules rules = testing_rules(tab_game_id(tab_game_at(i)));
        struct tab_position position;
        tab_position_start(&rules, &position);
        tab_engine_stop(engine);
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_true(tab_position_legal(&rules, &position, thought->move));
    }
    tab_engine_arm(engine);
    free(thought);
    tab_engine_free(engine);
}

/* ---- Forced wins ---------------------------------------------------------------------------------------------- */

/* Whether `player` can force a win within some plies, by trying everything. */
static bool can_force(const struct tab_rules *rules, const struct tab_position *position, int player, int plies) {
    struct tab_result result;
    tab_position_result(rules, position, &result);
    if (result.over || plies == 0)
        return result.winner == player;
    bool own = tab_position_player(rules, position) == player;
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        if (can_force(rules, &next, player, plies - 1) == own)
            return own;
    }
    return !own;
}

/* Random positions near the end of a game: a short mate is claimed exactly when brute force finds one. */
static void test_short_mates_are_true(void **state) {
    (void)state;
    enum { MATE_PLIES = 3, POSITIONS = 25 };
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_random random;
    tab_random_seed(&random, 17);
    for (int i = 0; i < tab_game_count(); i++) {
        struct tab_rules rules = testing_rules(tab_game_id(tab_game_at(i)));
        int forced = 0;
        for (int number = 0; number < POSITIONS; number++) {
            struct tab_match *match = tab_match_new(&rules, NULL);
            struct tab_position position;
            while (tab_position_player(&rules, tab_match_position(match)) != 0)
                assert_true(tab_match_play(match, tab_random_move(&random, &rules, tab_match_position(match))));
            int back = 2 + number % 3;
            position = *tab_match_position_at(match, tab_match_length(match) - back);
            tab_match_free(match);
            struct tab_limits limits = {.depth = MATE_PLIES};
            tab_engine_clear(engine);
            tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
            int mate = thought->line[0].mate, player = tab_position_player(&rules, &position);
            bool within = mate > 0 && mate <= MATE_PLIES;
            assert_int_equal(within, can_force(&rules, &position, player, MATE_PLIES));
            forced += within;
        }
        assert_true(forced > 0);
    }
    free(thought);
    tab_engine_free(engine);
}

/* ---- More than two players ------------------------------------------------------------------------------------ */

/* A line that can be made is made, however long the engine thinks: it costs everybody else a pawn. */
static void test_lines_are_made_among_several_players(void **state) {
    (void)state;
    static const uint64_t nodes[] = {20, 500, 5000};
    const struct tab_rules rules = testing_rules("anneaux:players=3");
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_position position;
    assert_true(tab_position_parse(&rules, "11....../22....../33...... 1 8,8,8 - -", &position, NULL));
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        const struct tab_limits limits = {.nodes = nodes[i]};
        struct tab_position next = position;
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        tab_position_play(&rules, &next, thought->move);
        assert_int_equal(tab_position_player(&rules, &next), 1); /* who has to take now */
    }
    free(thought);
    tab_engine_free(engine);
}

/* A search that is for two players is refused with more, not replaced by another. */
static void test_alphabeta_is_for_two(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_ALPHABETA, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    const struct tab_limits limits = {.nodes = 50};
    static const char *const specs[] = {"anneaux", "anneaux:players=3", "anneaux:players=4"};
    for (int i = 0; i < 3; i++) {
        const struct tab_rules rules = testing_rules(specs[i]);
        struct tab_engine_options options;
        struct tab_position position;
        tab_engine_defaults(&options);
        options.search = TAB_SEARCH_ALPHABETA;
        tab_position_start(&rules, &position);
        const bool thinks = tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_int_equal(thinks, i == 0);
        assert_int_equal(tab_engine_suits(&options, &rules), i == 0);
        assert_int_equal(thought->lines, i == 0);
        assert_int_equal(thought->nodes > 0, i == 0);
    }
    free(thought);
    tab_engine_free(engine);
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

struct news {
    int calls, depth;
    uint64_t nodes;
};

static void news_check(void *context, const struct tab_info *info) {
    struct news *news = context;
    assert_true(info->depth >= news->depth && info->nodes >= news->nodes);
    assert_true(info->line->length >= 1 && info->hashfull >= 0 && info->hashfull <= 1000);
    *news = (struct news){news->calls + 1, info->depth, info->nodes};
}

static void test_news_only_grow(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, 1);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    struct tab_limits limits = {.depth = 6};
    struct news news = {0};
    tab_position_start(&rules, &position);
    tab_engine_think(engine, &rules, &position, NULL, 0, &limits, news_check, &news, thought);
    assert_int_equal(news.calls, 6);
    assert_int_equal(thought->depth, 6);
    free(thought);
    tab_engine_free(engine);
}

static void best_keep(void *context, const struct tab_info *info) {
    if (info->index == 0)
        *(tab_move *)context = info->line->moves[0];
}

/* Also when a limit cuts the search short: the move is the one that was told of last, and no other line begins so. */
static void test_the_last_news_are_of_the_move(void **state) {
    (void)state;
    enum { POSITIONS = 40, PLIES = 24 };
    struct tab_thought *thought = malloc(sizeof *thought);
    const struct tab_rules rules = testing_rules("siam");
    struct tab_random random;
    tab_random_seed(&random, 5);
    for (int number = 0; number < 2 * POSITIONS; number++) {
        struct tab_engine *engine = engine_new(TAB_SEARCH_AUTO, number < POSITIONS ? 1 : 3);
        const struct tab_limits limits = {.nodes = 500 + 50 * (uint64_t)number};
        struct tab_position position;
        tab_move told = 0;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < PLIES && tab_position_player(&rules, &position) != 0; ply++)
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        if (tab_position_player(&rules, &position) != 0) {
            tab_engine_think(engine, &rules, &position, NULL, 0, &limits, best_keep, &told, thought);
            assert_int_equal(told, thought->move);
            for (int i = 1; i < thought->lines; i++)
                assert_int_not_equal(thought->line[i].moves[0], thought->move);
        }
        tab_engine_free(engine);
    }
    free(thought);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy_takes_what_counts_most),
        cmocka_unit_test(test_alphabeta_is_for_two),
        cmocka_unit_test(test_the_same_search_twice),
        cmocka_unit_test(test_node_limit_is_kept),
        cmocka_unit_test(test_a_search_cut_short_has_a_value),
        cmocka_unit_test(test_limits_below_zero_are_short),
        cmocka_unit_test(test_endless_clocks_are_long),
        cmocka_unit_test(test_more_memory_is_not_less),
        cmocka_unit_test(test_options_out_of_range_are_refused),
        cmocka_unit_test(test_solvers_out_of_range_are_refused),
        cmocka_unit_test(test_lines_begin_differently_and_fall),
        cmocka_unit_test(test_a_stop_before_the_search_still_gives_a_move),
        cmocka_unit_test(test_short_mates_are_true),
        cmocka_unit_test(test_lines_are_made_among_several_players),
        cmocka_unit_test(test_news_only_grow),
        cmocka_unit_test(test_the_last_news_are_of_the_move),
    };
    struct search_row rows[sizeof searches / sizeof *searches];
    memcpy(rows, searches, sizeof rows);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    return failures + testing_run_rows("searches", test_thoughts_are_legal, rows, sizeof *rows,
                                       sizeof rows / sizeof *rows, search_name);
}
