/* catalogue.h - translations as msgfmt of GNU gettext compiles them, read from memory.
 *
 * The C library's own reader refuses to translate where the language's locale is not installed, which is so on most
 * servers; this one needs nothing but the file. */
#ifndef TABLIER_CATALOGUE_H
#define TABLIER_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct catalogue {
    char *bytes; /* the whole file; the caller's */
    size_t length;
    bool big_endian;
    uint32_t count;                   /* of texts; the first is the header, whose original is empty */
    uint32_t originals, translations; /* where their tables begin */
};

/* Opens a file; false when it is damaged. Nothing that is found in it later lies outside of it, and every text is ended
 * by a zero. */
bool catalogue_open(struct catalogue *catalogue, char *bytes, size_t length);

/* Text number `index` and its translation, with their lengths. */
const char *catalogue_original(const struct catalogue *catalogue, uint32_t index, size_t *length);
char *catalogue_translation(const struct catalogue *catalogue, uint32_t index, size_t *length);

/* The translation of a text, NULL when there is none. */
const char *catalogue_find(const struct catalogue *catalogue, const char *original);

#endif
