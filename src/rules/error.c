/* error.c - reporting what is wrong with a text, and where. */
#include "game.h"

#include <stdio.h>
#include <string.h>

/* Copies `length` bytes of `text`, cut to the room there is, with everything unprintable as '?': what comes out is
 * UTF-8 that a terminal shows and JSON can hold, whatever came in. */
static void argument_copy(char *argument, size_t room, const char *text, size_t length) {
    size_t used = 0, next = 0;
    while (next < length) {
        size_t size = text_printable(text + next, length - next);
        if (used + (size > 0 ? size : 1) >= room)
            break;
        if (size > 0)
            memcpy(argument + used, text + next, size);
        else
            argument[used] = '?';
        used += size > 0 ? size : 1;
        next += size > 0 ? size : 1;
    }
    argument[used] = '\0';
}

bool error_set(struct tab_error *error, size_t at, const char *what, const char *first, const char *second) {
    if (error == NULL)
        return false;
    error->what = what;
    error->at = at;
    error->term = NULL;
    const char *given[2] = {first != NULL ? first : "", second != NULL ? second : ""};
    for (int i = 0; i < 2; i++)
        argument_copy(error->argument[i], sizeof error->argument[i], given[i], strlen(given[i]));
    return false;
}

bool error_set_term(struct tab_error *error, size_t at, const char *what, const char *term) {
    error_set(error, at, what, term, NULL);
    if (error != NULL)
        error->term = term;
    return false;
}

bool error_set_number(struct tab_error *error, size_t at, const char *what, int64_t first, int64_t second) {
    char one[24], two[24];
    snprintf(one, sizeof one, "%lld", (long long)first);
    snprintf(two, sizeof two, "%lld", (long long)second);
    return error_set(error, at, what, one, two);
}

bool error_set_char(struct tab_error *error, size_t at, const char *what, char found) {
    return error_set_span(error, at, what, &found, 1);
}

bool error_set_span(struct tab_error *error, size_t at, const char *what, const char *text, size_t length) {
    error_set(error, at, what, NULL, NULL);
    if (error != NULL)
        argument_copy(error->argument[0], sizeof error->argument[0], text, length);
    return false;
}

size_t tab_error_format(const struct tab_error *error, const char *what, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    const char *from = what != NULL ? what : error->what != NULL ? error->what : "";
    while (*from != '\0') {
        if (from[0] == '{' && (from[1] == '1' || from[1] == '2') && from[2] == '}') {
            text_string(&text, error->argument[from[1] - '1']);
            from += 3;
        } else {
            text_char(&text, *from++);
        }
    }
    return text_end(&text);
}
