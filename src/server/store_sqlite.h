/* store_sqlite.h - the store in a file of SQLite, in a folder that belongs to one server at a time. */
#ifndef TABLIER_SERVER_STORE_SQLITE_H
#define TABLIER_SERVER_STORE_SQLITE_H

#include "store.h"

/* The name of the file in its folder. */
#define STORE_SQLITE_FILE "tablier.db"

/* Opens the store in a folder, both made when they are not there, and brings an older one up to date. NULL when that
 * fails, or when another server has it open. */
struct store *store_sqlite_open(const char *folder, store_wake_function *wake, void *context, struct tab_error *error);

/* Copies the store of a folder, also while a server is using it, to a new file, and checks the copy. */
bool store_sqlite_backup(const char *folder, const char *path, struct tab_error *error);

#endif
