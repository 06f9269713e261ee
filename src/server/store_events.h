/* store_events.h - what happened, written into the tables: by the store, and by others in their own transactions. */
#ifndef TABLIER_SERVER_STORE_EVENTS_H
#define TABLIER_SERVER_STORE_EVENTS_H

#include "sql.h"
#include "store.h"

/* Inside a transaction. False when one of them cannot be written: the transaction has failed then, with SQL_CONFLICT when
 * its number is there already. */
bool events_write(struct sql *sql, const struct store_change *changes, int count);

/* What is kept under a name, of exactly so many bytes; false when there is none. */
bool setting_read(struct sql *sql, const char *name, void *value, size_t length);
/* `replace`: also when there is one. */
enum sql_outcome setting_write(struct sql *sql, const char *name, const void *value, size_t length, bool replace);

#endif
