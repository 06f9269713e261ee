/* test_glicko.c - ratings: the example of the paper, and what must hold whatever happens. */
#include "server/glicko.h"
#include "server/time_control.h"
#include "testing.h"

#include <math.h>
#include <stdio.h>

/* Glickman: 1500 with a deviation of 200 wins against 1400/30, loses against 1550/100 and 1700/300. */
static void test_paper(void **state) {
    (void)state;
    const struct glicko player = {1500.0, 200.0, 0.06};
    const struct glicko_game games[] = {
        {{1400.0, 30.0, 0.06}, 1.0}, {{1550.0, 100.0, 0.06}, 0.0}, {{1700.0, 300.0, 0.06}, 0.0}};
    const struct glicko after = glicko_after(player, games, 3, 1.0);
    testing_near(after.rating, 1464.06, 0.01);
    testing_near(after.deviation, 151.52, 0.01);
    testing_near(after.volatility, 0.05999, 0.00001);
}

/* The paper's last remark: without games only the deviation changes, by the volatility. */
static void test_idle(void **state) {
    (void)state;
    const struct glicko player = {1500.0, 50.0, 0.06};
    const struct glicko once = glicko_after(player, NULL, 0, 1.0);
    testing_near(once.deviation, 51.07, 0.01);
    testing_near(once.rating, 1500.0, 0.0);
    const struct glicko twice = glicko_idle(once, 1.0), both = glicko_idle(player, 2.0);
    testing_near(twice.deviation, both.deviation, 1e-9);
    testing_near(glicko_idle(player, 1e9).deviation, GLICKO_DEVIATION_MAX, 0.0);
    testing_near(glicko_idle(player, 0.0).deviation, 50.0, 1e-9);
    testing_near(glicko_idle(player, -5.0).deviation, 50.0, 1e-9);
}

/* ---- Every pair of players, every result ---------------------------------------------------------------------- */

static const struct glicko players[] = {
    {1500.0, 350.0, 0.06}, {1500.0, 30.0, 0.06}, {1200.0, 80.0, 0.05}, {2400.0, 45.0, 0.07},
    {100.0, 350.0, 0.06},  {4000.0, 30.0, 0.03}, {1501.0, 200.0, 0.2}, {900.0, 120.0, 0.06},
};
enum { PLAYERS = sizeof players / sizeof *players };

static struct glicko after_one(struct glicko player, struct glicko opponent, double score) {
    const struct glicko_game game = {opponent, score};
    return glicko_after(player, &game, 1, 0.0);
}

static void test_properties(void **state) {
    (void)state;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++) {
            const struct glicko won = after_one(players[i], players[j], 1.0);
            const struct glicko drawn = after_one(players[i], players[j], 0.5);
            const struct glicko lost = after_one(players[i], players[j], 0.0);
            assert_true(won.rating >= players[i].rating && lost.rating <= players[i].rating);
            assert_true(won.rating >= drawn.rating && drawn.rating >= lost.rating);
            assert_true(won.deviation <= players[i].deviation && won.deviation >= GLICKO_DEVIATION_MIN);
            assert_true(won.volatility > 0.0 && won.volatility < 1.0 && isfinite(lost.volatility));
            assert_true(won.rating <= GLICKO_RATING_MAX && lost.rating >= GLICKO_RATING_MIN);
            testing_near(glicko_expected(players[i], players[j]) + glicko_expected(players[j], players[i]), 1.0, 1e-12);
        }
}

static void test_upset(void **state) {
    (void)state;
    const struct glicko weak = {1300.0, 60.0, 0.06}, strong = {1800.0, 60.0, 0.06};
    assert_true(after_one(weak, strong, 1.0).rating - weak.rating >
                4 * (after_one(strong, weak, 1.0).rating - strong.rating));
    /* what is known badly moves further, and a badly known opponent tells less */
    const struct glicko vague = {1300.0, 300.0, 0.06}, vague_strong = {1800.0, 300.0, 0.06};
    assert_true(after_one(vague, strong, 1.0).rating > after_one(weak, strong, 1.0).rating);
    assert_true(after_one(weak, vague_strong, 1.0).rating < after_one(weak, strong, 1.0).rating);
}

/* Two players who score three of four: their difference settles where that is expected. */
static void test_settles(void **state) {
    (void)state;
    struct glicko one = glicko_unknown(), other = glicko_unknown();
    for (int i = 0; i < 2000; i++) {
        const double score = i % 4 == 0 ? 0.0 : 1.0;
        const struct glicko before = one;
        one = after_one(one, other, score);
        other = after_one(other, before, 1.0 - score);
    }
    testing_near(one.rating - other.rating, 173.7178 * log(3.0), 40.0);
    assert_true(one.deviation < 60.0);
}

/* ---- Clock classes -------------------------------------------------------------------------------------------- */

struct class_row {
    const char *name;
    struct time_control time;
    const char *word;
};

static struct class_row classes[] = {
    {"60+0", {.kind = TIME_FISCHER, .base_ms = 60000}, "fast"},
    {"479+0", {.kind = TIME_FISCHER, .base_ms = 479000}, "fast"},
    {"480+0", {.kind = TIME_FISCHER, .base_ms = 480000}, "rapid"},
    {"300+4", {.kind = TIME_FISCHER, .base_ms = 300000, .increment_ms = 4000}, "fast"},
    {"300+5", {.kind = TIME_FISCHER, .base_ms = 300000, .increment_ms = 5000}, "rapid"},
    {"1499+0", {.kind = TIME_FISCHER, .base_ms = 1499000}, "rapid"},
    {"1500+0", {.kind = TIME_FISCHER, .base_ms = 1500000}, "slow"},
    {"10+600", {.kind = TIME_FISCHER, .base_ms = 10000, .increment_ms = 600000}, "slow"},
    {"1d", {.kind = TIME_DAYS, .days = 1}, "days"},
    {"none", {.kind = TIME_NONE}, "days"},
};

static const char *class_name(const void *row) { return ((const struct class_row *)row)->name; }

static void test_class(void **state) {
    const struct class_row *row = *state;
    assert_string_equal(time_class_words[time_class_of(&row->time)], row->word);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper), cmocka_unit_test(test_idle),    cmocka_unit_test(test_properties),
        cmocka_unit_test(test_upset), cmocka_unit_test(test_settles),
    };
    int failures = testing_run_rows("clock classes", test_class, classes, sizeof *classes,
                                    sizeof classes / sizeof *classes, class_name);
    return failures + cmocka_run_group_tests_name("ratings", tests, NULL, NULL);
}
