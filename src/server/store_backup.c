/* store_backup.c - a copy of the store while it is in use.
 *
 * SQLite's own copying takes pages in steps and begins again when the file has changed in between, so a busy server would
 * keep it from ever ending. One long reading transaction (VACUUM INTO) sees the store as it was at one moment, and in WAL
 * mode holds up nobody. */
#include "../rules/game.h"
#include "../translate.h"
#include "store_sqlite.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUSY_MS = 10000 };

static bool copy_make(sqlite3 *database, const char *path) {
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(database, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return good;
}

static bool copy_check(const char *path) {
    sqlite3 *copy = NULL;
    sqlite3_stmt *query = NULL;
    const bool good = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
                      sqlite3_prepare_v2(copy, "PRAGMA integrity_check", -1, &query, NULL) == SQLITE_OK &&
                      sqlite3_step(query) == SQLITE_ROW &&
                      strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0;
    sqlite3_finalize(query);
    sqlite3_close(copy);
    return good;
}

bool store_sqlite_backup(const char *folder, const char *path, struct tab_error *error) {
    char file[PATH_MAX];
    sqlite3 *database = NULL;
    snprintf(file, sizeof file, "%s/%s", folder, STORE_SQLITE_FILE);
    if (access(path, F_OK) == 0)
        return error_set(error, 0, N_("{1} exists already; a backup is a new file"), path, NULL);
    if (access(file, R_OK) != 0)
        return error_set(error, 0, N_("cannot read {1}: {2}"), file, translate_errno(errno));
    bool good = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(database, BUSY_MS) == SQLITE_OK && copy_make(database, path);
    if (!good)
        error_set(error, 0, N_("cannot copy the store: {1}"),
                  database != NULL ? sqlite3_errmsg(database) : _("out of memory"), NULL);
    else if (!copy_check(path))
        good = error_set(error, 0, N_("the copy {1} is damaged; is the disk?"), path, NULL);
    sqlite3_close(database);
    return good;
}
