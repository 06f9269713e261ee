/* test_service_clock.c - the time of the service when the system's clock is set. */
#include "server/service.h"
#include "testing.h"

#include <time.h>

/* ---- An outside made for tests -------------------------------------------------------------------------------- */

static int64_t steady, date; /* what the system's clocks say */
static int64_t told;         /* by how much the hub's clock was set, in all */
static int64_t database;     /* what the clock of the store says */

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    const int64_t now = clock == CLOCK_MONOTONIC ? steady : date;
    *time = (struct timespec){.tv_sec = (time_t)(now / 1000), .tv_nsec = (long)(now % 1000 * 1000000)};
    return 0;
}

void __wrap_hub_clock_set(struct hub *hub, int64_t ms);
void __wrap_hub_clock_set(struct hub *hub, int64_t ms) {
    (void)hub;
    told += ms;
}

/* NOLINTEND(readability-identifier-naming) */

static int64_t clock_of_store(struct store *store) {
    (void)store;
    return database;
}

static const struct store_functions functions = {.read_clock = clock_of_store};

static struct service *service_begin(bool shared) {
    static struct service service;
    static struct store store;
    steady = 5000;
    date = database = 1000000000;
    told = 0;
    store = (struct store){.functions = &functions, .shared = shared};
    service = (struct service){.store = &store};
    service_clock_begin(&service);
    return &service;
}

static void time_pass(struct service *service, int ticks) {
    for (int i = 0; i < ticks; i++) {
        steady += 100;
        date += 100;
        database += 100;
        service_clock_tick(service);
    }
}

/* By how much whoever asks finds that the clock was set. */
static int64_t set_of(struct service *service) {
    int64_t set;
    assert_int_equal(service_now_set(service, &set), service_now(service));
    return set;
}

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

static void test_goes_by_the_system(void **state) {
    struct service *service = service_begin(false);
    (void)state;
    assert_int_equal(service_now(service), date);
    time_pass(service, 1000);
    assert_int_equal(service_now(service), date);
    assert_int_equal(told, 0);
}

static void test_follows_when_it_is_set(void **state) {
    static const int64_t sets[] = {7200000, -7200000, 86400000, -1000, 1000};
    (void)state;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct service *service = service_begin(false);
        date += sets[i];
        time_pass(service, 1);
        assert_int_equal(service_now(service), date);
        time_pass(service, 10);
        assert_int_equal(told, sets[i]);
        assert_int_equal(set_of(service), sets[i]);
    }
}

/* Only the date goes on while the system sleeps. */
static void test_follows_after_sleep(void **state) {
    struct service *service = service_begin(false);
    (void)state;
    date += 3600000;
    time_pass(service, 1);
    assert_int_equal(service_now(service), date);
    assert_int_equal(told, 3600000);
}

static void test_small_differences_stay(void **state) {
    struct service *service = service_begin(false);
    (void)state;
    date += 999;
    time_pass(service, 10);
    assert_int_equal(service_now(service), date - 999);
    assert_int_equal(told, 0);
}

/* The clock of this machine does not matter where servers share a store; that of the store is approached. */
static void test_shared(void **state) {
    struct service *service = service_begin(true);
    (void)state;
    date += 7200000;
    time_pass(service, 200);
    assert_int_equal(service_now(service), database);
    database += 20;
    time_pass(service, 100);
    assert_in_range(service_now(service), database - 20, database);
    time_pass(service, 10);
    assert_int_equal(service_now(service), database);
    assert_int_equal(told, 0);
    assert_int_equal(set_of(service), 0);
}

/* The machine was paused: its clocks stood, that of the store did not. The other servers must not wait for it. */
static void test_shared_after_pause(void **state) {
    struct service *service = service_begin(true);
    (void)state;
    database += 60000;
    time_pass(service, 100);
    assert_int_equal(service_now(service), database);
    assert_int_equal(told, 0); /* games went on elsewhere */
    assert_int_equal(set_of(service), 0);
}

static void test_shared_never_goes_back(void **state) {
    struct service *service = service_begin(true);
    (void)state;
    database -= 60000;
    for (int i = 0; i < 300; i++) {
        const int64_t before = service_now(service);
        time_pass(service, 1);
        assert_true(service_now(service) >= before);
    }
    assert_in_range(service_now(service), database, database + 60000 - 5 * 199);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_by_the_system),
        cmocka_unit_test(test_follows_when_it_is_set),
        cmocka_unit_test(test_follows_after_sleep),
        cmocka_unit_test(test_small_differences_stay),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_shared_after_pause),
        cmocka_unit_test(test_shared_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
