/* connection.h - a WebSocket connection to a server, made again whenever it is lost: after a second, and longer and longer
 * as long as it fails. Everything is called in the thread that calls connection_turn. */
#ifndef TABLIER_BOT_CONNECTION_H
#define TABLIER_BOT_CONNECTION_H

#include "url.h"

enum connection_event {
    CONNECTION_OPENED,
    CONNECTION_RECEIVED, /* `text`: a message */
    CONNECTION_LOST,     /* `text`: why; it is made again */
    CONNECTION_REFUSED,  /* `text`: why; it is not made again */
    CONNECTION_WOKEN     /* by connection_wake, or because a second has gone by */
};

typedef void connection_function(void *context, enum connection_event event, const char *text);

struct connection_options {
    struct url url;
    const char *token;
    const char *authorities; /* a file of certificates that are believed; NULL: those of the system */
    connection_function *tell;
    void *context;
};

/* The options' texts have to stay. NULL when there is no memory or the certificates cannot be read. */
struct connection *connection_new(const struct connection_options *options);
void connection_free(struct connection *connection);
/* Waits for something to happen, and tells it. */
void connection_turn(struct connection *connection);
/* Sends a message, or drops it when there is no connection. */
void connection_send(struct connection *connection, const char *text);
/* Nothing waits to be sent. */
bool connection_settled(const struct connection *connection);
/* From any thread. */
void connection_wake(struct connection *connection);

#endif
