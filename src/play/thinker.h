/* thinker.h - the engine in a thread of its own: it is given a position, reports while it thinks, and can be stopped.
 *
 * One user, one search at a time. A byte arrives at the read end of a pipe whenever there is something to collect, so
 * that a loop can wait for keys and for the engine at once. */
#ifndef TABLIER_PLAY_THINKER_H
#define TABLIER_PLAY_THINKER_H

#include <tablier.h>

struct thinker;

enum { THINKER_LINES = 5 };

/* How far a search is. */
struct thinker_news {
    bool done; /* it is over; `move` is its answer */
    int depth;
    uint64_t nodes;
    int64_t milliseconds;
    int lines;
    struct tab_line line[THINKER_LINES]; /* best first */
    tab_move move;
};

/* NULL when there is no memory or no pipe. */
struct thinker *thinker_new(const struct tab_engine_options *options);
/* Stops what is under way. */
void thinker_free(struct thinker *thinker);

/* Where to wait for news. */
int thinker_descriptor(const struct thinker *thinker);

/* Searches the current position of a match, which must not be over. What was under way is cancelled first. False when
 * no thread can be started. */
bool thinker_start(struct thinker *thinker, const struct tab_match *match, const struct tab_engine_options *options,
                   const struct tab_limits *limits);
/* Ends the search soon; its answer so far can be collected. */
void thinker_stop(struct thinker *thinker);
/* Ends it and forgets the answer. */
void thinker_cancel(struct thinker *thinker);
/* Collects the latest; false when nothing is new. */
bool thinker_collect(struct thinker *thinker, struct thinker_news *news);

#endif
