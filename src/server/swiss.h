/* swiss.h - a tournament by the Swiss system: who plays whom in the next round, and who stands where.
 *
 * Everything follows from the games so far. A pairing is the best one in all by these wishes, each of which counts more
 * than all that come after it together:
 *
 *     1. nobody meets anybody again, nobody has a second bye
 *     2. a bye goes to somebody with as few points as possible
 *     3. nobody has the same seat three times in a row, or three times more often than the other; in the last round two
 *        who have more than half of all points may, for they decide who wins
 *     4. opponents have the same points, or almost
 *     5. whoever met somebody with other points in the last round meets somebody with the same now
 *     6. both get the seat they are due
 *     7. the upper half of those with the same points meets the lower half, in order
 *
 * So there is always a pairing, and one that breaks a wish only when there is none that does not. */
#ifndef TABLIER_SERVER_SWISS_H
#define TABLIER_SERVER_SWISS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SWISS_PLAYERS_MAX = 200,
    SWISS_ROUNDS_MAX = 20,
    SWISS_NOBODY = -1,
    SWISS_WIN = 2 /* points count in halves */
};

/* One line of a round's pairings. */
struct swiss_game {
    int round;         /* from 1 */
    int first, second; /* players; `second` is SWISS_NOBODY for a bye */
    int points[2];     /* in halves: of the first, of the second */
    bool played;       /* false when one of them did not come: no wish looks at seats of it */
};

struct swiss_player {
    int strength; /* a rating, or anything: higher is stronger */
    bool here;    /* takes part in the next round */
};

struct swiss {
    const struct swiss_player *players;
    int player_count;
    const struct swiss_game *games; /* all that have ended, in any order */
    int game_count;
    int rounds;    /* that are over */
    bool last;     /* the next round is the last one */
    uint64_t seed; /* decides what is equal otherwise */
};

/* Fills in `pairs` the next round's lines, at most (player_count + 1) / 2, the best players' first and a bye last;
 * `points` are not set. Returns how many there are, -1 when there is no memory. */
int swiss_pair(const struct swiss *swiss, struct swiss_game *pairs);

struct swiss_standing {
    int player;
    int rank;     /* from 1; equal for those whom nothing distinguishes */
    int points;   /* in halves */
    int buchholz; /* in halves: the points of all opponents; a round without one counts as one's own points */
    int berger;   /* in quarters: points of those beaten, and half of those drawn with; nothing for a bye */
    int direct;   /* in halves: from games among those who are equal up to here, when all of them have met; else 0 */
    int wins, games;
};

/* Fills in player_count lines, the leader first. `rounds` counts for the byes in `buchholz`. */
void swiss_standings(const struct swiss *swiss, struct swiss_standing *standings);

#endif
