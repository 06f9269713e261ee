/* sql.c - what SQLite and PostgreSQL have in common. */
#include "sql_inside.h"
#include "../rules/game.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES = 8, PAUSE_MS = 5 };

/* ---- Values and addresses ------------------------------------------------------------------------------------- */

struct sql_value sql_text(const char *text) {
    if (text == NULL)
        return sql_null();
    return (struct sql_value){.kind = SQL_TEXT, .text = text, .length = strlen(text)};
}

struct sql_value sql_bytes(const void *bytes, size_t length) {
    return (struct sql_value){.kind = SQL_BYTES, .text = bytes, .length = length};
}

bool sql_remote(const char *address) {
    return strncmp(address, "postgresql://", 13) == 0 || strncmp(address, "postgres://", 11) == 0;
}

bool sql_shared(const struct sql *sql) { return sql->database->words[SQL_WORD_SKIP_LOCKED][0] != '\0'; }

/* A password may stand before the @ of the host, or be a parameter: both are left out. */
void sql_name(const char *address, char *buffer, size_t size) {
    const char *parameters = strchr(address, '?');
    const size_t length = parameters != NULL ? (size_t)(parameters - address) : strlen(address);
    if (!sql_remote(address)) {
        snprintf(buffer, size, "%s", address);
        return;
    }
    const char *host = strstr(address, "://") + 3, *at = memchr(host, '@', length - (size_t)(host - address));
    if (at != NULL)
        host = at + 1;
    snprintf(buffer, size, "postgresql://%.*s", (int)(address + length - host), host);
}

/* ---- Texts of statements -------------------------------------------------------------------------------------- */

static const char *const words[SQL_WORD_COUNT] = {
    [SQL_WORD_INTEGER] = "{INTEGER}",         [SQL_WORD_REAL] = "{REAL}",     [SQL_WORD_BYTES] = "{BYTES}",
    [SQL_WORD_IDENTITY] = "{IDENTITY}",       [SQL_WORD_STRICT] = "{STRICT}", [SQL_WORD_KEYED] = "{KEYED}",
    [SQL_WORD_SKIP_LOCKED] = "{SKIP LOCKED}",
};

static int word_at(const char *text) {
    for (int i = 0; i < SQL_WORD_COUNT; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return i;
    return -1;
}

/* Writes the text when there is room, and returns its length. */
static size_t statement_write(const struct sql_database *database, const char *statement, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    bool quoted = false;
    for (const char *at = statement; *at != '\0'; at++) {
        const int word = !quoted && *at == '{' ? word_at(at) : -1;
        quoted = quoted != (*at == '\'');
        if (word >= 0) {
            text_string(&text, database->words[word]);
            at += strlen(words[word]) - 1;
        } else
            text_char(&text, !quoted && *at == '$' && isdigit((unsigned char)at[1]) ? database->parameter : *at);
    }
    return text_end(&text);
}

char *sql_expand(const struct sql_database *database, const char *statement) {
    const size_t size = statement_write(database, statement, NULL, 0) + 1;
    char *text = malloc(size);
    if (text != NULL)
        statement_write(database, statement, text, size);
    return text;
}

int sql_place(char *const texts[SQL_STATEMENTS], const char *statement) {
    uint32_t hash = 2166136261U;
    for (const char *at = statement; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619U;
    const int first = (int)(hash % SQL_STATEMENTS);
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        const int place = (first + i) % SQL_STATEMENTS;
        if (texts[place] == NULL || strcmp(texts[place], statement) == 0)
            return place;
    }
    return first;
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

struct sql *sql_open(const char *address, struct tab_error *error) {
    return sql_remote(address) ? sql_postgresql_open(address, error) : sql_sqlite_open(address, error);
}

void sql_close(struct sql *sql) {
    if (sql == NULL)
        return;
    sql_rollback(sql);
    sql->database->close(sql);
}

enum sql_outcome sql_fail(struct sql *sql, enum sql_outcome outcome, const char *problem) {
    snprintf(sql->problem, sizeof sql->problem, "%s", problem != NULL && problem[0] != '\0' ? problem : "no memory");
    sql->problem[strcspn(sql->problem, "\n")] = '\0';
    return outcome;
}

static enum sql_outcome outcome_note(struct sql *sql, enum sql_outcome outcome) {
    if (sql->inside)
        sql->failed = outcome;
    return outcome;
}

enum sql_outcome sql_run(struct sql *sql, const char *statement, const struct sql_value *values, int count,
                         sql_row_function *each, void *context) {
    assert(count <= SQL_VALUES_MAX);
    if (sql->failed != SQL_GOOD)
        return sql->failed;
    return outcome_note(sql, sql->database->run(sql, statement, values, count, each, context));
}

enum sql_outcome sql_script(struct sql *sql, const char *statements) {
    if (sql->failed != SQL_GOOD)
        return sql->failed;
    char *text = sql_expand(sql->database, statements);
    const enum sql_outcome outcome = text != NULL ? sql->database->script(sql, text) : sql_fail(sql, SQL_LOST, NULL);
    free(text);
    return outcome_note(sql, outcome);
}

int64_t sql_changed(const struct sql *sql) { return sql->changed; }

enum sql_outcome sql_failed(const struct sql *sql) { return sql->failed; }

const char *sql_problem(const struct sql *sql) { return sql->problem; }

bool sql_notify(struct sql *sql, const char *channel, const char *text) {
    return sql->failed == SQL_GOOD && sql->database->notify(sql, channel, text);
}

bool sql_listen(struct sql *sql, const char *channel) { return sql->database->listen(sql, channel); }

int sql_hear(struct sql *sql, int wake, sql_heard_function *each, void *context) {
    return sql->database->hear(sql, wake, each, context);
}

/* ---- Transactions --------------------------------------------------------------------------------------------- */

static enum sql_outcome transaction_begin(struct sql *sql, bool alone) {
    assert(!sql->inside);
    const enum sql_outcome outcome = sql->database->begin(sql, alone);
    sql->inside = outcome == SQL_GOOD;
    sql->failed = SQL_GOOD;
    return outcome;
}

static void transaction_end(struct sql *sql) {
    sql->inside = false;
    sql->failed = SQL_GOOD;
}

enum sql_outcome sql_begin(struct sql *sql) { return transaction_begin(sql, false); }

enum sql_outcome sql_commit(struct sql *sql) {
    assert(sql->inside);
    enum sql_outcome outcome = sql->failed;
    if (outcome == SQL_GOOD)
        outcome = sql->database->commit(sql);
    if (outcome == SQL_GOOD || outcome == SQL_UNKNOWN)
        transaction_end(sql);
    else
        sql_rollback(sql);
    return outcome;
}

void sql_rollback(struct sql *sql) {
    if (sql->inside)
        sql->database->rollback(sql);
    transaction_end(sql);
}

enum sql_outcome sql_settle(struct sql *sql) { return sql->database->settle(sql); }

/* Different for each who waits, so that those who were in each other's way are not so again. */
static void pause_make(int try) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t most = (int64_t)PAUSE_MS * 1000000 << try;
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = (long)((int64_t)now.tv_nsec * 7919 % most % 1000000000)};
    nanosleep(&pause, NULL);
}

enum sql_outcome sql_transaction(struct sql *sql, sql_function *function, void *context) {
    enum sql_outcome outcome = SQL_BUSY;
    for (int try = 0; try < TRIES && outcome == SQL_BUSY; try++) {
        if (try > 0)
            pause_make(try);
        outcome = transaction_begin(sql, true);
        if (outcome != SQL_GOOD)
            return outcome; /* it has waited for its turn, which did not come */
        outcome = function(sql, context);
        if (sql->failed != SQL_GOOD)
            outcome = sql->failed;
        if (outcome == SQL_GOOD)
            outcome = sql_commit(sql);
        else
            sql_rollback(sql);
    }
    return outcome;
}

enum sql_outcome sql_attempt(struct sql *sql, sql_function *function, void *context) {
    enum sql_outcome outcome = sql_script(sql, "SAVEPOINT attempt");
    if (outcome != SQL_GOOD)
        return outcome;
    outcome = function(sql, context);
    if (sql->failed != SQL_GOOD)
        outcome = sql->failed;
    sql->failed = SQL_GOOD;
    if (outcome != SQL_GOOD) {
        char problem[SQL_PROBLEM_TEXT];
        memcpy(problem, sql->problem, sizeof problem);
        sql_script(sql, "ROLLBACK TO SAVEPOINT attempt");
        if (sql->failed == SQL_GOOD)
            memcpy(sql->problem, problem, sizeof problem);
    }
    const enum sql_outcome released = sql_script(sql, "RELEASE SAVEPOINT attempt");
    return released != SQL_GOOD ? released : outcome;
}

/* ---- The version of the tables -------------------------------------------------------------------------------- */

enum sql_outcome sql_version(struct sql *sql, int64_t *version) {
    if (sql->failed != SQL_GOOD)
        return sql->failed;
    return outcome_note(sql, sql->database->version(sql, version));
}

enum sql_outcome sql_version_set(struct sql *sql, int64_t version) {
    if (sql->failed != SQL_GOOD)
        return sql->failed;
    return outcome_note(sql, sql->database->version_set(sql, version));
}

enum sql_outcome sql_version_lock(struct sql *sql) {
    if (sql->failed != SQL_GOOD)
        return sql->failed;
    return outcome_note(sql, sql->database->version_lock(sql));
}

static bool clock_take(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].integer;
    return false;
}

int64_t sql_clock(struct sql *sql) {
    int64_t now = 0;
    if (sql_shared(sql))
        sql_run(sql, "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", NULL, 0, clock_take, &now);
    return now;
}
