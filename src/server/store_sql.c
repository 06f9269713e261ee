/* store_sql.c - the store in a database.
 *
 * Two connections: the writer's belongs to the thread of the commit queue, the reader's to the server's. What has come in
 * while the disk was busy is written in one transaction. A file of SQLite has a third, which copies its log. */
#include "store_sql.h"
#include "../rules/game.h"
#include "../translate.h"
#include "commit_queue.h"
#include "journal.h"
#include "store_checkpoint.h"
#include "store_events.h"
#include "store_news.h"
#include "store_nodes.h"
#include "store_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { QUEUE_ROOM = 4096 };

struct store_sql {
    struct store store;
    int lock; /* a file that is locked as long as the store is open */
    struct sql *writer, *reader;
    struct checkpointer *checkpointer; /* of SQLite */
    struct commit_queue *queue;
    struct listener *listener; /* of PostgreSQL */
    atomic_bool closing;
    bool failing; /* the writer's: the last list was not written */
};

static struct store_sql *store_of(struct store *store) { return (struct store_sql *)store; }

/* ---- Writing, in the queue's thread --------------------------------------------------------------------------- */

static enum sql_outcome submission_write(struct sql *sql, void *context) {
    struct submission *submission = context;
    if (events_write(sql, submission->changes, submission->count)) {
        submission->kept = submission->changes[0].kind == STORE_KEEP ? sql_changed(sql) : 0;
        return SQL_GOOD;
    }
    /* Without a failure of the database something is not there any more that was to be taken. */
    const enum sql_outcome failed = sql_failed(sql) != SQL_GOOD ? sql_failed(sql) : SQL_CONFLICT;
    submission->outcome = failed == SQL_CONFLICT ? STORE_CONFLICT : STORE_FAILED;
    return failed;
}

/* Whether the fault is the submission's: others may be written all the same. */
static bool outcome_own(enum sql_outcome outcome) { return outcome == SQL_CONFLICT || outcome == SQL_WRONG; }

/* All in one transaction. With `alone` one that cannot be written is undone, and the others are not. */
static enum sql_outcome list_write(struct sql *sql, struct submission *list, bool alone) {
    enum sql_outcome outcome = sql_begin(sql);
    if (outcome != SQL_GOOD)
        return outcome;
    for (struct submission *each = list; each != NULL; each = each->next) {
        each->outcome = STORE_GOOD;
        outcome = alone ? sql_attempt(sql, submission_write, each) : submission_write(sql, each);
        if (outcome == SQL_GOOD || (alone && outcome_own(outcome)))
            continue;
        sql_rollback(sql);
        return outcome;
    }
    return sql_commit(sql);
}

/* When that fails, once more: one that cannot be written shall not spoil the others, and a database that is shared may
 * break off what was begun to no fault of anybody's. */
static enum sql_outcome list_write_twice(struct sql *sql, struct submission *list) {
    const enum sql_outcome outcome = list_write(sql, list, false);
    const bool again = outcome_own(outcome) || (sql_shared(sql) && (outcome == SQL_BUSY || outcome == SQL_LOST));
    return again ? list_write(sql, list, true) : outcome;
}

/* Tells who hosts the service why; once, and again when it was good meanwhile. */
static void failure_tell(struct store_sql *store, enum sql_outcome outcome) {
    if (outcome != SQL_GOOD && !store->failing)
        journal_write(JOURNAL_ERROR, "not written", "problem", sql_problem(store->writer), NULL);
    store->failing = outcome != SQL_GOOD;
}

static void list_commit(void *context, struct submission *list) {
    struct store_sql *store = context;
    enum sql_outcome outcome = list_write_twice(store->writer, list);
    while (outcome == SQL_UNKNOWN && !atomic_load(&store->closing))
        outcome = sql_settle(store->writer);
    for (struct submission *each = list; each != NULL && outcome != SQL_GOOD; each = each->next)
        each->outcome = STORE_FAILED;
    failure_tell(store, outcome);
}

/* When everybody knows what has become of a list. */
static void list_follow(void *context) {
    struct store_sql *store = context;
    if (store->checkpointer != NULL)
        checkpointer_step(store->checkpointer, store->writer);
}

static bool sql_store_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    struct store_change stamped[STORE_CHANGES_MAX];
    for (int i = 0; i < count; i++) {
        stamped[i] = changes[i];
        memcpy(stamped[i].node, store->node, sizeof store->node);
    }
    return commit_queue_submit(store_of(store)->queue, ticket, stamped, count);
}

static int sql_store_collect(struct store *store, struct store_result *results, int most) {
    return commit_queue_collect(store_of(store)->queue, results, most);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

struct reading {
    store_row_function *each;
    void *context;
    bool wanted;
};

/* Columns: game, number, at, data; the last two may be missing. */
static bool row_give(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    const struct store_row row = {.game = columns[0].text,
                                  .number = columns[1].integer,
                                  .at = columns[2].integer,
                                  .data = count > 3 ? columns[3].text : ""};
    reading->wanted = row.game != NULL && row.data != NULL && reading->each(reading->context, &row);
    return reading->wanted;
}

static bool rows_read(struct store *store, const char *statement, const struct sql_value *values, int count,
                      store_row_function *each, void *context) {
    struct reading reading = {.each = each, .context = context, .wanted = true};
    return sql_run(store_of(store)->reader, statement, values, count, row_give, &reading) == SQL_GOOD && reading.wanted;
}

static bool sql_store_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                                  void *context) {
    const struct sql_value values[] = {sql_text(game), sql_integer(after)};
    return rows_read(store, "SELECT game, number, at, data FROM event WHERE game = $1 AND number > $2 ORDER BY number",
                     values, 2, each, context);
}

static bool sql_store_read_chat(struct store *store, const char *game, int64_t after, store_row_function *each,
                                void *context) {
    const struct sql_value values[] = {sql_text(game), sql_integer(after)};
    return rows_read(store, "SELECT game, number, at, data FROM chat WHERE game = $1 AND number > $2 ORDER BY number",
                     values, 2, each, context);
}

static bool sql_store_read_open(struct store *store, store_row_function *each, void *context) {
    const struct sql_value value = sql_text(store->node);
    if (store->shared)
        return rows_read(store, "SELECT id, 0, began FROM game WHERE over = 0 AND keeper = $1", &value, 1, each,
                         context);
    return rows_read(store, "SELECT id, 0, began FROM game WHERE over = 0", NULL, 0, each, context);
}

static bool sql_store_read_owned(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                                 void *context) {
    const struct sql_value values[] = {sql_bytes(visitor->bytes, VISITOR_BYTES), sql_integer(most)};
    return rows_read(store,
                     "SELECT game, 0, max(began) FROM owner WHERE visitor = $1 GROUP BY game ORDER BY 3 DESC LIMIT $2",
                     values, 2, each, context);
}

static bool sql_store_read_playing(struct store *store, const struct visitor *visitor, store_row_function *each,
                                   void *context) {
    const struct sql_value value = sql_bytes(visitor->bytes, VISITOR_BYTES);
    return rows_read(store,
                     "SELECT DISTINCT owner.game, 0, 0 FROM owner JOIN game ON game.id = owner.game"
                     " WHERE owner.visitor = $1 AND game.over = 0",
                     &value, 1, each, context);
}

static bool sql_store_read_listed(struct store *store, bool begun, int most, store_row_function *each, void *context) {
    const struct sql_value values[] = {sql_integer(begun), sql_integer(most)};
    return rows_read(store,
                     "SELECT id, 0, began FROM game WHERE listed = 1 AND over = 0 AND begun = $1"
                     " ORDER BY began DESC LIMIT $2",
                     values, 2, each, context);
}

/* Columns: game, visitor. */
static bool seat_give(void *context, const struct sql_value *columns, int count) {
    struct reading *reading = context;
    struct visitor visitor = {{0}};
    char text[VISITOR_TEXT];
    (void)count;
    if (columns[1].length == VISITOR_BYTES)
        memcpy(visitor.bytes, columns[1].text, VISITOR_BYTES);
    visitor_format(&visitor, text);
    const struct store_row row = {.game = columns[0].text, .data = text};
    reading->wanted = row.game != NULL && reading->each(reading->context, &row);
    return reading->wanted;
}

static bool sql_store_read_begun(struct store *store, int64_t since, store_row_function *each, void *context) {
    struct reading reading = {.each = each, .context = context, .wanted = true};
    const struct sql_value value = sql_integer(since);
    return sql_run(store_of(store)->reader,
                   "SELECT owner.game, owner.visitor FROM owner JOIN game ON game.id = owner.game"
                   " WHERE game.over = 0 AND game.began >= $1",
                   &value, 1, seat_give, &reading) == SQL_GOOD &&
           reading.wanted;
}

static bool sql_store_read_seeks(struct store *store, store_row_function *each, void *context) {
    return rows_read(store, "SELECT node, number, at, data FROM seek", NULL, 0, each, context);
}

struct node_reading {
    store_node_function *each;
    void *context;
};

static bool node_give(void *context, const struct sql_value *columns, int count) {
    const struct node_reading *reading = context;
    const struct store_node node = {.node = columns[0].text, .alive = columns[1].integer, .data = columns[2].text};
    (void)count;
    return reading->each(reading->context, &node);
}

static bool sql_store_read_nodes(struct store *store, store_node_function *each, void *context) {
    struct node_reading reading = {.each = each, .context = context};
    return sql_run(store_of(store)->reader, "SELECT id, alive, data FROM node", NULL, 0, node_give, &reading) ==
           SQL_GOOD;
}

static bool sql_store_read_gaps(struct store *store, store_row_function *each, void *context) {
    return rows_read(store, "SELECT '', began, ended FROM gap ORDER BY began", NULL, 0, each, context);
}

static int64_t sql_store_read_clock(struct store *store) { return sql_clock(store_of(store)->reader); }

static bool sql_store_enter(struct store *store, int64_t now) {
    return node_enter(store_of(store)->reader, store->node, now);
}

static void sql_store_collect_news(struct store *store, store_news_function *each, void *context) {
    if (store_of(store)->listener != NULL)
        listener_collect(store_of(store)->listener, each, context);
}

static bool sql_store_read_secret(struct store *store, struct secret *secret) {
    return setting_read(store_of(store)->reader, "secret", secret->bytes, SECRET_BYTES);
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static void sql_store_close(struct store *closed) {
    struct store_sql *store = store_of(closed);
    atomic_store(&store->closing, true);
    listener_free(store->listener);
    if (store->queue != NULL)
        commit_queue_free(store->queue);
    checkpointer_free(store->checkpointer);
    sql_close(store->reader);
    sql_close(store->writer);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

static const struct store_functions functions = {
    .submit = sql_store_submit,
    .collect = sql_store_collect,
    .read_events = sql_store_read_events,
    .read_chat = sql_store_read_chat,
    .read_open = sql_store_read_open,
    .read_owned = sql_store_read_owned,
    .read_playing = sql_store_read_playing,
    .read_listed = sql_store_read_listed,
    .read_begun = sql_store_read_begun,
    .read_seeks = sql_store_read_seeks,
    .read_nodes = sql_store_read_nodes,
    .read_gaps = sql_store_read_gaps,
    .read_clock = sql_store_read_clock,
    .enter = sql_store_enter,
    .collect_news = sql_store_collect_news,
    .read_secret = sql_store_read_secret,
    .close = sql_store_close,
};

/* The folder of a file, made when it is not there. One server at a time: two would tell their players different
 * things. */
static bool folder_lock(const char *file, int *lock, struct tab_error *error) {
    char folder[PATH_MAX], path[PATH_MAX + 8];
    const char *slash = strrchr(file, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - file) : 1, slash != NULL ? file : ".");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set(error, 0, N_("cannot make the folder {1}: {2}"), folder, translate_errno(errno));
    snprintf(path, sizeof path, "%s/lock", folder);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return error_set(error, 0, N_("cannot write in the folder {1}: {2}"), folder, translate_errno(errno));
    return flock(*lock, LOCK_EX | LOCK_NB) == 0 ||
           error_set(error, 0, N_("the folder {1} is in use by another server"), folder, NULL);
}

static bool secret_prepare(struct store_sql *store, struct tab_error *error) {
    struct secret secret;
    randombytes_buf(secret.bytes, sizeof secret.bytes);
    return setting_write(store->writer, "secret", secret.bytes, sizeof secret.bytes, false) == SQL_GOOD ||
           error_set(error, 0, N_("cannot prepare the store: {1}"), sql_problem(store->writer), NULL);
}

static bool checkpointer_prepare(struct store_sql *store, const char *path, struct tab_error *error) {
    struct sql *connection = sql_open(path, error);
    if (connection == NULL)
        return false;
    store->checkpointer = checkpointer_new(connection);
    if (store->checkpointer != NULL)
        return true;
    sql_close(connection);
    return error_set(error, 0, N_("out of memory"), NULL, NULL);
}

static bool store_prepare(struct store_sql *store, const char *address, struct tab_error *error) {
    const bool file = !sql_remote(address);
    if (file && !folder_lock(address, &store->lock, error))
        return false;
    store->writer = sql_open(address, error);
    if (store->writer == NULL || !schema_update(store->writer, error) || !secret_prepare(store, error))
        return false;
    store->reader = sql_open(address, error);
    return store->reader != NULL && (!file || checkpointer_prepare(store, address, error));
}

/* Before anything is read, so that nothing is missed. */
static bool news_prepare(struct store_sql *store, const char *address, store_wake_function *wake, void *context,
                         struct tab_error *error) {
    if (!store->store.shared)
        return true;
    store->listener = listener_new(address, store->store.node, wake, context, error);
    return store->listener != NULL;
}

struct store *store_open(const char *address, store_wake_function *wake, void *context, struct tab_error *error) {
    struct store_sql *store = calloc(1, sizeof *store);
    if (store == NULL || sodium_init() < 0) {
        free(store);
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    store->store.functions = &functions;
    store->store.shared = sql_remote(address);
    game_id_make(random_system, NULL, store->store.node);
    store->lock = -1;
    if (store_prepare(store, address, error) && news_prepare(store, address, wake, context, error)) {
        store->queue = commit_queue_new(QUEUE_ROOM, list_commit, list_follow, store, wake, context);
        if (store->queue != NULL)
            return &store->store;
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    }
    sql_store_close(&store->store);
    return NULL;
}
