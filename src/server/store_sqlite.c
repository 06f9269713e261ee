/* store_sqlite.c - the store in a file of SQLite.
 *
 * Two connections to one file in WAL mode: the writer's belongs to the thread of the commit queue, the reader's to the
 * server's. A commit waits for the disk (synchronous=FULL), so what is confirmed survives a loss of power. */
#include "store_sqlite.h"
#include "../rules/game.h"
#include "../translate.h"
#include "commit_queue.h"
#include "store_checkpoint.h"
#include "store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { QUEUE_ROOM = 4096, BUSY_MS = 2000 };

enum write {
    WRITE_BEGIN,
    WRITE_COMMIT,
    WRITE_ROLLBACK,
    WRITE_GAME,
    WRITE_OVER,
    WRITE_EVENT,
    WRITE_CHAT,
    WRITE_OWNER,
    WRITE_SETTING,
    WRITE_COUNT
};

static const char *const writes[WRITE_COUNT] = {
    [WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [WRITE_COMMIT] = "COMMIT",
    [WRITE_ROLLBACK] = "ROLLBACK",
    [WRITE_GAME] = "INSERT INTO game (id, began, over) VALUES (?1, ?2, 0)",
    [WRITE_OVER] = "UPDATE game SET over = 1 WHERE id = ?1",
    [WRITE_EVENT] = "INSERT INTO event (game, number, at, data) VALUES (?1, ?2, ?3, ?4)",
    [WRITE_CHAT] = "INSERT INTO chat (game, number, at, data) VALUES (?1, ?2, ?3, ?4)",
    [WRITE_OWNER] = "INSERT OR IGNORE INTO owner (visitor, began, game) VALUES (?1, ?2, ?3)",
    [WRITE_SETTING] = "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)",
};

enum read { READ_EVENTS, READ_CHAT, READ_OPEN, READ_OWNED, READ_SETTING, READ_COUNT };

static const char *const reads[READ_COUNT] = {
    [READ_EVENTS] = "SELECT game, number, at, data FROM event WHERE game = ?1 AND number > ?2 ORDER BY number",
    [READ_CHAT] = "SELECT game, number, at, data FROM chat WHERE game = ?1 AND number > ?2 ORDER BY number",
    [READ_OPEN] = "SELECT id, 0, began, '' FROM game WHERE NOT over",
    [READ_OWNED] =
        "SELECT game, 0, max(began), '' FROM owner WHERE visitor = ?1 GROUP BY game ORDER BY 3 DESC LIMIT ?2",
    [READ_SETTING] = "SELECT value FROM setting WHERE name = ?1",
};

struct store_sqlite {
    struct store store;
    int lock; /* a file that is locked as long as the store is open */
    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITE_COUNT], *read[READ_COUNT];
    struct checkpointer *checkpointer;
    int log_pages; /* the writer's */
    bool conflict; /* the last transaction failed because a key exists already */
    struct commit_queue *queue;
};

static struct store_sqlite *store_of(struct store *store) { return (struct store_sqlite *)store; }

/* ---- Writing, in the queue's thread --------------------------------------------------------------------------- */

static bool write_run(struct store_sqlite *store, enum write write) {
    sqlite3_stmt *statement = store->write[write];
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    store->conflict = store->conflict || (code & 0xff) == SQLITE_CONSTRAINT;
    return code == SQLITE_DONE;
}

static bool line_write(struct store_sqlite *store, enum write write, const struct store_change *change) {
    sqlite3_stmt *statement = store->write[write];
    sqlite3_bind_text(statement, 1, change->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, change->number);
    sqlite3_bind_int64(statement, 3, change->at);
    sqlite3_bind_text(statement, 4, change->data, -1, SQLITE_STATIC);
    return write_run(store, write);
}

static bool owners_write(struct store_sqlite *store, const struct store_change *change) {
    bool good = true;
    for (int i = 0; i < STORE_OWNERS_MAX && good; i++) {
        if (visitor_nobody(&change->owners[i]))
            continue;
        sqlite3_stmt *statement = store->write[WRITE_OWNER];
        sqlite3_bind_blob(statement, 1, change->owners[i].bytes, VISITOR_BYTES, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 2, change->at);
        sqlite3_bind_text(statement, 3, change->game, -1, SQLITE_STATIC);
        good = write_run(store, WRITE_OWNER);
    }
    return good;
}

static bool event_write(struct store_sqlite *store, const struct store_change *change) {
    if (change->number == 1) {
        sqlite3_bind_text(store->write[WRITE_GAME], 1, change->game, -1, SQLITE_STATIC);
        sqlite3_bind_int64(store->write[WRITE_GAME], 2, change->at);
        if (!write_run(store, WRITE_GAME))
            return false;
    }
    if (!line_write(store, WRITE_EVENT, change) || !owners_write(store, change))
        return false;
    if (!change->over)
        return true;
    sqlite3_bind_text(store->write[WRITE_OVER], 1, change->game, -1, SQLITE_STATIC);
    return write_run(store, WRITE_OVER);
}

static bool setting_write(struct store_sqlite *store, const char *name, const void *value, int length) {
    sqlite3_bind_text(store->write[WRITE_SETTING], 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_blob(store->write[WRITE_SETTING], 2, value, length, SQLITE_STATIC);
    return write_run(store, WRITE_SETTING);
}

static bool change_write(struct store_sqlite *store, const struct store_change *change) {
    switch (change->kind) {
    case STORE_EVENT: return event_write(store, change);
    case STORE_CHAT: return line_write(store, WRITE_CHAT, change);
    case STORE_ALIVE: return setting_write(store, "alive", &change->at, sizeof change->at);
    case STORE_KIND_COUNT: break;
    }
    return false;
}

static bool submission_write(struct store_sqlite *store, const struct submission *submission) {
    for (int i = 0; i < submission->count; i++)
        if (!change_write(store, &submission->changes[i]))
            return false;
    return true;
}

/* Writes from `list` up to `end` in one transaction: all or nothing. */
static bool transaction_write(struct store_sqlite *store, const struct submission *list, const struct submission *end) {
    bool good = true;
    store->conflict = false;
    for (const struct submission *each = list; each != end && good; each = each->next)
        good = submission_write(store, each);
    if (good && write_run(store, WRITE_COMMIT))
        return true;
    if (sqlite3_get_autocommit(store->writer) == 0)
        write_run(store, WRITE_ROLLBACK);
    return false;
}

/* All at once; when that fails each alone, so that one that cannot be written does not spoil the others. When not even
 * a transaction can begin, because the file is locked, none of them has a chance. */
static void list_commit(void *context, struct submission *list) {
    struct store_sqlite *store = context;
    bool begun = write_run(store, WRITE_BEGIN);
    const bool all = begun && transaction_write(store, list, NULL);
    for (struct submission *each = list; each != NULL; each = each->next) {
        each->good = all;
        each->conflict = begun && !all && store->conflict;
        if (all || list->next == NULL || !begun)
            continue;
        begun = write_run(store, WRITE_BEGIN);
        each->good = begun && transaction_write(store, each, each->next);
        each->conflict = begun && !each->good && store->conflict;
    }
    checkpointer_step(store->checkpointer, store->writer, store->log_pages);
}

static int log_note(void *context, sqlite3 *database, const char *name, int pages) {
    (void)database;
    (void)name;
    ((struct store_sqlite *)context)->log_pages = pages;
    return SQLITE_OK;
}

static bool sqlite_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    return commit_queue_submit(store_of(store)->queue, ticket, changes, count);
}

static int sqlite_collect(struct store *store, struct store_result *results, int most) {
    return commit_queue_collect(store_of(store)->queue, results, most);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static bool rows_read(sqlite3_stmt *query, store_row_function *each, void *context) {
    int code;
    bool wanted = true;
    while (wanted && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const struct store_row row = {.game = (const char *)sqlite3_column_text(query, 0),
                                      .number = sqlite3_column_int64(query, 1),
                                      .at = sqlite3_column_int64(query, 2),
                                      .data = (const char *)sqlite3_column_text(query, 3)};
        wanted = row.game != NULL && row.data != NULL && each(context, &row);
    }
    sqlite3_reset(query);
    sqlite3_clear_bindings(query);
    return wanted && code == SQLITE_DONE;
}

static bool sqlite_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                               void *context) {
    sqlite3_stmt *query = store_of(store)->read[READ_EVENTS];
    sqlite3_bind_text(query, 1, game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, after);
    return rows_read(query, each, context);
}

static bool sqlite_read_chat(struct store *store, const char *game, int64_t after, store_row_function *each,
                             void *context) {
    sqlite3_stmt *query = store_of(store)->read[READ_CHAT];
    sqlite3_bind_text(query, 1, game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(query, 2, after);
    return rows_read(query, each, context);
}

static bool sqlite_read_open(struct store *store, store_row_function *each, void *context) {
    return rows_read(store_of(store)->read[READ_OPEN], each, context);
}

static bool sqlite_read_owned(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                              void *context) {
    sqlite3_stmt *query = store_of(store)->read[READ_OWNED];
    sqlite3_bind_blob(query, 1, visitor->bytes, VISITOR_BYTES, SQLITE_STATIC);
    sqlite3_bind_int(query, 2, most);
    return rows_read(query, each, context);
}

static bool setting_read(struct store_sqlite *store, const char *name, void *value, int length) {
    sqlite3_stmt *query = store->read[READ_SETTING];
    sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
    const bool found = sqlite3_step(query) == SQLITE_ROW && sqlite3_column_bytes(query, 0) == length;
    if (found)
        memcpy(value, sqlite3_column_blob(query, 0), (size_t)length);
    sqlite3_reset(query);
    sqlite3_clear_bindings(query);
    return found;
}

static int64_t sqlite_read_alive(struct store *store) {
    int64_t at = 0;
    return setting_read(store_of(store), "alive", &at, sizeof at) ? at : 0;
}

static bool sqlite_read_secret(struct store *store, struct secret *secret) {
    return setting_read(store_of(store), "secret", secret->bytes, SECRET_BYTES);
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static void sqlite_close(struct store *closed) {
    struct store_sqlite *store = store_of(closed);
    if (store->queue != NULL)
        commit_queue_free(store->queue);
    checkpointer_free(store->checkpointer);
    for (int i = 0; i < WRITE_COUNT; i++)
        sqlite3_finalize(store->write[i]);
    for (int i = 0; i < READ_COUNT; i++)
        sqlite3_finalize(store->read[i]);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

static const struct store_functions functions = {
    .submit = sqlite_submit,
    .collect = sqlite_collect,
    .read_events = sqlite_read_events,
    .read_chat = sqlite_read_chat,
    .read_open = sqlite_read_open,
    .read_owned = sqlite_read_owned,
    .read_alive = sqlite_read_alive,
    .read_secret = sqlite_read_secret,
    .close = sqlite_close,
};

static bool problem_report(sqlite3 *database, const char *path, struct tab_error *error) {
    return error_set(error, 0, N_("cannot open the store {1}: {2}"), path,
                     database != NULL ? sqlite3_errmsg(database) : _("out of memory"));
}

/* The log is copied into the file by a thread of its own. */
#define PREPARATION                                                                                                    \
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"                               \
    "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864"

static bool connection_open(const char *path, sqlite3 **database, struct tab_error *error) {
    if (sqlite3_open_v2(path, database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) !=
            SQLITE_OK ||
        sqlite3_busy_timeout(*database, BUSY_MS) != SQLITE_OK ||
        sqlite3_exec(*database, PREPARATION, NULL, NULL, NULL) != SQLITE_OK)
        return problem_report(*database, path, error);
    return true;
}

static bool statements_prepare(sqlite3 *database, const char *const *texts, int count, sqlite3_stmt **statements) {
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(database, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &statements[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

/* One server at a time: two would tell their players different things. */
static bool folder_lock(const char *folder, int *lock, struct tab_error *error) {
    char path[PATH_MAX];
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set(error, 0, N_("cannot make the folder {1}: {2}"), folder, translate_errno(errno));
    snprintf(path, sizeof path, "%s/lock", folder);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return error_set(error, 0, N_("cannot write in the folder {1}: {2}"), folder, translate_errno(errno));
    return flock(*lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(error, 0, N_("the folder {1} is in use by another server"), folder, NULL);
}

static bool secret_prepare(struct store_sqlite *store) {
    struct secret secret;
    if (sqlite_read_secret(&store->store, &secret))
        return true;
    randombytes_buf(secret.bytes, sizeof secret.bytes);
    return setting_write(store, "secret", secret.bytes, sizeof secret.bytes);
}

static bool checkpointer_prepare(struct store_sqlite *store, const char *path, struct tab_error *error) {
    sqlite3 *connection = NULL;
    const bool open = connection_open(path, &connection, error);
    store->checkpointer = open ? checkpointer_new(connection) : NULL;
    if (store->checkpointer == NULL) {
        sqlite3_close(connection);
        return open ? error_set(error, 0, N_("out of memory"), NULL, NULL) : false;
    }
    sqlite3_wal_hook(store->writer, log_note, store);
    return true;
}

static bool store_prepare(struct store_sqlite *store, const char *folder, struct tab_error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, STORE_SQLITE_FILE);
    if (!folder_lock(folder, &store->lock, error) || !connection_open(path, &store->writer, error) ||
        !schema_update(store->writer, error) || !connection_open(path, &store->reader, error))
        return false;
    if (!statements_prepare(store->writer, writes, WRITE_COUNT, store->write))
        return problem_report(store->writer, path, error);
    if (!statements_prepare(store->reader, reads, READ_COUNT, store->read))
        return problem_report(store->reader, path, error);
    if (!secret_prepare(store))
        return problem_report(store->writer, path, error);
    return checkpointer_prepare(store, path, error);
}

struct store *store_sqlite_open(const char *folder, store_wake_function *wake, void *context, struct tab_error *error) {
    struct store_sqlite *store = calloc(1, sizeof *store);
    if (store == NULL || sodium_init() < 0) {
        free(store);
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    store->store.functions = &functions;
    store->lock = -1;
    if (store_prepare(store, folder, error)) {
        store->queue = commit_queue_new(QUEUE_ROOM, list_commit, store, wake, context);
        if (store->queue != NULL)
            return &store->store;
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    }
    sqlite_close(&store->store);
    return NULL;
}
