/* test_bad_input.c - bad specs, positions and moves: what is said, where, and that nothing is changed. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

enum { FILL = 0xA5 };

/* The last text given is the bad one: a spec, a position, or a move in the position (NULL: at the start). */
struct bad_spec {
    const char *spec;
    size_t at;
    const char *message; /* {games} stands for the ids of all games */
};

struct bad_position {
    const char *spec, *position;
    size_t at;
    const char *message;
};

struct bad_move {
    const char *spec, *position, *move;
    size_t at;
    const char *message;
};

#define UNKNOWN_GAME(id) "unknown game '" id "'; the games are: {games}"
#define UNKNOWN_OPTION(key) "unknown option '" key "'; the options are: openings, exits, push, repetition"

static const struct bad_spec bad_specs[] = {
    {"", 0, UNKNOWN_GAME("")},
    {"chess", 0, UNKNOWN_GAME("chess")},
    {"Siam", 0, UNKNOWN_GAME("Siam")},
    {" siam", 0, UNKNOWN_GAME(" siam")},
    {"siam ", 0, UNKNOWN_GAME("siam ")},
    {"sia", 0, UNKNOWN_GAME("sia")},
    {"siamese", 0, UNKNOWN_GAME("siamese")},
    {"siam,push=total", 0, UNKNOWN_GAME("siam,push=total")},
    {":push=total", 0, UNKNOWN_GAME("")},
    {"si\nam", 0, UNKNOWN_GAME("si?am")},
    {"si\x1B[2Jam", 0, UNKNOWN_GAME("si?[2Jam")},
    {"si\xC3\xA9m", 0, UNKNOWN_GAME("si\xC3\xA9m")},
    {"si\xC3", 0, UNKNOWN_GAME("si?")},
    {"siam:", 5, "an option is missing here; write key=value"},
    {"siam:,push=total", 5, "an option is missing here; write key=value"},
    {"siam:push=total,", 16, "an option is missing here; write key=value"},
    {"siam:push=total,,exits=once", 16, "an option is missing here; write key=value"},
    {"siam:push", 5, "the option 'push' has no value; write key=value"},
    {"siam:push=total,exits", 16, "the option 'exits' has no value; write key=value"},
    {"siam:push:total", 5, "the option 'push:total' has no value; write key=value"},
    {"siam:colour=red", 5, UNKNOWN_OPTION("colour")},
    {"siam:Push=total", 5, UNKNOWN_OPTION("Push")},
    {"siam: push=total", 5, UNKNOWN_OPTION(" push")},
    {"siam:=total", 5, UNKNOWN_OPTION("")},
    {"siam:push=total,players=2", 16, UNKNOWN_OPTION("players")},
    {"siam:push=", 10, "unknown value ''; the values are: running, total"},
    {"siam:push=sum", 10, "unknown value 'sum'; the values are: running, total"},
    {"siam:push=Total", 10, "unknown value 'Total'; the values are: running, total"},
    {"siam:push=total ", 10, "unknown value 'total '; the values are: running, total"},
    {"siam:push=total=running", 10, "unknown value 'total=running'; the values are: running, total"},
    {"siam:openings=open", 14, "unknown value 'open'; the values are: free, crossed"},
    {"siam:exits=twice", 11, "unknown value 'twice'; the values are: unlimited, once"},
    {"siam:exits=once,repetition=no", 27, "unknown value 'no'; the values are: draw, none"},
    {"siam:push=total,push=total", 16, "the option 'push' is given twice"},
    {"siam:push=total,exits=once,push=running", 27, "the option 'push' is given twice"},
    {"santasi:set=x46+3x38+2x52+4x30+3x43", 12, "a number is missing"},
};

#define NO_PIECE(letter) "'" letter "' is no piece; allowed are # N E S W n e s w and 1 to 5"
#define STATUS(text) "the status '" text "' is none of 1 2 1# 2# ="
#define EXITS_00(text) "the exits '" text "' must be 00 unless the option exits is once"

static const struct bad_position bad_positions[] = {
    {"siam", "", 0, "the text ends before the field 'board'"},
    {"siam", "5/5/1###1/5/5", 13, "the text ends before the field 'status'"},
    {"siam", "5/5/1###1/5/5 ", 14, "the text ends before the field 'status'"},
    {"siam", "5/5/1###1/5/5 1", 15, "the text ends before the field 'ply'"},
    {"siam", "5/5/1###1/5/5 1 0", 17, "the text ends before the field 'exits'"},
    {"siam", " 5/5/1###1/5/5 1 0 00", 0, "one space too many before the field 'board'"},
    {"siam", "5/5/1###1/5/5  1 0 00", 14, "one space too many before the field 'status'"},
    {"siam", "5/5/1###1/5/5 1  0 00", 16, "one space too many before the field 'ply'"},
    {"siam", "5/5/1###1/5/5 1 0  00", 18, "one space too many before the field 'exits'"},
    {"siam", "5/5/1###1/5/5 1 0 00 ", 20, "nothing may follow the field 'exits'"},
    {"siam", "5/5/1###1/5/5 1 0 00 x", 20, "nothing may follow the field 'exits'"},
    {"siam", "/5/5/1###1/5/5 1 0 00", 0, "rank 5 has only 0 of its five squares"},
    {"siam", "4/5/1###1/5/5 1 0 00", 1, "rank 5 has only 4 of its five squares"},
    {"siam", "5/5/1###/5/5 1 0 00", 8, "rank 3 has only 4 of its five squares"},
    {"siam", "5/5/1###1/5/2N 1 0 00", 14, "rank 1 has only 3 of its five squares"},
    {"siam", "5/5/1###1/5/ 1 0 00", 12, "rank 1 has only 0 of its five squares"},
    {"siam", "5/5/1###2/5/5 1 0 00", 8, "rank 3 has more than five squares"},
    {"siam", "5N/5/1###1/5/5 1 0 00", 1, "rank 5 has more than five squares"},
    {"siam", "5/5/1###1/5/NNNNNN 1 0 00", 17, "rank 1 has more than five squares"},
    {"siam", "5/5/1###1/14/5 1 0 00", 11, "two digits in a row; write their sum"},
    {"siam", "55/5/1###1/5/5 1 0 00", 1, "two digits in a row; write their sum"},
    {"siam", "0N4/5/1###1/5/5 1 0 00", 0, NO_PIECE("0")},
    {"siam", "6/5/1###1/5/5 1 0 00", 0, NO_PIECE("6")},
    {"siam", "X4/5/1###1/5/5 1 0 00", 0, NO_PIECE("X")},
    {"siam", "2.2/5/1###1/5/5 1 0 00", 1, NO_PIECE(".")},
    {"siam", "4\t/5/1###1/5/5 1 0 00", 1, NO_PIECE("?")},
    {"siam", "4\xC3\xA9/5/1###1/5/5 1 0 00", 1, NO_PIECE("?")},
    {"siam", "5/5/1###1/5 1 0 00", 11, "the board ends after rank 2"},
    {"siam", "5 1 0 00", 1, "the board ends after rank 5"},
    {"siam", "5/5/1###1/5/5/5 1 0 00", 13, "the board has more than five ranks"},
    {"siam", "5/5/1###1/5/5/ 1 0 00", 13, "the board has more than five ranks"},
    {"siam", "NNNNN/N4/1###1/5/5 1 0 00", 0, "6 elephants, but there are only five"},
    {"siam", "nnnnn/5/1###1/5/3ws 1 0 00", 0, "7 rhinos, but there are only five"},
    {"siam", "5/5/1##2/5/5 1 0 00", 0, "rocks: 2, but there are three until the game is won"},
    {"siam", "5/5/5/5/5 2 1 00", 0, "rocks: 0, but there are three until the game is won"},
    {"siam", "5/5/1####/5/5 1 0 00", 0, "rocks: 4, but there are three until the game is won"},
    {"siam", "5/5/1##2/5/5 = 8 00", 0, "rocks: 2, but there are three until the game is won"},
    {"siam", "5/5/1###1/5/5 1# 9 00", 0, "rocks: 3, but two are left when the game is won"},
    {"siam", "5/5/1#3/5/5 2# 9 00", 0, "rocks: 1, but two are left when the game is won"},
    {"siam", "5/5/1###1/5/5 0 0 00", 14, STATUS("0")},
    {"siam", "5/5/1###1/5/5 3 0 00", 14, STATUS("3")},
    {"siam", "5/5/1##2/5/5 3# 0 00", 13, STATUS("3#")},
    {"siam", "5/5/1###1/5/5 w 0 00", 14, STATUS("w")},
    {"siam", "5/5/1###1/5/5 1## 0 00", 14, STATUS("1##")},
    {"siam", "5/5/1###1/5/5 #1 0 00", 14, STATUS("#1")},
    {"siam", "5/5/1###1/5/5 12 0 00", 14, STATUS("12")},
    {"siam", "5/5/1###1/5/5 == 0 00", 14, STATUS("==")},
    {"siam", "5/5/1###1/5/5 1 -1 00", 16, "'-' is not a digit"},
    {"siam", "5/5/1###1/5/5 1 2x 00", 17, "'x' is not a digit"},
    {"siam", "5/5/1###1/5/5 1 00 00", 16, "a number has no leading zeros"},
    {"siam", "5/5/1###1/5/5 1 012 00", 16, "a number has no leading zeros"},
    {"siam", "5/5/1###1/5/5 1 1000000000 00", 16, "the number is greater than 999999999"},
    {"siam", "5/5/1###1/5/5 1 99999999999999999999999999 00", 16, "the number is greater than 999999999"},
    {"siam", "5/5/1###1/5/5 1 1 00", 14, "player 1 cannot be to move at ply 1"},
    {"siam", "5/5/1###1/5/5 2 0 00", 14, "player 2 cannot be to move at ply 0"},
    {"siam", "5/5/1###1/5/5 1 0 10", 18, EXITS_00("10")},
    {"siam", "5/5/1###1/5/5 1 0 xy", 18, EXITS_00("xy")},
    {"siam", "5/5/1###1/5/5 1 0 000", 18, EXITS_00("000")},
    {"siam", "5/5/1###1/5/5 1 0 00\n", 18, EXITS_00("00?")},
    {"siam", "5/5/1###1/5/5 1 0 0", 18, "the exits are two digits, one for each player"},
    {"siam:exits=once", "5/5/1###1/5/5 1 0 20", 18, "the exits '20' are none of 00 01 10 11"},
    {"siam:exits=once", "5/5/1###1/5/5 1 0 011", 18, "the exits '011' are none of 00 01 10 11"},
    {"siam:exits=once", "5/5/1###1/5/5 1 0 1", 18, "the exits are two digits, one for each player"},
    {"siam:repetition=none", "5/5/1###1/5/5 = 8 00", 14, "there are no draws with repetition=none"},
    {"anneaux", "......../......../........ 3 10,10 - -", 27, STATUS("3")},
    {"anneaux:players=3", "......../......../........ 4 10,10,10 - -", 27,
     "the status '4' is none of 1 2 3 1# 2# 3# ="},
    {"anneaux:players=4", "......../......../........ 5 10,10,10,10 - -", 27,
     "the status '5' is none of 1 2 3 4 1# 2# 3# 4# ="},
};

#define SHAPE(text) "'" text "' does not begin with a square or @; moves look like @c1n c1c2e c2w c1-"
#define FACING "a facing is missing here: n, e, s or w"
#define AGAINST "the push is too weak: an animal stands against it"
#define ROCKS "the push is too weak: more rocks than animals that push"
#define BARRED "c1 and c5 are barred during the first two turns"

/* An elephant on b2 and on a1, a rhino on e5. */
#define SCENE "4s/5/1###1/1N3/E4 1 4 00"

static const struct bad_move bad_moves[] = {
    {"siam", NULL, "", 0, "the move is empty"},
    {"siam", "5/5/1##2/5/5 1# 9 00", "@a1n", 0, "the game is over, no move is left"},
    {"siam", "5/5/1##2/5/5 1# 9 00", "", 0, "the game is over, no move is left"},
    {"siam", "5/5/1###1/5/5 = 8 00", "@a1n", 0, "the game is over, no move is left"},
    {"siam", NULL, "pass", 0, SHAPE("pass")},
    {"siam", NULL, "f1n", 0, SHAPE("f1n")},
    {"siam", NULL, "a6n", 0, SHAPE("a6n")},
    {"siam", NULL, "a", 0, SHAPE("a")},
    {"siam", NULL, " @a1n", 0, SHAPE(" @a1n")},
    {"siam", NULL, "\xC3\xA9\x07", 0, SHAPE("\xC3\xA9?")},
    {"siam", NULL, "@", 1, "after @ comes the square to enter on, as in @c1n"},
    {"siam", NULL, "@z1n", 1, "after @ comes the square to enter on, as in @c1n"},
    {"siam", NULL, "@n", 1, "after @ comes the square to enter on, as in @c1n"},
    {"siam", NULL, "@a1", 3, FACING},
    {"siam", NULL, "@a1x", 3, FACING},
    {"siam", NULL, "@a1-", 3, FACING},
    {"siam", SCENE, "a1", 2, FACING},
    {"siam", SCENE, "a1x", 2, FACING},
    {"siam", SCENE, "a1a2", 4, FACING},
    {"siam", SCENE, "a1a2-", 4, FACING},
    {"siam", SCENE, "a1a6n", 2, FACING},
    {"siam", NULL, "@a1n ", 4, "nothing may follow here"},
    {"siam", NULL, "@a1nn", 4, "nothing may follow here"},
    {"siam", SCENE, "a1--", 3, "nothing may follow here"},
    {"siam", SCENE, "a1a2nn", 5, "nothing may follow here"},
    {"siam", "NNNNN/5/1###1/5/5 1 8 00", "@a1n", 0, "no animal is left in the reserve"},
    {"siam", NULL, "@c3n", 0, "animals enter on the edge only"},
    {"siam", NULL, "@b2n", 0, "animals enter on the edge only"},
    {"siam:openings=crossed", NULL, "@c1n", 0, BARRED},
    {"siam:openings=crossed", "5/5/1###1/5/N4 2 3 00", "@c5s", 0, BARRED},
    {"siam:openings=crossed", "5/5/1###1/5/1E3 1 2 00", "b1c1n", 0, BARRED},
    {"siam:openings=crossed", "2n2/2N2/1###1/5/5 1 2 00", "c4c5n", 0, BARRED},
    {"siam", SCENE, "@a1s", 0, "one enters an occupied square by pushing straight into the board"},
    {"siam", SCENE, "@a1w", 0, "one enters an occupied square by pushing straight into the board"},
    {"siam", "5/5/1###1/s4/5 1 2 00", "@a2n", 0, "one enters an occupied square by pushing straight into the board"},
    {"siam", "5/5/1###1/5/2s2 1 2 00", "@c1n", 0, AGAINST},
    {"siam", "5/5/1#3/1#3/1#3 1 2 00", "@b1n", 0, ROCKS},
    {"siam", SCENE, "e5n", 0, "the animal there is the opponent's"},
    {"siam", SCENE, "e5-", 0, "the animal there is the opponent's"},
    {"siam", SCENE, "b3n", 0, "no animal of yours stands there"},
    {"siam", SCENE, "c1-", 0, "no animal of yours stands there"},
    {"siam", SCENE, "c1c2n", 0, "no animal of yours stands there"},
    {"siam", SCENE, "a1a3n", 0, "an animal goes to an adjacent square, not diagonally"},
    {"siam", SCENE, "a1a1n", 0, "an animal goes to an adjacent square, not diagonally"},
    {"siam", SCENE, "a1b2n", 0, "an animal goes to an adjacent square, not diagonally"},
    {"siam", "5/5/1###1/5/4E 1 4 00", "e1a2e", 0, "an animal goes to an adjacent square, not diagonally"},
    {"siam", "5/5/1###1/1E3/5 1 4 00", "b2b3n", 0,
     "the square is occupied, and an animal pushes only the way it faces"},
    {"siam", "5/5/1###1/1S3/5 1 4 00", "b2b3n", 0,
     "the square is occupied, and an animal pushes only the way it faces"},
    {"siam", SCENE, "b2b3e", 0, "an animal keeps its facing when it pushes"},
    {"siam", "5/5/1###1/2Ew1/5 1 4 00", "c2d2e", 0, AGAINST},
    {"siam", "5/5/1###1/2EwE/5 1 4 00", "c2d2e", 0, AGAINST},
    {"siam", "5/5/E###1/5/5 1 4 00", "a3b3e", 0, ROCKS},
    {"siam", "5/5/1E###/5/5 1 4 00", "b3c3e", 0, ROCKS},
    {"siam", "5/5/E##w1/3#1/5 1 4 00", "a3b3e", 0, ROCKS},
    {"siam:push=total", "5/5/E##w1/3#1/5 1 4 00", "a3b3e", 0, AGAINST},
    {"siam:push=total", "5/5/1###1/Eww2/5 1 4 00", "a2b2e", 0, AGAINST},
    {"siam", SCENE, "a1e", 0, "the animal already faces that way"},
    {"siam", SCENE, "b2n", 0, "the animal already faces that way"},
    {"siam", SCENE, "b2-", 0, "animals leave from the edge only"},
    {"siam:exits=once", "4s/5/1###1/5/E4 1 6 10", "a1-", 0, "you have already used your one exit"},
    {"siam:exits=once", "4s/5/1###1/5/E4 2 7 01", "e5-", 0, "you have already used your one exit"},
};

/* ---- Checks --------------------------------------------------------------------------------------------------- */

/* Writes a message with {games} filled in from the registry. */
static void message_complete(const char *message, char *buffer, size_t size) {
    static const char mark[] = "{games}";
    const char *found = strstr(message, mark);
    if (found == NULL) {
        snprintf(buffer, size, "%s", message);
        return;
    }
    size_t used = (size_t)snprintf(buffer, size, "%.*s", (int)(found - message), message);
    for (int i = 0; i < tab_game_count(); i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", i > 0 ? ", " : "", tab_game_id(tab_game_at(i)));
    snprintf(buffer + used, size - used, "%s", found + sizeof mark - 1);
}

static void check_error(const struct tab_error *error, const char *message, size_t at) {
    char expected[TAB_ERROR_TEXT], found[TAB_ERROR_TEXT];
    message_complete(message, expected, sizeof expected);
    tab_error_format(error, NULL, found, sizeof found);
    assert_string_equal(found, expected);
    assert_int_equal(error->at, at);
}

static void check_untouched(const void *value, size_t size) {
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((const unsigned char *)value)[i], FILL);
}

static void test_bad_spec(void **state) {
    const struct bad_spec *row = *state;
    struct tab_rules rules;
    struct tab_error error = {0};
    memset(&rules, FILL, sizeof rules);
    assert_false(tab_rules_parse(&rules, row->spec, &error));
    check_error(&error, row->message, row->at);
    assert_false(tab_rules_parse(&rules, row->spec, NULL));
    check_untouched(&rules, sizeof rules);
}

static void test_bad_position(void **state) {
    const struct bad_position *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position;
    struct tab_error error = {0};
    memset(&position, FILL, sizeof position);
    assert_false(tab_position_parse(&rules, row->position, &position, &error));
    check_error(&error, row->message, row->at);
    assert_false(tab_position_parse(&rules, row->position, &position, NULL));
    check_untouched(&position, sizeof position);
}

static void test_bad_move(void **state) {
    const struct bad_move *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position, before;
    if (row->position != NULL)
        position = testing_position(&rules, row->position);
    else
        tab_position_start(&rules, &position);
    before = position;
    tab_move move;
    struct tab_error error = {0};
    memset(&move, FILL, sizeof move);
    assert_false(tab_move_parse(&rules, &position, row->move, &move, &error));
    check_error(&error, row->message, row->at);
    assert_false(tab_move_parse(&rules, &position, row->move, &move, NULL));
    check_untouched(&move, sizeof move);
    assert_memory_equal(&position, &before, sizeof position);
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

static void test_translated(void **state) {
    (void)state;
    struct tab_rules rules;
    struct tab_error error;
    char message[TAB_ERROR_TEXT];
    assert_false(tab_rules_parse(&rules, "siam:push=sum", &error));
    tab_error_format(&error, "choisir parmi {2}, pas {1} ni {1}{3}{", message, sizeof message);
    assert_string_equal(message, "choisir parmi running, total, pas sum ni sum{3}{");
    struct tab_error none = {0};
    assert_int_equal(tab_error_format(&none, NULL, message, sizeof message), 0);
    assert_string_equal(message, "");
}

/* What is quoted is cut to its room, never within a character, and braces in it are not filled in. */
static void test_quoted(void **state) {
    (void)state;
    enum { ROOM = sizeof((struct tab_error *)0)->argument[0] };
    char spec[2 * ROOM + 1] = "", message[TAB_ERROR_TEXT];
    struct tab_rules rules;
    struct tab_error error;
    for (int i = 0; i < ROOM; i++)
        strcat(spec, "\xC3\xA9");
    assert_false(tab_rules_parse(&rules, spec, &error));
    assert_int_equal(strlen(error.argument[0]), ROOM - 2);
    assert_memory_equal(error.argument[0], spec, ROOM - 2);
    assert_true(tab_error_format(&error, NULL, message, sizeof message) < sizeof message);
    assert_false(tab_rules_parse(&rules, "{2}{1}", &error));
    tab_error_format(&error, NULL, message, sizeof message);
    assert_memory_equal(message, "unknown game '{2}{1}';", 22);
}

/* Bytes that are no printable UTF-8, and what stands for them in a message. */
static void test_unprintable(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"\x01\x1F\x7F\t", "????"},
        {"\x80\xBF", "??"},
        {"\xC0\xAF\xC1\xBF", "????"},
        {"\xC2\x80\xC2\x9B\xC2\xA0", "????\xC2\xA0"},
        {"\xE0\x9F\xBF", "???"},
        {"\xE0\xA0\x80", "\xE0\xA0\x80"},
        {"\xED\xA0\x80\xED\x9F\xBF", "???\xED\x9F\xBF"},
        {"\xE2\x82", "??"},
        {"\xE2\x82 ", "?\? "},
        {"\xF0\x8F\xBF\xBF", "????"},
        {"\xF0\x9F\x90\x98", "\xF0\x9F\x90\x98"},
        {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},
        {"\xF4\x90\x80\x80", "????"},
        {"\xF5\x80\x80\x80\xFF", "?????"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tab_rules rules;
        struct tab_error error;
        assert_false(tab_rules_parse(&rules, rows[i][0], &error));
        assert_string_equal(error.argument[0], rows[i][1]);
    }
}

static const char *bad_spec_name(const void *row) { return ((const struct bad_spec *)row)->message; }
static const char *bad_position_name(const void *row) { return ((const struct bad_position *)row)->message; }
static const char *bad_move_name(const void *row) { return ((const struct bad_move *)row)->message; }

#define RUN_TABLE(group, test, table, name)                                                                            \
    testing_run_rows(group, test, (void *)(table), sizeof *(table), sizeof(table) / sizeof *(table), name)

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_translated),
        cmocka_unit_test(test_quoted),
        cmocka_unit_test(test_unprintable),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += RUN_TABLE("bad specs", test_bad_spec, bad_specs, bad_spec_name);
    failures += RUN_TABLE("bad positions", test_bad_position, bad_positions, bad_position_name);
    failures += RUN_TABLE("bad moves", test_bad_move, bad_moves, bad_move_name);
    return failures;
}
