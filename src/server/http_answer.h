/* http_answer.h - answers over HTTP: the headers that every one has, and the way back of a body. */
#ifndef TABLIER_SERVER_HTTP_ANSWER_H
#define TABLIER_SERVER_HTTP_ANSWER_H

#include "desk.h"
#include "service.h"
#include "static.h"

#include <libwebsockets.h>

struct api_call;

/* What happens on one connection; libwebsockets keeps it for us, zeroed at first. */
struct http_exchange {
    const uint8_t *body; /* what is left to send */
    size_t left;
    char *owned;           /* freed when all is sent */
    struct api_call *call; /* a request under /api/ on its way */
    char *incoming;        /* its body, as far as it has come */
    size_t incoming_length, incoming_size;
    int64_t deadline; /* for the body to have come, by service_steady */
    enum exchange_state state;
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

/* The headers of every answer, which libwebsockets adds also to those that it makes itself. */
const struct lws_protocol_vhost_options *http_headers(bool secure);

/* Of a request whose headers have just come. */
enum http_method http_method_of(struct lws *wsi);

/* What only some answers have. */
struct http_extra {
    const char *attachment;            /* the name of a file; NULL: none */
    char (*cookies)[DESK_COOKIE_TEXT]; /* DESK_COOKIES of them, "": none */
};

/* A request has come; it is over when its answer is sent, or dropped. */
void http_exchange_begin(struct lws *wsi, struct http_exchange *exchange);
/* Begins an answer; `owned` (NULL: nothing) is freed when it is sent, `extra` may be NULL. -1 when the connection is lost. */
int http_send(struct lws *wsi, struct http_exchange *exchange, const struct static_answer *answer, char *owned,
              enum http_method method, const struct http_extra *extra);
/* Goes on with it. */
int http_send_more(struct lws *wsi, struct http_exchange *exchange);
/* Refuses a request whose body has not been read, and closes the connection: always -1. `allow` (NULL: none) says which
 * methods there are. Who asked with HEAD gets no text. */
int http_refuse(struct lws *wsi, int status, const char *allow, const char *text);
/* Nothing more is sent: it was refused, or the connection is gone. */
void http_exchange_drop(struct lws *wsi, struct http_exchange *exchange);

#endif
