/* contest.h - everything that is settled before the first game of a match begins, and only read from then on. */
#ifndef TABLIER_ARENA_CONTEST_H
#define TABLIER_ARENA_CONTEST_H

#include "contender.h"
#include "opening.h"
#include "schedule.h"

enum { CONTENDERS_MAX = 16 };

struct contest {
    struct tab_rules rules;
    char spec[TAB_SPEC_TEXT];
    int contender_count;
    struct contender contenders[CONTENDERS_MAX]; /* each with the allowance that holds for it */
    struct schedule schedule;
    struct openings openings;
    uint64_t seed;
    int64_t grace_ms;    /* forgiven when a time is overstepped */
    int64_t patience_ms; /* for answers that no clock measures */
    int plies_max;       /* then a game is drawn */
    const char *program; /* what plays the match, with its version, for the records; NULL: they do not say */
};

#endif
