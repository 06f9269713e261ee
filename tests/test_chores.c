/* test_chores.c - what is done now and then is done whatever the system's clock is set to; what is written down bears the
 * time of the database where there is one that others share. */
#include "played.h"
#include "server/chores.h"
#include "testing.h"
#include "watchdog.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { HOUR = 3600000 };
static const int64_t noon = 1700000000000;

/* ---- An outside made for tests -------------------------------------------------------------------------------- */

static atomic_int_fast64_t steady, date; /* what the system's clocks say */

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time) {
    const int64_t now = atomic_load(clock == CLOCK_MONOTONIC ? &steady : &date);
    *time = (struct timespec){.tv_sec = (time_t)(now / 1000), .tv_nsec = (long)(now % 1000 * 1000000)};
    return 0;
}

/* Whoever rests by these clocks rests for a moment. */
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    (void)condition;
    (void)until;
    pthread_mutex_unlock(mutex);
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    pthread_mutex_lock(mutex);
    return 0;
}

/* NOLINTEND(readability-identifier-naming) */

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

static struct database database;
static struct sql *sql;

static int begin(void **state) {
    (void)state;
    sql = played_open(&database, DATABASE_SQLITE);
    played_account(sql, "anna");
    return 0;
}

static int begin_shared(void **state) {
    (void)state;
    sql = played_open(&database, DATABASE_POSTGRESQL);
    played_account(sql, "anna");
    played_account(sql, "bert");
    return 0;
}

static int end(void **state) {
    (void)state;
    played_close(&database, sql);
    return 0;
}

static void session_expires(void) {
    assert_int_equal(sql_script(sql, "INSERT INTO session (id, account, hash, began, seen, expires, address, agent)"
                                     " VALUES (1, 1, x'00', 0, 0, 1, '', '')"),
                     SQL_GOOD);
}

static void session_goes(void) {
    const struct deadline deadline = deadline_new();
    while (played_number(sql, "SELECT count(*) FROM session") > 0)
        deadline_rest(&deadline, "the end of the session that has expired");
}

static void test_a_fast_clock_is_set_right(void **state) {
    const struct chores_options options = {.address = database.address, .ledgers = 1};
    struct tab_error error;
    (void)state;
    atomic_store(&steady, HOUR);
    atomic_store(&date, noon + 24 * (int64_t)HOUR);
    session_expires();
    struct chores *chores = chores_new(&options, &error);
    assert_non_null(chores);
    session_goes();
    atomic_store(&date, noon);
    session_expires();
    atomic_fetch_add(&steady, HOUR + 1);
    session_goes();
    chores_stop(chores);
    chores_free(chores);
}

static void test_the_clock_of_the_database_counts(void **state) {
    const struct chores_options options = {.address = database.address, .ledgers = 1};
    struct tab_error error;
    (void)state;
    atomic_store(&date, noon); /* years ago */
    played_add(sql, &played_rated);
    struct chores *chores = chores_new(&options, &error);
    assert_non_null(chores);
    const struct deadline deadline = deadline_new();
    while (played_number(sql, "SELECT count(*) FROM ended") > 0)
        deadline_rest(&deadline, "the game that is over to be counted");
    assert_true(played_number(sql, "SELECT max(at) FROM event") > noon + HOUR);
    chores_stop(chores);
    chores_free(chores);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_fast_clock_is_set_right, begin, end),
        cmocka_unit_test_setup_teardown(test_the_clock_of_the_database_counts, begin_shared, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
