/* test_sign_in.c - checking a name and a password costs the same work whether somebody has the name or not, so that nobody
 * finds out which names there are. Each row of a table is a test; each runs on every database there is. */
#include "played.h"
#include "server/accounts.h"
#include "server/throttle.h"
#include "testing.h"

#include <sodium.h>
#include <string.h>

enum { COST = 31 }; /* so many first characters of a hash say how it is made, and what it costs */

static struct sql *sql;
static struct throttle *throttle;
static char usual[PASSWORD_HASH_TEXT]; /* a hash as it is made today */

/* What was done for one sign-in. */
static int checks;
static char checked[PASSWORD_HASH_TEXT];

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */

int __real_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long length);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long length);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long length) {
    checks++;
    memcpy(checked, hash, strlen(hash) + 1);
    return __real_crypto_pwhash_str_verify(hash, password, length);
}

struct throttle *__wrap_desk_throttle(struct desk *desk, enum desk_throttle which);
struct throttle *__wrap_desk_throttle(struct desk *desk, enum desk_throttle which) {
    (void)desk;
    (void)which;
    return throttle;
}

/* NOLINTEND(readability-identifier-naming) */

struct row {
    const char *name, *password;
    bool right;
};

static struct row rows[] = {
    {"anna", "correct horse 7", true}, {"anna", "wrong horse 7", false},    {"ANNA", "wrong horse 7", false},
    {"carla", "wrong horse 7", false}, {"carla", "correct horse 7", false}, {"carla", "", false},
    {"<b>", "wrong horse 7", false},
};

static const char *row_name(const void *row) { return ((const struct row *)row)->name; }

static void test_prove(void **state) {
    const struct row *row = *state;
    const struct desk_request request = {.address = "192.0.2.1", .now = 1, .sql = sql};
    struct desk_answer answer = {.status = 0};
    struct account account;
    checks = 0;
    assert_int_equal(account_prove(&request, row->name, row->password, &account, &answer), row->right);
    assert_int_equal(checks, 1);
    assert_memory_equal(checked, usual, COST);
    assert_int_equal(answer.status, row->right ? 0 : 401);
    json_decref(answer.json);
}

static int rows_run(enum database_kind kind) {
    struct database database;
    const struct sql_value hash = sql_text(usual);
    sql = played_open(&database, kind);
    played_account(sql, "anna");
    sql_run(sql, "UPDATE account SET password = $1", &hash, 1, NULL, NULL);
    const int failures =
        testing_run_rows(database_names[kind], test_prove, rows, sizeof *rows, sizeof rows / sizeof *rows, row_name);
    played_close(&database, sql);
    return failures;
}

int main(void) {
    throttle = throttle_new(1000, 1);
    if (sodium_init() < 0 || throttle == NULL || !password_hash("correct horse 7", usual))
        return 1;
    const int failures = rows_run(DATABASE_SQLITE) + rows_run(DATABASE_POSTGRESQL);
    throttle_free(throttle);
    return failures;
}
