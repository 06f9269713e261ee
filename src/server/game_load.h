/* game_load.h - a game from its events in the database. */
#ifndef TABLIER_SERVER_GAME_LOAD_H
#define TABLIER_SERVER_GAME_LOAD_H

#include "game.h"
#include "sql.h"

/* NULL, and SQL_GOOD, when there is no such game or its events make none. game_drop frees it. */
enum sql_outcome game_load(struct sql *sql, const char *id, struct game **game);

#endif
