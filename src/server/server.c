/* server.c - the service: listening, the loop, and the end. */
#include "server.h"
#include "../rules/game.h"
#include "../translate.h"
#include "address.h"
#include "http.h"
#include "signals.h"

#include <stdatomic.h>
#include <stdio.h>

enum { REQUEST_SECONDS = 10, IDLE_SECONDS = 30, REQUEST_HEAD = 4096 };

struct server {
    struct http http;
    struct lws_context *context;
    struct lws_vhost *host;
    atomic_bool stopping;
};

static void log_write(int level, const char *line) {
    (void)level;
    fprintf(stderr, "tablier: %s", line);
}

static void server_stop(void *context) {
    struct server *server = context;
    atomic_store(&server->stopping, true);
    lws_cancel_service(server->context);
}

static bool server_listen(struct server *server, const char *address, int port) {
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct http_exchange)},
        {.name = NULL},
    };
    const struct lws_context_creation_info info = {
        .port = port,
        .iface = address,
        .protocols = protocols,
        .server_string = "tablier",
        .user = &server->http,
        .timeout_secs = REQUEST_SECONDS,
        .keepalive_timeout = IDLE_SECONDS,
        .max_http_header_data = REQUEST_HEAD,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
    };
    lws_set_log_level(LLL_ERR, log_write);
    server->context = lws_create_context(&info);
    server->host = server->context != NULL ? lws_create_vhost(server->context, &info) : NULL;
    return server->host != NULL;
}

static void server_loop(struct server *server, const struct server_options *options) {
    options->ready(options->context, lws_get_vhost_listen_port(server->host));
    while (!atomic_load(&server->stopping) && lws_service(server->context, 0) >= 0)
        continue;
}

bool server_run(const struct server_options *options, struct tab_error *error) {
    char address[INET6_ADDRSTRLEN];
    struct signals signals;
    struct server server = {.http = {.site = NULL}};
    if (!address_find(options->host, options->port, address, error))
        return false;
    struct site *site = site_open(options->web, error);
    if (site == NULL)
        return false;
    server.http.site = site;
    bool good = server_listen(&server, address, options->port);
    if (!good)
        error_set_number(error, 0, N_("cannot listen on port {1}"), options->port, 0);
    else if (!signals_begin(&signals, server_stop, &server))
        good = error_set(error, 0, N_("out of memory"), NULL, NULL);
    else {
        server_loop(&server, options);
        signals_end(&signals);
    }
    if (server.context != NULL)
        lws_context_destroy(server.context);
    site_close(site);
    return good;
}
