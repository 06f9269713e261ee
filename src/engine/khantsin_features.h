/* khantsin_features.h - where in the table of weights everything stands that Khan Tsin's evaluation is made of. */
#ifndef TABLIER_ENGINE_KHANTSIN_FEATURES_H
#define TABLIER_ENGINE_KHANTSIN_FEATURES_H

#include "../rules/khantsin.h"

enum {
    KHANTSIN_TALLIES = 64,
    KHANTSIN_ZONES = 12, /* of the board, from the end of the player who begins, in set-ups */
    KHANTSIN_PAIRS = KHANTSIN_TALLIES * KHANTSIN_TALLIES,
    KHANTSIN_OWN_AT = 0,
    KHANTSIN_OTHER_AT = KHANTSIN_OWN_AT + KHANTSIN_PLAYABLE * KHANTSIN_TALLIES,
    KHANTSIN_MIDDLE_AT = KHANTSIN_OTHER_AT + KHANTSIN_PLAYABLE * KHANTSIN_TALLIES,
    KHANTSIN_OWN_PAIRS_AT = KHANTSIN_MIDDLE_AT + KHANTSIN_TALLIES,
    KHANTSIN_OTHER_PAIRS_AT = KHANTSIN_OWN_PAIRS_AT + KHANTSIN_PAIRS,
    KHANTSIN_PILES_AT = KHANTSIN_OTHER_PAIRS_AT + KHANTSIN_PAIRS,
    KHANTSIN_ZONES_AT = KHANTSIN_PILES_AT + KHANTSIN_SQUARES + 1,
    KHANTSIN_FEATURES = KHANTSIN_ZONES_AT + KHANTSIN_ZONES * KHANTSIN_ZONES
};

/* The weight that must be equal to this one: colours are alike, and so are pairs either way round. */
int khantsin_tie(int index);

#endif
