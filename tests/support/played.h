/* played.h - games in a database as if people had played them, and accounts of these people. */
#ifndef TEST_PLAYED_H
#define TEST_PLAYED_H

#include "database.h"
#include "server/event.h"

/* A database with all tables, and a connection to it. */
struct sql *played_open(struct database *database, enum database_kind kind);
void played_close(struct database *database, struct sql *sql);

/* The first number of the first row that a statement gives; -1 when there is none. */
int64_t played_number(struct sql *sql, const char *statement);

/* The visitor of somebody, and their account. */
struct visitor played_visitor(const char *name);
void played_account(struct sql *sql, const char *name);

/* A game that is over: moves separated by spaces, then an end (END_RULES: the moves end it). Where more than two play
 * the two take turns at the seats. */
struct played_game {
    const char *id, *spec, *one, *other, *moves;
    bool rated;
    int64_t at;
    int given_up; /* the seat for which an engine goes on after the moves, 0: none */
    enum end_reason reason;
    int winner;
};
void played_add(struct sql *sql, const struct played_game *game);

/* A rated game of Siam between anna, who wins, and bert, an hour after the beginning of time. */
extern const struct played_game played_rated;

#endif
