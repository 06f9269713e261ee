/* store_schema.c - the tables of the store in SQLite.
 *
 *     event    what happened to each game, in order
 *     game     of each game when it began and whether it is over: what lists need without reading events
 *     owner    which visitors have or had a seat in which game
 *     chat     what was said
 *     setting  the server's key, and when it was last running
 *
 * PRAGMA user_version counts the steps below that a file has been through. A step is never changed once it has been
 * released; a change of the tables is a new step. */
#include "store_schema.h"
#include "../rules/game.h"
#include "../translate.h"

#include <stdio.h>

static const char *const steps[] = {
    "CREATE TABLE game (id TEXT PRIMARY KEY, began INTEGER NOT NULL, over INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX game_open ON game (id) WHERE NOT over;"
    "CREATE TABLE event (game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat (game TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE owner (visitor BLOB NOT NULL, began INTEGER NOT NULL, game TEXT NOT NULL,"
    " PRIMARY KEY (visitor, began, game)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;",
};

enum { VERSION = sizeof steps / sizeof *steps };

static int version_read(sqlite3 *database) {
    sqlite3_stmt *query = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        version = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    return version;
}

static bool step_run(sqlite3 *database, int step) {
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", step + 1);
    if (sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    if (sqlite3_exec(database, steps[step], NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(database, mark, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool schema_update(sqlite3 *database, struct tab_error *error) {
    int version = version_read(database);
    if (version > VERSION)
        return error_set_number(error, 0, N_("the store is of version {1}, this program knows only up to {2}"), version,
                                VERSION);
    while (version >= 0 && version < VERSION && step_run(database, version))
        version++;
    return version == VERSION ||
           error_set(error, 0, N_("cannot prepare the store: {1}"), sqlite3_errmsg(database), NULL);
}
