/* event.h - what can happen to a game. A game is the sum of its events: they are kept in the store, and told to everybody
 * who watches. */
#ifndef TABLIER_SERVER_EVENT_H
#define TABLIER_SERVER_EVENT_H

#include "time_control.h"
#include "visitor.h"

#include <tablier.h>

enum { NAME_TEXT = 65 }; /* 64 bytes, which is at least 16 characters */
enum { RATING_MAX = 10000 };

enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_ENGINE, SEAT_KIND_COUNT };

struct game_seat {
    enum seat_kind kind;
    int level; /* of an engine; of a person's seat that of the engine which went on for them, 0 when none did */
    char name[NAME_TEXT];
    bool user;            /* the name is that of an account */
    struct visitor owner; /* of a person's seat */
    int moved;            /* how often the seat went to another device */
    bool bot;             /* a program's account has it */
    int rating, rated;    /* of an account, when it took the seat and after a rated game; 0: none */
};

/* How a game is set up. */
struct game_setup {
    char spec[TAB_SPEC_TEXT];
    char first[TAB_POSITION_TEXT]; /* "": the start of the game */
    struct time_control time;
    bool listed; /* in the lobby while it is open, in the list of live games while it is played */
    bool rated;  /* it counts for the ratings of its players, two accounts */
    int players;
    struct game_seat seats[TAB_PLAYERS_MAX];
    char previous[GAME_ID_TEXT];   /* of which it is the rematch; "": none */
    char tournament[GAME_ID_TEXT]; /* that it belongs to; "": none */
};

enum event_kind {
    EVENT_CREATE,   /* setup */
    EVENT_JOIN,     /* seat, name, user, owner, rating: somebody takes an open seat */
    EVENT_LEAVE,    /* seat: and gives it up again before the game begins */
    EVENT_MOVE,     /* seat, move, spent, left */
    EVENT_OFFER,    /* seat, offer: made, or agreed to when another seat made it */
    EVENT_DECLINE,  /* seat, offer */
    EVENT_TAKEBACK, /* ply: back to where so many moves were made */
    EVENT_REPLACE,  /* seat, reason, level: an engine goes on for somebody who gave up, where more than two play */
    EVENT_END,      /* reason, winner */
    EVENT_DEVICE,   /* seat, owner, perhaps name and user: the seat goes to another device, or an account claims it */
    EVENT_REMATCH,  /* game */
    EVENT_RATED,    /* ratings: those of the players after a rated game */
    EVENT_KIND_COUNT
};

enum offer { OFFER_DRAW, OFFER_TAKEBACK, OFFER_REMATCH, OFFER_COUNT };

/* How a game ends that the rules have not ended. */
enum end_reason { END_RULES, END_RESIGNED, END_TIME, END_AGREED, END_LEFT, END_ABORTED, END_REASON_COUNT };

extern const char *const event_words[EVENT_KIND_COUNT];
extern const char *const offer_words[OFFER_COUNT];
extern const char *const end_words[END_REASON_COUNT];

struct event {
    enum event_kind kind;
    int64_t number; /* counts from 1 */
    int64_t at;
    int seat; /* from 1; 0: none */
    char move[TAB_MOVE_TEXT];
    int64_t spent_ms, left_ms; /* charged for the move; left to the seat after it */
    enum offer offer;
    enum end_reason reason;
    int winner;  /* 0: nobody */
    bool halted; /* whoever runs the server has ended it: no player did, or failed to do, anything */
    int ply;
    int level;
    char name[NAME_TEXT];
    bool user;
    bool renamed; /* with a seat that goes to another device its name changes */
    struct visitor owner;
    bool bot; /* who joins is a program */
    char game[GAME_ID_TEXT];
    int rating;
    int ratings[TAB_PLAYERS_MAX];
    struct game_setup setup;
};

/* As text for the store, with whose the seats are; NULL when there is no memory. The caller frees it. */
char *event_encode(const struct event *event);
/* Reads such a text; `number` and `at` are those of the row. False when it is none. */
bool event_decode(struct event *event, const char *text, int64_t number, int64_t at);

/* For everybody who watches `game`: its kind and what belongs to it. NULL when there is no memory. */
json_t *event_json(const char *game, const struct event *event);
json_t *seat_json(const struct game_seat *seat);

/* The index of a word in a table, -1 when it is not there. */
int word_find(const char *const *words, int count, const char *word);

#endif
