/* swiss.c - the next round of a Swiss tournament, as a heaviest matching. */
#include "swiss_inside.h"
#include "matching.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEETINGS_MAX = 7, /* more of them are no worse */
    DIFFERENCE_MAX = 20,
    DUE_MAX = 2,
    ROUND_HALF = SWISS_PLAYERS_MAX / 2 + 1, /* pairs of a round, at most */
    SEATS_APART = 2                         /* games more in one seat than in the other, at most */
};

/* What a player's games say about the next one. */
struct record {
    int points;
    int firsts, seconds;
    int last_seats; /* how often in a row the last seat was the same: positive for the first, negative for the second */
    int byes;
    bool floated;
};

struct pairing {
    const struct swiss *swiss;
    struct record records[SWISS_PLAYERS_MAX];
    unsigned char meetings[SWISS_PLAYERS_MAX][SWISS_PLAYERS_MAX];
    int order[SWISS_PLAYERS_MAX +
              1];                 /* who takes part, best first; with an odd number SWISS_NOBODY, the bye, at the end */
    int place[SWISS_PLAYERS_MAX]; /* in the group of equal points, from 0 */
    int group[SWISS_PLAYERS_MAX]; /* how many have these points */
    int count;
};

/* ---- What the games say --------------------------------------------------------------------------------------- */

void swiss_points(const struct swiss *swiss, int points[SWISS_PLAYERS_MAX]) {
    memset(points, 0, SWISS_PLAYERS_MAX * sizeof *points);
    for (int i = 0; i < swiss->game_count; i++) {
        const struct swiss_game *game = &swiss->games[i];
        points[game->first] += game->points[0];
        if (game->second != SWISS_NOBODY)
            points[game->second] += game->points[1];
    }
}

uint64_t swiss_lot(const struct swiss *swiss, int player) {
    uint64_t lot = (swiss->seed ^ 0x9E3779B97F4A7C15U) + (uint64_t)player * 0xBF58476D1CE4E5B9U;
    lot = (lot ^ lot >> 30) * 0xBF58476D1CE4E5B9U;
    lot = (lot ^ lot >> 27) * 0x94D049BB133111EBU;
    return lot ^ lot >> 31;
}

static void seat_note(struct record *record, bool first) {
    const int step = first ? 1 : -1;
    record->firsts += first;
    record->seconds += !first;
    record->last_seats = record->last_seats * step > 0 ? record->last_seats + step : step;
}

/* Points before a round: what was won in the rounds before it. */
static int points_before(const struct swiss *swiss, int player, int round) {
    int points = 0;
    for (int i = 0; i < swiss->game_count; i++) {
        const struct swiss_game *game = &swiss->games[i];
        if (game->round < round && (game->first == player || game->second == player))
            points += game->points[game->second == player];
    }
    return points;
}

static void game_note(struct pairing *pairing, const struct swiss_game *game) {
    const struct swiss *swiss = pairing->swiss;
    if (game->second == SWISS_NOBODY) {
        pairing->records[game->first].byes++;
        return;
    }
    if (pairing->meetings[game->first][game->second] < MEETINGS_MAX) {
        pairing->meetings[game->first][game->second]++;
        pairing->meetings[game->second][game->first]++;
    }
    if (game->played) {
        seat_note(&pairing->records[game->first], true);
        seat_note(&pairing->records[game->second], false);
    }
    if (game->round == swiss->rounds &&
        points_before(swiss, game->first, game->round) != points_before(swiss, game->second, game->round))
        pairing->records[game->first].floated = pairing->records[game->second].floated = true;
}

static void games_note(struct pairing *pairing) {
    const struct swiss *swiss = pairing->swiss;
    int points[SWISS_PLAYERS_MAX];
    swiss_points(swiss, points);
    for (int i = 0; i < swiss->player_count; i++)
        pairing->records[i].points = points[i];
    for (int round = 1; round <= swiss->rounds; round++)
        for (int i = 0; i < swiss->game_count; i++)
            if (swiss->games[i].round == round)
                game_note(pairing, &swiss->games[i]);
}

/* ---- The order ------------------------------------------------------------------------------------------------ */

static bool player_before(const struct pairing *pairing, int one, int other) {
    const struct swiss *swiss = pairing->swiss;
    if (pairing->records[one].points != pairing->records[other].points)
        return pairing->records[one].points > pairing->records[other].points;
    if (swiss->players[one].strength != swiss->players[other].strength)
        return swiss->players[one].strength > swiss->players[other].strength;
    return swiss_lot(swiss, one) > swiss_lot(swiss, other);
}

static void order_make(struct pairing *pairing) {
    for (int player = 0; player < pairing->swiss->player_count; player++) {
        if (!pairing->swiss->players[player].here)
            continue;
        int at = pairing->count++;
        for (; at > 0 && player_before(pairing, player, pairing->order[at - 1]); at--)
            pairing->order[at] = pairing->order[at - 1];
        pairing->order[at] = player;
    }
    for (int begin = 0, end = 0; begin < pairing->count; begin = end) {
        const int points = pairing->records[pairing->order[begin]].points;
        while (end < pairing->count && pairing->records[pairing->order[end]].points == points)
            end++;
        for (int i = begin; i < end; i++) {
            pairing->place[pairing->order[i]] = i - begin;
            pairing->group[pairing->order[i]] = end - begin;
        }
    }
    if (pairing->count % 2 == 1)
        pairing->order[pairing->count++] = SWISS_NOBODY;
}

/* ---- Seats ---------------------------------------------------------------------------------------------------- */

/* How much a player should have the first seat next (positive), or the second. */
static int seat_due(const struct record *record) {
    const int more = record->seconds - record->firsts;
    if (more != 0)
        return more;
    return record->last_seats > 0 ? -1 : record->last_seats < 0 ? 1 : 0;
}

/* The seat a player must have: 1 the first, -1 the second, 0 either. */
static int seat_must(const struct record *record) {
    const int more = record->seconds - record->firsts;
    if (record->last_seats <= -2 || more >= SEATS_APART)
        return 1;
    return record->last_seats >= 2 || more <= -SEATS_APART ? -1 : 0;
}

/* Whether a seat that both must have keeps two players apart. Those who can still win meet in the last round all the same. */
static bool seats_part(const struct pairing *pairing, const struct record *one, const struct record *other) {
    const int half = pairing->swiss->rounds * SWISS_WIN / 2;
    const bool decide = pairing->swiss->last && one->points > half && other->points > half;
    return seat_must(one) != 0 && seat_must(one) == seat_must(other) && !decide;
}

/* Whether `one` has the first seat against `other`. */
static bool seat_first(const struct pairing *pairing, int one, int other) {
    const struct record *record = &pairing->records[one], *against = &pairing->records[other];
    const int must = seat_must(record) - seat_must(against), due = seat_due(record) - seat_due(against);
    if (must != 0)
        return must > 0;
    if (due != 0)
        return due > 0;
    if (record->last_seats != against->last_seats)
        return record->last_seats < against->last_seats;
    const uint64_t round = (uint64_t)pairing->swiss->rounds;
    return ((swiss_lot(pairing->swiss, one) ^ swiss_lot(pairing->swiss, other) ^ round) & 1) != 0 ? one < other
                                                                                                  : one > other;
}

/* ---- Weights -------------------------------------------------------------------------------------------------- */

/* What is wrong with a pair, from the gravest to the least; how much it can be of a pair, and of a whole round. */
enum wish { WISH_NEW, WISH_BYE, WISH_SEAT, WISH_POINTS, WISH_FLOAT, WISH_DUE, WISH_HALVES, WISH_COUNT };

enum { BYE_MOST = SWISS_ROUNDS_MAX * SWISS_WIN, HALVES_MOST = SWISS_PLAYERS_MAX / 2 };

static const int64_t wish_most[WISH_COUNT] = {
    [WISH_NEW] = MEETINGS_MAX,
    [WISH_BYE] = BYE_MOST,
    [WISH_SEAT] = 1,
    [WISH_POINTS] = DIFFERENCE_MAX * DIFFERENCE_MAX,
    [WISH_FLOAT] = 2,
    [WISH_DUE] = DUE_MAX,
    [WISH_HALVES] = HALVES_MOST,
};

/* There is one bye in a round at most. */
static int64_t round_most(enum wish wish) { return wish == WISH_BYE ? BYE_MOST : wish_most[wish] * ROUND_HALF; }

static int64_t at_most(int64_t number, int64_t most) { return number < most ? number : most; }

static void bye_faults(const struct pairing *pairing, int player, int64_t faults[WISH_COUNT]) {
    faults[WISH_NEW] = at_most(pairing->records[player].byes, MEETINGS_MAX);
    faults[WISH_BYE] = at_most(pairing->records[player].points, wish_most[WISH_BYE]);
    faults[WISH_HALVES] = pairing->group[player] - 1 - pairing->place[player];
}

static void pair_faults(const struct pairing *pairing, int one, int other, int64_t faults[WISH_COUNT]) {
    const struct record *record = &pairing->records[one], *against = &pairing->records[other];
    const int64_t difference = at_most(abs(record->points - against->points), DIFFERENCE_MAX);
    const int due = seat_due(record), due_against = seat_due(against);
    faults[WISH_NEW] = pairing->meetings[one][other];
    faults[WISH_SEAT] = seats_part(pairing, record, against);
    faults[WISH_POINTS] = difference * difference;
    faults[WISH_FLOAT] = difference > 0 ? record->floated + against->floated : 0;
    if (due * due_against > 0)
        faults[WISH_DUE] = at_most(abs(due) < abs(due_against) ? abs(due) : abs(due_against), DUE_MAX);
    if (difference == 0)
        faults[WISH_HALVES] = abs(abs(pairing->place[one] - pairing->place[other]) - pairing->group[one] / 2);
    else /* the last of the upper group meets the first of the lower one */
        faults[WISH_HALVES] = record->points > against->points
                                  ? pairing->group[one] - 1 - pairing->place[one] + pairing->place[other]
                                  : pairing->group[other] - 1 - pairing->place[other] + pairing->place[one];
    faults[WISH_HALVES] = at_most(faults[WISH_HALVES], wish_most[WISH_HALVES]);
}

/* One number in which a fault counts more than all lesser ones of a whole round. */
static int64_t faults_sum(const int64_t faults[WISH_COUNT]) {
    int64_t sum = 0;
    for (enum wish wish = WISH_NEW; wish < WISH_COUNT; wish++)
        sum = sum * (round_most(wish) + 1) + faults[wish];
    return sum;
}

static int64_t pair_cost(const struct pairing *pairing, int one, int other) {
    int64_t faults[WISH_COUNT] = {0};
    if (one == SWISS_NOBODY || other == SWISS_NOBODY)
        bye_faults(pairing, one == SWISS_NOBODY ? other : one, faults);
    else
        pair_faults(pairing, one, other, faults);
    return faults_sum(faults);
}

static int64_t *weights_make(const struct pairing *pairing) {
    const size_t count = (size_t)pairing->count;
    const int64_t worst = faults_sum(wish_most);
    int64_t *weights = calloc(count * count + 1, sizeof *weights);
    for (size_t i = 0; weights != NULL && i < count; i++)
        for (size_t j = 0; j < i; j++)
            weights[i * count + j] = weights[j * count + i] =
                worst + 1 - pair_cost(pairing, pairing->order[i], pairing->order[j]);
    return weights;
}

/* ---- The round ------------------------------------------------------------------------------------------------ */

static struct swiss_game line_make(const struct pairing *pairing, int one, int other) {
    struct swiss_game line = {.round = pairing->swiss->rounds + 1, .first = one, .second = other, .played = true};
    if (other != SWISS_NOBODY && !seat_first(pairing, one, other)) {
        line.first = other;
        line.second = one;
    }
    return line;
}

static int lines_make(const struct pairing *pairing, const int *partner, struct swiss_game *pairs) {
    int lines = 0;
    for (int i = 0; i < pairing->count; i++)
        if (partner[i] > i)
            pairs[lines++] = line_make(pairing, pairing->order[i], pairing->order[partner[i]]);
    for (int i = 0; i < lines - 1; i++)
        if (pairs[i].second == SWISS_NOBODY) { /* byes are listed last */
            const struct swiss_game bye = pairs[i];
            memmove(&pairs[i], &pairs[i + 1], (size_t)(lines - 1 - i) * sizeof *pairs);
            pairs[lines - 1] = bye;
            break;
        }
    return lines;
}

int swiss_pair(const struct swiss *swiss, struct swiss_game *pairs) {
    int partner[SWISS_PLAYERS_MAX + 1], lines = -1;
    struct pairing *pairing = calloc(1, sizeof *pairing);
    int64_t *weights = NULL;
    if (pairing != NULL) {
        pairing->swiss = swiss;
        games_note(pairing);
        order_make(pairing);
        weights = weights_make(pairing);
    }
    if (weights != NULL && matching_heaviest(pairing->count, weights, partner))
        lines = lines_make(pairing, partner, pairs);
    free(weights);
    free(pairing);
    return lines;
}
