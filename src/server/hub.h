/* hub.h - the service without its sockets: who is connected, which games there are, and what each message does.
 *
 * Everything the hub needs from outside comes through `struct hub_ports`, so tests and the fuzzer can be the outside.
 * All functions are called from one thread. A request that changes a game becomes an event; only when the store has
 * confirmed it does the game change, and only then is anybody told. While an event of a game is on its way, other
 * requests for the same game wait. docs/protocol.md describes the messages. */
#ifndef TABLIER_SERVER_HUB_H
#define TABLIER_SERVER_HUB_H

#include "refusal.h"
#include "store.h"
#include "time_control.h"

#include <jansson.h>
#include <tablier.h>

enum { HUB_VERSION = 1, ADDRESS_TEXT = 48 };

struct hub;
struct client; /* one connection */

/* A position for an engine to think about; valid during the call. */
struct hub_job {
    const char *game;
    int64_t moved; /* identifies the position within its game */
    const struct tab_rules *rules;
    const struct tab_position *position;
    const uint64_t *past;
    int past_count;
    int level;
};

enum hub_close { HUB_CLOSE_RATE, HUB_CLOSE_STOPPING };

struct hub_ports {
    void *context;
    /* Milliseconds since 1970; never goes back as long as the hub lives, unless hub_clock_set says so. */
    int64_t (*now)(void *context);
    random_function *random;
    /* Sends a message to a connection; may not call back. */
    void (*send)(void *context, void *socket, const char *text, size_t length);
    /* Closes a connection, later: hub_disconnect follows. */
    void (*close)(void *context, void *socket, enum hub_close why);
    /* The answer comes by hub_thought. False when no engine has room; it is asked again later. */
    bool (*think)(void *context, const struct hub_job *job);
    /* The rating of an account in a game, by its id; 0 when it has none. NULL: nobody has. */
    int (*rating)(void *context, int64_t account, const char *game, enum time_class class);
    /* Another server that shares the store has said this by hub_tell. */
    void (*told)(void *context, const json_t *json);
    struct store *store;
};

/* Limits on everything that grows, and times; from the configuration. */
struct hub_limits {
    int connections; /* in all */
    int connections_per_address;
    int games;                  /* not over, in all */
    int games_per_visitor;      /* not over */
    int games_per_address_hour; /* created */
    int messages_per_second;    /* of one connection, and three times that at once */
    int chat_bytes, chat_lines; /* of one line, of one voice in a game */
    int reads_per_tick;         /* of games that may have changed unheard */
    int64_t lag_ms;             /* given back for a move at most */
    int64_t first_move_ms;      /* to make a first move, where there is a clock */
    int64_t away_ms;            /* away for so long, the others may claim the game */
    int64_t challenge_ms;       /* an open game that nobody joins */
    int64_t idle_ms;            /* a game without a clock in which nobody moves */
    int64_t linger_ms;          /* a game that is over stays in memory */
};

extern const struct hub_limits hub_limits_usual;

/* Reads the games that are not over from the store. NULL when that fails or there is no memory. */
struct hub *hub_new(const struct hub_ports *ports, const struct hub_limits *limits);
void hub_free(struct hub *hub);

/* Somebody connects; `socket` names the connection for the ports. NULL when there are too many. */
struct client *hub_connect(struct hub *hub, void *socket, const struct visitor *visitor, const char *address);
/* The connection has nothing to say before its first message: it counts as greeted. */
void hub_greet(struct client *client);
/* The connection is an account's, whose name it has; a program's (`bot`) or a person's. */
void hub_account(struct client *client, int64_t account, const char *name, bool bot);
/* Nobody has this handle any more: lines of chat are those of the heir's handle, or without one ("") lose the name. */
void hub_forget(struct hub *hub, const char *handle, const char *heir);
void hub_disconnect(struct hub *hub, struct client *client);
void hub_receive(struct hub *hub, struct client *client, const char *text, size_t length);
/* How long a message takes to the client and back. */
void hub_lag(struct client *client, int64_t milliseconds);

/* Somebody else may have written events of this game, or a new game: reads what is not known yet, applies it and tells
 * who watches. A game that is not in memory is loaded when it is not over, and listed or that of somebody connected, who
 * is told that it begins. */
void hub_hear(struct hub *hub, const char *game);

/* Takes what the store has confirmed. */
void hub_collect(struct hub *hub);
/* An engine has found a move; "" when it has failed. */
void hub_thought(struct hub *hub, const char *game, int64_t moved, const char *move);
/* A tournament has changed: those who look at it are told. */
void hub_tournament(struct hub *hub, const char *tournament, int64_t revision);
/* To be called several times a second: clocks, expiry, lists that have changed. */
void hub_tick(struct hub *hub);

/* The clock of the ports has been set, by so much: everything goes on as if it had always been right. Only where no other
 * server shares the store. */
void hub_clock_set(struct hub *hub, int64_t ms);

/* Says something to the other servers that share the store, under the name "tell"; frees it. */
void hub_tell(struct hub *hub, json_t *json);

/* No new games from now on. */
void hub_stop(struct hub *hub);
/* Nothing that was on its way to the store when it was stopped is so still. */
bool hub_settled(const struct hub *hub);

/* A game written down, the caller frees it; NULL, and `why`, when there is none, or it cannot be read now. */
char *hub_record(struct hub *hub, const char *game, enum refusal *why);

struct hub_counts {
    int connections, games_open, games_playing, rooms, seeks;
    int nodes;         /* servers that share the store, this one included */
    int store_waiting; /* asked of the store, and not answered yet */
    uint64_t messages, refused, moves, events, store_failures, games_created;
    bool store_failing; /* the last thing asked of the store failed */
};

struct hub_counts hub_count(const struct hub *hub);

#endif
