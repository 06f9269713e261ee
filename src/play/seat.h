/* seat.h - who plays for a player: a person, or the engine at a level. */
#ifndef TABLIER_PLAY_SEAT_H
#define TABLIER_PLAY_SEAT_H

#include <tablier.h>

enum {
    SEAT_LEVEL_USUAL = 5,
    SEAT_LEVEL_OPPONENT = 3 /* where nobody has said who plays against a person */
};

struct seat {
    int level;      /* of the engine, 1 to TAB_LEVEL_MAX; 0: a person */
    bool stands_in; /* the engine, for a person who has left the game */
};

/* Reads `person`, `engine`, `engine:LEVEL` or `stand-in:LEVEL`. */
bool seat_parse(struct seat *seat, const char *text, struct tab_error *error);
/* Seats those of whom nothing is `given`: a person for player 1, or for the first who can be one where all others are
 * engines, and the engine for the rest. */
void seats_complete(struct seat seats[TAB_PLAYERS_MAX], const bool given[TAB_PLAYERS_MAX], int players);
size_t seat_format(const struct seat *seat, char *buffer, size_t size);

/* What the engine of a seat is told before it thinks; the clocks, when there are any, are in the limits already. */
void seat_configure(const struct seat *seat, struct tab_engine_options *options, struct tab_limits *limits);

#endif
