/* siam_packing.c - the weights of Siam in little room, for programs that are loaded over a network.
 *
 * A line is kept once, not again as read from its other end, and as the difference to what is expected of it: the sum of
 * what animals are worth on the edge and inside. Most lines are met seldom or never, so most differences are none; the
 * others are kept in coarse steps. Last come the weights of the reserves, as they are. */
#include "siam_weights.h"
#include "../rules/siam.h"

enum { EDGE_WORTH = -8, INSIDE_WORTH = 20 }; /* of an animal of the player to move */

static int bits_reverse(int bits) {
    return (bits & 1) << 4 | (bits & 2) << 2 | (bits & 4) | (bits & 8) >> 2 | (bits & 16) >> 4;
}

/* A line read from its other end: the cells in reverse, along and against exchanged. */
int siam_tie(int index) {
    if (index >= SIAM_RESERVES_AT)
        return index;
    int code = index % SIAM_LINE_CODES;
    int reversed = bits_reverse(code >> 5 & 31) | bits_reverse(code & 31) << 5 | bits_reverse(code >> 10) << 10;
    return index - code + (reversed < code ? reversed : code);
}

/* Whether a cell of a line lies on the edge of the board. */
static bool is_edge(int table, int cell) { return table == 0 || cell == 0 || cell == SIAM_SIZE - 1; }

static int line_expected(int table, int code) {
    int sum = 0;
    for (int cell = 0; cell < SIAM_SIZE; cell++) {
        const bool still = code >> cell & 1 && code >> (SIAM_SIZE + cell) & 1, own = code >> (2 * SIAM_SIZE + cell) & 1;
        const int worth = is_edge(table, cell) ? EDGE_WORTH : INSIDE_WORTH;
        sum += still ? 0 : own ? worth : -worth;
    }
    return sum;
}

void siam_unpack(const struct brain *brain, int16_t *weights) {
    const int8_t *kept = brain->kept;
    for (int i = 0; i < SIAM_RESERVES_AT; i++) {
        const int tied = siam_tie(i), table = i / SIAM_LINE_CODES;
        weights[i] = tied < i ? weights[tied]
                              : (int16_t)(line_expected(table, i % SIAM_LINE_CODES) + *kept++ * brain->kept_step);
    }
    for (int i = SIAM_RESERVES_AT; i < SIAM_WEIGHTS_ALL; i++)
        weights[i] = *kept++;
}

static int16_t bounded(int number) {
    return (int16_t)(number < INT8_MIN ? INT8_MIN : number > INT8_MAX ? INT8_MAX : number);
}

int siam_pack(const struct brain *brain, const int16_t *weights, int16_t *kept) {
    int count = 0;
    for (int i = 0; i < SIAM_RESERVES_AT; i++)
        if (siam_tie(i) == i)
            kept[count++] =
                (int16_t)brain_steps(brain, weights[i] - line_expected(i / SIAM_LINE_CODES, i % SIAM_LINE_CODES));
    for (int i = SIAM_RESERVES_AT; i < SIAM_WEIGHTS_ALL; i++)
        kept[count++] = bounded(weights[i]);
    return count;
}
