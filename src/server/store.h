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

enum { STORE_CHANGES_MAX = 6, STORE_OWNERS_MAX = 4, NODE_TEXT = GAME_ID_TEXT };
enum { STORE_GRACE_MS = 2000 }; /* where the store is shared: shorter times without any server are none */

enum store_kind {
    STORE_EVENT, /* of a game; the one with number 1 begins it */
    STORE_CHAT,  /* a line that somebody said in a game, numbered by itself */
    STORE_ALIVE, /* the server was running at this time; `data` is what it tells the others of itself */
    STORE_GAP,   /* nobody is charged for the time from `number` to `at`; when that is earlier the clock was put back */
    /* Only of a store that servers share: */
    STORE_SEEK,   /* somebody of this server waits to be paired, numbered by it */
    STORE_UNSEEK, /* and waits no more */
    STORE_TAKE,   /* a seek of the server `game` is used up; a conflict when it is not there any more */
    STORE_TELL,   /* `data` is told to the other servers, and kept nowhere */
    STORE_KEEP,   /* this server keeps the games that none has kept which was running since `at` */
    STORE_LEAVE,  /* this server stops; nobody keeps its games, nobody waits on it */
    STORE_KIND_COUNT
};

/* One change. Texts are copied when it is submitted. */
struct store_change {
    enum store_kind kind;
    char game[GAME_ID_TEXT];
    int64_t number;
    int64_t at; /* milliseconds since 1970 */
    const char *data;
    char node[NODE_TEXT];                    /* which server writes it; "": a program that is none */
    bool over;                               /* the game is over with this event */
    bool begun;                              /* it is played from this event on */
    bool listed;                             /* of the first event: the game is for everybody to see */
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
    int64_t kept; /* of STORE_KEEP: how many games */
};

/* Called for each event, line or game that is read, in order; false ends the reading. */
struct store_row {
    const char *game;
    int64_t number, at;
    const char *data;
};
typedef bool store_row_function(void *context, const struct store_row *row);

/* Another server that uses the same store. */
struct store_node {
    const char *node;
    int64_t alive;
    const char *data;
};
typedef bool store_node_function(void *context, const struct store_node *node);

/* What another server has written. */
enum news_kind {
    NEWS_EVENT,
    NEWS_CHAT,
    NEWS_SEEK,   /* `game` is the server on which somebody waits */
    NEWS_UNSEEK, /* likewise */
    NEWS_TOLD,
    NEWS_LEFT,   /* the server stops */
    NEWS_GAP,    /* nobody is charged for the time from `number` to `at` */
    NEWS_MISSED, /* there may have been more, which nobody has heard */
    NEWS_KIND_COUNT
};

struct store_news {
    enum news_kind kind;
    const char *node; /* who wrote it */
    const char *game;
    int64_t number, at;
    bool over;        /* of an event: it ends the game */
    const char *data; /* NULL: it was too long to be told, and has to be read */
};
typedef void store_news_function(void *context, const struct store_news *news);

struct store;

struct store_functions {
    /* False when the queue is full: nothing will happen then. */
    bool (*submit)(struct store *store, uint64_t ticket, const struct store_change *changes, int count);
    /* Takes up to `most` results; returns how many there were. */
    int (*collect)(struct store *store, struct store_result *results, int most);
    /* What comes after the number `after`. False when it could not be read to its end. */
    bool (*read_events)(struct store *store, const char *game, int64_t after, store_row_function *each, void *context);
    bool (*read_chat)(struct store *store, const char *game, int64_t after, store_row_function *each, void *context);
    /* The games that are not over and kept by this server; only `game` is set. */
    bool (*read_open)(struct store *store, store_row_function *each, void *context);
    /* The latest games in which a visitor has or had a seat; `game`, and in `at` when it began. */
    bool (*read_owned)(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                       void *context);
    /* The games that are not over and in which a visitor has or had a seat; only `game` is set. */
    bool (*read_playing)(struct store *store, const struct visitor *visitor, store_row_function *each, void *context);
    /* The latest listed games, those that wait for players or those that are played; only `game` is set. */
    bool (*read_listed)(struct store *store, bool begun, int most, store_row_function *each, void *context);
    /* Seats in games that are not over and began at `since` or later; `game`, and in `data` the visitor. */
    bool (*read_begun)(struct store *store, int64_t since, store_row_function *each, void *context);
    /* Who waits to be paired, on any server, which is in `game`. */
    bool (*read_seeks)(struct store *store, store_row_function *each, void *context);
    bool (*read_nodes)(struct store *store, store_node_function *each, void *context);
    /* The times in which no server was running or the store failed, or that a clock has left out, from `number` to
     * `at`. */
    bool (*read_gaps)(struct store *store, store_row_function *each, void *context);
    /* The time of the store's own clock; 0 when it has none. */
    int64_t (*read_clock)(struct store *store);
    /* Says at the start that this server runs; when none did it notes since when. Waits for the disk. */
    bool (*enter)(struct store *store, int64_t now);
    /* Takes what other servers have written since it was last asked. */
    void (*collect_news)(struct store *store, store_news_function *each, void *context);
    /* The server's key, made when the store is new. */
    bool (*read_secret)(struct store *store, struct secret *secret);
    /* Finishes what was submitted, then frees everything. */
    void (*close)(struct store *store);
};

/* The first member of every store. */
struct store {
    const struct store_functions *functions;
    bool shared;          /* other servers may use it at the same time */
    char node[NODE_TEXT]; /* the name of this server among them, a new one with every start */
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

static inline bool store_read_playing(struct store *store, const struct visitor *visitor, store_row_function *each,
                                      void *context) {
    return store->functions->read_playing(store, visitor, each, context);
}

static inline bool store_read_listed(struct store *store, bool begun, int most, store_row_function *each,
                                     void *context) {
    return store->functions->read_listed(store, begun, most, each, context);
}

static inline bool store_read_begun(struct store *store, int64_t since, store_row_function *each, void *context) {
    return store->functions->read_begun(store, since, each, context);
}

static inline bool store_read_seeks(struct store *store, store_row_function *each, void *context) {
    return store->functions->read_seeks(store, each, context);
}

static inline bool store_read_nodes(struct store *store, store_node_function *each, void *context) {
    return store->functions->read_nodes(store, each, context);
}

static inline bool store_read_gaps(struct store *store, store_row_function *each, void *context) {
    return store->functions->read_gaps(store, each, context);
}

static inline int64_t store_read_clock(struct store *store) { return store->functions->read_clock(store); }

static inline bool store_enter(struct store *store, int64_t now) { return store->functions->enter(store, now); }

static inline void store_collect_news(struct store *store, store_news_function *each, void *context) {
    store->functions->collect_news(store, each, context);
}

static inline bool store_read_secret(struct store *store, struct secret *secret) {
    return store->functions->read_secret(store, secret);
}

static inline void store_close(struct store *store) { store->functions->close(store); }

/* Called from any thread when there are results to collect. */
typedef void store_wake_function(void *context);

#endif
