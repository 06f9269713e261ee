/* statistics.h - what results say about strength: Elo with error bars, and the sequential probability ratio test.
 *
 * Games come in rounds: the same opening with every seating, two games for two players. A round is one independent
 * sample, since the luck of the opening falls on all its seatings; its score is the mean payoff of an engine, from 0 to
 * 1. With two players a round can only score 0, 1/4, 1/2, 3/4 or 1: five counts say everything (a pentanomial). */
#ifndef TABLIER_ARENA_STATISTICS_H
#define TABLIER_ARENA_STATISTICS_H

#include <tablier.h>

/* ---- Elo ------------------------------------------------------------------------------------------------------ */

/* Mean and variance of the scores of rounds, added one by one. */
struct sample {
    long count;
    double sum, squares;
};

void sample_add(struct sample *sample, double score);
double sample_mean(const struct sample *sample);     /* count > 0 */
double sample_variance(const struct sample *sample); /* of one round: the mean square difference; count > 0 */

/* How far an engine that scores so much is above opponents who are all equal: the Elo difference at which the logistic
 * model expects this score from one of `players`. Infinite for a score of 0 or 1. */
double elo_of_score(double score, int players);
double score_of_elo(double elo, int players);

/* Half the width of the interval that holds the true difference with a probability of 95%; NAN while nothing can be
 * said. */
double elo_error(const struct sample *sample, int players);

/* Elo in units of the spread of results: (mean - 1/2) / deviation of a game, times 800 / ln 10. Two players. */
double elo_normalized(const struct sample *sample);

/* The probability that the first of two players is the stronger one. */
double superiority(const struct sample *sample);

/* ---- The test ------------------------------------------------------------------------------------------------- */

enum { ROUND_SCORES = 5 };

/* Which of two differences the results of two engines speak for. */
struct sprt {
    double elo0, elo1;
    double alpha, beta; /* how often a true elo0 may pass and a true elo1 may fail */
    bool normalized;    /* what Elo means here: elo_normalized, or the logistic model */
};

enum verdict { VERDICT_OPEN, VERDICT_FAILED, VERDICT_PASSED };
const char *verdict_word(enum verdict verdict);

/* Reads `elo0,elo1[,alpha,beta][,normalized|logistic]`; 0.05 and normalized when they are left out. */
bool sprt_parse(struct sprt *sprt, const char *text, struct tab_error *error);

/* The logarithm of how much likelier the counts are under elo1 than under elo0, where everything else about the
 * distribution is whatever makes them most likely. */
double sprt_llr(const struct sprt *sprt, const long counts[ROUND_SCORES]);
/* The test ends when the logarithm leaves these bounds. */
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum verdict sprt_verdict(const struct sprt *sprt, const long counts[ROUND_SCORES]);

#endif
