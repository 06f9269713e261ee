/* server.h - the service: one process that serves the pages and live games. */
#ifndef TABLIER_SERVER_SERVER_H
#define TABLIER_SERVER_SERVER_H

#include "settings.h"

struct server_options {
    const struct settings *settings; /* with the folders filled in */
    /* Called once connections are accepted, with the port that was taken. */
    void (*ready)(void *context, int port);
    void *context;
};

/* Serves until the process is asked to stop by SIGINT or SIGTERM; what players were told, and what is being sent, is
 * finished first. False when it could not begin. */
bool server_run(const struct server_options *options, struct tab_error *error);

#endif
