/* server.h - the service: one process that serves the pages. */
#ifndef TABLIER_SERVER_SERVER_H
#define TABLIER_SERVER_SERVER_H

#include <stdbool.h>

struct tab_error;

struct server_options {
    const char *web;  /* the folder of built pages */
    const char *host; /* an address or name of this machine */
    int port;         /* 0: any that is free */
    /* Called once connections are accepted, with the port that was taken. */
    void (*ready)(void *context, int port);
    void *context;
};

/* Serves until the process is asked to stop by SIGINT or SIGTERM; what is being sent then is finished first. False when
 * it could not begin. */
bool server_run(const struct server_options *options, struct tab_error *error);

#endif
