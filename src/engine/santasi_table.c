/* santasi_table.c - the table of bounds. */
#include "santasi_table.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define KEY_BITS ((UINT64_C(1) << 56) - 1)
#define MORE_BITS ((UINT64_C(1) << 43) - 1)

enum { MOVE_AT = 43, PLIES_AT = 48, BOUND_AT = 56, BUCKETS_MIN = 16 };
enum { HUGE_PAGE = 2 << 20 };

bool santasi_table_begin(struct santasi_table *table, size_t bytes) {
    const size_t bucket = SANTASI_BUCKET * sizeof(struct santasi_entry);
    table->buckets = bytes / bucket < BUCKETS_MIN ? BUCKETS_MIN : bytes / bucket;
    if (table->buckets > UINT32_MAX)
        table->buckets = UINT32_MAX;
    const size_t size = (table->buckets * bucket + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    table->entries = aligned_alloc(HUGE_PAGE, size);
    if (table->entries == NULL)
        return false;
#ifdef __linux__
    /* Large pages: a probe then misses the cache at most once. */
    madvise(table->entries, size, MADV_HUGEPAGE);
#endif
    santasi_table_clear(table);
    return true;
}

void santasi_table_end(struct santasi_table *table) { free(table->entries); }

void santasi_table_clear(struct santasi_table *table) {
    memset(table->entries, 0, table->buckets * SANTASI_BUCKET * sizeof(struct santasi_entry));
}

static int bound_of(uint64_t word) { return (int8_t)(word >> BOUND_AT); }
static uint64_t bound_word(int bound) { return (uint64_t)(uint8_t)bound << BOUND_AT; }
static int plies_of(const struct santasi_entry *entry) { return (int)(entry->more >> PLIES_AT & 255); }

static bool entry_is(const struct santasi_entry *entry, struct santasi_key key) {
    return (entry->key & KEY_BITS) == key.low && (entry->more & MORE_BITS) == key.high;
}

bool santasi_table_probe(const struct santasi_entry *bucket, struct santasi_key key, struct santasi_bounds *bounds) {
    for (int i = 0; i < SANTASI_BUCKET; i++) {
        if (!entry_is(&bucket[i], key))
            continue;
        const int low = bound_of(bucket[i].key), high = bound_of(bucket[i].more);
        bounds->low = low > bounds->low ? low : bounds->low;
        bounds->high = high < bounds->high ? high : bounds->high;
        bounds->move = (int)(bucket[i].more >> MOVE_AT & 31);
        return true;
    }
    return false;
}

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

void santasi_table_store(struct santasi_entry *bucket, struct santasi_key key, int plies,
                         const struct santasi_bounds *bounds) {
    struct santasi_entry *entry = entry_choose(bucket, key, plies);
    entry->key = key.low | bound_word(bounds->low);
    entry->more = key.high | (uint64_t)bounds->move << MOVE_AT | (uint64_t)plies << PLIES_AT | bound_word(bounds->high);
}
