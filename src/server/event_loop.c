/* event_loop.c - waiting for connections. */
#include "event_loop.h"

#include <ev.h>

struct lws_context *event_loop_begin(struct event_loop *loop, struct lws_context_creation_info *info) {
    *loop = (struct event_loop){.ev = ev_loop_new(EVFLAG_NOSIGMASK)};
    if (loop->ev != NULL) {
        loop->foreign[0] = loop->ev;
        info->foreign_loops = loop->foreign;
        info->options |= LWS_SERVER_OPTION_LIBEV;
        loop->context = lws_create_context(info);
        if (loop->context != NULL)
            return loop->context;
        ev_loop_destroy(loop->ev);
        loop->ev = NULL;
        info->foreign_loops = NULL;
        info->options &= ~(uint64_t)LWS_SERVER_OPTION_LIBEV;
    }
    loop->context = lws_create_context(info);
    return loop->context;
}

bool event_loop_turn(const struct event_loop *loop) {
    if (loop->ev == NULL)
        return lws_service(loop->context, 0) >= 0;
    ev_run(loop->ev, EVRUN_ONCE);
    return true;
}

void event_loop_end(struct event_loop *loop) {
    if (loop->context != NULL)
        lws_context_destroy(loop->context);
    if (loop->ev != NULL)
        ev_loop_destroy(loop->ev);
    *loop = (struct event_loop){.ev = NULL};
}
