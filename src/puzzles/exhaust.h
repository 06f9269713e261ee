/* exhaust.h - complete searches: can a player force a goal within so many turns?
 *
 * The turns of both players count, the one under way as well; in Three Rings a turn has several moves when something is
 * taken. Every move of both players is looked at, to the end of the last turn, so that a "no" is as much a proof as a
 * "yes". The goal is to win, or in Three Rings to leave the other with so many pawns at most. There a goal is reached
 * with the action that makes it certain: what is due counts as taken. Two players only.
 *
 * Repetition plays no part: who forces a goal in the fewest turns never needs a position twice. */
#ifndef TABLIER_PUZZLES_EXHAUST_H
#define TABLIER_PUZZLES_EXHAUST_H

#include <tablier.h>

struct goal {
    int player; /* who wants to reach it */
    int left;   /* Three Rings: pawns left to the other at most; elsewhere 0 */
};

struct exhaust;

/* The rules must live as long. NULL when there is no memory. */
struct exhaust *exhaust_new(const struct tab_rules *rules);
void exhaust_free(struct exhaust *exhaust);

/* Begins with a new goal, and a number of nodes that all questions about it may take together. */
void exhaust_begin(struct exhaust *exhaust, struct goal goal, uint64_t nodes);
/* Whether the nodes did not do: then what was answered since the beginning means nothing. */
bool exhaust_spent(const struct exhaust *exhaust);

/* Whether the goal is reached in a position. */
bool exhaust_reached(const struct exhaust *exhaust, const struct tab_position *position);
/* Whether the goal is reached, or can be forced within so many turns. */
bool exhaust_forces(struct exhaust *exhaust, const struct tab_position *position, int turns);
/* The turns that are left of so many after a move. */
int exhaust_rest(const struct exhaust *exhaust, const struct tab_position *position, const struct tab_position *next,
                 int turns);

/* The turns in which another move would have to win as well: so many, but in San Ta Si, where a game is won at its end
 * and nobody can hurry, all of the game. */
int exhaust_horizon(const struct exhaust *exhaust, int turns);

/* ---- Three Rings ---------------------------------------------------------------------------------------------- */

/* Whether goals of pawns left make sense. */
bool exhaust_takes(const struct tab_rules *rules);
/* Pawns of the player who is not to move, less what is due from them. */
int exhaust_left(const struct tab_position *position);
/* The goal of winning. */
struct goal goal_win(const struct tab_rules *rules, int player);

#endif
