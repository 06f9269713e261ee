/* siam_weights.h - the fitted weights of Siam's evaluation; siam.c says what they mean, siam_packing.c how they are
 * kept. */
#ifndef TABLIER_ENGINE_SIAM_WEIGHTS_H
#define TABLIER_ENGINE_SIAM_WEIGHTS_H

#include "brain.h"

enum {
    SIAM_LINE_TABLES = 3, /* edge, second, middle line */
    SIAM_LINE_CODES = 1 << 15,
    SIAM_LINE_CLASSES = (SIAM_LINE_CODES + (1 << 8)) / 2, /* lines that read from both ends are one */
    SIAM_RESERVES = 6,
    SIAM_RESERVES_AT = SIAM_LINE_TABLES * SIAM_LINE_CODES,
    SIAM_WEIGHTS_ALL = SIAM_RESERVES_AT + SIAM_RESERVES * SIAM_RESERVES,
    SIAM_WEIGHTS = SIAM_LINE_TABLES * SIAM_LINE_CLASSES + SIAM_RESERVES * SIAM_RESERVES /* as they are kept */
};

extern const int8_t siam_weights[SIAM_WEIGHTS];

int siam_tie(int index);
void siam_unpack(const struct brain *brain, int16_t *weights);
int siam_pack(const struct brain *brain, const int16_t *weights, int16_t *kept);

#endif
