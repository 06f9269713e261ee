/* siam_weights.h - the fitted weights of Siam's evaluation; siam.c says what they mean, siam_tie.c which are the same. */
#ifndef TABLIER_ENGINE_SIAM_WEIGHTS_H
#define TABLIER_ENGINE_SIAM_WEIGHTS_H

#include "weights.h"

enum {
    SIAM_LINE_TABLES = 3, /* edge, second, middle line */
    SIAM_LINE_CODES = 1 << 15,
    SIAM_LINE_CLASSES = (SIAM_LINE_CODES + (1 << 8)) / 2, /* lines that read from both ends are one */
    SIAM_BLOCK_SPAN = 4,                                  /* blocks of two by two squares in a row, and rows of them */
    SIAM_BLOCKS = SIAM_BLOCK_SPAN * SIAM_BLOCK_SPAN,
    SIAM_CONTENTS = 10, /* of a square: empty, rock, own animal n e s w, other animal n e s w */
    SIAM_PAIR_CODES = SIAM_CONTENTS * SIAM_CONTENTS,
    SIAM_BLOCK_CODES = SIAM_PAIR_CODES * SIAM_PAIR_CODES,
    /* Blocks that are one when the board is turned or mirrored: those at the edge; and those in the corner and in the
     * middle, which are mirrored into themselves too. */
    SIAM_BLOCK_CLASSES = SIAM_BLOCK_CODES + (SIAM_BLOCK_CODES + 4 * SIAM_CONTENTS),
    SIAM_RESERVES = 6,
    SIAM_BLOCKS_AT = SIAM_LINE_TABLES * SIAM_LINE_CODES,
    SIAM_RESERVES_AT = SIAM_BLOCKS_AT + SIAM_BLOCKS * SIAM_BLOCK_CODES,
    SIAM_WEIGHTS_ALL = SIAM_RESERVES_AT + SIAM_RESERVES * SIAM_RESERVES,
    /* as they are kept */
    SIAM_WEIGHTS = SIAM_LINE_TABLES * SIAM_LINE_CLASSES + SIAM_BLOCK_CLASSES + SIAM_RESERVES * SIAM_RESERVES
};

extern KEPT_WEIGHTS int16_t siam_weights[SIAM_WEIGHTS];

/* The weight that must be equal to this one by symmetry. */
int siam_tie(int index);

#endif
