/* khantsin_setup.h - what a set-up of Khan Tsin is worth.
 *
 * Barons of one colour are in each other's way: no pile may hold more than three of them. A player whose nearest barons
 * are all alike soon has few moves, so a good set-up crowds one colour at the other end and mixes them at its own. What
 * is counted is how many pairs of one colour there are in every two zones of the board, of three squares each. */
#ifndef TABLIER_ENGINE_KHANTSIN_SETUP_H
#define TABLIER_ENGINE_KHANTSIN_SETUP_H

#include "../rules/khantsin.h"
#include "brain.h"

/* Lists the pairs in every two zones, for the player to move, and returns how many features that are. A board that is
 * not yet full is judged by what it will be when both players go on as they use to. */
int khantsin_setup_list(const struct tab_rules *rules, const struct khantsin *khantsin, struct brain_feature *features);

#endif
