/* director.h - whoever runs the tournaments: begins them, makes pairings and games, and ends them when they are over.
 *
 * Every server has one, but only the one that holds the lease acts: it asks for it in the transaction of everything it
 * does, so that of two who think they hold it one fails. A director that is gone is replaced when its lease has run
 * out. Pairings and the first events of their games are written together; nothing is kept in memory, so it does not
 * matter when a director is killed. All of them look for what has changed, and tell it to who is connected to them. */
#ifndef TABLIER_SERVER_DIRECTOR_H
#define TABLIER_SERVER_DIRECTOR_H

#include "sql.h"
#include "visitor.h"

struct tab_error;
struct director;

struct director_options {
    const char *address; /* of the database */
    int64_t pause_ms;    /* between two rounds of a Swiss */
    int64_t wave_ms;     /* between two pairings of an arena */
    void *context;
    /* From any thread: the time, and by how much its clock was set in all since the director was made. */
    int64_t (*now)(void *context, int64_t *set);
    random_function *random;
    /* From the director's thread: a game has begun; a tournament has changed. */
    void (*tell_game)(void *context, const char *game);
    void (*tell_tournament)(void *context, const char *tournament, int64_t revision);
};

/* Opens the database. NULL, with the reason, when that fails. */
struct director *director_new(const struct director_options *options, struct tab_error *error);
/* Does all there is to do now, and tells what has changed. False when the database did not answer. */
bool director_turn(struct director *director);
/* Does so twice a second in a thread of its own; false when there is none. */
bool director_begin(struct director *director);
/* Ends the thread, gives the lease back. */
void director_free(struct director *director);

#endif
