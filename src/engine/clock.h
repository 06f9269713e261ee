/* clock.h - time and the decision how much of it a move gets. */
#ifndef TABLIER_ENGINE_CLOCK_H
#define TABLIER_ENGINE_CLOCK_H

#include <tablier.h>

/* Milliseconds of a clock that never goes back. */
int64_t clock_now(void);

/* Times counted from the start of a search; INT64_MAX: no limit. */
struct clock_budget {
    int64_t target; /* begin no new iteration after this */
    int64_t limit;  /* be back by this */
};

/* A limit of time as it counts: one below 0 is over, and as short as can be. */
int64_t clock_limit(int64_t milliseconds);
struct clock_budget clock_plan(const struct tab_limits *limits, int player);

#endif
