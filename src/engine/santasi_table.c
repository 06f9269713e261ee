/* santasi_table.c - the table of bounds. */
#include "santasi_table.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define KEY_BITS ((UINT64_C(1) << 54) - 1)
#define MORE_BITS ((UINT64_C(1) << 49) - 1)

enum { LOW_AT = 54, MOVE_AT = 49, HIGH_AT = 54, PLIES_AT = 61, BOUND_ZERO = 64 };
enum { BUCKETS_MIN = 16, BUCKETS_FIRST = 1 << 12 };
enum { HUGE_PAGE = 2 << 20 };

/* Takes memory out of the allowance; false when it does not allow that. */
static bool buckets_take(struct santasi_table *table, size_t buckets) {
    const size_t bytes = buckets * SANTASI_BUCKET * sizeof(struct santasi_entry);
    if (bytes > table->allowance->left)
        return false;
    table->allowance->left -= bytes;
    return true;
}

bool santasi_table_begin(struct santasi_table *table, size_t bytes, struct santasi_allowance *allowance) {
    const size_t bucket = SANTASI_BUCKET * sizeof(struct santasi_entry);
    table->buckets = bytes / bucket < BUCKETS_MIN ? BUCKETS_MIN : bytes / bucket;
    if (table->buckets > UINT32_MAX)
        table->buckets = UINT32_MAX;
    table->allowance = allowance;
    table->doublings = 0;
    table->used = 0;
    /* Zeroed memory comes page by page, when it is first touched: short proofs in large tables cost little. */
    const size_t size = table->buckets * bucket;
    for (; table->buckets >= 2 * (size_t)BUCKETS_FIRST; table->buckets /= 2)
        table->doublings++;
    table->memory = calloc(1, size + HUGE_PAGE);
    if (table->memory == NULL || !buckets_take(table, table->buckets)) {
        table->buckets = 0; /* none is to be given back */
        return false;
    }
    const size_t skip = HUGE_PAGE - (uintptr_t)table->memory % HUGE_PAGE;
    table->entries = (struct santasi_entry *)(void *)((char *)table->memory + skip);
#ifdef __linux__
    /* Large pages: a probe then misses the cache at most once. */
    madvise(table->entries, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
    return true;
}

void santasi_table_end(struct santasi_table *table) {
    table->allowance->left += table->buckets * SANTASI_BUCKET * sizeof(struct santasi_entry);
    free(table->memory);
    table->memory = NULL;
}

static int low_of(const struct santasi_entry *entry) { return (int)(entry->key >> LOW_AT & 127) - BOUND_ZERO; }
static int high_of(const struct santasi_entry *entry) { return (int)(entry->more >> HIGH_AT & 127) - BOUND_ZERO; }
static int plies_of(const struct santasi_entry *entry) {
    return (int)(entry->key >> PLIES_AT << 3 | entry->more >> PLIES_AT);
}

static bool entry_is(const struct santasi_entry *entry, struct santasi_key key) {
    return (entry->key & KEY_BITS) == key.low && (entry->more & MORE_BITS) == key.high;
}

bool santasi_table_probe(const struct santasi_table *table, struct santasi_key key, uint32_t hash,
                         struct santasi_bounds *bounds) {
    const struct santasi_entry *bucket = santasi_table_bucket(table, hash);
    for (int i = 0; i < SANTASI_BUCKET; i++) {
        if (!entry_is(&bucket[i], key))
            continue;
        const int low = low_of(&bucket[i]), high = high_of(&bucket[i]);
        bounds->low = low > bounds->low ? low : bounds->low;
        bounds->high = high < bounds->high ? high : bounds->high;
        bounds->move = (int)(bucket[i].more >> MOVE_AT & 31);
        return true;
    }
    return false;
}

/* ---- Growth --------------------------------------------------------------------------------------------------- */

/* Deals the entries of a bucket to the two that take its place in a table of twice the size. */
static void bucket_split(struct santasi_table *table, size_t number) {
    struct santasi_entry old[SANTASI_BUCKET];
    struct santasi_entry *half = &table->entries[2 * number * SANTASI_BUCKET];
    int count[2] = {0, 0};
    memcpy(old, &table->entries[number * SANTASI_BUCKET], sizeof old);
    memset(half, 0, 2 * sizeof old);
    for (int i = 0; i < SANTASI_BUCKET; i++) {
        const struct santasi_key key = {old[i].key & KEY_BITS, old[i].more & MORE_BITS};
        if (old[i].more == 0)
            continue;
        const int which = santasi_table_bucket(table, santasi_key_hash(key)) != half;
        half[which * SANTASI_BUCKET + count[which]++] = old[i];
    }
}

/* Twice the number of buckets, or never more when that takes too much memory. The last is split first: none is
 * overwritten before its turn. */
static void table_grow(struct santasi_table *table) {
    const size_t buckets = table->buckets;
    if (!buckets_take(table, buckets)) {
        table->doublings = 0;
        return;
    }
    table->buckets *= 2;
    table->doublings--;
    for (size_t number = buckets; number-- > 0;)
        bucket_split(table, number);
}

/* ---- Storing -------------------------------------------------------------------------------------------------- */

/* The entry to give up: the one with the key if there is one, else the one nearest to the end, which is the cheapest
 * to find again. The last entry of a bucket takes what is cheaper than all others. */
static struct santasi_entry *entry_choose(struct santasi_entry *bucket, struct santasi_key key, int plies) {
    struct santasi_entry *chosen = &bucket[0];
    for (int i = 0; i < SANTASI_BUCKET; i++) {
        if (entry_is(&bucket[i], key))
            return &bucket[i];
        if (plies_of(&bucket[i]) < plies_of(chosen))
            chosen = &bucket[i];
    }
    return plies_of(chosen) > plies ? &bucket[SANTASI_BUCKET - 1] : chosen;
}

void santasi_table_store(struct santasi_table *table, struct santasi_key key, uint32_t hash, int plies,
                         const struct santasi_bounds *bounds) {
    struct santasi_entry *entry = entry_choose(santasi_table_bucket(table, hash), key, plies);
    table->used += entry->more == 0;
    entry->key = key.low | (uint64_t)(bounds->low + BOUND_ZERO) << LOW_AT | (uint64_t)plies >> 3 << PLIES_AT;
    entry->more = key.high | (uint64_t)bounds->move << MOVE_AT | (uint64_t)(bounds->high + BOUND_ZERO) << HIGH_AT |
                  (uint64_t)plies << PLIES_AT;
    if (table->doublings > 0 && table->used * 2 > table->buckets * SANTASI_BUCKET)
        table_grow(table);
}
