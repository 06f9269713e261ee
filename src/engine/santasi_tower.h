/* santasi_tower.h - towers as numbers: everything about one tower that still decides the future.
 *
 * A tower is its outlook (santasi_future.h) and, for each live fate, by how many cylinders blue leads among those of
 * that fate; a lead of zero leaves no trace. Equal towers have equal numbers, however they were built. Each number
 * knows what it becomes when a piece is set away from it or here, and by how much blue's lead for good changes then:
 * cylinders that are now visible to the end have left the tower and are in that gain.
 *
 * For the tie-break the lead for good is a part of the tower, since the highest tower is asked for its own. */
#ifndef TABLIER_ENGINE_SANTASI_TOWER_H
#define TABLIER_ENGINE_SANTASI_TOWER_H

#include "santasi_future.h"

/* A change of a tower: away by size, then here by colour and size. */
enum {
    SANTASI_CHANGE_HERE = SANTASI_SIZES,
    SANTASI_PIECES = SANTASI_COLOUR_COUNT * SANTASI_SIZES,
    SANTASI_CHANGES = SANTASI_CHANGE_HERE + SANTASI_PIECES
};

/* Numbers of towers fit in 25 bits, so that a position of three fits in a table entry. */
enum { SANTASI_TOWERS_MAX = 1 << 25 };

#define SANTASI_UNKNOWN (UINT32_MAX - 1) /* a change not yet worked out; SANTASI_NONE: impossible */

struct santasi_tower {
    uint32_t next[SANTASI_CHANGES];
    int8_t gain[SANTASI_CHANGES];
    int8_t most;    /* what the live leads are worth if blue's stay visible and silver's are covered */
    int8_t least;   /* and the reverse */
    int8_t shown;   /* lead for good, where that is a part of the tower */
    uint8_t leads;  /* number of live fates with a lead */
    uint32_t first; /* of them */
    uint32_t outlook;
    int32_t hope; /* what they are worth by chance, in units of SANTASI_CERTAIN */
};

struct santasi_towers {
    struct santasi_future future;
    struct santasi_array towers; /* struct santasi_tower; number 0 is not used */
    struct santasi_array leads;  /* fate and lead in one word */
    struct santasi_array slots;
};

bool santasi_towers_begin(struct santasi_towers *towers, const struct santasi_set *set, bool heights,
                          struct santasi_allowance *allowance);
void santasi_towers_end(struct santasi_towers *towers);

/* The number of a tower of a position, and blue's lead for good in it; SANTASI_NONE when memory is short. */
uint32_t santasi_towers_read(struct santasi_towers *towers, const struct santasi *santasi, int site, int *gain);
/* Works out a change that is not known yet. False when memory is short; otherwise it is in the tower. */
bool santasi_towers_change(struct santasi_towers *towers, uint32_t number, int change);

static inline const struct santasi_tower *santasi_tower_at(const struct santasi_towers *towers, uint32_t number) {
    return (const struct santasi_tower *)towers->towers.items + number;
}

#endif
