/* store_backup.c - a copy of the store while it is in use.
 *
 * SQLite's own copying takes pages in steps and begins again when the file has changed in between, so a busy server would
 * keep it from ever ending. One long reading transaction (VACUUM INTO) sees the store as it was at one moment, and in WAL
 * mode holds up nobody. PostgreSQL has a program that does the same. */
#include "../rules/game.h"
#include "../translate.h"
#include "sql.h"
#include "store_sql.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BUSY_MS = 10000, FILE_MODE = 0600 };

/* ---- SQLite --------------------------------------------------------------------------------------------------- */

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

static bool file_backup(const char *file, const char *path, struct tab_error *error) {
    sqlite3 *database = NULL;
    if (access(file, R_OK) != 0)
        return error_set(error, 0, N_("cannot read {1}: {2}"), file, translate_errno(errno));
    bool good = sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(database, BUSY_MS) == SQLITE_OK && copy_make(database, path);
    if (!good)
        error_set(error, 0, N_("cannot copy the store: {1}"),
                  database != NULL ? sqlite3_errmsg(database) : _("out of memory"), NULL);
    else if (!copy_check(path))
        good = error_set(error, 0, N_("the copy {1} was damaged; is the disk?"), path, NULL);
    sqlite3_close(database);
    return good;
}

/* ---- PostgreSQL ----------------------------------------------------------------------------------------------- */

/* What the address says goes into the environment, where others do not see a password. */
static bool address_export(const char *address, struct tab_error *error) {
    char *problem = NULL;
    PQconninfoOption *options = PQconninfoParse(address, &problem);
    if (options == NULL) {
        error_set(error, 0, N_("cannot copy the store: {1}"), problem != NULL ? problem : _("out of memory"), NULL);
        PQfreemem(problem);
        return false;
    }
    for (const PQconninfoOption *each = options; each->keyword != NULL; each++)
        if (each->val != NULL && each->envvar != NULL)
            setenv(each->envvar, each->val, 1);
    PQconninfoFree(options);
    return true;
}

/* Runs a program of PostgreSQL; what it has to say it says itself. */
static bool program_run(char *const *arguments, bool quiet, struct tab_error *error) {
    extern char **environ;
    pid_t process;
    int status = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (quiet)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const int problem = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0)
        return error_set(error, 0, N_("cannot run {1}: {2}"), arguments[0], translate_errno(problem));
    if (waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    return error_set(error, 0, N_("cannot copy the store: {1} failed"), arguments[0], NULL);
}

static bool database_backup(const char *address, const char *path, struct tab_error *error) {
    char file[] = "--file", custom[] = "--format=custom", list[] = "--list", dump[] = "pg_dump", check[] = "pg_restore";
    char *const make[] = {dump, custom, file, (char *)path, NULL};
    char *const read[] = {check, list, (char *)path, NULL};
    return address_export(address, error) && program_run(make, false, error) && program_run(read, true, error);
}

/* The empty file is there first, so that nobody else can ever read it, and no other is written over. */
bool store_backup(const char *address, const char *path, struct tab_error *error) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (file < 0 && errno == EEXIST)
        return error_set(error, 0, N_("{1} exists already; a backup is a new file"), path, NULL);
    if (file < 0)
        return error_set(error, 0, N_("cannot write {1}: {2}"), path, translate_errno(errno));
    close(file);
    const bool good = sql_remote(address) ? database_backup(address, path, error) : file_backup(address, path, error);
    if (!good)
        unlink(path);
    return good;
}
