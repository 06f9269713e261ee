/* test_sql_lost.c - a PostgreSQL whose connections are lost at the worst moments: nothing that was confirmed is missing,
 * nothing that was refused is there, and all goes on when it is back. */
#include "database.h"
#include "proxy.h"
#include "server/store_sql.h"
#include "testing.h"
#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL = 1000000 };

struct fixture {
    struct database direct, database; /* the same, and through the proxy */
    struct proxy *proxy;
    struct sql *sql;     /* through the proxy */
    struct sql *witness; /* who sees what is there */
};

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    database_begin(&fixture->direct, DATABASE_POSTGRESQL);
    fixture->database = fixture->direct;
    fixture->proxy = proxy_new(&fixture->database);
    fixture->sql = database_open(&fixture->database);
    fixture->witness = database_open(&fixture->direct);
    assert_int_equal(sql_script(fixture->witness, "CREATE TABLE thing (id TEXT PRIMARY KEY)"), SQL_GOOD);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    sql_close(fixture->sql);
    sql_close(fixture->witness);
    proxy_free(fixture->proxy);
    database_end(&fixture->direct);
    free(fixture);
    return 0;
}

static bool count_take(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int *)context = (int)columns[0].integer;
    return false;
}

static int rows_count(const struct fixture *fixture, const char *statement) {
    int count = -1;
    assert_int_equal(sql_run(fixture->witness, statement, NULL, 0, count_take, &count), SQL_GOOD);
    return count;
}

#define things_count(fixture) rows_count(fixture, "SELECT count(*) FROM thing")

static enum sql_outcome thing_add(struct sql *sql, void *context) {
    const struct sql_value id = sql_text(context);
    return sql_run(sql, "INSERT INTO thing (id) VALUES ($1)", &id, 1, NULL, NULL);
}

/* ---- Connections ---------------------------------------------------------------------------------------------- */

static void test_question_lost(void **state) {
    struct fixture *fixture = *state;
    proxy_cut(fixture->proxy, PROXY_QUESTION);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_LOST);
    assert_int_equal(things_count(fixture), 0);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
    assert_int_equal(things_count(fixture), 1);
}

static void test_answer_lost(void **state) {
    struct fixture *fixture = *state;
    proxy_cut(fixture->proxy, PROXY_ANSWER);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
    assert_int_equal(things_count(fixture), 1);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "b"), SQL_GOOD);
    assert_int_equal(things_count(fixture), 2);
}

/* The answer is lost, and the database cannot be reached for a while. */
static void test_answer_lost_long(void **state) {
    struct fixture *fixture = *state;
    proxy_cut(fixture->proxy, PROXY_ANSWER);
    proxy_refuse(fixture->proxy, 4);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
    assert_int_equal(things_count(fixture), 1);
}

static void test_idle_lost(void **state) {
    struct fixture *fixture = *state;
    int count = -1;
    assert_int_equal(sql_run(fixture->sql, "SELECT count(*) FROM thing", NULL, 0, count_take, &count), SQL_GOOD);
    proxy_drop(fixture->proxy);
    assert_int_equal(sql_run(fixture->sql, "SELECT count(*) FROM thing", NULL, 0, count_take, &count), SQL_GOOD);
    proxy_drop(fixture->proxy);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
    proxy_drop(fixture->proxy);
    /* A change without a transaction: it was not sent twice, whatever became of it. */
    const enum sql_outcome outcome = thing_add(fixture->sql, "b");
    assert_true(outcome == SQL_UNKNOWN || outcome == SQL_GOOD);
    assert_int_equal(sql_run(fixture->sql, "SELECT count(*) FROM thing", NULL, 0, count_take, &count), SQL_GOOD);
    assert_int_equal(count, outcome == SQL_GOOD ? 2 : 1);
}

/* One connection has found that the database is back: others do not believe that it is away any more. */
static void test_back(void **state) {
    struct fixture *fixture = *state;
    struct sql *other = database_open(&fixture->database);
    int count;
    proxy_drop(fixture->proxy);
    proxy_refuse(fixture->proxy, 1);
    assert_int_equal(sql_run(other, "SELECT count(*) FROM thing", NULL, 0, count_take, &count), SQL_LOST);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
    assert_int_equal(sql_run(other, "SELECT count(*) FROM thing", NULL, 0, count_take, &count), SQL_GOOD);
    assert_int_equal(count, 1);
    sql_close(other);
}

static enum sql_outcome add_and_lose(struct sql *sql, void *context) {
    enum sql_outcome outcome = thing_add(sql, "a");
    proxy_drop(context);
    if (outcome == SQL_GOOD)
        outcome = thing_add(sql, "b");
    assert_int_equal(thing_add(sql, "c"), SQL_LOST);
    return outcome;
}

/* A transaction is never continued on another connection. */
static void test_transaction_lost(void **state) {
    struct fixture *fixture = *state;
    assert_int_equal(sql_transaction(fixture->sql, add_and_lose, fixture->proxy), SQL_LOST);
    assert_int_equal(things_count(fixture), 0);
    assert_int_equal(sql_transaction(fixture->sql, thing_add, "a"), SQL_GOOD);
}

/* ---- The store ------------------------------------------------------------------------------------------------ */

static enum store_outcome event_submit(struct store *store, int64_t number) {
    struct store_change change = {.kind = STORE_EVENT, .game = "gameAAAAAAAA", .number = number, .data = "x"};
    struct store_result result;
    assert_true(store_submit(store, 1, &change, 1));
    const struct deadline deadline = deadline_new();
    while (store_collect(store, &result, 1) == 0)
        deadline_rest(&deadline, "what the store says of event %d", (int)number);
    return result.outcome;
}

static bool row_count(void *context, const struct store_row *row) {
    (void)row;
    ++*(int *)context;
    return true;
}

static struct store *store_begin(const struct fixture *fixture) {
    struct tab_error error = {0};
    struct store *store = store_open(fixture->database.address, NULL, NULL, &error);
    assert_non_null(store);
    assert_int_equal(event_submit(store, 1), STORE_GOOD);
    return store;
}

static void test_store_cut(void **state) {
    struct fixture *fixture = *state;
    struct store *store = store_begin(fixture);
    proxy_cut(fixture->proxy, PROXY_ANSWER);
    assert_int_equal(event_submit(store, 2), STORE_GOOD);
    assert_int_equal(rows_count(fixture, "SELECT count(*) FROM event"), 2);
    proxy_cut(fixture->proxy, PROXY_QUESTION); /* not written, so it is written again */
    assert_int_equal(event_submit(store, 3), STORE_GOOD);
    assert_int_equal(rows_count(fixture, "SELECT count(*) FROM event"), 3);
    store_close(store);
}

/* While the database is away everything is refused; afterwards all goes on by itself. */
static void test_store_away(void **state) {
    struct fixture *fixture = *state;
    struct store *store = store_begin(fixture);
    enum store_outcome outcome;
    int count = 0;
    proxy_refuse(fixture->proxy, ALL);
    proxy_drop(fixture->proxy);
    assert_int_equal(event_submit(store, 2), STORE_FAILED);
    assert_false(store_read_events(store, "gameAAAAAAAA", 0, row_count, &count));
    assert_int_equal(event_submit(store, 2), STORE_FAILED);
    proxy_refuse(fixture->proxy, 0);
    const struct deadline deadline = deadline_new();
    while ((outcome = event_submit(store, 2)) == STORE_FAILED)
        deadline_rest(&deadline, "a store that writes again");
    assert_int_equal(outcome, STORE_GOOD);
    assert_true(store_read_events(store, "gameAAAAAAAA", 0, row_count, &count));
    assert_int_equal(count, 2);
    assert_int_equal(rows_count(fixture, "SELECT count(*) FROM event"), 2);
    store_close(store);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(test_question_lost), TEST(test_answer_lost), TEST(test_answer_lost_long), TEST(test_idle_lost),
        TEST(test_back),          TEST(test_store_cut),   TEST(test_transaction_lost), TEST(test_store_away),
    };
    return cmocka_run_group_tests_name("lost", tests, NULL, NULL);
}
