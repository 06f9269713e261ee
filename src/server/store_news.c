/* store_news.c - hearing what other servers write. */
#include "store_news.h"
#include "../rules/game.h"
#include "../translate.h"
#include "journal.h"
#include "sql.h"
#include "store_nodes.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { CHANNEL_TEXT = 128, HEARD_MOST = 100000, RETRY_MS = 500 };

struct heard {
    struct heard *next;
    char text[];
};

struct listener {
    struct sql *sql; /* the thread's */
    char node[NODE_TEXT], channel[CHANNEL_TEXT];
    store_wake_function *wake;
    void *context;
    pthread_t thread;
    int ending; /* a descriptor that can be read when the thread shall end */

    pthread_mutex_t mutex; /* of all below */
    struct heard *first, **last;
    int count;
    bool missed;
};

/* ---- The thread ----------------------------------------------------------------------------------------------- */

/* The second word is who wrote it. */
static bool text_own(const struct listener *listener, const char *text) {
    const size_t length = strlen(listener->node);
    return strlen(text) > 2 && strncmp(text + 2, listener->node, length) == 0 && text[2 + length] == ' ';
}

static void text_note(void *context, const char *text) {
    struct listener *listener = context;
    const size_t size = strlen(text) + 1;
    struct heard *heard = !text_own(listener, text) ? malloc(sizeof *heard + size) : NULL;
    if (heard == NULL)
        return;
    heard->next = NULL;
    memcpy(heard->text, text, size);
    pthread_mutex_lock(&listener->mutex);
    const bool room = listener->count < HEARD_MOST;
    if (room) {
        *listener->last = heard;
        listener->last = &heard->next;
        listener->count++;
    } else
        listener->missed = true;
    pthread_mutex_unlock(&listener->mutex);
    if (!room)
        free(heard);
}

static bool ending_wait(const struct listener *listener, int milliseconds) {
    struct pollfd ending = {.fd = listener->ending, .events = POLLIN};
    return poll(&ending, 1, milliseconds) > 0;
}

static void listener_wake(const struct listener *listener) {
    if (listener->wake != NULL)
        listener->wake(listener->context);
}

/* Listens anew; what was told meanwhile is lost. */
static void connection_regain(struct listener *listener) {
    journal_write(JOURNAL_WARNING, "news are lost", "message", sql_problem(listener->sql), NULL);
    while (!sql_listen(listener->sql, listener->channel))
        if (ending_wait(listener, RETRY_MS))
            return;
    journal_write(JOURNAL_INFO, "news are heard again", NULL);
    pthread_mutex_lock(&listener->mutex);
    listener->missed = true;
    pthread_mutex_unlock(&listener->mutex);
    listener_wake(listener);
}

static void *listener_run(void *argument) {
    struct listener *listener = argument;
    while (!ending_wait(listener, 0)) {
        const int heard = sql_hear(listener->sql, listener->ending, text_note, listener);
        if (heard > 0)
            listener_wake(listener);
        else if (heard < 0)
            connection_regain(listener);
    }
    return NULL;
}

/* ---- The other side ------------------------------------------------------------------------------------------- */

static bool channel_take(void *context, const struct sql_value *columns, int count) {
    (void)count;
    snprintf(context, CHANNEL_TEXT, "%s", columns[0].text != NULL ? columns[0].text : "");
    return false;
}

static bool listener_begin(struct listener *listener, const char *address, struct tab_error *error) {
    listener->sql = sql_open(address, error);
    if (listener->sql == NULL)
        return false;
    if (sql_run(listener->sql, "SELECT " NEWS_CHANNEL, NULL, 0, channel_take, listener->channel) != SQL_GOOD ||
        !sql_listen(listener->sql, listener->channel))
        return error_set(error, 0, N_("cannot prepare the store: {1}"), sql_problem(listener->sql), NULL);
    listener->ending = eventfd(0, EFD_CLOEXEC);
    if (listener->ending >= 0 && pthread_create(&listener->thread, NULL, listener_run, listener) == 0)
        return true;
    return error_set(error, 0, N_("out of memory"), NULL, NULL);
}

static void listener_drop(struct listener *listener) {
    if (listener->ending >= 0)
        close(listener->ending);
    sql_close(listener->sql);
    pthread_mutex_destroy(&listener->mutex);
    for (struct heard *next, *each = listener->first; each != NULL; each = next) {
        next = each->next;
        free(each);
    }
    free(listener);
}

struct listener *listener_new(const char *address, const char *node, store_wake_function *wake, void *context,
                              struct tab_error *error) {
    struct listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    listener->wake = wake;
    listener->context = context;
    listener->ending = -1;
    listener->last = &listener->first;
    snprintf(listener->node, sizeof listener->node, "%s", node);
    pthread_mutex_init(&listener->mutex, NULL);
    if (listener_begin(listener, address, error))
        return listener;
    listener_drop(listener);
    return NULL;
}

void listener_free(struct listener *listener) {
    const uint64_t one = 1;
    if (listener == NULL)
        return;
    if (write(listener->ending, &one, sizeof one) == (ssize_t)sizeof one)
        pthread_join(listener->thread, NULL);
    listener_drop(listener);
}

void listener_collect(struct listener *listener, store_news_function *each, void *context) {
    struct store_news news = {.kind = NEWS_MISSED, .node = "", .game = "", .data = ""};
    pthread_mutex_lock(&listener->mutex);
    struct heard *heard = listener->first;
    const bool missed = listener->missed;
    listener->first = NULL;
    listener->last = &listener->first;
    listener->count = 0;
    listener->missed = false;
    pthread_mutex_unlock(&listener->mutex);
    if (missed)
        each(context, &news);
    for (struct heard *next; heard != NULL; heard = next) {
        next = heard->next;
        if (news_parse(heard->text, &news))
            each(context, &news);
        free(heard);
    }
}
