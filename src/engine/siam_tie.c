/* siam_tie.c - which weights of Siam are the same by symmetry: a line and the same as read from its other end, a block of
 * squares and the same on a board that is turned or mirrored. */
#include "siam_weights.h"
#include "../rules/siam.h"

static int bits_reverse(int bits) {
    return (bits & 1) << 4 | (bits & 2) << 2 | (bits & 4) | (bits & 8) >> 2 | (bits & 16) >> 4;
}

/* A line read from its other end: the cells in reverse, along and against exchanged. */
static int line_tie(int index) {
    int code = index % SIAM_LINE_CODES;
    int reversed = bits_reverse(code >> 5 & 31) | bits_reverse(code & 31) << 5 | bits_reverse(code >> 10) << 10;
    return index - code + (reversed < code ? reversed : code);
}

/* ---- Blocks --------------------------------------------------------------------------------------------------- */

/* A square as seen in one of the eight symmetries of the board: mirrored if the lowest bit is set, then turned by the
 * other two. Coordinates count from a middle, in steps of two. */
static void square_turn(int symmetry, int *rank, int *file) {
    *file = symmetry & 1 ? -*file : *file;
    for (int turns = symmetry >> 1; turns > 0; turns--) {
        const int before = *rank;
        *rank = -*file;
        *file = before;
    }
}

/* The same with the content of a square: a turn takes north to east. */
static int content_turn(int symmetry, int content) {
    if (content < 2)
        return content;
    const int owner = (content - 2) & 4, facing = (content - 2) & 3, mirrored = symmetry & 1 ? -facing : facing;
    return 2 + owner + ((mirrored + (symmetry >> 1)) & 3);
}

/* The contents of a block as seen in a symmetry. */
static int code_turn(int symmetry, int code) {
    static const int worth[4] = {1, SIAM_CONTENTS, SIAM_PAIR_CODES, SIAM_PAIR_CODES * SIAM_CONTENTS};
    int turned = 0;
    for (int square = 0; square < 4; square++, code /= SIAM_CONTENTS) {
        int rank = square / 2 * 2 - 1, file = square % 2 * 2 - 1;
        square_turn(symmetry, &rank, &file);
        turned += content_turn(symmetry, code % SIAM_CONTENTS) * worth[(rank + 1) + (file + 1) / 2];
    }
    return turned;
}

/* The first block of each kind stands for all: in the corner, at the edge, in the middle. One or two symmetries take a
 * block there. */
static int block_tie(int index) {
    static const uint8_t first[SIAM_BLOCKS] = {0, 1, 1, 0, 1, 5, 5, 1, 1, 5, 5, 1, 0, 1, 1, 0};
    static const uint8_t there[SIAM_BLOCKS][2] = {{0, 3}, {0, 0}, {1, 1}, {1, 2}, {3, 3}, {0, 3}, {1, 2}, {2, 2},
                                                  {6, 6}, {5, 6}, {4, 7}, {7, 7}, {5, 6}, {5, 5}, {4, 4}, {4, 7}};
    const int block = (index - SIAM_BLOCKS_AT) / SIAM_BLOCK_CODES, code = (index - SIAM_BLOCKS_AT) % SIAM_BLOCK_CODES;
    const int one = code_turn(there[block][0], code), other = code_turn(there[block][1], code);
    return SIAM_BLOCKS_AT + first[block] * SIAM_BLOCK_CODES + (one < other ? one : other);
}

int siam_tie(int index) {
    return index < SIAM_BLOCKS_AT ? line_tie(index) : index < SIAM_RESERVES_AT ? block_tie(index) : index;
}
