/* test_record.c - records: random games written and read back, trees with notes, results, tags. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers -------------------------------------------------------------------------------------------------- */

/* The whole text of a record, to be freed. */
static char *text_of(const struct tab_record *record) {
    size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(tab_record_format(record, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static struct tab_record *record_of(const char *text) {
    struct tab_error error = {0};
    size_t at = 0, length = strlen(text);
    assert_true(tab_record_find(text, length, &at));
    struct tab_record *record = tab_record_read(text, length, &at, &error);
    if (record == NULL)
        fail_msg("%s\nat %zu: %s (%s)", text, error.at, error.what, error.argument[0]);
    assert_false(tab_record_find(text, length, &at));
    return record;
}

static void check_note(const struct tab_note *one, const struct tab_note *other) {
    assert_int_equal(one->evaluated, other->evaluated);
    assert_int_equal(one->centi, other->centi);
    assert_int_equal(one->mate, other->mate);
    assert_int_equal(one->timed, other->timed);
    assert_true(one->clock_ms == other->clock_ms);
    assert_int_equal(one->marks, other->marks);
    for (int i = 0; i < one->marks; i++)
        assert_int_equal(one->mark[i], other->mark[i]);
}

/* Checks that two trees are the same from two nodes on. */
static void check_tree(const struct tab_record *one, int at, const struct tab_record *other, int there) {
    check_note(tab_record_note(one, at), tab_record_note(other, there));
    assert_string_equal(tab_record_comment(one, at), tab_record_comment(other, there));
    assert_int_equal(tab_record_ply(one, at), tab_record_ply(other, there));
    if (at != TAB_RECORD_ROOT)
        assert_int_equal(tab_record_move(one, at), tab_record_move(other, there));
    int child = tab_record_child(one, at), match = tab_record_child(other, there);
    while (child != TAB_RECORD_NONE && match != TAB_RECORD_NONE) {
        check_tree(one, child, other, match);
        child = tab_record_sibling(one, child);
        match = tab_record_sibling(other, match);
    }
    assert_int_equal(child, match);
}

static void check_same(const struct tab_record *one, const struct tab_record *other) {
    assert_int_equal(tab_record_tag_count(one), tab_record_tag_count(other));
    for (int i = 0; i < tab_record_tag_count(one); i++) {
        const char *name[2], *value[2];
        tab_record_tag_at(one, i, &name[0], &value[0]);
        tab_record_tag_at(other, i, &name[1], &value[1]);
        assert_string_equal(name[0], name[1]);
        assert_string_equal(value[0], value[1]);
    }
    assert_int_equal(tab_record_nodes(one), tab_record_nodes(other));
    check_tree(one, TAB_RECORD_ROOT, other, TAB_RECORD_ROOT);
}

/* Writes, reads and writes again: the same record, the same text. Returns what was read. */
static struct tab_record *round_trip(const struct tab_record *record) {
    char *text = text_of(record);
    struct tab_record *again = record_of(text);
    check_same(record, again);
    char *text_again = text_of(again);
    assert_string_equal(text, text_again);
    free(text_again);
    free(text);
    return again;
}

static void check_round_trip(const struct tab_record *record) { tab_record_free(round_trip(record)); }

static tab_move move_of(const struct tab_match *match, const char *text) {
    tab_move move;
    struct tab_error error = {0};
    if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), text, &move, &error))
        fail_msg("%s: %s", text, error.what);
    return move;
}

static int add(struct tab_record *record, int node, const char *text) {
    const struct tab_match *match = tab_record_match(record, node);
    assert_non_null(match);
    int added = tab_record_add(record, node, move_of(match, text), NULL);
    assert_int_not_equal(added, TAB_RECORD_NONE);
    return added;
}

/* ---- Random games --------------------------------------------------------------------------------------------- */

enum { GAMES = 1000, SPECS = 98, LENGTH_MAX = 150 };

/* A match of random moves, to its end or until it is long. Every third one begins somewhere in the middle. */
static struct tab_match *random_match(const struct tab_rules *rules, struct tab_random *random) {
    struct tab_position first;
    tab_position_start(rules, &first);
    bool middle = tab_random_below(random, 3) == 0;
    for (int i = 0; middle && i < 10 && tab_position_player(rules, &first) != 0; i++)
        tab_position_play(rules, &first, tab_random_move(random, rules, &first));
    struct tab_match *match = tab_match_new(rules, middle ? &first : NULL);
    while (tab_position_player(rules, tab_match_position(match)) != 0 && tab_match_ply(match) < LENGTH_MAX)
        assert_true(tab_match_play(match, tab_random_move(random, rules, tab_match_position(match))));
    return match;
}

static void check_against_match(struct tab_record *record, const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_match *line = tab_record_match(record, tab_record_end(record));
    assert_int_equal(tab_match_ply(line), tab_match_ply(match));
    for (int ply = 0; ply <= tab_match_ply(match); ply++)
        assert_memory_equal(tab_match_position_at(line, ply), tab_match_position_at(match, ply),
                            sizeof(struct tab_position));
    struct tab_result result;
    char word[TAB_RESULT_TEXT];
    tab_position_result(rules, tab_match_position(match), &result);
    tab_result_format(rules, &result, word, sizeof word);
    assert_string_equal(tab_record_tag(record, "Result"), word);
}

/* All specs together make a thousand games and more. */
static void test_random_games(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < testing_soak(GAMES / SPECS + 1); i++) {
        struct tab_match *match = random_match(&rules, &random);
        struct tab_record *record = tab_record_from_match(match);
        assert_non_null(record);
        check_against_match(record, match);
        struct tab_record *again = round_trip(record);
        check_against_match(again, match);
        tab_record_free(again);
        tab_record_free(record);
        tab_match_free(match);
    }
}

static void test_games_are_a_thousand(void **state) {
    (void)state;
    char buffer[TAB_SPEC_TEXT];
    int count = 0;
    while (testing_spec(&count, buffer, sizeof buffer) != NULL)
        ;
    assert_true((count - 1) * (GAMES / SPECS + 1) >= GAMES);
}

/* ---- Random trees --------------------------------------------------------------------------------------------- */

static void note_random(struct tab_random *random, struct tab_note *note) {
    note->evaluated = tab_random_below(random, 2) == 0;
    if (note->evaluated && tab_random_below(random, 3) == 0)
        note->mate = (int)tab_random_below(random, TAB_RECORD_MATE_MAX) + 1;
    else if (note->evaluated)
        note->centi = (int)tab_random_below(random, 2 * TAB_RECORD_CENTI_MAX + 1) - TAB_RECORD_CENTI_MAX;
    if (tab_random_below(random, 2) == 0)
        note->mate = -note->mate;
    note->timed = tab_random_below(random, 3) == 0;
    if (note->timed)
        note->clock_ms = tab_random_below(random, 10000000);
    uint32_t mark = 1 + tab_random_below(random, 30);
    while (tab_random_below(random, 4) == 0 && note->marks < TAB_RECORD_MARKS_MAX) {
        note->mark[note->marks++] = (uint8_t)mark;
        mark += 1 + tab_random_below(random, 25);
    }
}

static void comment_random(struct tab_random *random, char *text, size_t size) {
    static const char *const words[] = {"well",   "(really)",  "\xC3\xA9l\xC3\xA9phant",
                                        "[%x 1]", "{",         "%",
                                        "$3",     "a;b",       "1-0",
                                        "\"",     "\\",        "[%",
                                        "!",      "[Game \"]", "pass",
                                        "12.",    "...",       "*"};
    text[0] = '\0';
    for (uint32_t left = tab_random_below(random, 40); left > 0; left--) {
        size_t used = strlen(text);
        uint32_t word = tab_random_below(random, sizeof words / sizeof *words);
        snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", words[word]);
    }
}

/* Adds a move after any node, with notes about it. */
static void tree_grow(struct tab_record *record, struct tab_random *random) {
    char text[1024];
    struct tab_note note = {0};
    int node = (int)tab_random_below(random, (uint32_t)tab_record_nodes(record));
    const struct tab_match *match = tab_record_match(record, node);
    const struct tab_rules *rules = tab_record_rules(record);
    if (tab_position_player(rules, tab_match_position(match)) == 0)
        return;
    int added = tab_record_add(record, node, tab_random_move(random, rules, tab_match_position(match)), NULL);
    assert_int_not_equal(added, TAB_RECORD_NONE);
    note_random(random, &note);
    assert_true(tab_record_set_note(record, added, &note));
    if (tab_random_below(random, 4) != 0)
        return;
    comment_random(random, text, sizeof text);
    assert_true(tab_record_set_comment(record, added, text, NULL));
    assert_string_equal(tab_record_comment(record, added), text);
}

static void test_random_trees(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int round = 0; round < testing_soak(4); round++) {
        struct tab_record *record = tab_record_new(&rules, NULL);
        for (int i = 0; i < 120; i++)
            tree_grow(record, &random);
        check_round_trip(record);
        char *text = text_of(record);
        for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
            assert_true(*line == '[' || strcspn(line, "\n") <= 90);
        free(text);
        tab_record_free(record);
    }
}

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

/* What is read, and how it is written. */
struct rewriting {
    const char *name, *from, *to;
};

#define SIAM "[Game \"siam\"]\n[Result \"*\"]\n\n"
#define KHAN "[Game \"khantsin\"]\n[Result \"*\"]\n\n"

static const struct rewriting rewritings[] = {
    {"no moves", "[Game \"siam\"]*", SIAM "*\n\n"},
    {"numbers", "[Game \"siam\"] @a1n @e5s a1e *", SIAM "1. @a1n @e5s 2. a1e *\n\n"},
    {"numbers are not checked", "[Game \"siam\"] 7.@a1n 3... @e5s ...a1e 9. *", SIAM "1. @a1n @e5s 2. a1e *\n\n"},
    {"a bare number is a move where it can be", "[Game \"khantsin\"] 1. 17 18 2.3 4.*", KHAN "1. 17 18 2. 3 *\n\n"},
    {"moves in their own letters", "[Game \"siam\"] @A1N @e5S *", SIAM "1. @a1n @e5s *\n\n"},
    {"comments", "[Game \"siam\"] {First  of\nall} @a1n{ A }{}{B} ; to the end\n@e5s ;x\n ; y\n *",
     SIAM "{First of all} 1. @a1n {A B to the end} 1... @e5s {x y} *\n\n"},
    {"evaluations", "[Game \"siam\"] @a1n {[%eval 1.5]} @e5s {[%eval  -0 ]} a1e {[%eval #12]} e5w {x[%eval\n#-3]y} *",
     SIAM "1. @a1n {[%eval +1.50]} 1... @e5s {[%eval +0.00]} 2. a1e {[%eval #12]} 2... e5w\n"
          "{[%eval #-3] x y} *\n\n"},
    {"clocks",
     "[Game \"siam\"] @a1n {[%clk 0:05:23.4]} @e5s {[%clk 100:00:00.050][%eval 1]} a1e {[%clk 0:00:01.000]} *",
     SIAM "1. @a1n {[%clk 0:05:23.4]} 1... @e5s {[%eval +1.00] [%clk 100:00:00.05]} 2. a1e\n"
          "{[%clk 0:00:01]} *\n\n"},
    {"other commands are words", "[Game \"siam\"] @a1n {[%cal Gd3] [%evals 1] [%] [%eval 2]} *",
     SIAM "1. @a1n {[%eval +2.00] [%cal Gd3] [%evals 1] [%]} *\n\n"},
    {"marks", "[Game \"siam\"] @a1n! @e5s?! $10 a1e $255$7 e5w ?? *",
     SIAM "1. @a1n $1 @e5s $6 $10 2. a1e $255 $7 e5w $4 *\n\n"},
    {"variations",
     "[Game \"siam\"] 1. @a1n (1. @a1s {south} @e5s (1... @e5n 2. @a2n)) (1. @a1w) 1... @e5s (@e5e!) (@e5w) a1e *",
     SIAM "1. @a1n (1. @a1s {south} 1... @e5s (1... @e5n 2. @a2n)) (1. @a1w) 1... @e5s\n"
          "(1... @e5e $1) (1... @e5w) 2. a1e *\n\n"},
    {"a variation of the first move of a variation stands beside it", "[Game \"siam\"] @a1n (@a1s (@a1e) @e5s) *",
     SIAM "1. @a1n (1. @a1s @e5s) (1. @a1e) *\n\n"},
    {"a comment before a variation belongs to its first move", "[Game \"siam\"] @a1n ({[%eval 2] why} @a1s {not}) *",
     SIAM "1. @a1n (1. @a1s {[%eval +2.00] why not}) *\n\n"},
    {"comments around a variation", "[Game \"siam\"] @a1n {a} (@a1s) {b} @e5s *",
     SIAM "1. @a1n {a b} (1. @a1s) 1... @e5s *\n\n"},
    {"escaped lines", "% nothing\n[Game \"siam\"]\n%[Event \"x\"]\n@a1n\n% @a1n\n*", SIAM "1. @a1n *\n\n"},
    {"a comment to the end of a line of two bytes", "[Game \"siam\"]\r\n@a1n ; a b\r\n*\r\n",
     SIAM "1. @a1n {a b} *\n\n"},
    {"marks and comments after variations", "[Game \"siam\"] @a1n (@a1e) {late} (@a1s) $3 *",
     SIAM "1. @a1n $3 {late} (1. @a1e) (1. @a1s) *\n\n"},
    {"a byte order mark, and line ends of two bytes", "\xEF\xBB\xBF[Game \"siam\"]\r\n\r\n@a1n {a\r\nb} *\r\n",
     SIAM "1. @a1n {a b} *\n\n"},
    {"tags in their order, others as they come",
     "[White \"x\"][Termination \"time\"][Player2 \"B\"][Black \"y\"][Player1 \"A \\\"\\\\\"][Date \"20??.??.??\"]"
     "[TimeControl \"60+1\"][Round \"1\"][Site \"s\"][Event \"e\"][Game \"siam\"]*",
     "[Game \"siam\"]\n[Event \"e\"]\n[Site \"s\"]\n[Date \"20\?\?.\?\?.\?\?\"]\n[Round \"1\"]\n[Player1 \"A "
     "\\\"\\\\\"]\n"
     "[Player2 \"B\"]\n[Result \"*\"]\n[TimeControl \"60+1\"]\n[Termination \"time\"]\n[White \"x\"]\n[Black \"y\"]\n\n"
     "*\n\n"},
    {"specs in their shortest form", "[Game \"siam:push=running,openings=crossed\"]*",
     "[Game \"siam:openings=crossed\"]\n[Result \"*\"]\n\n*\n\n"},
    {"the start is no position to mention", "[Game \"siam\"][Position \"5/5/1###1/5/5 1 0 00\"]*", SIAM "*\n\n"},
    {"another first position", "[Position \"4s/5/1###1/5/N4 1 2 00\"][Game \"siam\"]a1e*",
     "[Game \"siam\"]\n[Position \"4s/5/1###1/5/N4 1 2 00\"]\n[Result \"*\"]\n\n1. a1e *\n\n"},
    {"a win agreed on", "[Game \"siam\"]@a1n 0-1", "[Game \"siam\"]\n[Result \"0-1\"]\n\n1. @a1n 0-1\n\n"},
    {"a draw by the rules", "[Game \"siam\"]@a1n @e5s a1- e5- @a1n @e5s a1- e5- 1/2-1/2",
     "[Game \"siam\"]\n[Result \"1/2-1/2\"]\n\n1. @a1n @e5s 2. a1- e5- 3. @a1n @e5s 4. a1- e5- 1/2-1/2\n\n"},
    {"a repetition that only a variation has", "[Game \"siam\"]@a1n @e5s a1- e5- @a1n @e5s a1- e5e (e5-) @a1n *",
     SIAM "1. @a1n @e5s 2. a1- e5- 3. @a1n @e5s 4. a1- e5e (4... e5-) 5. @a1n *\n\n"},
    {"payoffs of three", "[Game \"anneaux:players=3\"]a1 1/2-0-1/2",
     "[Game \"anneaux:players=3\"]\n[Result \"1/2-0-1/2\"]\n\n1. a1 1/2-0-1/2\n\n"},
    {"payoffs of four", "[Game \"anneaux:players=4\"][Player4 \"D\"]a1 0-0-1-0",
     "[Game \"anneaux:players=4\"]\n[Player4 \"D\"]\n[Result \"0-0-1-0\"]\n\n1. a1 0-0-1-0\n\n"},
    {"long comments are broken, but not before a percent sign",
     "[Game \"siam\"]@a1n {0123456789 0123456789 0123456789 0123456789 0123456789 012345678 %x 0123456789} *",
     SIAM "1. @a1n {0123456789 0123456789 0123456789 0123456789 0123456789 012345678 %x\n0123456789} *\n\n"},
    {"a bracket that does not fit any more",
     "[Game \"siam\"]@a1n {0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123} *",
     SIAM "1. @a1n {0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123\n} *\n\n"},
};

static const char *rewriting_name(const void *row) { return ((const struct rewriting *)row)->name; }

static void test_rewriting(void **state) {
    const struct rewriting *row = *state;
    struct tab_record *record = record_of(row->from);
    char *text = text_of(record);
    assert_string_equal(text, row->to);
    check_round_trip(record);
    free(text);
    tab_record_free(record);
}

static void test_several_games(void **state) {
    (void)state;
    static const char text[] =
        "[Game \"siam\"] @a1n * [Game \"khantsin\"]\n17 *\n\n[Event \"last\"][Game \"santasi\"] 1-0";
    static const char *const games[] = {"siam", "khantsin", "santasi"};
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        assert_true(tab_record_find(text, strlen(text), &at));
        struct tab_record *record = tab_record_read(text, strlen(text), &at, NULL);
        assert_non_null(record);
        assert_string_equal(tab_record_tag(record, "Game"), games[i]);
        tab_record_free(record);
    }
    assert_false(tab_record_find(text, strlen(text), &at));
}

static void test_buffers_too_small(void **state) {
    (void)state;
    struct tab_record *record = record_of("[Game \"siam\"]@a1n {x} *");
    char *text = text_of(record), cut[64];
    for (size_t size = 1; size < sizeof cut; size++) {
        memset(cut, 'x', sizeof cut);
        assert_int_equal(tab_record_format(record, cut, size), strlen(text));
        size_t expected = strlen(text) < size ? strlen(text) : size - 1;
        assert_int_equal(strlen(cut), expected);
        assert_memory_equal(cut, text, expected);
    }
    free(text);
    tab_record_free(record);
}

/* ---- The tree ------------------------------------------------------------------------------------------------- */

static void test_tree(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_record *record = tab_record_new(&rules, NULL);
    int one = add(record, TAB_RECORD_ROOT, "@a1n"), two = add(record, one, "@e5s");
    int other = add(record, TAB_RECORD_ROOT, "@a1e"), third = add(record, TAB_RECORD_ROOT, "@a1s");
    assert_int_equal(add(record, TAB_RECORD_ROOT, "@a1e"), other);
    assert_int_equal(tab_record_nodes(record), 5);
    assert_int_equal(tab_record_child(record, TAB_RECORD_ROOT), one);
    assert_int_equal(tab_record_sibling(record, one), other);
    assert_int_equal(tab_record_sibling(record, other), third);
    assert_int_equal(tab_record_sibling(record, third), TAB_RECORD_NONE);
    assert_int_equal(tab_record_parent(record, two), one);
    assert_int_equal(tab_record_parent(record, TAB_RECORD_ROOT), TAB_RECORD_NONE);
    assert_int_equal(tab_record_ply(record, two), 2);
    assert_int_equal(tab_record_end(record), two);
    assert_int_equal(tab_match_ply(tab_record_match(record, third)), 1);
    assert_int_equal(tab_match_ply(tab_record_match(record, TAB_RECORD_ROOT)), 0);
    tab_record_free(record);
}

static void test_illegal_moves_are_refused(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_record *record = tab_record_new(&rules, NULL);
    struct tab_error error = {0};
    int one = add(record, TAB_RECORD_ROOT, "@a1n");
    assert_int_equal(tab_record_add(record, one, UINT32_MAX, &error), TAB_RECORD_NONE);
    assert_string_equal(error.what, "the move is not legal here");
    assert_int_equal(tab_record_nodes(record), 2);
    assert_int_equal(tab_record_end(record), one);
    tab_record_free(record);
}

/* ---- Notes, comments and tags --------------------------------------------------------------------------------- */

struct note_row {
    const char *name;
    struct tab_note note;
    bool at_root, after_a_move;
};

static const struct note_row notes[] = {
    {"nothing", {0}, true, true},
    {"the greatest evaluation", {.evaluated = true, .centi = 99999}, true, true},
    {"the least evaluation", {.evaluated = true, .centi = -99999}, true, true},
    {"too great an evaluation", {.evaluated = true, .centi = 100000}, false, false},
    {"too small an evaluation", {.evaluated = true, .centi = -100000}, false, false},
    {"the furthest win", {.evaluated = true, .mate = 9999}, true, true},
    {"too far a win", {.evaluated = true, .mate = 10000}, false, false},
    {"too far a loss", {.evaluated = true, .mate = -10000}, false, false},
    {"the longest clock", {.timed = true, .clock_ms = 3599999999}, true, true},
    {"too long a clock", {.timed = true, .clock_ms = 3600000000}, false, false},
    {"a clock below zero", {.timed = true, .clock_ms = -1}, false, false},
    {"a mark", {.marks = 1, .mark = {255}}, false, true},
    {"eight marks", {.marks = 8, .mark = {8, 7, 6, 5, 4, 3, 2, 1}}, false, true},
    {"nine marks", {.marks = 9}, false, false},
    {"less than no marks", {.marks = -1}, false, false},
    {"the mark 0", {.marks = 1, .mark = {0}}, false, false},
    {"a mark twice", {.marks = 3, .mark = {5, 6, 5}}, false, false},
};

static const char *note_name(const void *row) { return ((const struct note_row *)row)->name; }

static void test_note(void **state) {
    const struct note_row *row = *state;
    struct tab_record *record = record_of("[Game \"siam\"] {[%eval 7]} @a1n {[%eval 7]} *");
    for (int node = 0; node < 2; node++) {
        bool good = node == TAB_RECORD_ROOT ? row->at_root : row->after_a_move;
        assert_int_equal(tab_record_set_note(record, node, &row->note), good);
        if (good)
            check_note(tab_record_note(record, node), &row->note);
        else
            assert_int_equal(tab_record_note(record, node)->centi, 700);
    }
    check_round_trip(record);
    tab_record_free(record);
}

struct text_row {
    const char *text, *message; /* NULL: it is good */
};

static const struct text_row comments[] = {
    {"", NULL},
    {"words", NULL},
    {"a } b", "'}' cannot be part of a comment"},
    {"a\x1Bz", "only printable characters in UTF-8 may stand in a comment"},
    {"[%eval 1]", "an evaluation or a clock is not part of the free text"},
    {"[%clk x]", "an evaluation or a clock is not part of the free text"},
};

static const char *text_name(const void *row) { return ((const struct text_row *)row)->text; }

static void test_comment(void **state) {
    const struct text_row *row = *state;
    struct tab_record *record = record_of("[Game \"siam\"] {before} @a1n {before} *");
    struct tab_error error = {0};
    for (int node = 0; node < 2; node++) {
        assert_int_equal(tab_record_set_comment(record, node, row->text, &error), row->message == NULL);
        assert_string_equal(tab_record_comment(record, node), row->message == NULL ? row->text : "before");
        if (row->message != NULL)
            assert_string_equal(error.what, row->message);
    }
    check_round_trip(record);
    tab_record_free(record);
}

static void test_tags(void **state) {
    (void)state;
    struct tab_record *record = record_of("[Game \"siam\"][Event \"x\"] @a1n *");
    struct tab_error error = {0};
    assert_true(tab_record_set_tag(record, "Player1", "Ada", &error));
    assert_true(tab_record_set_tag(record, "Player1", "Bea", &error));
    assert_string_equal(tab_record_tag(record, "Player1"), "Bea");
    assert_true(tab_record_set_tag(record, "Event", NULL, &error));
    assert_true(tab_record_set_tag(record, "Event", NULL, &error));
    assert_null(tab_record_tag(record, "Event"));
    assert_false(tab_record_set_tag(record, "Game", "khantsin", &error));
    assert_string_equal(error.what, "the tag {1} cannot be changed");
    assert_false(tab_record_set_tag(record, "Result", NULL, &error));
    assert_false(tab_record_set_tag(record, "Result", "2-0", &error));
    assert_false(tab_record_set_tag(record, "a b", "x", &error));
    assert_string_equal(error.what, "'{1}' is no name of a tag: a letter, then letters, digits and _");
    assert_true(tab_record_set_tag(record, "Result", "0-1", &error));
    assert_int_equal(tab_record_tag_count(record), 3);
    check_round_trip(record);
    tab_record_free(record);
}

/* The rules have the last word about the result, in the main line only. */
static void test_result_follows_the_rules(void **state) {
    (void)state;
    struct tab_record *record = record_of("[Game \"siam\"] @a1n @e5s a1- e5- @a1n @e5s a1- 0-1");
    struct tab_error error = {0};
    int before = tab_record_end(record), parent = tab_record_parent(record, before);
    add(record, add(record, parent, "a1e"), "e5w");
    assert_string_equal(tab_record_tag(record, "Result"), "0-1");
    add(record, before, "e5-");
    assert_string_equal(tab_record_tag(record, "Result"), "1/2-1/2");
    assert_false(tab_record_set_tag(record, "Result", "0-1", &error));
    assert_string_equal(error.what, "the result {1} contradicts the rules, which say {2}");
    assert_true(tab_record_set_tag(record, "Result", "1/2-1/2", &error));
    check_round_trip(record);
    tab_record_free(record);
}

/* A game that is over by the rules while its text says `*`. */
static const struct mended_record {
    const char *text, *result;
    size_t at; /* of the `*` that is put right */
} mended_records[] = {
    {"[Game \"siam\"]\n@a1n @e5s a1- e5- @a1n @e5s a1- e5- *", "1/2-1/2", 50},
    {"[Game \"siam\"][Result \"*\"]\n@a1n @e5s a1- e5- @a1n @e5s a1- e5- *", "1/2-1/2", 62},
    {"[Game \"siam\"][Result \"1/2-1/2\"]\n@a1n @e5s a1- e5- @a1n @e5s a1- e5- *", "1/2-1/2", 68},
    {"[Game \"siam\"][Result \"*\"]\n@a1n @e5s a1- e5- @a1n @e5s a1- e5- 1/2-1/2", "1/2-1/2", 22},
    {"[Game \"siam\"][Position \"5/5/1##2/5/5 1# 9 00\"]\n\n*", "1-0", 48},
};

static const char *mended_name(const void *row) { return ((const struct mended_record *)row)->text; }

static void test_open_result_is_put_right(void **state) {
    const struct mended_record *row = *state;
    struct tab_record *record = record_of(row->text);
    struct tab_error remark = {0};
    char message[TAB_ERROR_TEXT];
    assert_string_equal(tab_record_tag(record, "Result"), row->result);
    assert_true(tab_record_mended(record, NULL));
    assert_true(tab_record_mended(record, &remark));
    assert_int_equal(remark.at, row->at);
    tab_error_format(&remark, NULL, message, sizeof message);
    assert_non_null(strstr(message, row->result));
    check_round_trip(record);
    tab_record_free(record);
}

static void test_good_result_is_left(void **state) {
    (void)state;
    static const char *const texts[] = {"[Game \"siam\"] @a1n *", "[Game \"siam\"][Result \"1-0\"] @a1n 1-0",
                                        "[Game \"siam\"] @a1n @e5s a1- e5- @a1n @e5s a1- e5- 1/2-1/2"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct tab_record *record = record_of(texts[i]);
        assert_false(tab_record_mended(record, NULL));
        tab_record_free(record);
    }
}

static void test_place(void **state) {
    (void)state;
    static const char text[] = "a\xC3\xA9z\n\nx";
    static const struct tab_place places[] = {{1, 1}, {1, 2}, {1, 3}, {1, 3}, {1, 4}, {2, 1}, {3, 1}, {3, 2}};
    for (size_t at = 0; at < sizeof places / sizeof *places; at++) {
        struct tab_place place = tab_text_place(text, at);
        assert_int_equal(place.line, places[at].line);
        if (at != 2) /* inside a character */
            assert_int_equal(place.column, places[at].column);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_a_thousand),      cmocka_unit_test(test_several_games),
        cmocka_unit_test(test_buffers_too_small),         cmocka_unit_test(test_tree),
        cmocka_unit_test(test_illegal_moves_are_refused), cmocka_unit_test(test_tags),
        cmocka_unit_test(test_result_follows_the_rules),  cmocka_unit_test(test_place),
        cmocka_unit_test(test_good_result_is_left),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("rewriting", test_rewriting, (void *)rewritings, sizeof *rewritings,
                                 sizeof rewritings / sizeof *rewritings, rewriting_name);
    failures +=
        testing_run_rows("notes", test_note, (void *)notes, sizeof *notes, sizeof notes / sizeof *notes, note_name);
    failures += testing_run_rows("comments", test_comment, (void *)comments, sizeof *comments,
                                 sizeof comments / sizeof *comments, text_name);
    failures += testing_run_rows("open results", test_open_result_is_put_right, (void *)mended_records,
                                 sizeof *mended_records, sizeof mended_records / sizeof *mended_records, mended_name);
    failures += testing_run_specs("random games", test_random_games);
    failures += testing_run_specs("random trees", test_random_trees);
    return failures;
}
