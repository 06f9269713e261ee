/* swiss_inside.h - what pairing and standings share. */
#ifndef TABLIER_SERVER_SWISS_INSIDE_H
#define TABLIER_SERVER_SWISS_INSIDE_H

#include "swiss.h"

/* Points so far of each player, in halves. */
void swiss_points(const struct swiss *swiss, int points[SWISS_PLAYERS_MAX]);
/* A number that is the same for the same seed and player, and otherwise as good as random. */
uint64_t swiss_lot(const struct swiss *swiss, int player);

#endif
