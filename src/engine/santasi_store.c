/* santasi_store.c - arrays within an allowance, and records kept once by open addressing. */
#include "santasi_store.h"

#include "../rules/game.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { FIRST_CAPACITY = 64, CACHE_LINE = 64, LARGE_PAGE = 2 << 20 };

/* ---- Arrays --------------------------------------------------------------------------------------------------- */

/* Memory that begins with a cache line, or when there is much of it, a large page: it is read here and there, and
 * small pages would cost more than the reading. */
static void *memory_take(size_t bytes) {
    const size_t unit = bytes < LARGE_PAGE ? CACHE_LINE : LARGE_PAGE, size = (bytes + unit - 1) / unit * unit;
    void *memory = aligned_alloc(unit, size);
#ifdef __linux__
    if (memory != NULL && unit == LARGE_PAGE)
        madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

void santasi_array_begin(struct santasi_array *array, size_t item, struct santasi_allowance *allowance) {
    *array = (struct santasi_array){.item = item, .allowance = allowance};
}

bool santasi_array_begin_zero(struct santasi_array *array, size_t item, size_t capacity,
                              struct santasi_allowance *allowance) {
    santasi_array_begin(array, item, allowance);
    if (capacity > allowance->left / item)
        return false;
    array->items = memory_take(capacity * item);
    if (array->items == NULL)
        return false;
    memset(array->items, 0, capacity * item);
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
        capacity += capacity / 2;
    const size_t growth = (capacity - array->capacity) * array->item;
    if (growth > array->allowance->left)
        return false;
    void *items = memory_take(capacity * array->item);
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

/* ---- Slots ---------------------------------------------------------------------------------------------------- */

static void slot_put(struct santasi_slots *slots, uint64_t word) {
    size_t slot = santasi_slots_first(slots, word);
    while (santasi_slots_at(slots, slot) != 0)
        slot = santasi_slots_next(slots, slot);
    ((uint64_t *)slots->words.items)[slot] = word;
    slots->words.count++;
}

void santasi_slots_put(struct santasi_slots *slots, uint64_t hash, uint32_t number) {
    slot_put(slots, hash >> 32 << 32 | (number + 1));
}

bool santasi_slots_reserve(struct santasi_slots *slots) {
    struct santasi_array old = slots->words;
    if (2 * (old.count + 1) <= old.capacity)
        return true;
    const size_t capacity = old.capacity == 0 ? FIRST_CAPACITY : 2 * old.capacity;
    struct santasi_slots grown;
    if (!santasi_array_begin_zero(&grown.words, sizeof(uint64_t), capacity, old.allowance))
        return false;
    for (size_t slot = 0; slot < old.capacity; slot++)
        if (santasi_slots_at(slots, slot) != 0)
            slot_put(&grown, santasi_slots_at(slots, slot));
    *slots = grown;
    santasi_array_end(&old);
    return true;
}

/* ---- Records -------------------------------------------------------------------------------------------------- */

uint64_t santasi_words_hash(uint64_t seed, const uint32_t *words, size_t count) {
    /* The products do not wait for each other, as a chain of mixes would. */
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t sum = seed, factor = odd;
    for (size_t i = 0; i + 1 < count; i += 2, factor += odd << 1)
        sum += (words[i] | (uint64_t)words[i + 1] << 32) * (factor ^ factor << 23);
    if (count % 2 != 0)
        sum += words[count - 1] * (factor ^ factor << 23);
    return hash_mix(sum, count);
}

void santasi_store_begin(struct santasi_store *store, uint32_t width, struct santasi_allowance *allowance) {
    santasi_array_begin(&store->words, sizeof(uint32_t), allowance);
    santasi_array_begin(&store->slots.words, sizeof(uint64_t), allowance);
    store->width = width;
    store->count = 0;
}

void santasi_store_end(struct santasi_store *store) {
    santasi_array_end(&store->words);
    santasi_array_end(&store->slots.words);
}

void santasi_store_prefetch(const struct santasi_store *store, const uint32_t *record) {
    const uint64_t *slots = store->slots.words.items;
    if (slots != NULL)
        __builtin_prefetch(&slots[santasi_slots_first(&store->slots, santasi_words_hash(0, record, store->width))]);
}

/* The number of a record that is there, or SANTASI_NONE. */
static uint32_t record_find(const struct santasi_store *store, uint64_t hash, const uint32_t *record) {
    size_t slot = santasi_slots_first(&store->slots, hash);
    for (uint64_t word; (word = santasi_slots_at(&store->slots, slot)) != 0;
         slot = santasi_slots_next(&store->slots, slot)) {
        const uint32_t number = santasi_slot_number(word);
        if (santasi_slot_may(word, hash) &&
            memcmp(santasi_store_at(store, number), record, store->width * sizeof *record) == 0)
            return number;
    }
    return SANTASI_NONE;
}

uint32_t santasi_store_add(struct santasi_store *store, const uint32_t *record) {
    const uint64_t hash = santasi_words_hash(0, record, store->width);
    if (!santasi_slots_reserve(&store->slots))
        return SANTASI_NONE;
    const uint32_t found = record_find(store, hash, record);
    if (found != SANTASI_NONE)
        return found;
    if (!santasi_array_reserve(&store->words, store->width))
        return SANTASI_NONE;
    memcpy((uint32_t *)store->words.items + store->words.count, record, store->width * sizeof *record);
    store->words.count += store->width;
    santasi_slots_put(&store->slots, hash, store->count);
    return store->count++;
}
