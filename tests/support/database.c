/* database.c - an empty database for a test. */
#include "database.h"
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const database_names[DATABASE_COUNT] = {"sqlite", "postgresql"};

static const char *server_address(void) {
    const char *address = getenv("TABLIER_POSTGRESQL");
    if (address == NULL)
        fail_msg("TABLIER_POSTGRESQL names no database; run this with scripts/postgresql run COMMAND");
    return address;
}

static struct sql *address_open(const char *address) {
    struct tab_error error = {0};
    struct sql *sql = sql_open(address, &error);
    if (sql == NULL)
        fail_msg("%s %s %s", error.what, error.argument[0], error.argument[1]);
    return sql;
}

static void schema_run(const char *format, const char *schema) {
    char text[128];
    struct sql *sql = address_open(server_address());
    snprintf(text, sizeof text, format, schema);
    assert_int_equal(sql_script(sql, text), SQL_GOOD);
    sql_close(sql);
}

void database_begin(struct database *database, enum database_kind kind) {
    *database = (struct database){.kind = kind, .folder = "/tmp/tablier-test-XXXXXX"};
    assert_non_null(mkdtemp(database->folder));
    if (kind == DATABASE_SQLITE) {
        snprintf(database->address, sizeof database->address, "%s/tablier.db", database->folder);
        return;
    }
    snprintf(database->schema, sizeof database->schema, "test_%.6s", database->folder + strlen("/tmp/tablier-test-"));
    schema_run("CREATE SCHEMA \"%s\"", database->schema);
    snprintf(database->address, sizeof database->address, "%s%soptions=-csearch_path%%3D%%22%s%%22", server_address(),
             strchr(server_address(), '?') != NULL ? "&" : "?", database->schema);
}

static void folder_delete(const char *folder) {
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (directory != NULL)
        closedir(directory);
    rmdir(folder);
}

void database_end(struct database *database) {
    if (database->kind == DATABASE_POSTGRESQL)
        schema_run("DROP SCHEMA \"%s\" CASCADE", database->schema);
    folder_delete(database->folder);
}

struct sql *database_open(const struct database *database) { return address_open(database->address); }
