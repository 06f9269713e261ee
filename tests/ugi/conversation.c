/* conversation.c - talks with the engine as a file says, and listens.
 *
 *     conversation FILE TABLIER
 *
 * README.md in this folder describes the files. An engine that hangs is killed. */
#include "arena/process.h"
#include "engine/clock.h"
#include "watchdog.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { LOOK_MS = 100, ALLOWED_MAX = 4, LAST_TEXT = 256 };

struct conversation {
    const char *file;
    int number; /* of the line of the file */
    struct process engine;
    char *heard;          /* a line that has not been accounted for; NULL: none */
    bool silent;          /* it will say nothing more */
    char last[LAST_TEXT]; /* what it has said last, as much as fits */
    int allowed_count;
    char allowed[ALLOWED_MAX][64]; /* patterns of lines that may come before the one expected next */
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3), noreturn))
#endif
static void
fail_now(struct conversation *conversation, const char *format, ...) {
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s:%d: ", conversation->file, conversation->number);
    vfprintf(stderr, format, values);
    fprintf(stderr, "\nthe engine has said last: %s\n", conversation->last);
    va_end(values);
    process_end(&conversation->engine, clock_now());
    exit(1);
}

/* Whether a text is like a pattern, in which `*` stands for any text. */
static bool is_like(const char *text, const char *pattern) {
    if (*pattern == '*')
        return is_like(text, pattern + 1) || (*text != '\0' && is_like(text + 1, pattern));
    if (*pattern == '\0' || *text == '\0')
        return *pattern == *text;
    return *text == *pattern && is_like(text + 1, pattern + 1);
}

/* ---- Talking -------------------------------------------------------------------------------------------------- */

static void say(struct conversation *conversation, const char *text) {
    switch (process_write(&conversation->engine, text, clock_now() + watchdog_ms())) {
    case PROCESS_GOOD: return;
    case PROCESS_ENDED: fail_now(conversation, "the engine has ended before this could be said: %.80s", text);
    case PROCESS_LATE:
    case PROCESS_ABANDONED: fail_now(conversation, "the engine does not listen to this: %.80s", text);
    }
}

static void say_long(struct conversation *conversation, const char *text) {
    size_t length = strtoul(text, NULL, 10);
    char *line = malloc(length + 2);
    if (line == NULL)
        fail_now(conversation, "out of memory");
    memset(line, 'x', length);
    line[length] = '\n';
    line[length + 1] = '\0';
    say(conversation, line);
    free(line);
}

/* Waits for the next line, as long as the engine does not hang. */
static enum process_event line_wait(struct conversation *conversation, char **line, const char *expected) {
    struct watch watch;
    watch_begin(&watch, conversation->engine.pid);
    for (;;) {
        const enum process_event event = process_read(&conversation->engine, line, clock_now() + LOOK_MS);
        if (event != PROCESS_LATE)
            return event;
        const char *fault = watch_fault(&watch);
        if (fault != NULL)
            fail_now(conversation, "the engine hangs, %s; expected: %s", fault, expected);
    }
}

/* Looks at the next line of the engine; NULL when there is none. */
static const char *hear(struct conversation *conversation, const char *expected) {
    char *line;
    if (conversation->heard != NULL || conversation->silent)
        return conversation->heard;
    if (line_wait(conversation, &line, expected) != PROCESS_GOOD) {
        conversation->silent = true;
        return NULL;
    }
    snprintf(conversation->last, sizeof conversation->last, "%s", line);
    return conversation->heard = strdup(line);
}

static void heard_drop(struct conversation *conversation) {
    free(conversation->heard);
    conversation->heard = NULL;
}

static bool is_allowed(const struct conversation *conversation, const char *line) {
    for (int i = 0; i < conversation->allowed_count; i++)
        if (is_like(line, conversation->allowed[i]))
            return true;
    return false;
}

static void expect(struct conversation *conversation, const char *pattern) {
    const char *line = hear(conversation, pattern);
    while (line != NULL && !is_like(line, pattern) && is_allowed(conversation, line)) {
        heard_drop(conversation);
        line = hear(conversation, pattern);
    }
    if (line == NULL)
        fail_now(conversation, "the engine has ended; expected: %s", pattern);
    if (!is_like(line, pattern))
        fail_now(conversation, "expected: %s\nfound: %s", pattern, line);
    heard_drop(conversation);
    conversation->allowed_count = 0;
}

static void allow(struct conversation *conversation, const char *pattern) {
    if (conversation->allowed_count == ALLOWED_MAX || strlen(pattern) >= sizeof conversation->allowed[0])
        fail_now(conversation, "too much is allowed");
    strcpy(conversation->allowed[conversation->allowed_count++], pattern);
}

/* ---- The file ------------------------------------------------------------------------------------------------- */

static void say_line(struct conversation *conversation, const char *text) {
    say(conversation, text);
    say(conversation, "\n");
}

static void say_foreign_line(struct conversation *conversation, const char *text) {
    say(conversation, text);
    say(conversation, "\r\n");
}

static void say_end(struct conversation *conversation, const char *text) {
    (void)text;
    process_finish(&conversation->engine);
}

static const struct mark {
    const char *word;
    void (*run)(struct conversation *conversation, const char *text);
} marks[] = {
    {">", say_line}, {">x", say_long}, {">nl", say_foreign_line}, {">eof", say_end}, {"<", expect}, {"-", allow},
};

/* Does what a line of the file says: a mark, a space, and a text. */
static void line_run(struct conversation *conversation, char *line) {
    if (*line == '\0' || *line == '#')
        return;
    char *space = strchr(line, ' '), *text = space != NULL ? space + 1 : line + strlen(line);
    if (space != NULL)
        *space = '\0';
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(marks[i].word, line) == 0) {
            marks[i].run(conversation, text);
            return;
        }
    fail_now(conversation, "unknown mark '%s'", line);
}

/* ---- The end -------------------------------------------------------------------------------------------------- */

static void engine_end(struct conversation *conversation) {
    process_finish(&conversation->engine);
    const char *line = hear(conversation, "its end");
    if (line != NULL)
        fail_now(conversation, "not expected: %s", line);
    int status = process_end(&conversation->engine, clock_now() + watchdog_ms());
    if (status == -1)
        fail_now(conversation, "the engine does not end");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_now(conversation, "the engine ended with %s %d", WIFEXITED(status) ? "status" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: conversation FILE TABLIER\n");
        return 2;
    }
    struct conversation conversation = {.file = words[1]};
    char command[] = "engine", *arguments[] = {words[2], command, NULL}, *line = NULL;
    size_t room = 0;
    FILE *stream = fopen(words[1], "r");
    if (stream == NULL)
        fail_now(&conversation, "cannot be read");
    if (process_start(&conversation.engine, arguments, NULL) != 0)
        fail_now(&conversation, "%s cannot be started", words[2]);
    while (getline(&line, &room, stream) > 0) {
        conversation.number++;
        line[strcspn(line, "\n")] = '\0';
        line_run(&conversation, line);
    }
    free(line);
    fclose(stream);
    engine_end(&conversation);
    return 0;
}
