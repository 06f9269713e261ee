/* swiss_standings.c - who stands where in a Swiss tournament. */
#include "swiss_inside.h"

#include <stdlib.h>

/* ---- Tie-breaks ----------------------------------------------------------------------------------------------- */

static void game_count_in(const struct swiss_game *game, int seat, const int *points, struct swiss_standing *standing) {
    const int opponent = seat == 0 ? game->second : game->first;
    standing->games++;
    if (opponent == SWISS_NOBODY) {
        standing->buchholz += points[standing->player];
        return;
    }
    standing->buchholz += points[opponent];
    standing->berger += points[opponent] * game->points[seat];
    standing->wins += game->points[seat] == SWISS_WIN;
}

static void standing_make(const struct swiss *swiss, const int *points, int player, struct swiss_standing *standing) {
    int missed = swiss->rounds;
    *standing = (struct swiss_standing){.player = player, .points = points[player]};
    for (int i = 0; i < swiss->game_count; i++) {
        const struct swiss_game *game = &swiss->games[i];
        if (game->first != player && game->second != player)
            continue;
        game_count_in(game, game->second == player, points, standing);
        missed -= game->round <= swiss->rounds;
    }
    standing->buchholz += missed * points[player];
}

/* The points of `player` from games with `other`; -1 when there were none. */
static int points_from(const struct swiss *swiss, int player, int other) {
    int points = -1;
    for (int i = 0; i < swiss->game_count; i++) {
        const struct swiss_game *game = &swiss->games[i];
        const bool first = game->first == player && game->second == other;
        if (first || (game->first == other && game->second == player))
            points = (points < 0 ? 0 : points) + game->points[!first];
    }
    return points;
}

/* ---- The order ------------------------------------------------------------------------------------------------ */

static int compare(int64_t one, int64_t other) { return one > other ? -1 : one < other; }

/* Negative when `one` stands before `other`, before direct games are looked at. */
static int compare_sums(const struct swiss_standing *one, const struct swiss_standing *other) {
    int order = compare(one->points, other->points);
    if (order == 0)
        order = compare(one->buchholz, other->buchholz);
    return order != 0 ? order : compare(one->berger, other->berger);
}

static int compare_all(const void *left, const void *right) {
    const struct swiss_standing *one = left, *other = right;
    int order = compare_sums(one, other);
    if (order == 0)
        order = compare(one->direct, other->direct);
    if (order == 0)
        order = compare(one->wins, other->wins);
    return order != 0 ? order : compare(other->player, one->player);
}

/* Fills in the direct games of a group of equals, when each of them has met each other one. */
static void direct_fill(const struct swiss *swiss, struct swiss_standing *group, int count) {
    int sums[SWISS_PLAYERS_MAX] = {0};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const int points = i == j ? 0 : points_from(swiss, group[i].player, group[j].player);
            if (points < 0)
                return;
            sums[i] += points;
        }
    for (int i = 0; i < count; i++)
        group[i].direct = sums[i];
}

void swiss_standings(const struct swiss *swiss, struct swiss_standing *standings) {
    const int count = swiss->player_count;
    int points[SWISS_PLAYERS_MAX];
    swiss_points(swiss, points);
    for (int player = 0; player < count; player++)
        standing_make(swiss, points, player, &standings[player]);
    qsort(standings, (size_t)count, sizeof *standings, compare_all);
    for (int begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && compare_sums(&standings[begin], &standings[end]) == 0;)
            end++;
        direct_fill(swiss, &standings[begin], end - begin);
    }
    qsort(standings, (size_t)count, sizeof *standings, compare_all);
    for (int i = 0; i < count; i++) {
        const bool equal = i > 0 && compare_sums(&standings[i - 1], &standings[i]) == 0 &&
                           standings[i - 1].direct == standings[i].direct && standings[i - 1].wins == standings[i].wins;
        standings[i].rank = equal ? standings[i - 1].rank : i + 1;
    }
}
