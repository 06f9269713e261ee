/* siam.h - the state of Siam, for the layers that look inside: drawing and engine.
 *
 * Squares are numbered rank by rank with a stride of six, so that the sixth file is a wall that is always empty and
 * one step in any direction is one shift, without wrapping:
 *
 *     rank 5   24 25 26 27 28 |29
 *     rank 4   18 19 20 21 22 |23          n: << 6
 *     rank 3   12 13 14 15 16 |17      w: >> 1   e: << 1
 *     rank 2    6  7  8  9 10 |11          s: >> 6
 *     rank 1    0  1  2  3  4 | 5
 *              a  b  c  d  e  wall
 *
 * A move is one integer:
 *
 *     | kind 3 | facing 2 | to 5 | from 5 |
 */
#ifndef TABLIER_RULES_SIAM_H
#define TABLIER_RULES_SIAM_H

#include "game.h"

#include <assert.h>

enum { SIAM_STRIDE = 6, SIAM_SIZE = 5, SIAM_ANIMALS = 5, SIAM_ROCKS = 3, SIAM_PLY_MAX = 999999999 };

enum siam_facing { SIAM_N, SIAM_E, SIAM_S, SIAM_W, SIAM_FACING_COUNT };

enum siam_kind { SIAM_ENTER, SIAM_ENTER_PUSH, SIAM_WALK, SIAM_PUSH, SIAM_TURN, SIAM_LEAVE, SIAM_KIND_COUNT };

enum { SIAM_OPTION_OPENINGS, SIAM_OPTION_EXITS, SIAM_OPTION_PUSH, SIAM_OPTION_REPETITION };

#define SIAM_BOARD UINT32_C(0x1F7DF7DF) /* the 25 squares */
#define SIAM_EDGE UINT32_C(0x1F45145F)  /* the 16 squares around */

struct siam {
    uint32_t animals[2]; /* squares of the elephants, of the rhinos */
    uint32_t rocks;
    uint32_t facing[2]; /* bits 0 and 1 of the facing of the animal on each square; clear elsewhere */
    uint32_t ply;
    uint8_t mover;    /* 0 elephants, 1 rhinos */
    int8_t outcome;   /* TAB_ONGOING, TAB_DRAWN or the winner */
    uint8_t exits[2]; /* voluntary exits made, counted with exits=once only */
};
static_assert(sizeof(struct siam) <= TAB_POSITION_BYTES, "a Siam position must fit");

static inline const struct siam *siam_of(const struct tab_position *position) {
    return (const struct siam *)(const void *)position->state;
}

static inline struct siam *siam_edit(struct tab_position *position) { return (struct siam *)(void *)position->state; }

static inline uint32_t siam_occupied(const struct siam *siam) {
    return siam->animals[0] | siam->animals[1] | siam->rocks;
}

/* Squares of all animals that face one way. */
static inline uint32_t siam_facing_mask(const struct siam *siam, enum siam_facing facing) {
    uint32_t low = facing & 1 ? siam->facing[0] : ~siam->facing[0];
    uint32_t high = facing & 2 ? siam->facing[1] : ~siam->facing[1];
    return (siam->animals[0] | siam->animals[1]) & low & high;
}

/* A set of squares moved one step; what leaves the board lands on the wall or nowhere. */
static inline uint32_t siam_step(uint32_t squares, enum siam_facing facing) {
    switch (facing) {
    case SIAM_N: return squares << SIAM_STRIDE;
    case SIAM_E: return squares << 1;
    case SIAM_S: return squares >> SIAM_STRIDE;
    case SIAM_W: return squares >> 1;
    case SIAM_FACING_COUNT: break;
    }
    return 0;
}

static inline enum siam_facing siam_opposite(enum siam_facing facing) { return (enum siam_facing)(facing ^ 2); }

static inline enum siam_facing siam_facing_at(const struct siam *siam, int square) {
    return (enum siam_facing)((siam->facing[0] >> square & 1) | (siam->facing[1] >> square & 1) << 1);
}

static inline int siam_move_from(tab_move move) { return (int)(move & 31); }
static inline int siam_move_to(tab_move move) { return (int)(move >> 5 & 31); }
static inline enum siam_facing siam_move_facing(tab_move move) { return (enum siam_facing)(move >> 10 & 3); }
static inline enum siam_kind siam_move_kind(tab_move move) { return (enum siam_kind)(move >> 12 & 7); }

/* Whether a push in a direction that enters square `to` (a single bit, occupied) is strong enough. */
bool siam_push_legal(const struct tab_rules *rules, const struct siam *siam, uint32_t to, enum siam_facing facing);
/* Squares on which the animal acted with may not arrive now: c1 and c5 in the first turns with openings=crossed. */
uint32_t siam_barred(const struct tab_rules *rules, const struct siam *siam);

/* ---- Between siam.c and siam_text.c --------------------------------------------------------------------------- */

/* The edge squares through which one can come in, for each direction of entering. */
extern const uint32_t siam_entrance[SIAM_FACING_COUNT];
/* Puts an animal of the mover on a square, a single bit. */
void siam_put(struct siam *siam, uint32_t square, enum siam_facing facing);
/* The force of a push where it fails, or at the end of the run. */
int siam_push_force(const struct tab_rules *rules, const struct siam *siam, uint32_t to, enum siam_facing facing);

bool siam_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                        struct tab_error *error);
size_t siam_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                           size_t size);
size_t siam_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move, char *buffer,
                       size_t size);
void siam_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                       struct tab_error *error);

#endif
