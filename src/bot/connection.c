/* connection.c - a WebSocket connection to a server, by libwebsockets. */
#include "connection.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum {
    MESSAGE_MAX = 1 << 20, /* bytes of a message that is read */
    QUEUE_MAX = 256,       /* messages that wait to be sent */
    WAIT_MIN_MS = 1000,    /* before it is tried again */
    WAIT_MAX_MS = 60000,
    TICK_MS = 1000,
    TOKEN_ROOM = 512,
    CLOSED_UNKNOWN = 3000, /* how a connection is closed whose token is not good (any more), */
    CLOSED_BANNED = 3003   /* or whose account is banned */
};

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE, then the text */
};

struct connection {
    struct connection_options options;
    struct lws_context *context;
    struct lws *wsi; /* NULL: there is none, and none on its way */
    bool open, refused;
    lws_sorted_usec_list_t retry, tick;
    int wait_ms;
    struct outgoing *outgoing, **outgoing_end;
    int queued;
    char *partial;
    size_t partial_length;
};

static void connection_tell(struct connection *connection, enum connection_event event, const char *text) {
    connection->options.tell(connection->options.context, event, text);
}

/* ---- Sending -------------------------------------------------------------------------------------------------- */

static void outgoing_drop(struct connection *connection) {
    struct outgoing *first = connection->outgoing;
    connection->outgoing = first->next;
    if (connection->outgoing == NULL)
        connection->outgoing_end = &connection->outgoing;
    connection->queued--;
    free(first);
}

void connection_send(struct connection *connection, const char *text) {
    const size_t length = strlen(text);
    struct outgoing *outgoing =
        connection->open && connection->queued < QUEUE_MAX ? malloc(sizeof *outgoing + LWS_PRE + length + 1) : NULL;
    if (outgoing == NULL)
        return;
    outgoing->next = NULL;
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length + 1);
    *connection->outgoing_end = outgoing;
    connection->outgoing_end = &outgoing->next;
    connection->queued++;
    lws_callback_on_writable(connection->wsi);
}

static int outgoing_write(struct connection *connection) {
    struct outgoing *first = connection->outgoing;
    if (first == NULL)
        return 0;
    const int status = lws_write(connection->wsi, first->bytes + LWS_PRE, first->length, LWS_WRITE_TEXT);
    outgoing_drop(connection);
    if (connection->outgoing != NULL)
        lws_callback_on_writable(connection->wsi);
    return status < 0 ? -1 : 0;
}

/* ---- Receiving ------------------------------------------------------------------------------------------------ */

static int message_read(struct connection *connection, const char *bytes, size_t length) {
    const size_t before = connection->partial_length;
    char *partial = before + length <= MESSAGE_MAX ? realloc(connection->partial, before + length + 1) : NULL;
    if (partial == NULL)
        return -1;
    connection->partial = partial;
    memcpy(partial + before, bytes, length);
    connection->partial_length = before + length;
    partial[before + length] = '\0';
    if (lws_is_final_fragment(connection->wsi) == 0 || lws_remaining_packet_payload(connection->wsi) != 0)
        return 0;
    connection->partial_length = 0;
    connection_tell(connection, CONNECTION_RECEIVED, partial);
    return 0;
}

/* ---- Connecting ----------------------------------------------------------------------------------------------- */

/* A server that says nothing for long, not even to a ping, is taken for lost. */
static const lws_retry_bo_t silence = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

static void connection_begin(lws_sorted_usec_list_t *retry);

/* Many programs that lost the same server do not come back all at once. */
static void connection_retry(struct connection *connection) {
    uint32_t luck = 0;
    if (getrandom(&luck, sizeof luck, 0) != (ssize_t)sizeof luck)
        luck = 0;
    const int64_t wait = connection->wait_ms + (int64_t)luck % (connection->wait_ms / 2);
    connection->wait_ms = connection->wait_ms * 2 < WAIT_MAX_MS ? connection->wait_ms * 2 : WAIT_MAX_MS;
    lws_sul_schedule(connection->context, 0, &connection->retry, connection_begin, wait * LWS_US_PER_MS);
}

static void connection_lose(struct connection *connection, const char *why) {
    connection->wsi = NULL;
    connection->open = false;
    connection->partial_length = 0;
    while (connection->outgoing != NULL)
        outgoing_drop(connection);
    connection_tell(connection, connection->refused ? CONNECTION_REFUSED : CONNECTION_LOST, why != NULL ? why : "");
    if (!connection->refused)
        connection_retry(connection);
}

static void connection_begin(lws_sorted_usec_list_t *retry) {
    struct connection *connection = lws_container_of(retry, struct connection, retry);
    const struct url *url = &connection->options.url;
    char origin[URL_HOST + 32];
    url_origin(url, origin, sizeof origin);
    const struct lws_client_connect_info info = {
        .context = connection->context,
        .address = url->host,
        .port = url->port,
        .path = "/ws",
        .host = strstr(origin, "://") + 3,
        .protocol = "tablier.1",
        .ssl_connection = url->secure ? LCCSCF_USE_SSL : 0,
        .opaque_user_data = connection,
        .retry_and_idle_policy = &silence,
        .pwsi = &connection->wsi,
    };
    /* When it fails at once the callback has told so already, or else nobody has. */
    if (lws_client_connect_via_info(&info) == NULL && retry->list.owner == NULL && !connection->refused)
        connection_lose(connection, NULL);
}

/* libwebsockets would write an origin in its own way. */
static int headers_add(const struct connection *connection, struct lws *wsi, unsigned char **at, size_t room) {
    char value[TOKEN_ROOM], origin[URL_HOST + 32];
    unsigned char *end = *at + room;
    const int length = snprintf(value, sizeof value, "Bearer %s", connection->options.token);
    url_origin(&connection->options.url, origin, sizeof origin);
    const bool good = (size_t)length < sizeof value &&
                      lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (const unsigned char *)value,
                                                   length, at, end) == 0 &&
                      lws_add_http_header_by_token(wsi, WSI_TOKEN_ORIGIN, (const unsigned char *)origin,
                                                   (int)strlen(origin), at, end) == 0;
    return good ? 0 : -1;
}

/* A server that knows what it was asked and says no will say so again. */
static void connection_fail(struct connection *connection, struct lws *wsi, const char *why) {
    const unsigned status = wsi != NULL ? lws_http_client_http_response(wsi) : 0;
    connection->refused = status == HTTP_STATUS_UNAUTHORIZED || status == HTTP_STATUS_FORBIDDEN;
    connection_lose(connection, why);
}

static void tick(lws_sorted_usec_list_t *timer) {
    struct connection *connection = lws_container_of(timer, struct connection, tick);
    connection_tell(connection, CONNECTION_WOKEN, "");
    lws_sul_schedule(connection->context, 0, &connection->tick, tick, TICK_MS * LWS_US_PER_MS);
}

/* Whether a server closes for a reason that will still be there when it is asked again. */
static bool close_is_final(const unsigned char *bytes, size_t length) {
    const int code = length >= 2 ? bytes[0] * 256 + bytes[1] : 0;
    return code == CLOSED_UNKNOWN || code == CLOSED_BANNED;
}

static int connection_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    (void)user;
    struct connection *connection = wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED)
        connection_tell(lws_context_user(lws_get_context(wsi)), CONNECTION_WOKEN, "");
    if (connection == NULL)
        return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return headers_add(connection, wsi, in, length);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        connection->wsi = wsi;
        connection->open = true;
        connection->wait_ms = WAIT_MIN_MS;
        connection_tell(connection, CONNECTION_OPENED, "");
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE: return outgoing_write(connection);
    case LWS_CALLBACK_CLIENT_RECEIVE: return message_read(connection, in, length);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: connection_fail(connection, wsi, in); return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: connection->refused = close_is_final(in, length); return 0;
    case LWS_CALLBACK_CLIENT_CLOSED: connection_lose(connection, NULL); return 0;
    default: return 0;
    }
}

/* ---- Beginning and end ---------------------------------------------------------------------------------------- */

/* Where systems keep the certificates they believe. */
static const char *authorities_find(void) {
    static const char *const files[] = {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                        "/etc/ssl/cert.pem"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (access(files[i], R_OK) == 0)
            return files[i];
    return NULL;
}

static const struct lws_protocols protocols[] = {{.name = "tablier.1", .callback = connection_callback},
                                                 {.name = NULL}};

struct connection *connection_new(const struct connection_options *options) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->options = *options;
    connection->outgoing_end = &connection->outgoing;
    connection->wait_ms = WAIT_MIN_MS;
    lws_set_log_level(0, NULL);
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = connection,
        .options = options->url.secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .client_ssl_ca_filepath = options->authorities != NULL ? options->authorities : authorities_find(),
    };
    connection->context = lws_create_context(&info);
    if (connection->context == NULL) {
        free(connection);
        return NULL;
    }
    lws_sul_schedule(connection->context, 0, &connection->retry, connection_begin, 1);
    lws_sul_schedule(connection->context, 0, &connection->tick, tick, TICK_MS * LWS_US_PER_MS);
    return connection;
}

static void nobody_hears(void *context, enum connection_event event, const char *text) {
    (void)context;
    (void)event;
    (void)text;
}

void connection_free(struct connection *connection) {
    connection->options.tell = nobody_hears;
    connection->refused = true; /* not to be made again */
    lws_sul_schedule(connection->context, 0, &connection->retry, connection_begin, LWS_SET_TIMER_USEC_CANCEL);
    lws_sul_schedule(connection->context, 0, &connection->tick, tick, LWS_SET_TIMER_USEC_CANCEL);
    lws_context_destroy(connection->context);
    while (connection->outgoing != NULL)
        outgoing_drop(connection);
    free(connection->partial);
    free(connection);
}

void connection_turn(struct connection *connection) { lws_service(connection->context, 0); }

bool connection_settled(const struct connection *connection) { return connection->outgoing == NULL; }

void connection_wake(struct connection *connection) { lws_cancel_service(connection->context); }
