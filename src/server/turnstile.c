/* turnstile.c - writers of one file that let each other pass. */
#include "turnstile.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

/* Somebody who waits, on their own stack. */
struct waiter {
    struct waiter *next;
    pthread_cond_t called;
    bool turn;
};

struct turnstile {
    struct turnstile *next; /* in the list of all */
    int users;
    dev_t device; /* which file */
    ino_t inode;
    pthread_mutex_t mutex; /* of all below */
    bool taken;
    struct waiter *first, **end;
};

static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER; /* of the list and of `users` */
static struct turnstile *all;

/* ---- The list ------------------------------------------------------------------------------------------------- */

static struct turnstile *turnstile_new(const struct stat *file) {
    struct turnstile *turnstile = calloc(1, sizeof *turnstile);
    if (turnstile == NULL)
        return NULL;
    turnstile->device = file->st_dev;
    turnstile->inode = file->st_ino;
    turnstile->end = &turnstile->first;
    pthread_mutex_init(&turnstile->mutex, NULL);
    turnstile->next = all;
    all = turnstile;
    return turnstile;
}

struct turnstile *turnstile_find(const char *path) {
    struct stat file;
    if (stat(path, &file) != 0)
        return NULL;
    pthread_mutex_lock(&all_mutex);
    struct turnstile *turnstile = all;
    while (turnstile != NULL && (turnstile->device != file.st_dev || turnstile->inode != file.st_ino))
        turnstile = turnstile->next;
    if (turnstile == NULL)
        turnstile = turnstile_new(&file);
    if (turnstile != NULL)
        turnstile->users++;
    pthread_mutex_unlock(&all_mutex);
    return turnstile;
}

void turnstile_leave(struct turnstile *turnstile) {
    if (turnstile == NULL)
        return;
    pthread_mutex_lock(&all_mutex);
    if (--turnstile->users == 0) {
        struct turnstile **at = &all;
        while (*at != turnstile)
            at = &(*at)->next;
        *at = turnstile->next;
        pthread_mutex_destroy(&turnstile->mutex);
        free(turnstile);
    }
    pthread_mutex_unlock(&all_mutex);
}

/* ---- Passing -------------------------------------------------------------------------------------------------- */

static struct timespec time_after(int milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000;
    }
    return time;
}

static void waiter_remove(struct turnstile *turnstile, const struct waiter *waiter) {
    struct waiter **at = &turnstile->first;
    while (*at != waiter)
        at = &(*at)->next;
    *at = waiter->next;
    if (*at == NULL)
        turnstile->end = at;
}

static bool turn_wait(struct turnstile *turnstile, int milliseconds) {
    const struct timespec until = time_after(milliseconds);
    struct waiter waiter = {.next = NULL};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&waiter.called, &attributes);
    pthread_condattr_destroy(&attributes);
    *turnstile->end = &waiter;
    turnstile->end = &waiter.next;
    int code = 0;
    while (!waiter.turn && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&waiter.called, &turnstile->mutex, &until);
    if (!waiter.turn)
        waiter_remove(turnstile, &waiter);
    pthread_cond_destroy(&waiter.called);
    return waiter.turn;
}

bool turnstile_enter(struct turnstile *turnstile, int milliseconds) {
    pthread_mutex_lock(&turnstile->mutex);
    const bool turn = !turnstile->taken || turn_wait(turnstile, milliseconds);
    turnstile->taken = true;
    pthread_mutex_unlock(&turnstile->mutex);
    return turn;
}

void turnstile_pass(struct turnstile *turnstile) {
    pthread_mutex_lock(&turnstile->mutex);
    struct waiter *first = turnstile->first;
    turnstile->taken = first != NULL;
    if (first != NULL) {
        waiter_remove(turnstile, first);
        first->turn = true;
        pthread_cond_signal(&first->called);
    }
    pthread_mutex_unlock(&turnstile->mutex);
}
