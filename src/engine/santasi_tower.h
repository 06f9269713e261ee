/* santasi_tower.h - towers as numbers: everything about one tower that still decides the future.
 *
 * A tower is its outlook (santasi_future.h) and, for each live fate, by how many cylinders blue leads among those of
 * that fate; a lead of zero leaves no trace. Equal towers have equal numbers, however they were built. Each number
 * knows what it becomes when a piece is set away from it or here, and by how much blue's lead for good changes then:
 * cylinders that are now visible to the end have left the tower and are in that gain.
 *
 * For the tie-break there are *tall* towers. They have tall outlooks, and the lead for good is a part of them, since
 * the highest tower is asked for its own. Each is a plain tower seen more closely.
 *
 * What the search reads at every node stands in arrays of its own: a tower is one cache line, and what is needed of
 * the towers after a move is a few bytes. */
#ifndef TABLIER_ENGINE_SANTASI_TOWER_H
#define TABLIER_ENGINE_SANTASI_TOWER_H

#include "santasi_future.h"

/* A change of a tower: away by size, then here by colour and size. */
enum {
    SANTASI_CHANGE_HERE = SANTASI_SIZES,
    SANTASI_PIECES = SANTASI_COLOUR_COUNT * SANTASI_SIZES,
    SANTASI_CHANGES = SANTASI_CHANGE_HERE + SANTASI_PIECES
};

/* Numbers of towers fit in 25 bits, so that a position of three fits in a table entry, and a number with a gain in a
 * word: | gain, 7 | number, 25 |. */
enum {
    SANTASI_TOWER_BITS = 25,
    SANTASI_TOWERS_MAX = 1 << SANTASI_TOWER_BITS,
    SANTASI_SHOWN_BITS = 7,
    SANTASI_SHOWN_ZERO = 64
};

#define SANTASI_IMPOSSIBLE UINT32_C(0) /* as a change; no tower has the number 0 */

struct santasi_tower {
    uint32_t change[SANTASI_CHANGES];    /* what it becomes */
    uint32_t known : SANTASI_CHANGES;    /* which of them were worked out, one bit each */
    uint32_t covers : SANTASI_SIZES;     /* sizes of which a new cylinder is covered for good at once */
    uint32_t shows : SANTASI_SIZES;      /* and those of which it is visible for good at once */
    uint32_t shown : SANTASI_SHOWN_BITS; /* lead for good, of a tall tower, plus SANTASI_SHOWN_ZERO */
};
static_assert(sizeof(struct santasi_tower) == 64, "a tower must be a cache line");

/* What the live leads of a tower are worth, and what can become of cylinders still to be set on it. */
struct santasi_worth {
    int16_t hope; /* by chance, in units of 1 / SANTASI_HOPE */
    int8_t most;  /* if blue's stay visible and silver's are covered */
    int8_t least; /* and the reverse */
    struct santasi_prospect prospect;
};

enum { SANTASI_HOPE = 256 };

/* What else there is about a tall tower. */
struct santasi_stature {
    uint32_t plain;            /* the plain tower */
    uint32_t top;              /* a number for plain tower and lead for good together */
    struct santasi_range ends; /* heights it can end with */
    bool closed;               /* it takes no more cylinders */
};

struct santasi_towers {
    struct santasi_future *future;
    struct santasi_towers *plain;  /* of tall towers; NULL: these are plain themselves */
    struct santasi_array towers;   /* struct santasi_tower; number 0 is not used, here and below */
    struct santasi_array worths;   /* struct santasi_worth of each */
    struct santasi_array statures; /* struct santasi_stature of each tall one */
    struct santasi_array details;  /* outlook and leads of each */
    struct santasi_array leads;    /* fate and lead in one word */
    struct santasi_slots slots;
    struct santasi_store tops;
};

/* Plain towers, or tall ones if there are plain ones they belong to. */
bool santasi_towers_begin(struct santasi_towers *towers, struct santasi_future *future, struct santasi_towers *plain,
                          struct santasi_allowance *allowance);
void santasi_towers_end(struct santasi_towers *towers);

/* The number of a tower of a position, and blue's lead for good in it; SANTASI_NONE when memory is short. */
uint32_t santasi_towers_read(struct santasi_towers *towers, const struct santasi *santasi, int site, int *gain);
/* Works out some changes of a tower, one bit each. False when memory is short. */
bool santasi_towers_change(struct santasi_towers *towers, uint32_t number, uint32_t changes);

static inline uint32_t santasi_change_number(uint32_t change) { return change & (SANTASI_TOWERS_MAX - 1); }
static inline int santasi_change_gain(uint32_t change) { return ((int)(change >> SANTASI_TOWER_BITS) ^ 64) - 64; }

static inline const struct santasi_tower *santasi_tower_at(const struct santasi_towers *towers, uint32_t number) {
    return (const struct santasi_tower *)towers->towers.items + number;
}

static inline int santasi_tower_shown(const struct santasi_tower *tower) {
    return (int)tower->shown - SANTASI_SHOWN_ZERO;
}

static inline struct santasi_worth santasi_tower_worth(const struct santasi_towers *towers, uint32_t number) {
    return ((const struct santasi_worth *)towers->worths.items)[number];
}

static inline const struct santasi_stature *santasi_tower_stature(const struct santasi_towers *towers,
                                                                  uint32_t number) {
    return (const struct santasi_stature *)towers->statures.items + number;
}

#endif
