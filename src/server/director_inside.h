/* director_inside.h - what the files of the director share. */
#ifndef TABLIER_SERVER_DIRECTOR_INSIDE_H
#define TABLIER_SERVER_DIRECTOR_INSIDE_H

#include "director.h"
#include "tournament.h"

/* What is done with one tournament in one transaction. */
struct step {
    const struct director_options *options;
    const char *tournament;
    int64_t now;
    char games[TOURNAMENT_PLAYERS_MAX / 2][GAME_ID_TEXT]; /* that were begun */
    int game_count;
};

/* Brings a tournament to where it should be at `now`: director_step.c. */
enum sql_outcome tournament_step(struct sql *sql, struct step *step);

#endif
