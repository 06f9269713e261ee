/* columns.h - how wide a text of UTF-8 is on a terminal, one column a character. */
#ifndef TABLIER_CLI_COLUMNS_H
#define TABLIER_CLI_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A byte that is not the first of its character. */
static inline bool continues_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

static inline int columns_of(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += !continues_character(text[i]);
    return columns;
}

/* The width to give printf for a text that is to fill so many columns: it counts bytes. */
static inline int columns_width(const char *text, int columns) {
    const size_t length = strlen(text);
    return columns + (int)length - columns_of(text, length);
}

#endif
