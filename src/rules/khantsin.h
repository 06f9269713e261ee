/* khantsin.h - the state of Khan Tsin, for the layers that look inside: texts, drawing and engine.
 *
 * Squares are numbered from 0 (South's end; 1 in texts) to 35 (North's end), one bit each in a 64-bit word. A pile is
 * a word with two bits a baron, the bottom one lowest: 1 red, 2 black, 3 white, 0 no baron. So `rbw` is
 *
 *     | 0 … 0 | w 11 | b 10 | r 01 |
 *
 * Eight barons fill 16 bits. A ninth ends the game, its pile is the only one of nine, and by harmony its colour is the
 * one the eight below hold only twice: it needs no bits of its own (khantsin_pile gives it back).
 *
 * How many barons of each colour stand on a square, 0 to 3, is kept for all squares at once in six bit planes, so that
 * the squares a flight may land on are a few operations on words (khantsin_flights). A tally is the same for one pile
 * in six bits:
 *
 *     | white 2 | black 2 | red 2 |
 *
 * A move is one integer:
 *
 *     | kind 2 | flips 2 | taken 4 | to 6 | from 6 |
 */
#ifndef TABLIER_RULES_KHANTSIN_H
#define TABLIER_RULES_KHANTSIN_H

#include "game.h"

#include <assert.h>

enum {
    KHANTSIN_SQUARES = 36,
    KHANTSIN_BARONS = 36,
    KHANTSIN_OF_COLOUR = 12, /* barons of each colour */
    KHANTSIN_HARMONY = 3,    /* barons of one colour in a pile, at most */
    KHANTSIN_GOAL = 9,       /* height that wins */
    KHANTSIN_PLAYABLE = 4,   /* piles within reach of a player */
    KHANTSIN_FLIGHTS_MAX = KHANTSIN_PLAYABLE * (KHANTSIN_GOAL - 1)
};

#define KHANTSIN_BOARD ((UINT64_C(1) << KHANTSIN_SQUARES) - 1)

enum khantsin_colour { KHANTSIN_RED, KHANTSIN_BLACK, KHANTSIN_WHITE, KHANTSIN_COLOUR_COUNT };

enum khantsin_kind { KHANTSIN_FLY, KHANTSIN_PLACE, KHANTSIN_PASS, KHANTSIN_KIND_COUNT };

/* Flips of a move, and those the option `flips` allows: the index of its choice is a set of these. */
enum { KHANTSIN_INVERTED = 1, KHANTSIN_RETURNED = 2 };

enum {
    KHANTSIN_OPTION_FIRST,
    KHANTSIN_OPTION_SETUP,
    KHANTSIN_OPTION_FLIPS,
    KHANTSIN_OPTION_SPEED,
    KHANTSIN_OPTION_DRAGON,
    KHANTSIN_OPTION_REPETITION
};

struct khantsin {
    uint64_t counts[2 * KHANTSIN_COLOUR_COUNT]; /* bits 0 and 1 of the red barons on each square, then black, white */
    uint16_t piles[KHANTSIN_SQUARES];           /* the lowest eight barons of each */
    uint8_t mover;                              /* 0 South, 1 North; 0 when the game is over */
    int8_t outcome;                             /* TAB_ONGOING, TAB_DRAWN or the winner */
};
static_assert(sizeof(struct khantsin) <= TAB_POSITION_BYTES, "a Khan Tsin position must fit");

/* What the option `dragon` says. */
struct khantsin_dragon {
    uint8_t leap[KHANTSIN_SQUARES]; /* 1 simple, 2 double, 3 triple */
};
static_assert(sizeof(struct khantsin_dragon) <= TAB_RULES_BYTES, "a dragon must fit");

/* Everything one can do with the top `taken` barons of one pile: the squares where they may land. */
struct khantsin_flight {
    uint64_t to;
    uint32_t carried; /* the barons taken, as a pile */
    uint8_t from, taken;
};

static inline const struct khantsin *khantsin_of(const struct tab_position *position) {
    return (const struct khantsin *)(const void *)position->state;
}

static inline const struct khantsin_dragon *khantsin_dragon_of(const struct tab_rules *rules) {
    return (const struct khantsin_dragon *)(const void *)rules->derived;
}

static inline uint64_t khantsin_occupied(const struct khantsin *khantsin) {
    const uint64_t *counts = khantsin->counts;
    return counts[0] | counts[1] | counts[2] | counts[3] | counts[4] | counts[5];
}

/* The piles of five barons or more: the counts of the colours added up for all squares at once, bit by bit. */
static inline uint64_t khantsin_tall(const struct khantsin *khantsin) {
    const uint64_t *counts = khantsin->counts;
    const uint64_t ones = counts[0] ^ counts[2] ^ counts[4], pairs = counts[1] ^ counts[3] ^ counts[5];
    const uint64_t carry = (counts[0] & counts[2]) | (counts[4] & (counts[0] | counts[2]));
    const uint64_t many = (counts[1] & counts[3]) | (counts[5] & (counts[1] | counts[3]));
    const uint64_t fours = many ^ (pairs & carry), eights = many & pairs & carry;
    return ((ones | (pairs ^ carry)) & fours) | eights;
}

/* The white barons appear all at once, at the end of the set-up. */
static inline bool khantsin_in_setup(const struct khantsin *khantsin) {
    return (khantsin->counts[2 * KHANTSIN_WHITE] | khantsin->counts[2 * KHANTSIN_WHITE + 1]) == 0;
}

static inline int khantsin_height(uint32_t pile) { return pile == 0 ? 0 : (33 - __builtin_clz(pile)) / 2; }

static inline enum khantsin_colour khantsin_baron(uint32_t pile, int level) {
    return (enum khantsin_colour)((pile >> 2 * level & 3) - 1);
}

static inline unsigned khantsin_tally(uint32_t pile) {
    const uint32_t low = pile & 0x55555555, high = pile >> 1 & 0x55555555;
    return (unsigned)(__builtin_popcount(low & ~high) | __builtin_popcount(high & ~low) << 2 |
                      __builtin_popcount(low & high) << 4);
}

static inline unsigned khantsin_tally_of(unsigned tally, enum khantsin_colour colour) {
    return tally >> 2 * colour & 3;
}

/* Bit planes of a position's square, set to a tally. */
static inline void khantsin_count(struct khantsin *khantsin, int square, unsigned tally) {
    for (int i = 0; i < 2 * KHANTSIN_COLOUR_COUNT; i++)
        khantsin->counts[i] = (khantsin->counts[i] & ~(UINT64_C(1) << square)) | (uint64_t)(tally >> i & 1) << square;
}

static inline int khantsin_move_from(tab_move move) { return (int)(move & 63); }
static inline int khantsin_move_to(tab_move move) { return (int)(move >> 6 & 63); }
static inline int khantsin_move_taken(tab_move move) { return (int)(move >> 12 & 15); }
static inline unsigned khantsin_move_flips(tab_move move) { return move >> 16 & 3; }
static inline enum khantsin_kind khantsin_move_kind(tab_move move) { return (enum khantsin_kind)(move >> 18 & 3); }

/* The whole pile of a square, a ninth baron included. */
uint32_t khantsin_pile(const struct khantsin *khantsin, int square);
/* So many of some squares, those nearest to the end of player 0 or 1; all of them when there are fewer. */
uint64_t khantsin_nearest(uint64_t squares, int player, int count);
/* The piles a player may choose from. */
static inline uint64_t khantsin_playable(uint64_t occupied, int player) {
    return khantsin_nearest(occupied, player, KHANTSIN_PLAYABLE);
}
/* The squares that can be reached from a pile, whatever stands there: all other piles, or less with two speeds. */
uint64_t khantsin_reach(const struct tab_rules *rules, uint64_t occupied, int from);
/* Lists what player 0 or 1 can do on the board after the set-up, flips apart, and returns how many flights there are.
 * Each has somewhere to land. */
int khantsin_flights(const struct tab_rules *rules, const struct khantsin *khantsin, int mover,
                     struct khantsin_flight flights[KHANTSIN_FLIGHTS_MAX]);
/* The pile obtained when `carried` lands on `below` with flips. */
uint32_t khantsin_landed(uint32_t below, uint32_t carried, unsigned flips);
/* The flips that are legal moves, as a set of bits 1 << flips: those the option allows, less the ones that give the
 * same pile as an earlier one. */
unsigned khantsin_flips(const struct tab_rules *rules, uint32_t below, uint32_t carried);
/* Whether player 0 or 1 has a move other than a pass, on the board after the set-up. */
bool khantsin_can_move(const struct tab_rules *rules, const struct khantsin *khantsin, int mover);

/* ---- Texts: khantsin_text.c ----------------------------------------------------------------------------------- */

bool khantsin_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                            struct tab_error *error);
size_t khantsin_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                               size_t size);
size_t khantsin_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                           char *buffer, size_t size);
void khantsin_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                           struct tab_error *error);
bool khantsin_dragon_read(struct tab_rules *rules, int option, const char *text, size_t length,
                          struct tab_error *error);
size_t khantsin_dragon_write(const struct tab_rules *rules, int option, char *buffer, size_t size);

#endif
