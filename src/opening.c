/* opening.c - engines of the programs. */
#include "opening.h"
#include "translate.h"

#include <stdio.h>
#include <string.h>

#define BOOK_GAME "santasi"
#define BOOK_NAME "tablier/santasi.book"
#define TABLES_NAME "tablier/endings"

static void installed_read(struct tab_knowledge *knowledge, const struct tab_rules *rules,
                           char damage[OPENING_DAMAGE]) {
    struct tab_error error;
    if (tab_knowledge_read_installed(knowledge, rules, &error))
        return;
    char what[TAB_ERROR_TEXT];
    translate_error(&error, what, sizeof what);
    snprintf(damage, OPENING_DAMAGE, _("%s: byte %zu: %s"),
             strcmp(tab_game_id(rules->game), BOOK_GAME) == 0 ? BOOK_NAME : TABLES_NAME, error.at, what);
}

struct tab_knowledge *opening_knowledge(const struct tab_rules *rules, char damage[OPENING_DAMAGE]) {
    struct tab_knowledge *knowledge = tab_knowledge_new();
    damage[0] = '\0';
    if (knowledge == NULL)
        return NULL;
    if (rules != NULL) {
        installed_read(knowledge, rules, damage);
        return knowledge;
    }
    for (int i = 0; i < tab_game_count(); i++) {
        struct tab_rules each;
        if (tab_rules_parse(&each, tab_game_id(tab_game_at(i)), NULL))
            installed_read(knowledge, &each, damage);
    }
    return knowledge;
}

struct tab_engine *opening_engine_new(const struct tab_engine_options *options, const struct tab_rules *rules,
                                      char damage[OPENING_DAMAGE]) {
    struct tab_rules book;
    struct tab_engine *engine = tab_engine_new(options);
    damage[0] = '\0';
    if (engine == NULL || (rules == NULL && !tab_rules_parse(&book, BOOK_GAME, NULL)))
        return engine;
    struct tab_knowledge *knowledge = opening_knowledge(rules != NULL ? rules : &book, damage);
    tab_engine_use(engine, knowledge);
    tab_knowledge_free(knowledge);
    return engine;
}
