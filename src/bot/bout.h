/* bout.h - a game on a server in which the bot has a seat, as the server tells it. */
#ifndef TABLIER_BOT_BOUT_H
#define TABLIER_BOT_BOUT_H

#include "pilot.h"

#include <jansson.h>

enum bout_state { BOUT_UNKNOWN, BOUT_OPEN, BOUT_PLAYING, BOUT_OVER, BOUT_STATE_COUNT };

struct bout {
    char game[GAME_NAME]; /* "": there is none in this place */
    enum bout_state state;
    char spec[TAB_SPEC_TEXT];
    struct tab_rules rules;
    struct tab_match *match; /* NULL before the game is told */
    int64_t number;          /* of the last event */
    int mine, turn;
    bool own;         /* a challenge of our own */
    bool waits;       /* there is no clock, or one of days: nobody sits and waits */
    bool told;        /* that it has begun */
    char others[160]; /* who plays, for people */

    bool timed;
    struct clock_face clocks[TAB_PLAYERS_MAX];
    int64_t heard; /* when the clocks were told, by our clock */

    uint64_t serial; /* of the position that is thought about; another one as soon as that is gone */
    bool thinking;
    char move[TAB_MOVE_TEXT]; /* what was found for this position, "": nothing yet */
    int64_t again;            /* when the move is sent again, 0: it is not */
    int failures;             /* of the engine, one after the other */
    int64_t over_at;
    double payoff; /* once it is over, and unless it was aborted */
    bool aborted;
};

enum bout_outcome { BOUT_GOOD, BOUT_BEHIND /* something was missed */, BOUT_STRANGE /* we do not know such a game */ };

/* The message `game`. */
enum bout_outcome bout_take_game(struct bout *bout, const json_t *json);
/* The message `event`. */
enum bout_outcome bout_take_event(struct bout *bout, const json_t *json);
/* Whether it is the bot's turn. */
bool bout_due(const struct bout *bout);
/* Makes what the engine is asked. False when there is no memory. */
bool bout_task(const struct bout *bout, const struct allowance *allowance, struct task *task);
void bout_free(struct bout *bout);

#endif
