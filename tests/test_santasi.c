/* test_santasi.c - what San Ta Si reads, what it refuses and why, and how it is scored. */
#include "testing.h"
#include "rules/game.h"

#include <stdio.h>
#include <string.h>

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

/* ---- Bad input ------------------------------------------------------------------------------------------------ */

struct bad {
    const char *spec, *position, *move; /* the last that is given is the text under test */
    size_t at;
    const char *what;
};

static const char *bad_text(const struct bad *bad) {
    return bad->move != NULL ? bad->move : bad->position != NULL ? bad->position : bad->spec;
}

static const char *bad_name(const void *row) { return bad_text(row); }

static void check_error(const struct bad *bad, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    assert_non_null(error->what);
    tab_error_format(error, NULL, message, sizeof message);
    assert_string_equal(message, bad->what);
    assert_int_equal(error->at, bad->at);
}

static struct bad bad_specs[] = {
    {"santasi:set=", NULL, NULL, 12, "the term of size A is missing; write COUNTxHEIGHT"},
    {"santasi:set=3x46", NULL, NULL, 16, "the set has only 1 of its five terms, A to E"},
    {"santasi:set=3x46+3x38+2x52+4x30", NULL, NULL, 31, "the set has only 4 of its five terms, A to E"},
    {"santasi:set=3x46+3x38+2x52+4x30+", NULL, NULL, 32, "the term of size E is missing; write COUNTxHEIGHT"},
    {"santasi:set=3x46++2x52+4x30+3x43", NULL, NULL, 17, "the term of size B is missing; write COUNTxHEIGHT"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x43+1x1", NULL, NULL, 36, "the set has more than five terms, A to E"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x43+", NULL, NULL, 36, "the set has more than five terms, A to E"},
    {"santasi:set=346+3x38+2x52+4x30+3x43", NULL, NULL, 12, "the term '346' has no x; write COUNTxHEIGHT"},
    {"santasi:set=3X46+3x38+2x52+4x30+3x43", NULL, NULL, 12, "the term '3X46' has no x; write COUNTxHEIGHT"},
    {"santasi:set=x46+3x38+2x52+4x30+3x43", NULL, NULL, 12, "a number is missing"},
    {"santasi:set=3x+3x38+2x52+4x30+3x43", NULL, NULL, 14, "a number is missing"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x", NULL, NULL, 34, "a number is missing"},
    {"santasi:set=0x46+3x38+2x52+4x30+3x43", NULL, NULL, 12, "the number must be at least 1"},
    {"santasi:set=3x46+3x0+2x52+4x30+3x43", NULL, NULL, 19, "the number must be at least 1"},
    {"santasi:set=3x46+7x38+2x52+4x30+3x43", NULL, NULL, 17, "the number is greater than 6"},
    {"santasi:set=3x46+99999999999999999999x38+2x52+4x30+3x43", NULL, NULL, 17, "the number is greater than 6"},
    {"santasi:set=3x46+3x1000+2x52+4x30+3x43", NULL, NULL, 19, "the number is greater than 999"},
    {"santasi:set=03x46+3x38+2x52+4x30+3x43", NULL, NULL, 12, "a number has no leading zeros"},
    {"santasi:set=3x046+3x38+2x52+4x30+3x43", NULL, NULL, 14, "a number has no leading zeros"},
    {"santasi:set=3x4x6+3x38+2x52+4x30+3x43", NULL, NULL, 15, "'x' is not a digit"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x4 ", NULL, NULL, 35, "' ' is not a digit"},
    {"santasi:set=-3x46+3x38+2x52+4x30+3x43", NULL, NULL, 12, "'-' is not a digit"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x43,set=1x1+1x1+1x1+1x1+1x1", NULL, NULL, 37, "the option 'set' is given twice"},
    {"santasi:sets=1x1", NULL, NULL, 8, "unknown option 'sets'; the options are: set, repetition"},
    {"santasi:repetition=loss", NULL, NULL, 19, "unknown value 'loss'; the values are: draw, none"},
    {"santasi:", NULL, NULL, 8, "an option is missing here; write key=value"},
};

static void test_bad_spec(void **state) {
    const struct bad *bad = *state;
    struct tab_rules rules, before;
    struct tab_error error = {0};
    memset(&rules, 0xA5, sizeof rules);
    before = rules;
    assert_false(tab_rules_parse(&rules, bad->spec, &error));
    assert_memory_equal(&rules, &before, sizeof rules);
    check_error(bad, &error);
}

#define START "-,-,-,-,-/-,-,-,-,-/-,-,-,-,-"
/* Two pieces of each size, ten cylinders in all, and one that gets stuck: no B is ever higher than an A. */
#define EVEN "santasi:set=1x10+1x10+1x10+1x10+1x10"
#define STUCK "santasi:set=2x10+1x1+1x1+1x1+1x1"

static struct bad bad_positions[] = {
    {"santasi", "", NULL, 0, "the text ends before the field 'board'"},
    {"santasi", START, NULL, 29, "the text ends before the field 'status'"},
    {"santasi", START " ", NULL, 30, "the text ends before the field 'status'"},
    {"santasi", START "  1", NULL, 30, "one space too many before the field 'status'"},
    {"santasi", " " START " 1", NULL, 0, "one space too many before the field 'board'"},
    {"santasi", START " 1 ", NULL, 31, "nothing may follow the field 'status'"},
    {"santasi", START " 1 0", NULL, 31, "nothing may follow the field 'status'"},
    {"santasi", "-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 7, "tower 1 has only 4 of its five columns"},
    {"santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,- 1", NULL, 27, "tower 3 has only 4 of its five columns"},
    {"santasi", "-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,- 1", NULL, 19, "tower 2 has more than five columns"},
    {"santasi", "-,-,-,-,-/-,-,-,-,- 1", NULL, 19, "the board ends after tower 2"},
    {"santasi", "- 1", NULL, 1, "tower 1 has only 1 of its five columns"},
    {"santasi", START "/-,-,-,-,- 1", NULL, 29, "the board has more than three towers"},
    {"santasi", START "/ 1", NULL, 29, "the board has more than three towers"},
    {"santasi", ",-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 0, "a column is missing here; an empty one is written -"},
    {"santasi", "-,-,,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 4, "a column is missing here; an empty one is written -"},
    {"santasi", "-,-,-,-,/-,-,-,-,-/-,-,-,-,- 1", NULL, 8, "a column is missing here; an empty one is written -"},
    {"santasi", "-,-,-,-,-/ 1", NULL, 10, "a column is missing here; an empty one is written -"},
    {"santasi", "-,-,--,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 4, "'-' stands alone, for an empty column"},
    {"santasi", "-,-,b-,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 5, "'-' stands alone, for an empty column"},
    {"santasi", "-,-,-s,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 4, "'-' stands alone, for an empty column"},
    {"santasi", "-,-,B,-,-/-,-,-,-,-/-,-,-,-,- 2", NULL, 4, "'B' is no cylinder; allowed are b and s"},
    {"santasi", "-,-,sbx,-,-/-,-,-,-,-/-,-,-,-,- 2", NULL, 6, "'x' is no cylinder; allowed are b and s"},
    {"santasi", "bbbb,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 3, "one blue A too many; the set has 3"},
    {"santasi", "-,-,s,-,-/-,-,bs,-,-/-,-,s,-,- 1", NULL, 25, "one silver C too many; the set has 2"},
    {EVEN, "b,b,b,b,b/s,s,s,s,s/-,-,-,-,b 2", NULL, 28, "one blue E too many; the set has 1"},
    {"santasi", START " 2", NULL, 30, "player 2 cannot be to move; cylinders built: 0"},
    {"santasi", "-,-,b,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL, 30, "player 1 cannot be to move; cylinders built: 1"},
    {"santasi", START " 1#", NULL, 30, "the game is not over: cylinders can still be placed"},
    {"santasi", START " =", NULL, 30, "the game is not over: cylinders can still be placed"},
    {"santasi", START " 3", NULL, 30, "the status '3' is none of 1 2 1# 2# ="},
    {"santasi", START " 0", NULL, 30, "the status '0' is none of 1 2 1# 2# ="},
    {"santasi", START " 1##", NULL, 30, "the status '1##' is none of 1 2 1# 2# ="},
    {"santasi", START " #", NULL, 30, "the status '#' is none of 1 2 1# 2# ="},
    {EVEN, "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s 1", NULL, 30,
     "nothing can be placed any more; by the board the status is 1#"},
    {EVEN, "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s 2#", NULL, 30,
     "nothing can be placed any more; by the board the status is 1#"},
    {EVEN, "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s =", NULL, 30,
     "nothing can be placed any more; by the board the status is 1#"},
    {EVEN, "s,b,s,b,s/b,s,b,s,b/-,-,-,-,- 1#", NULL, 30,
     "nothing can be placed any more; by the board the status is ="},
    {STUCK, "b,b,b,b,b/s,s,s,s,s/b,-,-,-,- 2", NULL, 30,
     "nothing can be placed any more; by the board the status is 1#"},
    {STUCK, "s,b,b,b,b/s,s,s,s,s/b,-,-,-,- 1", NULL, 30,
     "nothing can be placed any more; by the board the status is 2#"},
};

static void test_bad_position(void **state) {
    const struct bad *bad = *state;
    struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position, before;
    struct tab_error error = {0};
    memset(&position, 0xA5, sizeof position);
    before = position;
    assert_false(tab_position_parse(&rules, bad->position, &position, &error));
    assert_memory_equal(&position, &before, sizeof position);
    check_error(bad, &error);
}

static struct bad bad_moves[] = {
    {"santasi", START " 1", "", 0, "the move is empty"},
    {"santasi", START " 1", "x", 0, "'x' does not begin with a colour, b or s; moves look like bC2"},
    {"santasi", START " 1", "C2", 0, "'C2' does not begin with a colour, b or s; moves look like bC2"},
    {"santasi", START " 1", "b", 1, "a size is missing here: A, B, C, D or E"},
    {"santasi", START " 1", "b2", 1, "a size is missing here: A, B, C, D or E"},
    {"santasi", START " 1", "bF1", 1, "a size is missing here: A, B, C, D or E"},
    {"santasi", START " 1", "b@1", 1, "a size is missing here: A, B, C, D or E"},
    {"santasi", START " 1", "sA", 2, "a site is missing here: 1, 2 or 3"},
    {"santasi", START " 1", "sA0", 2, "a site is missing here: 1, 2 or 3"},
    {"santasi", START " 1", "sA4", 2, "a site is missing here: 1, 2 or 3"},
    {"santasi", START " 1", "sA1 ", 3, "nothing may follow here"},
    {"santasi", START " 1", "sA11", 3, "nothing may follow here"},
    {"santasi", "-,-,b,-,-/-,-,b,-,-/-,-,-,-,- 1", "bC3", 0, "no blue C is left"},
    {"santasi", "-,-,s,-,-/-,-,s,-,-/-,-,-,-,- 1", "SC3", 0, "no silver C is left"},
    {"santasi", "-,-,b,-,-/-,-,b,-,-/-,-,-,-,- 1", "bC1", 0, "no blue C is left"},
    {"santasi", "-,b,-,-,-/-,-,-,-,-/-,-,-,-,- 2", "sB1", 0,
     "no B can be nested in tower 1 now: no neighbouring column is higher than its own"},
    {"santasi", "-,-,-,-,-/s,s,b,b,b/-,-,-,-,- 2", "bc2", 0,
     "no C can be nested in tower 2 now: no neighbouring column is higher than its own"},
    {"santasi", "s,-,b,-,-/-,-,-,-,-/-,-,-,-,- 1", "bA1", 0,
     "no A can be nested in tower 1 now: no neighbouring column is higher than its own"},
    {EVEN, "b,b,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "sA1", 0,
     "no A can be nested in tower 1 now: no neighbouring column is higher than its own"},
    {"santasi", "-,-,-,-,b/-,-,-,-,-/s,-,-,-,- 1", "bA3", 0,
     "no A can be nested in tower 3 now: no neighbouring column is higher than its own"},
    {EVEN, "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s 1#", "bA1", 0, "the game is over, no move is left"},
    {STUCK, "b,b,b,b,b/s,s,s,s,s/b,-,-,-,- 1#", "sA1", 0, "the game is over, no move is left"},
};

static void test_bad_move(void **state) {
    const struct bad *bad = *state;
    struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position = testing_position(&rules, bad->position);
    struct tab_error error = {0};
    tab_move move = 12345;
    assert_false(tab_move_parse(&rules, &position, bad->move, &move, &error));
    assert_int_equal(move, 12345);
    check_error(bad, &error);
}

/* ---- Specs that are good -------------------------------------------------------------------------------------- */

struct pair {
    const char *given, *expected;
};

static const char *pair_name(const void *row) { return ((const struct pair *)row)->given; }

static struct pair good_specs[] = {
    {"santasi", "santasi"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x43", "santasi"},
    {"santasi:set=3x46+3x38+2x52+4x30+3x43,repetition=draw", "santasi"},
    {"santasi:repetition=none", "santasi:repetition=none"},
    {"santasi:repetition=none,set=1x1+2x22+3x333+6x999+1x5", "santasi:set=1x1+2x22+3x333+6x999+1x5,repetition=none"},
};

static void test_good_spec(void **state) {
    const struct pair *pair = *state;
    struct tab_rules rules = testing_rules(pair->given);
    char spec[TAB_SPEC_TEXT];
    assert_true(tab_rules_format(&rules, spec, sizeof spec) < sizeof spec);
    assert_string_equal(spec, pair->expected);
}

/* Upper and lower case mean the same. */
static struct pair good_moves[] = {{"bC2", "bC2"}, {"BC2", "bC2"}, {"bc2", "bC2"}, {"Sa1", "sA1"}, {"se3", "sE3"}};

static void test_good_move(void **state) {
    const struct pair *pair = *state;
    struct tab_rules rules = testing_rules("santasi");
    struct tab_position position;
    tab_move move;
    char text[TAB_MOVE_TEXT];
    tab_position_start(&rules, &position);
    assert_true(tab_move_parse(&rules, &position, pair->given, &move, NULL));
    tab_move_format(&rules, &position, move, text, sizeof text);
    assert_string_equal(text, pair->expected);
}

/* ---- Scores --------------------------------------------------------------------------------------------------- */

/* The score as `label number: blue-silver` in one line, with the result and its reason. */
struct scored {
    const char *spec, *position, *result;
};

static const char *scored_name(const void *row) { return ((const struct scored *)row)->position; }

static struct scored scores[] = {
    {"santasi", START " 1",
     "ongoing | visible cylinders: 0-0 | visible in tower 1: 0-0 | visible in tower 2: 0-0 | visible in tower 3: 0-0 | "
     "visible in the highest towers: 0-0"},
    /* One unit decides whether the inner column is seen: 46 over 43, 38 under it. */
    {"santasi", "b,-,-,-,s/-,b,-,-,s/-,-,-,-,- 1",
     "ongoing | visible cylinders: 1-2 | visible in tower 1: 1-1 | visible in tower 2: 0-1 | visible in tower 3: 0-0 | "
     "visible in the highest tower, number 1: 1-1"},
    /* Two A reach 92, over one C and one E; two D reach 60: the lower A (46) and the lower D (30) are hidden. */
    {"santasi", "sb,-,s,bs,b/-,-,-,-,-/-,-,-,-,- 1",
     "ongoing | visible cylinders: 2-1 | visible in tower 1: 2-1 | visible in tower 2: 0-0 | visible in tower 3: 0-0 | "
     "visible in the highest tower, number 1: 2-1"},
    /* Equal heights hide: of five columns of ten only the widest is seen. */
    {EVEN, "s,b,s,b,s/b,s,b,s,b/-,-,-,-,- =",
     "draw, visible cylinders equal, in the highest tower too | visible cylinders: 1-1 | visible in tower 1: 0-1 | "
     "visible in tower 2: 1-0 | visible in tower 3: 0-0 | visible in the highest towers: 1-1"},
    {EVEN, "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s 1#",
     "win 1, more visible cylinders | visible cylinders: 2-1 | visible in tower 1: 1-0 | visible in tower 2: 1-0 | "
     "visible in tower 3: 0-1 | visible in the highest towers: 2-1"},
    {STUCK, "b,b,b,b,b/s,s,s,s,s/b,-,-,-,- 1#",
     "win 1, more visible cylinders | visible cylinders: 3-2 | visible in tower 1: 2-0 | visible in tower 2: 0-2 | "
     "visible in tower 3: 1-0 | visible in the highest towers: 3-2"},
    /* 2-2, and the highest tower (80) shows two silver D. */
    {"santasi:set=1x10+1x20+1x30+1x40+1x50", "-,-,s,-,b/-,s,-,bs,s/sb,b,b,-,- 2#",
     "win 2, visible cylinders equal; the highest tower decides | visible cylinders: 2-2 | visible in tower 1: 1-0 | "
     "visible in tower 2: 0-2 | visible in tower 3: 1-0 | visible in the highest tower, number 2: 0-2"},
    /* 2-2, and two towers are equally high (999): together they show one blue more. */
    {"santasi:set=6x1+1x999+1x1+1x1+1x1", "b,-,b,b,s/sbbsb,s,s,s,b/ssbssb,b,-,-,- 1#",
     "win 1, visible cylinders equal; the highest tower decides | visible cylinders: 2-2 | visible in tower 1: 0-1 | "
     "visible in tower 2: 1-1 | visible in tower 3: 1-0 | visible in the highest towers: 2-1"},
    /* 2-2, and the highest tower (60) shows one of each. */
    {"santasi:set=1x10+1x20+1x30+1x40+1x50", "b,-,-,b,b/-,b,sb,s,-/s,s,-,-,s =",
     "draw, visible cylinders equal, in the highest tower too | visible cylinders: 2-2 | visible in tower 1: 1-0 | "
     "visible in tower 2: 1-1 | visible in tower 3: 0-1 | visible in the highest tower, number 2: 1-1"},
};

static void test_score(void **state) {
    const struct scored *scored = *state;
    struct tab_rules rules = testing_rules(scored->spec);
    struct tab_position position = testing_position(&rules, scored->position);
    struct tab_result result;
    struct tab_score lines[TAB_SCORES_MAX];
    char text[1024];
    tab_position_result(&rules, &position, &result);
    int used = snprintf(text, sizeof text,
                        !result.over         ? "ongoing"
                        : result.winner != 0 ? "win %d, "
                                             : "draw, ",
                        result.winner);
    used += snprintf(text + used, sizeof text - (size_t)used, "%s", result.over ? result.reason : "");
    int count = tab_position_score(&rules, &position, lines);
    for (int i = 0; i < count; i++) {
        char number[8] = "";
        if (lines[i].number != 0)
            snprintf(number, sizeof number, " %d", lines[i].number);
        used += snprintf(text + used, sizeof text - (size_t)used, " | %s%s: %d-%d", lines[i].label, number,
                         lines[i].value[0], lines[i].value[1]);
    }
    assert_string_equal(text, scored->result);
}

static void test_agreed_draw(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("santasi");
    struct tab_position position, before;
    struct tab_result result;
    tab_position_start(&rules, &before);
    position = before;
    rules.game->declare_draw(&position);
    tab_position_result(&rules, &position, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, 0);
    assert_string_equal(result.reason, "the game was declared a draw");
    assert_int_equal(tab_position_player(&rules, &position), 0);
    assert_int_equal(tab_position_count(&rules, &position), 0);
    assert_false(tab_position_repeats(&rules, &position, &before));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreed_draw)};
    int failures = testing_run_rows("bad specs", test_bad_spec, ROWS(bad_specs), bad_name);
    failures += testing_run_rows("bad positions", test_bad_position, ROWS(bad_positions), bad_name);
    failures += testing_run_rows("bad moves", test_bad_move, ROWS(bad_moves), bad_name);
    failures += testing_run_rows("good specs", test_good_spec, ROWS(good_specs), pair_name);
    failures += testing_run_rows("good moves", test_good_move, ROWS(good_moves), pair_name);
    failures += testing_run_rows("scores", test_score, ROWS(scores), scored_name);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
