/* store_news.h - what other servers write into a database of PostgreSQL, heard by a thread with a connection of its own. */
#ifndef TABLIER_SERVER_STORE_NEWS_H
#define TABLIER_SERVER_STORE_NEWS_H

#include "store.h"

struct listener;

/* Hears from now on what is told by others than `node`. NULL when that fails. */
struct listener *listener_new(const char *address, const char *node, store_wake_function *wake, void *context,
                              struct tab_error *error);
void listener_free(struct listener *listener); /* NULL is nothing */
/* Takes what was heard. After the connection was lost, and is there again, that something may have been missed. */
void listener_collect(struct listener *listener, store_news_function *each, void *context);

#endif
