/* test_sql.c - both databases do the same, in what is good and in what is not. */
#include "database.h"
#include "testing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COUNTERS = 2, COUNTS = 60 };

static enum database_kind kind; /* of the tests that run */

struct fixture {
    struct database database;
    struct sql *sql;
};

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    database_begin(&fixture->database, kind);
    fixture->sql = database_open(&fixture->database);
    assert_int_equal(sql_script(fixture->sql,
                                "CREATE TABLE thing (id TEXT PRIMARY KEY, count {INTEGER} NOT NULL) {KEYED};"
                                "CREATE TABLE part (id {IDENTITY}, thing TEXT NOT NULL REFERENCES thing,"
                                " size {REAL}, data {BYTES}) {STRICT}"),
                     SQL_GOOD);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    sql_close(fixture->sql);
    database_end(&fixture->database);
    free(fixture);
    return 0;
}

static enum sql_outcome thing_add(struct sql *sql, const char *id, int64_t count) {
    const struct sql_value values[] = {sql_text(id), sql_integer(count)};
    return sql_run(sql, "INSERT INTO thing (id, count) VALUES ($1, $2)", values, 2, NULL, NULL);
}

/* ---- Reading back --------------------------------------------------------------------------------------------- */

struct reading {
    char text[512];
};

static bool row_note(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(reading->text), room = sizeof reading->text - length;
        const struct sql_value *value = &columns[i];
        char *at = reading->text + length;
        switch (value->kind) {
        case SQL_NULL: snprintf(at, room, "null "); break;
        case SQL_INTEGER: snprintf(at, room, "%lld ", (long long)value->integer); break;
        case SQL_REAL: snprintf(at, room, "%.17g ", value->real); break;
        case SQL_TEXT: snprintf(at, room, "'%s'%d ", value->text, (int)value->length); break;
        case SQL_BYTES: snprintf(at, room, "%.*s:%d ", (int)value->length, value->text, (int)value->length); break;
        case SQL_KIND_COUNT: fail();
        }
    }
    return true;
}

#define assert_reads(sql, expected, statement)                                                                         \
    do {                                                                                                               \
        struct reading reading = {.text = ""};                                                                         \
        assert_int_equal(sql_run(sql, statement, NULL, 0, row_note, &reading), SQL_GOOD);                              \
        assert_string_equal(reading.text, expected);                                                                   \
    } while (0)

static void test_values(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    assert_int_equal(thing_add(sql, "it's {BYTES} $1 \xc3\xa9", INT64_MIN), SQL_GOOD);
    const struct sql_value rows[][2] = {
        {sql_real(0.1), sql_bytes("a\\b", 3)}, {sql_real(-1e300), sql_bytes("", 0)}, {sql_null(), sql_null()}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            sql_run(sql, "INSERT INTO part (thing, size, data) SELECT id, $1, $2 FROM thing", rows[i], 2, NULL, NULL),
            SQL_GOOD);
    assert_reads(sql, "'it's {BYTES} $1 \xc3\xa9'18 -9223372036854775808 ", "SELECT id, count FROM thing");
    assert_reads(sql, "1 0.10000000000000001 a\\b:3 2 -1.0000000000000001e+300 :0 3 null null ",
                 "SELECT id, size, data FROM part ORDER BY id");
    assert_reads(sql, "'$1 {BYTES}'10 ", "SELECT '$1 {BYTES}'");
    assert_reads(sql, "3 6 2 ", "SELECT count(*), sum(id), avg(id) FROM part");
}

static void test_changed(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    for (int i = 0; i < 3; i++)
        assert_int_equal(thing_add(sql, i == 0 ? "a" : i == 1 ? "b" : "c", i), SQL_GOOD);
    assert_int_equal(sql_changed(sql), 1);
    assert_int_equal(sql_run(sql, "UPDATE thing SET count = 7 WHERE count > 0", NULL, 0, NULL, NULL), SQL_GOOD);
    assert_int_equal(sql_changed(sql), 2);
    assert_reads(sql, "'a'1 ", "SELECT id FROM thing WHERE count = 0");
    assert_int_equal(sql_changed(sql), 0);
    assert_int_equal(
        sql_run(sql, "INSERT INTO thing (id, count) VALUES ('a', 1) ON CONFLICT DO NOTHING", NULL, 0, NULL, NULL),
        SQL_GOOD);
    assert_int_equal(sql_changed(sql), 0);
    assert_reads(sql, "8 ", "UPDATE thing SET count = count + 1 WHERE id = 'b' RETURNING count");
    assert_int_equal(sql_changed(sql), 1);
}

static void test_outcomes(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    assert_int_equal(thing_add(sql, "a", 1), SQL_GOOD);
    assert_int_equal(thing_add(sql, "a", 2), SQL_CONFLICT);
    assert_true(strlen(sql_problem(sql)) > 0);
    assert_int_equal(sql_run(sql, "INSERT INTO part (thing) VALUES ('none')", NULL, 0, NULL, NULL), SQL_CONFLICT);
    assert_int_equal(sql_run(sql, "INSERT INTO part (thing) VALUES (NULL)", NULL, 0, NULL, NULL), SQL_WRONG);
    assert_int_equal(sql_run(sql, "SELECT nothing FROM thing", NULL, 0, NULL, NULL), SQL_WRONG);
    assert_non_null(strstr(sql_problem(sql), "nothing"));
    assert_int_equal(sql_script(sql, "SELECT 1; SELECT nothing"), SQL_WRONG);
    assert_reads(sql, "'a'1 1 ", "SELECT id, count FROM thing");
}

/* ---- Rows ----------------------------------------------------------------------------------------------------- */

struct nested {
    struct sql *sql;
    int rows, inner;
};

static bool inner_count(void *context, const struct sql_value *columns, int count) {
    (void)columns;
    (void)count;
    ((struct nested *)context)->inner++;
    return true;
}

static bool outer_count(void *context, const struct sql_value *columns, int count) {
    struct nested *nested = context;
    (void)count;
    const char *id = columns[0].text;
    assert_int_equal(sql_run(nested->sql, "SELECT id FROM thing ORDER BY id", NULL, 0, inner_count, nested), SQL_GOOD);
    assert_int_equal(strlen(id), 1);
    return ++nested->rows < 2;
}

/* A row function runs the very statement it is called for, and then has enough. */
static void test_nested(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    struct nested nested = {.sql = sql};
    thing_add(sql, "a", 1);
    thing_add(sql, "b", 1);
    thing_add(sql, "c", 1);
    assert_int_equal(sql_run(sql, "SELECT id FROM thing ORDER BY id", NULL, 0, outer_count, &nested), SQL_GOOD);
    assert_int_equal(nested.rows, 2);
    assert_int_equal(nested.inner, 6);
}

/* More texts than are kept prepared. */
static void test_many_statements(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 200; i++) {
            char text[64], expected[16];
            snprintf(text, sizeof text, "SELECT %d", i);
            snprintf(expected, sizeof expected, "%d ", i);
            assert_reads(sql, expected, text);
        }
}

/* ---- Transactions --------------------------------------------------------------------------------------------- */

static enum sql_outcome two_add(struct sql *sql, void *context) {
    thing_add(sql, "a", 1);
    thing_add(sql, context, 2);
    return thing_add(sql, "z", 3);
}

static enum sql_outcome one_refuse(struct sql *sql, void *context) {
    (void)context;
    thing_add(sql, "refused", 1);
    return SQL_LOST;
}

static void test_transaction(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    assert_int_equal(sql_transaction(sql, one_refuse, NULL), SQL_LOST);
    assert_reads(sql, "", "SELECT id FROM thing");
    assert_int_equal(sql_transaction(sql, two_add, "a"), SQL_CONFLICT); /* and so what follows in it */
    assert_reads(sql, "", "SELECT id FROM thing");
    assert_int_equal(sql_transaction(sql, two_add, "b"), SQL_GOOD);
    assert_reads(sql, "'a'1 'b'1 'z'1 ", "SELECT id FROM thing ORDER BY id");
}

static enum sql_outcome attempts_make(struct sql *sql, void *context) {
    (void)context;
    assert_int_equal(thing_add(sql, "first", 1), SQL_GOOD);
    assert_int_equal(sql_attempt(sql, two_add, "a"), SQL_CONFLICT);
    assert_int_equal(sql_attempt(sql, one_refuse, NULL), SQL_LOST);
    assert_int_equal(sql_attempt(sql, two_add, "b"), SQL_GOOD);
    return thing_add(sql, "last", 1);
}

static void test_attempt(void **state) {
    struct sql *sql = ((struct fixture *)*state)->sql;
    assert_int_equal(sql_transaction(sql, attempts_make, NULL), SQL_GOOD);
    assert_reads(sql, "'a'1 'b'1 'first'5 'last'4 'z'1 ", "SELECT id FROM thing ORDER BY id");
}

static void test_parts(void **state) {
    const struct fixture *fixture = *state;
    struct sql *sql = fixture->sql, *other = database_open(&fixture->database);
    assert_int_equal(sql_begin(sql), SQL_GOOD);
    assert_int_equal(thing_add(sql, "a", 1), SQL_GOOD);
    assert_reads(other, "", "SELECT id FROM thing");
    sql_rollback(sql);
    assert_int_equal(sql_begin(sql), SQL_GOOD);
    assert_int_equal(thing_add(sql, "b", 1), SQL_GOOD);
    assert_int_equal(sql_commit(sql), SQL_GOOD);
    assert_reads(other, "'b'1 ", "SELECT id FROM thing");
    assert_int_equal(sql_begin(sql), SQL_GOOD);
    assert_int_equal(thing_add(sql, "b", 1), SQL_CONFLICT);
    assert_int_equal(sql_commit(sql), SQL_CONFLICT);
    assert_int_equal(thing_add(sql, "c", 1), SQL_GOOD);
    sql_close(other);
}

static bool count_take(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* Reads, then writes what follows from it: wrong as soon as another comes between. */
static enum sql_outcome count_once(struct sql *sql, void *context) {
    int64_t count = 0;
    (void)context;
    sql_run(sql, "SELECT count FROM thing WHERE id = 'counter'", NULL, 0, count_take, &count);
    const struct sql_value value = sql_integer(count + 1);
    return sql_run(sql, "UPDATE thing SET count = $1 WHERE id = 'counter'", &value, 1, NULL, NULL);
}

struct counter {
    pthread_t thread;
    const struct database *database;
    int done;
};

static void *counter_run(void *argument) {
    struct counter *counter = argument;
    struct tab_error error;
    struct sql *sql = sql_open(counter->database->address, &error);
    while (sql != NULL && counter->done < COUNTS)
        counter->done += sql_transaction(sql, count_once, NULL) == SQL_GOOD;
    sql_close(sql);
    return NULL;
}

static void test_alone(void **state) {
    const struct fixture *fixture = *state;
    struct counter counters[COUNTERS];
    assert_int_equal(thing_add(fixture->sql, "counter", 0), SQL_GOOD);
    for (int i = 0; i < COUNTERS; i++) {
        counters[i] = (struct counter){.database = &fixture->database};
        assert_int_equal(pthread_create(&counters[i].thread, NULL, counter_run, &counters[i]), 0);
    }
    for (int i = 0; i < COUNTERS; i++)
        pthread_join(counters[i].thread, NULL);
    assert_reads(fixture->sql, "120 ", "SELECT count FROM thing");
}

struct other {
    struct sql *sql;
    bool cleared;
};

static bool clear_meanwhile(void *context, const struct sql_value *columns, int count) {
    struct other *other = context;
    (void)columns;
    (void)count;
    other->cleared = sql_log_clear(other->sql);
    return false;
}

/* What was deleted is in no file of SQLite as soon as nobody reads what was before. */
static void test_log_clear(void **state) {
    const struct fixture *fixture = *state;
    char path[sizeof fixture->database.address + 8];
    struct stat log;
    struct other other = {.sql = database_open(&fixture->database)};
    thing_add(fixture->sql, "secret", 1);
    thing_add(fixture->sql, "other", 2);
    sql_script(fixture->sql, "DELETE FROM thing WHERE id = 'secret'");
    sql_run(fixture->sql, "SELECT id FROM thing", NULL, 0, clear_meanwhile, &other);
    assert_int_equal(other.cleared, kind != DATABASE_SQLITE);
    assert_true(sql_log_clear(other.sql));
    snprintf(path, sizeof path, "%s-wal", fixture->database.address);
    if (kind == DATABASE_SQLITE) {
        assert_int_equal(stat(path, &log), 0);
        assert_int_equal(log.st_size, 0);
    }
    sql_close(other.sql);
}

static void test_version(void **state) {
    const struct fixture *fixture = *state;
    struct sql *sql = fixture->sql;
    int64_t version = -1;
    assert_int_equal(sql_version(sql, &version), SQL_GOOD);
    assert_int_equal(version, 0);
    assert_int_equal(sql_begin(sql), SQL_GOOD);
    assert_int_equal(sql_version_lock(sql), SQL_GOOD);
    assert_int_equal(sql_version_set(sql, 3), SQL_GOOD);
    assert_int_equal(sql_commit(sql), SQL_GOOD);
    assert_int_equal(sql_version(sql, &version), SQL_GOOD);
    assert_int_equal(version, 3);
    assert_int_equal(sql_shared(sql), kind == DATABASE_POSTGRESQL);
}

static void test_cannot_open(void **state) {
    struct tab_error error = {0};
    (void)state;
    assert_null(sql_open(kind == DATABASE_SQLITE ? "/nowhere/file.db"
                                                 : "postgresql://me:secret@/none?host=/nowhere&password=secret",
                         &error));
    assert_string_equal(error.what, "cannot open the store {1}: {2}");
    assert_string_equal(error.argument[0],
                        kind == DATABASE_SQLITE ? "/nowhere/file.db" : "postgresql:///none"); /* no password */
    assert_non_null(strstr(error.argument[1], "No such file or directory"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(test_values),          TEST(test_changed),     TEST(test_outcomes), TEST(test_nested),
        TEST(test_many_statements), TEST(test_transaction), TEST(test_attempt),  TEST(test_parts),
        TEST(test_log_clear),       TEST(test_version),     TEST(test_alone),    TEST(test_cannot_open),
    };
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    return failures;
}
