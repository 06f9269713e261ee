/* game.h - a game between people far apart: the sum of its events.
 *
 * A game changes only by game_apply, with an event that has been written down. What somebody asks for is first made
 * into an event by the functions of game_request.h, which change nothing. Times are milliseconds of the server's clock. */
#ifndef TABLIER_SERVER_GAME_H
#define TABLIER_SERVER_GAME_H

#include "event.h"

enum game_state { GAME_OPEN, GAME_PLAYING, GAME_OVER, GAME_STATE_COUNT };

extern const char *const game_state_words[GAME_STATE_COUNT];

struct game {
    char id[GAME_ID_TEXT];
    int64_t number;           /* of the last event */
    int64_t moved;            /* of the last event that changed the position */
    int64_t created, changed; /* when the first and the last event happened */
    struct game_setup setup;  /* with the seats as they are now */
    struct tab_rules rules;
    struct tab_match *match; /* NULL before the first event */
    enum game_state state;
    enum end_reason reason; /* once it is over */
    int winner;             /* unless the rules ended it */
    bool halted;            /* by whoever runs the server */

    int64_t left_ms[TAB_PLAYERS_MAX];
    int64_t turn_told;          /* when the player to move was told so */
    int64_t turn_began;         /* from when on they are charged for it */
    int moves[TAB_PLAYERS_MAX]; /* made by each seat */
    int64_t *ply_left;          /* after each ply, of who made it */
    int ply_room;

    unsigned agreed[OFFER_COUNT];   /* seats that want it, a bit each, from bit 0 */
    int asked_by[OFFER_COUNT];      /* who began, 0: nobody */
    unsigned declined[OFFER_COUNT]; /* seats that may not ask again before the next move, but may agree */
    char next[GAME_ID_TEXT];        /* the rematch; "": none */
};

struct game *game_make(const char *id);
void game_drop(struct game *game);

/* Takes the next event. `now` is when people are told of it. False, and nothing is changed, when it does not follow
 * from the events before, or there is no memory. */
bool game_apply(struct game *game, const struct event *event, int64_t now);

/* The seat to move, 0 when nobody is. */
int game_turn(const struct game *game);
/* The seat of a visitor, 0 when there is none. */
int game_seat_of(const struct game *game, const struct visitor *visitor);
/* A seat where a person plays, and not an engine for them. */
bool game_person(const struct game *game, int seat);
int game_persons(const struct game *game);
/* The result, also of ends that are not in the rules; an aborted game has no winner and pays nobody. */
void game_result(const struct game *game, struct tab_result *result);
/* What of it is due to who sits there: nothing where an engine has gone on for them. */
double game_payoff(const struct game *game, const struct tab_result *result, int seat);
/* Whether a move of a seat declines an offer: an open one to which its player has not agreed. A player who moves also
 * withdraws their own offer to take back, which would mean another move now. Engines are not asked, so they decline
 * nothing. */
bool game_move_declines(const struct game *game, int seat, enum offer offer);
/* Whether the rules would end the game with a move. */
bool game_ends_with(struct game *game, tab_move move);

/* ---- Clocks: game_clock.c ------------------------------------------------------------------------------------- */

/* Whether a person has only so much time to move: by a clock, or for a first move. */
bool game_timed(const struct game *game);
/* Whether the clock of the seat to move is running: engines have none, and the first move is free. */
bool game_clock_runs(const struct game *game);
int64_t game_clock_left(const struct game *game, int seat, int64_t now);
/* What a move at `now` costs, when so much of the time went by on the way (at most `lag`), and what is left after it.
 * False when it comes too late. */
bool game_clock_charge(const struct game *game, int64_t now, int64_t lag, int64_t *spent);
/* Nobody is charged for so much of the time since the player to move was told so. */
void game_clock_skip(struct game *game, int64_t ms);
/* The clock by which the game was measured is set. */
void game_clock_shift(struct game *game, int64_t ms);

/* ---- For people: game_view.c ---------------------------------------------------------------------------------- */

/* Everything there is to know of a game for a watcher, as fields of the message `game`; NULL when there is no memory. */
json_t *game_json(const struct game *game, int64_t now);
/* What changes with every event: turn, clocks and result. */
void game_json_state(const struct game *game, int64_t now, json_t *json);
/* A line for lists. */
json_t *game_json_summary(const struct game *game);
/* The game written down; NULL when there is no memory. The caller frees it. */
char *game_record(const struct game *game);

#endif
