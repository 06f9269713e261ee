/* admin_users.c - the administration of accounts. */
#include "../rules/game.h"
#include "../translate.h"
#include "admin_inside.h"
#include "names.h"
#include "store_events.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSWORD_RANDOM = 12 /* bytes */, GAMES_TOLD = 200 };

json_t *admin_users(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const char *const columns[] = {"tname", "@created", "@seen", "bbot", "bbanned"};
    char pattern[NAME_TEXT + 2];
    snprintf(pattern, sizeof pattern, "%%%.*s%%", NAME_TEXT - 1, words[0]);
    const struct sql_value values[] = {sql_text(pattern), sql_integer(admin->now)};
    return admin_list(admin, "users",
                      "SELECT name, created, (SELECT max(seen) FROM session WHERE session.account = account.id), bot,"
                      " (SELECT count(*) FROM ban WHERE ban.account = account.id AND (expires = 0 OR expires > $2))"
                      " FROM account WHERE lower(name) LIKE lower($1) ORDER BY created, name LIMIT 1000",
                      values, 2, columns, error);
}

json_t *admin_user(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const struct {
        const char *name, *statement;
        bool visitor; /* $1 is the visitor instead of the account */
    } figures[] = {
        {"games", "SELECT count(*) FROM owner WHERE visitor = $1", true},
        {"games_open", "SELECT count(*) FROM owner JOIN game ON game.id = owner.game WHERE visitor = $1 AND over = 0",
         true},
        {"sessions", "SELECT count(*) FROM session WHERE account = $1", false},
        {"tokens", "SELECT count(*) FROM token WHERE account = $1", false},
        {"bot", "SELECT bot FROM account WHERE id = $1", false},
        {"seen", "SELECT max(seen) FROM session WHERE account = $1", false},
        {"reports_made", "SELECT count(*) FROM report WHERE visitor = $1", true},
        {"bans", "SELECT count(*) FROM ban WHERE account = $1", false},
    };
    struct account account;
    if (!admin_account(admin, words[0], &account, error))
        return NULL;
    json_t *json = json_pack("{s:s, s:I}", "name", account.name, "created", (json_int_t)account.created);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const struct sql_value value =
            figures[i].visitor ? sql_bytes(account.visitor.bytes, VISITOR_BYTES) : sql_integer(account.id);
        int64_t number;
        if (!admin_count(admin, figures[i].statement, &value, 1, &number)) {
            json_decref(json);
            return admin_lost(admin, error);
        }
        json_object_set_new(json, figures[i].name, json_integer(number));
    }
    return json;
}

/* A change of one account, by its first statement; NULL when that fails. */
static json_t *account_change(struct admin_change *change, struct tab_error *error) {
    switch (admin_change(change)) {
    case SQL_GOOD: return json_pack("{s:s}", "done", change->subject);
    case SQL_CONFLICT:
        error_set(error, 0, N_("somebody has this name, or one that looks like it: {1}"), change->detail, NULL);
        return NULL;
    case SQL_BUSY:
    case SQL_LOST:
    case SQL_WRONG:
    case SQL_UNKNOWN:
    case SQL_OUTCOME_COUNT: break;
    }
    return admin_lost(change->admin, error);
}

/* What has happened, in games and in tournaments that have ended, keeps the names it happened under. */
json_t *admin_rename(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct account account;
    char folded[NAME_TEXT];
    if (!admin_account(admin, words[0], &account, error))
        return NULL;
    if (!name_fold(words[1], folded) || !name_free(folded)) {
        error_set(error, 0, N_("'{1}' can be no name"), words[1], NULL);
        return NULL;
    }
    struct admin_change change = {.admin = admin,
                                  .action = "rename",
                                  .subject = account.name,
                                  .detail = words[1],
                                  .statements = {"UPDATE account SET name = $2, folded = $3 WHERE id = $1"},
                                  .values = {sql_integer(account.id), sql_text(words[1]), sql_text(folded)},
                                  .value_counts = {3},
                                  .account = account.id,
                                  .ends = true,
                                  .renamed = &account};
    return account_change(&change, error);
}

/* Nobody knows the old one any more, nor the new one but who reads it here. */
json_t *admin_password(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct account account;
    unsigned char bytes[PASSWORD_RANDOM];
    char password[sodium_base64_ENCODED_LEN(PASSWORD_RANDOM, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    char hash[PASSWORD_HASH_TEXT];
    if (!admin_account(admin, words[0], &account, error))
        return NULL;
    random_system(NULL, bytes, sizeof bytes);
    sodium_bin2base64(password, sizeof password, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (!password_hash(password, hash)) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    struct admin_change change = {.admin = admin,
                                  .action = "password",
                                  .subject = account.name,
                                  .detail = "",
                                  .statements = {"UPDATE account SET password = $2 WHERE id = $1",
                                                 "DELETE FROM session WHERE account = $1",
                                                 "DELETE FROM token WHERE account = $1"},
                                  .values = {sql_integer(account.id), sql_text(hash)},
                                  .value_counts = {2, 1, 1},
                                  .account = account.id,
                                  .ends = true};
    json_t *json = account_change(&change, error);
    if (json != NULL)
        json_object_set_new(json, "password", json_string(password));
    return json;
}

/* Its tokens to play are good no more. */
json_t *admin_person(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct account account;
    if (!admin_account(admin, words[0], &account, error))
        return NULL;
    struct admin_change change = {
        .admin = admin,
        .action = "person",
        .subject = account.name,
        .detail = "",
        .statements = {"UPDATE account SET bot = 0 WHERE id = $1", "DELETE FROM token WHERE account = $1"},
        .values = {sql_integer(account.id)},
        .value_counts = {1, 1},
        .account = account.id,
        .ends = true};
    return account_change(&change, error);
}

/* ---- Deleting ------------------------------------------------------------------------------------------------- */

/* Names of games, to be told to running servers. */
struct names {
    char games[GAMES_TOLD][GAME_ID_TEXT];
    int count;
};

static bool name_row(void *context, const struct sql_value *columns, int count) {
    struct names *names = context;
    (void)count;
    snprintf(names->games[names->count++], GAME_ID_TEXT, "%s", columns[0].text);
    return names->count < GAMES_TOLD;
}

/* The account's last games, which servers may still have in memory, under its name. */
static enum sql_outcome names_read(const struct admin *admin, const struct account *account, struct names *names) {
    const struct sql_value values[] = {sql_bytes(account->visitor.bytes, VISITOR_BYTES), sql_integer(GAMES_TOLD)};
    return sql_run(admin->sql, "SELECT game FROM owner WHERE visitor = $1 ORDER BY began DESC LIMIT $2", values, 2,
                   name_row, names);
}

static bool account_erase(const struct admin *admin, const struct account *account) {
    struct secret secret;
    struct desk_request request = {.account = account->id,
                                   .account_name = account->name,
                                   .visitor = account->visitor,
                                   .now = admin->now,
                                   .sql = admin->sql,
                                   .random = random_system,
                                   .secret = &secret};
    return setting_read(admin->sql, "secret", secret.bytes, sizeof secret.bytes) && account_forget(&request);
}

json_t *admin_delete(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct account account;
    struct names *names = calloc(1, sizeof *names);
    if (names == NULL || !admin_account(admin, words[0], &account, error)) {
        free(names);
        return NULL;
    }
    const struct sql_value id = sql_integer(account.id);
    struct admin_change change = {
        .admin = admin,
        .action = "delete",
        .subject = account.name,
        .detail = admin->reason,
        .statements = {"UPDATE account SET password = '' WHERE id = $1", "DELETE FROM token WHERE account = $1"},
        .values = {id},
        .value_counts = {1, 1},
        .account = account.id,
        .ends = true};
    bool good = names_read(admin, &account, names) == SQL_GOOD && admin_change(&change) == SQL_GOOD &&
                account_erase(admin, &account);
    for (int i = 0; i < names->count && good; i++)
        good = admin_tell_game(admin, names->games[i]) == SQL_GOOD;
    free(names);
    return good ? json_pack("{s:s}", "done", account.name) : admin_lost(admin, error);
}
