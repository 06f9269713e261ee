/* cmd_serve.c - `tablier serve`: the pages, for browsers. */
#include "../server/server.h"
#include "../share.h"
#include "command.h"
#include "report.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { PORT_USUAL = 8080, PORT_MAX = 65535 };

static const char host_usual[] = "127.0.0.1";

/* Says where to look; a browser may call this machine `localhost`, which is shorter. */
static void ready_print(void *context, int port) {
    const char *host = context;
    const bool usual = strcmp(host, host_usual) == 0, bracket = strchr(host, ':') != NULL;
    printf(_("Tablier is served on http://%s%s%s:%d\n"), bracket ? "[" : "", usual ? "localhost" : host,
           bracket ? "]" : "", port);
    fflush(stdout);
}

static int serve_run(const struct arguments *arguments) {
    const char *web = arguments_text(arguments, "web"), *host = arguments_text(arguments, "host");
    char found[PATH_MAX];
    struct tab_error error = {0};
    if (web == NULL && !share_find("tablier/web", found, sizeof found))
        return report_failure(N_("the pages are not built or not installed; `make web` builds them"));
    struct server_options options = {
        .web = web != NULL ? web : found,
        .host = host != NULL ? host : host_usual,
        .port = (int)arguments_number(arguments, "port", PORT_USUAL),
        .ready = ready_print,
    };
    options.context = (void *)options.host;
    if (server_run(&options, &error))
        return STATUS_GOOD;
    char message[TAB_ERROR_TEXT];
    translate_error(&error, message, sizeof message);
    return report_failure("%s", message);
}

const struct command serve_command = {
    .name = "serve",
    .summary = N_("serve the pages to browsers"),
    .description = N_("Serves the pages on which people play in a browser, until it is stopped with Ctrl-C. By default "
                      "only browsers of this machine reach it; `--host 0.0.0.0` opens it to others."),
    .words = no_parameters,
    .options =
        (const struct parameter[]){
            {.name = "port",
             .value = "N",
             .summary = N_("listen on this port, 8080 by default; 0: any that is free"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = PORT_MAX},
            {.name = "host",
             .value = "ADDRESS",
             .summary = N_("listen on this address of the machine, 127.0.0.1 by default"),
             .kind = PARAMETER_TEXT},
            {.name = "web", .value = "DIR", .summary = N_("serve this folder of built pages"), .kind = PARAMETER_FILE},
            PARAMETERS_END},
    .run = serve_run,
};
