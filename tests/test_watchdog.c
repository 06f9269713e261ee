/* test_watchdog.c - a test that hangs is ended, however it hangs, and says what it waited for. */
#include "testing.h"
#include "watchdog.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID_TEXT = 4096 };

/* ---- Tests that hang, each in a program of its own ------------------------------------------------------------ */

static void sleeps(void **state) {
    (void)state;
    watchdog_wait("somebody who never comes");
    for (;;)
        pause();
}

static void rests(void **state) {
    (void)state;
    struct deadline deadline = deadline_new();
    assert_false(deadline_over(&deadline));
    deadline_rest(&deadline, "nothing yet");
    deadline.end = 0;
    deadline_rest(&deadline, "news of %s", "anna");
}

static void program_sleeps(void **state) {
    (void)state;
    if (system("sleep 1000") == 0) /* NOLINT(cert-env33-c) */
        abort();
}

static struct hang_row {
    const char *name;
    void (*test)(void **state);
    const char *said;
} rows[] = {
    {"sleeps", sleeps,
     "sleeps hangs: it has used no processor time for a minute; it waits for somebody who never comes"},
    {"rests", rests, "waited 1 s for news of anna"},
    {"program sleeps", program_sleeps, "program sleeps hangs: it has used no processor time for a minute"},
};

static const char *row_name(const void *row) { return ((const struct hang_row *)row)->name; }

/* ---- The tests of them ---------------------------------------------------------------------------------------- */

/* Runs a row in a program of its own, with seconds in the place of minutes, until nobody is left who could say anything. */
static void hang_run(const char *name, char *said) {
    int ends[2];
    size_t length = 0;
    ssize_t count;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("TABLIER_TEST_SECONDS", "1", 1);
        unsetenv("TABLIER_SOAK");
        execl("/proc/self/exe", "test_watchdog", name, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    watchdog_wait("the end of a program that hangs");
    while (length < SAID_TEXT - 1 && (count = read(ends[0], said + length, SAID_TEXT - 1 - length)) > 0)
        length += (size_t)count;
    said[length] = '\0';
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static void test_hang_is_ended(void **state) {
    const struct hang_row *row = *state;
    char said[SAID_TEXT];
    hang_run(row->name, said);
    if (strstr(said, row->said) == NULL)
        fail_msg("it said: %s", said);
}

/* As if this program had computed for hours. */
static void test_computation_has_an_end(void **state) {
    struct watch watch;
    (void)state;
    watch_begin(&watch, getpid());
    assert_null(watch_fault(&watch));
    watch.begin -= 1000000000;
    watch.looked = 0;
    assert_string_equal(watch_fault(&watch), "it computes without end");
}

int main(int count, char **words) {
    const int all = (int)(sizeof rows / sizeof *rows);
    for (int i = 0; i < all && count == 2; i++)
        if (strcmp(words[1], rows[i].name) == 0)
            return testing_run_rows("a row", rows[i].test, &rows[i], sizeof *rows, 1, row_name);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_computation_has_an_end)};
    return cmocka_run_group_tests_name("computations", tests, NULL, NULL) +
           testing_run_rows("hangs", test_hang_is_ended, rows, sizeof *rows, all, row_name);
}
