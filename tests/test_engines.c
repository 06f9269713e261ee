/* test_engines.c - engines for seats: they answer, wait in a queue that has an end, and leave the processor to others. */
#include "server/engines.h"
#include "testing.h"
#include "watchdog.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ASKED_AT_MOST = 5000, NICEST = 19 };

/* What wakes the test when there is an answer. */
struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    int rings;
    int nice; /* of the thread that rang last */
};

static void bell_ring(void *context) {
    struct bell *bell = context;
    pthread_mutex_lock(&bell->mutex);
    bell->rings++;
    bell->nice = getpriority(PRIO_PROCESS, 0); /* of this thread, on Linux */
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->mutex);
}

static struct engine_answer answer_wait(struct bell *bell, struct engines *engines) {
    struct engine_answer answer;
    watchdog_wait("an engine that wakes the test");
    pthread_mutex_lock(&bell->mutex);
    while (bell->rings == 0)
        pthread_cond_wait(&bell->rung, &bell->mutex);
    bell->rings--;
    pthread_mutex_unlock(&bell->mutex);
    /* The bell rings a moment before the answer can be taken. */
    const struct deadline deadline = deadline_new();
    while (!engines_collect(engines, &answer))
        deadline_rest(&deadline, "the answer of an engine");
    return answer;
}

static struct bell bell_new(void) {
    return (struct bell){.mutex = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER};
}

static bool ask(struct engines *engines, const struct tab_rules *rules, const char *name) {
    struct tab_position position;
    tab_position_start(rules, &position);
    const struct hub_job job = {
        .game = name, .moved = 7, .rules = rules, .position = &position, .level = TAB_LEVEL_MAX};
    return engines_ask(engines, &job);
}

static void test_answers(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    const struct engines_options options = {.threads = 2, .mib = 1, .proof_mib = 1, .move_ms = 1};
    struct bell bell = bell_new();
    struct engines *engines = engines_new(&options, bell_ring, &bell);
    struct tab_position position;
    tab_position_start(&rules, &position);
    for (int i = 0; i < 8; i++)
        assert_true(ask(engines, &rules, "abcdefghijkl"));
    for (int i = 0; i < 8; i++) {
        const struct engine_answer answer = answer_wait(&bell, engines);
        tab_move move;
        assert_string_equal(answer.game, "abcdefghijkl");
        assert_int_equal(answer.moved, 7);
        assert_true(tab_move_parse(&rules, &position, answer.move, &move, NULL));
    }
    engines_free(engines);
}

/* However much is asked, what waits has a bound; and nobody waits for it at the end. */
static void test_queue_is_bounded(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    const struct engines_options options = {.threads = 1, .mib = 1, .proof_mib = 1, .move_ms = 3600000};
    struct bell bell = bell_new();
    struct engines *engines = engines_new(&options, bell_ring, &bell);
    int asked = 0;
    while (asked < ASKED_AT_MOST && ask(engines, &rules, "abcdefghijkl"))
        asked++;
    assert_in_range(asked, 100, ASKED_AT_MOST - 1);
    watchdog_wait("the end of the engines");
    engines_free(engines);
}

static void test_others_go_first(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    const struct engines_options options = {.threads = 1, .mib = 1, .proof_mib = 1, .move_ms = 1};
    struct bell bell = bell_new();
    const int own = getpriority(PRIO_PROCESS, 0);
    struct engines *engines = engines_new(&options, bell_ring, &bell);
    assert_true(ask(engines, &rules, "abcdefghijkl"));
    answer_wait(&bell, engines);
    assert_true(bell.nice > own || bell.nice == NICEST);
    engines_free(engines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_queue_is_bounded),
        cmocka_unit_test(test_others_go_first),
    };
    return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}
