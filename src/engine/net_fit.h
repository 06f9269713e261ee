/* net_fit.h - fitting the weights of a net (net.h) by gradient descent.
 *
 * Works in floating point on the same table of weights, with the values of the net in logits. Gradients are gathered
 * over a batch of positions and then followed by one step, each weight at a pace of its own (Adam). */
#ifndef TABLIER_ENGINE_NET_FIT_H
#define TABLIER_ENGINE_NET_FIT_H

#include "brain.h"

struct net_fit;

/* Starts from the weights given; NULL: from random ones. NULL when there is no memory. */
struct net_fit *net_fit_new(const struct brain *brain, const int16_t *weights);
void net_fit_free(struct net_fit *fit);
/* The value of a position with these features, in logits. */
float net_fit_value(struct net_fit *fit, const struct brain_feature *features, size_t count);
/* Adds the gradient of the position valued last, whose value was too low by `miss`. */
void net_fit_learn(struct net_fit *fit, float miss);
/* One step against the gradients gathered, which are then forgotten. */
void net_fit_step(struct net_fit *fit, float rate);
/* A weight as it stands, rounded for the table. */
int net_fit_weight(const struct net_fit *fit, int index);
/* All weights, in logits. */
float *net_fit_weights(struct net_fit *fit);

#endif
