/* tokens.c - personal tokens, and accounts of programs. */
#include "tokens.h"
#include "accounts.h"
#include "api.h"
#include "text.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_BYTES = 32,
    TOKEN_HASH_BYTES = 32,
    TOKEN_LENGTH = 8 + 2 * TOKEN_BYTES, /* tablier_ and the bytes */
    SEEN_MS = 10 * 60 * 1000
};

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;
static const char prefix[] = "tablier_";

static const char *const scope_words[] = {"read", "play"};
static const unsigned scope_bits[] = {FOR_READ, FOR_READ | FOR_PLAY};

/* What is kept of a token. */
static bool token_hash(const char *token, unsigned char hash[TOKEN_HASH_BYTES]) {
    unsigned char bytes[TOKEN_BYTES];
    size_t length = 0;
    const char *end = NULL;
    if (strlen(token) != TOKEN_LENGTH || strncmp(token, prefix, strlen(prefix)) != 0 ||
        sodium_hex2bin(bytes, sizeof bytes, token + strlen(prefix), sizeof bytes * 2, NULL, &length, &end) != 0 ||
        length != sizeof bytes || *end != '\0')
        return false;
    return crypto_generichash(hash, TOKEN_HASH_BYTES, bytes, sizeof bytes, NULL, 0) == 0;
}

/* ---- Finding -------------------------------------------------------------------------------------------------- */

struct token_search {
    struct who *who;
    int64_t seen;
};

static bool token_row(void *context, const struct sql_value *columns, int count) {
    struct token_search *search = context;
    struct who *who = search->who;
    (void)count;
    if (columns[3].length != VISITOR_BYTES)
        return false;
    who->token = columns[0].integer;
    who->account = columns[1].integer;
    snprintf(who->name, sizeof who->name, "%s", columns[2].text);
    memcpy(who->visitor.bytes, columns[3].text, VISITOR_BYTES);
    who->scopes = (unsigned)columns[4].integer & (FOR_READ | FOR_PLAY);
    who->bot = columns[5].integer != 0;
    search->seen = columns[6].integer;
    return false;
}

enum who_outcome token_find(struct sql *sql, const char *bearer, int64_t now, struct who *who) {
    unsigned char hash[TOKEN_HASH_BYTES];
    if (!token_hash(bearer, hash))
        return WHO_WRONG;
    const struct sql_value values[] = {sql_bytes(hash, sizeof hash), sql_integer(now)};
    struct token_search search = {.who = who};
    if (sql_run(sql,
                "SELECT token.id, account.id, account.name, account.visitor, token.scopes, account.bot, token.seen"
                " FROM token JOIN account ON account.id = token.account WHERE token.hash = $1 AND token.expires > $2",
                values, 2, token_row, &search) != SQL_GOOD)
        return WHO_LATER;
    if (who->account == 0)
        return WHO_WRONG;
    if (search.seen < now - SEEN_MS) {
        const struct sql_value seen[] = {sql_integer(now), sql_integer(who->token)};
        sql_run(sql, "UPDATE token SET seen = $1 WHERE id = $2", seen, 2, NULL, NULL);
    }
    return WHO_KNOWN;
}

/* ---- Routes --------------------------------------------------------------------------------------------------- */

static bool token_list_row(void *context, const struct sql_value *columns, int count) {
    const bool play = ((unsigned)columns[2].integer & FOR_PLAY) != 0;
    (void)count;
    json_array_append_new(context, json_pack("{s:I, s:s, s:s, s:I, s:I, s:I}", "id", (json_int_t)columns[0].integer,
                                             "name", columns[1].text, "scope", scope_words[play], "created",
                                             (json_int_t)columns[3].integer, "seen", (json_int_t)columns[4].integer,
                                             "expires", (json_int_t)columns[5].integer));
    return true;
}

desk_function tokens_list, token_make, token_revoke, bot_declare;

json_t *tokens_json(const struct desk_request *request) {
    const struct sql_value values[] = {sql_integer(request->account), sql_integer(request->now)};
    json_t *tokens = json_array();
    if (sql_run(request->sql,
                "SELECT id, name, scopes, created, seen, expires FROM token WHERE account = $1 AND expires > $2"
                " ORDER BY id",
                values, 2, token_list_row, tokens) == SQL_GOOD)
        return tokens;
    json_decref(tokens);
    return NULL;
}

void tokens_list(const struct desk_request *request, struct desk_answer *answer) {
    json_t *tokens = tokens_json(request);
    if (tokens == NULL)
        desk_refuse_store(answer);
    else
        desk_say(answer, json_pack("{s:o}", "tokens", tokens));
}

static bool number_row(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

/* A token on its way into the store. */
struct token_making {
    const struct desk_request *request;
    unsigned char hash[TOKEN_HASH_BYTES];
    unsigned scopes;
    int64_t expires, id;
    bool too_many, no_bot;
};

/* Takes out those that have expired, and counts the others. */
static enum sql_outcome token_insert(struct sql *sql, void *context) {
    struct token_making *making = context;
    const struct desk_request *request = making->request;
    const struct sql_value account[] = {sql_integer(request->account), sql_integer(request->now)};
    int64_t count = 0, bot = 0;
    making->too_many = making->no_bot = false;
    sql_run(sql, "DELETE FROM token WHERE account = $1 AND expires <= $2", account, 2, NULL, NULL);
    sql_run(sql, "SELECT bot FROM account WHERE id = $1", account, 1, number_row, &bot);
    enum sql_outcome outcome =
        sql_run(sql, "SELECT count(*) FROM token WHERE account = $1", account, 1, number_row, &count);
    making->too_many = count >= TOKENS_MAX;
    making->no_bot = (making->scopes & FOR_PLAY) != 0 && bot == 0;
    if (outcome != SQL_GOOD || making->too_many || making->no_bot)
        return outcome;
    const struct sql_value values[] = {sql_integer(request->account), sql_text(desk_text(request, "name")),
                                       sql_integer(making->scopes),   sql_bytes(making->hash, sizeof making->hash),
                                       sql_integer(request->now),     sql_integer(making->expires)};
    return sql_run(sql,
                   "INSERT INTO token (account, name, scopes, hash, created, seen, expires)"
                   " VALUES ($1, $2, $3, $4, $5, 0, $6) RETURNING id",
                   values, 6, number_row, &making->id);
}

void token_make(const struct desk_request *request, struct desk_answer *answer) {
    const int scope = word_find(scope_words, 2, desk_text(request, "scope"));
    unsigned char bytes[TOKEN_BYTES];
    char token[TOKEN_LENGTH + 1];
    struct token_making making = {.request = request,
                                  .expires = request->now + desk_number(request, "days", 1) * day_ms};
    if (scope < 0) {
        desk_refuse_field(answer, "scope");
        return;
    }
    if (!text_showable(desk_text(request, "name"), NAME_TEXT - 1)) {
        desk_refuse_field(answer, "name");
        return;
    }
    struct account account;
    if (!account_prove(request, request->account_name, desk_text(request, "password"), &account, answer))
        return;
    making.scopes = scope_bits[scope];
    request->random(NULL, bytes, sizeof bytes);
    memcpy(token, prefix, sizeof prefix);
    sodium_bin2hex(token + strlen(prefix), sizeof token - strlen(prefix), bytes, sizeof bytes);
    token_hash(token, making.hash);
    if (sql_transaction(request->sql, token_insert, &making) != SQL_GOOD)
        desk_refuse_store(answer);
    else if (making.too_many)
        desk_refuse(answer, 429, "limit", "there are too many tokens already");
    else if (making.no_bot)
        desk_refuse(answer, 409, "bot", "programs play only for accounts that say they are a program's");
    else
        desk_say(answer, json_pack("{s:I, s:s, s:I}", "id", (json_int_t)making.id, "token", token, "expires",
                                   (json_int_t)making.expires));
}

static bool token_ended(void *context, const struct sql_value *columns, int count) {
    struct tokens_end *end = context;
    (void)count;
    if (end->count < TOKENS_MAX)
        end->ids[end->count++] = columns[0].integer;
    return true;
}

enum sql_outcome tokens_delete(struct sql *sql, struct tokens_end *end) {
    const struct sql_value account = sql_integer(end->account);
    end->count = 0;
    return sql_run(sql, "DELETE FROM token WHERE account = $1 RETURNING id", &account, 1, token_ended, end);
}

void tokens_close(const struct desk_request *request, const struct tokens_end *end) {
    for (int i = 0; i < end->count; i++)
        desk_end_session(request->desk, -end->ids[i]);
}

void token_revoke(const struct desk_request *request, struct desk_answer *answer) {
    int64_t id = 0;
    const char *text = request->parts[0];
    if (strspn(text, "0123456789") == strlen(text) && strlen(text) < 18)
        id = strtoll(text, NULL, 10);
    const struct sql_value values[] = {sql_integer(id), sql_integer(request->account)};
    if (sql_run(request->sql, "DELETE FROM token WHERE id = $1 AND account = $2", values, 2, NULL, NULL) != SQL_GOOD) {
        desk_refuse_store(answer);
        return;
    }
    if (sql_changed(request->sql) == 0) {
        desk_refuse(answer, 404, "token", "there is no such token");
        return;
    }
    desk_end_session(request->desk, -id);
    desk_say(answer, json_object());
}

/* For good: otherwise a person could be a program today and rated among people tomorrow. Connections that are open hear of
 * it when they are made again. */
void bot_declare(const struct desk_request *request, struct desk_answer *answer) {
    const struct sql_value account = sql_integer(request->account);
    if (sql_run(request->sql, "UPDATE account SET bot = 1 WHERE id = $1", &account, 1, NULL, NULL) != SQL_GOOD) {
        desk_refuse_store(answer);
        return;
    }
    desk_say(answer, json_pack("{s:b}", "bot", 1));
}
