/* desk.h - what is asked over HTTP, under /api/. The loop of the service reads a whole request and hands it to a thread of
 * the desk, which has a connection to the database; the thread runs the function of the request's route (api.def), plain
 * code that may wait, and the answer goes back over the loop. Requests with a password go to threads of their own, few,
 * because a password takes a lot of memory and time to check. */
#ifndef TABLIER_SERVER_DESK_H
#define TABLIER_SERVER_DESK_H

#include "event.h"
#include "hub.h"
#include "settings.h"
#include "sql.h"
#include "who.h"

#include <jansson.h>

struct desk;

enum { DESK_PARTS = 4, DESK_COOKIES = 3, DESK_COOKIE_TEXT = 512 };

/* ---- For the functions of routes ------------------------------------------------------------------------------ */

struct desk_request {
    const char *method, *path;     /* the path without /api */
    const char *parts[DESK_PARTS]; /* what the {...} of the route matched */
    json_t *query;                 /* ?a=b, as texts; those that the route says are numbers, as numbers */
    json_t *body;                  /* NULL: none */
    struct visitor visitor;        /* guest or account; nobody when neither is known */
    int64_t account;               /* 0: none */
    const char *account_name;      /* "" without an account */
    int64_t session;               /* of a cookie, 0: none */
    unsigned scopes;               /* of a token */
    bool bot;                      /* the account is a program's */
    struct visitor guest;          /* of the guest's cookie, also beside a session; nobody: none */
    struct device device;          /* of its cookie */
    const char *address;           /* that limits are counted for */
    const char *from;              /* where it comes from */
    const char *agent;             /* which browser, as it says of itself */
    bool secure;                   /* the page came over TLS */
    int64_t now;
    struct sql *sql;
    struct desk *desk;
    random_function *random;
    const struct settings *settings;
    const struct secret *secret;
};

/* Whether an answer is one, or the hub goes on with it: see live.h. */
enum desk_live {
    DESK_ANSWERED,
    DESK_MESSAGE, /* `json` is a message for the hub */
    DESK_EVENTS   /* `json` has the events of a game, and who asks waits for some when there are none */
};

struct desk_answer {
    int status;
    enum desk_live live;
    json_t *json; /* or */
    char *text;   /* freed after it is sent */
    const char *type;
    const char *attachment; /* the name of a file to be kept under, a static text */
    char cookies[DESK_COOKIES][DESK_COOKIE_TEXT];
};

typedef void desk_function(const struct desk_request *request, struct desk_answer *answer);

/* {"error":{"code":...,"message":...}} */
void desk_refuse(struct desk_answer *answer, int status, const char *code, const char *message);
/* The same with the field that is not good, 400. */
void desk_refuse_field(struct desk_answer *answer, const char *field);
/* What a database that does not work comes to, 503. */
void desk_refuse_store(struct desk_answer *answer);
/* An answer with these fields; 200. */
void desk_say(struct desk_answer *answer, json_t *json);
/* A field of the body or, without one, of the query; "" and `otherwise` when it is not there. */
const char *desk_text(const struct desk_request *request, const char *key);
int64_t desk_number(const struct desk_request *request, const char *key, int64_t otherwise);

/* From any thread: something for the loop. Without a desk there is none, as in `tablier admin`. */
void desk_tell_game(struct desk *desk, const char *game);  /* its events were written by somebody else than the hub */
void desk_end_session(struct desk *desk, int64_t session); /* closes its live connections */
void desk_tell_tournament(struct desk *desk, const char *tournament, int64_t revision); /* it has changed */

/* Nobody has this handle any more; who said something under it is the heir, or without one ("") nobody. */
void desk_forget(struct desk *desk, const char *handle, const char *heir);

/* How often somebody may do what costs others something. Guests are as many as they like to be, so what counts there is
 * where they come from. */
enum desk_throttle {
    PASSWORDS_OF_ADDRESS,
    PASSWORDS_OF_NAME,
    TOURNAMENTS_OF_ADDRESS,
    REPORTS_OF_ADDRESS,
    THROTTLE_COUNT
};
struct throttle *desk_throttle(struct desk *desk, enum desk_throttle which);

/* ---- For the loop --------------------------------------------------------------------------------------------- */

struct desk_options {
    const struct settings *settings;
    struct warden *warden;
    const char *address; /* of the database */
    struct secret secret;
    void *context;
    void (*wake)(void *context); /* from any thread: there is something to collect */
    void (*tell_game)(void *context, const char *game);
    void (*end_session)(void *context, int64_t session);
    void (*forget)(void *context, const char *handle, const char *heir);
    void (*tell_tournament)(void *context, const char *tournament, int64_t revision);
};

/* NULL, with the reason, when the database cannot be opened. */
struct desk *desk_new(const struct desk_options *options, struct tab_error *error);
/* Finishes what was asked for; nobody is answered any more. */
void desk_free(struct desk *desk);

/* Something to be done: `work` in a thread of the desk, then `done` in the loop, which frees it. */
struct desk_job {
    struct desk_job *next;
    void (*work)(struct desk_job *job, struct desk *desk, struct sql *sql);
    void (*done)(struct desk_job *job);
};

/* How a job is done: connections that have to know who it is go before requests, passwords have their own threads. */
enum desk_lane { DESK_WHO, DESK_REQUEST, DESK_PASSWORD, DESK_LANE_COUNT };

/* False when too many wait. */
bool desk_ask(struct desk *desk, struct desk_job *job, enum desk_lane lane);
/* Calls `done` of what is done, and tells what there is to tell. */
void desk_collect(struct desk *desk);

const struct settings *desk_settings(const struct desk *desk);
const struct secret *desk_secret(const struct desk *desk);
struct warden *desk_warden(const struct desk *desk);

#endif
