/* test_store.c - what is confirmed is there afterwards, and what is refused has left no trace. */
#include "database.h"
#include "server/store_events.h"
#include "server/store_sql.h"
#include "testing.h"
#include "watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 256, SUBMISSIONS = 300 };

static enum database_kind kind; /* of the tests that run */

/* A store of its own, and a condition that is signalled when there are results. */
struct fixture {
    struct database database;
    struct store *store;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    int wakes;
};

static void fixture_wake(void *context) {
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->mutex);
    fixture->wakes++;
    pthread_cond_signal(&fixture->woken);
    pthread_mutex_unlock(&fixture->mutex);
}

static void store_begin(struct fixture *fixture) {
    struct tab_error error = {0};
    fixture->store = store_open(fixture->database.address, fixture_wake, fixture, &error);
    if (fixture->store == NULL)
        fail_msg("%s %s %s", error.what, error.argument[0], error.argument[1]);
}

static void store_again(struct fixture *fixture) {
    store_close(fixture->store);
    store_begin(fixture);
}

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    pthread_mutex_init(&fixture->mutex, NULL);
    pthread_cond_init(&fixture->woken, NULL);
    database_begin(&fixture->database, kind);
    store_begin(fixture);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    if (fixture->store != NULL)
        store_close(fixture->store);
    database_end(&fixture->database);
    pthread_cond_destroy(&fixture->woken);
    pthread_mutex_destroy(&fixture->mutex);
    free(fixture);
    return 0;
}

/* Waits for so many results. */
static void results_wait(struct fixture *fixture, struct store_result *results, int count) {
    int got = 0;
    watchdog_wait("what the store says of changes");
    while (got < count) {
        got += store_collect(fixture->store, results + got, count - got);
        pthread_mutex_lock(&fixture->mutex);
        while (got < count && fixture->wakes == 0)
            pthread_cond_wait(&fixture->woken, &fixture->mutex);
        fixture->wakes = 0;
        pthread_mutex_unlock(&fixture->mutex);
    }
}

static struct store_change event_make(const char *game, int64_t number, const char *data) {
    struct store_change change = {.kind = STORE_EVENT, .number = number, .at = 1000 + number, .data = data};
    snprintf(change.game, sizeof change.game, "%s", game);
    return change;
}

/* Submits one change and says whether it was confirmed. */
static bool change_confirmed(struct fixture *fixture, const struct store_change *change) {
    struct store_result result;
    assert_true(store_submit(fixture->store, 7, change, 1));
    results_wait(fixture, &result, 1);
    assert_int_equal(result.ticket, 7);
    return result.outcome == STORE_GOOD;
}

/* What was read, as `NUMBER@AT:DATA ` or `GAME `. */
struct reading {
    char text[4096];
    bool named;
};

static bool row_note(void *context, const struct store_row *row) {
    struct reading *reading = context;
    const size_t length = strlen(reading->text);
    if (reading->named)
        snprintf(reading->text + length, sizeof reading->text - length, "%s ", row->game);
    else
        snprintf(reading->text + length, sizeof reading->text - length, "%d@%d:%s ", (int)row->number, (int)row->at,
                 row->data);
    return true;
}

#define assert_events(fixture, game, expected)                                                                         \
    do {                                                                                                               \
        struct reading reading = {.text = ""};                                                                         \
        assert_true(store_read_events((fixture)->store, game, 0, row_note, &reading));                                 \
        assert_string_equal(reading.text, expected);                                                                   \
    } while (0)

static void test_events(void **state) {
    struct fixture *fixture = *state;
    for (int i = 1; i <= 3; i++) {
        const struct store_change change = event_make("gameAAAAAAAA", i, i == 2 ? "it's \"two\"; --" : "other");
        assert_true(change_confirmed(fixture, &change));
    }
    assert_events(fixture, "gameAAAAAAAA", "1@1001:other 2@1002:it's \"two\"; -- 3@1003:other ");
    store_again(fixture);
    assert_events(fixture, "gameAAAAAAAA", "1@1001:other 2@1002:it's \"two\"; -- 3@1003:other ");
    assert_events(fixture, "gameBBBBBBBB", "");
    struct reading later = {.text = ""};
    assert_true(store_read_events(fixture->store, "gameAAAAAAAA", 2, row_note, &later));
    assert_string_equal(later.text, "3@1003:other ");
}

/* An event that is there already is refused; those that came with it in the queue are not. */
static void test_twice(void **state) {
    struct fixture *fixture = *state;
    struct store_result results[SUBMISSIONS];
    const struct store_change first = event_make("gameAAAAAAAA", 1, "first");
    assert_true(change_confirmed(fixture, &first));
    for (int i = 0; i < SUBMISSIONS; i++) {
        const struct store_change change = event_make("gameAAAAAAAA", i == 100 ? 1 : i + 2, "later");
        assert_true(store_submit(fixture->store, (uint64_t)i, &change, 1));
    }
    results_wait(fixture, results, SUBMISSIONS);
    for (int i = 0; i < SUBMISSIONS; i++) {
        assert_int_equal(results[i].ticket, i);
        assert_int_equal(results[i].outcome, i == 100 ? STORE_CONFLICT : STORE_GOOD);
    }
}

/* What is submitted together is all there or not at all. */
static void test_together(void **state) {
    struct fixture *fixture = *state;
    struct store_result result;
    const struct store_change first = event_make("gameAAAAAAAA", 1, "first");
    assert_true(change_confirmed(fixture, &first));
    const struct store_change bad[] = {event_make("gameBBBBBBBB", 1, "new"), event_make("gameAAAAAAAA", 1, "again")};
    assert_true(store_submit(fixture->store, 8, bad, 2));
    results_wait(fixture, &result, 1);
    assert_int_equal(result.outcome, STORE_CONFLICT);
    assert_events(fixture, "gameBBBBBBBB", "");
    const struct store_change good[] = {event_make("gameBBBBBBBB", 1, "new"), event_make("gameAAAAAAAA", 2, "more")};
    assert_true(store_submit(fixture->store, 9, good, 2));
    results_wait(fixture, &result, 1);
    assert_int_equal(result.outcome, STORE_GOOD);
    assert_events(fixture, "gameBBBBBBBB", "1@1001:new ");
    assert_events(fixture, "gameAAAAAAAA", "1@1001:first 2@1002:more ");
}

static void test_lists(void **state) {
    struct fixture *fixture = *state;
    const struct visitor anna = {"anna"}, bert = {"bert"};
    struct store_change change = event_make("gameAAAAAAAA", 1, "begin");
    change.owners[0] = anna;
    assert_true(change_confirmed(fixture, &change));
    change = event_make("gameBBBBBBBB", 1, "begin");
    change.at = 5000;
    change.owners[1] = anna;
    change.owners[3] = bert;
    assert_true(change_confirmed(fixture, &change));
    change = event_make("gameAAAAAAAA", 2, "end");
    change.over = true;
    assert_true(change_confirmed(fixture, &change));
    struct reading open = {.named = true}, annas = {.named = true}, latest = {.named = true}, berts = {.named = true};
    assert_true(store_read_open(fixture->store, row_note, &open));
    assert_string_equal(open.text, "gameBBBBBBBB ");
    assert_true(store_read_owned(fixture->store, &anna, 10, row_note, &annas));
    assert_string_equal(annas.text, "gameBBBBBBBB gameAAAAAAAA ");
    assert_true(store_read_owned(fixture->store, &anna, 1, row_note, &latest));
    assert_string_equal(latest.text, "gameBBBBBBBB ");
    assert_true(store_read_owned(fixture->store, &bert, 10, row_note, &berts));
    assert_string_equal(berts.text, "gameBBBBBBBB ");
}

static void test_chat(void **state) {
    struct fixture *fixture = *state;
    struct store_change change = event_make("gameAAAAAAAA", 1, "hello");
    change.kind = STORE_CHAT;
    assert_true(change_confirmed(fixture, &change));
    store_again(fixture);
    struct reading reading = {.text = ""};
    assert_true(store_read_chat(fixture->store, "gameAAAAAAAA", 0, row_note, &reading));
    assert_string_equal(reading.text, "1@1001:hello ");
}

static void test_secret_stays(void **state) {
    struct fixture *fixture = *state;
    struct secret one, two;
    assert_true(store_read_secret(fixture->store, &one));
    store_again(fixture);
    assert_true(store_read_secret(fixture->store, &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_false(sodium_is_zero(one.bytes, sizeof one.bytes));
}

/* ---- What others do ------------------------------------------------------------------------------------------- */

/* A file belongs to one server, a database of PostgreSQL to all of them. */
static void test_servers(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    struct store *second = store_open(fixture->database.address, NULL, NULL, &error);
    if (kind == DATABASE_SQLITE) {
        assert_null(second);
        assert_string_equal(error.what, "the folder {1} is in use by another server");
        return;
    }
    const struct store_change change = event_make("gameAAAAAAAA", 1, "first");
    struct secret one, two;
    assert_non_null(second);
    assert_true(change_confirmed(fixture, &change));
    store_close(fixture->store);
    fixture->store = second;
    assert_events(fixture, "gameAAAAAAAA", "1@1001:first ");
    assert_true(store_read_secret(second, &one));
    store_again(fixture);
    assert_true(store_read_secret(fixture->store, &two));
    assert_memory_equal(&one, &two, sizeof one);
}

static enum sql_outcome two_write(struct sql *sql, void *context) {
    return events_write(sql, context, 2) ? SQL_GOOD : SQL_WRONG;
}

/* Somebody else writes events in a transaction of their own: the store finds them, and its own of the same number is a
 * conflict. */
static void test_written_elsewhere(void **state) {
    struct fixture *fixture = *state;
    struct sql *sql = database_open(&fixture->database);
    struct store_change changes[] = {event_make("gameAAAAAAAA", 1, "begun"), event_make("gameAAAAAAAA", 2, "ended")};
    changes[1].over = true;
    assert_int_equal(sql_transaction(sql, two_write, changes), SQL_GOOD);
    assert_int_equal(sql_transaction(sql, two_write, changes), SQL_CONFLICT);
    sql_close(sql);
    assert_events(fixture, "gameAAAAAAAA", "1@1001:begun 2@1002:ended ");
    struct store_result result;
    assert_true(store_submit(fixture->store, 8, &changes[1], 1));
    results_wait(fixture, &result, 1);
    assert_int_equal(result.outcome, STORE_CONFLICT);
}

static bool ended_note(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    const size_t length = strlen(reading->text);
    (void)count;
    snprintf(reading->text + length, sizeof reading->text - length, "%s@%d ", columns[0].text, (int)columns[1].integer);
    return true;
}

/* The last event of a game leaves a note for those who look at games that are over; what was undone leaves none. */
static void test_ended(void **state) {
    struct fixture *fixture = *state;
    struct reading reading = {.text = ""};
    struct store_result result;
    struct store_change ended[] = {event_make("gameAAAAAAAA", 2, "end"), event_make("gameAAAAAAAA", 1, "again")};
    struct store_change change = event_make("gameAAAAAAAA", 1, "begin");
    ended[0].over = true;
    assert_true(change_confirmed(fixture, &change));
    change = event_make("gameBBBBBBBB", 1, "begin");
    assert_true(change_confirmed(fixture, &change));
    assert_true(store_submit(fixture->store, 8, ended, 2));
    results_wait(fixture, &result, 1);
    assert_int_equal(result.outcome, STORE_CONFLICT);
    struct sql *sql = database_open(&fixture->database);
    assert_int_equal(sql_run(sql, "SELECT game, at FROM ended", NULL, 0, ended_note, &reading), SQL_GOOD);
    assert_string_equal(reading.text, "");
    assert_true(change_confirmed(fixture, &ended[0]));
    assert_int_equal(sql_run(sql, "SELECT game, at FROM ended", NULL, 0, ended_note, &reading), SQL_GOOD);
    assert_string_equal(reading.text, "gameAAAAAAAA@1002 ");
    sql_close(sql);
}

static void test_newer_version(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    store_close(fixture->store);
    fixture->store = NULL;
    struct sql *sql = database_open(&fixture->database);
    assert_int_equal(sql_version_set(sql, 99), SQL_GOOD);
    sql_close(sql);
    assert_null(store_open(fixture->database.address, NULL, NULL, &error));
    assert_string_equal(error.what, "the store is of version {1}, this program knows only up to {2}");
    assert_string_equal(error.argument[0], "99");
}

/* While another program holds the tables, nothing is confirmed; afterwards everything goes on. */
static void test_locked(void **state) {
    struct fixture *fixture = *state;
    const struct store_change change = event_make("gameAAAAAAAA", 1, "first");
    struct sql *sql = database_open(&fixture->database);
    assert_int_equal(sql_begin(sql), SQL_GOOD);
    if (kind == DATABASE_POSTGRESQL)
        assert_int_equal(sql_script(sql, "LOCK TABLE event"), SQL_GOOD);
    assert_false(change_confirmed(fixture, &change));
    sql_rollback(sql);
    sql_close(sql);
    assert_events(fixture, "gameAAAAAAAA", "");
    assert_true(change_confirmed(fixture, &change));
}

/* ---- The disk, of SQLite -------------------------------------------------------------------------------------- */

static bool numbers_take(void *context, const struct sql_value *columns, int count) {
    int *numbers = context;
    for (int i = 0; i < count; i++)
        numbers[i] = (int)columns[i].integer;
    return false;
}

static rlim_t log_size(const struct fixture *fixture) {
    char path[PATH_ROOM + 300];
    struct stat found;
    snprintf(path, sizeof path, "%s-wal", fixture->database.address);
    assert_int_equal(stat(path, &found), 0);
    return (rlim_t)found.st_size;
}

/* The disk is full: files may not grow. What was confirmed stays, what was not is not there, and with room again it
 * goes on. */
static void test_full(void **state) {
    struct fixture *fixture = *state;
    struct rlimit before;
    static char data[20000];
    memset(data, 'x', sizeof data - 1);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit small = {.rlim_cur = log_size(fixture) + 150000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    int confirmed = 0, numbers[2] = {0};
    for (int i = 1; i <= 30; i++) {
        const struct store_change change = event_make("gameAAAAAAAA", confirmed + 1, data);
        confirmed += change_confirmed(fixture, &change);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    assert_in_range(confirmed, 1, 29);
    const struct store_change change = event_make("gameAAAAAAAA", confirmed + 1, "room again");
    assert_true(change_confirmed(fixture, &change));
    store_again(fixture);
    struct sql *sql = database_open(&fixture->database);
    assert_int_equal(sql_run(sql, "SELECT count(*), max(number) FROM event", NULL, 0, numbers_take, numbers), SQL_GOOD);
    assert_int_equal(numbers[0], confirmed + 1);
    assert_int_equal(numbers[1], confirmed + 1);
    sql_close(sql);
}

/* A file of the first version: everything is there, and games that were over are noted for those who look at them. */
static void test_first_version(void **state) {
    struct fixture *fixture = *state;
    struct database old;
    static char text[65536];
    FILE *file = fopen(TEST_DATA "/store/version1.sql", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    database_begin(&old, DATABASE_SQLITE);
    struct sql *sql = database_open(&old);
    if (sql_script(sql, text) != SQL_GOOD)
        fail_msg("%s", sql_problem(sql));
    struct database *now = &fixture->database;
    store_close(fixture->store);
    database_end(now);
    *now = old;
    store_begin(fixture);
    struct reading open = {.named = true}, chat = {.text = ""}, ended = {.text = ""}, owned = {.named = true};
    const struct visitor bert = {
        {0x93, 0x6f, 0x7a, 0xc3, 0x2a, 0x75, 0x61, 0xc5, 0x0d, 0xbd, 0x53, 0x09, 0x11, 0x87, 0x0f, 0x1d}};
    struct secret secret;
    int64_t version = 0;
    assert_true(store_read_owned(fixture->store, &bert, 10, row_note, &owned));
    assert_string_equal(owned.text, "3uc35LmIbvus VFDHi18Rgj87 Vld4OueH04f2 6pHNSivhAN0U ");
    assert_true(store_read_playing(fixture->store, &bert, row_note, &open));
    assert_int_equal(strlen(open.text), strlen("3uc35LmIbvus 6pHNSivhAN0U VFDHi18Rgj87 ")); /* in any order */
    assert_non_null(strstr(open.text, "3uc35LmIbvus"));
    assert_non_null(strstr(open.text, "6pHNSivhAN0U"));
    assert_non_null(strstr(open.text, "VFDHi18Rgj87"));
    assert_true(store_read_chat(fixture->store, "6pHNSivhAN0U", 0, row_note, &chat));
    assert_non_null(strstr(chat.text, "it's \\\"on\\\" \xe2\x80\x94 \xc3\xa7\xc3\xa0"));
    assert_true(store_read_secret(fixture->store, &secret));
    assert_memory_equal(secret.bytes, "\xdd\x64\x0e\xe7", 4);
    assert_int_equal(sql_run(sql, "SELECT game, at % 1000000 FROM ended ORDER BY at", NULL, 0, ended_note, &ended),
                     SQL_GOOD);
    assert_string_equal(ended.text, "Vld4OueH04f2@975370 hENSdGO26U2q@975458 ");
    assert_int_equal(sql_version(sql, &version), SQL_GOOD);
    assert_true(version > 1);
    const struct store_change change = event_make("6pHNSivhAN0U", 6, "{}");
    assert_true(change_confirmed(fixture, &change));
    sql_close(sql);
}

/* A copy while the store is open, and a second one is refused rather than written over the first. */
static void test_backup(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    char path[PATH_ROOM];
    const struct store_change change = event_make("gameAAAAAAAA", 1, "first");
    assert_true(change_confirmed(fixture, &change));
    snprintf(path, sizeof path, "%s/copy.db", fixture->database.folder);
    assert_true(store_backup(fixture->database.address, path, &error));
    assert_false(store_backup(fixture->database.address, path, &error));
    assert_string_equal(error.what, "{1} exists already; a backup is a new file");
    store_close(fixture->store);
    assert_int_equal(rename(path, fixture->database.address), 0);
    store_begin(fixture);
    assert_events(fixture, "gameAAAAAAAA", "1@1001:first ");
    assert_false(store_backup("/nowhere/tablier.db", path, &error));
}

/* Closing waits for what was submitted. */
static void test_close_finishes(void **state) {
    struct fixture *fixture = *state;
    for (int i = 0; i < SUBMISSIONS; i++) {
        const struct store_change change = event_make("gameAAAAAAAA", i + 1, "x");
        assert_true(store_submit(fixture->store, (uint64_t)i, &change, 1));
    }
    store_again(fixture);
    struct reading reading = {.text = ""};
    assert_true(store_read_events(fixture->store, "gameAAAAAAAA", 0, row_note, &reading));
    assert_non_null(strstr(reading.text, "300@1300:x"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(test_events),  TEST(test_twice),         TEST(test_together),       TEST(test_lists),
        TEST(test_servers), TEST(test_ended),         TEST(test_secret_stays),   TEST(test_written_elsewhere),
        TEST(test_locked),  TEST(test_newer_version), TEST(test_close_finishes), TEST(test_chat),
    };
    const struct CMUnitTest files[] = {TEST(test_full), TEST(test_backup), TEST(test_first_version)};
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    kind = DATABASE_SQLITE;
    return failures + cmocka_run_group_tests_name("files", files, NULL, NULL);
}
