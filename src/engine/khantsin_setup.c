/* khantsin_setup.c - what a set-up of Khan Tsin is worth. */
#include "khantsin_setup.h"
#include "khantsin_features.h"

enum {
    BARONS_EACH = KHANTSIN_BARONS / KHANTSIN_COLOUR_COUNT,
    ZONE_SQUARES = KHANTSIN_SQUARES / KHANTSIN_ZONES,
    ZONE_MASK = (1 << ZONE_SQUARES) - 1
};

/* Where the red and the black barons are expected as long as the squares are free. Found by playing set-ups against each
 * other; what is set in the end follows from the weights. */
static const uint8_t squares_wanted[KHANTSIN_WHITE][KHANTSIN_SQUARES] = {
    {1,  2,  3,  4, 5, 6, 16, 17, 18, 19, 20, 21, 15, 22, 14, 23, 13, 24,
     12, 11, 10, 9, 8, 7, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36},
    {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 26, 29, 32, 35, 27, 30,
     33, 36, 25, 28, 31, 34, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24},
};

/* The squares of each colour once all barons stand: those still to come where they are wanted, the white ones on what is
 * left. */
static void board_complete(const struct khantsin *khantsin, uint64_t colours[KHANTSIN_COLOUR_COUNT]) {
    uint64_t free = KHANTSIN_BOARD & ~khantsin_occupied(khantsin);
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
        colours[colour] = khantsin->counts[2 * colour];
    for (int colour = 0; colour < KHANTSIN_WHITE; colour++) {
        int left = BARONS_EACH - __builtin_popcountll(colours[colour]);
        for (int i = 0; i < KHANTSIN_SQUARES && left > 0; i++) {
            const uint64_t square = UINT64_C(1) << (squares_wanted[colour][i] - 1);
            left -= (free & square) != 0;
            colours[colour] |= free & square;
            free &= ~square;
        }
    }
    colours[KHANTSIN_WHITE] |= free;
}

/* The barons of one colour in every zone, counted from the end of a player. */
static void zones_count(uint64_t squares, int player, int zones[KHANTSIN_ZONES]) {
    for (int zone = 0; zone < KHANTSIN_ZONES; zone++) {
        const int from = player == 0 ? zone : KHANTSIN_ZONES - 1 - zone;
        zones[zone] = __builtin_popcountll(squares >> ZONE_SQUARES * from & ZONE_MASK);
    }
}

/* Whose end the zones are counted from: the player who begins. */
static int beginner_of(const struct tab_rules *rules, const struct khantsin *khantsin) {
    return khantsin_in_setup(khantsin) ? rules->choice[KHANTSIN_OPTION_FIRST] : khantsin->mover;
}

int khantsin_setup_list(const struct tab_rules *rules, const struct khantsin *khantsin,
                        struct brain_feature *features) {
    const int beginner = beginner_of(rules, khantsin), sign = khantsin->mover == beginner ? 1 : -1;
    uint64_t colours[KHANTSIN_COLOUR_COUNT];
    int zones[KHANTSIN_COLOUR_COUNT][KHANTSIN_ZONES], count = 0;
    board_complete(khantsin, colours);
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
        zones_count(colours[colour], beginner, zones[colour]);
    for (int one = 0; one < KHANTSIN_ZONES; one++) {
        for (int other = one; other < KHANTSIN_ZONES; other++) {
            int pairs = 0;
            for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
                pairs += one == other ? zones[colour][one] * (zones[colour][one] - 1) / 2
                                      : zones[colour][one] * zones[colour][other];
            features[count++] = (struct brain_feature){KHANTSIN_ZONES_AT + one * KHANTSIN_ZONES + other, sign * pairs};
        }
    }
    return count;
}
