/* table_tags.h - a byte of every key in the transposition table, for processors that cannot be told what will be needed.
 *
 * Most positions that are looked for are not in the table. Where memory can be called into the cache ahead of time, as
 * table_prefetch does, finding that out costs little. WebAssembly cannot; there a byte of each key, few enough to stay in
 * the cache, mostly says so without the table being touched. Elsewhere there are no tags, and every slot may hold the
 * key. */
#ifndef TABLIER_ENGINE_TABLE_TAGS_H
#define TABLIER_ENGINE_TABLE_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One for each slot. */
struct table_tags {
    uint8_t *tag;
};

#ifdef __wasm__

#include <stdlib.h>
#include <string.h>

enum { TAG_AT = 56 }; /* bits of the key that do not choose the bucket */

static inline bool tags_resize(struct table_tags *tags, size_t slots) {
    uint8_t *tag = malloc(slots);
    if (tag == NULL)
        return false;
    free(tags->tag);
    tags->tag = tag;
    return true;
}

static inline void tags_free(struct table_tags *tags) {
    free(tags->tag);
    tags->tag = NULL;
}

static inline void tags_clear(struct table_tags *tags, size_t slots) { memset(tags->tag, 0, slots); }

static inline void tags_set(struct table_tags *tags, size_t slot, uint64_t key) {
    tags->tag[slot] = (uint8_t)(key >> TAG_AT);
}

static inline bool tags_may_be(const struct table_tags *tags, size_t slot, uint64_t key) {
    return tags->tag[slot] == (uint8_t)(key >> TAG_AT);
}

#else

static inline bool tags_resize(struct table_tags *tags, size_t slots) {
    (void)tags, (void)slots;
    return true;
}

static inline void tags_free(struct table_tags *tags) { (void)tags; }

static inline void tags_clear(struct table_tags *tags, size_t slots) { (void)tags, (void)slots; }

static inline void tags_set(struct table_tags *tags, size_t slot, uint64_t key) { (void)tags, (void)slot, (void)key; }

static inline bool tags_may_be(const struct table_tags *tags, size_t slot, uint64_t key) {
    (void)tags, (void)slot, (void)key;
    return true;
}

#endif
#endif
