/* http.c - HTTP on libwebsockets. */
#include "http.h"
#include "http_answer.h"
#include "http_api.h"
#include "network.h"
#include "service.h"
#include "static.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER_VALUE = 1024 };

/* ---- Addresses of the service itself -------------------------------------------------------------------------- */

/* A text made for one request; NULL is a 404, as for an address that does not exist. */
static int text_send(struct lws *wsi, struct http_exchange *exchange, int status, const char *type, char *text,
                     enum http_method method) {
    static const char nothing[] = "There is no such thing.\n";
    const char *body = text != NULL ? text : nothing;
    const struct static_answer answer = {.status = text != NULL ? status : 404,
                                         .type = text != NULL ? type : "text/plain; charset=utf-8",
                                         .caching = "no-store",
                                         .body = (const uint8_t *)body,
                                         .length = strlen(body)};
    return http_send(wsi, exchange, &answer, text, method, NULL);
}

static int health_send(struct lws *wsi, struct http_exchange *exchange, enum http_method method) {
    const struct service *service = service_of(wsi);
    const struct hub_counts counts = hub_count(service->hub);
    const char *status = service->leaving ? "stopping" : counts.store_failing ? "store" : "good";
    char text[64];
    snprintf(text, sizeof text, "{\"status\":\"%s\"}\n", status);
    return text_send(wsi, exchange, strcmp(status, "good") == 0 ? 200 : 503, "application/json", strdup(text), method);
}

static int metrics_send(struct lws *wsi, struct http_exchange *exchange, enum http_method method) {
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

static int record_send(struct lws *wsi, struct http_exchange *exchange, const char *id, enum http_method method) {
    enum refusal why;
    char *record = hub_record(service_of(wsi)->hub, id, &why);
    if (record == NULL && why != REFUSE_GAME)
        return text_send(wsi, exchange, 503, "text/plain; charset=utf-8", strdup("cannot be read now, try again\n"),
                         method);
    return text_send(wsi, exchange, 200, "application/x-chess-pgn; charset=utf-8", record, method);
}

/* ---- Requests and the way back -------------------------------------------------------------------------------- */

static int page_send(struct lws *wsi, struct http_exchange *exchange, const char *path, enum http_method method) {
    char encodings[HEADER_VALUE], tags[HEADER_VALUE];
    const struct static_request request = {
        .path = path,
        .accept_encoding = service_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings),
        .if_none_match = service_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags),
    };
    const struct static_answer answer = static_answer(service_of(wsi)->site, &request);
    return http_send(wsi, exchange, &answer, NULL, method, NULL);
}

static int request_route(struct lws *wsi, struct http_exchange *exchange, const char *path) {
    const enum http_method method = http_method_of(wsi);
    char id[GAME_ID_TEXT];
    if (strncmp(path, HTTP_API, strlen(HTTP_API)) == 0)
        return http_api_begin(wsi, exchange, path);
    if (method == HTTP_OTHER)
        return http_refuse(wsi, 405, "GET, HEAD", ""); /* a body that may follow is not read */
    if (strcmp(path, "/health") == 0)
        return health_send(wsi, exchange, method);
    if (strcmp(path, "/metrics") == 0)
        return metrics_send(wsi, exchange, method);
    if (record_path(path, id))
        return record_send(wsi, exchange, id, method);
    return page_send(wsi, exchange, path, method);
}

static void exchange_leave(struct lws *wsi, struct http_exchange *exchange) {
    if (exchange == NULL)
        return;
    http_api_drop(exchange);
    http_exchange_drop(wsi, exchange);
}

/* The connection of a request that was refused closes whenever the other side does. */
static int request_answer(struct lws *wsi, struct http_exchange *exchange, const char *path) {
    service_of(wsi)->counts.requests++;
    http_exchange_begin(wsi, exchange);
    const int status = request_route(wsi, exchange, path);
    if (status != 0)
        exchange_leave(wsi, exchange);
    return status;
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
    /* A new socket has the lowest number that is free. */
    if (socket >= service->files) {
        service->counts.refused_sockets++;
        return -1;
    }
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

/* A request may become a WebSocket, of the protocol that ws.c speaks, and nothing else. libwebsockets would let it become
 * HTTP/2, in which whoever is behind a proxy writes the headers that only the proxy may write. Programs ask for that without
 * need, and go on in HTTP/1.1 where it is ignored: without its name the request is like any other. */
static int upgrade_allow(char *upgrade) {
    if (strcasecmp(upgrade, "websocket") != 0)
        upgrade[0] = '\0';
    return 0;
}

/* ---- What libwebsockets tells --------------------------------------------------------------------------------- */

static int exchange_go_on(struct lws *wsi, struct http_exchange *exchange) {
    return exchange->call != NULL ? http_api_answer(wsi, exchange) : http_send_more(wsi, exchange);
}

static void arrival_count(struct lws *wsi, enum lws_callback_reasons reason) {
    if (reason == LWS_CALLBACK_FILTER_NETWORK_CONNECTION || reason == LWS_CALLBACK_HTTP ||
        reason == LWS_CALLBACK_HTTP_BODY || reason == LWS_CALLBACK_HTTP_WRITEABLE)
        service_of(wsi)->arrivals++;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    arrival_count(wsi, reason);
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return request_answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_BODY: return http_api_body(wsi, user, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_api_end(wsi, user);
    case LWS_CALLBACK_HTTP_WRITEABLE: return exchange_go_on(wsi, user);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade_allow(in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1; /* a WebSocket of no protocol, or of this one */
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return socket_allow(wsi, (lws_sockfd_type)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: socket_begin(wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: socket_end(wsi); return 0;
    case LWS_CALLBACK_CLOSED_HTTP: exchange_leave(wsi, user); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: service_wake(service_of(wsi)); return 0;
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}
