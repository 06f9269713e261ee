/* khantsin_features.c - which weights of Khan Tsin's evaluation are equal. */
#include "khantsin_features.h"

enum { ORDERS = 6 /* of three colours */ };

static const uint8_t orders[ORDERS][KHANTSIN_COLOUR_COUNT] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* A tally with its colours exchanged. */
static int tally_recolour(int tally, const uint8_t *order) {
    int result = 0;
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
        result |= (int)khantsin_tally_of((unsigned)tally, (enum khantsin_colour)colour) << 2 * order[colour];
    return result;
}

static int tally_tie(int tally) {
    int least = tally;
    for (int i = 1; i < ORDERS; i++) {
        const int other = tally_recolour(tally, orders[i]);
        least = other < least ? other : least;
    }
    return least;
}

static int pair_tie(int one, int other) {
    int least = KHANTSIN_PAIRS;
    for (int i = 0; i < ORDERS; i++) {
        const int a = tally_recolour(one, orders[i]), b = tally_recolour(other, orders[i]);
        const int pair = a < b ? a * KHANTSIN_TALLIES + b : b * KHANTSIN_TALLIES + a;
        least = pair < least ? pair : least;
    }
    return least;
}

int khantsin_tie(int index) {
    if (index < KHANTSIN_OWN_PAIRS_AT)
        return index - index % KHANTSIN_TALLIES + tally_tie(index % KHANTSIN_TALLIES);
    if (index < KHANTSIN_PILES_AT) {
        const int pair = (index - KHANTSIN_OWN_PAIRS_AT) % KHANTSIN_PAIRS;
        return index - pair + pair_tie(pair / KHANTSIN_TALLIES, pair % KHANTSIN_TALLIES);
    }
    if (index < KHANTSIN_ZONES_AT)
        return index;
    const int zones = index - KHANTSIN_ZONES_AT, one = zones / KHANTSIN_ZONES, other = zones % KHANTSIN_ZONES;
    return one <= other ? index : KHANTSIN_ZONES_AT + other * KHANTSIN_ZONES + one;
}
