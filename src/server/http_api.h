/* http_api.h - requests under /api/: they are read whole, within bounds of size and time, and handed to the desk. */
#ifndef TABLIER_SERVER_HTTP_API_H
#define TABLIER_SERVER_HTTP_API_H

#include "http_answer.h"

#define HTTP_API "/api/"

/* A request begins; its headers are there. */
int http_api_begin(struct lws *wsi, struct http_exchange *exchange, const char *path);
/* A part of its body, and the end of it. */
int http_api_body(struct lws *wsi, struct http_exchange *exchange, const char *bytes, size_t length);
int http_api_end(struct lws *wsi, struct http_exchange *exchange);
/* The answer is there: begins to send it. */
int http_api_answer(struct lws *wsi, struct http_exchange *exchange);
/* The answer of a call is there; the call is freed when nobody waits for it. */
void http_api_settle(struct api_call *call);
/* The connection is gone. */
void http_api_drop(struct http_exchange *exchange);

#endif
