/* service.h - what the parts of the running service share; the user pointer of libwebsockets' context. */
#ifndef TABLIER_SERVER_SERVICE_H
#define TABLIER_SERVER_SERVICE_H

#include "address_book.h"
#include "desk.h"
#include "engines.h"
#include "event_loop.h"
#include "hub.h"
#include "network.h"
#include "settings.h"
#include "site.h"

#include <libwebsockets.h>
#include <stdatomic.h>

enum { ENDED_KEPT = 64 };

struct session; /* a WebSocket connection: ws.c */

enum { SESSION_TURNS = 10 };

/* What happens on a connection of HTTP: nothing, there is no answer yet, the answer is being sent. */
enum exchange_state { EXCHANGE_NONE, EXCHANGE_ASKED, EXCHANGE_ANSWERED, EXCHANGE_STATE_COUNT };

enum { HEADER_ROOM = 16384 }; /* for any header: the head of a request has no more bytes */

/* What is counted beyond the hub. */
struct service_counts {
    uint64_t turns, requests, refused_origins, refused_connections, refused_sockets, slow_closed, silent_closed,
        protocol_errors;
};

/* What is added to the system's monotonic clock to get milliseconds since 1970, and what should be. */
struct service_clock {
    _Atomic int64_t offset; /* other threads ask for the time */
    int64_t first;          /* as it was when the service began */
    int64_t wanted;
    int ticks;
};

struct service {
    const struct settings *settings;
    const struct site *site;
    struct store *store;
    struct hub *hub;
    struct secret secret;
    struct engines *engines;
    struct director *director;
    struct desk *desk;
    struct live *lives; /* requests under /api/ that the hub answers */
    struct chores *chores;
    struct sql *ratings;                 /* the loop's own connection, to look up a rating now and then */
    struct warden *warden;               /* who is banned */
    struct throttle *requests;           /* under /api/, of each address */
    struct lws_context *_Atomic context; /* NULL when there is none to be woken */
    struct event_loop loop;
    struct lws_vhost *host;
    int files;   /* the number of a socket is less, or there are too many */
    bool secure; /* TLS is ours */
    struct service_clock clock;
    struct session *sessions[SESSION_TURNS]; /* looked after in turn */
    int session_count, session_turn;
    int64_t ended[ENDED_KEPT]; /* sessions of accounts, the last ones, in a ring */
    unsigned ended_count;
    struct address_book *sockets; /* how many each address has */
    struct service_counts counts;
    int64_t began;                       /* by service_steady */
    int exchanges[EXCHANGE_STATE_COUNT]; /* how many connections of HTTP wait for what */
    uint64_t arrivals;    /* counts what comes and goes over HTTP: sockets, parts of requests, of answers */
    bool proxy_told;      /* that somebody who is no proxy of ours forwards requests */
    bool leaving;         /* asked to stop, and finishing */
    atomic_bool stopping; /* asked to stop, by a signal */
};

static inline struct service *service_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

/* Milliseconds since 1970, for games and for whatever is written down. */
int64_t service_now(const struct service *service);
/* The same, and by how much the clock was set in all since the service began. From any thread. */
int64_t service_now_set(const struct service *service, int64_t *set);
/* Milliseconds by a clock that nobody sets, for how long something takes here. */
int64_t service_steady(void);
/* Sets the clock, by that of the store where several servers share it, else by the system's; and ten times a second keeps
 * it right. */
void service_clock_begin(struct service *service);
void service_clock_tick(struct service *service);

/* Ends the live connections of a session, forgets a handle as hub_forget does, on this server and on those that share its
 * store; does what another one asks for. */
void told_session(void *context, int64_t session);
void told_forget(void *context, const char *handle, const char *heir);
void told_hear(void *context, const json_t *json);

/* Takes what other threads have ready: confirmations of the store, moves of engines. */
void service_wake(struct service *service);

/* The address a request comes from, past the proxies that are believed. */
void service_client(struct lws *wsi, char address[ADDRESS_TEXT]);

/* Where a request was sent to, and by which page. */
struct arrival service_arrival(struct lws *wsi);

/* A header of a request; one that is absent, or does not fit, is empty. */
const char *service_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size);

/* The figures of /metrics, in the form Prometheus reads; the caller frees it. NULL when there is no memory. */
char *metrics_format(const struct service *service);

#endif
