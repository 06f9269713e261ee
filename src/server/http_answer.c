/* http_answer.c - answers over HTTP. */
#include "http_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS_SIZE = 4096, CHUNK = 16384 };

enum http_method http_method_of(struct lws *wsi) {
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        return HTTP_GET;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 ? HTTP_HEAD : HTTP_OTHER;
}

/* Sent with every answer: the page runs only what comes from here, in a process of its own, and nobody frames it. */
static const struct lws_protocol_vhost_options safety[] = {
    {&safety[1], NULL, "content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'"},
    {&safety[2], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&safety[3], NULL, "cross-origin-embedder-policy:", "require-corp"},
    {&safety[4], NULL, "cross-origin-resource-policy:", "same-origin"},
    {&safety[5], NULL, "x-content-type-options:", "nosniff"},
    {&safety[6], NULL, "referrer-policy:", "no-referrer"},
    {NULL, NULL, "permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

const struct lws_protocol_vhost_options *http_headers(bool secure) {
    static const struct lws_protocol_vhost_options transport = {safety, NULL,
                                                                "strict-transport-security:", "max-age=31536000"};
    return secure ? &transport : safety;
}

/* Headers as they are put together. */
struct headers {
    struct lws *wsi;
    unsigned char room[LWS_PRE + HEADERS_SIZE];
    unsigned char *at, *end;
    bool full;
};

static void headers_add(struct headers *headers, const char *name, const char *value) {
    if (value != NULL &&
        lws_add_http_header_by_name(headers->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                    (int)strlen(value), &headers->at, headers->end) != 0)
        headers->full = true;
}

static void headers_begin(struct headers *headers, struct lws *wsi, int status) {
    headers->wsi = wsi;
    headers->at = headers->room + LWS_PRE;
    headers->end = headers->room + sizeof headers->room;
    headers->full = lws_add_http_header_status(wsi, (unsigned)status, &headers->at, headers->end) != 0;
}

/* Sends them; false when the connection is lost. */
static bool headers_send(struct headers *headers) {
    return !headers->full &&
           lws_finalize_write_http_header(headers->wsi, headers->room + LWS_PRE, &headers->at, headers->end) == 0;
}

static void state_set(struct lws *wsi, struct http_exchange *exchange, enum exchange_state state) {
    service_of(wsi)->exchanges[exchange->state]--;
    service_of(wsi)->exchanges[state]++;
    exchange->state = state;
}

void http_exchange_begin(struct lws *wsi, struct http_exchange *exchange) { state_set(wsi, exchange, EXCHANGE_ASKED); }

void http_exchange_drop(struct lws *wsi, struct http_exchange *exchange) {
    state_set(wsi, exchange, EXCHANGE_NONE);
    free(exchange->owned);
    *exchange = (struct http_exchange){.body = NULL};
}

/* Ends an exchange, once libwebsockets has handed everything to the system: the connection waits for the next request, or
 * is closed. */
static int exchange_end(struct lws *wsi, struct http_exchange *exchange) {
    if (lws_partial_buffered(wsi) != 0) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    http_exchange_drop(wsi, exchange);
    return lws_http_transaction_completed(wsi) != 0 || service_of(wsi)->leaving ? -1 : 0;
}

static void extra_add(struct headers *headers, const struct http_extra *extra) {
    char disposition[128];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s\"",
             extra->attachment != NULL ? extra->attachment : "");
    headers_add(headers, "content-disposition:", extra->attachment != NULL ? disposition : NULL);
    for (int i = 0; extra->cookies != NULL && i < DESK_COOKIES; i++)
        headers_add(headers, "set-cookie:", extra->cookies[i][0] != '\0' ? extra->cookies[i] : NULL);
}

int http_send(struct lws *wsi, struct http_exchange *exchange, const struct static_answer *answer, char *owned,
              enum http_method method, const struct http_extra *extra) {
    struct headers headers;
    char length[24];
    headers_begin(&headers, wsi, answer->status);
    headers_add(&headers, "content-type:", answer->type);
    headers_add(&headers, "content-encoding:", answer->coding);
    headers_add(&headers, "cache-control:", answer->caching);
    headers_add(&headers, "etag:", answer->tag);
    headers_add(&headers, "vary:", answer->varies ? "accept-encoding" : NULL);
    snprintf(length, sizeof length, "%zu", answer->length);
    headers_add(&headers, "content-length:", answer->status != 304 ? length : NULL);
    headers_add(&headers, "connection:", service_of(wsi)->leaving ? "close" : NULL);
    if (extra != NULL)
        extra_add(&headers, extra);
    const size_t left = method == HTTP_HEAD ? 0 : answer->length;
    exchange->body = answer->body;
    exchange->left = left;
    exchange->owned = owned;
    state_set(wsi, exchange, EXCHANGE_ANSWERED);
    if (!headers_send(&headers))
        return -1;
    if (exchange->left == 0)
        return exchange_end(wsi, exchange);
    lws_callback_on_writable(wsi);
    return 0;
}

int http_send_more(struct lws *wsi, struct http_exchange *exchange) {
    unsigned char room[LWS_PRE + CHUNK];
    if (exchange->state != EXCHANGE_ANSWERED)
        return 0;
    if (exchange->left == 0)
        return exchange_end(wsi, exchange);
    const size_t length = exchange->left < CHUNK ? exchange->left : CHUNK;
    memcpy(room + LWS_PRE, exchange->body, length);
    exchange->body += length;
    exchange->left -= length;
    const bool last = exchange->left == 0;
    if (lws_write(wsi, room + LWS_PRE, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)length)
        return -1;
    if (last)
        return exchange_end(wsi, exchange);
    lws_callback_on_writable(wsi);
    return 0;
}

/* The text goes into the same packet as the headers, so that it arrives before the end of the connection. */
int http_refuse(struct lws *wsi, int status, const char *allow, const char *text) {
    struct headers headers;
    char length[24];
    snprintf(length, sizeof length, "%zu", strlen(text));
    headers_begin(&headers, wsi, status);
    headers_add(&headers, "allow:", allow);
    headers_add(&headers, "content-type:", text[0] != '\0' ? "application/json" : NULL);
    headers_add(&headers, "cache-control:", "no-store");
    headers_add(&headers, "content-length:", length);
    headers_add(&headers, "connection:", "close");
    if (headers.full || lws_finalize_http_header(wsi, &headers.at, headers.end) != 0 ||
        (size_t)(headers.end - headers.at) < strlen(text))
        return -1;
    if (http_method_of(wsi) != HTTP_HEAD) {
        memcpy(headers.at, text, strlen(text));
        headers.at += strlen(text);
    }
    lws_write(wsi, headers.room + LWS_PRE, (size_t)(headers.at - headers.room - LWS_PRE), LWS_WRITE_HTTP_HEADERS);
    return -1;
}
