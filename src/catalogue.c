/* catalogue.c - translations as msgfmt compiles them.
 *
 *     magic, revision, count, offset of originals, offset of translations, ...   words of 32 bits
 *     originals, translations: count times length, offset                        sorted by the originals
 *     the texts, each ended by a zero that its length does not count */
#include "catalogue.h"

#include <string.h>

enum { WORD = 4, HEADER_WORDS = 7, ROW = 2 * WORD };

static uint32_t word_at(const struct catalogue *catalogue, size_t at) {
    const unsigned char *bytes = (const unsigned char *)catalogue->bytes + at;
    uint32_t word = 0;
    for (int i = 0; i < WORD; i++)
        word |= (uint32_t)bytes[i] << 8 * (catalogue->big_endian ? WORD - 1 - i : i);
    return word;
}

static char *row_text(const struct catalogue *catalogue, uint32_t table, uint32_t index, size_t *length) {
    const size_t row = (size_t)table + (size_t)index * ROW;
    *length = word_at(catalogue, row);
    return catalogue->bytes + word_at(catalogue, row + WORD);
}

static bool table_fits(const struct catalogue *catalogue, uint32_t table) {
    if (table > catalogue->length || (catalogue->length - table) / ROW < catalogue->count)
        return false;
    for (uint32_t i = 0; i < catalogue->count; i++) {
        const size_t row = (size_t)table + (size_t)i * ROW;
        const size_t length = word_at(catalogue, row), at = word_at(catalogue, row + WORD);
        if (at >= catalogue->length || length >= catalogue->length - at || catalogue->bytes[at + length] != '\0')
            return false;
    }
    return true;
}

static bool originals_sorted(const struct catalogue *catalogue) {
    size_t length;
    for (uint32_t i = 1; i < catalogue->count; i++)
        if (strcmp(row_text(catalogue, catalogue->originals, i - 1, &length),
                   row_text(catalogue, catalogue->originals, i, &length)) >= 0)
            return false;
    return true;
}

bool catalogue_open(struct catalogue *catalogue, char *bytes, size_t length) {
    static const uint32_t magic = 0x950412DE;
    struct catalogue opened = {.bytes = bytes, .length = length};
    if (length < HEADER_WORDS * WORD)
        return false;
    opened.big_endian = word_at(&opened, 0) != magic;
    if (word_at(&opened, 0) != magic || word_at(&opened, WORD) >> 16 != 0)
        return false;
    opened.count = word_at(&opened, 2 * WORD);
    opened.originals = word_at(&opened, 3 * WORD);
    opened.translations = word_at(&opened, 4 * WORD);
    if (!table_fits(&opened, opened.originals) || !table_fits(&opened, opened.translations) ||
        !originals_sorted(&opened))
        return false;
    *catalogue = opened;
    return true;
}

const char *catalogue_original(const struct catalogue *catalogue, uint32_t index, size_t *length) {
    return row_text(catalogue, catalogue->originals, index, length);
}

char *catalogue_translation(const struct catalogue *catalogue, uint32_t index, size_t *length) {
    return row_text(catalogue, catalogue->translations, index, length);
}

const char *catalogue_find(const struct catalogue *catalogue, const char *original) {
    uint32_t low = 0, high = catalogue->count;
    size_t length;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(original, catalogue_original(catalogue, middle, &length));
        if (order == 0)
            return catalogue_translation(catalogue, middle, &length);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
