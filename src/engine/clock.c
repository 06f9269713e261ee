/* clock.c - time and the decision how much of it a move gets. */
#include "clock.h"

#include <time.h>

enum {
    RESERVE_MS = 15,        /* kept for what lies between the search and the clock */
    EXPECTED_MOVES = 25,    /* how many more moves a game is planned for */
    CUSHION_MS = 100,       /* with less, increments are saved: on a busy machine a move can cost more than planned */
    LONGEST_MS = 1000000000 /* eleven days: a clock or an increment with more is as good, and products stay numbers */
};

int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t least(int64_t one, int64_t other) { return one < other ? one : other; }

int64_t clock_limit(int64_t milliseconds) { return milliseconds < 0 ? 1 : milliseconds; }

struct clock_budget clock_plan(const struct tab_limits *limits, int player) {
    struct clock_budget budget = {INT64_MAX, INT64_MAX};
    const int64_t move = clock_limit(limits->move_ms);
    const int64_t left = least(clock_limit(limits->clock_ms[player - 1]), LONGEST_MS);
    if (move > 0)
        budget.target = budget.limit = move;
    if (left > 0) {
        const int64_t added = limits->increment_ms[player - 1];
        const int64_t increment = added > 0 ? least(added, LONGEST_MS) : 0;
        int64_t usable = left > 2 * RESERVE_MS ? left - RESERVE_MS : left / 2;
        int64_t gain = increment * usable / (usable + CUSHION_MS);
        int64_t share = usable / EXPECTED_MOVES + gain * 3 / 4;
        budget.limit = least(budget.limit, least(share * 3, usable / 4 + gain / 2));
        budget.limit = least(budget.limit, usable);
        budget.target = least(budget.target, least(share * 6 / 10, budget.limit));
    }
    return budget;
}
