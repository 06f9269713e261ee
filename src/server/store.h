/* store.h - where games are kept: one interface, whatever is behind it.
 *
 * A game is what happened to it, one numbered event after the other; nothing is ever changed or taken away. Events are
 * texts that only event.h reads. Writing is asked for and later confirmed: `submit` puts changes into a queue, and
 * `collect` tells which of them are on the disk for good. What is submitted together becomes true together. Confirmations
 * come in the order of the submissions. All functions are called from one thread; the store may have others. */
#ifndef TABLIER_SERVER_STORE_H
#define TABLIER_SERVER_STORE_H

#include "visitor.h"

struct tab_error;

enum { STORE_CHANGES_MAX = 4, STORE_OWNERS_MAX = 4 };

enum store_kind {
    STORE_EVENT, /* of a game; the one with number 1 begins it */
    STORE_CHAT,  /* a line that somebody said in a game, numbered by itself */
    STORE_ALIVE, /* the server was running at this time */
    STORE_KIND_COUNT
};

/* One change. Texts are copied when it is submitted. */
struct store_change {
    enum store_kind kind;
    char game[GAME_ID_TEXT];
    int64_t number;
    int64_t at; /* milliseconds since 1970 */
    const char *data;
    bool over;                               /* the game is over with this event */
    struct visitor owners[STORE_OWNERS_MAX]; /* who has a seat from this event on; nobody: no news */
};

/* What became of a submission. */
enum store_outcome {
    STORE_GOOD,     /* it is on the disk for good */
    STORE_CONFLICT, /* not written: somebody else has written an event or line of that number */
    STORE_FAILED,   /* not written: the disk is full, the database cannot be reached */
    STORE_OUTCOME_COUNT
};

struct store_result {
    uint64_t ticket;
    enum store_outcome outcome;
};

/* Called for each event, line or game that is read, in order; false ends the reading. */
struct store_row {
    const char *game;
    int64_t number, at;
    const char *data;
};
typedef bool store_row_function(void *context, const struct store_row *row);

struct store;

struct store_functions {
    /* False when the queue is full: nothing will happen then. */
    bool (*submit)(struct store *store, uint64_t ticket, const struct store_change *changes, int count);
    /* Takes up to `most` results; returns how many there were. */
    int (*collect)(struct store *store, struct store_result *results, int most);
    /* What comes after the number `after`. False when it could not be read to its end. */
    bool (*read_events)(struct store *store, const char *game, int64_t after, store_row_function *each, void *context);
    bool (*read_chat)(struct store *store, const char *game, int64_t after, store_row_function *each, void *context);
    /* The games that are not over; only `game` is set. */
    bool (*read_open)(struct store *store, store_row_function *each, void *context);
    /* The latest games in which a visitor has or had a seat; `game`, and in `at` when it began. */
    bool (*read_owned)(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                       void *context);
    /* The last STORE_ALIVE, 0 when there was none. */
    int64_t (*read_alive)(struct store *store);
    /* The server's key, made when the store is new. */
    bool (*read_secret)(struct store *store, struct secret *secret);
    /* Finishes what was submitted, then frees everything. */
    void (*close)(struct store *store);
};

/* The first member of every store. */
struct store {
    const struct store_functions *functions;
};

static inline bool store_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    return store->functions->submit(store, ticket, changes, count);
}

static inline int store_collect(struct store *store, struct store_result *results, int most) {
    return store->functions->collect(store, results, most);
}

static inline bool store_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                                     void *context) {
    return store->functions->read_events(store, game, after, each, context);
}

static inline bool store_read_chat(struct store *store, const char *game, int64_t after, store_row_function *each,
                                   void *context) {
    return store->functions->read_chat(store, game, after, each, context);
}

static inline bool store_read_open(struct store *store, store_row_function *each, void *context) {
    return store->functions->read_open(store, each, context);
}

static inline bool store_read_owned(struct store *store, const struct visitor *visitor, int most,
                                    store_row_function *each, void *context) {
    return store->functions->read_owned(store, visitor, most, each, context);
}

static inline int64_t store_read_alive(struct store *store) { return store->functions->read_alive(store); }

static inline bool store_read_secret(struct store *store, struct secret *secret) {
    return store->functions->read_secret(store, secret);
}

static inline void store_close(struct store *store) { store->functions->close(store); }

/* Called from any thread when there are results to collect. */
typedef void store_wake_function(void *context);

#endif
