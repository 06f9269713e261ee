/* test_khantsin_solver.c - late positions of Khan Tsin solved exactly, compared with plain search to the end. */
#include "testing.h"

#include "engine/khantsin_solver.h"
#include "engine/prove.h"
#include "rules/khantsin.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 55, BACK = 10, BUDGET = 30000, NODES = 20000, MEMORY = 16 << 20, PLIES_MAX = 1000 };

/* The value of a position for the player to move, 1, 0 or -1, by plain search to the end of every line that matters.
 * Meaningless once the budget is used up. */
static int value_of(const struct tab_rules *rules, const struct tab_position *position, int *budget) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves), player = tab_position_player(rules, position);
    int best = -1;
    for (int i = 0; i < count && best < 1 && *budget > 0; i++) {
        struct tab_position next = *position;
        struct tab_result result;
        --*budget;
        tab_position_play(rules, &next, moves[i]);
        tab_position_result(rules, &next, &result);
        const int value = !result.over         ? -value_of(rules, &next, budget)
                          : result.winner == 0 ? 0
                                               : (result.winner == player ? 1 : -1);
        best = value > best ? value : best;
    }
    return best;
}

/* The line ends as the verdict says. */
static void check_line(const struct tab_rules *rules, struct tab_position position,
                       const struct prove_verdict *verdict) {
    struct tab_result result;
    for (int i = 0; i < verdict->length; i++) {
        assert_true(tab_position_legal(rules, &position, verdict->line[i]));
        tab_position_play(rules, &position, verdict->line[i]);
    }
    tab_position_result(rules, &position, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, verdict->winner);
}

static bool check_position(struct prover *prover, const struct tab_rules *rules, const struct tab_position *position,
                           int counts[3]) {
    int budget = BUDGET;
    const int value = value_of(rules, position, &budget), player = tab_position_player(rules, position);
    if (budget <= 0)
        return false;
    const struct dfpn_limits limits = {.nodes = NODES};
    struct prove_verdict verdict;
    prover_solve(prover, rules, position, NULL, 0, NULL, &limits, &verdict);
    assert_true(verdict.known);
    assert_int_equal(verdict.winner, value == 0 ? 0 : value > 0 ? player : 3 - player);
    check_line(rules, *position, &verdict);
    counts[value + 1]++;
    return true;
}

/* Random games, looked at shortly before they end: mostly wins. */
static void games_check(struct prover *prover, const struct tab_rules *rules, struct tab_random *random,
                        int counts[3]) {
    static struct tab_position last[BACK];
    int checked = 0;
    while (checked < POSITIONS) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(rules, &position);
        tab_random_deal(random, rules, &position);
        for (; tab_position_player(rules, &position) != 0 && ply < PLIES_MAX; ply++) {
            last[ply % BACK] = position;
            tab_position_play(rules, &position, tab_random_move(random, rules, &position));
        }
        bool solved = true;
        for (int back = 1; back <= BACK && back <= ply && solved; back++, checked += solved)
            solved = check_position(prover, rules, &last[(ply - back) % BACK], counts);
    }
}

enum { SQUARES = 36, HARMONY = 3, HIGHEST = 8, PILE_TEXT = HIGHEST + 1 };

/* Drops all barons at random on a few squares, as harmony allows; false when that fails. */
static bool piles_write(struct tab_random *random, int piles, char text[SQUARES][PILE_TEXT]) {
    static const char colours[] = "rbw";
    int held[SQUARES][3] = {{0}};
    memset(text, 0, SQUARES * PILE_TEXT);
    for (int baron = 0, tries = 0; baron < SQUARES; tries++) {
        const int colour = baron % 3, square = (int)tab_random_below(random, (uint32_t)piles);
        const size_t height = strlen(text[square]);
        if (tries > 1000)
            return false;
        if (held[square][colour] == HARMONY || height == HIGHEST)
            continue;
        held[square][colour]++;
        text[square][height] = colours[colour];
        baron++;
    }
    return true;
}

static bool wins_at_once(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        struct tab_result result;
        tab_position_play(rules, &next, moves[i]);
        tab_position_result(rules, &next, &result);
        if (result.over && result.winner != 0)
            return true;
    }
    return false;
}

/* A random late position of few piles; false when it is none, is over, or is won at once. */
static bool late_position(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position) {
    char piles[SQUARES][PILE_TEXT], text[TAB_POSITION_TEXT] = "";
    if (!piles_write(random, 6 + (int)tab_random_below(random, 3), piles))
        return false;
    for (int square = 0; square < SQUARES; square++) {
        strcat(text, piles[square][0] != '\0' ? piles[square] : "-");
        strcat(text, square + 1 < SQUARES ? "/" : tab_random_below(random, 2) == 0 ? " 1" : " 2");
    }
    return tab_position_parse(rules, text, position, NULL) && !wins_at_once(rules, position);
}

static const char *const specs[] = {"khantsin", "khantsin:speed=two", "khantsin:flips=both,speed=two"};

static const char *spec_name(const void *row) { return *(const char *const *)row; }

static void test_late_positions(void **state) {
    const char *spec = *(const char **)*state;
    const struct tab_rules rules = testing_rules(spec);
    struct prover *prover = prover_new(MEMORY);
    struct tab_random random;
    struct tab_position position;
    int counts[3] = {0};
    assert_non_null(prover);
    tab_random_seed(&random, testing_seed(spec));
    games_check(prover, &rules, &random, counts);
    for (int checked = 0; checked < POSITIONS;)
        checked += late_position(&rules, &random, &position) && check_position(prover, &rules, &position, counts);
    assert_true(counts[0] > 0 && counts[2] > 0);                            /* losses and wins came up, */
    assert_true(counts[1] > 0 || rules.choice[KHANTSIN_OPTION_SPEED] == 0); /* draws with two speeds */
    prover_free(prover);
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

static uint64_t key_of(const struct tab_rules *rules, const char *text) {
    const struct tab_position position = testing_position(rules, text);
    return khantsin_solver_key(rules, &position);
}

#define DOTS "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-"
#define PILES "rrrbbb/rrrbbb/rrrbbb/rrrwww/bbbwww/www/www"
#define PAINTED "bbbwww/bbbwww/bbbwww/bbbrrr/wwwrrr/rrr/rrr"
#define TURNED "www/www/bbbwww/rrrwww/rrrbbb/rrrbbb/rrrbbb"

static void test_what_makes_no_difference_has_no_part_in_the_key(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("khantsin");
    const uint64_t key = key_of(&rules, PILES "/-/-/" DOTS " 1");
    assert_int_equal(key_of(&rules, "-/-/" DOTS "/" PILES " 1"), key);
    assert_int_equal(key_of(&rules, PAINTED "/-/-/" DOTS " 1"), key);
    assert_true(key_of(&rules, TURNED "/-/-/" DOTS " 1") != key);
    assert_true(key_of(&rules, PILES "/-/-/" DOTS " 2") != key);
}

static void test_squares_count_with_two_speeds(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("khantsin:speed=two");
    const uint64_t key = key_of(&rules, PILES "/-/-/" DOTS " 1");
    assert_true(key_of(&rules, "-/" PILES "/-/" DOTS " 1") != key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_makes_no_difference_has_no_part_in_the_key),
        cmocka_unit_test(test_squares_count_with_two_speeds),
    };
    int failures = testing_run_rows("Khan Tsin solved", test_late_positions, (void *)(uintptr_t)specs, sizeof *specs,
                                    (int)(sizeof specs / sizeof *specs), spec_name);
    return failures + cmocka_run_group_tests_name("keys of Khan Tsin", tests, NULL, NULL);
}
