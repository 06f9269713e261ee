/* store_schema.h - the tables of the store in SQLite, and the way from each version to the next. */
#ifndef TABLIER_SERVER_STORE_SCHEMA_H
#define TABLIER_SERVER_STORE_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

struct tab_error;

/* Makes or updates the tables, each step in a transaction of its own. False when that fails, or when the file is of a
 * newer version than this program knows. */
bool schema_update(sqlite3 *database, struct tab_error *error);

#endif
