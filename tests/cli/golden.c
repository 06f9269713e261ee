/* golden.c - runs the cases of a file and compares what the command does with what the file says.
 *
 *     golden /PATH/OF/FILE DIRECTORY      DIRECTORY holds the program tablier
 *
 * README.md in this folder describes the files. With GOLDEN_UPDATE in the environment the file is written anew with
 * what the command does now, to be read and then committed. */
#include "testing.h"
#include "watchdog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct golden {
    char name[256];
    char *before;   /* lines before the case: comments and empty lines */
    char *command;  /* for the shell */
    char *input;    /* for its standard input */
    char *expected; /* the lines that describe what it does, as in the file */
};

static void fail_now(const char *what) {
    fprintf(stderr, "golden: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

static void append(char **text, const char *prefix, const char *more, size_t length) {
    size_t before = *text != NULL ? strlen(*text) : 0, room = before + strlen(prefix) + length + 2;
    char *grown = realloc(*text, room);
    if (grown == NULL)
        fail_now("memory");
    snprintf(grown + before, room - before, "%s%.*s\n", prefix, (int)length, more);
    *text = grown;
}

/* Adds every line of a stream with a mark before it. */
static void append_stream(char **text, FILE *stream, const char *mark) {
    char *line = NULL, prefix[4];
    size_t room = 0;
    ssize_t length;
    rewind(stream);
    while ((length = getline(&line, &room, stream)) > 0) {
        bool whole = line[length - 1] == '\n';
        snprintf(prefix, sizeof prefix, "%s%s", mark, length > 1 || !whole ? " " : "");
        append(text, prefix, line, (size_t)length - whole);
        if (!whole)
            append(text, "", "% no line end", strlen("% no line end"));
    }
    free(line);
}

static const char *text_of(const char *text) { return text != NULL ? text : ""; }

/* ---- Running -------------------------------------------------------------------------------------------------- */

static void child_run(const struct golden *golden, FILE *const streams[3]) {
    for (int i = 0; i < 3; i++)
        if (dup2(fileno(streams[i]), i) == -1)
            fail_now("dup2");
    execl("/bin/sh", "sh", "-c", golden->command, (char *)NULL);
    fail_now("/bin/sh");
}

/* Runs a case and describes what it did, in the form of the file. */
static char *golden_run(const struct golden *golden) {
    FILE *streams[3] = {tmpfile(), tmpfile(), tmpfile()};
    if (streams[0] == NULL || streams[1] == NULL || streams[2] == NULL)
        fail_now("temporary file");
    fputs(text_of(golden->input), streams[0]);
    rewind(streams[0]);
    fflush(NULL);
    int status = 0;
    const pid_t child = watch_fork();
    if (child == 0)
        child_run(golden, streams);
    const char *fault = watch_wait(child, &status);
    char *done = NULL, code[32];
    append_stream(&done, streams[1], "|");
    append_stream(&done, streams[2], "!");
    int length = WIFEXITED(status) ? snprintf(code, sizeof code, "? %d", WEXITSTATUS(status))
                                   : snprintf(code, sizeof code, "? signal %d", WTERMSIG(status));
    if (status != 0)
        append(&done, "", code, (size_t)length);
    if (fault != NULL)
        append(&done, "it was killed: ", fault, strlen(fault));
    for (int i = 0; i < 3; i++)
        fclose(streams[i]);
    return done;
}

static void test_golden(void **state) {
    const struct golden *golden = *state;
    char *done = golden_run(golden);
    const bool same = strcmp(text_of(done), text_of(golden->expected)) == 0;
    if (!same) /* longer than a message of cmocka can be */
        fprintf(stderr, "$ %s\n--- expected\n%s--- found\n%s", golden->command, text_of(golden->expected),
                text_of(done));
    free(done);
    if (!same)
        fail_msg("it does something else");
}

/* ---- Files ---------------------------------------------------------------------------------------------------- */

static struct golden *goldens_read(FILE *stream, const char *name, int *count, char **after) {
    struct golden *goldens = NULL, *last = NULL;
    char *line = NULL, *before = NULL;
    size_t room = 0;
    *count = 0;
    for (int number = 1; getline(&line, &room, stream) > 0; number++) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "$ ", 2) == 0) {
            goldens = realloc(goldens, sizeof *goldens * (size_t)(*count + 1));
            last = &goldens[(*count)++];
            *last = (struct golden){.before = before, .command = strndup(line + 2, length - 2)};
            snprintf(last->name, sizeof last->name, "%s:%d: %s", name, number, last->command);
            before = NULL;
        } else if (length == 0 || line[0] == '#' || last == NULL) {
            append(&before, "", line, length);
        } else if (line[0] == '<') {
            size_t mark = length > 1 ? 2 : 1;
            append(&last->input, "", line + mark, length - mark);
        } else {
            append(&last->expected, "", line, length);
        }
    }
    free(line);
    *after = before;
    return goldens;
}

/* Writes the file anew. */
static void goldens_write(FILE *stream, const struct golden *goldens, int count, const char *after) {
    for (int i = 0; i < count; i++) {
        const struct golden *golden = &goldens[i];
        fprintf(stream, "%s$ %s\n", text_of(golden->before), golden->command);
        for (const char *from = text_of(golden->input); *from != '\0'; from += strcspn(from, "\n") + 1)
            fprintf(stream, *from == '\n' ? "<\n" : "< %.*s\n", (int)strcspn(from, "\n"), from);
        char *done = golden_run(golden);
        fputs(text_of(done), stream);
        free(done);
    }
    fputs(text_of(after), stream);
}

static void goldens_free(struct golden *goldens, int count) {
    for (int i = 0; i < count; i++) {
        free(goldens[i].before);
        free(goldens[i].command);
        free(goldens[i].input);
        free(goldens[i].expected);
    }
    free(goldens);
}

/* All cases run in one empty folder, with tablier found first and no setting or file of the user's. */
static void surroundings_set(const char *programs, char *folder) {
    char path[4096];
    static const char *const removed[] = {"NO_COLOR", "LANGUAGE", "XDG_STATE_HOME"};
    snprintf(path, sizeof path, "%s:/usr/local/bin:/usr/bin:/bin", programs);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        fail_now(folder);
    setenv("PATH", path, 1);
    setenv("HOME", folder, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm", 1);
    for (size_t i = 0; i < sizeof removed / sizeof *removed; i++)
        unsetenv(removed[i]);
}

static const char *name_of(const void *row) { return ((const struct golden *)row)->name; }

/* The cases have to remove the files they make. */
static int surroundings_leave(const char *folder) {
    if (chdir("/") == 0 && rmdir(folder) == 0)
        return 0;
    fprintf(stderr, "golden: the cases left files behind: %s\n", folder);
    return 1;
}

/* Runs or rewrites the cases of a file. */
static int file_run(const char *file) {
    FILE *stream = fopen(file, "r");
    if (stream == NULL)
        fail_now(file);
    const char *name = strrchr(file, '/') + 1;
    char *after;
    int count, failures = 0;
    struct golden *goldens = goldens_read(stream, name, &count, &after);
    fclose(stream);
    if (getenv("GOLDEN_UPDATE") == NULL) {
        failures = testing_run_rows(name, test_golden, goldens, sizeof *goldens, count, name_of);
    } else {
        stream = fopen(file, "w");
        if (stream == NULL)
            fail_now(file);
        goldens_write(stream, goldens, count, after);
        fclose(stream);
    }
    goldens_free(goldens, count);
    free(after);
    return failures;
}

int main(int argument_count, char **arguments) {
    char folder[] = "/tmp/tablier-golden-XXXXXX";
    if (argument_count != 3 || arguments[1][0] != '/') {
        fprintf(stderr, "usage: golden /PATH/OF/FILE DIRECTORY\n");
        return 2;
    }
    surroundings_set(arguments[2], folder);
    int failures = file_run(arguments[1]);
    return failures + surroundings_leave(folder);
}
