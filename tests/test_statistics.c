/* test_statistics.c - what the results of matches say: Elo, error bars, and the test that ends a match. */
#include "testing.h"

#include "arena/statistics.h"

#include <math.h>

/* ---- Elo ------------------------------------------------------------------------------------------------------ */

static void test_elo_of_scores(void **state) {
    (void)state;
    testing_near(elo_of_score(0.5, 2), 0.0, 1e-9);
    testing_near(elo_of_score(0.75, 2), 190.8485, 1e-3); /* 400 log10 3 */
    testing_near(elo_of_score(10.0 / 11.0, 2), 400.0, 1e-9);
    testing_near(elo_of_score(0.25, 4), 0.0, 1e-9);
    testing_near(elo_of_score(0.5, 3), 120.41200, 1e-3); /* 400 log10 2 */
    assert_true(isinf(elo_of_score(1.0, 2)) && elo_of_score(1.0, 2) > 0);
    assert_true(isinf(elo_of_score(0.0, 2)) && elo_of_score(0.0, 2) < 0);
    for (int players = 2; players <= 4; players++)
        for (int elo = -300; elo <= 300; elo += 37)
            testing_near(elo_of_score(score_of_elo(elo, players), players), elo, 1e-6);
}

static struct sample sample_of(const long counts[ROUND_SCORES]) {
    struct sample sample = {0};
    for (int i = 0; i < ROUND_SCORES; i++)
        for (long j = 0; j < counts[i]; j++)
            sample_add(&sample, i / 4.0);
    return sample;
}

/* A hundred rounds, by hand. */
static void test_error_bars(void **state) {
    (void)state;
    const long counts[ROUND_SCORES] = {0, 20, 50, 20, 10};
    struct sample sample = sample_of(counts);
    double mean = (20 * 0.25 + 50 * 0.5 + 20 * 0.75 + 10 * 1.0) / 100, squares = 0.0;
    squares += 20 * (0.25 - mean) * (0.25 - mean) + 50 * (0.5 - mean) * (0.5 - mean);
    squares += 20 * (0.75 - mean) * (0.75 - mean) + 10 * (1.0 - mean) * (1.0 - mean);
    testing_near(mean, 0.55, 1e-12);
    testing_near(squares / 100, 0.0475, 1e-12);
    testing_near(sample_mean(&sample), 0.55, 1e-12);
    testing_near(sample_variance(&sample), 0.0475, 1e-12);
    /* 1.96 deviations of the mean are 0.04272: from 0.50728 to 0.59272, that is from 5.06 to 65.18 Elo. */
    testing_near(elo_error(&sample, 2), (65.18 - 5.06) / 2, 0.01);
    /* 0.05 / sqrt(2 * 0.0475) * 347.4356 */
    testing_near(elo_normalized(&sample), 56.36, 0.01);
    /* 0.05 / sqrt(0.0475 / 100) = 2.2942 deviations */
    testing_near(superiority(&sample), 0.98911, 1e-4);
}

static void test_nothing_is_known_without_results(void **state) {
    (void)state;
    const long none[ROUND_SCORES] = {0}, one[ROUND_SCORES] = {0, 0, 0, 1, 0}, same[ROUND_SCORES] = {0, 0, 0, 0, 9};
    struct sample samples[] = {sample_of(none), sample_of(one), sample_of(same)};
    for (int i = 0; i < 3; i++) {
        assert_true(isnan(elo_error(&samples[i], 2)));
        assert_true(isnan(elo_normalized(&samples[i])));
        assert_true(isnan(superiority(&samples[i])));
    }
}

/* ---- The test ------------------------------------------------------------------------------------------------- */

/* Rounds that are won or lost as a whole leave no choice: the likelihood is a binomial one. */
static void test_ratio_of_rounds_won_or_lost(void **state) {
    (void)state;
    const long counts[ROUND_SCORES] = {40, 0, 0, 0, 60};
    struct sprt logistic = {0.0, 10.0, 0.05, 0.05, false}, normalized = {0.0, 10.0, 0.05, 0.05, true};
    double chance = score_of_elo(10.0, 2);
    testing_near(sprt_llr(&logistic, counts), 60 * log(chance / 0.5) + 40 * log((1 - chance) / 0.5), 0.01);
    /* (p - 1/2) / sqrt(p (1 - p)) = r has the solution 1/2 + r / (2 sqrt(1 + r^2)). */
    double ratio = 10.0 * log(10.0) / 800.0 * sqrt(2.0), likely = 0.5 + ratio / 2 / sqrt(1 + ratio * ratio);
    testing_near(sprt_llr(&normalized, counts), 60 * log(likely / 0.5) + 40 * log((1 - likely) / 0.5), 0.01);
}

/* With many rounds and small differences the ratio is that of normal distributions. */
static void test_ratio_of_many_rounds(void **state) {
    (void)state;
    const long counts[ROUND_SCORES] = {253, 4323, 10255, 4661, 284};
    struct sample sample = sample_of(counts);
    double mean = sample_mean(&sample), variance = sample_variance(&sample), rounds = (double)sample.count;
    struct sprt logistic = {0.0, 2.0, 0.05, 0.05, false}, normalized = {0.5, 2.5, 0.05, 0.05, true};
    double low = score_of_elo(0.0, 2), high = score_of_elo(2.0, 2);
    testing_near(sprt_llr(&logistic, counts), rounds * (high - low) * (2 * mean - low - high) / (2 * variance), 0.05);
    double unit = log(10.0) / 800.0 * sqrt(2.0), found = (mean - 0.5) / sqrt(variance);
    double below = found - 0.5 * unit, above = found - 2.5 * unit;
    testing_near(sprt_llr(&normalized, counts), rounds / 2 * log((1 + below * below) / (1 + above * above)), 0.05);
}

/* The most likely distributions found by trying them all. */
static void test_ratio_by_search(void **state) {
    (void)state;
    enum { STEPS = 40000 };
    const long counts[ROUND_SCORES] = {3, 0, 10, 0, 7};
    struct sprt sprt = {-40.0, 60.0, 0.05, 0.05, false};
    /* Three scores and two conditions leave one choice: the middle chance. */
    double best[2] = {-INFINITY, -INFINITY};
    for (int which = 0; which < 2; which++) {
        double mean = score_of_elo(which == 0 ? sprt.elo0 : sprt.elo1, 2);
        for (int i = 1; i < STEPS; i++) {
            double middle = i / (double)STEPS, top = mean - middle / 2, bottom = 1 - middle - top;
            if (top > 0 && bottom > 0)
                best[which] = fmax(best[which], 3 * log(bottom) + 10 * log(middle) + 7 * log(top));
        }
    }
    testing_near(sprt_llr(&sprt, counts), best[1] - best[0], 0.01);
}

static void test_ratio_is_fair(void **state) {
    (void)state;
    const long none[ROUND_SCORES] = {0}, counts[ROUND_SCORES] = {3, 20, 41, 33, 8};
    const long turned[ROUND_SCORES] = {8, 33, 41, 20, 3};
    for (int normalized = 0; normalized < 2; normalized++) {
        struct sprt sprt = {-3.0, 5.0, 0.05, 0.05, normalized == 1}, mirror = {-5.0, 3.0, 0.05, 0.05, normalized == 1};
        testing_near(sprt_llr(&sprt, none), 0.0, 1e-12);
        testing_near(sprt_llr(&sprt, counts), -sprt_llr(&mirror, turned), 1e-6);
    }
}

static void test_verdicts(void **state) {
    (void)state;
    const long good[ROUND_SCORES] = {0, 20, 100, 100, 40}, bad[ROUND_SCORES] = {40, 100, 100, 20, 0};
    const long few[ROUND_SCORES] = {0, 1, 1, 1, 0};
    struct sprt sprt = {0.0, 10.0, 0.05, 0.1, true};
    testing_near(sprt_lower(&sprt), -2.2513, 1e-4); /* log(0.1 / 0.95) */
    testing_near(sprt_upper(&sprt), 2.8904, 1e-4);  /* log(0.9 / 0.05) */
    assert_int_equal(sprt_verdict(&sprt, good), VERDICT_PASSED);
    assert_int_equal(sprt_verdict(&sprt, bad), VERDICT_FAILED);
    assert_int_equal(sprt_verdict(&sprt, few), VERDICT_OPEN);
    for (int elo = -200; elo < 200; elo += 50) {
        sprt.elo0 = elo;
        sprt.elo1 = 200.0;
        assert_true(isfinite(sprt_llr(&sprt, good)) && isfinite(sprt_llr(&sprt, bad)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_of_scores),
        cmocka_unit_test(test_error_bars),
        cmocka_unit_test(test_nothing_is_known_without_results),
        cmocka_unit_test(test_ratio_of_rounds_won_or_lost),
        cmocka_unit_test(test_ratio_of_many_rounds),
        cmocka_unit_test(test_ratio_by_search),
        cmocka_unit_test(test_ratio_is_fair),
        cmocka_unit_test(test_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
