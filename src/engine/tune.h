/* tune.h - fitting evaluation weights to the results of games by logistic regression.
 *
 * Positions are added with the payoffs of the players; then `tune_pass` moves the weights so that brain_payoffs predicts
 * them: with two players the logistic function of the evaluation, with more that of several standings. Weights that are
 * equal by symmetry stay equal. */
#ifndef TABLIER_ENGINE_TUNE_H
#define TABLIER_ENGINE_TUNE_H

#include <tablier.h>

struct tune;

/* Starts from the weights given; NULL: from nothing. NULL when there is no memory. */
struct tune *tune_new(const struct tab_rules *rules, const int16_t *weights);
void tune_free(struct tune *tune);
/* Adds a position; those that win at once teach nothing and are left out, and so are those of a set-up, which is judged
 * when it is complete. False when memory is short. `held` positions are not fitted but used to measure the loss. */
bool tune_add(struct tune *tune, const struct tab_rules *rules, const struct tab_position *position,
              const double payoffs[TAB_PLAYERS_MAX], bool held);
/* Leaves the weights alone that fewer positions use: what these say of them is mostly chance. Not for nets. */
void tune_spare(struct tune *tune, uint32_t seldom);
size_t tune_positions(const struct tune *tune);
/* One pass over all positions in a random order; returns the mean loss on the held positions afterwards. */
double tune_pass(struct tune *tune, double rate, struct tab_random *random);
/* Mean loss on the held positions now. */
double tune_loss(const struct tune *tune);
/* Remembers the weights as they stand, in the place of those remembered before; goes back to them. They are those that it
 * started from until others are. */
void tune_keep(struct tune *tune);
void tune_return(struct tune *tune);
/* The weights as they stand, rounded. */
int tune_weight_count(const struct tune *tune);
int tune_weight(const struct tune *tune, int index);

#endif
