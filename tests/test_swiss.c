/* test_swiss.c - pairings and standings of Swiss tournaments. */
#include "testing.h"

#include "server/matching.h"
#include "server/swiss.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = SWISS_PLAYERS_MAX * SWISS_ROUNDS_MAX, WISHES = 4 };

/* A tournament that is played with random results. */
struct evening {
    struct swiss_player players[SWISS_PLAYERS_MAX];
    struct swiss_game games[GAMES_MAX];
    struct swiss swiss;
    struct tab_random random;
};

static struct evening *evening_new(int players, uint64_t seed) {
    struct evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    tab_random_seed(&evening->random, seed);
    for (int i = 0; i < players; i++)
        evening->players[i] = (struct swiss_player){.strength = 2000 - i, .here = true};
    evening->swiss =
        (struct swiss){.players = evening->players, .player_count = players, .games = evening->games, .seed = seed};
    return evening;
}

/* How often two have met, or how many byes somebody had. */
static int met(const struct swiss *swiss, int one, int other) {
    int times = 0;
    for (int i = 0; i < swiss->game_count; i++)
        if ((swiss->games[i].first == one && swiss->games[i].second == other) ||
            (swiss->games[i].first == other && swiss->games[i].second == one))
            times++;
    return times;
}

static int points_of(const struct swiss *swiss, int player) {
    int points = 0;
    for (int i = 0; i < swiss->game_count; i++)
        if (swiss->games[i].first == player || swiss->games[i].second == player)
            points += swiss->games[i].points[swiss->games[i].second == player];
    return points;
}

/* The seat somebody must not have again: 1 the first, -1 the second, 0 none. */
static int seat_forbidden(const struct swiss *swiss, int player) {
    int more = 0, row = 0;
    for (int round = 1; round <= swiss->rounds; round++)
        for (int i = 0; i < swiss->game_count; i++) {
            const struct swiss_game *game = &swiss->games[i];
            if (game->round != round || game->second == SWISS_NOBODY || !game->played ||
                (game->first != player && game->second != player))
                continue;
            const int seat = game->first == player ? 1 : -1;
            more += seat;
            row = row * seat > 0 ? row + seat : seat;
        }
    return more >= 2 || row >= 2 ? 1 : more <= -2 || row <= -2 ? -1 : 0;
}

/* ---- Every round ---------------------------------------------------------------------------------------------- */

/* Everybody who is here has one line, and nobody else. */
static void lines_check(const struct swiss *swiss, const struct swiss_game *lines, int count) {
    int seen[SWISS_PLAYERS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        assert_int_equal(lines[i].round, swiss->rounds + 1);
        assert_true(lines[i].second != SWISS_NOBODY || i == count - 1);
        seen[lines[i].first]++;
        if (lines[i].second != SWISS_NOBODY)
            seen[lines[i].second]++;
    }
    for (int i = 0; i < swiss->player_count; i++)
        assert_int_equal(seen[i], swiss->players[i].here);
}

/* The first wishes of swiss.h, counted plainly: games again and second byes, points of the bye, seats, differences. */
static void faults_count(const struct swiss *swiss, const struct swiss_game *lines, int count, int64_t faults[WISHES]) {
    memset(faults, 0, WISHES * sizeof *faults);
    for (int i = 0; i < count; i++) {
        const int one = lines[i].first, other = lines[i].second;
        faults[0] += met(swiss, one, other);
        if (other == SWISS_NOBODY) {
            faults[1] += points_of(swiss, one);
            continue;
        }
        const int64_t difference = points_of(swiss, one) - points_of(swiss, other);
        const int forbidden = seat_forbidden(swiss, one);
        const bool decide =
            swiss->last && points_of(swiss, one) > swiss->rounds && points_of(swiss, other) > swiss->rounds;
        faults[2] += forbidden != 0 && forbidden == seat_forbidden(swiss, other) && !decide;
        faults[3] += difference * difference;
    }
}

static bool faults_fewer(const int64_t one[WISHES], const int64_t other[WISHES]) {
    for (int i = 0; i < WISHES; i++)
        if (one[i] != other[i])
            return one[i] < other[i];
    return false;
}

/* The fewest faults of all pairings of the players left, by trying all. */
static void faults_fewest(const struct swiss *swiss, unsigned left, struct swiss_game *lines, int count,
                          int64_t fewest[WISHES]) {
    int first = 0;
    if (left == 0) {
        int64_t faults[WISHES];
        faults_count(swiss, lines, count, faults);
        if (faults_fewer(faults, fewest))
            memcpy(fewest, faults, sizeof faults);
        return;
    }
    while ((left & 1U << first) == 0)
        first++;
    const unsigned rest = left & ~(1U << first);
    bool bye = (__builtin_popcount(left) & 1) != 0;
    for (int other = first + 1; other < swiss->player_count; other++)
        if ((rest & 1U << other) != 0) {
            lines[count] = (struct swiss_game){.first = first, .second = other};
            faults_fewest(swiss, rest & ~(1U << other), lines, count + 1, fewest);
        }
    if (bye) {
        lines[count] = (struct swiss_game){.first = first, .second = SWISS_NOBODY};
        faults_fewest(swiss, rest, lines, count + 1, fewest);
    }
}

/* No pairing at all has fewer faults. */
static void best_check(const struct swiss *swiss, const struct swiss_game *lines, int count) {
    struct swiss_game tried[SWISS_PLAYERS_MAX];
    int64_t fewest[WISHES] = {INT64_MAX}, faults[WISHES];
    unsigned here = 0;
    for (int i = 0; i < swiss->player_count; i++)
        here |= swiss->players[i].here ? 1U << i : 0;
    faults_fewest(swiss, here, tried, 0, fewest);
    faults_count(swiss, lines, count, faults);
    for (int i = 0; i < WISHES; i++)
        assert_int_equal(faults[i], fewest[i]);
}

/* Plays a round; the results are random, and now and then somebody does not come. */
static int round_play(struct evening *evening, struct swiss_game *lines) {
    struct swiss *swiss = &evening->swiss;
    const int count = swiss_pair(swiss, lines);
    assert_true(count >= 0);
    lines_check(swiss, lines, count);
    for (int i = 0; i < count; i++) {
        struct swiss_game game = lines[i];
        const uint32_t lot = tab_random_below(&evening->random, 16);
        game.points[0] = game.second == SWISS_NOBODY || lot < 7 ? SWISS_WIN : lot < 13 ? 0 : SWISS_WIN / 2;
        game.points[1] = game.second == SWISS_NOBODY ? 0 : SWISS_WIN - game.points[0];
        game.played = lot != 0;
        evening->games[swiss->game_count++] = game;
    }
    swiss->rounds++;
    return count;
}

static void test_small_is_best(void **state) {
    (void)state;
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const int players = 2 + (int)(seed % 7);
        struct evening *evening = evening_new(players, seed);
        for (int round = 0; round < 7; round++) {
            for (int i = 0; i < players; i++)
                evening->players[i].here = tab_random_below(&evening->random, 12) != 0;
            evening->swiss.last = round == 6;
            const struct swiss before = evening->swiss;
            const int count = round_play(evening, lines);
            best_check(&before, lines, count);
        }
        free(evening);
    }
}

/* Two who won all games, both always in the second seat, meet in the last round, and in no other. */
static void test_leaders_meet(void **state) {
    (void)state;
    struct swiss_player players[8];
    struct swiss_game games[] = {{1, 7, 2, {0, 2}, true}, {1, 4, 3, {0, 2}, true}, {1, 5, 1, {0, 2}, true},
                                 {1, 6, 0, {0, 2}, true}, {2, 3, 0, {0, 2}, true}, {2, 2, 1, {0, 2}, true},
                                 {2, 7, 5, {0, 2}, true}, {2, 6, 4, {0, 2}, true}};
    struct swiss swiss = {.players = players, .player_count = 8, .games = games, .game_count = 8, .rounds = 2};
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    for (int i = 0; i < 8; i++)
        players[i] = (struct swiss_player){.here = true};
    for (int last = 0; last < 2; last++) {
        swiss.last = last == 1;
        assert_int_equal(swiss_pair(&swiss, lines), 4);
        assert_int_equal(lines[0].first + lines[0].second == 1, last);
    }
}

/* A club, and as many as there may be: nobody meets anybody again, seats are balanced, points are near. */
struct large {
    const char *name;
    int players, rounds;
};

static const struct large larges[] = {{"16 players, 5 rounds", 16, 5},
                                      {"23 players, 7 rounds", 23, 7},
                                      {"60 players, 9 rounds", 60, 9},
                                      {"121 players, 9 rounds", 121, 9},
                                      {"200 players, 11 rounds", 200, 11}};

static void test_large(void **state) {
    const struct large *large = *state;
    static struct swiss_game lines[SWISS_PLAYERS_MAX];
    struct evening *evening = evening_new(large->players, 11);
    const struct swiss *swiss = &evening->swiss;
    for (int round = 0; round < large->rounds; round++) {
        const struct swiss before = *swiss;
        const int count = round_play(evening, lines);
        for (int i = 0; i < count; i++) {
            assert_int_equal(met(&before, lines[i].first, lines[i].second), 0);
            if (lines[i].second != SWISS_NOBODY)
                assert_true(seat_forbidden(&before, lines[i].first) != 1 &&
                            seat_forbidden(&before, lines[i].second) != -1);
        }
    }
    int64_t faults[WISHES];
    faults_count(swiss, lines, swiss_pair(swiss, lines), faults);
    assert_in_range(faults[3], 0, (uint64_t)large->players);
    free(evening);
}

static const char *large_name(const void *row) { return ((const struct large *)row)->name; }

/* ---- What people expect --------------------------------------------------------------------------------------- */

/* In the first round the upper half meets the lower half in order. */
static void test_first_round(void **state) {
    (void)state;
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    struct evening *evening = evening_new(8, 5);
    assert_int_equal(swiss_pair(&evening->swiss, lines), 4);
    for (int i = 0; i < 4; i++) {
        const int low = lines[i].first < lines[i].second ? lines[i].first : lines[i].second;
        assert_int_equal(low, i);
        assert_int_equal(lines[i].first + lines[i].second - low, i + 4);
    }
    free(evening);
}

/* The weakest of an odd number has the bye, and not the same one twice. */
static void test_byes(void **state) {
    (void)state;
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    struct evening *evening = evening_new(5, 5);
    int byes[5] = {0};
    for (int round = 0; round < 5; round++) {
        const int count = round_play(evening, lines);
        assert_int_equal(count, 3);
        byes[lines[2].first]++;
        assert_true(round > 0 || lines[2].first == 4);
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(byes[i], 1);
    free(evening);
}

/* Four players and more rounds than opponents: they meet again only when all others were met as often. */
static void test_more_rounds_than_opponents(void **state) {
    (void)state;
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    struct evening *evening = evening_new(4, 5);
    int meetings[4][4] = {{0}};
    for (int round = 0; round < 6; round++) {
        const int count = round_play(evening, lines);
        for (int i = 0; i < count; i++) {
            meetings[lines[i].first][lines[i].second]++;
            meetings[lines[i].second][lines[i].first]++;
        }
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++)
                assert_in_range(meetings[i][j], (round + 1) / 3, (round + 3) / 3);
    }
    free(evening);
}

static void test_nobody(void **state) {
    (void)state;
    struct swiss_game lines[SWISS_PLAYERS_MAX];
    struct evening *evening = evening_new(3, 5);
    for (int i = 0; i < 3; i++)
        evening->players[i].here = false;
    assert_int_equal(swiss_pair(&evening->swiss, lines), 0);
    evening->players[1].here = true;
    assert_int_equal(swiss_pair(&evening->swiss, lines), 1);
    assert_int_equal(lines[0].first, 1);
    assert_int_equal(lines[0].second, SWISS_NOBODY);
    free(evening);
}

/* The same again with the same seed; equals are drawn by lot with another one. */
static void test_seed(void **state) {
    (void)state;
    struct swiss_game lines[3][SWISS_PLAYERS_MAX];
    memset(lines, 0, sizeof lines);
    struct evening *evening = evening_new(30, 1);
    for (int i = 0; i < 30; i++)
        evening->players[i].strength = 0;
    for (int i = 0; i < 3; i++) {
        evening->swiss.seed = i < 2 ? 7 : 8;
        assert_int_equal(swiss_pair(&evening->swiss, lines[i]), 15);
    }
    assert_memory_equal(lines[0], lines[1], sizeof lines[0]);
    assert_memory_not_equal(lines[0], lines[2], sizeof lines[0]);
    free(evening);
}

/* ---- Standings ------------------------------------------------------------------------------------------------ */

/* Five players, three rounds, by hand:
 *
 *     round 1   0 - 1  1:0    2 - 3  ½:½    4 bye
 *     round 2   4 - 0  0:1    3 - 1  1:0    2 bye
 *     round 3   0 - 2  ½:½    4 - 3  0:1    1 bye
 *
 *     points   0: 2½   1: 1   2: 2   3: 2½   4: 1
 *     Buchholz 0: 1+1+2 = 4      3: 2+1+1 = 4     2: 2½+2½+2 (own) = 7    1: 2½+2½+1 (own) = 6   4: 2½+2½+1 (own) = 6
 *     Berger   0: 1+1+½·2 = 3    3: ½·2+1+1 = 3   2: ½·2½+½·2½ = 2½       1: 0                   4: 0
 *     0 and 3 have not met: wins, two each, so they share the first rank; 1 and 4 have not met either. */
static void test_standings(void **state) {
    (void)state;
    static const struct swiss_player players[5];
    static const struct swiss_game games[] = {
        {1, 0, 1, {2, 0}, true}, {1, 2, 3, {1, 1}, true}, {1, 4, SWISS_NOBODY, {2, 0}, true},
        {2, 4, 0, {0, 2}, true}, {2, 3, 1, {2, 0}, true}, {2, 2, SWISS_NOBODY, {2, 0}, true},
        {3, 0, 2, {1, 1}, true}, {3, 4, 3, {0, 2}, true}, {3, 1, SWISS_NOBODY, {2, 0}, true}};
    static const struct swiss_standing expected[] = {
        {.player = 0, .rank = 1, .points = 5, .buchholz = 8, .berger = 12, .wins = 2, .games = 3},
        {.player = 3, .rank = 1, .points = 5, .buchholz = 8, .berger = 12, .wins = 2, .games = 3},
        {.player = 2, .rank = 3, .points = 4, .buchholz = 14, .berger = 10, .wins = 0, .games = 3},
        {.player = 1, .rank = 4, .points = 2, .buchholz = 12, .berger = 0, .wins = 0, .games = 3},
        {.player = 4, .rank = 4, .points = 2, .buchholz = 12, .berger = 0, .wins = 0, .games = 3},
    };
    const struct swiss swiss = {.players = players, .player_count = 5, .games = games, .game_count = 9, .rounds = 3};
    struct swiss_standing standings[5];
    swiss_standings(&swiss, standings);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(standings[i].player, expected[i].player);
        assert_int_equal(standings[i].rank, expected[i].rank);
        assert_int_equal(standings[i].points, expected[i].points);
        assert_int_equal(standings[i].buchholz, expected[i].buchholz);
        assert_int_equal(standings[i].berger, expected[i].berger);
        assert_int_equal(standings[i].wins, expected[i].wins);
        assert_int_equal(standings[i].games, expected[i].games);
    }
}

/* Those who beat each other in a ring are equal. */
static void test_ring(void **state) {
    (void)state;
    static const struct swiss_player players[4];
    static const struct swiss_game games[] = {{1, 0, 1, {2, 0}, true}, {1, 2, 3, {2, 0}, true},
                                              {2, 2, 0, {2, 0}, true}, {2, 1, 3, {2, 0}, true},
                                              {3, 0, 3, {2, 0}, true}, {3, 1, 2, {2, 0}, true}};
    const struct swiss swiss = {.players = players, .player_count = 4, .games = games, .game_count = 6, .rounds = 3};
    struct swiss_standing standings[4];
    swiss_standings(&swiss, standings);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(standings[i].points, 4);
        assert_int_equal(standings[i].direct, 2);
        assert_int_equal(standings[i].rank, 1);
    }
    assert_int_equal(standings[3].rank, 4);
}

/* 0 and 1 are equal in all sums, and their own game decides:
 *
 *     round 1   0 - 1  1:0    2 - 4  1:0    3 - 5  1:0
 *     round 2   2 - 0  1:0    1 - 3  1:0
 *     round 3   3 - 4  1:0    0 bye         1 bye
 *
 *     points   0 to 3: 2   4 and 5: 0
 *     Buchholz 0: 2+2+2 (own) = 6   1: 2+2+2 (own) = 6   2: 4   3: 2
 *     Berger   0: 2                 1: 2 */
static void test_direct(void **state) {
    (void)state;
    static const struct swiss_player players[6];
    static const struct swiss_game games[] = {{1, 0, 1, {2, 0}, true},
                                              {1, 2, 4, {2, 0}, true},
                                              {1, 3, 5, {2, 0}, true},
                                              {2, 2, 0, {2, 0}, true},
                                              {2, 1, 3, {2, 0}, true},
                                              {3, 3, 4, {2, 0}, true},
                                              {3, 0, SWISS_NOBODY, {2, 0}, true},
                                              {3, 1, SWISS_NOBODY, {2, 0}, true}};
    const struct swiss swiss = {.players = players, .player_count = 6, .games = games, .game_count = 8, .rounds = 3};
    struct swiss_standing standings[6];
    swiss_standings(&swiss, standings);
    assert_int_equal(standings[0].points, standings[1].points);
    assert_int_equal(standings[0].buchholz, standings[1].buchholz);
    assert_int_equal(standings[0].berger, standings[1].berger);
    assert_int_equal(standings[0].player, 0);
    assert_int_equal(standings[0].direct, 2);
    assert_int_equal(standings[1].player, 1);
    assert_int_equal(standings[1].direct, 0);
    assert_int_equal(standings[1].rank, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_is_best),
        cmocka_unit_test(test_leaders_meet),
        cmocka_unit_test(test_first_round),
        cmocka_unit_test(test_byes),
        cmocka_unit_test(test_more_rounds_than_opponents),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_standings),
        cmocka_unit_test(test_direct),
        cmocka_unit_test(test_ring),
    };
    int failed = cmocka_run_group_tests_name("swiss", tests, NULL, NULL);
    failed += testing_run_rows("large", test_large, (void *)larges, sizeof *larges,
                               (int)(sizeof larges / sizeof *larges), large_name);
    return failed;
}
