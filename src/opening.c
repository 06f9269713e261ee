/* opening.c - engines of the programs. */
#include "opening.h"
#include "engine/engine.h"
#include "share.h"

#include <stdio.h>

#define BOOK_GAME "santasi"
#define BOOK_NAME "tablier/" BOOK_GAME ".book"

struct tab_engine *opening_engine_new(const struct tab_engine_options *options) {
    struct tab_engine *engine = tab_engine_new(options);
    struct tab_rules rules;
    struct tab_error error;
    size_t length;
    if (engine == NULL || !tab_rules_parse(&rules, BOOK_GAME, NULL))
        return engine;
    unsigned char *bytes = (unsigned char *)share_read(BOOK_NAME, &length);
    if (bytes != NULL && !engine_take_book(engine, &rules, bytes, length, &error)) {
        char what[TAB_ERROR_TEXT];
        tab_error_format(&error, NULL, what, sizeof what);
        fprintf(stderr, "tablier: %s: byte %zu: %s\n", BOOK_NAME, error.at, what);
    }
    return engine;
}
