/* tally.h - the results of a match as they come in: points, rounds, failures. */
#ifndef TABLIER_ARENA_TALLY_H
#define TABLIER_ARENA_TALLY_H

#include "game.h"
#include "statistics.h"

/* How a contender has done. One that sits in two seats of a game has played two games in it. */
struct standing {
    long games, won, drawn, lost;
    double points;
    long failures;
    struct sample rounds; /* of whole rounds: its mean payoff in them */
};

/* Results between two contenders, seen from the first; with more players only the games are counted. */
struct duel {
    long games, won, drawn, lost;
    long scores[ROUND_SCORES]; /* whole rounds by their score: 0, 1/4, 1/2, 3/4, 1 */
};

/* A round that is not complete yet. */
struct open_round {
    int64_t round;
    int meeting, games;
    double points[TAB_PLAYERS_MAX]; /* of the meeting's places */
};

struct tally {
    const struct contest *contest;
    long games, drawn_by_length;
    struct standing standings[CONTENDERS_MAX];
    struct duel *duels; /* of every meeting */
    struct open_round *open;
    int open_count;
};

/* False when there is no memory. */
bool tally_begin(struct tally *tally, const struct contest *contest);
void tally_end(struct tally *tally);
/* Counts a game; `payoff` is that of players 1, 2 …, `culprit` the player who failed, if not 0. */
bool tally_add(struct tally *tally, const struct fixture *fixture, const double *payoff, int culprit, bool cut);

/* The contenders in the order of their scores, best first. */
void tally_rank(const struct tally *tally, int order[CONTENDERS_MAX]);
double standing_score(const struct standing *standing); /* from 0 to 1; 1/2 without games */

#endif
