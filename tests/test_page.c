/* test_page.c - what the page sends is taken as it is or refused with a message, never changed in silence. */
#include "testing.h"

#include "wasm/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *page_write_record(char *argument);
const char *page_read_record(char *text);
const char *page_compose(char *argument);
const char *page_perft(char *argument);

struct row {
    const char *name;
    const char *(*call)(char *argument);
    const char *argument;
    const char *answer; /* how it begins */
};

#define RECORD "siam\n\n\n0\t\t\t\t\t\t\n1\t@c1n\t"
#define BAD "{\"ok\":false,\"message\":\""
#define NOTE BAD "a note is out of its range\""
#define NO_DRAFT BAD "this is no position taken apart\""
#define GOOD "{\"ok\":true,"

static const struct row rows[] = {
    {"a record", page_write_record, RECORD "1 2\t35\t\t5000\tgood", GOOD},
    {"a record without notes", page_write_record, RECORD "\t\t\t\t", GOOD},
    {"a mark beyond its type", page_write_record, RECORD "257\t\t\t\t", NOTE},
    {"a mark that is none", page_write_record, RECORD "!\t\t\t\t", NOTE},
    {"too many marks", page_write_record, RECORD "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\t\t\t\t", NOTE},
    {"a value beyond its type", page_write_record, RECORD "\t4294967297\t\t\t", NOTE},
    {"a value that is none", page_write_record, RECORD "\t1.5\t\t\t", NOTE},
    {"an end beyond its type", page_write_record, RECORD "\t\t4294967299\t\t", NOTE},
    {"a clock of too many digits", page_write_record, RECORD "\t\t\t99999999999999999999\t", NOTE},
    {"a depth beyond its type", page_write_record, "siam\n\n\n0\t\t\t\t\t\t\n4294967297\t@c1n\t\t\t\t\t", NOTE},
    {"an animal", page_compose, "siam\np animal 1 c1 0 e 0\nf player 2\nf ply 1", "{"},
    {"an unknown facing", page_compose, "siam\np animal 1 c1 0 x 0", NO_DRAFT},
    {"a facing of two letters", page_compose, "siam\np animal 1 c1 0 ne 0", NO_DRAFT},
    {"a player that is no number", page_compose, "siam\np animal one c1 0 n 0", NO_DRAFT},
    {"a level beyond its type", page_compose, "siam\np animal 1 c1 4294967296 n 0", NO_DRAFT},
    {"neither spent nor not", page_compose, "anneaux\np pawn 1 a 0 - 2", NO_DRAFT},
    {"perft", page_perft, "siam\n\n\n2", GOOD "\"value\":\"3894\"}"},
    {"a depth that is none", page_perft, "siam\n\n\ndeep", BAD},
    {"a depth beyond its type", page_perft, "siam\n\n\n4294967297", BAD},
};

static const char *row_name(const void *row) { return ((const struct row *)row)->name; }

static void test_answer(void **state) {
    const struct row *row = *state;
    char *argument = strdup(row->argument);
    assert_non_null(argument);
    const char *answer = row->call(argument);
    if (strncmp(answer, row->answer, strlen(row->answer)) != 0)
        fail_msg("%s", answer);
    free(argument);
}

int main(void) {
    return testing_run_rows("page", test_answer, (void *)(uintptr_t)rows, sizeof *rows,
                            (int)(sizeof rows / sizeof *rows), row_name);
}
