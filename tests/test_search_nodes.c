/* test_search_nodes.c - what is told of a search counts the nodes of all its threads. */
#include "testing.h"
#include "weights.h"

#include "engine/search.h"

#include <stdlib.h>

enum { NODES = 20000, ELSEWHERE = 1000000, UNCOUNTED = 512 };

struct told {
    uint64_t least, most;
};

static void news_take(void *context, const struct tab_info *info) {
    struct told *told = context;
    told->least = told->least == 0 || info->nodes < told->least ? info->nodes : told->least;
    told->most = info->nodes > told->most ? info->nodes : told->most;
}

/* Runs one thread of a search whose others have looked at so many nodes; returns its own. */
static uint64_t thread_run(int index, _Atomic uint64_t *helped, struct told *told) {
    const struct tab_rules rules = testing_rules("siam");
    struct search_worker *worker = calloc(1, sizeof *worker);
    struct tab_thought *thought = calloc(1, sizeof *thought);
    struct table table = {0};
    struct tab_position position;
    _Atomic bool stop = false;
    assert_non_null(worker);
    assert_non_null(thought);
    assert_true(table_resize(&table, 1));
    tab_position_start(&rules, &position);
    worker->index = index;
    search_worker_reset(worker);
    const struct search_task task = {.rules = &rules,
                                     .root = &position,
                                     .weights = weights_own(brain_of(rules.game)),
                                     .table = &table,
                                     .stop = &stop,
                                     .helped = helped,
                                     .budget = {INT64_MAX, INT64_MAX},
                                     .node_limit = NODES,
                                     .depth_limit = SEARCH_PLY_MAX,
                                     .lines = 1,
                                     .news = news_take,
                                     .context = told};
    search_run(worker, &task, thought);
    const uint64_t nodes = thought->nodes;
    table_free(&table);
    free(thought);
    free(worker);
    return nodes;
}

static void test_first_thread_tells_of_all(void **state) {
    (void)state;
    _Atomic uint64_t helped = ELSEWHERE;
    struct told told = {0};
    const uint64_t nodes = thread_run(0, &helped, &told);
    assert_true(told.least > ELSEWHERE);
    assert_true(told.most <= ELSEWHERE + nodes);
    assert_int_equal(helped, ELSEWHERE);
}

static void test_others_count(void **state) {
    (void)state;
    _Atomic uint64_t helped = 0;
    struct told told = {0};
    const uint64_t nodes = thread_run(1, &helped, &told);
    assert_int_equal(told.most, 0);
    assert_in_range(helped, nodes - UNCOUNTED, nodes);
}

static void test_one_thread_alone(void **state) {
    (void)state;
    struct told told = {0};
    const uint64_t nodes = thread_run(0, NULL, &told);
    assert_in_range(told.most, 1, nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_thread_tells_of_all),
        cmocka_unit_test(test_others_count),
        cmocka_unit_test(test_one_thread_alone),
    };
    return cmocka_run_group_tests_name("nodes of a search", tests, NULL, NULL);
}
