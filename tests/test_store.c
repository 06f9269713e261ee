/* test_store.c - what is confirmed is there afterwards, and what is refused has left no trace. */
#include "server/store_sqlite.h"
#include "testing.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 256, SUBMISSIONS = 300 };

/* A store in a folder of its own, and a condition that is signalled when there are results. */
struct fixture {
    char folder[PATH_ROOM];
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
    fixture->store = store_sqlite_open(fixture->folder, fixture_wake, fixture, &error);
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
    strcpy(fixture->folder, "/tmp/tablier-store-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    store_begin(fixture);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    static const char *const files[] = {"tablier.db", "tablier.db-wal", "tablier.db-shm", "lock", "copy.db"};
    if (fixture->store != NULL)
        store_close(fixture->store);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[PATH_ROOM + 32];
        snprintf(path, sizeof path, "%s/%s", fixture->folder, files[i]);
        unlink(path);
    }
    rmdir(fixture->folder);
    free(fixture);
    return 0;
}

/* Waits for so many results. */
static void results_wait(struct fixture *fixture, struct store_result *results, int count) {
    int got = 0;
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
    return result.good;
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
        assert_int_equal(results[i].good, i != 100);
        assert_int_equal(results[i].conflict, i == 100);
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
    assert_false(result.good);
    assert_events(fixture, "gameBBBBBBBB", "");
    const struct store_change good[] = {event_make("gameBBBBBBBB", 1, "new"), event_make("gameAAAAAAAA", 2, "more")};
    assert_true(store_submit(fixture->store, 9, good, 2));
    results_wait(fixture, &result, 1);
    assert_true(result.good);
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

static void test_chat_and_alive(void **state) {
    struct fixture *fixture = *state;
    struct store_change change = event_make("gameAAAAAAAA", 1, "hello");
    change.kind = STORE_CHAT;
    assert_true(change_confirmed(fixture, &change));
    assert_int_equal(store_read_alive(fixture->store), 0);
    change = (struct store_change){.kind = STORE_ALIVE, .at = 123456789012345};
    assert_true(change_confirmed(fixture, &change));
    store_again(fixture);
    assert_true(store_read_alive(fixture->store) == 123456789012345);
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

static void test_one_server(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    assert_null(store_sqlite_open(fixture->folder, NULL, NULL, &error));
    assert_string_equal(error.what, "the folder {1} is in use by another server");
}

static sqlite3 *file_open(const struct fixture *fixture) {
    char path[PATH_ROOM + 32];
    sqlite3 *database;
    snprintf(path, sizeof path, "%s/%s", fixture->folder, STORE_SQLITE_FILE);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    return database;
}

static void test_newer_version(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    store_close(fixture->store);
    fixture->store = NULL;
    sqlite3 *database = file_open(fixture);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    assert_null(store_sqlite_open(fixture->folder, NULL, NULL, &error));
    assert_string_equal(error.what, "the store is of version {1}, this program knows only up to {2}");
    assert_string_equal(error.argument[0], "99");
}

/* While another program holds the file, nothing is confirmed; afterwards everything goes on. */
static void test_locked(void **state) {
    struct fixture *fixture = *state;
    const struct store_change change = event_make("gameAAAAAAAA", 1, "first");
    sqlite3 *database = file_open(fixture);
    assert_int_equal(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(change_confirmed(fixture, &change));
    assert_int_equal(sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    assert_events(fixture, "gameAAAAAAAA", "");
    assert_true(change_confirmed(fixture, &change));
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
    const struct rlimit small = {.rlim_cur = 200000, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    int confirmed = 0;
    for (int i = 1; i <= 30; i++) {
        const struct store_change change = event_make("gameAAAAAAAA", confirmed + 1, data);
        confirmed += change_confirmed(fixture, &change);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    assert_in_range(confirmed, 1, 29);
    const struct store_change change = event_make("gameAAAAAAAA", confirmed + 1, "room again");
    assert_true(change_confirmed(fixture, &change));
    store_again(fixture);
    sqlite3 *database = file_open(fixture);
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(database, "SELECT count(*), max(number) FROM event", -1, &query, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(query, 0), confirmed + 1);
    assert_int_equal(sqlite3_column_int(query, 1), confirmed + 1);
    sqlite3_finalize(query);
    sqlite3_close(database);
}

/* A copy while the store is open, and a second one is refused rather than written over the first. */
static void test_backup(void **state) {
    struct fixture *fixture = *state;
    struct tab_error error = {0};
    char path[PATH_ROOM + 32], moved[PATH_ROOM + 32];
    const struct store_change change = event_make("gameAAAAAAAA", 1, "first");
    assert_true(change_confirmed(fixture, &change));
    snprintf(path, sizeof path, "%s/copy.db", fixture->folder);
    assert_true(store_sqlite_backup(fixture->folder, path, &error));
    assert_false(store_sqlite_backup(fixture->folder, path, &error));
    assert_string_equal(error.what, "{1} exists already; a backup is a new file");
    store_close(fixture->store);
    snprintf(moved, sizeof moved, "%s/%s", fixture->folder, STORE_SQLITE_FILE);
    assert_int_equal(rename(path, moved), 0);
    store_begin(fixture);
    assert_events(fixture, "gameAAAAAAAA", "1@1001:first ");
    assert_false(store_sqlite_backup("/nowhere", path, &error));
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
        TEST(test_events),        TEST(test_twice),      TEST(test_together),       TEST(test_lists),
        TEST(test_secret_stays),  TEST(test_one_server), TEST(test_locked),         TEST(test_full),
        TEST(test_newer_version), TEST(test_backup),     TEST(test_close_finishes), TEST(test_chat_and_alive),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
