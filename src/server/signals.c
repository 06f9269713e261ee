/* signals.c - being asked to stop. */
#include "signals.h"

#include <unistd.h>

static void *signals_wait(void *argument) {
    struct signals *signals = argument;
    for (int count = 0;; count++) {
        int number;
        sigwait(&signals->set, &number);
        if (atomic_load(&signals->ending))
            return NULL;
        if (count > 0)
            _exit(1);
        signals->asked(signals->context);
    }
}

bool signals_begin(struct signals *signals, void (*asked)(void *context), void *context) {
    signals->asked = asked;
    signals->context = context;
    atomic_init(&signals->ending, false);
    sigemptyset(&signals->set);
    sigaddset(&signals->set, SIGINT);
    sigaddset(&signals->set, SIGTERM);
    signal(SIGPIPE, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &signals->set, &signals->before);
    if (pthread_create(&signals->thread, NULL, signals_wait, signals) == 0)
        return true;
    pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
    return false;
}

void signals_end(struct signals *signals) {
    atomic_store(&signals->ending, true);
    pthread_kill(signals->thread, SIGINT);
    pthread_join(signals->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}
