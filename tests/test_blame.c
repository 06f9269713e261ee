/* test_blame.c - an analysis never contradicts what is proven: San Ta Si, whose opening is. */
#include "analysis.h"
#include "opening.h"
#include "testing.h"

#include <stdlib.h>

enum { NODES = 2000, GAMES = 4, PLIES = 20, BOOK_TURNS = 6 };

static bool step_on(void *context, int ply, const struct tab_thought *thought) {
    (void)context;
    (void)ply;
    (void)thought;
    return true;
}

static struct tab_engine *engine_new(void) {
    struct tab_engine_options options;
    char damage[OPENING_DAMAGE];
    tab_engine_defaults(&options);
    options.hash_mib = 4;
    options.contempt = 0;
    struct tab_engine *engine = opening_engine_new(&options, NULL, damage);
    assert_non_null(engine);
    assert_string_equal(damage, "");
    return engine;
}

/* A game in which player 1 follows the book for its six turns, and player 2 plays anything. */
static struct tab_record *game_play(struct tab_engine *engine, struct tab_thought *thought, uint64_t seed) {
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_match *match = tab_match_new(&rules, NULL);
    struct tab_random random;
    tab_random_seed(&random, seed);
    for (int ply = 0; ply < PLIES; ply++) {
        const struct tab_limits limits = {.nodes = 100};
        tab_move move = tab_random_move(&random, &rules, tab_match_position(match));
        if (ply % 2 == 0 && ply / 2 < BOOK_TURNS) {
            tab_engine_think(engine, &rules, tab_match_position(match), tab_match_past(match), ply, &limits, NULL, NULL,
                             thought);
            assert_int_equal(thought->line[0].mate, 30 - ply);
            move = thought->move;
        }
        assert_true(tab_match_play(match, move));
    }
    struct tab_record *record = tab_record_from_match(match);
    tab_match_free(match);
    return record;
}

/* As long as player 1 keeps the win every move of its is a win, every one of player 2 a loss, and none is blamed. */
static void test_the_lost_are_not_blamed(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new();
    struct tab_thought *thought = malloc(sizeof *thought);
    for (uint64_t game = 0; game < GAMES; game++) {
        const struct analysis analysis = {
            .engine = engine, .limits = {.nodes = NODES}, .thought = thought, .step = step_on};
        struct tab_record *record = game_play(engine, thought, game);
        assert_true(analysis_run(&analysis, record));
        int node = tab_record_child(record, TAB_RECORD_ROOT);
        for (int ply = 0; ply < 2 * BOOK_TURNS; ply++, node = tab_record_child(record, node)) {
            const struct tab_note *note = tab_record_note(record, node);
            assert_true(note->evaluated);
            assert_int_equal(note->mate, ply % 2 == 0 ? 30 - ply : ply - 30);
            assert_int_equal(note->marks, 0);
            assert_int_equal(tab_record_sibling(record, node), TAB_RECORD_NONE);
        }
        tab_record_free(record);
    }
    free(thought);
    tab_engine_free(engine);
}

/* A proven draw is never better than that for anybody: the first move that gives it away is. */
static void test_a_draw_is_a_draw(void **state) {
    (void)state;
    struct tab_engine *engine = engine_new();
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_match *match = testing_match("santasi", NULL, "sB1 bB2");
    struct tab_record *record = tab_record_from_match(match);
    const struct analysis analysis = {
        .engine = engine, .limits = {.nodes = NODES}, .thought = thought, .step = step_on};
    assert_true(analysis_run(&analysis, record));
    const struct tab_note *note = tab_record_note(record, tab_record_child(record, TAB_RECORD_ROOT));
    assert_int_equal(note->mate, 0);
    assert_int_equal(note->centi, 0);
    assert_int_equal(note->marks, 1); /* the start is won */
    assert_int_equal(note->mark[0], 4);
    tab_record_free(record);
    tab_match_free(match);
    free(thought);
    tab_engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_lost_are_not_blamed),
                                       cmocka_unit_test(test_a_draw_is_a_draw)};
    return cmocka_run_group_tests_name("what an analysis says of moves", tests, NULL, NULL);
}
