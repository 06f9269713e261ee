/* arena_pairing.c - points, order and pairs of an arena. */
#include "arena_pairing.h"
#include "matching.h"

#include <stdlib.h>

enum { WIN_POINTS = 2, DRAW_POINTS = 1, WAITED_MAX_S = 600, SEATS_MAX = 15 };

/* ---- Points --------------------------------------------------------------------------------------------------- */

int arena_score_add(struct arena_score *score, enum arena_outcome outcome) {
    const int worth = outcome == ARENA_WIN ? WIN_POINTS : outcome == ARENA_DRAW ? DRAW_POINTS : 0;
    const int points = arena_on_fire(score) ? 2 * worth : worth;
    score->points += points;
    score->games++;
    score->wins += outcome == ARENA_WIN;
    score->streak = outcome == ARENA_WIN ? score->streak + 1 : 0;
    return points;
}

int arena_compare(const struct arena_score *one, const struct arena_score *other) {
    if (one->points != other->points)
        return other->points - one->points;
    if (one->wins != other->wins)
        return other->wins - one->wins;
    return one->games - other->games;
}

/* ---- Pairs ---------------------------------------------------------------------------------------------------- */

struct wait {
    const struct arena_waiting *waiting;
    int count, active;
    int64_t now, patience;
    uint64_t seed;
};

static int64_t at_most(int64_t number, int64_t most) { return number < most ? number : most; }

static bool again_allowed(const struct wait *wait, const struct arena_waiting *one, const struct arena_waiting *other) {
    return wait->active <= 2 ||
           (wait->now - one->since >= wait->patience && wait->now - other->since >= wait->patience);
}

/* How much a player has had one seat more than the other: positive for the first. */
static int seats_more(const struct arena_waiting *waiting) { return waiting->firsts - waiting->seconds; }

/* How good a pair is. What counts more is worth more than all the rest of a whole round:
 * so many pairs as there can be; who has waited longest; no two games in a row; near in the order; different seats. */
static int64_t pair_weight(const struct wait *wait, const struct arena_waiting *one,
                           const struct arena_waiting *other) {
    enum {
        PAIRS = ARENA_PLAYERS_MAX / 2,
        SEATS = SEATS_MAX * PAIRS + 1,
        DISTANCE = ARENA_PLAYERS_MAX * ARENA_PLAYERS_MAX * PAIRS + 1,
        WAITED = WAITED_MAX_S * 2 * PAIRS + 1,
        AGAIN = PAIRS + 1
    };
    const bool again = one->last == other->player || other->last == one->player;
    if (again && !again_allowed(wait, one, other))
        return 0;
    const int64_t apart = at_most(abs(one->rank - other->rank), ARENA_PLAYERS_MAX);
    const int64_t seats = seats_more(one) * seats_more(other) > 0 ? abs(seats_more(one) + seats_more(other)) : 0;
    const int64_t waited = at_most((wait->now - one->since) / 1000, WAITED_MAX_S) +
                           at_most((wait->now - other->since) / 1000, WAITED_MAX_S);
    int64_t weight = 1;
    weight = weight * WAITED + waited;
    weight = weight * AGAIN + !again;
    weight = weight * DISTANCE + ARENA_PLAYERS_MAX * ARENA_PLAYERS_MAX - apart * apart;
    return weight * SEATS + SEATS_MAX - at_most(seats, SEATS_MAX);
}

static uint64_t lot(const struct wait *wait, const struct arena_waiting *one, const struct arena_waiting *other) {
    uint64_t number = wait->seed + (uint64_t)(one->player + other->player) * 0x9E3779B97F4A7C15U;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9U;
    return number ^ number >> 29;
}

static bool seat_first(const struct wait *wait, const struct arena_waiting *one, const struct arena_waiting *other) {
    if (seats_more(one) != seats_more(other))
        return seats_more(one) < seats_more(other);
    if (one->last_was_first != other->last_was_first)
        return other->last_was_first;
    return ((lot(wait, one, other) & 1) != 0) == (one->player < other->player);
}

static int pairs_make(const struct wait *wait, const int *partner, struct arena_pair *pairs) {
    int count = 0;
    for (int i = 0; i < wait->count; i++) {
        if (partner[i] <= i)
            continue;
        const struct arena_waiting *one = &wait->waiting[i], *other = &wait->waiting[partner[i]];
        const bool first = seat_first(wait, one, other);
        pairs[count++] = (struct arena_pair){.first = first ? one->player : other->player,
                                             .second = first ? other->player : one->player};
    }
    return count;
}

int arena_pair(const struct arena_waiting *waiting, int count, int active, int64_t now, int64_t patience, uint64_t seed,
               struct arena_pair *pairs) {
    const struct wait wait = {
        .waiting = waiting, .count = count, .active = active, .now = now, .patience = patience, .seed = seed};
    const size_t size = (size_t)count;
    int partner[ARENA_PLAYERS_MAX], made = -1;
    int64_t *weights = calloc(size * size + 1, sizeof *weights);
    for (size_t i = 0; weights != NULL && i < size; i++)
        for (size_t j = 0; j < i; j++)
            weights[i * size + j] = weights[j * size + i] = pair_weight(&wait, &waiting[i], &waiting[j]);
    if (weights != NULL && matching_heaviest(count, weights, partner))
        made = pairs_make(&wait, partner, pairs);
    free(weights);
    return made;
}
