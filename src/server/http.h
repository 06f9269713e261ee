/* http.h - HTTP: pages by static.h, a few addresses of the service itself, and the headers every answer has.
 *
 *     /api/...     api.def
 *     /health      whether the service works
 *     /metrics     figures, for the addresses that may read them
 *     /g/ID.pgn    a game written down */
#ifndef TABLIER_SERVER_HTTP_H
#define TABLIER_SERVER_HTTP_H

#include <libwebsockets.h>

lws_callback_function http_callback;

#endif
