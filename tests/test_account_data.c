/* test_account_data.c - the file of everything that is kept of an account. Each test runs on every database there is. */
#include "played.h"
#include "server/desk.h"
#include "testing.h"

desk_function account_data_file;

static enum database_kind kind; /* of the tests that run */
static struct database database;
static struct sql *sql;

static int begin(void **state) {
    (void)state;
    sql = played_open(&database, kind);
    played_account(sql, "anna");
    played_account(sql, "bert");
    return 0;
}

static int end(void **state) {
    (void)state;
    played_close(&database, sql);
    return 0;
}

/* A list of what anna is shown. */
static json_t *shown(const char *key) {
    static const struct secret secret;
    const struct desk_request request = {.account = 1,
                                         .account_name = "anna",
                                         .visitor = played_visitor("anna"),
                                         .now = 1,
                                         .sql = sql,
                                         .secret = &secret};
    struct desk_answer answer = {.status = 0};
    account_data_file(&request, &answer);
    assert_int_equal(answer.status, 200);
    json_t *list = json_incref(json_object_get(answer.json, key));
    json_decref(answer.json);
    return list;
}

static void test_bans(void **state) {
    (void)state;
    assert_int_equal(sql_script(sql, "INSERT INTO ban (account, network, name, reason, at, expires)"
                                     " VALUES (1, '', 'anna', 'rude', 5, 7), (2, '', 'bert', 'cheating', 6, 0)"),
                     SQL_GOOD);
    json_t *bans = shown("bans"), *wanted = json_pack("[{s:i, s:i, s:s}]", "at", 5, "expires", 7, "reason", "rude");
    assert_true(json_equal(bans, wanted));
    json_decref(bans);
    json_decref(wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bans, begin, end),
    };
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    return failures;
}
