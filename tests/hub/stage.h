/* stage.h - hubs with an outside made for tests: people by name, a clock that only moves when told, a store
 * that fails when told, an engine that waits to be answered. */
#ifndef TEST_HUB_STAGE_H
#define TEST_HUB_STAGE_H

#include "server/hub.h"

#include <jansson.h>

enum { PEOPLE_MAX = 12, STAGE_NAME = 24, NODES_MAX = 3 };

/* Somebody, connected or not, and the messages that have come and were not looked at. */
struct person {
    char name[STAGE_NAME];
    struct client *client;
    struct hub *hub; /* of the client */
    json_t *inbox;   /* a list */
    bool closed;     /* the hub wants the connection closed */
};

/* One server. */
struct node {
    struct hub *hub;
    struct store *store;
};

/* Where a stage keeps its games: in memory, or, in stage_sql.h, in a database. */
struct stage_stores {
    struct store *(*first)(void);                                           /* empty */
    struct store *(*again)(struct store *store);                            /* after a restart; closes the one before */
    void (*hold)(struct store *store, bool hold);                           /* nothing is confirmed */
    void (*refuse)(struct store *store, bool refuse);                       /* nothing is written */
    void (*blind)(struct store *store, bool blind);                         /* no game can be read */
    void (*elsewhere)(struct store *store, const struct store_change *one); /* somebody else writes */
};

extern const struct stage_stores stage_memory;

struct stage {
    const struct stage_stores *stores;
    struct node nodes[NODES_MAX];
    int node_count;
    struct node *node; /* to which people connect */
    struct hub_limits limits;
    int64_t now;
    uint64_t random;
    struct person people[PEOPLE_MAX];
    int people_count;
    char job_game[GAME_ID_TEXT]; /* what the engine was asked, "": nothing */
    int64_t job_moved;
    int job_level;
    char told[STAGE_NAME]; /* what another server has said last */
};

void stage_begin(struct stage *stage, const struct hub_limits *limits, const struct stage_stores *stores);
void stage_end(struct stage *stage);
/* A new hub from the same store, after so much time in which there was none. */
bool stage_restart(struct stage *stage, int64_t away);
void stage_set_clock(struct stage *stage, int64_t milliseconds);
/* The server dies; it can be restarted. */
void stage_kill(struct stage *stage);
/* From here on servers hear of what the others write; in memory only, as all of several servers. */
void stage_cluster(struct stage *stage);
/* From here on people connect to this server, from 1; false when there are not so many. */
bool stage_node(struct stage *stage, int number);

/* By name, made when there is none; NULL when there are too many. */
struct person *stage_person(struct stage *stage, const char *name);
/* The visitor of that name. */
struct visitor stage_visitor(const char *name);
/* Connects as the visitor called `visitor`; false when the hub refuses. */
bool stage_connect(struct stage *stage, struct person *person, const char *visitor, const char *address);
void stage_disconnect(struct stage *stage, struct person *person);
/* A message, and everything that follows from it. */
void stage_say(struct stage *stage, struct person *person, const char *text, size_t length);
/* Takes what the store has confirmed, and what servers tell each other. */
void stage_collect(struct stage *stage);
void stage_wait(struct stage *stage, int64_t milliseconds);

#endif
