/* database.h - an empty database for a test: a file of SQLite in a folder of its own, or a schema of the PostgreSQL that
 * TABLIER_POSTGRESQL names. */
#ifndef TEST_DATABASE_H
#define TEST_DATABASE_H

#include "server/sql.h"

enum database_kind { DATABASE_SQLITE, DATABASE_POSTGRESQL, DATABASE_COUNT };

extern const char *const database_names[DATABASE_COUNT];

struct database {
    enum database_kind kind;
    char folder[64]; /* for files; of PostgreSQL too */
    char schema[32];
    char address[512];
};

void database_begin(struct database *database, enum database_kind kind);
void database_end(struct database *database);
/* A connection, which must succeed. */
struct sql *database_open(const struct database *database);

#endif
