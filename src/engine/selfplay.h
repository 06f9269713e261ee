/* selfplay.h - games the engine plays against itself, for fitting its weights. Game number i of a plan is always the
 * same game, whatever was played before. */
#ifndef TABLIER_ENGINE_SELFPLAY_H
#define TABLIER_ENGINE_SELFPLAY_H

#include <tablier.h>

enum { SELFPLAY_MOVES_MAX = 600, SELFPLAY_OPENING_MAX = SELFPLAY_MOVES_MAX - 1, SELFPLAY_VALUE_MAX = 999 };

struct selfplay_plan {
    uint64_t seed;
    uint64_t nodes;    /* a move */
    int opening_least; /* a random number of random moves begins every game */
    int opening_most;  /* SELFPLAY_OPENING_MAX at most */
    int even; /* what the first position may be worth at most to either player, in hundredths of a logit; 0: anything */
};

struct selfplay_game {
    int opening; /* random moves at the beginning */
    int length;
    tab_move moves[SELFPLAY_MOVES_MAX];
    /* What the search made of the position before each move after the opening, in hundredths of a logit for the player
     * who makes it; a game that is seen to be won is worth SELFPLAY_VALUE_MAX. */
    int16_t values[SELFPLAY_MOVES_MAX];
    struct tab_result result; /* a game cut off at SELFPLAY_MOVES_MAX is drawn */
};

/* Plays one game. The engine is cleared first. */
void selfplay_play(struct tab_engine *engine, const struct tab_rules *rules, const struct selfplay_plan *plan,
                   uint64_t number, struct selfplay_game *game);

#endif
