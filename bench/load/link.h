/* link.h - a WebSocket connection to the service on this machine, without blocking. It speaks just enough of the protocol
 * for a load generator: text out, text in, pings answered. */
#ifndef BENCH_LOAD_LINK_H
#define BENCH_LOAD_LINK_H

#include <stdbool.h>
#include <stddef.h>

enum { COOKIE_ROOM = 192 };

enum link_state { LINK_CONNECTING, LINK_SHAKING, LINK_OPEN, LINK_LOST };

struct link {
    int socket;
    enum link_state state;
    int port;
    char cookie[COOKIE_ROOM]; /* what the server set, as it is sent back */
    char *in, *out;
    size_t in_length, in_room, out_length, out_room;
};

/* Called for each message; `text` has a zero after it. */
typedef void link_message(void *context, const char *text, size_t length);

/* Begins to connect, with the cookie when there is one. */
bool link_open(struct link *link, int port);
void link_close(struct link *link);
void link_send(struct link *link, const char *text, size_t length);
/* What to do when the connection can be written to, and when something has come, up to its end. */
void link_write(struct link *link);
void link_read(struct link *link, link_message *message, void *context);

#endif
