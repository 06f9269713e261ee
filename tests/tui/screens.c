/* screens.c - uses the program in a terminal as a file says, and compares the screens with those in the file.
 *
 *     screens /PATH/OF/FILE DIRECTORY      DIRECTORY holds the program tablier
 *
 * README.md in this folder describes the files. With GOLDEN_UPDATE in the environment the file is written anew with the
 * screens as they are now, to be read and then committed. */
#include "session.h"
#include "testing.h"
#include "watchdog.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tablier.h>

enum {
    ROWS = 24,
    COLUMNS = 80,
    CHOICES_MAX = 20000, /* of a game by random choices */
    QUIET_ROUNDS = 150,
    SCREEN_TEXT = EMULATOR_ROWS * EMULATOR_TEXT
};

struct line {
    char *text;
    int number;
};

/* A case: the lines from one `$` to the next. */
struct script {
    char name[160];
    struct line *lines;
    int count;
};

static bool updating;
static FILE *updated;
static struct session running; /* of the case that runs */

/* ---- Looking -------------------------------------------------------------------------------------------------- */

static void screen_write(const struct session *session, char *text) {
    size_t length = 0;
    for (int row = 0; row < session->emulator.rows; row++) {
        char cells[EMULATOR_TEXT];
        emulator_row(&session->emulator, row, cells);
        length += (size_t)sprintf(text + length, *cells != '\0' ? "| %s\n" : "|%s\n", cells);
    }
}

static bool shows(const struct session *session, const char *text) {
    for (int row = 0; row < session->emulator.rows; row++) {
        char cells[EMULATOR_TEXT];
        emulator_row(&session->emulator, row, cells);
        if (strstr(cells, text) != NULL)
            return true;
    }
    return false;
}

static void screen_fail(const struct session *session, const struct line *line, const char *what, const char *why) {
    static char text[SCREEN_TEXT];
    screen_write(session, text);
    fprintf(stderr, "--- the screen\n%s", text); /* longer than a message of cmocka can be */
    fail_msg("line %d: %s: %s; %s", line->number, line->text, what, why);
}

static struct watch wait_begin(const struct session *session) {
    struct watch watch;
    watch_begin(&watch, session->process);
    return watch;
}

/* Reads a little more. Says why nothing more is to be expected; NULL: there may be more. */
static const char *read_more(struct session *session, struct watch *watch) {
    return session_read(session) ? watch_fault(watch) : "the program has ended";
}

/* The same for a line that fails then. */
static void wait_more(struct session *session, const struct line *line, struct watch *watch, const char *what) {
    const char *why = read_more(session, watch);
    if (why != NULL)
        screen_fail(session, line, what, why);
}

/* Reads until a text is shown, or is not. */
static void wait_for(struct session *session, const struct line *line, const char *text, bool shown) {
    struct watch watch = wait_begin(session);
    while (shows(session, text) != shown)
        wait_more(session, line, &watch, shown ? "never shown" : "always shown");
}

static void wait_quiet(struct session *session) {
    static char before[SCREEN_TEXT], now[SCREEN_TEXT];
    for (int quiet = 0; quiet < QUIET_ROUNDS; quiet++) {
        screen_write(session, before);
        session_read(session);
        screen_write(session, now);
        if (strcmp(before, now) != 0)
            quiet = -1;
    }
}

/* Compares the screen with the lines that follow, and returns how many they are. */
static int screen_check(struct session *session, const struct script *script, int at) {
    static char expected[SCREEN_TEXT], found[SCREEN_TEXT];
    struct watch watch = wait_begin(session);
    int count = 0;
    size_t length = 0;
    for (; at + 1 + count < script->count && script->lines[at + 1 + count].text[0] == '|'; count++)
        length += (size_t)sprintf(expected + length, "%s\n", script->lines[at + 1 + count].text);
    if (updating) {
        wait_quiet(session);
        screen_write(session, found);
        fputs(found, updated);
        return count;
    }
    screen_write(session, found);
    while (strcmp(expected, found) != 0) {
        const char *why = read_more(session, &watch);
        if (why != NULL) {
            fprintf(stderr, "--- expected\n%s", expected);
            screen_fail(session, &script->lines[at], "another screen", why);
        }
        screen_write(session, found);
    }
    return count;
}

/* ---- Using ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *bytes;
} keys[] = {
    {"Enter", "\r"},   {"Tab", "\t"},         {"Escape", "\x1b"},    {"Space", " "},     {"Backspace", "\x7f"},
    {"Up", "\x1bOA"},  {"Down", "\x1bOB"},    {"Right", "\x1bOC"},   {"Left", "\x1bOD"}, {"Home", "\x1bOH"},
    {"End", "\x1bOF"}, {"BackTab", "\x1b[Z"}, {"Control-U", "\x15"},
};

static void bytes_send(struct session *session, const struct line *line, const char *bytes) {
    if (!session_send(session, bytes, strlen(bytes)))
        screen_fail(session, line, "not sent", "the program reads no more keys");
}

static void key_send(struct session *session, const struct line *line, const char *name) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].name, name) == 0) {
            bytes_send(session, line, keys[i].bytes);
            return;
        }
    bytes_send(session, line, name);
}

static void keys_send(struct session *session, const struct line *line, const char *names) {
    char *copy = strdup(names), *rest = NULL;
    assert_non_null(copy);
    for (char *name = strtok_r(copy, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest))
        key_send(session, line, name);
    free(copy);
}

/* Sends what belongs to one event of the mouse, and waits until the program has read it: a hand never presses and
 * releases so quickly that both are read at once. */
static void mouse_send(struct session *session, const struct line *line, int row, int column, char kind) {
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\x1b[<0;%d;%d%c", column + 1, row + 1, kind);
    bytes_send(session, line, bytes);
    const struct deadline deadline = deadline_new();
    while (!session_taken(session) && session_read(session))
        if (deadline_over(&deadline))
            screen_fail(session, line, "not read", "the program reads no more of the mouse");
}

static void mouse_press(struct session *session, const struct line *line, int row, int column) {
    mouse_send(session, line, row, column, 'M');
    mouse_send(session, line, row, column, 'm');
}

/* One choice: goes to the next some times, and takes it. The program reads all keys before there are more of them, and
 * the engine is waited for: keys would hurry it. */
static void choice_make(struct session *session, const struct line *line, uint32_t steps) {
    for (; steps > 0; steps--)
        key_send(session, line, "Tab");
    key_send(session, line, "Enter");
    struct watch watch = wait_begin(session);
    do
        wait_more(session, line, &watch, "not taken");
    while (!session_taken(session) || shows(session, ": engine, level"));
}

/* Chooses at random until a text is shown. */
static void random_play(struct session *session, const struct line *line, uint64_t seed, const char *text) {
    struct tab_random random;
    tab_random_seed(&random, seed);
    for (int choices = 0; !shows(session, text); choices++) {
        if (choices == CHOICES_MAX)
            screen_fail(session, line, "never shown", "so many choices were made");
        choice_make(session, line, tab_random_below(&random, 9));
    }
}

static const char *argument_of(const char *text) {
    const char *space = strchr(text, ' ');
    return space != NULL ? space + 1 : "";
}

static void numbers_read(const char *text, int numbers[2]) {
    char *rest;
    numbers[0] = (int)strtol(text, &rest, 10);
    numbers[1] = (int)strtol(rest, NULL, 10);
}

static bool is_verb(const char *text, const char *verb) {
    const size_t length = strlen(verb);
    return strncmp(text, verb, length) == 0 && (text[length] == ' ' || text[length] == '\0');
}

static void end_check(struct session *session, const struct line *line, int expected) {
    const int status = session_end(session);
    if (status == SESSION_KILLED)
        screen_fail(session, line, "killed", "the program does not end");
    assert_int_equal(status, expected);
}

static void line_do(struct session *session, const struct line *line) {
    const char *argument = argument_of(line->text);
    int numbers[2];
    numbers_read(argument, numbers);
    if (is_verb(line->text, "$") || is_verb(line->text, "&"))
        assert_true(session_start(session, argument, ROWS, COLUMNS));
    else if (is_verb(line->text, ">"))
        keys_send(session, line, argument);
    else if (is_verb(line->text, "type"))
        bytes_send(session, line, argument);
    else if (is_verb(line->text, "mouse"))
        mouse_press(session, line, numbers[0], numbers[1]);
    else if (is_verb(line->text, "shown"))
        wait_for(session, line, argument, true);
    else if (is_verb(line->text, "gone"))
        wait_for(session, line, argument, false);
    else if (is_verb(line->text, "resize"))
        session_resize(session, numbers[0], numbers[1]);
    else if (is_verb(line->text, "kill"))
        session_kill(session);
    else if (is_verb(line->text, "end"))
        end_check(session, line, numbers[0]);
    else if (is_verb(line->text, "random"))
        random_play(session, line, (uint64_t)numbers[0], argument_of(argument));
    else if (line->text[0] != '#' && line->text[0] != '\0')
        fail_msg("line %d: unknown: %s", line->number, line->text);
}

static void test_script(void **state) {
    const struct script *script = *state;
    for (int i = 0; i < script->count; i++) {
        if (updating)
            fprintf(updated, "%s\n", script->lines[i].text);
        if (is_verb(script->lines[i].text, "screen"))
            i += screen_check(&running, script, i);
        else
            line_do(&running, &script->lines[i]);
    }
}

static int file_remove(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

/* Each case begins without games: how many another has left depends on how fast its engines were. */
static int games_remove(void **state) {
    (void)state;
    nftw("tablier", file_remove, 16, FTW_DEPTH | FTW_PHYS);
    return 0;
}

static int session_stop(void **state) {
    (void)state;
    if (running.process != 0)
        session_kill(&running);
    return 0;
}

/* ---- Files ---------------------------------------------------------------------------------------------------- */

static void line_add(struct script *script, char *text, int number) {
    script->lines = realloc(script->lines, sizeof *script->lines * (size_t)(script->count + 1));
    assert_non_null(script->lines);
    script->lines[script->count++] = (struct line){text, number};
}

/* Lines before the first `$` make a case without a program, so that they are written again. */
static struct script *scripts_read(FILE *stream, const char *name, int *count) {
    struct script *scripts = calloc(1, sizeof *scripts);
    char *line = NULL;
    size_t room = 0;
    *count = 1;
    snprintf(scripts[0].name, sizeof scripts[0].name, "%s: head", name);
    for (int number = 1; getline(&line, &room, stream) > 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        if (is_verb(line, "$")) {
            scripts = realloc(scripts, sizeof *scripts * (size_t)++*count);
            assert_non_null(scripts);
            struct script *script = &scripts[*count - 1];
            *script = (struct script){0};
            snprintf(script->name, sizeof script->name, "%s:%d: %.100s", name, number, line);
        }
        line_add(&scripts[*count - 1], strdup(line), number);
    }
    free(line);
    return scripts;
}

static void scripts_free(struct script *scripts, int count) {
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < scripts[i].count; j++)
            free(scripts[i].lines[j].text);
        free(scripts[i].lines);
    }
    free(scripts);
}

static int scripts_run(struct script *scripts, int count, const char *name) {
    struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
    assert_non_null(tests);
    for (int i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){scripts[i].name, test_script, games_remove, session_stop, &scripts[i]};
    const int failed = testing_run_group(name, tests, (size_t)count, NULL, NULL);
    free(tests);
    return failed;
}

/* Nothing is written unless all went well. */
static void file_update(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    rewind(updated);
    for (int byte = getc(updated); byte != EOF; byte = getc(updated))
        putc(byte, file);
    fclose(file);
    fclose(updated);
}

/* ---- Surroundings --------------------------------------------------------------------------------------------- */

/* A folder of its own for the program to work and to keep games in, and an environment that says nothing else. */
static void surroundings_make(char *folder, const char *programs) {
    char path[4096];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", programs);
    setenv("PATH", path, 1);
    setenv("HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    static const char *const removed[] = {"LANGUAGE", "LANG",     "NO_COLOR",      "LINES",
                                          "COLUMNS",  "TERMINFO", "TERMINFO_DIRS", "ESCDELAY"};
    for (size_t i = 0; i < sizeof removed / sizeof *removed; i++)
        unsetenv(removed[i]);
}

int main(int count, char **texts) {
    if (count != 3) {
        fprintf(stderr, "usage: screens FILE DIRECTORY\n");
        return 2;
    }
    FILE *file = fopen(texts[1], "r");
    if (file == NULL) {
        perror(texts[1]);
        return 1;
    }
    int scripts_count;
    struct script *scripts = scripts_read(file, strrchr(texts[1], '/') + 1, &scripts_count);
    fclose(file);
    updating = getenv("GOLDEN_UPDATE") != NULL;
    updated = updating ? tmpfile() : NULL;
    char folder[] = "/tmp/tablier-screens-XXXXXX";
    surroundings_make(folder, texts[2]);
    const int failed = scripts_run(scripts, scripts_count, texts[1]);
    if (updating && failed == 0)
        file_update(texts[1]);
    nftw(folder, file_remove, 16, FTW_DEPTH | FTW_PHYS);
    scripts_free(scripts, scripts_count);
    return failed;
}
