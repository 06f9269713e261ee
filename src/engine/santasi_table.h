/* santasi_table.h - what is known about positions: bounds on the future margin, kept under full keys.
 *
 * An entry is two words, a bucket four entries, one cache line:
 *
 *     key  | tower 0, 28 | tower 1, 28 | low, 8  |
 *     more | tower 2, 28 | blue pieces left, 15 | best move, 5 | plies left, 8 | high, 8 |
 *
 * The towers are in ascending order and determine the pool, and so the silver pieces left. Nothing rests on a hash:
 * the hash only chooses the bucket. */
#ifndef TABLIER_ENGINE_SANTASI_TABLE_H
#define TABLIER_ENGINE_SANTASI_TABLE_H

#include "../rules/game.h"

struct santasi_key {
    uint64_t low, high;
};

/* What is known: low <= value <= high. */
struct santasi_bounds {
    int low, high;
    int move; /* best known, or SANTASI_NO_MOVE */
};

enum { SANTASI_NO_MOVE = 31, SANTASI_BUCKET = 4 };

struct santasi_entry {
    uint64_t key, more;
};

struct santasi_table {
    struct santasi_entry *entries;
    size_t buckets;
};

/* Takes at most `bytes`; false when there is no memory. */
bool santasi_table_begin(struct santasi_table *table, size_t bytes);
void santasi_table_end(struct santasi_table *table);
void santasi_table_clear(struct santasi_table *table);

static inline struct santasi_key santasi_key_of(const uint32_t tower[3], uint32_t left) {
    return (struct santasi_key){tower[0] | (uint64_t)tower[1] << 28, tower[2] | (uint64_t)(left & 0x7FFF) << 28};
}

/* The bucket of a key. */
static inline struct santasi_entry *santasi_table_bucket(const struct santasi_table *table, struct santasi_key key) {
    const uint64_t hash = hash_mix(key.low * UINT64_C(0xFF51AFD7ED558CCD), key.high);
    return &table->entries[(hash >> 32) * table->buckets >> 32 << 2];
}

/* Looks a key up; narrows `bounds`, which the caller has filled with what is certain, when it is there. */
bool santasi_table_probe(const struct santasi_entry *bucket, struct santasi_key key, struct santasi_bounds *bounds);
void santasi_table_store(struct santasi_entry *bucket, struct santasi_key key, int plies,
                         const struct santasi_bounds *bounds);

#endif
