/* santasi_table.h - what is known about positions: bounds on their value, kept under full keys.
 *
 * An entry is two words, a bucket four entries, one cache line:
 *
 *     key   | tower 0, 27 | tower 1, 27 | low, 7 | plies left, 3 of 6 |
 *     more  | tower 2, 27 | blue pieces left, 15 | tag, 7 | move, 5 | high, 7 | plies left, 3 of 6 |
 *
 * The towers are numbers in ascending order that determine the pool, and so the silver pieces left. The tag is the
 * user's own. Nothing rests on a hash: the hash only chooses the bucket.
 *
 * A table begins small and doubles, as long as memory allows, whenever half of it is in use: a short search then stays
 * in the processor's caches and leaves the memory to others. */
#ifndef TABLIER_ENGINE_SANTASI_TABLE_H
#define TABLIER_ENGINE_SANTASI_TABLE_H

#include "santasi_store.h"

#include "../rules/game.h"

struct santasi_key {
    uint64_t low, high;
};

/* What is known: low <= value <= high. */
struct santasi_bounds {
    int low, high;
    int move; /* best known, or SANTASI_NO_MOVE */
};

enum { SANTASI_NO_MOVE = 31, SANTASI_BUCKET = 4, SANTASI_KEY_TOWER = 27 };

struct santasi_entry {
    uint64_t key, more;
};

struct santasi_table {
    struct santasi_entry *entries;
    size_t buckets;
    int doublings; /* that are left */
    size_t used;   /* entries */
    void *memory;  /* the entries begin at its first large page */
    struct santasi_allowance *allowance;
};

/* Takes at most `bytes`, out of the allowance as it grows; false when there is no memory. */
bool santasi_table_begin(struct santasi_table *table, size_t bytes, struct santasi_allowance *allowance);
void santasi_table_end(struct santasi_table *table);

static inline struct santasi_key santasi_key_of(const uint32_t tower[3], uint32_t left, uint32_t tag) {
    return (struct santasi_key){tower[0] | (uint64_t)tower[1] << SANTASI_KEY_TOWER,
                                tower[2] | (uint64_t)(left & 0x7FFF) << SANTASI_KEY_TOWER |
                                    (uint64_t)tag << (SANTASI_KEY_TOWER + 15)};
}

static inline uint32_t santasi_key_hash(struct santasi_key key) {
    return (uint32_t)(hash_mix(key.low * UINT64_C(0xFF51AFD7ED558CCD), key.high) >> 32);
}

/* The bucket of a hash, until the table grows. */
static inline struct santasi_entry *santasi_table_bucket(const struct santasi_table *table, uint32_t hash) {
    return &table->entries[(uint64_t)hash * table->buckets >> 32 << 2];
}

/* Looks a key up; narrows `bounds`, which the caller has filled with what is certain, when it is there. */
bool santasi_table_probe(const struct santasi_table *table, struct santasi_key key, uint32_t hash,
                         struct santasi_bounds *bounds);
void santasi_table_store(struct santasi_table *table, struct santasi_key key, uint32_t hash, int plies,
                         const struct santasi_bounds *bounds);

#endif
