/* sql.h - a database, SQLite or PostgreSQL, behind the same few functions. A connection is used by one thread at a time.
 *
 * Statements are SQL that both understand, with parameters $1 $2 ...; ON CONFLICT ... DO UPDATE and RETURNING are there
 * in both. Truth values are integers 0 and 1. What the two call differently stands in braces:
 *
 *     {INTEGER} {REAL} {BYTES}   64-bit integers, doubles, bytes; TEXT is TEXT
 *     {IDENTITY}                 an integer key that counts by itself: id {IDENTITY}
 *     {STRICT} {KEYED}           after the columns of a table; the latter when its key is what it is looked up by
 *     {SKIP LOCKED}              at the end of a SELECT: takes the rows that nobody else has taken
 *
 * A connection that was lost is made anew by the next statement outside a transaction. */
#ifndef TABLIER_SERVER_SQL_H
#define TABLIER_SERVER_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tab_error;
struct sql;

enum { SQL_VALUES_MAX = 32 }; /* parameters of a statement, columns of a row */

enum sql_kind { SQL_NULL, SQL_INTEGER, SQL_REAL, SQL_TEXT, SQL_BYTES, SQL_KIND_COUNT };

struct sql_value {
    enum sql_kind kind;
    int64_t integer;
    double real;
    const char *text; /* ends with a zero byte; of SQL_BYTES the bytes, which do not */
    size_t length;    /* of both */
};

static inline struct sql_value sql_null(void) { return (struct sql_value){.kind = SQL_NULL}; }
static inline struct sql_value sql_integer(int64_t integer) {
    return (struct sql_value){.kind = SQL_INTEGER, .integer = integer};
}
static inline struct sql_value sql_real(double real) { return (struct sql_value){.kind = SQL_REAL, .real = real}; }
struct sql_value sql_text(const char *text); /* NULL: sql_null() */
struct sql_value sql_bytes(const void *bytes, size_t length);

enum sql_outcome {
    SQL_GOOD,
    SQL_CONFLICT, /* a key is there already, or something that is referred to is not */
    SQL_BUSY,     /* somebody else was in the way: the whole transaction may be tried again */
    SQL_LOST,     /* disk full, connection gone: nothing has happened, later perhaps */
    SQL_WRONG,    /* the statement is wrong */
    SQL_UNKNOWN,  /* the connection went during a commit and has not come back: it has happened, or it has not */
    SQL_OUTCOME_COUNT
};

/* Called for each row; what it is given is good until it returns. False: no more rows. */
typedef bool sql_row_function(void *context, const struct sql_value *columns, int count);

/* `address`: the path of a file, or postgresql://... . Makes a file that is not there, but no tables; nobody else can
 * read it. NULL when that fails. */
struct sql *sql_open(const char *address, struct tab_error *error);
void sql_close(struct sql *sql); /* NULL is nothing */
/* Whether a text is an address of PostgreSQL that makes sense; whether anybody is there is seen when it is opened. */
bool sql_address_check(const char *address, struct tab_error *error);
/* Whether an address, or a connection, is of PostgreSQL. */
bool sql_remote(const char *address);
bool sql_shared(const struct sql *sql);

/* Runs one statement. Statements are kept prepared, so their texts should be few: values belong into parameters. The row
 * function may run other statements. Outside a transaction a change whose connection is lost is SQL_UNKNOWN. */
enum sql_outcome sql_run(struct sql *sql, const char *statement, const struct sql_value *values, int count,
                         sql_row_function *each, void *context);
/* Several statements without parameters and rows, separated by semicolons. */
enum sql_outcome sql_script(struct sql *sql, const char *statements);
int64_t sql_changed(const struct sql *sql);         /* rows the last statement changed */
enum sql_outcome sql_failed(const struct sql *sql); /* how the transaction has failed, SQL_GOOD when it has not */
const char *sql_problem(const struct sql *sql);     /* what the database said of the last failure */

typedef enum sql_outcome sql_function(struct sql *sql, void *context);

/* Runs `function` inside a transaction as if there were no others at the time, again when it was SQL_BUSY, a few times.
 * Commits when it returns SQL_GOOD, else nothing has happened. After a failure inside a transaction every further
 * statement of it fails in the same way. */
enum sql_outcome sql_transaction(struct sql *sql, sql_function *function, void *context);
/* Inside a transaction: when `function` does not return SQL_GOOD, what it did is undone, and the transaction goes on. */
enum sql_outcome sql_attempt(struct sql *sql, sql_function *function, void *context);

/* The parts of a transaction, for those who try again by themselves; this one sees what others commit meanwhile. A commit
 * that is not SQL_GOOD has rolled back, but for SQL_UNKNOWN: then sql_settle asks again what has become of it. */
enum sql_outcome sql_begin(struct sql *sql);
enum sql_outcome sql_commit(struct sql *sql);
void sql_rollback(struct sql *sql);
enum sql_outcome sql_settle(struct sql *sql);

/* PostgreSQL: what is told on a channel from now on is heard. False when that fails, always for SQLite. */
bool sql_listen(struct sql *sql, const char *channel);
/* Waits until something was told, or `wake` can be read; gives what was told, and says how much. -1: the connection is
 * lost, and with it what was told meanwhile; sql_listen makes it anew. */
typedef void sql_heard_function(void *context, const char *text);
int sql_hear(struct sql *sql, int wake, sql_heard_function *each, void *context);

/* PostgreSQL: tells those who listen on a channel when the transaction is committed. SQLite: nobody listens. */
bool sql_notify(struct sql *sql, const char *channel, const char *text);

/* PostgreSQL: the time of its machine in milliseconds since 1970, 0 when nobody answers. SQLite: 0, it has none. */
int64_t sql_clock(struct sql *sql);

/* A number that is kept with the tables, for their version; 0 when none was set. The lock is for the rest of the
 * transaction, and keeps others from changing tables. */
enum sql_outcome sql_version(struct sql *sql, int64_t *version);
enum sql_outcome sql_version_set(struct sql *sql, int64_t version);
enum sql_outcome sql_version_lock(struct sql *sql);

/* SQLite: pages in its log after the last commit of this connection, which wait to be copied into the file. */
int sql_log_pages(const struct sql *sql);
/* SQLite: copies all of its log into the file and empties it, so that what was deleted is nowhere any more. False when
 * somebody who reads is in the way. Not inside a transaction. */
bool sql_log_clear(struct sql *sql);

/* An address for people: without a password. */
void sql_name(const char *address, char *buffer, size_t size);

#endif
