/* store_sql.h - the store in a database: a file of SQLite, in a folder that belongs to one server at a time, or a
 * database of PostgreSQL, which several may share. */
#ifndef TABLIER_SERVER_STORE_SQL_H
#define TABLIER_SERVER_STORE_SQL_H

#include "store.h"

/* The name of the file of SQLite in its folder. */
#define STORE_FILE "tablier.db"

/* Opens the store at an address of sql.h, makes the folder of a file when it is not there, and brings an older store up
 * to date. NULL when that fails, or when another server has the file open. */
struct store *store_open(const char *address, store_wake_function *wake, void *context, struct tab_error *error);

/* Copies the store, also while servers are using it, to a new file that nobody else can read, and checks the copy. A copy of
 * a file is such a file; one of PostgreSQL is what its `pg_restore` reads. */
bool store_backup(const char *address, const char *path, struct tab_error *error);

#endif
