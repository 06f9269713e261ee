/* statistics.c - what results say about strength. */
#include "statistics.h"
#include "../rules/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Elo ------------------------------------------------------------------------------------------------------ */

static const double confidence = 1.959963984540054; /* deviations to each side of the mean that hold 95% */

void sample_add(struct sample *sample, double score) {
    sample->count++;
    sample->sum += score;
    sample->squares += score * score;
}

double sample_mean(const struct sample *sample) { return sample->sum / (double)sample->count; }

double sample_variance(const struct sample *sample) {
    double mean = sample_mean(sample), variance = sample->squares / (double)sample->count - mean * mean;
    return variance > 0.0 ? variance : 0.0;
}

double elo_of_score(double score, int players) {
    if (score <= 0.0)
        return -INFINITY;
    return score >= 1.0 ? INFINITY : 400.0 * log10(score * (players - 1) / (1.0 - score));
}

double score_of_elo(double elo, int players) {
    double strength = pow(10.0, elo / 400.0);
    return strength / (strength + players - 1);
}

double elo_error(const struct sample *sample, int players) {
    double variance = sample->count > 1 ? sample_variance(sample) : 0.0;
    if (variance <= 0.0)
        return NAN;
    double reach = confidence * sqrt(variance / (double)sample->count), mean = sample_mean(sample);
    return (elo_of_score(mean + reach, players) - elo_of_score(mean - reach, players)) / 2.0;
}

/* Two games make a round, so the variance of a game is twice that of a round's mean. */
double elo_normalized(const struct sample *sample) {
    double variance = sample->count > 0 ? sample_variance(sample) : 0.0;
    return variance > 0.0 ? (sample_mean(sample) - 0.5) / sqrt(2.0 * variance) * 800.0 / log(10.0) : NAN;
}

double superiority(const struct sample *sample) {
    double variance = sample->count > 1 ? sample_variance(sample) : 0.0;
    if (variance <= 0.0)
        return NAN;
    double deviations = (sample_mean(sample) - 0.5) / sqrt(variance / (double)sample->count);
    return 0.5 * erfc(-deviations / sqrt(2.0));
}

/* ---- Likelihoods ---------------------------------------------------------------------------------------------- */

/* Scores that never came up might have: without a trace of them the most likely distributions would rule them out. */
static const double trace = 1e-3;

static double round_score(int index) { return index / (double)(ROUND_SCORES - 1); }

/* Finds x in the interval where every 1 + x * slopes[i] is positive, such that the distribution
 * chances[i] / (1 + x * slopes[i]) has a mean slope of 0. There is one if slopes of both signs occur. */
static double tilt_find(const double *chances, const double *slopes) {
    double least = slopes[0], most = slopes[0];
    for (int i = 1; i < ROUND_SCORES; i++) {
        least = fmin(least, slopes[i]);
        most = fmax(most, slopes[i]);
    }
    double low = -1.0 / most, high = -1.0 / least;
    for (int step = 0; step < 200; step++) {
        double middle = (low + high) / 2.0, sum = 0.0;
        for (int i = 0; i < ROUND_SCORES; i++)
            sum += chances[i] * slopes[i] / (1.0 + middle * slopes[i]);
        if (sum > 0.0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2.0;
}

/* The most likely distribution, given observed frequencies, among those with a mean of `mean`. By Lagrange it is
 * chances[i] / (1 + x * (score - mean)). */
static void likely_with_mean(const double *chances, double mean, double *likely) {
    double slopes[ROUND_SCORES];
    for (int i = 0; i < ROUND_SCORES; i++)
        slopes[i] = round_score(i) - mean;
    double tilt = tilt_find(chances, slopes);
    for (int i = 0; i < ROUND_SCORES; i++)
        likely[i] = chances[i] / (1.0 + tilt * slopes[i]);
}

static void moments(const double *chances, double *mean, double *deviation) {
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < ROUND_SCORES; i++)
        sum += chances[i] * round_score(i);
    for (int i = 0; i < ROUND_SCORES; i++)
        squares += chances[i] * (round_score(i) - sum) * (round_score(i) - sum);
    *mean = sum;
    *deviation = sqrt(squares);
}

/* The same among those with (mean - 1/2) / deviation equal to `ratio`. That is not linear in the distribution, so the
 * condition is replaced by its tangent at the last distribution found, until nothing changes any more. The first one is
 * flat, for there the tangent has slopes of both signs, whatever was observed. */
static void likely_with_ratio(const double *chances, double ratio, double *likely) {
    double mean, deviation, change = 1.0;
    for (int i = 0; i < ROUND_SCORES; i++)
        likely[i] = 1.0 / (double)ROUND_SCORES;
    for (int step = 0; step < 100 && change > 1e-12; step++) {
        double slopes[ROUND_SCORES];
        moments(likely, &mean, &deviation);
        for (int i = 0; i < ROUND_SCORES; i++) {
            double distance = (round_score(i) - mean) / deviation;
            slopes[i] = round_score(i) - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0;
        }
        double tilt = tilt_find(chances, slopes);
        change = 0.0;
        for (int i = 0; i < ROUND_SCORES; i++) {
            double next = chances[i] / (1.0 + tilt * slopes[i]);
            change = fmax(change, fabs(next - likely[i]));
            likely[i] = next;
        }
    }
}

/* ---- The test ------------------------------------------------------------------------------------------------- */

/* The most likely distribution at a difference of `elo`. */
static void likely_with_elo(const struct sprt *sprt, const double *chances, double elo, double *likely) {
    if (sprt->normalized)
        likely_with_ratio(chances, elo * log(10.0) / 800.0 * sqrt(2.0), likely);
    else
        likely_with_mean(chances, score_of_elo(elo, 2), likely);
}

double sprt_llr(const struct sprt *sprt, const long counts[ROUND_SCORES]) {
    double chances[ROUND_SCORES], likely0[ROUND_SCORES], likely1[ROUND_SCORES], total = 0.0, sum = 0.0;
    long rounds = 0;
    for (int i = 0; i < ROUND_SCORES; i++) {
        rounds += counts[i];
        chances[i] = counts[i] > 0 ? (double)counts[i] : trace;
        total += chances[i];
    }
    if (rounds == 0)
        return 0.0;
    for (int i = 0; i < ROUND_SCORES; i++)
        chances[i] /= total;
    likely_with_elo(sprt, chances, sprt->elo0, likely0);
    likely_with_elo(sprt, chances, sprt->elo1, likely1);
    for (int i = 0; i < ROUND_SCORES; i++)
        sum += chances[i] * log(likely1[i] / likely0[i]);
    return total * sum;
}

double sprt_lower(const struct sprt *sprt) { return log(sprt->beta / (1.0 - sprt->alpha)); }

double sprt_upper(const struct sprt *sprt) { return log((1.0 - sprt->beta) / sprt->alpha); }

enum verdict sprt_verdict(const struct sprt *sprt, const long counts[ROUND_SCORES]) {
    double llr = sprt_llr(sprt, counts);
    return llr >= sprt_upper(sprt) ? VERDICT_PASSED : llr <= sprt_lower(sprt) ? VERDICT_FAILED : VERDICT_OPEN;
}

const char *verdict_word(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_OPEN: return N_("open");
    case VERDICT_FAILED: return N_("failed");
    case VERDICT_PASSED: return N_("passed");
    }
    return "";
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

enum { SPRT_NUMBERS = 4 };

static bool number_read(const char *text, size_t length, double *number) {
    char copy[32], *end;
    if (length == 0 || length >= sizeof copy || strspn(text, "+-.0123456789") < length)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *number = strtod(copy, &end);
    return *end == '\0';
}

/* Checks that the four numbers make sense; starts[i] is where number i stands. */
static bool sprt_check(const double *numbers, const size_t *starts, struct tab_error *error) {
    static const double elo_most = 200.0, risk_least = 1e-6;
    for (int i = 0; i < 2; i++)
        if (fabs(numbers[i]) > elo_most)
            return error_set(error, starts[i], N_("the Elo difference must be from -200 to 200"), NULL, NULL);
    if (numbers[0] >= numbers[1])
        return error_set(error, starts[1], N_("elo1 must be greater than elo0"), NULL, NULL);
    for (int i = 2; i < SPRT_NUMBERS; i++)
        if (numbers[i] < risk_least || numbers[i] >= 0.5)
            return error_set(error, starts[i], N_("alpha and beta must be from 0.000001 to less than 0.5"), NULL, NULL);
    return true;
}

static bool model_read(const char *text, size_t length, bool *normalized) {
    bool normal = length == strlen("normalized") && memcmp(text, "normalized", length) == 0;
    bool logistic = length == strlen("logistic") && memcmp(text, "logistic", length) == 0;
    *normalized = normal;
    return normal || logistic;
}

bool sprt_parse(struct sprt *sprt, const char *text, struct tab_error *error) {
    double numbers[SPRT_NUMBERS] = {0.0, 0.0, 0.05, 0.05};
    size_t starts[SPRT_NUMBERS] = {0}, at = 0;
    int count = 0;
    bool normalized = true, model = false;
    for (;;) {
        size_t length = strcspn(text + at, ",");
        if (model)
            return error_set(error, at, N_("nothing may follow normalized or logistic"), NULL, NULL);
        if (count < SPRT_NUMBERS && number_read(text + at, length, &numbers[count]))
            starts[count++] = at;
        else if (!(model = model_read(text + at, length, &normalized)))
            return error_set(error, at, N_("expected elo0,elo1[,alpha,beta][,normalized|logistic]"), NULL, NULL);
        at += length;
        if (text[at] == '\0')
            break;
        at++;
    }
    if (count != 2 && count != SPRT_NUMBERS)
        return error_set(error, at, N_("expected elo0,elo1[,alpha,beta][,normalized|logistic]"), NULL, NULL);
    if (!sprt_check(numbers, starts, error))
        return false;
    *sprt = (struct sprt){numbers[0], numbers[1], numbers[2], numbers[3], normalized};
    return true;
}
