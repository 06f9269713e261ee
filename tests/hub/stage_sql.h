/* stage_sql.h - the games of a stage in a database, SQLite's or PostgreSQL's, one after the other. */
#ifndef TEST_HUB_STAGE_SQL_H
#define TEST_HUB_STAGE_SQL_H

#include "stage.h"

/* Makes the database, of a kind of database.h by its name. */
const struct stage_stores *stage_sql_begin(const char *name);
void stage_sql_end(void);

#endif
