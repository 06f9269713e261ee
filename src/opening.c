/* opening.c - engines of the programs. */
#include "opening.h"
#include "engine/engine.h"
#include "share.h"
#include "translate.h"

#include <stdio.h>

#define BOOK_GAME "santasi"
#define BOOK_NAME "tablier/" BOOK_GAME ".book"

/* Gives an engine the book, if there is one. False, and it has none, when that is damaged. */
static bool book_give(struct tab_engine *engine, struct tab_error *error) {
    struct tab_rules rules;
    size_t length;
    if (!tab_rules_parse(&rules, BOOK_GAME, NULL))
        return true;
    unsigned char *bytes = (unsigned char *)share_read(BOOK_NAME, &length);
    return bytes == NULL || engine_take_book(engine, &rules, bytes, length, error);
}

struct tab_engine *opening_engine_new(const struct tab_engine_options *options, char damage[OPENING_DAMAGE]) {
    struct tab_engine *engine = tab_engine_new(options);
    struct tab_error error;
    damage[0] = '\0';
    if (engine != NULL && !book_give(engine, &error)) {
        char what[TAB_ERROR_TEXT];
        translate_error(&error, what, sizeof what);
        snprintf(damage, OPENING_DAMAGE, _("%s: byte %zu: %s"), BOOK_NAME, error.at, what);
    }
    return engine;
}
