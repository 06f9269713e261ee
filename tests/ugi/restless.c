/* restless.c - somebody who cannot wait: orders, questions and stops at random instants.
 *
 *     restless TABLIER
 *
 * Whatever comes when, every search that begins ends with one legal best move, every isready has one readyok, and
 * nothing else is said that was not asked for. */
#include "arena/process.h"
#include "engine/clock.h"
#include "testing.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { LOOK_MS = 100, SEARCHES = 60, LAST_TEXT = 256 };

struct restless_row {
    const char *name, *options, *spec;
};

static struct restless_row rows[] = {
    {"siam", "", "siam"},
    {"two threads", "setoption name Threads value 2\n", "siam"},
    {"several lines", "setoption name MultiPV value 4\n", "khantsin:setup=striped"},
    {"by visits", "setoption name Search value mcts\n", "santasi"},
    {"at once", "setoption name Search value greedy\n", "anneaux"},
    {"three players", "", "anneaux:players=3"},
};

static const char *row_name(const void *row) { return ((const struct restless_row *)row)->name; }

static char *program;

/* ---- Talking -------------------------------------------------------------------------------------------------- */

struct talk {
    struct process engine;
    struct tab_random random;
    int ready_asked, ready_heard;
    char said[LAST_TEXT], heard[LAST_TEXT]; /* last, for those who look for a mistake */
};

static void talk_fail(struct talk *talk, const char *what) {
    process_end(&talk->engine, clock_now());
    fail_msg("the engine hangs or has ended: %s; it was told last: %s; it has said last: %s", what, talk->said,
             talk->heard);
}

static void say(struct talk *talk, const char *text) {
    snprintf(talk->said, sizeof talk->said, "%.*s", (int)strcspn(text, "\n"), text);
    if (process_write(&talk->engine, text, clock_now() + watchdog_ms()) != PROCESS_GOOD)
        talk_fail(talk, "it does not listen");
}

static const char *hear(struct talk *talk) {
    enum process_event event;
    char *line = NULL;
    struct watch watch;
    watch_begin(&watch, talk->engine.pid);
    while ((event = process_read(&talk->engine, &line, clock_now() + LOOK_MS)) == PROCESS_LATE) {
        const char *fault = watch_fault(&watch);
        if (fault != NULL)
            talk_fail(talk, fault);
    }
    if (event != PROCESS_GOOD)
        talk_fail(talk, "it has ended");
    snprintf(talk->heard, sizeof talk->heard, "%s", line);
    return line;
}

/* Rests up to two milliseconds, but often not at all: so orders come at any instant. */
static void rest_a_little(struct talk *talk) {
    long nanoseconds = (long)tab_random_below(&talk->random, 4000000) - 2000000;
    if (nanoseconds > 0)
        nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

/* Listens until a best move comes. */
static void hear_move(struct talk *talk, char move[64]) {
    for (;;) {
        const char *line = hear(talk);
        if (sscanf(line, "bestmove %63s", move) == 1)
            return;
        if (strcmp(line, "readyok") == 0)
            talk->ready_heard++;
        else if (strncmp(line, "info depth ", 11) != 0 && strncmp(line, "info nodes ", 11) != 0)
            fail_msg("not expected: %s", line);
    }
}

/* ---- One row -------------------------------------------------------------------------------------------------- */

/* Sends the position with its moves. */
static void say_position(struct talk *talk, const struct tab_match *match) {
    char line[SEARCHES * TAB_MOVE_TEXT + 64] = "position startpos moves", move[TAB_MOVE_TEXT];
    for (int ply = 0; ply < tab_match_ply(match); ply++) {
        tab_move_format(tab_match_rules(match), tab_match_position_at(match, ply), tab_match_move_at(match, ply), move,
                        sizeof move);
        strcat(strcat(line, " "), move);
    }
    say(talk, strcat(line, "\n"));
}

/* Orders a search and disturbs it. */
static void search_disturb(struct talk *talk) {
    static const char *const orders[] = {"go infinite\n",  "go\n",         "go movetime 2\n",
                                         "go nodes 500\n", "go depth 2\n", "go p1time 30 p2time 30 p3time 30\n"};
    uint32_t order = tab_random_below(&talk->random, sizeof orders / sizeof *orders);
    say(talk, orders[order]);
    for (uint32_t i = tab_random_below(&talk->random, 3); i > 0; i--) {
        rest_a_little(talk);
        say(talk, "isready\n");
        talk->ready_asked++;
    }
    rest_a_little(talk);
    if (order < 2 || tab_random_below(&talk->random, 2) == 0)
        say(talk, tab_random_below(&talk->random, 4) == 0 ? "stop\nstop\n" : "stop\n");
}

static void test_restless(void **state) {
    const struct restless_row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_match *match = tab_match_new(&rules, NULL);
    struct talk talk = {0};
    char command[] = "engine", *arguments[] = {program, command, NULL}, line[256], text[64];
    tab_random_seed(&talk.random, testing_seed(row->name));
    assert_int_equal(process_start(&talk.engine, arguments, NULL), 0);
    snprintf(line, sizeof line, "setoption name Hash value 1\n%ssetoption name Game value %s\n", row->options,
             row->spec);
    say(&talk, line);
    for (int i = 0; i < SEARCHES; i++) {
        tab_move move;
        say_position(&talk, match);
        search_disturb(&talk);
        hear_move(&talk, text);
        assert_true(tab_move_parse(&rules, tab_match_position(match), text, &move, NULL));
        assert_true(tab_match_play(match, move));
        if (tab_position_player(&rules, tab_match_position(match)) != 0)
            continue;
        tab_match_free(match);
        match = tab_match_new(&rules, NULL);
        say(&talk, "uginewgame\n");
    }
    while (talk.ready_heard < talk.ready_asked) {
        assert_string_equal(hear(&talk), "readyok");
        talk.ready_heard++;
    }
    say(&talk, "go infinite\nquit\n");
    hear_move(&talk, text);
    int status = process_end(&talk.engine, clock_now() + watchdog_ms());
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tab_match_free(match);
}

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "usage: restless TABLIER\n");
        return 2;
    }
    program = words[1];
    return testing_run_rows("restless", test_restless, rows, sizeof *rows, (int)(sizeof rows / sizeof *rows), row_name);
}
