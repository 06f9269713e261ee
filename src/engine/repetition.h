/* repetition.h - the positions that came up twice in a game: the third time is a draw.
 *
 * Most games have none or few of them, however long they are, so they are picked out once and looked up in a set. */
#ifndef TABLIER_ENGINE_REPETITION_H
#define TABLIER_ENGINE_REPETITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed: no position came up twice. */
struct repetition {
    uint64_t *slots; /* hashes, 0 where free, looked for from their low bits on; NULL: there was no memory for them */
    size_t mask;     /* slots - 1; their number is a power of two */
    int count;       /* of positions */
    const uint64_t *past;
    int past_count;
};

/* Picks the positions out of those of a game, given by their hashes. False when memory is short: then all of the game is
 * looked through every time, and `past` must stay as long as that is done. */
bool repetition_begin(struct repetition *repetition, const uint64_t *past, int past_count);
void repetition_end(struct repetition *repetition);

bool repetition_look(const struct repetition *repetition, uint64_t hash);

/* Whether a position came up twice at least. */
static inline bool repetition_has(const struct repetition *repetition, uint64_t hash) {
    if (repetition->count == 0)
        return false;
    /* Most others find a free slot at once. */
    return (repetition->slots == NULL || repetition->slots[hash & repetition->mask] != 0) &&
           repetition_look(repetition, hash);
}

#endif
