/* arena.h - plays the games of a contest, several at a time. */
#ifndef TABLIER_ARENA_ARENA_H
#define TABLIER_ARENA_ARENA_H

#include "game.h"

enum arena_order {
    ARENA_GO_ON,
    ARENA_FINISH, /* begin no more games */
    ARENA_ABANDON /* and break off those in progress */
};

/* Both functions are called from the thread that runs the arena. */
struct arena_plan {
    const struct contest *contest;
    int concurrency;      /* games at a time */
    const bool *finished; /* which games need not be played, by their number; NULL: none */
    /* Takes a game that has ended, in the order in which they end; broken off ones are not shown. */
    void (*take)(void *context, const struct game *game);
    /* Asked after every game and several times a second; an order stands until a stronger one comes. */
    enum arena_order (*order)(void *context);
    void *context;
};

/* Starts every engine once, to see whether they all work; otherwise says which does not, and why. */
bool arena_rehearse(const struct contest *contest, int *who, struct failure *failure);

/* Plays until all games are played or an order ends it. False when there is no memory or no thread for it. */
bool arena_run(const struct arena_plan *plan);

#endif
