/* http_api.c - requests under /api/ on libwebsockets. */
#include "http_api.h"
#include "api.h"
#include "live.h"
#include "network.h"
#include "service.h"
#include "throttle.h"
#include "warden.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_MAX = 16384, BODY_MS = 10000, SEND_SECONDS = 60, QUERY_MAX = 16 };

/* A refusal of a request that is not even read to its end. */
static int call_refuse(struct lws *wsi, int status, const char *allow, const char *code, const char *message) {
    char text[256];
    snprintf(text, sizeof text, "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}\n", code, message);
    return http_refuse(wsi, status, allow, text);
}

/* ---- Headers -------------------------------------------------------------------------------------------------- */

/* Which method it is, HEAD being a GET; API_METHOD_COUNT when there is none such. */
static enum api_method method_of(struct lws *wsi) {
    if (http_method_of(wsi) != HTTP_OTHER)
        return API_GET;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
        return API_POST;
    return lws_hdr_total_length(wsi, WSI_TOKEN_DELETE_URI) > 0 ? API_DELETE : API_METHOD_COUNT;
}

/* The query as an object of texts; false when something is there twice, without a name, or not UTF-8. */
static bool query_read(struct lws *wsi, json_t *query) {
    char argument[API_PATH_TEXT];
    for (int i = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        if (i == QUERY_MAX || lws_hdr_copy_fragment(wsi, argument, sizeof argument, WSI_TOKEN_HTTP_URI_ARGS, i) <= 0)
            return false;
        char *value = strchr(argument, '=');
        if (value == NULL || value == argument)
            return false;
        *value++ = '\0';
        if (json_object_get(query, argument) != NULL || json_object_set_new(query, argument, json_string(value)) != 0)
            return false;
    }
    return true;
}

/* The length of the body that is announced; -1 when that is not good, and nothing else about bodies is understood. */
static long body_length(struct lws *wsi) {
    char text[24], coding[24];
    service_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    service_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING, coding, sizeof coding);
    const size_t digits = strspn(text, "0123456789");
    if (coding[0] != '\0' || digits != strlen(text) || digits > 9)
        return -1;
    return digits > 0 ? strtol(text, NULL, 10) : 0;
}

/* Only JSON, which a form of another site's page cannot send without asking first. */
static bool content_good(struct lws *wsi) {
    char type[64];
    service_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type);
    const size_t length = strcspn(type, "; ");
    return length == strlen("application/json") && strncmp(type, "application/json", length) == 0;
}

/* Who it says it is. False for a request that names another host, and for one that would change something with a cookie,
 * from a page of another site. */
static bool credentials_read(struct lws *wsi, struct api_call *call) {
    const struct service *service = service_of(wsi);
    char text[HEADER_ROOM];
    const struct arrival arrival = service_arrival(wsi);
    who_bearer(&call->credentials, service_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text));
    if (call->credentials.bearer[0] != '\0')
        return true; /* which no page of another site can send */
    if (!arrival.named || (call->match.route->method != API_GET && !arrival.allowed))
        return false;
    service_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text);
    /* A GET says no origin; where the host's is not known, cookies that only TLS can have set tell. */
    const bool known = service->settings->texts[SETTING_public_origins][0] != '\0';
    call->secure = arrival.secure || (!known && strstr(text, "__Host-tablier") != NULL);
    who_cookies(&call->credentials, text, call->secure, &service->secret, call->now);
    return true;
}

/* ---- The way there -------------------------------------------------------------------------------------------- */

/* There is an answer. A connection that may not read is not asked to write either, so it may again. */
static int call_settle(struct api_call *call) {
    call->answered = true;
    lws_rx_flow_control(call->owner, 1);
    lws_callback_on_writable(call->owner);
    return 0;
}

void http_api_settle(struct api_call *call) {
    if (call->owner == NULL)
        api_call_free(call);
    else
        call_settle(call);
}

static void call_done(struct desk_job *job) {
    struct api_call *call = (struct api_call *)job;
    if (call->answer.live != DESK_ANSWERED && call->owner != NULL)
        live_begin(service_of(call->owner), call);
    else
        http_api_settle(call);
}

/* Nothing more is read from this connection before the answer is sent. */
static int call_submit(struct lws *wsi, struct http_exchange *exchange) {
    struct api_call *call = exchange->call;
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    if (!api_check(call))
        return call_settle(call);
    const enum desk_lane lane = (call->match.route->access & WITH_PASSWORD) != 0 ? DESK_PASSWORD : DESK_REQUEST;
    call->submitted = desk_ask(service_of(wsi)->desk, &call->job, lane);
    if (call->submitted) {
        lws_rx_flow_control(wsi, 0);
        return 0;
    }
    desk_refuse(&call->answer, 503, "busy", "too many others ask at the moment; try again");
    return call_settle(call);
}

/* A call with what the headers say; NULL, and the request is refused, when they are not good. */
static struct api_call *call_new(struct lws *wsi, enum api_method method, const char *path) {
    const struct service *service = service_of(wsi);
    struct api_call *call = calloc(1, sizeof *call);
    if (call == NULL)
        return NULL;
    call->job = (struct desk_job){.work = api_work, .done = call_done};
    call->owner = wsi;
    call->head = http_method_of(wsi) == HTTP_HEAD;
    call->now = service_now(service);
    call->came = service_steady();
    call->query = json_object();
    service_header(wsi, WSI_TOKEN_HTTP_USER_AGENT, call->agent, sizeof call->agent);
    route_find(method, path, &call->match);
    snprintf(call->path, sizeof call->path, "%s", path);
    return call;
}

/* There is no such path, or not with this method. */
static int route_refuse(struct lws *wsi, unsigned methods) {
    char allow[API_ALLOW_TEXT];
    if (methods == 0)
        return call_refuse(wsi, 404, NULL, "path", "there is no such thing");
    methods_format(methods, allow);
    return call_refuse(wsi, 405, allow, "method", "this is asked with another method");
}

static int request_begin(struct lws *wsi, struct http_exchange *exchange, struct api_call *call,
                         enum api_method method) {
    const long length = body_length(wsi);
    if (call->match.route == NULL)
        return route_refuse(wsi, call->match.methods);
    if (!credentials_read(wsi, call))
        return call_refuse(wsi, 403, NULL, "origin", "this page may not do that");
    if (!query_read(wsi, call->query))
        return call_refuse(wsi, 400, NULL, "query", "the query is not good");
    if (length < 0 || (length == 0) == (method == API_POST))
        return call_refuse(wsi, length < 0 ? 411 : 400, NULL, "body",
                           "a POST has a body of known length, nothing else");
    if (length > BODY_MAX)
        return call_refuse(wsi, 413, NULL, "size", "the body is too long");
    if (method != API_POST)
        return call_submit(wsi, exchange);
    if (!content_good(wsi))
        return call_refuse(wsi, 415, NULL, "type", "the body has to be application/json");
    exchange->incoming = malloc((size_t)length);
    exchange->incoming_size = (size_t)length;
    exchange->deadline = call->came + BODY_MS;
    return exchange->incoming != NULL ? 0 : -1;
}

int http_api_begin(struct lws *wsi, struct http_exchange *exchange, const char *path) {
    struct service *service = service_of(wsi);
    const enum api_method method = method_of(wsi);
    char address[ADDRESS_TEXT], key[ADDRESS_TEXT];
    if (exchange->call != NULL) /* one after the other */
        return -1;
    if (service->leaving)
        return call_refuse(wsi, 503, NULL, "stopping", "the server is about to stop");
    service_client(wsi, address);
    network_key(address, key);
    if (!throttle_take(service->requests, key, service_steady()))
        return call_refuse(wsi, 429, NULL, "rate", "too many requests in a short time");
    if (warden_bans_address(service->warden, address, service_now(service)))
        return call_refuse(wsi, 403, NULL, "banned", "this address is banned");
    exchange->call = call_new(wsi, method, path + strlen(HTTP_API) - 1);
    if (exchange->call == NULL)
        return -1;
    memcpy(exchange->call->address, key, sizeof key);
    memcpy(exchange->call->from, address, sizeof address);
    return request_begin(wsi, exchange, exchange->call, method);
}

/* Who sends a byte now and then has no more time than others. */
int http_api_body(struct lws *wsi, struct http_exchange *exchange, const char *bytes, size_t length) {
    (void)wsi;
    if (exchange->incoming == NULL || exchange->incoming_length + length > exchange->incoming_size ||
        service_steady() > exchange->deadline)
        return -1;
    memcpy(exchange->incoming + exchange->incoming_length, bytes, length);
    exchange->incoming_length += length;
    return 0;
}

int http_api_end(struct lws *wsi, struct http_exchange *exchange) {
    if (exchange->call == NULL || exchange->incoming == NULL)
        return -1;
    exchange->call->body = json_loadb(exchange->incoming, exchange->incoming_length, JSON_REJECT_DUPLICATES, NULL);
    sodium_memzero(exchange->incoming, exchange->incoming_size); /* it may hold a password */
    free(exchange->incoming);
    exchange->incoming = NULL;
    return call_submit(wsi, exchange);
}

/* ---- The way back --------------------------------------------------------------------------------------------- */

int http_api_answer(struct lws *wsi, struct http_exchange *exchange) {
    struct api_call *call = exchange->call;
    if (!call->answered)
        return 0;
    struct desk_answer *answer = &call->answer;
    const bool plain = answer->json == NULL && answer->text != NULL;
    char *text = plain ? answer->text : json_dumps(answer->json, JSON_COMPACT);
    if (plain)
        answer->text = NULL;
    if (text == NULL)
        return -1;
    const struct static_answer sent = {.status = answer->status,
                                       .type = plain ? answer->type : "application/json",
                                       .caching = "no-store",
                                       .body = (const uint8_t *)text,
                                       .length = strlen(text)};
    const struct http_extra extra = {.attachment = answer->attachment, .cookies = answer->cookies};
    exchange->call = NULL;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    const int status = http_send(wsi, exchange, &sent, text, call->head ? HTTP_HEAD : HTTP_GET, &extra);
    api_call_free(call);
    return status;
}

void http_api_drop(struct http_exchange *exchange) {
    struct api_call *call = exchange->call;
    if (exchange->incoming != NULL)
        sodium_memzero(exchange->incoming, exchange->incoming_size);
    free(exchange->incoming);
    exchange->incoming = NULL;
    exchange->call = NULL;
    if (call == NULL)
        return;
    call->owner = NULL; /* it is freed when the desk is done with it, unless it never came there */
    if (!call->submitted || call->answered)
        api_call_free(call);
}
