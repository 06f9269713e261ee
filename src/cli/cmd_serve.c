/* cmd_serve.c - `tablier serve`: the pages and live games, for browsers. */
#include "../server/server.h"
#include "../share.h"
#include "command.h"
#include "report.h"
#include "service_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char host_usual[] = "127.0.0.1";

/* Says where to look; a browser may call this machine `localhost`, which is shorter. */
static void ready_print(void *context, int port) {
    const struct settings *settings = context;
    const char *host = settings->texts[SETTING_host];
    const bool usual = strcmp(host, host_usual) == 0, bracket = strchr(host, ':') != NULL;
    printf(_("Tablier is served on %s://%s%s%s:%d\n"), settings->texts[SETTING_tls_key][0] != '\0' ? "https" : "http",
           bracket ? "[" : "", usual ? "localhost" : host, bracket ? "]" : "", port);
    fflush(stdout);
}

/* Folders that are not set are where they belong. */
static int folders_find(struct settings *settings) {
    char *web = settings->texts[SETTING_web];
    if (web[0] == '\0' && !share_find("tablier/web", web, SETTING_TEXT))
        return report_failure(N_("the pages are not built or not installed; `make web` builds them"));
    return service_settings_store(settings, true);
}

static int serve_with(const struct arguments *arguments, struct settings *settings) {
    int status = service_settings_read(arguments, settings);
    if (status != STATUS_GOOD)
        return status;
    if (arguments_given(arguments, "defaults")) {
        settings_print(settings, stdout);
        return STATUS_GOOD;
    }
    struct tab_error error = {0};
    if (!settings_check_files(settings, &error))
        return service_report(&error, STATUS_FAILED);
    status = folders_find(settings);
    if (status != STATUS_GOOD)
        return status;
    const struct server_options options = {.settings = settings, .ready = ready_print, .context = settings};
    return server_run(&options, &error) ? STATUS_GOOD : service_report(&error, STATUS_FAILED);
}

static int serve_run(const struct arguments *arguments) {
    struct settings *settings = malloc(sizeof *settings);
    if (settings == NULL)
        return report_no_memory();
    const int status = serve_with(arguments, settings);
    free(settings);
    return status;
}

const struct command serve_command = {
    .name = "serve",
    .summary = N_("serve the pages and live games to browsers"),
    .description =
        N_("Serves the pages on which people play in a browser, and the games they play with each other, until it is "
           "stopped with Ctrl-C. By default only browsers of this machine reach it; `--host 0.0.0.0` opens it to "
           "others. A file given with --config can set everything else; --defaults prints such a file."),
    .words = no_parameters,
    .options =
        (const struct parameter[]){
            {.name = "port",
             .value = "N",
             .summary = N_("listen on this port, 8080 by default; 0: any that is free"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = 65535},
            {.name = "host",
             .value = "ADDRESS",
             .summary = N_("listen on this address of the machine, 127.0.0.1 by default"),
             .kind = PARAMETER_TEXT},
            {.name = "web", .value = "DIR", .summary = N_("serve this folder of built pages"), .kind = PARAMETER_FILE},
            OPTION_DATA,
            OPTION_STORE,
            OPTION_CONFIG,
            {.name = "defaults", .summary = N_("print the settings as a file, and end"), .kind = PARAMETER_SWITCH},
            PARAMETERS_END},
    .run = serve_run,
};
