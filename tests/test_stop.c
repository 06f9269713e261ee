/* test_stop.c - searches that are stopped: at any instant, with a legal move, and the next one is as good as the first;
 * by their limit, with however many threads. */
#include "testing.h"
#include "watchdog.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct stop_row {
    const char *name, *spec;
    enum tab_search search;
    int threads;
};

static struct stop_row rows[] = {
    {"siam", "siam", TAB_SEARCH_AUTO, 1},
    {"siam with three threads", "siam", TAB_SEARCH_AUTO, 3},
    {"siam by visits", "siam", TAB_SEARCH_MCTS, 1},
    {"siam by random play", "siam", TAB_SEARCH_UCT, 1},
    {"san ta si with two threads", "santasi", TAB_SEARCH_AUTO, 2},
    {"khan tsin with two threads", "khantsin", TAB_SEARCH_AUTO, 2},
    {"khan tsin by visits", "khantsin:setup=striped", TAB_SEARCH_MCTS, 1},
    {"three rings with two threads", "anneaux", TAB_SEARCH_AUTO, 2},
    {"three rings with three players", "anneaux:players=3", TAB_SEARCH_AUTO, 1},
    {"three rings with four players", "anneaux:players=4", TAB_SEARCH_AUTO, 1},
};

static const char *row_name(const void *row) { return ((const struct stop_row *)row)->name; }

/* A search in a thread of its own. */
struct search {
    struct tab_engine *engine;
    const struct tab_match *match;
    struct tab_thought thought;
};

static void *search_run(void *argument) {
    struct search *search = argument;
    const struct tab_limits endless = {0};
    tab_engine_think(search->engine, tab_match_rules(search->match), tab_match_position(search->match),
                     tab_match_past(search->match), tab_match_ply(search->match), &endless, NULL, NULL,
                     &search->thought);
    return NULL;
}

/* Rests up to three milliseconds, but often not at all: so searches are stopped at any instant. */
static void rest_a_little(struct tab_random *random) {
    long nanoseconds = (long)tab_random_below(random, 4000000) - 1000000;
    if (nanoseconds > 0)
        nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

static void search_interrupted(struct search *search, struct tab_random *random) {
    pthread_t thread;
    bool before = tab_random_below(random, 8) == 0;
    tab_engine_arm(search->engine);
    if (before)
        tab_engine_stop(search->engine);
    assert_int_equal(pthread_create(&thread, NULL, search_run, search), 0);
    rest_a_little(random);
    tab_engine_stop(search->engine);
    watchdog_wait("the end of a search that was stopped");
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void test_stopped_at_any_instant(void **state) {
    const struct stop_row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_engine_options options;
    struct tab_random random;
    struct search *search = calloc(1, sizeof *search);
    struct tab_match *match = tab_match_new(&rules, NULL);
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    options.search = row->search;
    options.threads = row->threads;
    search->engine = tab_engine_new(&options);
    search->match = match;
    tab_random_seed(&random, testing_seed(row->name));
    for (int i = 0; i < testing_soak(30); i++) {
        search_interrupted(search, &random);
        assert_true(search->thought.lines >= 1);
        assert_int_equal(search->thought.line[0].moves[0], search->thought.move);
        assert_true(tab_match_play(match, search->thought.move));
        if (tab_position_player(&rules, tab_match_position(match)) != 0)
            continue;
        tab_match_free(match);
        search->match = match = tab_match_new(&rules, NULL);
        tab_engine_clear(search->engine);
    }
    tab_match_free(match);
    tab_engine_free(search->engine);
    free(search);
}

/* A limit in nodes is one for all threads together. */
static void test_nodes_of_all_threads(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_engine_options options;
    struct tab_position position;
    tab_position_start(&rules, &position);
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    for (options.threads = 1; options.threads <= 4; options.threads++) {
        struct tab_engine *engine = tab_engine_new(&options);
        for (uint64_t nodes = 4; nodes < 20000; nodes *= 6) {
            struct tab_limits limits = {.nodes = nodes};
            tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
            assert_true(thought->nodes <= nodes);
            assert_true(tab_position_legal(&rules, &position, thought->move));
        }
        tab_engine_free(engine);
    }
    free(thought);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nodes_of_all_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL) + testing_run_rows("stops", test_stopped_at_any_instant, rows,
                                                                        sizeof *rows, (int)(sizeof rows / sizeof *rows),
                                                                        row_name);
}
