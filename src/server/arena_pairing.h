/* arena_pairing.h - a tournament in which whoever has finished a game gets the next one: points, order, pairs.
 *
 * A win is worth 2 points, a draw 1. After two wins in a row a player is on fire: every game counts double, until one
 * is not won. Those who wait are paired with whom they are nearest to in the order, not with whom they have just
 * played, as long as there is anybody else. */
#ifndef TABLIER_SERVER_ARENA_PAIRING_H
#define TABLIER_SERVER_ARENA_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

enum { ARENA_PLAYERS_MAX = 200, ARENA_NOBODY = -1, ARENA_FIRE = 2 /* wins in a row */ };

enum arena_outcome { ARENA_LOSS, ARENA_DRAW, ARENA_WIN };

struct arena_score {
    int points;
    int streak; /* wins in a row, up to now */
    int games, wins;
};

/* Counts one more game of a player; returns what it was worth. */
int arena_score_add(struct arena_score *score, enum arena_outcome outcome);
static inline bool arena_on_fire(const struct arena_score *score) { return score->streak >= ARENA_FIRE; }

/* Negative when `one` stands before `other`: more points, then more wins, then fewer games; 0: equal. */
int arena_compare(const struct arena_score *one, const struct arena_score *other);

/* Somebody who waits for a game. */
struct arena_waiting {
    int player;          /* any number that names them */
    int rank;            /* in the tournament, from 1 */
    int64_t since;       /* when they began to wait, milliseconds */
    int last;            /* whom they played last, ARENA_NOBODY: nobody */
    int firsts, seconds; /* games in each seat */
    bool last_was_first; /* their seat in the last game */
};

struct arena_pair {
    int first, second;
};

/* Pairs those who wait, at most ARENA_PLAYERS_MAX. Two who have just played each other are paired only when both have
 * waited for `patience` milliseconds, or there is nobody else: `active` counts all who take part and are not away. With
 * an odd number who came last waits on. Fills in count / 2 pairs at most; returns how many, -1: no memory. */
int arena_pair(const struct arena_waiting *waiting, int count, int active, int64_t now, int64_t patience, uint64_t seed,
               struct arena_pair *pairs);

#endif
