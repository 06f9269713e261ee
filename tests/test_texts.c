/* test_texts.c - texts with random mistakes, and buffers of every size.
 *
 * Good texts are damaged by a few random edits. What is still accepted must be exactly the text of what was read; what
 * is refused must say what and where, and leave the caller's value as it was. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 2 * TAB_POSITION_TEXT, FILL = 0xA5, GAMES = 40, EDITS = 40 };

/* ---- Damage --------------------------------------------------------------------------------------------------- */

static char random_character(struct tab_random *random, const char *text, size_t length) {
    static const char likely[] = "0123456789/#=-,.:@+x NESWneswABCDabcdrbwi\x80\xC3\x7F\x01";
    if (length > 0 && tab_random_below(random, 2) == 0)
        return text[tab_random_below(random, (uint32_t)length)];
    return likely[tab_random_below(random, sizeof likely - 1)];
}

/* Replaces, removes, inserts, or swaps characters, or cuts the end off. `text` has room for one more. */
static void damage(struct tab_random *random, char *text) {
    size_t length = strlen(text);
    size_t at = tab_random_below(random, (uint32_t)length + 1), other = tab_random_below(random, (uint32_t)length + 1);
    char character = random_character(random, text, length);
    switch (tab_random_below(random, 8)) {
    case 0: memmove(text + at, text + at + (at < length), length - at + (at == length)); break;
    case 1: text[at] = '\0'; break;
    case 2:
    case 3:
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = character;
        break;
    case 4:
    case 5:
        if (at < length)
            text[at] = character;
        break;
    default:
        if (at < length && other < length) {
            character = text[at];
            text[at] = text[other];
            text[other] = character;
        }
    }
}

/* A copy of a text with one to three random edits. */
static void damaged_copy(struct tab_random *random, const char *text, char *copy, size_t room) {
    assert_true(strlen(text) + 4 < room);
    strcpy(copy, text);
    for (uint32_t edits = 1 + tab_random_below(random, 3); edits > 0; edits--)
        damage(random, copy);
}

/* A refusal says what, somewhere in the text or right behind it, in one printable line. */
static void check_error(const struct tab_error *error, const char *text) {
    char message[TAB_ERROR_TEXT];
    assert_non_null(error->what);
    if (error->at > strlen(text))
        fail_msg("'%s': %s, at %zu", text, error->what, error->at);
    size_t length = tab_error_format(error, NULL, message, sizeof message);
    assert_in_range(length, 1, sizeof message - 1);
    assert_null(strstr(message, "{1}"));
    assert_null(strstr(message, "{2}"));
    for (size_t i = 0; i < length; i++)
        assert_true((unsigned char)message[i] >= 0x20 && message[i] != 0x7F);
}

static void check_filled(const void *value, size_t size) {
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((const unsigned char *)value)[i], FILL);
}

/* ---- Positions ------------------------------------------------------------------------------------------------ */

static void check_round_trip(const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT];
    tab_position_format(rules, position, text, sizeof text);
    struct tab_position again = testing_position(rules, text);
    assert_memory_equal(&again, position, sizeof again);
}

/* An odd position that was accepted is one that can be played on from. */
static void check_playable(const struct tab_rules *rules, struct tab_position position, struct tab_random *random) {
    for (int i = 0; i < 8 && tab_position_player(rules, &position) != 0; i++) {
        tab_move moves[TAB_MOVES_MAX];
        int count = tab_position_moves(rules, &position, moves);
        assert_in_range(count, 1, TAB_MOVES_MAX);
        assert_int_equal(tab_position_count(rules, &position), count);
        tab_position_play(rules, &position, moves[tab_random_below(random, (uint32_t)count)]);
        check_round_trip(rules, &position);
    }
}

/* The hash tells apart what the repetition rule tells apart, however small the difference. */
static void check_hash(const struct tab_rules *rules, const struct tab_position *one,
                       const struct tab_position *other) {
    bool same_hash = tab_position_hash(rules, one) == tab_position_hash(rules, other);
    assert_int_equal(tab_position_repeats(rules, one, other), same_hash);
}

/* Reads a damaged text of the position `origin`; true when it was accepted. */
static bool check_position(const struct tab_rules *rules, const char *text, const struct tab_position *origin,
                           struct tab_random *random) {
    struct tab_position position;
    struct tab_error error = {0};
    char again[TAB_POSITION_TEXT];
    memset(&position, FILL, sizeof position);
    if (!tab_position_parse(rules, text, &position, &error)) {
        check_error(&error, text);
        check_filled(&position, sizeof position);
        assert_false(tab_position_parse(rules, text, &position, NULL));
        return false;
    }
    assert_null(error.what);
    tab_position_format(rules, &position, again, sizeof again);
    assert_string_equal(again, text);
    struct tab_result result;
    tab_position_result(rules, &position, &result);
    assert_int_equal(result.over, tab_position_player(rules, &position) == 0);
    check_hash(rules, &position, origin);
    check_playable(rules, position, random);
    return true;
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static bool equal_but_case(const char *one, const char *other) {
    for (; *one != '\0' || *other != '\0'; one++, other++) {
        char first = *one >= 'A' && *one <= 'Z' ? (char)(*one + 32) : *one;
        char second = *other >= 'A' && *other <= 'Z' ? (char)(*other + 32) : *other;
        if (first != second)
            return false;
    }
    return true;
}

static void check_move(const struct tab_rules *rules, const struct tab_position *position, const char *text) {
    struct tab_error error = {0};
    tab_move move;
    memset(&move, FILL, sizeof move);
    if (!tab_move_parse(rules, position, text, &move, &error)) {
        check_error(&error, text);
        check_filled(&move, sizeof move);
        assert_false(tab_move_parse(rules, position, text, &move, NULL));
        return;
    }
    assert_null(error.what);
    assert_true(tab_position_legal(rules, position, move));
    char again[TAB_MOVE_TEXT];
    tab_move_format(rules, position, move, again, sizeof again);
    assert_true(equal_but_case(again, text));
}

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

/* Damages a position of a random game, and one of its moves. Returns how many damaged positions were accepted. */
static int damage_scene(const struct tab_rules *rules, const struct tab_position *position, struct tab_random *random) {
    char good[TAB_POSITION_TEXT], move[TAB_MOVE_TEXT] = "", bad[TEXT_ROOM];
    int accepted = 0;
    tab_position_format(rules, position, good, sizeof good);
    bool over = tab_position_player(rules, position) == 0;
    for (int i = 0; i < EDITS; i++) {
        damaged_copy(random, good, bad, sizeof bad);
        accepted += check_position(rules, bad, position, random);
        if (!over)
            tab_move_format(rules, position, tab_random_move(random, rules, position), move, sizeof move);
        damaged_copy(random, move, bad, sizeof bad);
        check_move(rules, position, bad);
    }
    return accepted;
}

static void test_damaged(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    int accepted = 0;
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < testing_soak(GAMES); i++) {
        struct tab_position position;
        tab_position_start(&rules, &position);
        tab_random_playout(&random, &rules, &position, (int)tab_random_below(&random, 120));
        accepted += damage_scene(&rules, &position, &random);
    }
    /* Both sides of the border were seen. */
    assert_in_range(accepted, 1, testing_soak(GAMES) * EDITS - 1);
}

static void test_damaged_spec(void **state) {
    const char *good = *state;
    struct tab_random random;
    tab_random_seed(&random, testing_seed(good));
    for (int i = 0; i < testing_soak(200); i++) {
        char bad[TEXT_ROOM], text[TAB_SPEC_TEXT];
        struct tab_rules rules, again;
        struct tab_error error = {0};
        damaged_copy(&random, good, bad, sizeof bad);
        memset(&rules, FILL, sizeof rules);
        if (!tab_rules_parse(&rules, bad, &error)) {
            check_error(&error, bad);
            check_filled(&rules, sizeof rules);
            assert_false(tab_rules_parse(&rules, bad, NULL));
            continue;
        }
        tab_rules_format(&rules, text, sizeof text);
        again = testing_rules(text);
        assert_memory_equal(&again, &rules, sizeof again);
    }
}

/* ---- Buffers -------------------------------------------------------------------------------------------------- */

/* What a formatter is asked to write. */
struct subject {
    struct tab_rules rules;
    struct tab_position position;
    tab_move move;
    int option;
    struct tab_error error;
};

static size_t write_spec(const struct subject *subject, char *buffer, size_t size) {
    return tab_rules_format(&subject->rules, buffer, size);
}
static size_t write_option(const struct subject *subject, char *buffer, size_t size) {
    return tab_rules_option(&subject->rules, subject->option, buffer, size);
}
static size_t write_position(const struct subject *subject, char *buffer, size_t size) {
    return tab_position_format(&subject->rules, &subject->position, buffer, size);
}
static size_t write_move(const struct subject *subject, char *buffer, size_t size) {
    return tab_move_format(&subject->rules, &subject->position, subject->move, buffer, size);
}
static size_t write_error(const struct subject *subject, char *buffer, size_t size) {
    return tab_error_format(&subject->error, NULL, buffer, size);
}

/* Writes into buffers of every size up to what is needed: always the full length returned, as much as fits written, a
 * zero at the end, and nothing behind it touched. */
static void check_sizes(const struct subject *subject,
                        size_t (*write)(const struct subject *subject, char *buffer, size_t size)) {
    char whole[TEXT_ROOM], part[TEXT_ROOM];
    size_t length = write(subject, whole, sizeof whole);
    assert_in_range(length, 1, sizeof whole - 1);
    assert_int_equal(strlen(whole), length);
    assert_int_equal(write(subject, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        memset(part, FILL, sizeof part);
        assert_int_equal(write(subject, part, size), length);
        assert_memory_equal(part, whole, size - 1);
        assert_int_equal(part[size - 1], '\0');
        check_filled(part + size, sizeof part - size);
    }
}

static void test_buffers(void **state) {
    struct subject subject = {.rules = testing_rules(*state)};
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    tab_position_start(&subject.rules, &subject.position);
    tab_random_playout(&random, &subject.rules, &subject.position, 20);
    subject.move = tab_random_move(&random, &subject.rules, &subject.position);
    assert_false(tab_move_parse(&subject.rules, &subject.position, "?", &subject.move, &subject.error));
    check_sizes(&subject, write_spec);
    check_sizes(&subject, write_position);
    check_sizes(&subject, write_move);
    check_sizes(&subject, write_error);
    for (; subject.option < tab_game_option_count(subject.rules.game); subject.option++)
        check_sizes(&subject, write_option);
}

int main(void) {
    int failures = testing_run_specs("damaged positions and moves", test_damaged);
    failures += testing_run_specs("damaged specs", test_damaged_spec);
    failures += testing_run_specs("buffers of every size", test_buffers);
    return failures;
}
