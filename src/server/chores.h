/* chores.h - threads that look for work in the database and do it: games that have ended (ledger.h), games to analyse
 * (analyst.h). The former also take away what is kept for a time only. Each has a connection of its own. Any number of processes may have such threads. */
#ifndef TABLIER_SERVER_CHORES_H
#define TABLIER_SERVER_CHORES_H

#include <stdbool.h>

struct chores;
struct tab_error;

struct chores_options {
    const char *address; /* of the database */
    int ledgers, analysts;
    int mib, proof_mib, move_ms; /* of each analyst */
    bool once;                   /* they end when there is nothing left to do */
    /* From a thread: somebody else than the hub has added events to a game; NULL: nobody listens. */
    void (*tell)(void *context, const char *game);
    void *context;
};

/* NULL, with the reason, when the database cannot be opened or there is no memory. */
struct chores *chores_new(const struct chores_options *options, struct tab_error *error);
/* Asks them to end, from any thread. What is being analysed goes back into the queue. */
void chores_stop(struct chores *chores);
/* Waits until all have ended: because they were asked to, or there is nothing left to do. */
void chores_wait(struct chores *chores);
/* The same, and frees everything. */
void chores_free(struct chores *chores);

#endif
