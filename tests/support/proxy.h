/* proxy.h - something between a program and its PostgreSQL that fails when it is told to. */
#ifndef TEST_PROXY_H
#define TEST_PROXY_H

#include "database.h"

/* What happens to the next commit. */
enum proxy_cut {
    PROXY_WHOLE,
    PROXY_QUESTION, /* the connection is cut before the commit has reached the server */
    PROXY_ANSWER,   /* after the server has committed, before it can say so */
};

struct proxy;

/* Changes the database's address, so that connections go through the proxy. */
struct proxy *proxy_new(struct database *database);
void proxy_free(struct proxy *proxy);

void proxy_cut(struct proxy *proxy, enum proxy_cut cut);
/* So many of the next connections are refused. */
void proxy_refuse(struct proxy *proxy, int connections);
/* Cuts all connections there are. */
void proxy_drop(struct proxy *proxy);

#endif
