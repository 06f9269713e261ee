/* ending_space.h - numbers for the endings of Three Rings in which both players fly.
 *
 * Players who fly neither slide nor turn rings, so the three rings differ in nothing and the ring turned last does not
 * matter any more. What is left of the board has 96 symmetries: 8 rotations, a reflection, and the 6 orders of the
 * rings. A placement of pawns is moved by a symmetry so that the first player's pawns become the representative of
 * their orbit, and then has the number
 *
 *     ((orbit of the first * 2^first + spent ones) * C(24 - first, second) + cells of the second) * 2^second + spent ones
 *
 * where the cells of the second player are ranked among those the first leaves free. A representative with symmetries
 * of its own gives equal placements several numbers; whoever writes a value writes it under all of them. */
#ifndef TABLIER_ENGINE_ENDING_SPACE_H
#define TABLIER_ENGINE_ENDING_SPACE_H

#include "../rules/anneaux.h"

enum {
    ENDING_SYMMETRIES = 96,
    ENDING_LEAST = ANNEAUX_OUT + 1, /* pawns of a player in an ending */
    ENDING_MOST = ANNEAUX_FLYING,   /* likewise */
    ENDING_SETS_MAX = 10626,        /* C(24, 4) */
    ENDING_ORBITS_MAX = 256,
};

/* Pawns of two players; those of the first and of the second that are spent, in one set. */
struct ending {
    uint32_t first, second, spent;
};

/* The sets of one size, ordered into orbits. */
struct ending_orbits {
    int count;
    uint32_t representative[ENDING_ORBITS_MAX];
    uint8_t fixing_count[ENDING_ORBITS_MAX];                   /* symmetries that keep the representative */
    uint8_t fixing[ENDING_ORBITS_MAX][ENDING_SYMMETRIES];      /* the identity comes first */
    uint8_t orbit[ENDING_SETS_MAX], symmetry[ENDING_SETS_MAX]; /* of each set by rank, and what leads to the
                                                                  representative */
};

/* Everything that does not depend on values. About 400 KiB: lives on the heap. */
struct ending_space {
    uint32_t image[ENDING_SYMMETRIES][ANNEAUX_RINGS][256];
    uint32_t choose[ANNEAUX_CELLS + 1][ENDING_MOST + 1];
    struct ending_orbits orbits[ENDING_MOST + 1]; /* by size of the set, from ENDING_LEAST - 1 on */
};

/* NULL when there is no memory. */
struct ending_space *ending_space_new(void);

/* Numbers of placements with so many pawns. */
uint32_t ending_space_size(const struct ending_space *space, int first, int second);
/* The number of a placement; *symmetry tells how it was moved there. */
uint32_t ending_number(const struct ending_space *space, const struct ending *ending, int *symmetry);
/* The placement of a number. */
struct ending ending_of_number(const struct ending_space *space, int first, int second, uint32_t number);
/* All numbers of a placement; `symmetries` tells how it is moved there for each. Returns how many there are. */
int ending_numbers(const struct ending_space *space, const struct ending *ending, uint32_t numbers[ENDING_SYMMETRIES],
                   uint8_t symmetries[ENDING_SYMMETRIES][2]);
/* How many placements a number stands for. */
int ending_weight(const struct ending_space *space, int first, int second, uint32_t number);

/* A set of cells moved by a symmetry. */
static inline uint32_t ending_image(const struct ending_space *space, int symmetry, uint32_t cells) {
    return space->image[symmetry][0][cells & 0xFF] | space->image[symmetry][1][cells >> 8 & 0xFF] |
           space->image[symmetry][2][cells >> 16 & 0xFF];
}

/* Cells where a pawn that arrives makes a line with two of the fresh pawns given. */
static inline uint32_t ending_lines(uint32_t fresh) {
    const uint32_t before = anneaux_forward(fresh), after = anneaux_back(fresh);
    const uint32_t arcs = (before & after) | (before & anneaux_forward(before)) | (after & anneaux_back(after));
    const uint32_t inner = fresh & 0xFF, middle = fresh >> 8 & 0xFF, outer = fresh >> 16 & 0xFF;
    return arcs | (middle & outer) | (inner & outer) << 8 | (inner & middle) << 16;
}

#endif
