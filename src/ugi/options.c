/* options.c - the options of the protocol: one table for listing and for setting them. */
#include "session.h"

#include "../engine/engine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum option_kind { OPTION_SPIN, OPTION_CHECK, OPTION_GAME, OPTION_SEARCH, OPTION_SEED, OPTION_TABLES };

struct option {
    const char *name;
    enum option_kind kind;
    size_t field;    /* of a spin or a check, in struct tab_engine_options */
    int least, most; /* of a spin and of the seed */
};

static const struct option known[] = {
    {"Game", OPTION_GAME, 0, 0, 0},
    {"Hash", OPTION_SPIN, offsetof(struct tab_engine_options, hash_mib), 1, TAB_HASH_MIB_MAX},
    {"Threads", OPTION_SPIN, offsetof(struct tab_engine_options, threads), 1, TAB_THREADS_MAX},
    {"MultiPV", OPTION_SPIN, offsetof(struct tab_engine_options, lines), 1, TAB_LINES_MAX},
    {"Level", OPTION_SPIN, offsetof(struct tab_engine_options, level), 1, TAB_LEVEL_MAX},
    {"Contempt", OPTION_SPIN, offsetof(struct tab_engine_options, contempt), 0, TAB_CONTEMPT_MAX},
    {"OwnBook", OPTION_CHECK, offsetof(struct tab_engine_options, own_book), 0, 0},
    {"Search", OPTION_SEARCH, 0, 0, 0},
    {"Seed", OPTION_SEED, 0, 0, INT_MAX},
    {"TablePath", OPTION_TABLES, 0, 0, 0},
};

static const char no_tables[] = "<empty>";

static int *spin_of(struct tab_engine_options *options, const struct option *option) {
    return (int *)(void *)((char *)options + option->field);
}

static bool *check_of(struct tab_engine_options *options, const struct option *option) {
    return (bool *)(void *)((char *)options + option->field);
}

static long long spin_value(struct tab_engine_options *options, const struct option *option) {
    return option->kind == OPTION_SEED ? (long long)options->seed : *spin_of(options, option);
}

static void search_list(struct session *session, const char *name) {
    char line[256] = "";
    for (int i = 0; i < TAB_SEARCH_COUNT; i++) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, " var %s", tab_search_name((enum tab_search)i));
    }
    session_say(session, "option name %s type combo default %s%s", name, tab_search_name(session->options.search),
                line);
}

void options_list(struct session *session) {
    char spec[TAB_SPEC_TEXT];
    tab_rules_format(tab_match_rules(session->match), spec, sizeof spec);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct option *option = &known[i];
        if (option->kind == OPTION_GAME)
            session_say(session, "option name %s type string default %s", option->name, spec);
        else if (option->kind == OPTION_SEARCH)
            search_list(session, option->name);
        else if (option->kind == OPTION_CHECK)
            session_say(session, "option name %s type check default %s", option->name,
                        *check_of(&session->options, option) ? "true" : "false");
        else if (option->kind == OPTION_TABLES)
            session_say(session, "option name %s type string default %s", option->name,
                        session->tables != NULL ? session->tables : no_tables);
        else
            session_say(session, "option name %s type spin default %lld min %d max %d", option->name,
                        spin_value(&session->options, option), option->least, option->most);
    }
}

/* ---- Setting -------------------------------------------------------------------------------------------------- */

/* Takes over changed engine options, unless there is no memory for them. As long as there is no engine, one is made only
 * to see whether there is. */
static void options_apply(struct session *session, const struct tab_engine_options *options) {
    bool bigger = options->hash_mib != session->options.hash_mib || options->threads != session->options.threads;
    if (session->engine == NULL && bigger)
        session_start_engine(session, options);
    bool good = session->engine != NULL ? tab_engine_configure(session->engine, options) : !bigger;
    if (good)
        session->options = *options;
    else
        session_say(session, "info string no memory");
}

static void game_set(struct session *session, const char *value) {
    struct tab_rules rules;
    struct tab_error error;
    if (!tab_rules_parse(&rules, value, &error)) {
        char what[TAB_ERROR_TEXT];
        tab_error_format(&error, NULL, what, sizeof what);
        session_say(session, "info string Game: %s", what);
        return;
    }
    struct tab_match *match = tab_match_new(&rules, NULL);
    if (match == NULL) {
        session_say(session, "info string no memory");
        return;
    }
    /* Weights given for one game mean nothing in another. */
    if (rules.game != tab_match_rules(session->match)->game && session->options.weights != NULL) {
        struct tab_engine_options options = session->options;
        options.weights = NULL;
        options_apply(session, &options);
        session_say(session, "info string Game: the weights given are not used any more");
    }
    tab_match_free(session->match);
    session->match = match;
    if (session->engine != NULL)
        tab_engine_clear(session->engine);
}

static void spin_set(struct session *session, const struct option *option, const char *value) {
    int64_t number;
    if (!word_number(value, option->least, option->most, &number)) {
        session_say(session, "info string %s: '%.40s' is not a number from %d to %d", option->name, value,
                    option->least, option->most);
        return;
    }
    struct tab_engine_options options = session->options;
    if (option->kind == OPTION_SEED)
        options.seed = (uint64_t)number;
    else
        *spin_of(&options, option) = (int)number;
    options_apply(session, &options);
}

static void check_set(struct session *session, const struct option *option, const char *value) {
    const bool on = strcmp(value, "true") == 0;
    if (!on && strcmp(value, "false") != 0) {
        session_say(session, "info string %s: '%.40s' is not true or false", option->name, value);
        return;
    }
    struct tab_engine_options options = session->options;
    *check_of(&options, option) = on;
    options_apply(session, &options);
}

static void search_set(struct session *session, const char *value) {
    struct tab_engine_options options = session->options;
    char names[256] = "";
    for (int i = 0; i < TAB_SEARCH_COUNT; i++) {
        const char *name = tab_search_name((enum tab_search)i);
        if (strcmp(name, value) == 0) {
            options.search = (enum tab_search)i;
            options_apply(session, &options);
            return;
        }
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, " %s", name);
    }
    session_say(session, "info string Search: unknown value '%.40s'; the values are%s", value, names);
}

/* Reads the tables of endings in a directory, or does without when it is empty. */
static void tables_set(struct session *session, const char *value) {
    const bool none = *value == '\0' || strcmp(value, no_tables) == 0;
    char *folder = none ? NULL : strdup(value);
    struct tab_knowledge *knowledge = none || folder != NULL ? session_knowledge(session, folder) : NULL;
    if (knowledge == NULL) {
        free(folder);
        return;
    }
    if (session->engine != NULL)
        tab_engine_use(session->engine, knowledge);
    tab_knowledge_free(session->knowledge);
    free(session->tables);
    session->knowledge = knowledge;
    session->tables = folder;
}

static void value_set(struct session *session, const struct option *option, const char *value) {
    switch (option->kind) {
    case OPTION_GAME: game_set(session, value); return;
    case OPTION_SPIN:
    case OPTION_SEED: spin_set(session, option, value); return;
    case OPTION_CHECK: check_set(session, option, value); return;
    case OPTION_SEARCH: search_set(session, value); return;
    case OPTION_TABLES: tables_set(session, value); return;
    }
}

void option_set(struct session *session, struct words *words) {
    const char *keyword = words_next(words), *name = words_next(words), *second = words_next(words);
    const char *value = words_rest(words);
    if (keyword == NULL || strcmp(keyword, "name") != 0 || second == NULL || strcmp(second, "value") != 0) {
        session_say(session, "info string setoption: expected name N value V");
        return;
    }
    search_join(session);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(known[i].name, name) == 0) {
            value_set(session, &known[i], value);
            return;
        }
    session_say(session, "info string setoption: unknown option '%.40s'; see ugi", name);
}
