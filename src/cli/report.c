/* report.c - telling people what is wrong, and where. */
#include "report.h"
#include "../arena/client.h"
#include "../rules/game.h"
#include "columns.h"
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_COLUMNS = 72, PLACE_BEFORE = 48, MESSAGE_SIZE = 1024 };

/* Prints at most `columns` characters, and returns what is left. */
static const char *characters_print(FILE *stream, const char *text, int columns) {
    for (; *text != '\0'; text++) {
        if (!continues_character(*text) && columns-- == 0)
            break;
        putc(*text, stream);
    }
    return text;
}

static void clean_place_print(FILE *stream, const char *text, size_t at) {
    const char *from = text;
    for (int skip = columns_of(text, at) - PLACE_BEFORE; skip > 0; skip--)
        do
            from++;
        while (continues_character(*from));
    const char *cut = from > text ? "..." : "";
    fprintf(stream, "  %s", cut);
    const char *rest = characters_print(stream, from, PLACE_COLUMNS);
    int column = (int)strlen(cut) + columns_of(from, at - (size_t)(from - text));
    fprintf(stream, "%s\n  %*s^\n", *rest != '\0' ? "..." : "", column, "");
}

void place_print(FILE *stream, const char *text, size_t at) {
    char *clean = strdup(text);
    if (clean == NULL)
        return;
    text_clean(clean);
    clean_place_print(stream, clean, at);
    free(clean);
}

/* One line of standard error; what it quotes from the call cannot do anything to a terminal. */
static void line_print(const char *format, va_list values) {
    char line[MESSAGE_SIZE];
    vsnprintf(line, sizeof line, translate(format), values);
    text_clean(line);
    fprintf(stderr, "tablier: %s\n", line);
}

int report_call(const struct command *command, const char *format, ...) {
    va_list values;
    va_start(values, format);
    line_print(format, values);
    va_end(values);
    const char *space = command != NULL ? " " : "", *name = command != NULL ? command->name : "";
    fprintf(stderr, _("see: tablier%s%s --help\n"), space, name);
    return STATUS_BAD_CALL;
}

int report_text(const char *source, const char *text, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    translate_error(error, message, sizeof message);
    report_failure(N_("%s: %s"), source, message);
    place_print(stderr, text, error->at);
    return STATUS_BAD_CALL;
}

int report_line(const char *place, const char *line, const struct tab_error *error) {
    report_text(place, line, error);
    return STATUS_FAILED;
}

int report_input(const char *format, ...) {
    va_list values;
    va_start(values, format);
    line_print(format, values);
    va_end(values);
    return STATUS_FAILED;
}

int report_failure(const char *format, ...) {
    va_list values;
    va_start(values, format);
    line_print(format, values);
    va_end(values);
    return STATUS_FAILED;
}

int report_no_memory(void) { return report_failure(N_("out of memory")); }

int report_file(const char *path) {
    if (errno != EAGAIN)
        return report_failure("%s: %s", path, translate_errno(errno));
    return report_failure(N_("%s: another run is writing to it; wait until it ends, or name another one"), path);
}

void failure_translate(const struct failure *failure, char *text) {
    failure_write(failure, translate_error, _(": "), text);
}

void list_add(char *list, size_t size, const char *dashes, const char *word) {
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s%s", length > 0 ? ", " : "", dashes, word);
}
