/* santasi_store.c - arrays within an allowance, and records kept once by open addressing. */
#include "santasi_store.h"

#include "../rules/game.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { FIRST_CAPACITY = 64, CACHE_LINE = 64, LARGE_PAGE = 2 << 20 };

/* ---- Addresses ------------------------------------------------------------------------------------------------ */

/* Under the sanitizers all arrays are on the heap, where they see what is read beyond their end. gcc says so by a macro,
 * clang by a feature. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define ARRAYS_WATCHED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ARRAYS_WATCHED
#endif
#endif

#if defined __linux__ && !defined ARRAYS_WATCHED

/* Addresses for so many bytes, whole large pages: arrays are read here and there, and small pages would cost more than
 * the reading. Memory comes with them where they are first touched, and is zero. NULL when there are none. */
static void *addresses_take(size_t bytes) {
    const size_t all = bytes + LARGE_PAGE;
    char *first = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (first == MAP_FAILED)
        return NULL;
    const size_t before = (LARGE_PAGE - (uintptr_t)first % LARGE_PAGE) % LARGE_PAGE, after = all - before - bytes;
    if (before > 0)
        munmap(first, before);
    if (after > 0)
        munmap(first + before + bytes, after);
    madvise(first + before, bytes, MADV_HUGEPAGE);
    return first + before;
}

static void addresses_give(void *items, size_t bytes) { munmap(items, bytes); }

#else

static void *addresses_take(size_t bytes) {
    (void)bytes;
    return NULL;
}

static void addresses_give(void *items, size_t bytes) { (void)items, (void)bytes; }

#endif

/* ---- Arrays --------------------------------------------------------------------------------------------------- */

static size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

void santasi_array_begin(struct santasi_array *array, size_t item, struct santasi_allowance *allowance) {
    *array = (struct santasi_array){.item = item, .allowance = allowance};
}

/* Takes memory for some bytes, of which there may later be `most`. False when there is none. */
static bool items_take(struct santasi_array *array, size_t bytes, size_t most) {
    const size_t possible = most < SIZE_MAX / 2 ? most : SIZE_MAX / 2; /* an allowance may be without end */
    array->addresses = bytes < LARGE_PAGE / 2 ? 0 : rounded(possible, LARGE_PAGE);
    array->items = array->addresses > 0 ? addresses_take(array->addresses) : NULL;
    if (array->items != NULL)
        return true;
    array->addresses = 0;
    array->items = aligned_alloc(CACHE_LINE, rounded(bytes, CACHE_LINE));
    return array->items != NULL;
}

static void items_give(const struct santasi_array *array) {
    if (array->addresses > 0)
        addresses_give(array->items, array->addresses);
    else
        free(array->items);
}

bool santasi_array_begin_zero(struct santasi_array *array, size_t item, size_t capacity,
                              struct santasi_allowance *allowance) {
    santasi_array_begin(array, item, allowance);
    if (capacity > allowance->left / item || !items_take(array, capacity * item, capacity * item))
        return false;
    if (array->addresses == 0)
        memset(array->items, 0, capacity * item);
    array->capacity = capacity;
    allowance->left -= capacity * item;
    return true;
}

void santasi_array_end(struct santasi_array *array) {
    array->allowance->left += array->capacity * array->item;
    items_give(array);
    santasi_array_begin(array, array->item, array->allowance);
}

/* Moves the items to where there is room for so many bytes. */
static bool items_move(struct santasi_array *array, size_t bytes) {
    const struct santasi_array old = *array;
    if (!items_take(array, bytes, old.capacity * old.item + old.allowance->left)) {
        *array = old;
        return false;
    }
    if (old.count > 0)
        memcpy(array->items, old.items, old.count * old.item);
    items_give(&old);
    return true;
}

bool santasi_array_reserve(struct santasi_array *array, size_t more) {
    const size_t needed = array->count + more;
    if (needed <= array->capacity)
        return true;
    size_t capacity = array->capacity == 0 ? FIRST_CAPACITY : array->capacity;
    while (capacity < needed)
        capacity += capacity / 2;
    const size_t bytes = capacity * array->item, growth = bytes - array->capacity * array->item;
    if (growth > array->allowance->left || (bytes > array->addresses && !items_move(array, bytes)))
        return false;
    array->allowance->left -= growth;
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
