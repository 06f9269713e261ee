/* schedule.h - who plays whom, in which seats, and in which order.
 *
 * A meeting is a set of contenders as many as the game has players. A round of a meeting is one opening with every
 * seating: the contenders in a circle, turned by one seat each time, so two games for two players. With fewer
 * contenders than players they sit down again and again, A B A, and everybody once begins: B A B.
 *
 *     round 1   meeting 1   seating 1, seating 2      the order in which games are numbered
 *               meeting 2   seating 1, seating 2
 *     round 2   …
 */
#ifndef TABLIER_ARENA_SCHEDULE_H
#define TABLIER_ARENA_SCHEDULE_H

#include <tablier.h>

struct meeting {
    int contenders[TAB_PLAYERS_MAX]; /* in the seats of players 1, 2 … of the first seating */
};

struct schedule {
    int players;
    int seatings; /* of a round */
    int meeting_count;
    struct meeting *meetings;
    int64_t games; /* of each meeting */
};

/* One game to be played. */
struct fixture {
    int64_t number; /* from 0 */
    int64_t round;  /* chooses the opening */
    int meeting, seating;
    int contenders[TAB_PLAYERS_MAX]; /* of players 1, 2 … */
};

/* Everybody meets everybody, or in a gauntlet the first contender all others; `games` games a meeting. At least two
 * contenders. False when there is no memory. */
bool schedule_make(struct schedule *schedule, int contenders, int players, bool gauntlet, int64_t games);
void schedule_free(struct schedule *schedule);
int64_t schedule_games(const struct schedule *schedule);
struct fixture schedule_fixture(const struct schedule *schedule, int64_t number);

/* Which of the meeting's contenders sits in a player's seat (from 0), as an index into it. */
int seat_place(const struct schedule *schedule, int seating, int seat);

/* Games in a round of a game with so many players. */
int schedule_seatings(int contenders, int players);

#endif
