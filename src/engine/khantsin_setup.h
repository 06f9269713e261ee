/* khantsin_setup.h - what a set-up of Khan Tsin is worth.
 *
 * Nobody owns a colour, and no pile may hold more than three barons of one: what matters is which barons are alike, and
 * how far from either end they stand. So what is counted is how many pairs of one colour there are in every two zones of
 * the board, of three squares each. What a pair is worth was fitted to games (docs/tuning.md). */
#ifndef TABLIER_ENGINE_KHANTSIN_SETUP_H
#define TABLIER_ENGINE_KHANTSIN_SETUP_H

#include "../rules/khantsin.h"
#include "brain.h"

/* Lists the pairs in every two zones, for the player to move, and returns how many features that are. A board that is
 * not yet full is judged by what it will be when the other barons go where they are expected. */
int khantsin_setup_list(const struct tab_rules *rules, const struct khantsin *khantsin, struct brain_feature *features);

#endif
