/* repetition.c - see repetition.h. */
#include "repetition.h"

#include <stdlib.h>

enum { SPARSE = 4 }; /* slots stay free for what is looked up in vain */

/* No slot holds 0; the low bits, which say where it belongs, stay. */
static uint64_t word_of(uint64_t hash) { return hash != 0 ? hash : UINT64_C(1) << 63; }

/* A power of two, twice as many as there may be words. */
static size_t slots_for(size_t words) {
    size_t slots = 2;
    while (slots < 2 * words)
        slots *= 2;
    return slots;
}

/* The slot of a word, or the free one where it belongs. */
static uint64_t *slot_find(uint64_t *slots, size_t mask, uint64_t word) {
    size_t slot = (size_t)word & mask;
    while (slots[slot] != 0 && slots[slot] != word)
        slot = (slot + 1) & mask;
    return &slots[slot];
}

/* Gathers what comes up again, in the order of the game, and returns how much that is. */
static size_t again_list(const uint64_t *past, int past_count, uint64_t *seen, size_t mask, uint64_t *again) {
    size_t count = 0;
    for (int i = 0; i < past_count; i++) {
        const uint64_t word = word_of(past[i]);
        uint64_t *slot = slot_find(seen, mask, word);
        if (*slot == word)
            again[count++] = word;
        *slot = word;
    }
    return count;
}

/* Makes the set of words, of which some may be equal. False when memory is short. */
static bool set_fill(struct repetition *repetition, const uint64_t *words, size_t count) {
    const size_t slots = slots_for(SPARSE * count);
    repetition->slots = calloc(slots, sizeof *repetition->slots);
    repetition->mask = slots - 1;
    for (size_t i = 0; i < count && repetition->slots != NULL; i++)
        *slot_find(repetition->slots, repetition->mask, words[i]) = words[i];
    return repetition->slots != NULL;
}

bool repetition_begin(struct repetition *repetition, const uint64_t *past, int past_count) {
    *repetition = (struct repetition){0};
    if (past_count < 2)
        return true;
    *repetition = (struct repetition){.count = past_count, .past = past, .past_count = past_count};
    const size_t slots = slots_for((size_t)past_count);
    uint64_t *seen = calloc(slots + (size_t)past_count, sizeof *seen);
    if (seen == NULL)
        return false;
    uint64_t *again = seen + slots;
    const size_t count = again_list(past, past_count, seen, slots - 1, again);
    const bool good = count == 0 || set_fill(repetition, again, count);
    repetition->count = (int)count;
    free(seen);
    return good;
}

void repetition_end(struct repetition *repetition) {
    free(repetition->slots);
    *repetition = (struct repetition){0};
}

bool repetition_look(const struct repetition *repetition, uint64_t hash) {
    if (repetition->slots != NULL)
        return *slot_find(repetition->slots, repetition->mask, word_of(hash)) != 0;
    int times = 0;
    for (int i = 0; i < repetition->past_count; i++)
        times += repetition->past[i] == hash;
    return times >= 2;
}
