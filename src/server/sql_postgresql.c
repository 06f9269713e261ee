/* sql_postgresql.c - a database of PostgreSQL, through libpq.
 *
 * When the connection goes while a commit is on its way, nobody knows whether it was carried out. So every transaction
 * writes its number into a row that belongs to the connection, and what has become of a commit is asked of that row once
 * the database is there again: its lock makes the question wait for the old transaction, should that be going on yet. */
#include "../rules/game.h"
#include "../translate.h"
#include "sql_inside.h"
#include "visitor.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_MS = 1000, SETTLE_MS = 10000, SETTLE_PAUSE_MS = 100, ID_BYTES = 12, NUMBER_TEXT = 32 };

/* Types of PostgreSQL, which never change their numbers. */
enum { TYPE_BOOL = 16, TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };
enum { TYPE_FLOAT4 = 700, TYPE_FLOAT8 = 701, TYPE_NUMERIC = 1700 };

struct postgresql {
    struct sql sql;
    PGconn *connection;
    char *texts[SQL_STATEMENTS]; /* prepared by the name of their place */
    char id[2 * ID_BYTES + 1];   /* of the row of this connection */
    int64_t transactions;        /* begun, and in that row when committed */
    int64_t retry_at;            /* not before this time a lost connection is made anew, */
    unsigned retry_made;         /* unless `connections_made` is another meanwhile */
};

/* Counts the connections of the process that were made. With one of them the database is back for all: nobody then finds it
 * away who has tried a moment too early. */
static _Atomic unsigned connections_made;

static struct postgresql *postgresql_of(struct sql *sql) { return (struct postgresql *)sql; }

static int64_t clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Failures ------------------------------------------------------------------------------------------------- */

static bool connection_good(const struct postgresql *postgresql) {
    return PQstatus(postgresql->connection) == CONNECTION_OK;
}

/* What a code of five characters means for who asked. */
static enum sql_outcome state_outcome(const char *state) {
    static const struct {
        const char *begin;
        enum sql_outcome outcome;
    } rows[] = {
        {"23505", SQL_CONFLICT}, {"23503", SQL_CONFLICT}, {"40", SQL_BUSY},    {"55P03", SQL_BUSY},
        {"08", SQL_LOST},        {"53", SQL_LOST},        {"57", SQL_LOST},    {"58", SQL_LOST},
        {"XX", SQL_LOST},        {"25P03", SQL_LOST},     {"25006", SQL_LOST}, /* a server that only reads, while another takes over */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strncmp(state, rows[i].begin, strlen(rows[i].begin)) == 0)
            return rows[i].outcome;
    return SQL_WRONG;
}

static enum sql_outcome failure_note(struct postgresql *postgresql, const PGresult *result) {
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *message = result != NULL ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (message == NULL)
        message = PQerrorMessage(postgresql->connection);
    const enum sql_outcome outcome = state != NULL && connection_good(postgresql) ? state_outcome(state) : SQL_LOST;
    return sql_fail(&postgresql->sql, outcome, message);
}

/* Takes a result that has no rows of interest. */
static enum sql_outcome result_take(struct postgresql *postgresql, PGresult *result) {
    const ExecStatusType status = PQresultStatus(result);
    const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
    const enum sql_outcome outcome = good ? SQL_GOOD : failure_note(postgresql, result);
    PQclear(result);
    return outcome;
}

static enum sql_outcome text_run(struct postgresql *postgresql, const char *text) {
    return result_take(postgresql, PQexec(postgresql->connection, text));
}

/* ---- The connection ------------------------------------------------------------------------------------------- */

/* Making tables may take others a while. */
#define LOCK "SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(7826135094)"

/* Commits wait for the disk, whatever is usual there. A client that is gone holds nothing up for long. */
static const char preparation[] =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
    "SET default_transaction_isolation = 'read committed'; SET idle_in_transaction_session_timeout = '20s';"
    "SET lock_timeout = '2s'; SET client_min_messages = warning; SET standard_conforming_strings = on";

static const char tables[] =
    "BEGIN; " LOCK ";"
    "CREATE TABLE IF NOT EXISTS tablier_version (version BIGINT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS tablier_connection (id TEXT PRIMARY KEY, commits BIGINT NOT NULL,"
    " seen TIMESTAMPTZ NOT NULL DEFAULT now()); COMMIT";

static bool tables_there(struct postgresql *postgresql) {
    PGresult *result = PQexec(postgresql->connection, "SELECT 1 WHERE to_regclass('tablier_connection') IS NOT NULL");
    const bool there = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    PQclear(result);
    return there;
}

/* After a connection was made: nothing that was prepared is there any more. */
static enum sql_outcome session_begin(struct postgresql *postgresql) {
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        free(postgresql->texts[i]);
        postgresql->texts[i] = NULL;
    }
    if (!connection_good(postgresql))
        return failure_note(postgresql, NULL);
    enum sql_outcome outcome = text_run(postgresql, preparation);
    if (outcome == SQL_GOOD && !tables_there(postgresql))
        outcome = text_run(postgresql, tables);
    if (outcome == SQL_GOOD)
        outcome = text_run(postgresql, "DELETE FROM tablier_connection WHERE seen < now() - INTERVAL '7 days'");
    return outcome;
}

/* Makes a lost connection anew; not again and again when that fails, since it may take its time. */
static enum sql_outcome connection_renew(struct postgresql *postgresql) {
    if (connection_good(postgresql))
        return SQL_GOOD;
    const unsigned made = connections_made;
    if (postgresql->sql.inside || (clock_ms() < postgresql->retry_at && made == postgresql->retry_made))
        return SQL_LOST;
    PQreset(postgresql->connection);
    const enum sql_outcome outcome = session_begin(postgresql);
    if (outcome == SQL_GOOD)
        connections_made++;
    else
        postgresql->retry_at = clock_ms() + RETRY_MS;
    postgresql->retry_made = made;
    return outcome;
}

/* ---- Statements ----------------------------------------------------------------------------------------------- */

static Oid kind_type(enum sql_kind kind) {
    switch (kind) {
    case SQL_INTEGER: return TYPE_INT8;
    case SQL_REAL: return TYPE_FLOAT8;
    case SQL_TEXT: return TYPE_TEXT;
    case SQL_BYTES: return TYPE_BYTEA;
    case SQL_NULL:
    case SQL_KIND_COUNT: break;
    }
    return 0; /* what fits there */
}

static enum sql_outcome statement_prepare(struct postgresql *postgresql, int place, const char *statement,
                                          const struct sql_value *values, int count) {
    char name[NUMBER_TEXT], old[2 * NUMBER_TEXT];
    Oid types[SQL_VALUES_MAX];
    for (int i = 0; i < count; i++)
        types[i] = kind_type(values[i].kind);
    snprintf(name, sizeof name, "s%d", place);
    if (postgresql->texts[place] != NULL) {
        snprintf(old, sizeof old, "DEALLOCATE %s", name);
        const enum sql_outcome outcome = text_run(postgresql, old);
        if (outcome != SQL_GOOD)
            return outcome;
        free(postgresql->texts[place]);
        postgresql->texts[place] = NULL;
    }
    char *text = sql_expand(postgresql->sql.database, statement), *key = strdup(statement);
    enum sql_outcome outcome = sql_fail(&postgresql->sql, SQL_LOST, NULL);
    if (text != NULL && key != NULL)
        outcome = result_take(postgresql, PQprepare(postgresql->connection, name, text, count, types));
    free(text);
    if (outcome == SQL_GOOD)
        postgresql->texts[place] = key;
    else
        free(key);
    return outcome;
}

/* Makes sure that a statement is prepared, and says under the number of which place. */
static enum sql_outcome statement_find(struct postgresql *postgresql, const char *statement,
                                       const struct sql_value *values, int count, int *place) {
    enum sql_outcome outcome = connection_renew(postgresql);
    if (outcome != SQL_GOOD)
        return outcome;
    *place = sql_place(postgresql->texts, statement);
    const char *there = postgresql->texts[*place];
    if (there != NULL && strcmp(there, statement) == 0)
        return SQL_GOOD;
    outcome = statement_prepare(postgresql, *place, statement, values, count);
    if (outcome != SQL_LOST || connection_good(postgresql) || connection_renew(postgresql) != SQL_GOOD)
        return outcome;
    *place = sql_place(postgresql->texts, statement);
    return statement_prepare(postgresql, *place, statement, values, count);
}

static PGresult *statement_send(struct postgresql *postgresql, int place, const struct sql_value *values, int count) {
    char name[NUMBER_TEXT], numbers[SQL_VALUES_MAX][NUMBER_TEXT];
    const char *texts[SQL_VALUES_MAX];
    int lengths[SQL_VALUES_MAX], formats[SQL_VALUES_MAX];
    snprintf(name, sizeof name, "s%d", place);
    for (int i = 0; i < count; i++) {
        const struct sql_value *value = &values[i];
        formats[i] = value->kind == SQL_BYTES;
        lengths[i] = (int)value->length;
        texts[i] = value->kind == SQL_NULL ? NULL : value->text;
        if (value->kind == SQL_INTEGER || value->kind == SQL_REAL)
            texts[i] = numbers[i];
        if (value->kind == SQL_INTEGER)
            snprintf(numbers[i], NUMBER_TEXT, "%lld", (long long)value->integer);
        if (value->kind == SQL_REAL)
            snprintf(numbers[i], NUMBER_TEXT, "%.17g", value->real);
        if (value->kind == SQL_BYTES && value->length == 0)
            texts[i] = ""; /* a pointer to nothing would be NULL */
    }
    return PQexecPrepared(postgresql->connection, name, count, texts, lengths, formats, 0);
}

/* ---- Rows ----------------------------------------------------------------------------------------------------- */

/* Bytes are decoded into memory that the caller frees. */
static struct sql_value column_read(const PGresult *result, int row, int column, unsigned char **decoded) {
    const char *text = PQgetvalue(result, row, column);
    size_t length = 0;
    if (PQgetisnull(result, row, column))
        return sql_null();
    switch (PQftype(result, column)) {
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8: return sql_integer(strtoll(text, NULL, 10));
    case TYPE_BOOL: return sql_integer(text[0] == 't');
    case TYPE_FLOAT4:
    case TYPE_FLOAT8: return sql_real(strtod(text, NULL));
    case TYPE_NUMERIC: /* a sum of integers, or an average */
        return strchr(text, '.') != NULL ? sql_real(strtod(text, NULL)) : sql_integer(strtoll(text, NULL, 10));
    case TYPE_BYTEA:
        *decoded = PQunescapeBytea((const unsigned char *)text, &length);
        return *decoded != NULL ? sql_bytes(*decoded, length) : sql_null();
    default:
        return (struct sql_value){.kind = SQL_TEXT, .text = text, .length = (size_t)PQgetlength(result, row, column)};
    }
}

static bool row_give(const PGresult *result, int row, sql_row_function *each, void *context) {
    struct sql_value columns[SQL_VALUES_MAX];
    unsigned char *decoded[SQL_VALUES_MAX] = {NULL};
    const int count = PQnfields(result) < SQL_VALUES_MAX ? PQnfields(result) : SQL_VALUES_MAX;
    for (int i = 0; i < count; i++)
        columns[i] = column_read(result, row, i, &decoded[i]);
    const bool wanted = each(context, columns, count);
    for (int i = 0; i < count; i++)
        PQfreemem(decoded[i]);
    return wanted;
}

static void rows_give(const PGresult *result, sql_row_function *each, void *context) {
    for (int row = 0; each != NULL && row < PQntuples(result); row++)
        if (!row_give(result, row, each, context))
            return;
}

static bool statement_reads(const char *statement) { return strncmp(statement, "SELECT ", 7) == 0; }

/* Sends a statement once. A change outside a transaction whose answer is lost may have been made. */
static enum sql_outcome statement_try(struct postgresql *postgresql, const char *statement,
                                      const struct sql_value *values, int count, PGresult **result) {
    int place;
    const enum sql_outcome outcome = statement_find(postgresql, statement, values, count, &place);
    if (outcome != SQL_GOOD)
        return outcome;
    *result = statement_send(postgresql, place, values, count);
    const ExecStatusType status = PQresultStatus(*result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return SQL_GOOD;
    const enum sql_outcome failure = failure_note(postgresql, *result);
    const bool doubtful = !connection_good(postgresql) && !postgresql->sql.inside && !statement_reads(statement);
    return doubtful ? SQL_UNKNOWN : failure;
}

static enum sql_outcome postgresql_run(struct sql *sql, const char *statement, const struct sql_value *values,
                                       int count, sql_row_function *each, void *context) {
    struct postgresql *postgresql = postgresql_of(sql);
    PGresult *result = NULL;
    enum sql_outcome outcome = statement_try(postgresql, statement, values, count, &result);
    if (outcome == SQL_LOST && result != NULL && !connection_good(postgresql) && !sql->inside) {
        PQclear(result);
        result = NULL;
        outcome = statement_try(postgresql, statement, values, count, &result);
    }
    sql->changed = 0;
    if (outcome == SQL_GOOD && !statement_reads(statement))
        sql->changed = strtoll(PQcmdTuples(result), NULL, 10);
    if (outcome == SQL_GOOD)
        rows_give(result, each, context);
    PQclear(result);
    return outcome;
}

static enum sql_outcome postgresql_script(struct sql *sql, const char *statements) {
    const enum sql_outcome outcome = connection_renew(postgresql_of(sql));
    return outcome == SQL_GOOD ? text_run(postgresql_of(sql), statements) : outcome;
}

/* ---- Transactions --------------------------------------------------------------------------------------------- */

static enum sql_outcome postgresql_begin(struct sql *sql, bool alone) {
    struct postgresql *postgresql = postgresql_of(sql);
    char text[320];
    enum sql_outcome outcome = SQL_LOST;
    snprintf(text, sizeof text,
             "BEGIN%s; INSERT INTO tablier_connection (id, commits) VALUES ('%s', %lld)"
             " ON CONFLICT (id) DO UPDATE SET commits = excluded.commits, seen = excluded.seen",
             alone ? " ISOLATION LEVEL SERIALIZABLE" : "", postgresql->id, (long long)++postgresql->transactions);
    for (int try = 0; try < 2 && outcome == SQL_LOST; try++) {
        outcome = connection_renew(postgresql);
        if (outcome != SQL_GOOD)
            return outcome;
        outcome = text_run(postgresql, text);
        if (outcome != SQL_GOOD && connection_good(postgresql))
            PQclear(PQexec(postgresql->connection, "ROLLBACK"));
    }
    return outcome;
}

/* The problem that led here is kept. */
static void postgresql_rollback(struct sql *sql) {
    struct postgresql *postgresql = postgresql_of(sql);
    if (PQtransactionStatus(postgresql->connection) != PQTRANS_IDLE && connection_good(postgresql))
        PQclear(PQexec(postgresql->connection, "ROLLBACK"));
}

/* Whether the row of this connection has the number of the last transaction. */
static enum sql_outcome commit_ask(struct postgresql *postgresql) {
    char text[160];
    snprintf(text, sizeof text, "SELECT commits FROM tablier_connection WHERE id = '%s' FOR UPDATE", postgresql->id);
    PGresult *result = PQexec(postgresql->connection, text);
    enum sql_outcome outcome = SQL_UNKNOWN;
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        outcome = PQntuples(result) == 1 && strtoll(PQgetvalue(result, 0, 0), NULL, 10) == postgresql->transactions
                      ? SQL_GOOD
                      : SQL_LOST;
    PQclear(result);
    return outcome;
}

static enum sql_outcome postgresql_settle(struct sql *sql) {
    struct postgresql *postgresql = postgresql_of(sql);
    const struct timespec pause = {.tv_nsec = SETTLE_PAUSE_MS * 1000000L};
    const int64_t until = clock_ms() + SETTLE_MS;
    enum sql_outcome outcome = SQL_UNKNOWN;
    while (outcome == SQL_UNKNOWN && clock_ms() < until) {
        postgresql->retry_at = 0;
        if (connection_renew(postgresql) == SQL_GOOD)
            outcome = commit_ask(postgresql);
        if (outcome == SQL_UNKNOWN)
            nanosleep(&pause, NULL);
    }
    return outcome;
}

static enum sql_outcome postgresql_commit(struct sql *sql) {
    struct postgresql *postgresql = postgresql_of(sql);
    const enum sql_outcome outcome = text_run(postgresql, "COMMIT");
    if (outcome == SQL_GOOD || connection_good(postgresql))
        return outcome;
    sql->inside = false; /* it is gone with the connection, which may be made anew */
    return postgresql_settle(sql);
}

static bool postgresql_notify(struct sql *sql, const char *channel, const char *text) {
    const struct sql_value values[] = {sql_text(channel), sql_text(text)};
    return sql_run(sql, "SELECT pg_notify($1, $2)", values, 2, NULL, NULL) == SQL_GOOD;
}

/* ---- Hearing -------------------------------------------------------------------------------------------------- */

static bool postgresql_listen(struct sql *sql, const char *channel) {
    struct postgresql *postgresql = postgresql_of(sql);
    char text[256];
    postgresql->retry_at = 0;
    if (connection_renew(postgresql) != SQL_GOOD)
        return false;
    char *name = PQescapeIdentifier(postgresql->connection, channel, strlen(channel));
    snprintf(text, sizeof text, "LISTEN %s", name != NULL ? name : "");
    PQfreemem(name);
    return text_run(postgresql, text) == SQL_GOOD;
}

static int postgresql_hear(struct sql *sql, int wake, sql_heard_function *each, void *context) {
    struct postgresql *postgresql = postgresql_of(sql);
    struct pollfd sources[] = {{.fd = PQsocket(postgresql->connection), .events = POLLIN},
                               {.fd = wake, .events = POLLIN}};
    PGnotify *told;
    int count = 0;
    if (sources[0].fd < 0 || poll(sources, 2, -1) < 0 || PQconsumeInput(postgresql->connection) == 0) {
        sql_fail(sql, SQL_LOST, PQerrorMessage(postgresql->connection));
        return -1;
    }
    while ((told = PQnotifies(postgresql->connection)) != NULL) {
        each(context, told->extra);
        PQfreemem(told);
        count++;
    }
    return count;
}

/* ---- The version ---------------------------------------------------------------------------------------------- */

static bool version_take(void *context, const struct sql_value *columns, int count) {
    if (count > 0)
        *(int64_t *)context = columns[0].integer;
    return false;
}

static enum sql_outcome postgresql_version(struct sql *sql, int64_t *version) {
    *version = 0;
    return postgresql_run(sql, "SELECT version FROM tablier_version", NULL, 0, version_take, version);
}

static enum sql_outcome postgresql_version_set(struct sql *sql, int64_t version) {
    const struct sql_value value = sql_integer(version);
    const enum sql_outcome outcome = postgresql_run(sql, "DELETE FROM tablier_version", NULL, 0, NULL, NULL);
    if (outcome != SQL_GOOD)
        return outcome;
    return postgresql_run(sql, "INSERT INTO tablier_version (version) VALUES ($1)", &value, 1, NULL, NULL);
}

static enum sql_outcome postgresql_version_lock(struct sql *sql) { return text_run(postgresql_of(sql), LOCK); }

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static void postgresql_close(struct sql *sql) {
    struct postgresql *postgresql = postgresql_of(sql);
    char text[128];
    snprintf(text, sizeof text, "DELETE FROM tablier_connection WHERE id = '%s'", postgresql->id);
    if (postgresql->transactions > 0 && connection_good(postgresql))
        text_run(postgresql, text);
    for (int i = 0; i < SQL_STATEMENTS; i++)
        free(postgresql->texts[i]);
    PQfinish(postgresql->connection);
    free(postgresql);
}

static const struct sql_database database = {
    .parameter = '$',
    .words = {[SQL_WORD_INTEGER] = "BIGINT",
              [SQL_WORD_REAL] = "DOUBLE PRECISION",
              [SQL_WORD_BYTES] = "BYTEA",
              [SQL_WORD_IDENTITY] = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
              [SQL_WORD_STRICT] = "",
              [SQL_WORD_KEYED] = "",
              [SQL_WORD_SKIP_LOCKED] = "FOR UPDATE SKIP LOCKED"},
    .close = postgresql_close,
    .run = postgresql_run,
    .script = postgresql_script,
    .begin = postgresql_begin,
    .commit = postgresql_commit,
    .rollback = postgresql_rollback,
    .settle = postgresql_settle,
    .notify = postgresql_notify,
    .listen = postgresql_listen,
    .hear = postgresql_hear,
    .version = postgresql_version,
    .version_set = postgresql_version_set,
    .version_lock = postgresql_version_lock,
};

static void notice_ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

static void id_make(char id[2 * ID_BYTES + 1]) {
    unsigned char bytes[ID_BYTES];
    random_system(NULL, bytes, sizeof bytes);
    for (int i = 0; i < ID_BYTES; i++)
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
}

bool sql_address_check(const char *address, struct tab_error *error) {
    char *problem = NULL;
    if (!sql_remote(address))
        return error_set(error, 0, N_("the store is postgresql://USER@HOST/NAME, or nothing for a file"), NULL, NULL);
    PQconninfoOption *options = PQconninfoParse(address, &problem);
    if (options == NULL) {
        const char *what = problem != NULL ? problem : _("out of memory");
        error_set_span(error, 0, N_("the address of the store is wrong: {1}"), what, strcspn(what, "\n"));
    }
    PQfreemem(problem);
    PQconninfoFree(options);
    return options != NULL;
}

/* What the address says counts more than what stands before it here. */
static PGconn *connection_make(const char *address) {
    static const char *const names[] = {"connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "fallback_application_name",
                                        "dbname",
                                        "client_encoding",
                                        NULL};
    const char *const values[] = {"5", "15000", "10", "5", "3", "tablier", address, "UTF8", NULL};
    return PQconnectdbParams(names, values, 1);
}

struct sql *sql_postgresql_open(const char *address, struct tab_error *error) {
    char name[256];
    struct postgresql *postgresql = calloc(1, sizeof *postgresql);
    if (postgresql == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    postgresql->sql.database = &database;
    id_make(postgresql->id);
    postgresql->connection = connection_make(address);
    PQsetNoticeProcessor(postgresql->connection, notice_ignore, NULL);
    if (session_begin(postgresql) == SQL_GOOD)
        return &postgresql->sql;
    sql_name(address, name, sizeof name);
    error_set(error, 0, N_("cannot open the store {1}: {2}"), name, postgresql->sql.problem);
    postgresql_close(&postgresql->sql);
    return NULL;
}
