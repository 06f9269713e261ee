/* spec.c - game specs: `id` or `id:key=value,key=value`. */
#include "registry.h"

#include <assert.h>
#include <string.h>

static bool span_equals(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Reports a word that is not in a list; {2} of `what` lists what is allowed. */
static bool report_unknown(struct tab_error *error, size_t at, const char *what, const char *word, size_t length,
                           struct text *choices) {
    text_end(choices);
    error_set_span(error, at, what, word, length);
    if (error != NULL)
        memcpy(error->argument[1], choices->buffer, choices->size);
    return false;
}

/* Adds a word to a list of choices. */
static void list_word(struct text *list, const char *word) {
    if (list->length > 0)
        text_string(list, ", ");
    text_string(list, word);
}

static bool find_game(const char *spec, size_t length, const struct tab_game **game, struct tab_error *error) {
    char buffer[sizeof error->argument[1]] = "";
    struct text list = text_begin(buffer, sizeof buffer);
    for (int i = 0; i < tab_game_count(); i++) {
        *game = tab_game_at(i);
        if (span_equals(spec, length, (*game)->id))
            return true;
        list_word(&list, (*game)->id);
    }
    return report_unknown(error, 0, N_("unknown game '{1}'; the games are: {2}"), spec, length, &list);
}

static bool find_option(const struct tab_game *game, const char *key, size_t length, size_t at, int *option,
                        struct tab_error *error) {
    char buffer[sizeof error->argument[1]] = "";
    struct text list = text_begin(buffer, sizeof buffer);
    for (*option = 0; game->options[*option].key != NULL; (*option)++) {
        if (span_equals(key, length, game->options[*option].key))
            return true;
        list_word(&list, game->options[*option].key);
    }
    return report_unknown(error, at, N_("unknown option '{1}'; the options are: {2}"), key, length, &list);
}

static bool read_value(struct tab_rules *rules, int option, const char *value, size_t length, size_t at,
                       struct tab_error *error) {
    const struct tab_option *known = &rules->game->options[option];
    if (known->choices == NULL) {
        bool good = rules->game->option_read(rules, option, value, length, error);
        if (!good && error != NULL)
            error->at += at;
        return good;
    }
    char buffer[sizeof error->argument[1]] = "";
    struct text list = text_begin(buffer, sizeof buffer);
    for (int i = 0; known->choices[i].value != NULL; i++) {
        if (span_equals(value, length, known->choices[i].value)) {
            rules->choice[option] = (uint8_t)i;
            return true;
        }
        list_word(&list, known->choices[i].value);
    }
    return report_unknown(error, at, N_("unknown value '{1}'; the values are: {2}"), value, length, &list);
}

/* Reads `key=value` at spec + at. */
static bool read_pair(struct tab_rules *rules, const char *spec, size_t at, size_t length, uint32_t *given,
                      struct tab_error *error) {
    const char *pair = spec + at;
    const char *equals = memchr(pair, '=', length);
    if (length == 0)
        return error_set(error, at, N_("an option is missing here; write key=value"), NULL, NULL);
    if (equals == NULL)
        return error_set_span(error, at, N_("the option '{1}' has no value; write key=value"), pair, length);
    size_t key = (size_t)(equals - pair);
    int option;
    if (!find_option(rules->game, pair, key, at, &option, error))
        return false;
    if (*given & 1U << option)
        return error_set_span(error, at, N_("the option '{1}' is given twice"), pair, key);
    *given |= 1U << option;
    return read_value(rules, option, equals + 1, length - key - 1, at + key + 1, error);
}

static void rules_default(struct tab_rules *rules, const struct tab_game *game) {
    *rules = (struct tab_rules){.game = game};
    for (int i = 0; game->options[i].key != NULL; i++) {
        const char *initial = game->options[i].initial;
        bool good = initial == NULL || game->option_read(rules, i, initial, strlen(initial), NULL);
        assert(good);
        (void)good;
    }
}

bool tab_rules_parse(struct tab_rules *rules, const char *spec, struct tab_error *error) {
    size_t length = strcspn(spec, ":");
    const struct tab_game *game;
    if (!find_game(spec, length, &game, error))
        return false;
    struct tab_rules read;
    uint32_t given = 0;
    rules_default(&read, game);
    while (spec[length] != '\0') {
        size_t at = length + 1;
        size_t pair = strcspn(spec + at, ",");
        if (!read_pair(&read, spec, at, pair, &given, error))
            return false;
        length = at + pair;
    }
    game->rules_derive(&read);
    *rules = read;
    return true;
}

size_t tab_rules_option(const struct tab_rules *rules, int index, char *buffer, size_t size) {
    const struct tab_option *option = &rules->game->options[index];
    if (option->choices == NULL)
        return rules->game->option_write(rules, index, buffer, size);
    struct text text = text_begin(buffer, size);
    text_string(&text, option->choices[rules->choice[index]].value);
    return text_end(&text);
}

size_t tab_rules_format(const struct tab_rules *rules, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    text_string(&text, rules->game->id);
    char separator = ':';
    for (int i = 0; rules->game->options[i].key != NULL; i++) {
        const struct tab_option *option = &rules->game->options[i];
        const char *initial = option->choices != NULL ? option->choices[0].value : option->initial;
        char value[TAB_SPEC_TEXT];
        tab_rules_option(rules, i, value, sizeof value);
        if (strcmp(value, initial) == 0)
            continue;
        text_char(&text, separator);
        text_string(&text, option->key);
        text_char(&text, '=');
        text_string(&text, value);
        separator = ',';
    }
    return text_end(&text);
}
