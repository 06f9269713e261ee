/* glicko.c - Glicko-2. The steps are those of the paper, and so are the Greek letters: mu and phi are rating and deviation
 * on the inner scale, sigma is the volatility. */
#include "glicko.h"

#include <math.h>

#define SCALE 173.7178   /* points of a rating for one of the inner scale */
#define CENTRE 1500.0    /* the rating that is 0 there */
#define TAU 0.5          /* how fast volatilities may change */
#define TOLERANCE 1e-6   /* of the new volatility's logarithm */
#define SIGMA_FIRST 0.06 /* of somebody unknown */
#define PI 3.14159265358979323846

static double bounded(double value, double least, double most) { return fmin(fmax(value, least), most); }

static double mu_of(struct glicko player) { return (player.rating - CENTRE) / SCALE; }

static double phi_of(struct glicko player) { return player.deviation / SCALE; }

struct glicko glicko_unknown(void) { return (struct glicko){CENTRE, GLICKO_DEVIATION_MAX, SIGMA_FIRST}; }

struct glicko glicko_idle(struct glicko player, double periods) {
    const double phi = hypot(phi_of(player), sqrt(fmax(periods, 0.0)) * player.volatility);
    player.deviation = bounded(phi * SCALE, GLICKO_DEVIATION_MIN, GLICKO_DEVIATION_MAX);
    return player;
}

/* How much a result counts when the opponent's strength is known so well. */
static double weight(double phi) { return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (PI * PI)); }

static double expected(double mu, double mu_other, double phi_other) {
    return 1.0 / (1.0 + exp(-weight(phi_other) * (mu - mu_other)));
}

double glicko_expected(struct glicko player, struct glicko opponent) {
    return expected(mu_of(player), mu_of(opponent), hypot(phi_of(player), phi_of(opponent)));
}

/* ---- Step 5: the new volatility ------------------------------------------------------------------------------- */

struct wavering {
    double phi, variance, improvement, a;
};

/* Where this is zero is the logarithm of the squared volatility. */
static double wavering_at(const struct wavering *wavering, double x) {
    const double known = wavering->phi * wavering->phi + wavering->variance, power = exp(x), sum = known + power;
    const double difference = wavering->improvement * wavering->improvement - sum;
    return power * difference / (2.0 * sum * sum) - (x - wavering->a) / (TAU * TAU);
}

/* The other end of an interval that has the zero in it. */
static double wavering_bracket(const struct wavering *wavering) {
    const double known = wavering->phi * wavering->phi + wavering->variance;
    const double square = wavering->improvement * wavering->improvement;
    if (square > known)
        return log(square - known);
    int steps = 1;
    while (wavering_at(wavering, wavering->a - steps * TAU) < 0.0)
        steps++;
    return wavering->a - steps * TAU;
}

/* Finds the zero by the Illinois form of regula falsi. */
static double sigma_after(const struct wavering *wavering) {
    double left = wavering->a, right = wavering_bracket(wavering);
    double at_left = wavering_at(wavering, left), at_right = wavering_at(wavering, right);
    while (fabs(right - left) > TOLERANCE) {
        const double middle = left + (left - right) * at_left / (at_right - at_left);
        const double at_middle = wavering_at(wavering, middle);
        if (at_middle * at_right <= 0.0) {
            left = right;
            at_left = at_right;
        } else
            at_left /= 2.0;
        right = middle;
        at_right = at_middle;
    }
    return exp(left / 2.0);
}

/* ---- All steps ------------------------------------------------------------------------------------------------ */

struct glicko glicko_after(struct glicko player, const struct glicko_game *games, int count, double periods) {
    const double mu = mu_of(player), phi = phi_of(player);
    double information = 0.0, gain = 0.0;
    for (int i = 0; i < count; i++) { /* steps 3 and 4: what the results say, and how surely */
        const double mu_other = mu_of(games[i].opponent), phi_other = phi_of(games[i].opponent);
        const double g = weight(phi_other), chance = expected(mu, mu_other, phi_other);
        information += g * g * chance * (1.0 - chance);
        gain += g * (games[i].score - chance);
    }
    if (count == 0)
        return glicko_idle(player, periods);
    const struct wavering wavering = {.phi = phi,
                                      .variance = 1.0 / information,
                                      .improvement = gain / information,
                                      .a = log(player.volatility * player.volatility)};
    player.volatility = sigma_after(&wavering);
    const double phi_before = phi_of(glicko_idle(player, periods));                     /* step 6 */
    const double phi_after = 1.0 / sqrt(1.0 / (phi_before * phi_before) + information); /* step 7 */
    player.rating = bounded((mu + phi_after * phi_after * gain) * SCALE + CENTRE, GLICKO_RATING_MIN, GLICKO_RATING_MAX);
    player.deviation = bounded(phi_after * SCALE, GLICKO_DEVIATION_MIN, GLICKO_DEVIATION_MAX); /* step 8 */
    return player;
}
