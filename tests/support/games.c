/* games.c - helpers the test programs share. */
#include "testing.h"
#include "watchdog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next test of the group that runs: cmocka sets up each in its turn. */
static const struct CMUnitTest *next_test;

static int case_begin(void **state) {
    const struct CMUnitTest *test = next_test++;
    watchdog_case(test->name);
    return test->setup_func != NULL ? test->setup_func(state) : 0;
}

int testing_run_group(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction set_up,
                      CMFixtureFunction tear_down) {
    struct CMUnitTest *watched = calloc(count, sizeof *watched);
    for (size_t i = 0; i < count; i++) {
        watched[i] = tests[i];
        watched[i].setup_func = case_begin;
    }
    next_test = tests;
    const int failures = _cmocka_run_group_tests(name, watched, count, set_up, tear_down);
    free(watched);
    return failures;
}

int testing_run_rows(const char *group, void (*test)(void **state), void *rows, size_t row_size, int count,
                     const char *(*name_of)(const void *row)) {
    struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
    for (int i = 0; i < count; i++) {
        void *row = (char *)rows + row_size * (size_t)i;
        tests[i] = (struct CMUnitTest){name_of(row), test, NULL, NULL, row};
    }
    int failures = testing_run_group(group, tests, (size_t)count, NULL, NULL);
    free(tests);
    return failures;
}

struct tab_rules testing_rules(const char *spec) {
    struct tab_rules rules;
    struct tab_error error = {0};
    if (!tab_rules_parse(&rules, spec, &error))
        fail_msg("%s: %s", spec, error.what);
    return rules;
}

struct tab_position testing_position(const struct tab_rules *rules, const char *text) {
    struct tab_position position;
    struct tab_error error = {0};
    if (!tab_position_parse(rules, text, &position, &error))
        fail_msg("%s: %s", text, error.what);
    return position;
}

struct tab_match *testing_match(const char *spec, const char *from, const char *moves) {
    struct tab_rules rules = testing_rules(spec);
    struct tab_position position;
    if (from != NULL)
        position = testing_position(&rules, from);
    struct tab_match *match = tab_match_new(&rules, from != NULL ? &position : NULL);
    assert_non_null(match);
    char *words = strdup(moves), *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        tab_move move;
        struct tab_error error = {0};
        if (!tab_move_parse(&rules, tab_match_position(match), word, &move, &error))
            fail_msg("move %s: %s", word, error.what);
        assert_true(tab_match_play(match, move));
    }
    free(words);
    return match;
}

/* Number of choices of an option, 1 for a free text. */
static int choice_count(const struct tab_option *option) {
    int count = 0;
    while (option->choices != NULL && option->choices[count].value != NULL)
        count++;
    return count > 0 ? count : 1;
}

/* Writes combination number `index` of the options of a game; false when there are not so many. */
static bool combination_write(const struct tab_game *game, int index, char *buffer, size_t size) {
    int used = snprintf(buffer, size, "%s", tab_game_id(game));
    char separator = ':';
    for (int i = 0; i < tab_game_option_count(game); i++) {
        const struct tab_option *option = tab_game_option(game, i);
        int count = choice_count(option), choice = index % count;
        index /= count;
        if (choice == 0)
            continue;
        used += snprintf(buffer + used, size - (size_t)used, "%c%s=%s", separator, option->key,
                         option->choices[choice].value);
        separator = ',';
    }
    return index == 0;
}

/* Free texts other than the default, with which games go other ways. */
static const char *const free_text_specs[] = {
    "santasi:set=6x7+6x5+6x6+6x4+6x3",
    "santasi:set=6x999+6x1+6x500+6x3+6x77,repetition=none",
    "khantsin:speed=two,dragon=333222111333222111333222111333222111",
    "khantsin:setup=striped,flips=both,speed=two,dragon=111111111111222222222222333333333333",
};

const char *testing_spec(int *index, char *buffer, size_t size) {
    int number = (*index)++;
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_game *game = tab_game_at(i);
        int combinations = 1;
        for (int j = 0; j < tab_game_option_count(game); j++)
            combinations *= choice_count(tab_game_option(game, j));
        if (number < combinations)
            return combination_write(game, number, buffer, size) ? buffer : NULL;
        number -= combinations;
    }
    if (number < (int)(sizeof free_text_specs / sizeof *free_text_specs)) {
        snprintf(buffer, size, "%s", free_text_specs[number]);
        return buffer;
    }
    return NULL;
}

enum { SPECS_MAX = 512 };

static const char *spec_name(const void *row) { return row; }

int testing_run_specs(const char *group, void (*test)(void **state)) {
    char(*specs)[TAB_SPEC_TEXT] = calloc(SPECS_MAX, sizeof *specs);
    int count = 0, next = 0;
    while (testing_spec(&next, specs[count], sizeof specs[count]) != NULL)
        if (++count == SPECS_MAX)
            fail_msg("more than %d specs", SPECS_MAX);
    int failures = testing_run_rows(group, test, specs, sizeof *specs, count, spec_name);
    free(specs);
    return failures;
}

int testing_run_games(const char *group, void (*test)(void **state)) {
    char(*specs)[TAB_SPEC_TEXT] = calloc((size_t)tab_game_count(), sizeof *specs);
    for (int i = 0; i < tab_game_count(); i++)
        snprintf(specs[i], sizeof specs[i], "%s", tab_game_id(tab_game_at(i)));
    int failures = testing_run_rows(group, test, specs, sizeof *specs, tab_game_count(), spec_name);
    free(specs);
    return failures;
}

int testing_soak(int count) {
    const char *text = getenv("TABLIER_SOAK");
    int factor = text != NULL ? atoi(text) : 1;
    return factor > 1 ? count * factor : count;
}

int testing_best_play(const struct tab_rules *rules, const struct tab_position *position,
                      testing_moves_function *list) {
    const int player = tab_position_player(rules, position), sign = player == 1 ? 1 : -1;
    if (player == 0) {
        struct tab_result result;
        tab_position_result(rules, position, &result);
        return result.winner == 0 ? 0 : result.winner == 1 ? 1 : -1;
    }
    tab_move moves[TAB_MOVES_MAX];
    const int count = (list != NULL ? list : tab_position_moves)(rules, position, moves);
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        struct tab_position next = *position;
        assert_true(tab_position_legal(rules, position, moves[i]));
        tab_position_play(rules, &next, moves[i]);
        const int value = sign * testing_best_play(rules, &next, list);
        best = value > best ? value : best;
    }
    return sign * best;
}

void testing_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.6f, expected %.6f", found, expected);
}

uint64_t testing_seed(const char *spec) {
    uint64_t seed = UINT64_C(0xCBF29CE484222325);
    for (; *spec != '\0'; spec++)
        seed = (seed ^ (unsigned char)*spec) * UINT64_C(0x100000001B3);
    return seed;
}
