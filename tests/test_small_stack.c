/* test_small_stack.c - the engine thinks in a thread with a small stack. */
#include "testing.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

enum { STACK = 256 << 10, SANTASI_PIECES = 30, NODES = 20000 };

struct row {
    const char *name;
    const char *spec;
    int left;  /* pieces of San Ta Si, 0: the game has begun, no more */
    int lines; /* to be told */
    uint64_t seed;
};

static const struct row rows[] = {
    {"santasi, a move that wins or traps", "santasi", 9, 1, 1},
    {"santasi, another", "santasi", 9, 1, 2},
    {"santasi, a third", "santasi", 9, 1, 3},
    {"santasi, all moves", "santasi", 8, TAB_LINES_MAX, 4},
    {"santasi, a search", "santasi", 24, 1, 5},
    {"siam", "siam", 0, 1, 6},
    {"khantsin", "khantsin", 0, 1, 7},
    {"anneaux", "anneaux", 0, 1, 8},
    {"anneaux, four players", "anneaux:players=4", 0, 1, 9},
};

static const char *row_name(const void *row) { return ((const struct row *)row)->name; }

/* What the thread gets and gives. */
struct thinking {
    struct tab_engine *engine;
    struct tab_rules rules;
    struct tab_position position;
    struct tab_thought thought;
};

static void *think(void *argument) {
    struct thinking *thinking = argument;
    const struct tab_limits limits = {.nodes = NODES};
    tab_engine_think(thinking->engine, &thinking->rules, &thinking->position, NULL, 0, &limits, NULL, NULL,
                     &thinking->thought);
    return NULL;
}

static struct tab_position position_deal(const struct tab_rules *rules, const struct row *row) {
    struct tab_random random;
    struct tab_position position;
    tab_random_seed(&random, row->seed);
    tab_position_start(rules, &position);
    tab_random_deal(&random, rules, &position);
    for (int ply = 0; ply < (row->left > 0 ? SANTASI_PIECES - row->left : 6); ply++)
        tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
    return position;
}

static void test_thinks(void **state) {
    const struct row *row = *state;
    struct tab_engine_options options;
    pthread_attr_t attributes;
    pthread_t thread;
    struct thinking *thinking = calloc(1, sizeof *thinking);
    assert_non_null(thinking);
    tab_engine_defaults(&options);
    options.hash_mib = 4;
    options.lines = row->lines;
    thinking->engine = tab_engine_new(&options);
    assert_non_null(thinking->engine);
    thinking->rules = testing_rules(row->spec);
    thinking->position = position_deal(&thinking->rules, row);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, think, thinking), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    assert_true(tab_position_legal(&thinking->rules, &thinking->position, thinking->thought.move));
    tab_engine_free(thinking->engine);
    free(thinking);
}

int main(void) {
    return testing_run_rows("a small stack", test_thinks, (void *)(uintptr_t)rows, sizeof *rows,
                            (int)(sizeof rows / sizeof *rows), row_name);
}
