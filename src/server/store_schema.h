/* store_schema.h - the tables of the store, and the way from each version to the next. */
#ifndef TABLIER_SERVER_STORE_SCHEMA_H
#define TABLIER_SERVER_STORE_SCHEMA_H

#include "sql.h"

/* Makes or updates the tables, each step in a transaction of its own. False when that fails, or when the store is of a
 * newer version than this program knows. */
bool schema_update(struct sql *sql, struct tab_error *error);

#endif
