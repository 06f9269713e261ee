/* journal.c - what the service tells who hosts it. */
#include "journal.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_ROOM = 2048 };

static const char *const levels[JOURNAL_LEVEL_COUNT] = {"error", "warning", "info"};

static void time_format(char text[32]) {
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    const size_t length = strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + length, 32 - length, ".%03ldZ", now.tv_nsec / 1000000);
}

/* Bytes that are no UTF-8 come out as nothing rather than as a broken line. */
static void pair_set(json_t *json, const char *name, const char *value) {
    json_t *text = json_string(value);
    json_object_set_new(json, name, text != NULL ? text : json_string("?"));
}

void journal_write(enum journal_level level, const char *event, ...) {
    char at[32], line[LINE_ROOM];
    va_list pairs;
    json_t *json = json_object();
    time_format(at);
    pair_set(json, "time", at);
    pair_set(json, "level", levels[level]);
    pair_set(json, "event", event);
    int length = snprintf(line, sizeof line, "%s", event);
    va_start(pairs, event);
    for (const char *name; (name = va_arg(pairs, const char *)) != NULL;) {
        const char *value = va_arg(pairs, const char *);
        pair_set(json, name, value);
        if (length > 0 && length < LINE_ROOM)
            length += snprintf(line + length, LINE_ROOM - (size_t)length, " %s=%s", name, value);
    }
    va_end(pairs);
    char *text = json_dumps(json, JSON_COMPACT);
    fprintf(stderr, "%s\n", isatty(STDERR_FILENO) != 0 || text == NULL ? line : text);
    free(text);
    json_decref(json);
}
