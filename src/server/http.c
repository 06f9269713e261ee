/* http.c - HTTP on libwebsockets. */
#include "http.h"
#include "network.h"
#include "service.h"
#include "static.h"

#include <stdio.h>
#include <stdlib.h>
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
    headers_add(headers, "strict-transport-security:", service_of(wsi)->secure ? "max-age=31536000" : NULL);
}

/* Sends them; false when the connection is lost. */
static bool headers_send(struct headers *headers) {
    return !headers->full &&
           lws_finalize_write_http_header(headers->wsi, headers->room + LWS_PRE, &headers->at, headers->end) == 0;
}

/* Ends an exchange: the connection waits for the next request, or is closed. */
static int exchange_end(struct lws *wsi, struct http_exchange *exchange) {
    free(exchange->owned);
    *exchange = (struct http_exchange){.body = NULL};
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/* `owned` (NULL: nothing) is freed when the answer is sent. */
static int answer_send(struct lws *wsi, struct http_exchange *exchange, const struct static_answer *answer, char *owned,
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
    const size_t left = method == METHOD_HEAD ? 0 : answer->length;
    *exchange = (struct http_exchange){.body = answer->body, .left = left, .owned = owned};
    if (!headers_send(&headers))
        return -1;
    if (exchange->left == 0)
        return exchange_end(wsi, exchange);
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

/* ---- Addresses of the service itself -------------------------------------------------------------------------- */

/* A text made for one request; NULL is a 404, as for an address that does not exist. */
static int text_send(struct lws *wsi, struct http_exchange *exchange, int status, const char *type, char *text,
                     enum method method) {
    static const char nothing[] = "There is no such thing.\n";
    const char *body = text != NULL ? text : nothing;
    const struct static_answer answer = {.status = text != NULL ? status : 404,
                                         .type = text != NULL ? type : "text/plain; charset=utf-8",
                                         .caching = "no-store",
                                         .body = (const uint8_t *)body,
                                         .length = strlen(body)};
    return answer_send(wsi, exchange, &answer, text, method);
}

static int health_send(struct lws *wsi, struct http_exchange *exchange, enum method method) {
    const struct service *service = service_of(wsi);
    const struct hub_counts counts = hub_count(service->hub);
    const char *status = service->leaving ? "stopping" : counts.store_failing ? "store" : "good";
    char text[64];
    snprintf(text, sizeof text, "{\"status\":\"%s\"}\n", status);
    return text_send(wsi, exchange, strcmp(status, "good") == 0 ? 200 : 503, "application/json", strdup(text), method);
}

static int metrics_send(struct lws *wsi, struct http_exchange *exchange, enum method method) {
    const struct service *service = service_of(wsi);
    char address[ADDRESS_TEXT];
    service_client(wsi, address);
    const bool allowed = network_list_contains(service->settings->texts[SETTING_metrics_from], address);
    return text_send(wsi, exchange, 200, "text/plain; version=0.0.4", allowed ? metrics_format(service) : NULL, method);
}

/* The name of the game in /g/ID.pgn; false when the path is none of these. */
static bool record_path(const char *path, char id[GAME_ID_TEXT]) {
    if (strncmp(path, "/g/", 3) != 0 || strlen(path) != 3 + GAME_ID_LENGTH + 4 ||
        strcmp(path + 3 + GAME_ID_LENGTH, ".pgn") != 0)
        return false;
    snprintf(id, GAME_ID_TEXT, "%.*s", GAME_ID_LENGTH, path + 3);
    return true;
}

/* ---- Requests and the way back -------------------------------------------------------------------------------- */

static int page_send(struct lws *wsi, struct http_exchange *exchange, const char *path, enum method method) {
    char encodings[HEADER_VALUE], tags[HEADER_VALUE];
    const struct static_request request = {
        .path = path,
        .accept_encoding = service_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings),
        .if_none_match = service_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags),
    };
    const struct static_answer answer = static_answer(service_of(wsi)->site, &request);
    return answer_send(wsi, exchange, &answer, NULL, method);
}

static int request_answer(struct lws *wsi, struct http_exchange *exchange, const char *path) {
    const enum method method = request_method(wsi);
    char id[GAME_ID_TEXT];
    service_of(wsi)->counts.requests++;
    if (method == METHOD_OTHER)
        return request_refuse(wsi);
    if (strcmp(path, "/health") == 0)
        return health_send(wsi, exchange, method);
    if (strcmp(path, "/metrics") == 0)
        return metrics_send(wsi, exchange, method);
    if (record_path(path, id))
        return text_send(wsi, exchange, 200, "application/x-chess-pgn; charset=utf-8",
                         hub_record(service_of(wsi)->hub, id), method);
    return page_send(wsi, exchange, path, method);
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
        return exchange_end(wsi, exchange);
    lws_callback_on_writable(wsi);
    return 0;
}

/* ---- Sockets -------------------------------------------------------------------------------------------------- */

/* A socket counts for its address as long as it is open, whatever is said on it; those of proxies are many people's.
 * NULL for one too many. */
static struct address *socket_enter(struct service *service, const char *peer) {
    const struct settings *settings = service->settings;
    char key[ADDRESS_TEXT];
    network_key(peer, key);
    return address_enter(service->sockets, key, (int)settings->numbers[SETTING_sockets_per_address]);
}

static bool peer_counts(const struct service *service, const char *peer) {
    return !network_list_contains(service->settings->texts[SETTING_proxies], peer);
}

/* Whether a socket that has just come may stay. */
static int socket_allow(struct lws *wsi, lws_sockfd_type socket) {
    struct service *service = service_of(wsi);
    char peer[ADDRESS_TEXT] = "";
    lws_get_peer_simple_fd(socket, peer, sizeof peer);
    if (!peer_counts(service, peer))
        return 0;
    struct address *address = socket_enter(service, peer);
    if (address == NULL) {
        service->counts.refused_sockets++;
        return -1;
    }
    address_leave(service->sockets, address,
                  service_now(service)); /* it enters when there is something to note it on */
    return 0;
}

static void socket_begin(struct lws *wsi) {
    struct service *service = service_of(wsi);
    char peer[ADDRESS_TEXT] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    if (peer_counts(service, peer))
        lws_set_opaque_user_data(wsi, socket_enter(service, peer));
}

static void socket_end(struct lws *wsi) {
    struct service *service = service_of(wsi);
    struct address *address = lws_get_opaque_user_data(wsi);
    if (address != NULL)
        address_leave(service->sockets, address, service_now(service));
    lws_set_opaque_user_data(wsi, NULL);
}

/* The connection is gone before all was sent. */
static void exchange_drop(struct http_exchange *exchange) {
    if (exchange == NULL)
        return;
    free(exchange->owned);
    *exchange = (struct http_exchange){.body = NULL};
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return request_answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return body_send(wsi, user);
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return socket_allow(wsi, (lws_sockfd_type)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: socket_begin(wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: socket_end(wsi); return 0;
    case LWS_CALLBACK_CLOSED_HTTP: exchange_drop(user); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: service_wake(service_of(wsi)); return 0;
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}
