/* store_nodes.h - what servers that share a database write there for each other, and how they tell of it. */
#ifndef TABLIER_SERVER_STORE_NODES_H
#define TABLIER_SERVER_STORE_NODES_H

#include "sql.h"
#include "store.h"

enum { NEWS_TEXT = 7900 }; /* PostgreSQL carries less than 8000 bytes */

/* The channel on which changes are told, as a text of SQL. */
#define NEWS_CHANNEL "'tablier_' || current_schema()"

/* A change as news; what is too long to be told is left out. */
void news_format(const struct store_change *change, char text[NEWS_TEXT]);
/* Reads such a text, which is changed: what `news` points to is in it. False when it is none. */
bool news_parse(char *text, struct store_news *news);

/* Changes that are about servers and not about games, inside a transaction. SQL_CONFLICT when a seek is not there any
 * more that was to be taken. */
enum sql_outcome node_write(struct sql *sql, const struct store_change *change);

/* Says that a server runs; when none did, since the last sign of one, notes that time. */
bool node_enter(struct sql *sql, const char *node, int64_t now);

#endif
