/* game.h - one game between engines, with our rules as the referee. */
#ifndef TABLIER_ARENA_GAME_H
#define TABLIER_ARENA_GAME_H

#include "client.h"
#include "contest.h"

/* The engines that one game after the other is played with; they stay open between games. */
struct crew {
    struct client clients[TAB_PLAYERS_MAX];
};

void crew_dismiss(struct crew *crew);

/* What is known about a move beside the move itself. */
struct remark {
    struct reply reply;
    bool timed;
    int64_t clock_ms; /* left after it, where there is a clock */
};

/* A game that was played. */
struct game {
    struct fixture fixture;
    struct tab_match *match; /* with the opening; NULL: there was no memory for it */
    int opening;             /* its first moves, which nobody thought about */
    struct remark *remarks;  /* of the others */
    struct tab_result result;
    struct failure failure; /* what ended it, if not the rules */
    int culprit;            /* the player whose failure it was, 0: none */
    bool cut;               /* drawn since it was too long */
};

/* Plays a game. A player who fails gets nothing, and the others share. */
void game_play(struct game *game, const struct contest *contest, const struct fixture *fixture, struct crew *crew,
               const _Atomic bool *abandoned);
void game_free(struct game *game);

/* The moves made after the opening. */
int game_plies(const struct game *game);

#endif
