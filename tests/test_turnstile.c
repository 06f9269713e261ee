/* test_turnstile.c - writers of one file pass each other their turn, in the order in which they came. */
#include "server/turnstile.h"
#include "testing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WRITERS = 4, TURNS = 200, PATIENCE_MS = 60000 };

struct fixture {
    char path[64], other[64];
};

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    snprintf(fixture->path, sizeof fixture->path, "/tmp/tablier-turnstile-XXXXXX");
    snprintf(fixture->other, sizeof fixture->other, "/tmp/tablier-turnstile-XXXXXX");
    close(mkstemp(fixture->path));
    close(mkstemp(fixture->other));
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    unlink(fixture->path);
    unlink(fixture->other);
    free(fixture);
    return 0;
}

static void test_one_for_each_file(void **state) {
    struct fixture *fixture = *state;
    struct turnstile *one = turnstile_find(fixture->path), *same = turnstile_find(fixture->path),
                     *other = turnstile_find(fixture->other);
    assert_ptr_equal(one, same);
    assert_ptr_not_equal(one, other);
    assert_null(turnstile_find("/nowhere/at/all"));
    turnstile_leave(one);
    turnstile_leave(same);
    turnstile_leave(other);
}

static void test_who_is_not_let_in_gives_up(void **state) {
    struct fixture *fixture = *state;
    struct turnstile *turnstile = turnstile_find(fixture->path);
    assert_true(turnstile_enter(turnstile, 1));
    assert_false(turnstile_enter(turnstile, 1));
    assert_false(turnstile_enter(turnstile, 0));
    turnstile_pass(turnstile);
    assert_true(turnstile_enter(turnstile, 1));
    turnstile_pass(turnstile);
    turnstile_leave(turnstile);
}

/* Writers without a pause: each notes who writes, and nobody else does at the time. */
struct crowd {
    struct turnstile *turnstile;
    int inside;
    bool together;
};

struct writer {
    struct crowd *crowd;
    pthread_t thread;
    int turns;
};

static void *writer_run(void *argument) {
    struct writer *writer = argument;
    struct crowd *crowd = writer->crowd;
    while (writer->turns < TURNS && turnstile_enter(crowd->turnstile, PATIENCE_MS)) {
        crowd->together = crowd->together || crowd->inside != 0;
        crowd->inside = 1;
        writer->turns++;
        crowd->inside = 0;
        turnstile_pass(crowd->turnstile);
    }
    return NULL;
}

static void test_one_at_a_time(void **state) {
    struct fixture *fixture = *state;
    struct crowd crowd = {.turnstile = turnstile_find(fixture->path)};
    struct writer writers[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.crowd = &crowd};
        assert_int_equal(pthread_create(&writers[i].thread, NULL, writer_run, &writers[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(writers[i].thread, NULL);
        assert_int_equal(writers[i].turns, TURNS);
    }
    assert_false(crowd.together);
    turnstile_leave(crowd.turnstile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_for_each_file, fixture_begin, fixture_end),
        cmocka_unit_test_setup_teardown(test_who_is_not_let_in_gives_up, fixture_begin, fixture_end),
        cmocka_unit_test_setup_teardown(test_one_at_a_time, fixture_begin, fixture_end),
    };
    return cmocka_run_group_tests_name("turnstile", tests, NULL, NULL);
}
