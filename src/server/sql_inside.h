/* sql_inside.h - what sql.c and the two databases share. */
#ifndef TABLIER_SERVER_SQL_INSIDE_H
#define TABLIER_SERVER_SQL_INSIDE_H

#include "sql.h"

enum { SQL_STATEMENTS = 128, SQL_PROBLEM_TEXT = 512 };

/* What stands in braces in a statement. */
enum sql_word {
    SQL_WORD_INTEGER,
    SQL_WORD_REAL,
    SQL_WORD_BYTES,
    SQL_WORD_IDENTITY,
    SQL_WORD_STRICT,
    SQL_WORD_KEYED,
    SQL_WORD_SKIP_LOCKED,
    SQL_WORD_COUNT
};

/* A database. Outcomes of failures come with a problem. None of these is called after a failure in the same transaction,
 * but for `rollback` and `attempt_undo`. */
struct sql_database {
    char parameter; /* what a number after it makes a parameter */
    const char *words[SQL_WORD_COUNT];
    void (*close)(struct sql *sql);
    enum sql_outcome (*run)(struct sql *sql, const char *statement, const struct sql_value *values, int count,
                            sql_row_function *each, void *context);
    enum sql_outcome (*script)(struct sql *sql, const char *statements); /* words are expanded */
    enum sql_outcome (*begin)(struct sql *sql, bool alone);
    enum sql_outcome (*commit)(struct sql *sql);
    void (*rollback)(struct sql *sql);
    enum sql_outcome (*settle)(struct sql *sql);
    bool (*notify)(struct sql *sql, const char *channel, const char *text);
    bool (*listen)(struct sql *sql, const char *channel);
    int (*hear)(struct sql *sql, int wake, sql_heard_function *each, void *context);
    enum sql_outcome (*version)(struct sql *sql, int64_t *version);
    enum sql_outcome (*version_set)(struct sql *sql, int64_t version);
    enum sql_outcome (*version_lock)(struct sql *sql);
};

/* The first member of every connection. */
struct sql {
    const struct sql_database *database;
    bool inside;             /* a transaction */
    enum sql_outcome failed; /* how the transaction has failed, SQL_GOOD: it has not */
    int64_t changed;
    char problem[SQL_PROBLEM_TEXT];
};

struct sql *sql_sqlite_open(const char *path, struct tab_error *error);
struct sql *sql_postgresql_open(const char *address, struct tab_error *error);

/* Notes what the database says, on one line, and returns the outcome. */
enum sql_outcome sql_fail(struct sql *sql, enum sql_outcome outcome, const char *problem);

/* A statement as the database wants it; NULL when there is no memory. The caller frees it. */
char *sql_expand(const struct sql_database *database, const char *statement);

/* Which of the prepared statements, ended by NULL in `texts`, has this text: its place, or the place for a new one, where
 * `texts` has another or none. */
int sql_place(char *const texts[SQL_STATEMENTS], const char *statement);

#endif
