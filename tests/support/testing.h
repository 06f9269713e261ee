/* testing.h - cmocka with what it needs, and helpers the test programs share. */
#ifndef TEST_TESTING_H
#define TEST_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The analyser does not know that a failed assertion does not return. */
#ifdef __clang_analyzer__
#include <stdlib.h>
#undef assert_true
#undef assert_non_null
#define assert_true(condition) ((condition) ? (void)0 : abort())
#define assert_non_null(pointer) ((pointer) != NULL ? (void)0 : abort())
#endif

#include <tablier.h>

/* Groups of tests run under the watchdog. */
int testing_run_group(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction set_up,
                      CMFixtureFunction tear_down);
#undef cmocka_run_group_tests
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(name, tests, set_up, tear_down)                                                    \
    testing_run_group(name, tests, sizeof(tests) / sizeof *(tests), set_up, tear_down)
#define cmocka_run_group_tests(tests, set_up, tear_down) cmocka_run_group_tests_name(#tests, tests, set_up, tear_down)

/* Runs one function as a test of its own for each of `count` rows; `name_of` names a row. Returns the failures. */
int testing_run_rows(const char *group, void (*test)(void **state), void *rows, size_t row_size, int count,
                     const char *(*name_of)(const void *row));

/* Rules and positions from texts that must be good. */
struct tab_rules testing_rules(const char *spec);
struct tab_position testing_position(const struct tab_rules *rules, const char *text);
/* A match with moves that must be good, separated by spaces, from a position; NULL: the start. To be freed. */
struct tab_match *testing_match(const char *spec, const char *from, const char *moves);

/* Specs of every game that between them contain every value of every option with choices, and a few free texts. Each
 * call gives the next in its canonical form, NULL after the last; `index` starts at 0. */
const char *testing_spec(int *index, char *buffer, size_t size);

/* Runs one function as a test of its own for each of those specs, or for the default spec of each game, which it finds
 * in *state. Returns the failures. */
int testing_run_specs(const char *group, void (*test)(void **state));
int testing_run_games(const char *group, void (*test)(void **state));

/* `count` times what the environment variable TABLIER_SOAK says: 1 when it is not set, more for long runs. */
int testing_soak(int count);

/* What best play leads to for player 1 of two (1 won, 0 drawn, -1 lost), by plain minimax over the moves that a function
 * lists; NULL: all legal ones. */
typedef int testing_moves_function(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves);
int testing_best_play(const struct tab_rules *rules, const struct tab_position *position, testing_moves_function *list);

/* Fails unless a number is another, but for so much. */
void testing_near(double found, double expected, double tolerance);

/* A seed that differs from spec to spec. */
uint64_t testing_seed(const char *spec);

#endif
