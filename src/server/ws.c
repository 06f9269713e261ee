/* ws.c - WebSocket connections. */
#include "ws.h"
#include "api.h"
#include "journal.h"
#include "network.h"
#include "warden.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PING_BYTES = 15, CLOSE_REFUSED = 1013, CLOSE_UNKNOWN = 3000, CLOSE_BANNED = 3003 };

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE, then the text */
};

/* ---- Sending -------------------------------------------------------------------------------------------------- */

static void ws_send(void *context, void *socket, const char *text, size_t length) {
    struct service *service = context;
    struct session *session = socket;
    if (session->close_code != 0)
        return;
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length);
    if (outgoing == NULL || session->queued + length > (size_t)service->settings->numbers[SETTING_queue_bytes]) {
        free(outgoing);
        service->counts.slow_closed++;
        session->close_code = LWS_CLOSE_STATUS_POLICY_VIOLATION;
        lws_set_timeout(session->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    outgoing->next = NULL;
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    *session->outgoing_end = outgoing;
    session->outgoing_end = &outgoing->next;
    session->queued += length;
    lws_callback_on_writable(session->wsi);
}

static void ws_close(void *context, void *socket, enum hub_close why) {
    (void)context;
    struct session *session = socket;
    session->close_code = why == HUB_CLOSE_RATE ? LWS_CLOSE_STATUS_POLICY_VIOLATION : LWS_CLOSE_STATUS_GOINGAWAY;
    lws_callback_on_writable(session->wsi);
}

static const struct outlet ws_outlet = {.send = ws_send, .close = ws_close};

static void outgoing_drop(struct session *session) {
    struct outgoing *first = session->outgoing;
    session->queued -= first->length;
    session->outgoing = first->next;
    if (session->outgoing == NULL)
        session->outgoing_end = &session->outgoing;
    free(first);
}

/* A time as digits: libwebsockets takes what comes back for text, and closes when it is none. */
static void stamp_format(int64_t time, char stamp[PING_BYTES + 1]) {
    snprintf(stamp, PING_BYTES + 1, "%0*" PRId64, PING_BYTES, time);
}

static int ping_write(struct session *session) {
    unsigned char bytes[LWS_PRE + PING_BYTES + 1];
    session->ping = false;
    session->pinged = service_steady();
    stamp_format(session->pinged, (char *)bytes + LWS_PRE);
    return lws_write(session->wsi, bytes + LWS_PRE, PING_BYTES, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* One thing at a time: libwebsockets says when the next may follow. */
static int session_write(struct session *session) {
    int status = 0;
    if (session->closing) /* asked twice libwebsockets closes at once, and the reason is lost on its way */
        return 0;
    if (session->ping)
        status = ping_write(session);
    else if (session->outgoing != NULL) {
        struct outgoing *first = session->outgoing;
        status = lws_write(session->wsi, first->bytes + LWS_PRE, first->length, LWS_WRITE_TEXT) < 0 ? -1 : 0;
        outgoing_drop(session);
    } else if (session->close_code != 0) {
        session->closing = true;
        lws_close_reason(session->wsi, (enum lws_close_status)session->close_code, NULL, 0);
        return -1;
    }
    if (session->outgoing != NULL || session->close_code != 0)
        lws_callback_on_writable(session->wsi);
    return status;
}

/* ---- Receiving ------------------------------------------------------------------------------------------------ */

static int session_break(struct service *service, struct session *session, enum lws_close_status status) {
    service->counts.protocol_errors++;
    lws_close_reason(session->wsi, status, NULL, 0);
    return -1;
}

static int session_read(struct service *service, struct session *session, const char *bytes, size_t length) {
    struct lws *wsi = session->wsi;
    const size_t most = (size_t)service->settings->numbers[SETTING_message_bytes];
    session->heard = service_steady();
    if (session->close_code != 0 || session->client == NULL)
        return 0;
    if (lws_frame_is_binary(wsi) != 0)
        return session_break(service, session, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (session->partial_length + length > most)
        return session_break(service, session, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    const bool whole = lws_is_final_fragment(wsi) != 0 && lws_remaining_packet_payload(wsi) == 0;
    if (whole && session->partial == NULL) {
        hub_receive(service->hub, session->client, bytes, length);
        return 0;
    }
    char *partial = realloc(session->partial, session->partial_length + length + 1);
    if (partial == NULL)
        return -1;
    memcpy(partial + session->partial_length, bytes, length);
    session->partial = partial;
    session->partial_length += length;
    if (!whole)
        return 0;
    hub_receive(service->hub, session->client, session->partial, session->partial_length);
    free(session->partial);
    session->partial = NULL;
    session->partial_length = 0;
    return 0;
}

static void pong_read(struct session *session, const void *bytes, size_t length) {
    char stamp[PING_BYTES + 1];
    session->heard = service_steady();
    stamp_format(session->pinged, stamp);
    if (session->client != NULL && length == PING_BYTES && memcmp(bytes, stamp, PING_BYTES) == 0)
        hub_lag(session->client, session->heard - session->pinged);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

/* What a connection shows of who it is. */
static void credentials_read(struct service *service, const struct session *session, struct lws *wsi,
                             struct credentials *credentials) {
    char cookies[HEADER_ROOM];
    *credentials = (struct credentials){.bearer = ""};
    who_bearer(credentials, service_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, cookies, sizeof cookies));
    service_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    who_cookies(credentials, cookies, session->secure, &service->secret, service_now(service));
}

/* Whether a connection may begin. Browsers always say which page wants it; whoever does not is no browser, and shows a
 * token, which no browser does. */
static bool session_allowed(struct service *service, struct session *session, struct lws *wsi) {
    char path[64];
    struct credentials credentials;
    const struct arrival arrival = service_arrival(wsi);
    service_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (service->leaving || strcmp(path, WS_PATH) != 0)
        return false;
    session->secure = arrival.secure;
    credentials_read(service, session, wsi, &credentials);
    if (credentials.bearer[0] == '\0' && (!arrival.named || !arrival.allowed)) {
        service->counts.refused_origins++;
        return false;
    }
    session->guest = credentials.guest;
    session->renew = visitor_nobody(&session->guest) && credentials.bearer[0] == '\0';
    if (session->renew)
        random_system(NULL, session->guest.bytes, VISITOR_BYTES);
    return true;
}

/* The cookie goes out with the answer that opens the connection. */
static int cookie_add(const struct service *service, const struct session *session, struct lws *wsi,
                      struct lws_process_html_args *args) {
    char header[COOKIE_TEXT + 160];
    unsigned char *at = (unsigned char *)args->p;
    if (!session->renew)
        return 0;
    who_guest_cookie(&session->guest, &service->secret, service_now(service),
                     service->settings->numbers[SETTING_cookie_days], session->secure, header, sizeof header);
    if (lws_add_http_header_by_name(wsi, (const unsigned char *)"set-cookie:", (const unsigned char *)header,
                                    (int)strlen(header), &at, at + args->max_len) != 0)
        return -1;
    args->p = (char *)at;
    return 0;
}

/* Those who come at the same time, after a restart for instance, are not all looked after at the same time. */
static void session_enter(struct service *service, struct session *session) {
    uint32_t random;
    random_system(NULL, &random, sizeof random);
    session->ping_due = session->pinged + random % (uint32_t)(service->settings->numbers[SETTING_ping_seconds] * 1000);
    session->turn = (int)(random % SESSION_TURNS);
    service->session_count++;
    struct session **first = &service->sessions[session->turn];
    session->next = *first;
    if (session->next != NULL)
        session->next->previous = session;
    *first = session;
}

static void session_leave(struct service *service, struct session *session) {
    service->session_count--;
    if (session->previous != NULL)
        session->previous->next = session->next;
    else
        service->sessions[session->turn] = session->next;
    if (session->next != NULL)
        session->next->previous = session->previous;
}

/* ---- Who it is ------------------------------------------------------------------------------------------------ */

/* The desk is asked; until it has answered nothing is read from the connection. */
struct who_job {
    struct desk_job job; /* first, so that it is the job */
    struct service *service;
    struct session *session; /* NULL: it is gone */
    struct credentials credentials;
    int64_t now;
    char address[ADDRESS_TEXT];
    enum who_outcome outcome;
    struct who who;
};

static void who_work(struct desk_job *job, struct desk *desk, struct sql *sql) {
    struct who_job *asking = (struct who_job *)job;
    (void)desk;
    asking->outcome = who_find(sql, &asking->credentials, asking->now, &asking->who);
}

static void session_refuse(struct session *session, int code) {
    session->close_code = code;
    lws_callback_on_writable(session->wsi);
}

/* Whether a session has ended while the desk was still asked about it. */
static bool session_ended(const struct service *service, int64_t account_session) {
    bool ended = false;
    for (int i = 0; i < ENDED_KEPT && account_session != 0; i++)
        ended = ended || service->ended[i] == account_session;
    return ended;
}

static bool session_banned(const struct service *service, const struct session *session) {
    const int64_t now = service_now(service);
    return warden_bans_account(service->warden, session->account, now) ||
           warden_bans_address(service->warden, session->address, now);
}

/* A guest whose number an account has adopted meanwhile gets another, for as long as this connection lasts. */
static void session_greet(struct service *service, struct session *session, const struct who_job *asking) {
    struct visitor visitor = asking->who.visitor;
    if (visitor_nobody(&visitor))
        random_system(NULL, visitor.bytes, VISITOR_BYTES);
    session->outlet = &ws_outlet;
    session->client = hub_connect(service->hub, session, &visitor, asking->address);
    if (session->client == NULL) {
        service->counts.refused_connections++;
        session_refuse(session, CLOSE_REFUSED);
        return;
    }
    session->account_session = asking->who.token != 0 ? -asking->who.token : asking->who.session;
    const bool only_reads = asking->who.token != 0 && (asking->who.scopes & FOR_PLAY) == 0;
    session->account = asking->who.account;
    if (session_banned(service, session))
        session_refuse(session, CLOSE_BANNED);
    else if (only_reads || session_ended(service, session->account_session))
        session_refuse(session, CLOSE_UNKNOWN);
    else if (asking->who.account != 0)
        hub_account(session->client, asking->who.account, asking->who.name, asking->who.bot);
}

static void who_done(struct desk_job *job) {
    struct who_job *asking = (struct who_job *)job;
    struct session *session = asking->session;
    if (session != NULL) {
        session->asking = NULL;
        if (asking->outcome == WHO_KNOWN)
            session_greet(asking->service, session, asking);
        else
            session_refuse(session, asking->outcome == WHO_WRONG ? CLOSE_UNKNOWN : CLOSE_REFUSED);
        lws_rx_flow_control(session->wsi, 1);
    }
    free(asking);
}

/* False when the desk takes no more. */
static bool session_ask(struct service *service, struct session *session, struct lws *wsi) {
    struct who_job *asking = calloc(1, sizeof *asking);
    char address[ADDRESS_TEXT];
    if (asking == NULL)
        return false;
    *asking = (struct who_job){.job = {.work = who_work, .done = who_done},
                               .service = service,
                               .session = session,
                               .now = service_now(service)};
    credentials_read(service, session, wsi, &asking->credentials);
    asking->credentials.guest = session->guest;
    service_client(wsi, address);
    memcpy(session->address, address, sizeof session->address);
    network_key(address, asking->address);
    if (!desk_ask(service->desk, &asking->job, DESK_WHO)) {
        free(asking);
        return false;
    }
    session->asking = asking;
    lws_rx_flow_control(wsi, 0);
    return true;
}

void ws_end_session(void *context, int64_t account_session) {
    struct service *service = context;
    service->ended[service->ended_count++ % ENDED_KEPT] = account_session;
    for (int i = 0; i < SESSION_TURNS; i++)
        for (struct session *each = service->sessions[i]; each != NULL; each = each->next)
            if (each->account_session == account_session && each->close_code == 0)
                session_refuse(each, CLOSE_UNKNOWN);
}

void ws_end_account(struct service *service, int64_t account) {
    for (int i = 0; i < SESSION_TURNS; i++)
        for (struct session *each = service->sessions[i]; each != NULL; each = each->next)
            if (account != 0 && each->account == account && each->close_code == 0)
                session_refuse(each, CLOSE_UNKNOWN);
}

void ws_end_banned(struct service *service) {
    for (int i = 0; i < SESSION_TURNS; i++)
        for (struct session *each = service->sessions[i]; each != NULL; each = each->next)
            if (each->client != NULL && each->close_code == 0 && session_banned(service, each))
                session_refuse(each, CLOSE_BANNED);
}

static int session_begin(struct service *service, struct session *session, struct lws *wsi) {
    session->wsi = wsi;
    session->outgoing_end = &session->outgoing;
    session->heard = session->pinged = service_steady();
    session->ping = true; /* the first tells how long messages take */
    if (!session_ask(service, session, wsi)) {
        service->counts.refused_connections++;
        lws_close_reason(wsi, (enum lws_close_status)CLOSE_REFUSED, NULL, 0);
        return -1;
    }
    session->begun = true;
    session_enter(service, session);
    lws_callback_on_writable(wsi);
    return 0;
}

static void session_leave_hub(const struct service *service, struct session *session) {
    if (session->client != NULL)
        hub_disconnect(service->hub, session->client);
    session->client = NULL;
}

static void session_end(struct service *service, struct session *session) {
    free(session->partial);
    session->partial = NULL;
    if (!session->begun)
        return;
    session->begun = false;
    if (session->asking != NULL)
        session->asking->session = NULL;
    session_leave_hub(service, session);
    while (session->outgoing != NULL)
        outgoing_drop(session);
    session_leave(service, session);
}

/* ---- Time ----------------------------------------------------------------------------------------------------- */

static void session_check(struct service *service, struct session *session, int64_t now) {
    const int64_t *numbers = service->settings->numbers;
    if (now - session->heard > numbers[SETTING_silence_seconds] * 1000) {
        service->counts.silent_closed++;
        lws_set_timeout(session->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    } else if (now >= session->ping_due) {
        session->ping_due = now + numbers[SETTING_ping_seconds] * 1000;
        session->ping = true;
        lws_callback_on_writable(session->wsi);
    }
}

void ws_tick(struct service *service) {
    const int64_t now = service_steady();
    service->session_turn = (service->session_turn + 1) % SESSION_TURNS;
    for (struct session *each = service->sessions[service->session_turn]; each != NULL; each = each->next)
        session_check(service, each, now);
}

void ws_close_all(struct service *service) {
    for (int i = 0; i < SESSION_TURNS; i++)
        for (struct session *each = service->sessions[i]; each != NULL; each = each->next)
            ws_close(service, each, HUB_CLOSE_STOPPING);
}

void ws_leave(struct service *service) {
    for (int i = 0; i < SESSION_TURNS; i++)
        for (struct session *each = service->sessions[i]; each != NULL; each = each->next)
            session_leave_hub(service, each);
}

/* ---- What libwebsockets tells --------------------------------------------------------------------------------- */

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct session *session = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return session_allowed(service_of(wsi), session, wsi) ? 0 : -1;
    case LWS_CALLBACK_ADD_HEADERS: return cookie_add(service_of(wsi), session, wsi, in);
    case LWS_CALLBACK_ESTABLISHED: return session_begin(service_of(wsi), session, wsi);
    case LWS_CALLBACK_SERVER_WRITEABLE: return session_write(session);
    case LWS_CALLBACK_RECEIVE: return session_read(service_of(wsi), session, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: pong_read(session, in, length); return 0;
    case LWS_CALLBACK_CLOSED: session_end(service_of(wsi), session); return 0;
    default: return 0;
    }
}
