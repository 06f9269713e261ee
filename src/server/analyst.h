/* analyst.h - analyses the games of the queue, one after the other, with an engine of its own. */
#ifndef TABLIER_SERVER_ANALYST_H
#define TABLIER_SERVER_ANALYST_H

#include "sql.h"

#include <stdatomic.h>

struct analyst;

struct analyst_options {
    int mib, proof_mib, move_ms; /* memory of the engine and of its proofs, time for each position */
    const atomic_bool *ending;   /* soon no longer wanted: what is not done by then goes back into the queue */
    void *context;
    int64_t (*now)(void *context);
};

/* NULL when there is no memory. */
struct analyst *analyst_new(const struct analyst_options *options);
void analyst_free(struct analyst *analyst);
/* From another thread, after `ending` was set: it stops thinking. */
void analyst_stop(struct analyst *analyst);

enum analyst_outcome { ANALYST_IDLE, ANALYST_DONE, ANALYST_FAILED };

/* Does one job, if there is one. */
enum analyst_outcome analyst_step(struct analyst *analyst, struct sql *sql);

#endif
