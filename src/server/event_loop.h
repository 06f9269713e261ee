/* event_loop.h - waiting for connections: with libev, which costs the same however many there are, or as libwebsockets
 * does by itself where its part for libev is not installed. */
#ifndef TABLIER_SERVER_EVENT_LOOP_H
#define TABLIER_SERVER_EVENT_LOOP_H

#include <libwebsockets.h>
#include <stdbool.h>

struct event_loop {
    struct ev_loop *ev; /* NULL: libwebsockets waits by itself */
    struct lws_context *context;
    void *foreign[1]; /* as libwebsockets wants it */
};

/* Makes a context with a loop; `info` is what it is made from. NULL when that fails. */
struct lws_context *event_loop_begin(struct event_loop *loop, struct lws_context_creation_info *info);
/* Waits until something happens, and does it. False when it cannot go on. */
bool event_loop_turn(const struct event_loop *loop);
/* Destroys the context, then the loop. */
void event_loop_end(struct event_loop *loop);

#endif
