/* test_rules.c - the registry, the option tables, and game specs read and written. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

/* ---- Registry ------------------------------------------------------------------------------------------------- */

static void test_games_found_by_id(void **state) {
    (void)state;
    assert_true(tab_game_count() >= 1);
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_game *game = tab_game_at(i);
        assert_ptr_equal(tab_game_find(tab_game_id(game)), game);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(tab_game_id(tab_game_at(j)), tab_game_id(game));
    }
}

static void test_unknown_ids_not_found(void **state) {
    (void)state;
    static const char *const ids[] = {"", "Siam", "siam ", "sia", "siamx", "siam:push=total"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_null(tab_game_find(ids[i]));
}

static void test_siam_entry(void **state) {
    (void)state;
    const struct tab_game *game = tab_game_find("siam");
    assert_non_null(game);
    assert_string_equal(tab_game_id(game), "siam");
    assert_string_equal(tab_game_title(game), "Siam");
    assert_int_equal(tab_game_players_min(game), 2);
    assert_int_equal(tab_game_players_max(game), 2);
    static const char *const keys[] = {"openings", "exits", "push", "repetition"};
    assert_int_equal(tab_game_option_count(game), 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(tab_game_option(game, i)->key, keys[i]);
}

/* An id or a key is one word that needs no quoting in a spec. */
static void check_word(const char *word) {
    assert_true(strlen(word) > 0);
    assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(word));
}

static void test_players(void **state) {
    (void)state;
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_game *game = tab_game_at(i);
        check_word(tab_game_id(game));
        assert_true(strlen(tab_game_title(game)) > 0);
        assert_true(tab_game_players_min(game) >= 2);
        assert_true(tab_game_players_min(game) <= tab_game_players_max(game));
        assert_true(tab_game_players_max(game) <= TAB_PLAYERS_MAX);
    }
}

/* ---- Option tables -------------------------------------------------------------------------------------------- */

static void check_choices(const struct tab_option *option) {
    assert_null(option->pattern);
    assert_null(option->initial);
    int count = 0;
    for (const struct tab_choice *choice = option->choices; choice->value != NULL; choice++, count++) {
        check_word(choice->value);
        assert_non_null(choice->summary);
        assert_true(strlen(choice->summary) > 0);
        for (const struct tab_choice *earlier = option->choices; earlier < choice; earlier++)
            assert_string_not_equal(earlier->value, choice->value);
    }
    assert_true(count >= 2);
}

static void test_option_tables(void **state) {
    (void)state;
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_game *game = tab_game_at(i);
        assert_true(tab_game_option_count(game) <= TAB_OPTIONS_MAX);
        for (int j = 0; j < tab_game_option_count(game); j++) {
            const struct tab_option *option = tab_game_option(game, j);
            check_word(option->key);
            assert_true(strlen(option->summary) > 0);
            for (int k = 0; k < j; k++)
                assert_string_not_equal(tab_game_option(game, k)->key, option->key);
            if (option->choices != NULL) {
                check_choices(option);
            } else {
                assert_true(strlen(option->pattern) > 0);
                assert_true(strlen(option->initial) > 0);
            }
        }
    }
}

/* Every game has the house rule against endless games, with the draw as its default. */
static void test_repetition_everywhere(void **state) {
    (void)state;
    for (int i = 0; i < tab_game_count(); i++) {
        char spec[TAB_SPEC_TEXT], value[TAB_SPEC_TEXT];
        snprintf(spec, sizeof spec, "%s:repetition=draw", tab_game_id(tab_game_at(i)));
        struct tab_rules rules = testing_rules(spec);
        tab_rules_format(&rules, value, sizeof value);
        assert_string_equal(value, tab_game_id(tab_game_at(i)));
        snprintf(spec, sizeof spec, "%s:repetition=none", tab_game_id(tab_game_at(i)));
        rules = testing_rules(spec);
        tab_rules_format(&rules, value, sizeof value);
        assert_string_equal(value, spec);
    }
}

/* ---- Specs ---------------------------------------------------------------------------------------------------- */

/* testing_spec writes what differs from the defaults in the order of the table, which is the canonical text. */
static void test_spec_round_trip(void **state) {
    const char *spec = *state;
    struct tab_rules rules = testing_rules(spec), again;
    char text[TAB_SPEC_TEXT];
    assert_int_equal(tab_rules_format(&rules, text, sizeof text), strlen(spec));
    assert_string_equal(text, spec);
    again = testing_rules(text);
    assert_memory_equal(&again, &rules, sizeof rules);
    int players = tab_rules_players(&rules);
    assert_in_range(players, tab_game_players_min(rules.game), tab_game_players_max(rules.game));
}

/* Writing every option, defaults included, from the last of the table to the first gives the same rules. */
static void test_spec_in_any_order(void **state) {
    struct tab_rules rules = testing_rules(*state), again;
    char spec[2 * TAB_SPEC_TEXT];
    int used = snprintf(spec, sizeof spec, "%s", tab_game_id(rules.game));
    for (int i = tab_game_option_count(rules.game) - 1; i >= 0; i--) {
        char value[TAB_SPEC_TEXT];
        size_t length = tab_rules_option(&rules, i, value, sizeof value);
        assert_int_equal(length, strlen(value));
        bool first = i == tab_game_option_count(rules.game) - 1;
        used += snprintf(spec + used, sizeof spec - (size_t)used, "%c%s=%s", first ? ':' : ',',
                         tab_game_option(rules.game, i)->key, value);
    }
    again = testing_rules(spec);
    assert_memory_equal(&again, &rules, sizeof rules);
}

/* A spec, the same in canonical form, and the value of its first options in the order of the table. */
struct spec_row {
    const char *spec, *canonical, *values;
};

static const struct spec_row spec_rows[] = {
    {"siam", "siam", "free unlimited running draw"},
    {"siam:openings=free", "siam", "free unlimited running draw"},
    {"siam:repetition=draw,push=running,exits=unlimited,openings=free", "siam", "free unlimited running draw"},
    {"siam:push=total,openings=crossed", "siam:openings=crossed,push=total", "crossed unlimited total draw"},
    {"siam:repetition=none,exits=once", "siam:exits=once,repetition=none", "free once running none"},
    {"siam:repetition=none,push=total,exits=once,openings=crossed",
     "siam:openings=crossed,exits=once,push=total,repetition=none", "crossed once total none"},
};

static void test_spec_row(void **state) {
    const struct spec_row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    char text[TAB_SPEC_TEXT], values[TAB_SPEC_TEXT] = "";
    tab_rules_format(&rules, text, sizeof text);
    assert_string_equal(text, row->canonical);
    for (int i = 0; i < tab_game_option_count(rules.game); i++) {
        tab_rules_option(&rules, i, text, sizeof text);
        strcat(values, i > 0 ? " " : "");
        strcat(values, text);
    }
    assert_string_equal(values, row->values);
}

static const char *spec_row_name(const void *row) { return ((const struct spec_row *)row)->spec; }

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_found_by_id), cmocka_unit_test(test_unknown_ids_not_found),
        cmocka_unit_test(test_siam_entry),        cmocka_unit_test(test_players),
        cmocka_unit_test(test_option_tables),     cmocka_unit_test(test_repetition_everywhere),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("specs", test_spec_row, (void *)spec_rows, sizeof *spec_rows,
                                 sizeof spec_rows / sizeof *spec_rows, spec_row_name);
    failures += testing_run_specs("spec round trips", test_spec_round_trip);
    failures += testing_run_specs("specs in any order", test_spec_in_any_order);
    return failures;
}
