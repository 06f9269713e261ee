/* translate_error.c - what is wrong with a text, in the language of the reader. */
#include "translate.h"

#include <stdio.h>
#include <tablier.h>

size_t translate_error(const struct tab_error *error, char *buffer, size_t size) {
    struct tab_error translated = *error;
    if (error->term != NULL)
        snprintf(translated.argument[0], sizeof translated.argument[0], "%s", translate(error->term));
    return tab_error_format(&translated, error->what != NULL ? translate(error->what) : NULL, buffer, size);
}
