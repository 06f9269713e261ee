/* http.c - HTTP on libwebsockets. */
#include "http.h"
#include "static.h"

#include <stdio.h>
#include <string.h>

enum { HEADERS_SIZE = 2048, HEADER_VALUE = 1024, CHUNK = 16384 };

/* Sent with every answer: the page runs only what comes from here, in a process of its own, and nobody frames it. */
static const struct {
    const char *name, *value;
} safety[] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-embedder-policy:", "require-corp"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

/* ---- Requests ------------------------------------------------------------------------------------------------- */

enum method { METHOD_GET, METHOD_HEAD, METHOD_OTHER };

static enum method request_method(struct lws *wsi) {
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        return METHOD_GET;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 ? METHOD_HEAD : METHOD_OTHER;
}

/* A header that is absent, or longer than anything we could use, is empty. */
static const char *request_header(struct lws *wsi, enum lws_token_indexes token, char value[HEADER_VALUE]) {
    if (lws_hdr_copy(wsi, value, HEADER_VALUE, token) <= 0)
        value[0] = '\0';
    return value;
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

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
    for (size_t i = 0; i < sizeof safety / sizeof *safety; i++)
        headers_add(headers, safety[i].name, safety[i].value);
}

/* Sends them; false when the connection is lost. */
static bool headers_send(struct headers *headers) {
    return !headers->full &&
           lws_finalize_write_http_header(headers->wsi, headers->room + LWS_PRE, &headers->at, headers->end) == 0;
}

/* Ends an exchange: the connection waits for the next request, or is closed. */
static int exchange_end(struct lws *wsi) { return lws_http_transaction_completed(wsi) != 0 ? -1 : 0; }

static int answer_send(struct lws *wsi, struct http_exchange *exchange, const struct static_answer *answer,
                       enum method method) {
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
    if (!headers_send(&headers))
        return -1;
    *exchange = (struct http_exchange){.body = answer->body, .left = method == METHOD_HEAD ? 0 : answer->length};
    if (exchange->left == 0)
        return exchange_end(wsi);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Whoever wants to change something is told what may be done, and let go: a body that may follow is not read. */
static int request_refuse(struct lws *wsi) {
    struct headers headers;
    headers_begin(&headers, wsi, 405);
    headers_add(&headers, "allow:", "GET, HEAD");
    headers_add(&headers, "content-length:", "0");
    headers_add(&headers, "connection:", "close");
    headers_send(&headers);
    return -1;
}

static int request_answer(struct lws *wsi, struct http_exchange *exchange, const char *path) {
    const struct http *http = lws_context_user(lws_get_context(wsi));
    char encodings[HEADER_VALUE], tags[HEADER_VALUE];
    const enum method method = request_method(wsi);
    if (method == METHOD_OTHER)
        return request_refuse(wsi);
    const struct static_request request = {
        .path = path,
        .accept_encoding = request_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings),
        .if_none_match = request_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags),
    };
    const struct static_answer answer = static_answer(http->site, &request);
    return answer_send(wsi, exchange, &answer, method);
}

/* Sends the next part of a body. */
static int body_send(struct lws *wsi, struct http_exchange *exchange) {
    unsigned char room[LWS_PRE + CHUNK];
    if (exchange->left == 0)
        return 0;
    const size_t length = exchange->left < CHUNK ? exchange->left : CHUNK;
    memcpy(room + LWS_PRE, exchange->body, length);
    exchange->body += length;
    exchange->left -= length;
    const bool last = exchange->left == 0;
    if (lws_write(wsi, room + LWS_PRE, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)length)
        return -1;
    if (last)
        return exchange_end(wsi);
    lws_callback_on_writable(wsi);
    return 0;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return request_answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return body_send(wsi, user);
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}
