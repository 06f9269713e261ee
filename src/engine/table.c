/* table.c - the transposition table. */
#define _DEFAULT_SOURCE /* madvise */
#include "table.h"

#include "mib.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, HUGE_PAGE = 1 << 21 };

enum { MOVE_BITS = 24, SCORE_AT = 24, DEPTH_AT = 40, BOUND_AT = 48, AGE_AT = 50 };

static uint64_t data_pack(const struct table_entry *entry, uint8_t age) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << SCORE_AT |
           (uint64_t)(uint8_t)entry->depth << DEPTH_AT | (uint64_t)entry->bound << BOUND_AT | (uint64_t)age << AGE_AT;
}

static struct table_entry data_unpack(uint64_t data) {
    return (struct table_entry){
        .move = (tab_move)(data & ((1U << MOVE_BITS) - 1)),
        .score = (int16_t)(data >> SCORE_AT & 0xFFFF),
        .depth = (int8_t)(data >> DEPTH_AT & 0xFF),
        .bound = (enum table_bound)(data >> BOUND_AT & 3),
    };
}

/* Entries are read in random order: with large pages the processor finds them without walking its page tables. */
static struct table_slot *slots_allocate(size_t bytes) {
    if (bytes < HUGE_PAGE)
        return aligned_alloc(CACHE_LINE, bytes);
    void *slots = aligned_alloc(HUGE_PAGE, bytes);
#ifdef MADV_HUGEPAGE
    if (slots != NULL)
        madvise(slots, bytes, MADV_HUGEPAGE);
#endif
    return slots;
}

bool table_resize(struct table *table, int mib) {
    const size_t bucket = sizeof(struct table_slot) * TABLE_WAYS;
    size_t buckets = 1;
    while (buckets * 2 * bucket <= mib_bytes(mib))
        buckets *= 2;
    if (table->slots != NULL && buckets == table->buckets)
        return true;
    struct table_slot *slots = slots_allocate(buckets * bucket);
    if (slots == NULL || !tags_resize(&table->tags, buckets * TABLE_WAYS)) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->buckets = buckets;
    table_clear(table);
    return true;
}

void table_free(struct table *table) {
    free(table->slots);
    tags_free(&table->tags);
    table->slots = NULL;
}

void table_clear(struct table *table) {
    memset((void *)table->slots, 0, table->buckets * TABLE_WAYS * sizeof *table->slots);
    tags_clear(&table->tags, table->buckets * TABLE_WAYS);
    table->age = 0;
}

void table_age(struct table *table) { table->age++; }

/* Where the bucket of a key begins. */
static size_t bucket_of(const struct table *table, uint64_t key) {
    return (size_t)(key & (table->buckets - 1)) * TABLE_WAYS;
}

bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry) {
    const size_t at = bucket_of(table, key);
    struct table_slot *bucket = &table->slots[at];
    for (size_t i = 0; i < TABLE_WAYS; i++) {
        if (!tags_may_be(&table->tags, at + i, key))
            continue;
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            *entry = data_unpack(data);
            return true;
        }
    }
    return false;
}

/* How much a slot is worth keeping: deep and recent is best. */
static int slot_worth(uint64_t data, uint8_t age) {
    if (data == 0)
        return -1000;
    uint8_t old = (uint8_t)(age - (uint8_t)(data >> AGE_AT));
    return (int8_t)(data >> DEPTH_AT & 0xFF) - 4 * (old < 100 ? old : 100);
}

void table_store(struct table *table, uint64_t key, const struct table_entry *entry) {
    const size_t at = bucket_of(table, key);
    struct table_slot *bucket = &table->slots[at], *chosen = bucket;
    int least = 1000;
    struct table_entry kept = *entry;
    for (int i = 0; i < TABLE_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            chosen = &bucket[i];
            if (kept.move == TABLE_NO_MOVE)
                kept.move = data_unpack(data).move;
            break;
        }
        int worth = slot_worth(data, table->age);
        if (worth < least) {
            least = worth;
            chosen = &bucket[i];
        }
    }
    uint64_t data = data_pack(&kept, table->age);
    atomic_store_explicit(&chosen->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    tags_set(&table->tags, at + (size_t)(chosen - bucket), key);
}

int table_usage(const struct table *table) {
    const size_t sample = (table->buckets < 250 ? table->buckets : 250) * TABLE_WAYS;
    assert(sample > 0);
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = atomic_load_explicit(&table->slots[i].data, memory_order_relaxed);
        used += data != 0 && (uint8_t)(data >> AGE_AT) == table->age;
    }
    return (int)(used * 1000 / sample);
}
