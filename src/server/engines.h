/* engines.h - engines for seats: a few threads of low priority, each with an engine of its own, and a queue of positions
 * to think about. */
#ifndef TABLIER_SERVER_ENGINES_H
#define TABLIER_SERVER_ENGINES_H

#include "hub.h"

struct engines;

struct engine_answer {
    char game[GAME_ID_TEXT];
    int64_t moved;
    char move[TAB_MOVE_TEXT];
};

struct engines_options {
    int threads;
    int mib, proof_mib; /* memory of each engine: its table, and at most for proofs */
    int move_ms;
};

/* NULL when there is no memory or no thread. `wake` is called from a thread when there is an answer. */
struct engines *engines_new(const struct engines_options *options, store_wake_function *wake, void *context);
/* Stops what is being thought about. */
void engines_free(struct engines *engines);

/* False when too many are waiting. */
bool engines_ask(struct engines *engines, const struct hub_job *job);
/* Takes one answer; false when there is none. */
bool engines_collect(struct engines *engines, struct engine_answer *answer);

#endif
