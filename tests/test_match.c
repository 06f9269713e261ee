/* test_match.c - matches: history, undo and redo, branches, and the repetition rule. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tab_match *match_start(const char *spec, const char *position) {
    struct tab_rules rules = testing_rules(spec);
    struct tab_position first;
    if (position != NULL)
        first = testing_position(&rules, position);
    struct tab_match *match = tab_match_new(&rules, position != NULL ? &first : NULL);
    assert_non_null(match);
    return match;
}

/* Plays moves given as words. */
static void play(struct tab_match *match, const char *moves) {
    char *copy = strdup(moves), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        tab_move move;
        struct tab_error error = {0};
        if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), word, &move, &error))
            fail_msg("%s: %s", word, error.what);
        assert_true(tab_match_play(match, move));
    }
    free(copy);
}

static void check_text(const struct tab_match *match, const char *expected) {
    char text[TAB_POSITION_TEXT];
    tab_position_format(tab_match_rules(match), tab_match_position(match), text, sizeof text);
    assert_string_equal(text, expected);
}

/* ---- Any game ------------------------------------------------------------------------------------------------- */

/* A match of random moves, with a copy of everything it should remember. */
struct story {
    struct tab_match *match;
    struct tab_position positions[64];
    tab_move moves[64];
    int length;
};

static void story_play(struct story *story, struct tab_random *random, int plies) {
    const struct tab_rules *rules = tab_match_rules(story->match);
    story->length = tab_match_ply(story->match);
    for (int i = 0; i < plies && tab_position_player(rules, tab_match_position(story->match)) != 0; i++) {
        tab_move move = tab_random_move(random, rules, tab_match_position(story->match));
        struct tab_position next = *tab_match_position(story->match);
        tab_position_play(rules, &next, move);
        assert_true(tab_match_play(story->match, move));
        assert_memory_equal(tab_match_position(story->match), &next, sizeof next);
        story->moves[story->length++] = move;
        story->positions[story->length] = next;
    }
}

static void story_check(const struct story *story, int ply) {
    const struct tab_match *match = story->match;
    assert_int_equal(tab_match_ply(match), ply);
    assert_int_equal(tab_match_length(match), story->length);
    assert_memory_equal(tab_match_position(match), &story->positions[ply], sizeof story->positions[ply]);
    for (int i = 0; i <= story->length; i++)
        assert_memory_equal(tab_match_position_at(match, i), &story->positions[i], sizeof story->positions[i]);
    for (int i = 0; i < story->length; i++)
        assert_int_equal(tab_match_move_at(match, i), story->moves[i]);
    for (int i = 0; i < ply; i++)
        assert_true(tab_match_past(match)[i] == tab_position_hash(tab_match_rules(match), &story->positions[i]));
}

static void test_history(void **state) {
    struct story story = {.match = match_start(*state, NULL)};
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    tab_position_start(tab_match_rules(story.match), &story.positions[0]);
    story_check(&story, 0);
    assert_false(tab_match_undo(story.match));
    assert_false(tab_match_redo(story.match));
    story_play(&story, &random, 20);
    story_check(&story, 20);
    assert_false(tab_match_redo(story.match));
    for (int ply = 19; ply >= 0; ply--) {
        assert_true(tab_match_undo(story.match));
        story_check(&story, ply);
    }
    assert_false(tab_match_undo(story.match));
    for (int ply = 1; ply <= 20; ply++) {
        assert_true(tab_match_redo(story.match));
        story_check(&story, ply);
    }
    tab_match_free(story.match);
}

/* A move after an undo forgets what was undone, even when it is the same move. */
static void test_branch(void **state) {
    struct story story = {.match = match_start(*state, NULL)};
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    tab_position_start(tab_match_rules(story.match), &story.positions[0]);
    story_play(&story, &random, 12);
    for (int i = 0; i < 5; i++)
        assert_true(tab_match_undo(story.match));
    story_play(&story, &random, 3);
    story_check(&story, 10);
    assert_false(tab_match_redo(story.match));
    assert_true(tab_match_undo(story.match));
    assert_true(tab_match_play(story.match, story.moves[9]));
    story_check(&story, 10);
    assert_false(tab_match_redo(story.match));
    tab_match_free(story.match);
}

static void test_illegal_refused(void **state) {
    struct story story = {.match = match_start(*state, NULL)};
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    tab_position_start(tab_match_rules(story.match), &story.positions[0]);
    story_play(&story, &random, 9);
    assert_true(tab_match_undo(story.match));
    assert_true(tab_match_undo(story.match));
    assert_false(tab_match_play(story.match, UINT32_MAX));
    story_check(&story, 7);
    assert_true(tab_match_redo(story.match));
    story_check(&story, 8);
    tab_match_free(story.match);
}

/* To the end of a game: nothing can be played then, but everything can be undone. */
static void test_to_the_end(void **state) {
    struct tab_match *match = match_start(*state, NULL);
    const struct tab_rules *rules = tab_match_rules(match);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    tab_move move = 0;
    while (tab_position_player(rules, tab_match_position(match)) != 0) {
        move = tab_random_move(&random, rules, tab_match_position(match));
        assert_true(tab_match_play(match, move));
    }
    int length = tab_match_length(match);
    struct tab_position last = *tab_match_position(match);
    assert_false(tab_match_play(match, move));
    assert_int_equal(tab_match_ply(match), length);
    while (tab_match_undo(match))
        assert_int_not_equal(tab_position_player(rules, tab_match_position(match)), 0);
    assert_int_equal(tab_match_ply(match), 0);
    while (tab_match_redo(match))
        ;
    assert_memory_equal(tab_match_position(match), &last, sizeof last);
    tab_match_free(match);
}

/* ---- Repetition ----------------------------------------------------------------------------------------------- */

/* From a position, moves, and what the last position is then: its text, how often it has occurred, and its reason. */
struct repetition {
    const char *name, *spec, *first, *moves, *text;
    int occurrences;
    const char *reason;
};

#define CYCLE "@a1n @e5s a1- e5- " /* enters, and leaves again */
#define TURNS "a1e e5w a1n e5s "   /* turns, and turns back */
#define THREE "the position occurred three times"

static const struct repetition repetitions[] = {
    {"the first position counts", "siam", NULL, CYCLE CYCLE, "5/5/1###1/5/5 = 8 00", 3, THREE},
    {"twice is not enough", "siam", NULL, CYCLE, "5/5/1###1/5/5 1 4 00", 2, NULL},
    {"one move before the third time", "siam", NULL, CYCLE "@a1n @e5s a1-", "4s/5/1###1/5/5 2 7 00", 2, NULL},
    {"a given first position counts", "siam", "4s/5/1###1/5/N4 1 2 00", TURNS TURNS, "4s/5/1###1/5/N4 = 10 00", 3,
     THREE},
    {"a position in between", "siam", NULL, "@a1n @e5s " TURNS TURNS, "4s/5/1###1/5/N4 = 10 00", 3, THREE},
    {"the occurrences need not be in a row", "siam", NULL, "@a1n @e5s " TURNS "a1s e5n a1n e5s",
     "4s/5/1###1/5/N4 = 10 00", 3, THREE},
    {"the player to move makes it another position", "siam", NULL, "@a1n @e5s a1e e5w a1s e5s a1n e5w a1e e5s a1n",
     "4s/5/1###1/5/N4 2 11 00", 2, NULL},
    {"none: positions repeat without end", "siam:repetition=none", NULL, CYCLE CYCLE CYCLE, "5/5/1###1/5/5 1 12 00", 4,
     NULL},
    {"the ply does not count with crossed openings", "siam:openings=crossed", NULL, CYCLE CYCLE, "5/5/1###1/5/5 = 8 00",
     3, THREE},
    {"an exit that is counted makes it another position", "siam:exits=once", NULL, CYCLE, "5/5/1###1/5/5 1 4 11", 1,
     NULL},
    {"turning repeats although exits are counted", "siam:exits=once", "4s/5/1###1/5/N4 1 2 11", TURNS TURNS,
     "4s/5/1###1/5/N4 = 10 11", 3, THREE},
};

static void test_repetition(void **state) {
    const struct repetition *row = *state;
    struct tab_match *match = match_start(row->spec, row->first);
    play(match, row->moves);
    check_text(match, row->text);
    assert_int_equal(tab_match_occurrences(match), row->occurrences);
    struct tab_result result;
    tab_match_result(match, &result);
    assert_int_equal(result.over, row->reason != NULL);
    assert_int_equal(result.winner, 0);
    if (row->reason != NULL) {
        assert_string_equal(result.reason, row->reason);
        assert_true(result.payoff[0] == 0.5 && result.payoff[1] == 0.5);
    }
    tab_match_free(match);
}

static const char *repetition_name(const void *row) { return ((const struct repetition *)row)->name; }

/* A draw is undone and comes back with its move; another move leads elsewhere. */
static void test_draw_undone(void **state) {
    (void)state;
    struct tab_match *match = match_start("siam", NULL);
    play(match, CYCLE CYCLE);
    assert_true(tab_match_undo(match));
    check_text(match, "4s/5/1###1/5/5 2 7 00");
    assert_int_equal(tab_match_occurrences(match), 2);
    assert_true(tab_match_redo(match));
    check_text(match, "5/5/1###1/5/5 = 8 00");
    assert_int_equal(tab_match_occurrences(match), 3);
    assert_true(tab_match_undo(match));
    play(match, "e5w");
    check_text(match, "4w/5/1###1/5/5 1 8 00");
    assert_int_equal(tab_match_occurrences(match), 1);
    tab_match_free(match);
}

/* What was undone has not occurred. */
static void test_undone_does_not_count(void **state) {
    (void)state;
    struct tab_match *match = match_start("siam", NULL);
    play(match, CYCLE);
    assert_int_equal(tab_match_occurrences(match), 2);
    for (int i = 0; i < 4; i++)
        assert_true(tab_match_undo(match));
    assert_int_equal(tab_match_occurrences(match), 1);
    play(match, CYCLE);
    check_text(match, "5/5/1###1/5/5 1 4 00");
    assert_int_equal(tab_match_occurrences(match), 2);
    tab_match_free(match);
}

/* A match that is over from the start, or handed a draw. */
static void test_over_from_the_start(void **state) {
    (void)state;
    static const char *const texts[] = {"5/5/1##2/5/5 1# 9 00", "5/5/1###1/5/5 = 8 00"};
    for (int i = 0; i < 2; i++) {
        struct tab_match *match = match_start("siam", texts[i]);
        check_text(match, texts[i]);
        assert_int_equal(tab_match_occurrences(match), 1);
        assert_false(tab_match_play(match, 0));
        assert_int_equal(tab_match_length(match), 0);
        tab_match_free(match);
    }
}

/* ---- Size ----------------------------------------------------------------------------------------------------- */

/* Thousands of plies; with an endless game every fourth position is the first. */
static void test_grows(void **state) {
    (void)state;
    enum { CYCLES = 1500 };
    struct tab_match *match = match_start("siam:repetition=none", NULL);
    for (int i = 0; i < CYCLES; i++)
        play(match, CYCLE);
    assert_int_equal(tab_match_length(match), 4 * CYCLES);
    assert_int_equal(tab_match_occurrences(match), CYCLES + 1);
    for (int i = 0; i <= CYCLES; i++)
        assert_true(tab_position_repeats(tab_match_rules(match), tab_match_position_at(match, 4 * i),
                                         tab_match_position(match)));
    for (int i = 0; i < 4 * CYCLES - 1; i++)
        assert_true(tab_match_undo(match));
    check_text(match, "5/5/1###1/5/N4 2 1 00");
    assert_int_equal(tab_match_length(match), 4 * CYCLES);
    tab_match_free(match);
}

/* The rules are copied: the caller's may go away, and two matches do not meet. */
static void test_independent(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam:push=total");
    struct tab_match *one = tab_match_new(&rules, NULL), *other = tab_match_new(&rules, NULL);
    memset(&rules, 0, sizeof rules);
    play(one, "@a1n @e5s");
    check_text(one, "4s/5/1###1/5/N4 1 2 00");
    check_text(other, "5/5/1###1/5/5 1 0 00");
    tab_match_free(one);
    play(other, "@b1n");
    check_text(other, "5/5/1###1/5/1N3 2 1 00");
    tab_match_free(other);
    tab_match_free(NULL);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draw_undone),         cmocka_unit_test(test_undone_does_not_count),
        cmocka_unit_test(test_over_from_the_start), cmocka_unit_test(test_grows),
        cmocka_unit_test(test_independent),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("repetition", test_repetition, (void *)repetitions, sizeof *repetitions,
                                 sizeof repetitions / sizeof *repetitions, repetition_name);
    failures += testing_run_specs("history", test_history);
    failures += testing_run_specs("branches", test_branch);
    failures += testing_run_specs("illegal moves", test_illegal_refused);
    failures += testing_run_specs("to the end", test_to_the_end);
    return failures;
}
