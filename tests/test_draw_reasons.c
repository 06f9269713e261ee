/* test_draw_reasons.c - why a game is drawn: what happened is said, and nothing that nobody knows. */
#include "testing.h"

#include "rules/game.h"

#define TURNS "a1e e5w a1n e5s " /* turns, and turns back */

static void reason_is(const struct tab_match *match, const char *expected) {
    struct tab_result result;
    tab_match_result(match, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, 0);
    assert_string_equal(result.reason, expected);
}

/* A position that came up three times; one move back the game was not over, and then it is again. */
static void test_repetition(void **state) {
    (void)state;
    struct tab_match *match = testing_match("siam", "4s/5/1###1/5/N4 1 2 00", TURNS TURNS);
    struct tab_result result;
    reason_is(match, "the position occurred three times");
    assert_true(tab_match_undo(match));
    tab_match_result(match, &result);
    assert_false(result.over);
    assert_null(result.reason);
    assert_true(tab_match_redo(match));
    reason_is(match, "the position occurred three times");
    tab_match_free(match);
}

/* A draw that was declared: a position does not know why. */
static void test_declared(void **state) {
    const struct tab_rules rules = testing_rules(*state);
    struct tab_position position;
    tab_position_start(&rules, &position);
    rules.game->declare_draw(&position);
    struct tab_match *match = tab_match_new(&rules, &position);
    assert_non_null(match);
    reason_is(match, "the game was declared a draw");
    tab_match_free(match);
}

static void test_read(void **state) {
    (void)state;
    struct tab_match *match = testing_match("siam", "4s/5/1###1/5/N4 = 10 00", "");
    reason_is(match, "the game was declared a draw");
    tab_match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests_name("reasons of draws", tests, NULL, NULL) +
           testing_run_games("declared draws", test_declared);
}
