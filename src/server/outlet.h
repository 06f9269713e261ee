/* outlet.h - where the hub's messages go: to a WebSocket, or to who has asked over HTTP. Everything that is a socket for the
 * hub begins with a pointer to one. */
#ifndef TABLIER_SERVER_OUTLET_H
#define TABLIER_SERVER_OUTLET_H

#include "hub.h"

struct outlet {
    void (*send)(void *context, void *socket, const char *text, size_t length);
    void (*close)(void *context, void *socket, enum hub_close why);
};

static inline const struct outlet *outlet_of(void *socket) { return *(const struct outlet *const *)socket; }

static inline void outlet_send(void *context, void *socket, const char *text, size_t length) {
    outlet_of(socket)->send(context, socket, text, length);
}

static inline void outlet_close(void *context, void *socket, enum hub_close why) {
    outlet_of(socket)->close(context, socket, why);
}

#endif
