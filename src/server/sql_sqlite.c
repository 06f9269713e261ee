/* sql_sqlite.c - a file of SQLite.
 *
 * In WAL mode readers and the one writer do not wait for each other. A commit waits for the disk (synchronous=FULL), so
 * what is committed survives a loss of power. */
#include "../rules/game.h"
#include "../translate.h"
#include "sql_inside.h"
#include "turnstile.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 2000, CLEAR_MS = 100, CLEAR_TRIES = 10, LOG_MUCH = 64000, FILE_MODE = 0600 };

struct sqlite {
    struct sql sql;
    sqlite3 *connection;
    char *texts[SQL_STATEMENTS];
    sqlite3_stmt *statements[SQL_STATEMENTS];
    int log_pages;
    struct turnstile *turnstile;
    bool turn; /* this connection has it */
};

static struct sqlite *sqlite_of(struct sql *sql) { return (struct sqlite *)sql; }

static enum sql_outcome failure_note(struct sqlite *sqlite) {
    const int code = sqlite3_extended_errcode(sqlite->connection);
    enum sql_outcome outcome = SQL_WRONG;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: outcome = SQL_BUSY; break;
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_NOMEM: outcome = SQL_LOST; break;
    default: break;
    }
    if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_ROWID ||
        code == SQLITE_CONSTRAINT_FOREIGNKEY)
        outcome = SQL_CONFLICT;
    return sql_fail(&sqlite->sql, outcome, sqlite3_errmsg(sqlite->connection));
}

/* ---- Statements ----------------------------------------------------------------------------------------------- */

static sqlite3_stmt *statement_make(struct sqlite *sqlite, const char *statement) {
    sqlite3_stmt *made = NULL;
    char *text = sql_expand(sqlite->sql.database, statement);
    if (text == NULL ||
        sqlite3_prepare_v3(sqlite->connection, text, -1, SQLITE_PREPARE_PERSISTENT, &made, NULL) != SQLITE_OK)
        made = NULL;
    free(text);
    return made;
}

/* One that is kept, or a new one when that is being read at the moment: its caller then has to finalize it. */
static sqlite3_stmt *statement_find(struct sqlite *sqlite, const char *statement, bool *kept) {
    const int place = sql_place(sqlite->texts, statement);
    char *there = sqlite->texts[place];
    const bool known = there != NULL && strcmp(there, statement) == 0;
    *kept = there == NULL || !sqlite3_stmt_busy(sqlite->statements[place]);
    if (known && *kept)
        return sqlite->statements[place];
    sqlite3_stmt *made = statement_make(sqlite, statement);
    char *text = made != NULL && *kept ? strdup(statement) : NULL;
    if (text == NULL) {
        *kept = false;
        return made;
    }
    sqlite3_finalize(sqlite->statements[place]);
    free(there);
    sqlite->texts[place] = text;
    sqlite->statements[place] = made;
    return made;
}

static void values_bind(sqlite3_stmt *statement, const struct sql_value *values, int count) {
    for (int i = 0; i < count; i++) {
        const struct sql_value *value = &values[i];
        switch (value->kind) {
        case SQL_INTEGER: sqlite3_bind_int64(statement, i + 1, value->integer); break;
        case SQL_REAL: sqlite3_bind_double(statement, i + 1, value->real); break;
        case SQL_TEXT: sqlite3_bind_text(statement, i + 1, value->text, (int)value->length, SQLITE_STATIC); break;
        case SQL_BYTES:
            /* a pointer to nothing would be NULL */
            sqlite3_bind_blob(statement, i + 1, value->length > 0 ? value->text : "", (int)value->length,
                              SQLITE_STATIC);
            break;
        case SQL_NULL:
        case SQL_KIND_COUNT: sqlite3_bind_null(statement, i + 1); break;
        }
    }
}

static struct sql_value column_read(sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return sql_integer(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return sql_real(sqlite3_column_double(statement, column));
    case SQLITE_NULL: return sql_null();
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_column_blob(statement, column);
        return sql_bytes(bytes != NULL ? bytes : "", (size_t)sqlite3_column_bytes(statement, column));
    }
    default: {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        return (struct sql_value){
            .kind = SQL_TEXT, .text = text, .length = (size_t)sqlite3_column_bytes(statement, column)};
    }
    }
}

static bool row_give(sqlite3_stmt *statement, sql_row_function *each, void *context) {
    struct sql_value columns[SQL_VALUES_MAX];
    const int count = sqlite3_column_count(statement);
    for (int i = 0; i < count && i < SQL_VALUES_MAX; i++)
        columns[i] = column_read(statement, i);
    return each == NULL || each(context, columns, count);
}

static enum sql_outcome sqlite_run(struct sql *sql, const char *text, const struct sql_value *values, int count,
                                   sql_row_function *each, void *context) {
    struct sqlite *sqlite = sqlite_of(sql);
    bool kept;
    sqlite3_stmt *statement = statement_find(sqlite, text, &kept);
    if (statement == NULL)
        return failure_note(sqlite);
    int code;
    values_bind(statement, values, count);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (!row_give(statement, each, context))
            break;
    const bool good = code == SQLITE_DONE || code == SQLITE_ROW;
    const enum sql_outcome outcome = good ? SQL_GOOD : failure_note(sqlite);
    sql->changed = good && !sqlite3_stmt_readonly(statement) ? sqlite3_changes64(sqlite->connection) : 0;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (!kept)
        sqlite3_finalize(statement);
    return outcome;
}

static enum sql_outcome sqlite_script(struct sql *sql, const char *statements) {
    struct sqlite *sqlite = sqlite_of(sql);
    return sqlite3_exec(sqlite->connection, statements, NULL, NULL, NULL) == SQLITE_OK ? SQL_GOOD
                                                                                       : failure_note(sqlite);
}

/* ---- Transactions --------------------------------------------------------------------------------------------- */

static void turn_pass(struct sqlite *sqlite) {
    if (sqlite->turn)
        turnstile_pass(sqlite->turnstile);
    sqlite->turn = false;
}

/* There is one writer at a time, so it is always alone. When nobody passes the turn on, SQLite decides. */
static enum sql_outcome sqlite_begin(struct sql *sql, bool alone) {
    struct sqlite *sqlite = sqlite_of(sql);
    (void)alone;
    sqlite->turn = turnstile_enter(sqlite->turnstile, BUSY_MS);
    const enum sql_outcome outcome = sqlite_run(sql, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL);
    if (outcome != SQL_GOOD)
        turn_pass(sqlite);
    return outcome;
}

static enum sql_outcome sqlite_commit(struct sql *sql) {
    const enum sql_outcome outcome = sqlite_run(sql, "COMMIT", NULL, 0, NULL, NULL);
    if (outcome == SQL_GOOD)
        turn_pass(sqlite_of(sql));
    return outcome;
}

/* SQLite may have done so by itself. The problem that led here is kept. */
static void sqlite_rollback(struct sql *sql) {
    struct sqlite *sqlite = sqlite_of(sql);
    if (sqlite3_get_autocommit(sqlite->connection) == 0)
        sqlite3_exec(sqlite->connection, "ROLLBACK", NULL, NULL, NULL);
    turn_pass(sqlite);
}

static enum sql_outcome sqlite_settle(struct sql *sql) {
    (void)sql;
    return SQL_LOST; /* a commit is never in doubt */
}

static bool sqlite_listen(struct sql *sql, const char *channel) {
    (void)sql;
    (void)channel;
    return false;
}

static int sqlite_hear(struct sql *sql, int wake, sql_heard_function *each, void *context) {
    (void)sql;
    (void)wake;
    (void)each;
    (void)context;
    return -1;
}

static bool sqlite_notify(struct sql *sql, const char *channel, const char *text) {
    (void)sql;
    (void)channel;
    (void)text;
    return true;
}

/* ---- The version ---------------------------------------------------------------------------------------------- */

static bool version_take(void *context, const struct sql_value *columns, int count) {
    if (count > 0)
        *(int64_t *)context = columns[0].integer;
    return false;
}

static enum sql_outcome sqlite_version(struct sql *sql, int64_t *version) {
    return sqlite_run(sql, "PRAGMA user_version", NULL, 0, version_take, version);
}

static enum sql_outcome sqlite_version_set(struct sql *sql, int64_t version) {
    char text[64];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", (int)version);
    return sqlite_script(sql, text);
}

static enum sql_outcome sqlite_version_lock(struct sql *sql) {
    (void)sql;
    return SQL_GOOD; /* the transaction is a lock */
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static void sqlite_close(struct sql *sql) {
    struct sqlite *sqlite = sqlite_of(sql);
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        sqlite3_finalize(sqlite->statements[i]);
        free(sqlite->texts[i]);
    }
    sqlite3_close(sqlite->connection);
    turn_pass(sqlite);
    turnstile_leave(sqlite->turnstile);
    free(sqlite);
}

static const struct sql_database database = {
    .parameter = '?',
    .words = {[SQL_WORD_INTEGER] = "INTEGER",
              [SQL_WORD_REAL] = "REAL",
              [SQL_WORD_BYTES] = "BLOB",
              [SQL_WORD_IDENTITY] = "INTEGER PRIMARY KEY AUTOINCREMENT",
              [SQL_WORD_STRICT] = "STRICT",
              [SQL_WORD_KEYED] = "STRICT, WITHOUT ROWID",
              [SQL_WORD_SKIP_LOCKED] = ""},
    .close = sqlite_close,
    .run = sqlite_run,
    .script = sqlite_script,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .settle = sqlite_settle,
    .notify = sqlite_notify,
    .listen = sqlite_listen,
    .hear = sqlite_hear,
    .version = sqlite_version,
    .version_set = sqlite_version_set,
    .version_lock = sqlite_version_lock,
};

#define PREPARATION                                                                                                    \
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON;"     \
    "PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 67108864"

/* The store copies the log into the file long before there is so much that a commit has to. */
static int log_note(void *context, sqlite3 *connection, const char *name, int pages) {
    ((struct sqlite *)context)->log_pages = pages;
    if (pages >= LOG_MUCH)
        sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

int sql_log_pages(const struct sql *sql) {
    return sql->database == &database ? ((const struct sqlite *)sql)->log_pages : 0;
}

/* Nobody writes meanwhile, so it does not wait for readers for long. */
static bool log_empty(struct sqlite *sqlite) {
    sqlite->turn = turnstile_enter(sqlite->turnstile, BUSY_MS);
    sqlite3_busy_timeout(sqlite->connection, CLEAR_MS);
    const int code = sqlite3_wal_checkpoint_v2(sqlite->connection, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(sqlite->connection, BUSY_MS);
    turn_pass(sqlite);
    return code == SQLITE_OK;
}

bool sql_log_clear(struct sql *sql) {
    bool cleared = sql->database != &database;
    for (int i = 0; i < CLEAR_TRIES && !cleared; i++) {
        /* While this copies most of it nobody waits. */
        sqlite3_wal_checkpoint_v2(sqlite_of(sql)->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        cleared = log_empty(sqlite_of(sql));
    }
    return cleared;
}

/* Nobody else may read the file, nor the two beside it, which SQLite makes as it finds the first. It is not opened when it
 * is there: closing it again would take away SQLite's locks. */
static void file_keep_private(const char *path) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    const int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (made >= 0)
        close(made);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[PATH_MAX];
        if (snprintf(name, sizeof name, "%s%s", path, ends[i]) < (int)sizeof name)
            chmod(name, FILE_MODE);
    }
}

/* SQLite does not say why a file cannot be opened; the system does. */
static const char *open_problem(const struct sqlite *sqlite, const char *path) {
    if (sqlite->connection == NULL)
        return _("out of memory");
    if (sqlite3_errcode(sqlite->connection) == SQLITE_CANTOPEN && access(path, R_OK | W_OK) != 0)
        return translate_errno(errno);
    return sqlite3_errmsg(sqlite->connection);
}

struct sql *sql_sqlite_open(const char *path, struct tab_error *error) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (sqlite == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    sqlite->sql.database = &database;
    file_keep_private(path);
    if (sqlite3_open_v2(path, &sqlite->connection, flags, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(sqlite->connection, BUSY_MS) == SQLITE_OK &&
        sqlite3_exec(sqlite->connection, PREPARATION, NULL, NULL, NULL) == SQLITE_OK &&
        (sqlite->turnstile = turnstile_find(path)) != NULL) {
        sqlite3_wal_hook(sqlite->connection, log_note, sqlite);
        return &sqlite->sql;
    }
    error_set(error, 0, N_("cannot open the store {1}: {2}"), path, open_problem(sqlite, path));
    sqlite_close(&sqlite->sql);
    return NULL;
}
