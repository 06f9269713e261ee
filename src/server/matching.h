/* matching.h - pairs of players that are best in all: a heaviest matching of a weighted graph. */
#ifndef TABLIER_SERVER_MATCHING_H
#define TABLIER_SERVER_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

enum { MATCHING_MAX = 256, MATCHING_ALONE = -1 };

/* The largest weight that may be asked for. */
#define MATCHING_WEIGHT_MAX (INT64_MAX / 8)

/* Pairs `count` players so that the sum of the weights of the pairs is as large as it can be. `weights` is a symmetric
 * table of `count` rows: how good the pair of two players is, 0 when they must not be paired. Fills in `partner` who
 * each is paired with, MATCHING_ALONE: nobody. The same table always gives the same pairs. False, and nothing is
 * filled in, when there is no memory. */
bool matching_heaviest(int count, const int64_t *weights, int *partner);

#endif
