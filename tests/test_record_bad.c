/* test_record_bad.c - bad records: what is said, where, and that nothing is changed. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bad_record {
    const char *text;
    int line, column;
    const char *message;
};

#define SIAM "[Game \"siam\"]\n\n"     /* moves are on line 3 */
#define KHAN "[Game \"khantsin\"]\n\n" /* likewise */
#define THREE "[Game \"anneaux:players=3\"]\n\n"
#define OPEN " *\n"
#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static const struct bad_record bad_records[] = {
    /* Tags. */
    {"@a1n *", 1, 1, "a game begins with a tag, as [Game \"siam\"]"},
    {"{A comment.} " SIAM OPEN, 1, 1, "a game begins with a tag, as [Game \"siam\"]"},
    {"\n\n  1-0", 3, 3, "a game begins with a tag, as [Game \"siam\"]"},
    {"[Event \"x\"]\n*", 1, 1, "the tag Game is missing, as [Game \"siam\"]"},
    {"[game \"siam\"]\n*", 1, 1, "the tag Game is missing, as [Game \"siam\"]"},
    {"[Game \"siam:openings=open\"]\n*", 1, 22, "unknown value 'open'; the values are: free, crossed"},
    {"[Game \"siam:\\\"=x\"]\n*", 1, 13, "unknown option '\"'; the options are: openings, exits, push, repetition"},
    {"[Game \"siam:push=total,\\\"=x\"]\n*", 1, 24,
     "unknown option '\"'; the options are: openings, exits, push, repetition"},
    {"[Game \"siam\"]\n[Position \"5/5/1##X1/5/5 1 0 00\"]\n*", 2, 19,
     "'X' is no piece; allowed are # N E S W n e s w and 1 to 5"},
    {"[Game \"siam\"]\n[Position \"\"]\n*", 2, 12, "the text ends before the field 'board'"},
    {"[]" SIAM OPEN, 1, 2, "the name of a tag is missing here; write [Name \"value\"]"},
    {"[ \"x\"]" SIAM OPEN, 1, 3, "the name of a tag is missing here; write [Name \"value\"]"},
    {"[1st \"x\"]" SIAM OPEN, 1, 2, "the name of a tag is missing here; write [Name \"value\"]"},
    {"[L" TEN TEN TEN TEN " \"x\"]" SIAM OPEN, 1, 2, "the name of a tag is longer than 39 letters"},
    {"[Event]" SIAM OPEN, 1, 7, "the tag Event has no value in quotes; write [Event \"value\"]"},
    {"[Game siam]\n*", 1, 7, "the tag Game has no value in quotes; write [Game \"value\"]"},
    {"[A-B \"x\"]" SIAM OPEN, 1, 3, "the tag A has no value in quotes; write [A \"value\"]"},
    {"[Event \"x]\n" SIAM OPEN, 1, 8, "the quote that begins here is not closed on its line"},
    {"[Game \"siam", 1, 7, "the quote that begins here is not closed on its line"},
    {"[Event \"a\\tb\"]" SIAM OPEN, 1, 10, "a backslash in a tag stands before a quote or a backslash only"},
    {"[Event \"a\\", 1, 10, "a backslash in a tag stands before a quote or a backslash only"},
    {"[Event \"a\" \"b\"]" SIAM OPEN, 1, 12, "']' is missing here"},
    {"[Game \"siam\"\n*", 2, 1, "']' is missing here"},
    {"[Event \"x\"]\n[Event \"y\"]" SIAM OPEN, 2, 2, "the tag Event is given twice"},
    {SIAM "[Game \"siam\"] *", 3, 2, "the tag Game is given twice"},
    {"[Event \"a\tb\"]" SIAM OPEN, 1, 10, "only printable characters in UTF-8 may stand in a tag"},
    {"[Event \"\xC3\xA9\\\"\xC3\"]" SIAM OPEN, 1, 12, "only printable characters in UTF-8 may stand in a tag"},
    {"[Event \"" HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED TEN TEN
     "1234\"]" SIAM OPEN,
     1, 9, "the value of a tag is longer than 1023 bytes"},
    {"[Date \"31.05.2024\"]" SIAM OPEN, 1, 8,
     "'31.05.2024' is no date; write 2024.05.31, or ? for digits that are not known"},
    {"[Date \"2024.5.31\"]" SIAM OPEN, 1, 8,
     "'2024.5.31' is no date; write 2024.05.31, or ? for digits that are not known"},
    {"[Player3 \"Ada\"]" SIAM OPEN, 1, 11, "the tag Player3 is for a player this game does not have; there are 2"},
    {"[Player4 \"Ada\"]" THREE OPEN, 1, 11, "the tag Player4 is for a player this game does not have; there are 3"},
    {"[Result \"won\"]" SIAM OPEN, 1, 10, "the result 'won' is none of 1-0 0-1 1/2-1/2 *"},
    {"[Result \"1-0\"]" THREE OPEN, 1, 10,
     "the result '1-0' is not * and not what three players get, as 0-1-0 1/2-0-1/2 1/3-1/3-1/3"},
    {"[Result \"1-1\"][Game \"anneaux:players=4\"] *", 1, 10,
     "the result '1-1' is not * and not what four players get, as 0-1-0-0 0-1/2-0-1/2 1/4-1/4-1/4-1/4"},
    /* Moves. */
    {SIAM "1. @c3n *", 3, 4, "animals enter on the edge only"},
    {SIAM "1. @c1n @c5s\n2. c1c2n c5c4x *", 4, 14, "a facing is missing here: n, e, s or w"},
    {SIAM "1. 17 *", 3, 4, "'17' does not begin with a square or @; moves look like @c1n c1c2e c2w c1-"},
    {KHAN "1. 37 *", 3, 4, "'37' is no square from 1 to 36 to place a baron on"},
    {KHAN "17. 1 1 *", 3, 7, "square 1 already holds a baron"},
    {SIAM "@a1n " TEN TEN TEN TEN TEN TEN TEN OPEN, 3, 6, "'0123456789012345...' is too long for a move"},
    {SIAM "@a1n ] *", 3, 6, "']' has no place here"},
    {SIAM "@a1n } *", 3, 6, "'}' has no place here"},
    {SIAM "@a1n \" *", 3, 6, "'\"' has no place here"},
    {SIAM "@a1n \x1B[0m *", 3, 6, "'?' has no place here"},
    {SIAM "@a1n\x7F *", 3, 5, "'?' has no place here"},
    {"[Game \"siam\"]\r[Event \"x\"]\r\r1. @a1n *\r", 1, 14, "'?' has no place here"},
    {SIAM "@a1n\r*", 3, 5, "'?' has no place here"},
    {SIAM "@a1n \r\r\n*", 3, 6, "'?' has no place here"},
    {SIAM "@a1n {a\rz} *", 3, 8, "only printable characters in UTF-8 may stand in a comment"},
    {SIAM "@a1n ;a\r", 3, 8, "only printable characters in UTF-8 may stand in a comment"},
    {"[Game \"siam\"]\n[Position \"5/5/1##2/5/5 1# 9 00\"]\n\n@a1n 1-0", 4, 1, "the game is over, no move is left"},
    {SIAM "@a1n @e5s a1- e5- @a1n @e5s a1- e5- @a1n 1/2-1/2", 3, 37, "the game is over, no move is left"},
    /* Comments. */
    {SIAM "@a1n {never closed *", 3, 6, "the comment that begins here is not closed"},
    {SIAM "@a1n ; with a }\n*", 3, 15, "'}' cannot be part of a comment"},
    {SIAM "@a1n {a\x01z} *", 3, 8, "only printable characters in UTF-8 may stand in a comment"},
    {SIAM "@a1n {\xC3\xA9\xFFz} *", 3, 8, "only printable characters in UTF-8 may stand in a comment"},
    {SIAM "@a1n {[%eval]} *", 3, 7,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {well [%eval 0,35]} *", 3, 12,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {[%eval 0.355]} *", 3, 7,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {[%eval 1000]} *", 3, 7,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {[%eval #0]} *", 3, 7,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {[%eval +1} *", 3, 7,
     "this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"},
    {SIAM "@a1n {[%eval 1]} {[%eval 2]} *", 3, 19, "the move has an evaluation already"},
    {SIAM "@a1n {[%clk 5:23]} *", 3, 7, "this is no clock; write [%clk 0:05:23.4]"},
    {SIAM "@a1n {[%clk 0:60:00]} *", 3, 7, "this is no clock; write [%clk 0:05:23.4]"},
    {SIAM "@a1n {[%clk 0:05:23.]} *", 3, 7, "this is no clock; write [%clk 0:05:23.4]"},
    {SIAM "@a1n {[%clk -0:05:23]} *", 3, 7, "this is no clock; write [%clk 0:05:23.4]"},
    {SIAM "@a1n {[%clk 0:00:01] [%clk 0:00:01]} *", 3, 22, "the move has a clock already"},
    {SIAM "@a1n (@a1e {[%eval 1]}) ({[%eval 1]} @a1s {[%eval 1]}) *", 3, 44, "the move has an evaluation already"},
    /* Marks. */
    {SIAM "$1 @a1n *", 3, 1, "a mark stands after a move"},
    {SIAM "! *", 3, 1, "a mark stands after a move"},
    {SIAM "@a1n ($2 @a1e) *", 3, 7, "a mark stands after a move"},
    {SIAM "@a1n $ *", 3, 6, "'$' is no mark; they go from $1 to $255"},
    {SIAM "@a1n $0 *", 3, 6, "'$0' is no mark; they go from $1 to $255"},
    {SIAM "@a1n $256 *", 3, 6, "'$256' is no mark; they go from $1 to $255"},
    {SIAM "@a1n $99999999999999999999 *", 3, 6, "'$99999999999999999999' is no mark; they go from $1 to $255"},
    {SIAM "@a1n $7 $7 *", 3, 9, "the mark $7 is given twice"},
    {SIAM "@a1n! $1 *", 3, 7, "the mark $1 is given twice"},
    {SIAM "@a1n $1 $2 $3 $4 $5 $6 $7 $8 $9 *", 3, 30, "a move has at most 8 marks"},
    {SIAM "@a1n!!! *", 3, 5, "'!!!' is none of ! ? !! ?? !? ?!"},
    /* Variations. */
    {SIAM "(@a1n) @a1e *", 3, 1, "a variation stands after the move it replaces"},
    {SIAM "@a1n ((@a1e)) *", 3, 7, "a variation stands after the move it replaces"},
    {SIAM "@a1n ) *", 3, 6, "no variation is open that ')' could close"},
    {SIAM "@a1n () *", 3, 7, "the variation has no move"},
    {SIAM "@a1n ({Why not?}) *", 3, 17, "the variation has no move"},
    {SIAM "@a1n (@a1n @e5s) *", 3, 7, "the move @a1n stands here already"},
    {SIAM "@a1n (@a1e) (@a1s) (@a1e) *", 3, 21, "the move @a1e stands here already"},
    {SIAM "@a1n (@a1e @c3n) *", 3, 12, "animals enter on the edge only"},
    {SIAM "@a1n (@a1e *)", 3, 12, "the result stands at the end of the game, not in a variation"},
    {SIAM "@a1n (@a1e", 3, 11, "the game ends without a result; write * when it is open"},
    /* Results. */
    {SIAM "@a1n\n", 4, 1, "the game ends without a result; write * when it is open"},
    {"[Game \"siam\"]", 1, 14, "the game ends without a result; write * when it is open"},
    {SIAM "@a1n\n" SIAM "@a1n *", 4, 1, "the game ends without a result; write * when it is open"},
    {SIAM "@a1n 1/2", 3, 6, "the result '1/2' is none of 1-0 0-1 1/2-1/2 *"},
    {SIAM "@a1n 0-0", 3, 6, "the result '0-0' is none of 1-0 0-1 1/2-1/2 *"},
    {SIAM "@a1n 0-1-0", 3, 6, "the result '0-1-0' is none of 1-0 0-1 1/2-1/2 *"},
    {KHAN "1 1-0-0", 3, 3, "the result '1-0-0' is none of 1-0 0-1 1/2-1/2 *"},
    {THREE "a1 1/3-1/3-1/4", 3, 4,
     "the result '1/3-1/3-1/4' is not * and not what three players get, as 0-1-0 1/2-0-1/2 1/3-1/3-1/3"},
    {"[Result \"1-0\"]\n" SIAM "@a1n 0-1", 4, 6, "the result 0-1 contradicts the tag Result, which says 1-0"},
    {"[Result \"1-0\"]\n" SIAM "@a1n *", 4, 6, "the result * contradicts the tag Result, which says 1-0"},
    {SIAM "@a1n @e5s a1- e5- @a1n @e5s a1- e5- 1-0", 3, 37, "the result 1-0 contradicts the rules, which say 1/2-1/2"},
    {"[Result \"0-1\"]" SIAM "@a1n @e5s a1- e5- @a1n @e5s a1- e5- *", 3, 37,
     "the result 0-1 contradicts the rules, which say 1/2-1/2"},
    {"[Result \"*\"]" SIAM "@a1n @e5s a1- e5- @a1n @e5s a1- e5- 0-1", 3, 37,
     "the result 0-1 contradicts the rules, which say 1/2-1/2"},
    {"[Result \"*\"]" SIAM "@a1n 1-0", 3, 6, "the result 1-0 contradicts the tag Result, which says *"},
};

static const char *bad_name(const void *row) { return ((const struct bad_record *)row)->message; }

static void test_refused(void **state) {
    const struct bad_record *row = *state;
    size_t length = strlen(row->text), at = 0;
    char *text = malloc(length), message[TAB_ERROR_TEXT]; /* without a zero: reading past the end is seen */
    struct tab_error error = {0};
    memcpy(text, row->text, length);
    assert_true(tab_record_find(text, length, &at));
    size_t from = at;
    assert_null(tab_record_read(text, length, &at, &error));
    assert_int_equal(at, from);
    assert_null(tab_record_read(text, length, &at, NULL));
    tab_error_format(&error, NULL, message, sizeof message);
    assert_string_equal(message, row->message);
    struct tab_place place = tab_text_place(text, error.at);
    assert_int_equal(place.line, row->line);
    assert_int_equal(place.column, row->column);
    free(text);
}

/* ---- Limits --------------------------------------------------------------------------------------------------- */

/* A text made of a beginning, a part many times, and an end. */
static char *text_make(const char *beginning, const char *part, int times, const char *end) {
    size_t size = strlen(beginning) + strlen(part) * (size_t)times + strlen(end) + 1;
    char *text = malloc(size), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", beginning);
    for (int i = 0; i < times; i++)
        to += sprintf(to, "%s", part);
    sprintf(to, "%s", end);
    return text;
}

struct limit {
    const char *name, *beginning, *part, *end;
    int times; /* as often the text is good, once more it is not */
    const char *message;
};

/* With these every move is one of eight. */
#define OTHERS "(@b1n)(@b1e)(@b1s)(@b1w) "
#define ENTRIES "(@c1n)(@c1e)(@c1s)" OTHERS

static const struct limit limits[] = {
    {"plies of a line", "[Game \"siam:repetition=none\"]\n", "@a1n @e5s a1- e5- ", "*", TAB_RECORD_PLIES_MAX / 4,
     "a line has at most 8192 moves"},
    {"moves of a game", "[Game \"siam:repetition=none\"]\n",
     "@a1n" ENTRIES "@e5s" ENTRIES "a1- (a1e)(a1s)(a1w)" OTHERS "e5- (e5n)(e5e)(e5w)" OTHERS, "*",
     TAB_RECORD_MOVES_MAX / 32, "a game has at most 65536 moves, variations included"},
    {"bytes of a comment", SIAM "@a1n {", "x", "} *", TAB_RECORD_COMMENT_TEXT - 1,
     "the comments of the move are longer than 4095 bytes"},
    {"bytes of several comments", SIAM "@a1n ", "{x}", " *", TAB_RECORD_COMMENT_TEXT / 2,
     "the comments of the move are longer than 4095 bytes"},
};

static const char *limit_name(const void *row) { return ((const struct limit *)row)->name; }

static void test_limit(void **state) {
    const struct limit *row = *state;
    struct tab_error error = {0};
    char *text = text_make(row->beginning, row->part, row->times, row->end), message[TAB_ERROR_TEXT];
    size_t at = 0;
    struct tab_record *record = tab_record_read(text, strlen(text), &at, &error);
    assert_non_null(record);
    assert_int_equal(at, strlen(text));
    tab_record_free(record);
    free(text);
    at = 0;
    text = text_make(row->beginning, row->part, row->times + 1, row->end);
    assert_null(tab_record_read(text, strlen(text), &at, &error));
    tab_error_format(&error, NULL, message, sizeof message);
    assert_string_equal(message, row->message);
    free(text);
}

static void test_tags_are_limited(void **state) {
    (void)state;
    struct tab_error error = {0};
    char text[4096], message[TAB_ERROR_TEXT];
    for (int others = TAB_RECORD_TAGS_MAX - 2; others <= TAB_RECORD_TAGS_MAX; others++) {
        int used = sprintf(text, SIAM);
        size_t at = 0;
        for (int i = 0; i < others; i++)
            used += sprintf(text + used, "[T%d \"x\"]\n", i);
        sprintf(text + used, "*");
        struct tab_record *record = tab_record_read(text, strlen(text), &at, &error);
        if (others == TAB_RECORD_TAGS_MAX - 2) { /* Game and Result count */
            assert_non_null(record);
        } else {
            assert_null(record);
            tab_error_format(&error, NULL, message, sizeof message);
            assert_string_equal(message, "a game has at most 64 tags");
        }
        tab_record_free(record);
    }
}

/* Variations as deep as allowed, and one deeper: each one replaces the last move of the one around it. */
static void test_nesting_is_limited(void **state) {
    (void)state;
    static const char *const levels[] = {"a1e (a1s", "e5w (e5n", "a1e (a1n", "e5w (e5s"};
    for (int depth = TAB_RECORD_NESTING_MAX; depth <= TAB_RECORD_NESTING_MAX + 1; depth++) {
        struct tab_error error = {0};
        char text[4096], message[TAB_ERROR_TEXT];
        int used = sprintf(text, "[Game \"siam:repetition=none\"]\n@a1n @e5s ");
        size_t at = 0;
        for (int i = 0; i < depth; i++)
            used += sprintf(text + used, "%s ", levels[i % 4]);
        for (int i = 0; i < depth; i++)
            used += sprintf(text + used, ")");
        sprintf(text + used, " *");
        struct tab_record *record = tab_record_read(text, strlen(text), &at, &error);
        assert_int_equal(record != NULL, depth == TAB_RECORD_NESTING_MAX);
        tab_error_format(&error, NULL, message, sizeof message);
        assert_string_equal(message, record != NULL ? "" : "variations stand at most 64 deep in each other");
        tab_record_free(record);
    }
}

/* ---- Going on after a bad game -------------------------------------------------------------------------------- */

static void test_skipping_finds_the_next_game(void **state) {
    (void)state;
    static const char text[] = SIAM "@a1n bad\n[%clk in no comment]\n*\n\n" SIAM "@e5s *\n"
                                    "stray words\n" SIAM "@a1n bad\n"
                                    "[Game siam]\n[Event \"x\"]\n\n*\n" SIAM "@c1n *\n"
                                    "[Game \"siam\"] @z1n *\n[Game \"siam\"] @c1n *\n";
    static const int lines[] = {3, 10, 13, 14, 21};
    struct tab_error error = {0};
    int good = 0, bad = 0;
    for (size_t at = 0; tab_record_find(text, strlen(text), &at);) {
        struct tab_record *record = tab_record_read(text, strlen(text), &at, &error);
        if (record == NULL) {
            assert_true(bad < 5);
            assert_int_equal(tab_text_place(text, error.at).line, lines[bad++]);
            tab_record_skip(text, strlen(text), &at);
        }
        good += record != NULL;
        tab_record_free(record);
    }
    assert_int_equal(bad, 5);
    assert_int_equal(good, 3);
}

/* Also texts that end anywhere in a game. */
static void test_texts_cut_short(void **state) {
    (void)state;
    static const char text[] =
        "[Game \"siam\"]\n[Event \"a\\\"b\"]\n\n1. @a1n! {[%eval +0.35] yes} (1. @e1n $3) @e5s *";
    for (size_t length = 1; length < strlen(text); length++) {
        char *cut = malloc(length);
        struct tab_error error = {0};
        size_t at = 0;
        memcpy(cut, text, length);
        assert_null(tab_record_read(cut, length, &at, &error));
        assert_true(error.at <= length);
        tab_record_skip(cut, length, &at);
        assert_int_equal(at, length);
        free(cut);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags_are_limited),
        cmocka_unit_test(test_nesting_is_limited),
        cmocka_unit_test(test_skipping_finds_the_next_game),
        cmocka_unit_test(test_texts_cut_short),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("limits", test_limit, (void *)limits, sizeof *limits, sizeof limits / sizeof *limits,
                                 limit_name);
    failures += testing_run_rows("bad records", test_refused, (void *)bad_records, sizeof *bad_records,
                                 sizeof bad_records / sizeof *bad_records, bad_name);
    return failures;
}
