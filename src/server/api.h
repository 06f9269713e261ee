/* api.h - the routes under /api/: which request is which, and whether it may be asked. */
#ifndef TABLIER_SERVER_API_H
#define TABLIER_SERVER_API_H

#include "desk.h"
#include "fields.h"

enum api_method { API_GET, API_POST, API_DELETE, API_METHOD_COUNT };

extern const char *const api_methods[API_METHOD_COUNT];

/* Who may ask, as bits; and how. */
enum api_access {
    FOR_ANYBODY = 1 << 0,
    FOR_GUEST = 1 << 1,   /* whoever has a guest's cookie */
    FOR_ACCOUNT = 1 << 2, /* whoever is signed in in a browser */
    FOR_READ = 1 << 3,    /* whoever shows a token to look at things */
    FOR_PLAY = 1 << 4,    /* whoever shows a token to play */
    ANY_FIELDS = 1 << 6,  /* the body is checked by who understands it */
    WITH_PASSWORD = 1 << 7
};

enum { API_PATH_TEXT = 256, API_ALLOW_TEXT = 32 };

struct route {
    enum api_method method;
    const char *path; /* after /api, with {name} for a part of it */
    desk_function *run;
    unsigned access;
    const char *summary;
    struct field fields[FIELDS_MAX]; /* of the body of a POST, of the query otherwise */
};

/* The functions of the routes. */
#define ROUTE(method, path, run, access, summary, ...) desk_function run;
#include "api.def"
#undef ROUTE

extern const struct route api_routes[];
extern const int api_route_count;

/* The parts of a path that are in braces in the route, copied. */
struct route_match {
    const struct route *route; /* NULL: none */
    unsigned methods;          /* when there is none: bits of the methods that the path has */
    char room[API_PATH_TEXT];
    const char *parts[DESK_PARTS];
};

void route_find(enum api_method method, const char *path, struct route_match *match);
/* The names of methods, as in the header Allow; whatever has GET has HEAD too. */
void methods_format(unsigned methods, char text[API_ALLOW_TEXT]);

/* One request, from the loop to a thread and back. */
struct api_call {
    struct desk_job job; /* first, so that it is the call */
    struct route_match match;
    char path[API_PATH_TEXT];
    json_t *query, *body;
    struct credentials credentials;
    char address[ADDRESS_TEXT], from[ADDRESS_TEXT], agent[256];
    bool secure, head; /* over TLS; only the headers of the answer are wanted */
    int64_t now;
    int64_t came;   /* by service_steady */
    struct who who; /* once it is known */
    int reads;      /* of events, while more happen: see live.c */
    struct desk_answer answer;
    void *owner;              /* whoever waits for the answer; NULL when they are gone */
    bool submitted, answered; /* to the desk, by it */
};

/* Checks the fields; a refusal is put into the answer. */
bool api_check(struct api_call *call);
/* Who asks, whether they may, and the route's function: the work of the job. */
void api_work(struct desk_job *job, struct desk *desk, struct sql *sql);
void api_call_free(struct api_call *call);

#endif
