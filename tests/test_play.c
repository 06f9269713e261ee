/* test_play.c - the clocks of a game at the terminal: what runs, what stands, and what a take-back gives back. */
#include "play/play.h"
#include "testing.h"

enum { BEGAN = 5000, BASE = 60000, INCREMENT = 2000 };

static struct play *play;

static int begin(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    play = play_new(&rules, NULL);
    assert_non_null(play);
    play->timing = (struct timing){.base_ms = BASE, .increment_ms = INCREMENT};
    play_clock_run(play, BEGAN);
    return 0;
}

static int end(void **state) {
    (void)state;
    play_free(play);
    return 0;
}

static void make(const char *text, int64_t now) {
    tab_move move;
    assert_true(tab_move_parse(tab_match_rules(play->match), tab_match_position(play->match), text, &move, NULL));
    assert_true(play_move(play, move, now));
}

static void check_left(int64_t now, int64_t first, int64_t second) {
    assert_int_equal(play_clock_left(play, 1, now), first);
    assert_int_equal(play_clock_left(play, 2, now), second);
}

static void test_a_move_presses_the_clock(void **state) {
    (void)state;
    check_left(BEGAN + 1000, BASE - 1000, BASE);
    make("@a1n", BEGAN + 3000);
    check_left(BEGAN + 7000, BASE - 1000, BASE - 4000);
}

static void test_nothing_to_take_back_gives_no_time_back(void **state) {
    (void)state;
    assert_false(play_undo(play, BEGAN + 4000));
    check_left(BEGAN + 5000, BASE - 5000, BASE);
    make("@a1n", BEGAN + 5000);
    assert_false(play_redo(play, BEGAN + 9000));
    check_left(BEGAN + 9000, BASE - 3000, BASE - 4000);
}

static void test_clocks_are_what_they_were_before_a_move_taken_back(void **state) {
    (void)state;
    make("@a1n", BEGAN + 3000);
    assert_true(play_undo(play, BEGAN + 8000));
    check_left(BEGAN + 9000, BASE - 1000, BASE);
    assert_true(play_redo(play, BEGAN + 10000));
    check_left(BEGAN + 12000, BASE - 1000, BASE - 2000);
}

static void test_clocks_run_again_when_an_end_is_taken_back(void **state) {
    (void)state;
    make("@a1n", BEGAN + 3000);
    play_resign(play, 2, BEGAN + 4000);
    assert_int_equal(play_player(play), 0);
    check_left(BEGAN + 9000, BASE - 1000, BASE - 1000);
    assert_true(play_undo(play, BEGAN + 5000));
    check_left(BEGAN + 8000, BASE - 1000, BASE - 3000);
    play_agree(play, BEGAN + 8000);
    assert_false(play_redo(play, BEGAN + 9000));
    check_left(BEGAN + 10000, BASE - 1000, BASE - 3000);
}

static void test_a_clock_that_stands_keeps_what_was_spent(void **state) {
    (void)state;
    play_clock_stand(play, BEGAN + 3000);
    play_clock_stand(play, BEGAN + 4000);
    check_left(BEGAN + 90000, BASE - 3000, BASE);
    assert_false(play_clock_expired(play, BEGAN + 90000));
    play_clock_run(play, BEGAN + 90000);
    check_left(BEGAN + 91000, BASE - 4000, BASE);
    make("@a1n", BEGAN + 92000);
    check_left(BEGAN + 93000, BASE - 3000, BASE - 1000);
}

static void test_who_ran_out_of_time_has_none_left(void **state) {
    (void)state;
    assert_false(play_clock_expired(play, BEGAN + BASE - 1));
    assert_true(play_clock_expired(play, BEGAN + BASE));
    check_left(BEGAN + BASE + 1000, 0, BASE);
    assert_true(play_undo(play, BEGAN + BASE + 2000));
    check_left(BEGAN + BASE + 3000, BASE - 1000, BASE);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_move_presses_the_clock, begin, end),
        cmocka_unit_test_setup_teardown(test_nothing_to_take_back_gives_no_time_back, begin, end),
        cmocka_unit_test_setup_teardown(test_clocks_are_what_they_were_before_a_move_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(test_clocks_run_again_when_an_end_is_taken_back, begin, end),
        cmocka_unit_test_setup_teardown(test_a_clock_that_stands_keeps_what_was_spent, begin, end),
        cmocka_unit_test_setup_teardown(test_who_ran_out_of_time_has_none_left, begin, end),
    };
    return cmocka_run_group_tests_name("play", tests, NULL, NULL);
}
