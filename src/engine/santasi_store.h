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

/* An array of `item` bytes each that grows by doubling. It begins with a cache line, unless it began with zeros. */
struct santasi_array {
    void *items;
    size_t item;
    size_t count, capacity;
    struct santasi_allowance *allowance;
};

void santasi_array_begin(struct santasi_array *array, size_t item, struct santasi_allowance *allowance);
/* Begins with room for `capacity` items, all zero; false when memory is short. */
bool santasi_array_begin_zero(struct santasi_array *array, size_t item, size_t capacity,
                              struct santasi_allowance *allowance);
void santasi_array_end(struct santasi_array *array);
/* Makes room for `more` items after the last; false, and nothing changed, when memory is short. */
bool santasi_array_reserve(struct santasi_array *array, size_t more);

/* Records of one width. */
struct santasi_store {
    struct santasi_array words;
    struct santasi_array slots; /* numbers + 1 by hash, 0 where free; the capacity is a power of two */
    uint32_t width;
    uint32_t count;
};

void santasi_store_begin(struct santasi_store *store, uint32_t width, struct santasi_allowance *allowance);
void santasi_store_end(struct santasi_store *store);
/* The number of a record that is there already, or SANTASI_NONE. */
uint32_t santasi_store_find(const struct santasi_store *store, const uint32_t *record);
/* The number of a record, added when it is new; SANTASI_NONE when memory is short. */
uint32_t santasi_store_add(struct santasi_store *store, const uint32_t *record);

static inline const uint32_t *santasi_store_at(const struct santasi_store *store, uint32_t number) {
    return (const uint32_t *)store->words.items + (size_t)number * store->width;
}

/* Hash of a row of words, continued from `seed`. */
uint64_t santasi_words_hash(uint64_t seed, const uint32_t *words, size_t count);

#endif
