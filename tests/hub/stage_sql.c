/* stage_sql.c - the games of a stage in a database.
 *
 * The functions of a store are replaced by others that wait until everything is written, so that a conversation always
 * goes the same way, and that hold back or fail when told. */
#include "stage_sql.h"
#include "database.h"
#include "server/store_events.h"
#include "server/store_sql.h"
#include "testing.h"
#include "watchdog.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 256 };

static struct database database;

/* A store whose functions are those of `real`, but for some; found again by the place of its table. */
struct front {
    struct store_functions functions;
    const struct store_functions *real;
    bool hold, refuse, blind;
    struct waiting_result {
        uint64_t ticket;
        bool failed;
    } waiting[WAITING_MAX];
    int count;
};

static struct front *front_of(struct store *store) { return (struct front *)store->functions; }

static bool front_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    struct front *front = front_of(store);
    assert_in_range(front->count, 0, WAITING_MAX - 1);
    front->waiting[front->count++] = (struct waiting_result){.ticket = ticket, .failed = front->refuse};
    return front->refuse || front->real->submit(store, ticket, changes, count);
}

static struct store_result result_wait(struct store *store) {
    const struct deadline deadline = deadline_new();
    struct store_result result;
    while (front_of(store)->real->collect(store, &result, 1) == 0)
        deadline_rest(&deadline, "what the store says of a change");
    return result;
}

static int front_collect(struct store *store, struct store_result *results, int most) {
    struct front *front = front_of(store);
    int count = 0;
    for (; count < most && count < front->count && !front->hold; count++) {
        results[count] = (struct store_result){.ticket = front->waiting[count].ticket, .outcome = STORE_FAILED};
        if (!front->waiting[count].failed)
            results[count] = result_wait(store);
    }
    front->count -= count;
    memmove(front->waiting, front->waiting + count, (size_t)front->count * sizeof *front->waiting);
    return count;
}

static bool front_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                              void *context) {
    const struct front *front = front_of(store);
    return !front->blind && front->real->read_events(store, game, after, each, context);
}

static bool front_read_owned(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                             void *context) {
    const struct front *front = front_of(store);
    return !front->blind && front->real->read_owned(store, visitor, most, each, context);
}

static void front_close(struct store *store) {
    struct front *front = front_of(store);
    front->real->close(store);
    free(front);
}

static struct store *front_open(void) {
    struct tab_error error = {0};
    struct store *store = store_open(database.address, NULL, NULL, &error);
    if (store == NULL)
        fail_msg("%s %s %s", error.what, error.argument[0], error.argument[1]);
    struct front *front = calloc(1, sizeof *front);
    assert_true(store != NULL && front != NULL);
    front->real = store->functions;
    front->functions = *store->functions;
    front->functions.submit = front_submit;
    front->functions.collect = front_collect;
    front->functions.read_events = front_read_events;
    front->functions.read_owned = front_read_owned;
    front->functions.close = front_close;
    store->functions = &front->functions;
    return store;
}

/* ---- What a stage asks for ------------------------------------------------------------------------------------ */

static struct store *sql_first(void) {
    struct secret secret;
    memset(&secret, 's', sizeof secret); /* so that names of visitors are the same as in memory */
    store_close(front_open());           /* makes the tables */
    struct sql *sql = database_open(&database);
    assert_int_equal(sql_script(sql, "DELETE FROM event; DELETE FROM chat; DELETE FROM game; DELETE FROM owner;"
                                     "DELETE FROM ended; DELETE FROM node; DELETE FROM seek; DELETE FROM gap"),
                     SQL_GOOD);
    assert_int_equal(setting_write(sql, "secret", secret.bytes, sizeof secret.bytes, true), SQL_GOOD);
    sql_close(sql);
    return front_open();
}

static struct store *sql_again(struct store *store) {
    store_close(store);
    return front_open();
}

static void sql_hold(struct store *store, bool hold) { front_of(store)->hold = hold; }

static void sql_refuse(struct store *store, bool refuse) { front_of(store)->refuse = refuse; }

static void sql_blind(struct store *store, bool blind) { front_of(store)->blind = blind; }

static enum sql_outcome one_write(struct sql *sql, void *context) {
    return events_write(sql, context, 1) ? SQL_GOOD : SQL_WRONG;
}

static void sql_elsewhere(struct store *store, const struct store_change *one) {
    struct sql *sql = database_open(&database);
    struct store_change change = *one;
    (void)store;
    assert_int_equal(sql_transaction(sql, one_write, &change), SQL_GOOD);
    sql_close(sql);
}

static const struct stage_stores stage_sql = {.first = sql_first,
                                              .again = sql_again,
                                              .hold = sql_hold,
                                              .refuse = sql_refuse,
                                              .blind = sql_blind,
                                              .elsewhere = sql_elsewhere};

const struct stage_stores *stage_sql_begin(const char *name) {
    int kind = 0;
    while (kind < DATABASE_COUNT && strcmp(database_names[kind], name) != 0)
        kind++;
    if (kind == DATABASE_COUNT)
        abort();
    database_begin(&database, (enum database_kind)kind);
    return &stage_sql;
}

void stage_sql_end(void) { database_end(&database); }
