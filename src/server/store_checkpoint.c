/* store_checkpoint.c - copying SQLite's log into its file. */
#include "store_checkpoint.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PAGES_MANY = 8000 };

enum work { WORK_NONE, WORK_ASKED, WORK_DONE };

struct checkpointer {
    struct sql *connection; /* the thread's */
    pthread_t thread;
    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t changed;
    enum work work;
    bool ending;
};

static void log_copy(struct sql *connection) {
    sql_run(connection, "PRAGMA wal_checkpoint(PASSIVE)", NULL, 0, NULL, NULL);
}

static void *checkpointer_run(void *argument) {
    struct checkpointer *checkpointer = argument;
    pthread_mutex_lock(&checkpointer->mutex);
    while (!checkpointer->ending) {
        if (checkpointer->work != WORK_ASKED) {
            pthread_cond_wait(&checkpointer->changed, &checkpointer->mutex);
            continue;
        }
        pthread_mutex_unlock(&checkpointer->mutex);
        log_copy(checkpointer->connection);
        pthread_mutex_lock(&checkpointer->mutex);
        checkpointer->work = WORK_DONE;
    }
    pthread_mutex_unlock(&checkpointer->mutex);
    return NULL;
}

struct checkpointer *checkpointer_new(struct sql *connection) {
    struct checkpointer *checkpointer = calloc(1, sizeof *checkpointer);
    if (checkpointer == NULL)
        return NULL;
    checkpointer->connection = connection;
    pthread_mutex_init(&checkpointer->mutex, NULL);
    pthread_cond_init(&checkpointer->changed, NULL);
    if (pthread_create(&checkpointer->thread, NULL, checkpointer_run, checkpointer) == 0)
        return checkpointer;
    pthread_cond_destroy(&checkpointer->changed);
    pthread_mutex_destroy(&checkpointer->mutex);
    free(checkpointer);
    return NULL;
}

void checkpointer_free(struct checkpointer *checkpointer) {
    if (checkpointer == NULL)
        return;
    pthread_mutex_lock(&checkpointer->mutex);
    checkpointer->ending = true;
    pthread_cond_signal(&checkpointer->changed);
    pthread_mutex_unlock(&checkpointer->mutex);
    pthread_join(checkpointer->thread, NULL);
    pthread_cond_destroy(&checkpointer->changed);
    pthread_mutex_destroy(&checkpointer->mutex);
    sql_close(checkpointer->connection);
    free(checkpointer);
}

void checkpointer_step(struct checkpointer *checkpointer, struct sql *writer) {
    pthread_mutex_lock(&checkpointer->mutex);
    const bool done = checkpointer->work == WORK_DONE;
    if (done)
        checkpointer->work = WORK_NONE;
    else if (checkpointer->work == WORK_NONE && sql_log_pages(writer) > PAGES_MANY) {
        checkpointer->work = WORK_ASKED;
        pthread_cond_signal(&checkpointer->changed);
    }
    pthread_mutex_unlock(&checkpointer->mutex);
    if (done)
        log_copy(writer);
}
