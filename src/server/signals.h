/* signals.h - being asked to stop: SIGINT and SIGTERM, waited for in a thread of its own, so that nothing happens inside
 * a signal handler. */
#ifndef TABLIER_SERVER_SIGNALS_H
#define TABLIER_SERVER_SIGNALS_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

struct signals {
    sigset_t set, before;
    pthread_t thread;
    atomic_bool ending;
    void (*asked)(void *context); /* called in the thread */
    void *context;
};

/* Begins to wait; to be called before other threads are started, since they inherit what is blocked. `asked` is called
 * at the first signal; a second one ends the program at once. False when no thread can be had. */
bool signals_begin(struct signals *signals, void (*asked)(void *context), void *context);
void signals_end(struct signals *signals);

#endif
