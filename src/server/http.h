/* http.h - HTTP: pages by static.h, a few addresses of the service itself, and the headers every answer has.
 *
 *     /health      whether the service works
 *     /metrics     figures, for the addresses that may read them
 *     /g/ID.pgn    a game written down */
#ifndef TABLIER_SERVER_HTTP_H
#define TABLIER_SERVER_HTTP_H

#include <libwebsockets.h>
#include <stddef.h>
#include <stdint.h>

/* What is left to send on one connection; libwebsockets keeps it for us, zeroed at first. */
struct http_exchange {
    const uint8_t *body;
    size_t left;
    char *owned; /* freed when all is sent */
};

lws_callback_function http_callback;

#endif
