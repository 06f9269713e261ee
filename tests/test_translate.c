/* test_translate.c - reading compiled translations, good and damaged, and what every translation must keep. */
#include "catalogue.h"
#include "share.h"
#include "translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* ---- Damaged files -------------------------------------------------------------------------------------------- */

enum { SMALL_BYTES = 70 };

/* A catalogue of two texts: the header, and "pawn", which is "pion". */
static const unsigned char small[SMALL_BYTES] = {
    0xDE, 0x12, 0x04, 0x95, 0,  0,   0,   0,   2,   0, 0, 0, 28, 0, 0, 0,
    44,   0,    0,    0,    0,  0,   0,   0,   60,  0, 0, 0,              /* header */
    0,    0,    0,    0,    64, 0,   0,   0,   4,   0, 0, 0, 60, 0, 0, 0, /* originals */
    0,    0,    0,    0,    64, 0,   0,   0,   4,   0, 0, 0, 65, 0, 0, 0, /* translations */
    'p',  'a',  'w',  'n',  0,  'p', 'i', 'o', 'n', 0,                    /* texts */
};

struct damage {
    const char *name;
    int length;    /* what is left of the file */
    int at, value; /* a byte changed; at < 0: none */
};

static const struct damage damages[] = {
    {"empty", 0, -1, 0},
    {"shorter than its header", 27, -1, 0},
    {"cut in the tables", 50, -1, 0},
    {"cut before the last zero", SMALL_BYTES - 1, -1, 0},
    {"another magic number", SMALL_BYTES, 0, 0xDD},
    {"another revision", SMALL_BYTES, 6, 1},
    {"more texts than there are", SMALL_BYTES, 8, 200},
    {"very many texts", SMALL_BYTES, 11, 255},
    {"originals far away", SMALL_BYTES, 15, 255},
    {"translations far away", SMALL_BYTES, 19, 255},
    {"a text far away", SMALL_BYTES, 43, 255},
    {"a text too long", SMALL_BYTES, 39, 255},
    {"a text without a zero", SMALL_BYTES, 36, 3},
};

static void test_damage(void **state) {
    const struct damage *damage = *state;
    char *bytes = malloc((size_t)damage->length + 1); /* never of size 0 */
    assert_non_null(bytes);
    memcpy(bytes, small, (size_t)damage->length);
    if (damage->at >= 0)
        bytes[damage->at] = (char)damage->value;
    struct catalogue catalogue = {.count = 77};
    assert_false(catalogue_open(&catalogue, bytes, (size_t)damage->length));
    assert_int_equal(catalogue.count, 77);
    free(bytes);
}

static const char *damage_name(const void *row) { return ((const struct damage *)row)->name; }

static void test_small(void **state) {
    (void)state;
    char bytes[SMALL_BYTES];
    struct catalogue catalogue;
    memcpy(bytes, small, sizeof bytes);
    assert_true(catalogue_open(&catalogue, bytes, sizeof bytes));
    assert_string_equal(catalogue_find(&catalogue, "pawn"), "pion");
    assert_null(catalogue_find(&catalogue, "paw"));
    assert_null(catalogue_find(&catalogue, "queen"));
}

static void test_order(void **state) {
    (void)state;
    char bytes[SMALL_BYTES];
    struct catalogue catalogue;
    memcpy(bytes, small, sizeof bytes);
    bytes[28] = 4; /* the first text is "pawn", too */
    bytes[32] = 60;
    assert_false(catalogue_open(&catalogue, bytes, sizeof bytes));
}

/* The same file as a machine that writes numbers the other way round would make it. */
static void test_big_endian(void **state) {
    (void)state;
    char bytes[SMALL_BYTES];
    struct catalogue catalogue;
    memcpy(bytes, small, sizeof bytes);
    for (int word = 0; word < 60; word += 4)
        for (int i = 0; i < 4; i++)
            bytes[word + i] = (char)small[word + 3 - i];
    assert_true(catalogue_open(&catalogue, bytes, sizeof bytes));
    assert_string_equal(catalogue_find(&catalogue, "pawn"), "pion");
}

/* Without a catalogue everything is English. */
static void test_english(void **state) {
    (void)state;
    assert_string_equal(translate_language(), "en");
    assert_string_equal(_("draw"), "draw");
    assert_string_equal(_(""), "");
}

static void test_error(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    struct tab_error error;
    char text[TAB_ERROR_TEXT];
    assert_false(tab_position_parse(&rules, "5/5/1###1/5/5 1", &position, &error));
    assert_string_equal(error.term, "ply");
    translate_error(&error, text, sizeof text);
    assert_string_equal(text, "the text ends before the field 'ply'");
    assert_false(tab_position_parse(&rules, "x", &position, &error));
    assert_string_equal(error.term, "status");
    assert_false(tab_position_parse(&rules, "x 1 0 00", &position, &error));
    assert_null(error.term);
}

/* ---- Every translation ---------------------------------------------------------------------------------------- */

struct message {
    char name[64];
    const char *original, *translation;
};

static int occurrences(const char *text, const char *word) {
    int count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
        count++;
    return count;
}

/* What stands in braces, the names of options and the ends of lines are the same in every language. */
static void test_message(void **state) {
    const struct message *message = *state;
    static const char *const kept[] = {"{1}", "{2}", "\n", "--", "`"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_int_equal(occurrences(message->original, kept[i]), occurrences(message->translation, kept[i]));
    size_t one = strlen(message->original), other = strlen(message->translation);
    assert_true(other > 0);
    assert_int_equal(message->original[one - 1] == ' ', message->translation[other - 1] == ' ');
    assert_int_equal(message->original[one - 1] == '\n', message->translation[other - 1] == '\n');
}

static const char *message_name(const void *row) { return ((const struct message *)row)->name; }

static int run_language(const char *language) {
    char name[64];
    size_t length;
    struct catalogue catalogue;
    snprintf(name, sizeof name, "locale/%s/LC_MESSAGES/tablier.mo", language);
    char *bytes = share_read(name, &length);
    if (bytes == NULL || !catalogue_open(&catalogue, bytes, length)) {
        fprintf(stderr, "%s: missing or damaged\n", name);
        free(bytes);
        return 1;
    }
    struct message *messages = calloc(catalogue.count, sizeof *messages);
    for (uint32_t i = 1; messages != NULL && i < catalogue.count; i++) {
        messages[i].original = catalogue_original(&catalogue, i, &length);
        messages[i].translation = catalogue_translation(&catalogue, i, &length);
        snprintf(messages[i].name, sizeof messages[i].name, "%s", messages[i].original);
    }
    int failures = messages == NULL || catalogue.count < 2
                       ? 1
                       : testing_run_rows(language, test_message, messages + 1, sizeof *messages,
                                          (int)catalogue.count - 1, message_name);
    free(messages);
    free(bytes);
    return failures;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),   cmocka_unit_test(test_order), cmocka_unit_test(test_big_endian),
        cmocka_unit_test(test_english), cmocka_unit_test(test_error),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("damaged catalogues", test_damage, (void *)damages, sizeof *damages,
                                 (int)(sizeof damages / sizeof *damages), damage_name);
    for (int i = 1; translate_languages[i] != NULL; i++)
        failures += run_language(translate_languages[i]);
    return failures;
}
