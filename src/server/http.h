/* http.h - HTTP on libwebsockets: requests come in, what static.h answers goes out with the headers every answer has. */
#ifndef TABLIER_SERVER_HTTP_H
#define TABLIER_SERVER_HTTP_H

#include "site.h"

#include <libwebsockets.h>

/* What all connections share; the user pointer of the context. */
struct http {
    const struct site *site;
};

/* What is left to send on one connection; libwebsockets keeps it for us, zeroed at first. */
struct http_exchange {
    const uint8_t *body;
    size_t left;
};

lws_callback_function http_callback;

#endif
