/* server.c - the service: beginning, the loop, and the end. */
#include "server.h"
#include "../rules/game.h"
#include "../translate.h"
#include "address.h"
#include "chores.h"
#include "director.h"
#include "files.h"
#include "http.h"
#include "http_answer.h"
#include "journal.h"
#include "live.h"
#include "network.h"
#include "outlet.h"
#include "ratings.h"
#include "signals.h"
#include "sql.h"
#include "store_sql.h"
#include "throttle.h"
#include "warden.h"
#include "ws.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { REQUEST_SECONDS = 10, IDLE_SECONDS = 30, TICK_MS = 1000 / SESSION_TURNS, BURST = 5 };
enum { WORK_MS = 30000 };    /* for the last answers to be there; what makes them has limits of its own */
enum { SENDING_MS = 6000 };  /* for them to be read, from then on */
enum { FAREWELL_MS = 3000 }; /* for connections to be closed in order */

/* ---- What service.h promises ---------------------------------------------------------------------------------- */

const char *service_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size) {
    if (lws_hdr_copy(wsi, value, (int)size, token) <= 0)
        value[0] = '\0';
    return value;
}

/* Behind a proxy that is not in `proxies` all visitors have its address, and share its limits: the host is told, once. */
static void proxy_watch(struct service *service, const char *peer, const char *forwarded) {
    if (service->proxy_told || forwarded[0] == '\0' ||
        network_list_contains(service->settings->texts[SETTING_proxies], peer))
        return;
    service->proxy_told = true;
    journal_write(JOURNAL_WARNING, "X-Forwarded-For of an unknown proxy is ignored", "address", peer, "setting",
                  "proxies", NULL);
}

void service_client(struct lws *wsi, char address[ADDRESS_TEXT]) {
    char peer[ADDRESS_TEXT] = "", forwarded[HEADER_ROOM];
    lws_get_peer_simple(wsi, peer, sizeof peer);
    service_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
    proxy_watch(service_of(wsi), peer, forwarded);
    network_client(peer, forwarded, service_of(wsi)->settings->texts[SETTING_proxies], address);
}

struct arrival service_arrival(struct lws *wsi) {
    const struct service *service = service_of(wsi);
    char origin[256], host[256];
    service_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    service_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    struct arrival arrival = network_arrival(origin, host, service->settings->texts[SETTING_public_origins],
                                             service->settings->texts[SETTING_origins]);
    arrival.secure = arrival.secure || service->secure;
    return arrival;
}

void service_wake(struct service *service) {
    struct engine_answer answer;
    if (service->store == NULL)
        return;
    hub_collect(service->hub);
    while (engines_collect(service->engines, &answer))
        hub_thought(service->hub, answer.game, answer.moved, answer.move);
    if (service->desk != NULL)
        desk_collect(service->desk);
    live_collect(service);
}

/* ---- What the hub needs --------------------------------------------------------------------------------------- */

static int64_t port_now(void *context) { return service_now(context); }

static bool port_think(void *context, const struct hub_job *job) {
    return engines_ask(((struct service *)context)->engines, job);
}

static int port_rating(void *context, int64_t account, const char *game, enum time_class class) {
    struct rating rating;
    const struct service *service = context;
    if (rating_read(service->ratings, account, game, class, &rating) != SQL_GOOD || rating.games == 0)
        return 0;
    return rating_shown(&rating.glicko);
}

/* From any thread. */
static void threads_wake(void *context) {
    struct lws_context *loop = atomic_load(&((struct service *)context)->context);
    if (loop != NULL)
        lws_cancel_service(loop);
}

static void signal_stop(void *context) {
    struct service *service = context;
    atomic_store(&service->stopping, true);
    threads_wake(service);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

/* What libwebsockets says of itself is of interest only when it is an error, and then not without end: what others send
 * must not fill the disk. It hands on no context, so what is counted is counted for the process. */
static void library_log(int level, const char *line) {
    enum { LINES = 10 }; /* in a minute */
    static _Atomic int64_t minute;
    static _Atomic int lines;
    const int64_t now = (int64_t)time(NULL) / 60;
    char text[256];
    (void)level;
    if (atomic_exchange(&minute, now) != now)
        atomic_store(&lines, 0);
    const int before = atomic_fetch_add(&lines, 1);
    if (before > LINES)
        return;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), before < LINES ? line : "more of that, left out");
    journal_write(JOURNAL_ERROR, "libwebsockets", "message", text, NULL);
}

static bool service_listen(struct service *service, const char *address, struct tab_error *error) {
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct http_exchange)},
        {.name = WS_PROTOCOL, .callback = ws_callback, .per_session_data_size = sizeof(struct session)},
        {.name = NULL},
    };
    const struct settings *settings = service->settings;
    struct lws_context_creation_info info = {
        .port = (int)settings->numbers[SETTING_port],
        .iface = address,
        .protocols = protocols,
        .server_string = "tablier",
        .headers = http_headers(service->secure),
        .user = service,
        .timeout_secs = REQUEST_SECONDS,
        .keepalive_timeout = IDLE_SECONDS,
        .max_http_header_data = HEADER_ROOM,
        .pt_serv_buf_size = HEADER_ROOM, /* what has come of a head is read at once */
        .alpn = "http/1.1", /* bodies are sent without asking for the windows of HTTP/2; see also upgrade_allow */
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_VALIDATE_UTF8,
    };
    /* Without this libwebsockets takes an address of IPv4 for all addresses. */
    if (strchr(address, ':') == NULL)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    if (service->secure) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->texts[SETTING_tls_certificate];
        info.ssl_private_key_filepath = settings->texts[SETTING_tls_key];
    }
    service->files = files_allow((int)settings->numbers[SETTING_connections]);
    lws_set_log_level(LLL_ERR, library_log);
    service->context = event_loop_begin(&service->loop, &info);
    service->host = service->context != NULL ? lws_create_vhost(service->context, &info) : NULL;
    return service->host != NULL ||
           error_set(error, 0, N_("cannot listen on port {1}"), settings->texts[SETTING_port], NULL);
}

static bool hub_begin(struct service *service, struct tab_error *error) {
    char name[SETTING_TEXT];
    const struct settings *settings = service->settings;
    const struct hub_limits limits = settings_limits(settings);
    service->store = store_open(store_address(settings), threads_wake, service, error);
    if (service->store == NULL)
        return false;
    service_clock_begin(service);
    service->ratings = sql_open(store_address(settings), error);
    if (service->ratings == NULL)
        return false;
    const struct hub_ports ports = {.context = service,
                                    .now = port_now,
                                    .random = random_system,
                                    .send = outlet_send,
                                    .close = outlet_close,
                                    .think = port_think,
                                    .rating = port_rating,
                                    .told = told_hear,
                                    .store = service->store};
    service->sockets = address_book_new();
    const struct engines_options engines = {.threads = (int)settings->numbers[SETTING_engine_threads],
                                            .mib = (int)settings->numbers[SETTING_engine_mib],
                                            .proof_mib = (int)settings->numbers[SETTING_engine_proof_mib],
                                            .move_ms = (int)settings->numbers[SETTING_engine_ms]};
    service->engines = engines_new(&engines, threads_wake, service);
    service->hub = service->engines != NULL && service->sockets != NULL ? hub_new(&ports, &limits) : NULL;
    if (service->hub != NULL && store_read_secret(service->store, &service->secret))
        return true;
    sql_name(store_address(settings), name, sizeof name);
    return error_set(error, 0, N_("the games in {1} cannot be read"), name, NULL);
}

static void port_tell_game(void *context, const char *game) { hub_hear(((struct service *)context)->hub, game); }

static void port_tell_tournament(void *context, const char *tournament, int64_t revision) {
    hub_tournament(((struct service *)context)->hub, tournament, revision);
}

static bool desk_begin(struct service *service, struct tab_error *error) {
    const struct settings *settings = service->settings;
    const int64_t requests = settings->numbers[SETTING_requests_per_second];
    struct sql *sql = sql_open(store_address(settings), error);
    service->warden = warden_new();
    const bool read = sql != NULL && service->warden != NULL && warden_read(service->warden, sql, service_now(service));
    sql_close(sql);
    if (!read)
        return sql == NULL ? false : error_set(error, 0, N_("out of memory"), NULL, NULL);
    const struct desk_options options = {.settings = settings,
                                         .warden = service->warden,
                                         .address = store_address(settings),
                                         .secret = service->secret,
                                         .context = service,
                                         .wake = threads_wake,
                                         .tell_game = port_tell_game,
                                         .end_session = told_session,
                                         .forget = told_forget,
                                         .tell_tournament = port_tell_tournament};
    service->requests = throttle_new((int)(BURST * requests), 1000 / requests);
    if (service->requests == NULL)
        return error_set(error, 0, N_("out of memory"), NULL, NULL);
    service->desk = desk_new(&options, error);
    return service->desk != NULL;
}

static void chores_tell(void *context, const char *game) { desk_tell_game(context, game); }

static bool chores_begin(struct service *service, struct tab_error *error) {
    const int64_t *numbers = service->settings->numbers;
    const struct chores_options options = {.address = store_address(service->settings),
                                           .ledgers = 1,
                                           .analysts = (int)numbers[SETTING_analysis_threads],
                                           .mib = (int)numbers[SETTING_analysis_mib],
                                           .proof_mib = (int)numbers[SETTING_engine_proof_mib],
                                           .move_ms = (int)numbers[SETTING_analysis_ms],
                                           .tell = chores_tell,
                                           .context = service->desk};
    service->chores = chores_new(&options, error);
    return service->chores != NULL;
}

/* From the director's thread. */
static int64_t director_now(void *context, int64_t *set) { return service_now_set(context, set); }

static void director_tell_game(void *context, const char *game) {
    desk_tell_game(((struct service *)context)->desk, game);
}

static void director_tell_tournament(void *context, const char *tournament, int64_t revision) {
    desk_tell_tournament(((struct service *)context)->desk, tournament, revision);
}

static bool tournaments_begin(struct service *service, struct tab_error *error) {
    const struct settings *settings = service->settings;
    const struct director_options options = {
        .address = store_address(settings),
        .pause_ms = settings->numbers[SETTING_tournament_pause_seconds] * 1000,
        .wave_ms = settings->numbers[SETTING_tournament_wave_seconds] * 1000,
        .context = service,
        .now = director_now,
        .random = random_system,
        .tell_game = director_tell_game,
        .tell_tournament = director_tell_tournament,
    };
    service->director = director_new(&options, error);
    return service->director != NULL &&
           (director_begin(service->director) || error_set(error, 0, N_("out of memory"), NULL, NULL));
}

/* Threads first, so that nobody wakes a loop that is gone. */
static void service_end(struct service *service) {
    if (service->chores != NULL) {
        chores_stop(service->chores);
        chores_free(service->chores);
    }
    director_free(service->director);
    if (service->desk != NULL)
        desk_free(service->desk);
    service->desk = NULL;
    throttle_free(service->requests);
    if (service->engines != NULL)
        engines_free(service->engines);
    ws_leave(service);
    if (service->store != NULL)
        store_close(service->store);
    service->store = NULL;
    sql_close(service->ratings);
    event_loop_end(&service->loop);
    address_book_free(service->sockets);
    live_free(service);
    warden_free(service->warden);
    if (service->hub != NULL)
        hub_free(service->hub);
    site_close((struct site *)service->site);
}

/* ---- The loop ------------------------------------------------------------------------------------------------- */

struct loop {
    lws_sorted_usec_list_t timer; /* first, so that it is the loop */
    struct service *service;
    bool failing; /* the store, as last told */
};

/* Tells who hosts the service when the store fails, and when it is good again. */
static void store_watch(struct loop *loop) {
    const bool failing = hub_count(loop->service->hub).store_failing;
    char name[SETTING_TEXT];
    sql_name(store_address(loop->service->settings), name, sizeof name);
    if (failing != loop->failing)
        journal_write(failing ? JOURNAL_ERROR : JOURNAL_INFO, failing ? "store fails" : "store is good again", "store",
                      name, NULL);
    loop->failing = failing;
}

static void loop_tick(lws_sorted_usec_list_t *timer) {
    struct loop *loop = (struct loop *)timer;
    struct service *service = loop->service;
    service_clock_tick(service);
    service_wake(service);
    hub_tick(service->hub);
    ws_tick(service);
    warden_tick(service);
    store_watch(loop);
    lws_sul_schedule(service->context, 0, timer, loop_tick, (lws_usec_t)TICK_MS * 1000);
}

static bool service_turn(struct service *service) {
    service->counts.turns++;
    return event_loop_turn(&service->loop);
}

/* Whether something that came before the stop is being worked on. */
static bool service_works(const struct service *service) {
    return service->exchanges[EXCHANGE_ASKED] > 0 || !hub_settled(service->hub);
}

/* Whether an answer is on its way, or a message that came after the stop. */
static bool service_tells(const struct service *service) {
    return service->exchanges[EXCHANGE_ANSWERED] > 0 || hub_count(service->hub).store_waiting > 0;
}

/* Answers what has come before it was to stop. Of that the system may not have handed on all: there is no more when a
 * look brings nothing. Others who come meanwhile do not hold it up for long. */
static void requests_finish(struct service *service) {
    const int64_t began = service_steady();
    int64_t worked = began, now = began;
    uint64_t arrivals;
    do {
        arrivals = service->arrivals;
        if (service_works(service))
            worked = now;
        else if (!service_tells(service))
            threads_wake(service); /* so that the turn waits for nothing */
        if (!service_turn(service))
            return;
        now = service_steady();
    } while (service_works(service)
                 ? now - began < WORK_MS
                 : (service_tells(service) || service->arrivals != arrivals) && now - worked < SENDING_MS);
}

/* Refuses what is new, answers what has come, then closes all connections. */
static void service_leave(struct service *service) {
    service->leaving = true;
    hub_stop(service->hub);
    live_leave(service);
    requests_finish(service);
    live_finish(service);
    ws_close_all(service);
    const int64_t until = service_steady() + FAREWELL_MS;
    while (service->session_count > 0 && service_steady() < until && service_turn(service))
        continue;
}

static void service_loop(struct service *service, const struct server_options *options) {
    struct loop loop = {.service = service};
    char port[16], games[16], store[SETTING_TEXT];
    snprintf(port, sizeof port, "%d", lws_get_vhost_listen_port(service->host));
    lws_sul_schedule(service->context, 0, &loop.timer, loop_tick, 1);
    snprintf(games, sizeof games, "%d", hub_count(service->hub).rooms);
    sql_name(store_address(service->settings), store, sizeof store);
    journal_write(JOURNAL_INFO, "start", "port", port, "store", store, "games", games, NULL);
    options->ready(options->context, lws_get_vhost_listen_port(service->host));
    while (!atomic_load(&service->stopping) && service_turn(service))
        continue;
    service_leave(service);
    lws_sul_cancel(&loop.timer);
    journal_write(JOURNAL_INFO, "stop", NULL);
}

bool server_run(const struct server_options *options, struct tab_error *error) {
    const struct settings *settings = options->settings;
    char address[INET6_ADDRSTRLEN];
    struct signals signals;
    struct service service = {.settings = settings, .secure = settings->texts[SETTING_tls_certificate][0] != '\0'};
    if (!address_find(settings->texts[SETTING_host], (int)settings->numbers[SETTING_port], address, error))
        return false;
    service.site = site_open(settings->texts[SETTING_web], error);
    if (service.site == NULL)
        return false;
    if (!signals_begin(&signals, signal_stop, &service)) {
        site_close((struct site *)service.site);
        return error_set(error, 0, N_("out of memory"), NULL, NULL);
    }
    const bool good = hub_begin(&service, error) && desk_begin(&service, error) && chores_begin(&service, error) &&
                      tournaments_begin(&service, error) && service_listen(&service, address, error);
    if (good)
        service_loop(&service, options);
    service_end(&service);
    signals_end(&signals);
    return good;
}
