/* load_accounts.c - accounts for a load on the service, written into its store: load_accounts STORE COUNT. Prints a cookie
 * for each of them, a line each. Their passwords are good for nothing: making 2,000 real ones takes minutes. */
#include "server/sql.h"
#include "server/who.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <tablier.h>
#include <time.h>

enum { YEAR_S = 365 * 24 * 3600 };

struct crowd {
    int count;
};

static bool account_write(struct sql *sql, int number, const char *cookie, int64_t now) {
    unsigned char visitor[VISITOR_BYTES], hash[SESSION_HASH_BYTES];
    char name[32];
    randombytes_buf(visitor, sizeof visitor);
    session_hash(cookie, hash);
    snprintf(name, sizeof name, "load%d", number);
    const struct sql_value account[] = {
        sql_integer(number), sql_text(name), sql_text(name), sql_text(""), sql_bytes(visitor, sizeof visitor),
        sql_integer(now)};
    const struct sql_value session[] = {sql_integer(number), sql_integer(number), sql_bytes(hash, sizeof hash),
                                        sql_integer(now), sql_integer(now + (int64_t)YEAR_S * 1000)};
    return sql_run(sql,
                   "INSERT INTO account (id, name, folded, password, visitor, created) VALUES ($1, $2, $3, $4, $5, $6)",
                   account, 6, NULL, NULL) == SQL_GOOD &&
           sql_run(sql,
                   "INSERT INTO session (id, account, hash, began, seen, expires, address, agent)"
                   " VALUES ($1, $2, $3, $4, $4, $5, '127.0.0.1', 'load')",
                   session, 5, NULL, NULL) == SQL_GOOD;
}

static enum sql_outcome crowd_write(struct sql *sql, void *context) {
    const struct crowd *crowd = context;
    const int64_t now = (int64_t)time(NULL) * 1000;
    for (int i = 1; i <= crowd->count; i++) {
        unsigned char bytes[SESSION_BYTES];
        char cookie[SESSION_COOKIE_TEXT];
        randombytes_buf(bytes, sizeof bytes);
        sodium_bin2hex(cookie, sizeof cookie, bytes, sizeof bytes);
        if (!account_write(sql, i, cookie, now))
            return sql_failed(sql);
        printf("tablier-session=%s\n", cookie);
    }
    return SQL_GOOD;
}

int main(int count, char **words) {
    struct crowd crowd = {.count = count == 3 ? (int)strtol(words[2], NULL, 10) : 0};
    struct tab_error error = {0};
    if (crowd.count < 1 || sodium_init() < 0) {
        fprintf(stderr, "usage: load_accounts STORE COUNT\n");
        return 2;
    }
    struct sql *sql = sql_open(words[1], &error);
    const bool good = sql != NULL && sql_transaction(sql, crowd_write, &crowd) == SQL_GOOD;
    if (!good)
        fprintf(stderr, "load_accounts: %s\n", sql != NULL ? sql_problem(sql) : error.what);
    sql_close(sql);
    return good ? 0 : 1;
}
