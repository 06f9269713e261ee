/* analysis_queue.h - finished games that somebody wants analysed, and what came of it.
 *
 * A game is in the queue once. Askers take turns: the second game of one comes after the first of all others. Whoever
 * takes a job has it for a while, and says now and then that it goes on; when they are silent for too long somebody else
 * may take it, and what they bring later does not count. */
#ifndef TABLIER_SERVER_ANALYSIS_QUEUE_H
#define TABLIER_SERVER_ANALYSIS_QUEUE_H

#include "sql.h"
#include "visitor.h"

#include <jansson.h>

enum analysis_state { ANALYSIS_WAITING, ANALYSIS_WORKING, ANALYSIS_DONE, ANALYSIS_FAILED, ANALYSIS_STATE_COUNT };

extern const char *const analysis_state_words[ANALYSIS_STATE_COUNT];

enum { ANALYSIS_LEASE_MS = 60000, ANALYSIS_TRIES = 3, ASKER_TEXT = 80 };

/* ---- Asking --------------------------------------------------------------------------------------------------- */

struct analysis_wish {
    const char *game;
    const char *asker; /* whose turn it counts as */
    int own_max, max;  /* that may wait, of one asker and in all */
    int64_t now;
};

enum wish_outcome { WISH_GRANTED, WISH_THERE, WISH_LIMIT, WISH_FULL, WISH_FAILED };

/* WISH_THERE when it is waiting, being made or done already. */
enum wish_outcome analysis_ask(struct sql *sql, const struct analysis_wish *wish);
/* {"state", and of those waiting "ahead", of those being made "done" and "total", of those done "first" and "plies"}; "state" is "none"
 * when nobody has asked. NULL when it cannot be read. */
json_t *analysis_json(struct sql *sql, const char *game);

/* How many games wait or are being analysed; -1 when nobody can tell. */
int64_t analysis_waiting(struct sql *sql);

/* ---- Doing ---------------------------------------------------------------------------------------------------- */

enum { WORKER_TEXT = 33 };

struct analysis_job {
    char game[GAME_ID_TEXT];
    char worker[WORKER_TEXT]; /* a name nobody else has */
};

/* Takes the next job; `job->worker` is given. `found` is false when there is none. */
enum sql_outcome analysis_take(struct sql *sql, struct analysis_job *job, int64_t now, bool *found);
/* It goes on; `mine` is false when somebody else has it meanwhile. */
enum sql_outcome analysis_progress(struct sql *sql, const struct analysis_job *job, int done, int total, int64_t now,
                                   bool *mine);
/* It is done; NULL: nothing will come of it. Without effect when somebody else has it meanwhile. */
enum sql_outcome analysis_finish(struct sql *sql, const struct analysis_job *job, const char *data);
/* Somebody else may do it. */
enum sql_outcome analysis_return(struct sql *sql, const struct analysis_job *job);

#endif
