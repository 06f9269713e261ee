/* test_arena_pairing.c - points, order and pairs of an arena. */
#include "testing.h"

#include "server/arena_pairing.h"

#include <stdlib.h>
#include <string.h>

/* ---- Points --------------------------------------------------------------------------------------------------- */

struct series {
    const char *outcomes; /* w d l */
    const char *points;   /* of each */
    int sum;
    bool fire;
};

static const struct series all_series[] = {
    {"", "", 0, false},         {"w", "2", 2, false},       {"ww", "22", 4, true},    {"www", "224", 8, true},
    {"wwd", "222", 6, false},   {"wwdw", "2222", 8, false}, {"wwl", "220", 4, false}, {"wwlwww", "220224", 12, true},
    {"dddd", "1111", 4, false}, {"wdw", "212", 5, false},   {"lw", "02", 2, false},   {"wwwwl", "22440", 12, false},
};

static void test_series(void **state) {
    const struct series *series = *state;
    struct arena_score score = {0};
    for (int i = 0; series->outcomes[i] != '\0'; i++) {
        const char outcome = series->outcomes[i];
        const int points = arena_score_add(&score, outcome == 'w'   ? ARENA_WIN
                                                   : outcome == 'd' ? ARENA_DRAW
                                                                    : ARENA_LOSS);
        assert_int_equal(points, series->points[i] - '0');
    }
    assert_int_equal(score.points, series->sum);
    assert_int_equal(score.games, strlen(series->outcomes));
    assert_int_equal(arena_on_fire(&score), series->fire);
}

static const char *series_name(const void *row) {
    const struct series *series = row;
    return series->outcomes[0] == '\0' ? "no game" : series->outcomes;
}

static void test_order(void **state) {
    (void)state;
    const struct arena_score more = {.points = 4, .games = 9}, fewer = {.points = 3, .wins = 1, .games = 2},
                             wins = {.points = 4, .wins = 1, .games = 9}, quick = {.points = 4, .games = 5};
    assert_true(arena_compare(&more, &fewer) < 0);
    assert_true(arena_compare(&fewer, &more) > 0);
    assert_true(arena_compare(&wins, &more) < 0);
    assert_true(arena_compare(&quick, &more) < 0);
    assert_true(arena_compare(&wins, &quick) < 0);
    assert_int_equal(arena_compare(&more, &more), 0);
}

/* ---- Pairs ---------------------------------------------------------------------------------------------------- */

enum { NOW = 1000000, PATIENCE = 20000 };

static struct arena_waiting waiting_at(int player, int rank) {
    return (struct arena_waiting){.player = player, .rank = rank, .since = NOW - 1000, .last = ARENA_NOBODY};
}

/* Who a player is paired with, ARENA_NOBODY: nobody. */
static int partner_of(const struct arena_pair *pairs, int count, int player) {
    for (int i = 0; i < count; i++)
        if (pairs[i].first == player || pairs[i].second == player)
            return pairs[i].first + pairs[i].second - player;
    return ARENA_NOBODY;
}

static void test_nearest(void **state) {
    (void)state;
    struct arena_waiting waiting[6];
    struct arena_pair pairs[3];
    static const int ranks[6] = {9, 1, 20, 2, 10, 22};
    for (int i = 0; i < 6; i++)
        waiting[i] = waiting_at(i, ranks[i]);
    const int count = arena_pair(waiting, 6, 30, NOW, PATIENCE, 1, pairs);
    assert_int_equal(count, 3);
    assert_int_equal(partner_of(pairs, count, 1), 3);
    assert_int_equal(partner_of(pairs, count, 0), 4);
    assert_int_equal(partner_of(pairs, count, 2), 5);
}

/* Those who have just played each other get others, when there are others. */
static void test_not_again(void **state) {
    (void)state;
    struct arena_waiting waiting[4];
    struct arena_pair pairs[2];
    for (int i = 0; i < 4; i++) {
        waiting[i] = waiting_at(i, i + 1);
        waiting[i].last = i ^ 1;
    }
    const int count = arena_pair(waiting, 4, 4, NOW, PATIENCE, 1, pairs);
    assert_int_equal(count, 2);
    assert_int_not_equal(partner_of(pairs, count, 0), 1);
}

/* Two alone wait for others, but not for ever, and not at all when there are only two. */
static void test_again(void **state) {
    (void)state;
    struct arena_waiting waiting[2] = {waiting_at(0, 1), waiting_at(1, 2)};
    struct arena_pair pairs[1];
    waiting[0].last = 1;
    waiting[1].last = 0;
    assert_int_equal(arena_pair(waiting, 2, 4, NOW, PATIENCE, 1, pairs), 0);
    assert_int_equal(arena_pair(waiting, 2, 2, NOW, PATIENCE, 1, pairs), 1);
    waiting[0].since = NOW - PATIENCE;
    assert_int_equal(arena_pair(waiting, 2, 4, NOW, PATIENCE, 1, pairs), 0);
    waiting[1].since = NOW - PATIENCE;
    assert_int_equal(arena_pair(waiting, 2, 4, NOW, PATIENCE, 1, pairs), 1);
}

/* With an odd number the one who came last waits on. */
static void test_odd(void **state) {
    (void)state;
    struct arena_waiting waiting[3] = {waiting_at(0, 1), waiting_at(1, 2), waiting_at(2, 50)};
    struct arena_pair pairs[1];
    waiting[0].since = NOW;
    assert_int_equal(arena_pair(waiting, 3, 9, NOW, PATIENCE, 1, pairs), 1);
    assert_int_equal(partner_of(pairs, 1, 0), ARENA_NOBODY);
}

static void test_seats(void **state) {
    (void)state;
    struct arena_waiting waiting[2] = {waiting_at(0, 1), waiting_at(1, 2)};
    struct arena_pair pairs[1];
    waiting[0].firsts = 3;
    waiting[0].seconds = 1;
    waiting[1].firsts = 2;
    waiting[1].seconds = 2;
    assert_int_equal(arena_pair(waiting, 2, 9, NOW, PATIENCE, 1, pairs), 1);
    assert_int_equal(pairs[0].first, 1);
    waiting[0].firsts = 1;
    waiting[1].last_was_first = true;
    waiting[0].seconds = 1;
    assert_int_equal(arena_pair(waiting, 2, 9, NOW, PATIENCE, 1, pairs), 1);
    assert_int_equal(pairs[0].first, 0);
}

/* A game between two who were free: neither plays the same opponent again before their patience ends. */
static void evening_game(struct arena_waiting *first, struct arena_waiting *second, int64_t now) {
    const int64_t waited = now - (first->since > second->since ? first->since : second->since);
    assert_true(first->last != second->player || waited >= PATIENCE);
    first->last = second->player;
    second->last = first->player;
    first->firsts++;
    second->seconds++;
    first->last_was_first = true;
    second->last_was_first = false;
}

/* A whole evening of many: every pair is of two who wait, nobody twice, never the same in a row, seats balanced. */
static void test_evening(void **state) {
    (void)state;
    enum { PLAYERS = 41, WAVES = 300 };
    struct arena_waiting players[PLAYERS], waiting[PLAYERS];
    struct arena_pair pairs[PLAYERS];
    int busy[PLAYERS] = {0}; /* waves until the game is over */
    struct tab_random random;
    tab_random_seed(&random, 9);
    for (int i = 0; i < PLAYERS; i++)
        players[i] = waiting_at(i, i + 1);
    for (int wave = 0; wave < WAVES; wave++) {
        int count = 0;
        for (int i = 0; i < PLAYERS; i++)
            if (busy[i] == 0)
                waiting[count++] = players[i];
            else if (--busy[i] == 0)
                players[i].since = NOW + wave * 5000;
        const int made = arena_pair(waiting, count, PLAYERS, NOW + wave * 5000, PATIENCE, (uint64_t)wave, pairs);
        assert_true(made >= 0 && made <= count / 2);
        for (int i = 0; i < made; i++) {
            struct arena_waiting *first = &players[pairs[i].first], *second = &players[pairs[i].second];
            assert_true(busy[first->player] == 0 && busy[second->player] == 0);
            busy[first->player] = busy[second->player] = 2 + (int)tab_random_below(&random, 20);
            evening_game(first, second, NOW + wave * 5000);
        }
    }
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(players[i].firsts + players[i].seconds > 10);
        assert_in_range(players[i].firsts - players[i].seconds + 3, 0, 6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),   cmocka_unit_test(test_nearest), cmocka_unit_test(test_not_again),
        cmocka_unit_test(test_again),   cmocka_unit_test(test_odd),     cmocka_unit_test(test_seats),
        cmocka_unit_test(test_evening),
    };
    int failed = cmocka_run_group_tests_name("arena pairing", tests, NULL, NULL);
    failed += testing_run_rows("series", test_series, (void *)all_series, sizeof *all_series,
                               (int)(sizeof all_series / sizeof *all_series), series_name);
    return failed;
}
