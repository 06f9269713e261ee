/* table.h - the transposition table: what earlier searches found out about positions, shared by all threads.
 *
 * An entry is two words. The first is the key xor the second, so that an entry torn by two threads writing at once
 * does not match its key and is simply not found: no locks.
 *
 *     data  | age 8 | bound 2 | depth 8 | score 16 | move 24 |   (58 bits used)
 */
#ifndef TABLIER_ENGINE_TABLE_H
#define TABLIER_ENGINE_TABLE_H

#include "table_tags.h"

#include <stdatomic.h>
#include <tablier.h>

enum table_bound { TABLE_NONE, TABLE_LOWER, TABLE_UPPER, TABLE_EXACT };

struct table_entry {
    tab_move move; /* TABLE_NO_MOVE: none */
    int score;
    int depth;
    enum table_bound bound;
};

#define TABLE_NO_MOVE ((tab_move)0xFFFFFF)

struct table_slot {
    _Atomic uint64_t check, data;
};

enum { TABLE_WAYS = 4 };

struct table {
    struct table_slot *slots;
    struct table_tags tags;
    size_t buckets; /* of TABLE_WAYS slots; a power of two */
    uint8_t age;
};

/* False, and the table unchanged, when there is no memory. The memory is touched at once, not on a player's clock. */
bool table_resize(struct table *table, int mib);
void table_free(struct table *table);
void table_clear(struct table *table);
/* Marks the entries there are as older than those to come. */
void table_age(struct table *table);
bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry);
void table_store(struct table *table, uint64_t key, const struct table_entry *entry);
/* Thousandths of the table filled by the current search. */
int table_usage(const struct table *table);

static inline void table_prefetch(const struct table *table, uint64_t key) {
    __builtin_prefetch(&table->slots[(key & (table->buckets - 1)) * TABLE_WAYS]);
}

#endif
