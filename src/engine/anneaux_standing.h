/* anneaux_standing.h - how a player of Three Rings stands among several. */
#ifndef TABLIER_ENGINE_ANNEAUX_STANDING_H
#define TABLIER_ENGINE_ANNEAUX_STANDING_H

#include "../rules/anneaux.h"
#include "brain.h"

enum { ANNEAUX_STANDING_WEIGHTS = 2173 };

/* Lists the features of a player, counted from 0, in a table that begins at `base`, and returns their number. */
int anneaux_standing_list(const struct anneaux *anneaux, int player, int base, struct brain_feature *features);
/* The weight that must be equal to this one by symmetry, both counted from the beginning of the table. */
int anneaux_standing_tie(int index);

#endif
