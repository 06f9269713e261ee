/* santasi_store.c - arrays within an allowance, and records kept once by open addressing. */
#include "santasi_store.h"

#include "../rules/game.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, CACHE_LINE = 64 };

/* ---- Arrays --------------------------------------------------------------------------------------------------- */

void santasi_array_begin(struct santasi_array *array, size_t item, struct santasi_allowance *allowance) {
    *array = (struct santasi_array){.item = item, .allowance = allowance};
}

bool santasi_array_begin_zero(struct santasi_array *array, size_t item, size_t capacity,
                              struct santasi_allowance *allowance) {
    santasi_array_begin(array, item, allowance);
    if (capacity > allowance->left / item)
        return false;
    array->items = calloc(capacity, item);
    if (array->items == NULL)
        return false;
    array->capacity = capacity;
    allowance->left -= capacity * item;
    return true;
}

void santasi_array_end(struct santasi_array *array) {
    array->allowance->left += array->capacity * array->item;
    free(array->items);
    array->items = NULL;
    array->count = array->capacity = 0;
}

bool santasi_array_reserve(struct santasi_array *array, size_t more) {
    const size_t needed = array->count + more;
    if (needed <= array->capacity)
        return true;
    size_t capacity = array->capacity == 0 ? FIRST_CAPACITY : array->capacity;
    while (capacity < needed)
        capacity *= 2;
    const size_t growth = (capacity - array->capacity) * array->item;
    if (growth > array->allowance->left)
        return false;
    const size_t size = (capacity * array->item + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    void *items = aligned_alloc(CACHE_LINE, size);
    if (items == NULL)
        return false;
    if (array->count > 0)
        memcpy(items, array->items, array->count * array->item);
    free(array->items);
    array->allowance->left -= growth;
    array->items = items;
    array->capacity = capacity;
    return true;
}

/* ---- Records -------------------------------------------------------------------------------------------------- */

uint64_t santasi_words_hash(uint64_t seed, const uint32_t *words, size_t count) {
    uint64_t hash = seed;
    size_t i = 0;
    for (; i + 1 < count; i += 2)
        hash = hash_mix(hash, words[i] | (uint64_t)words[i + 1] << 32);
    return i < count ? hash_mix(hash, words[i]) : hash;
}

void santasi_store_begin(struct santasi_store *store, uint32_t width, struct santasi_allowance *allowance) {
    santasi_array_begin(&store->words, sizeof(uint32_t), allowance);
    santasi_array_begin(&store->slots, sizeof(uint32_t), allowance);
    store->width = width;
    store->count = 0;
}

void santasi_store_end(struct santasi_store *store) {
    santasi_array_end(&store->words);
    santasi_array_end(&store->slots);
}

static uint32_t *slots_of(const struct santasi_store *store) { return store->slots.items; }

/* The slot that holds a record, or the free one where it belongs. */
static size_t slot_find(const struct santasi_store *store, const uint32_t *record) {
    const size_t mask = store->slots.capacity - 1;
    size_t slot = (size_t)santasi_words_hash(0, record, store->width) & mask;
    while (slots_of(store)[slot] != 0) {
        const uint32_t *other = santasi_store_at(store, slots_of(store)[slot] - 1);
        if (memcmp(other, record, store->width * sizeof *record) == 0)
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

/* Doubles the slots and puts every number in its new place. */
static bool slots_grow(struct santasi_store *store) {
    struct santasi_array old = store->slots, grown;
    const size_t capacity = old.capacity == 0 ? FIRST_CAPACITY : old.capacity * 2;
    if (!santasi_array_begin_zero(&grown, sizeof(uint32_t), capacity, old.allowance))
        return false;
    store->slots = grown;
    for (uint32_t number = 0; number < store->count; number++)
        slots_of(store)[slot_find(store, santasi_store_at(store, number))] = number + 1;
    santasi_array_end(&old);
    return true;
}

uint32_t santasi_store_find(const struct santasi_store *store, const uint32_t *record) {
    if (store->slots.capacity == 0)
        return SANTASI_NONE;
    return slots_of(store)[slot_find(store, record)] - 1; /* a free slot gives SANTASI_NONE */
}

uint32_t santasi_store_add(struct santasi_store *store, const uint32_t *record) {
    if (((size_t)store->count + 1) * 2 > store->slots.capacity && !slots_grow(store))
        return SANTASI_NONE;
    const size_t slot = slot_find(store, record);
    if (slots_of(store)[slot] != 0)
        return slots_of(store)[slot] - 1;
    if (!santasi_array_reserve(&store->words, store->width))
        return SANTASI_NONE;
    memcpy((uint32_t *)store->words.items + store->words.count, record, store->width * sizeof *record);
    store->words.count += store->width;
    slots_of(store)[slot] = ++store->count;
    return store->count - 1;
}
