/* santasi_store.h - records of words, each kept once and known by a number.
 *
 * A record is a row of 32-bit words. Adding an equal record again gives the number of the first, so equality of
 * records is equality of numbers. Numbers count from 0 in the order of arrival. All stores of a solver draw on one
 * allowance of memory. */
#ifndef TABLIER_ENGINE_SANTASI_STORE_H
#define TABLIER_ENGINE_SANTASI_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SANTASI_NONE UINT32_MAX /* no record: memory is short, or nothing there */

/* Bytes that may still be allocated. */
struct santasi_allowance {
    size_t left;
};

/* An array of `item` bytes each that grows by half of what it has. It begins with a cache line. A large one has addresses
 * of its own for all it may ever hold, where the system gives them, and then grows in place. */
struct santasi_array {
    void *items;
    size_t item;
    size_t count, capacity;
    size_t addresses; /* bytes; 0: the items are on the heap */
    struct santasi_allowance *allowance;
};

void santasi_array_begin(struct santasi_array *array, size_t item, struct santasi_allowance *allowance);
/* Begins with room for `capacity` items, all zero; false when memory is short. */
bool santasi_array_begin_zero(struct santasi_array *array, size_t item, size_t capacity,
                              struct santasi_allowance *allowance);
void santasi_array_end(struct santasi_array *array);
/* Makes room for `more` items after the last; false, and nothing changed, when memory is short. */
bool santasi_array_reserve(struct santasi_array *array, size_t more);

/* Numbers by hash, looked for from `santasi_slots_first` on until a free slot. A slot is 0 where free, else
 * | upper half of the hash, 32 | number + 1, 32 |. */
struct santasi_slots {
    struct santasi_array words; /* the capacity is a power of two */
};

/* Makes room for one number more; false when memory is short. */
bool santasi_slots_reserve(struct santasi_slots *slots);
/* Puts a number that is not there into the first free slot of its hash. */
void santasi_slots_put(struct santasi_slots *slots, uint64_t hash, uint32_t number);

static inline size_t santasi_slots_first(const struct santasi_slots *slots, uint64_t hash) {
    return (size_t)(hash >> 32) & (slots->words.capacity - 1);
}

static inline size_t santasi_slots_next(const struct santasi_slots *slots, size_t slot) {
    return (slot + 1) & (slots->words.capacity - 1);
}

static inline uint64_t santasi_slots_at(const struct santasi_slots *slots, size_t slot) {
    return ((const uint64_t *)slots->words.items)[slot];
}

/* Whether a slot may hold what has a hash. */
static inline bool santasi_slot_may(uint64_t word, uint64_t hash) { return word >> 32 == hash >> 32; }
static inline uint32_t santasi_slot_number(uint64_t word) { return (uint32_t)word - 1; }

/* Records of one width. */
struct santasi_store {
    struct santasi_array words;
    struct santasi_slots slots;
    uint32_t width;
    uint32_t count;
};

void santasi_store_begin(struct santasi_store *store, uint32_t width, struct santasi_allowance *allowance);
void santasi_store_end(struct santasi_store *store);
/* The number of a record, added when it is new; SANTASI_NONE when memory is short. */
uint32_t santasi_store_add(struct santasi_store *store, const uint32_t *record);
/* Has the memory fetched that adding a record will look at first. */
void santasi_store_prefetch(const struct santasi_store *store, const uint32_t *record);

static inline const uint32_t *santasi_store_at(const struct santasi_store *store, uint32_t number) {
    return (const uint32_t *)store->words.items + (size_t)number * store->width;
}

/* Hash of a row of words, and of a seed. */
uint64_t santasi_words_hash(uint64_t seed, const uint32_t *words, size_t count);

#endif
