/* test_dfpn.c - proof-number search against plain search, and every proof played out against all replies. */
#include "testing.h"

#include "engine/prove.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 10,
    POSITIONS = 320,
    BACK = 6,
    HORIZON = 3,
    PLIES_MAX = 20000,
    WALK = 200,
    NODES = 1000,
    MEMORY = 16 << 20
};

static struct dfpn *dfpn;

static int dfpn_make(void **state) {
    (void)state;
    dfpn = dfpn_new(MEMORY);
    return dfpn == NULL;
}

static int dfpn_drop(void **state) {
    (void)state;
    dfpn_free(dfpn);
    return 0;
}

static int winner_of(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_result result;
    tab_position_result(rules, position, &result);
    return result.over ? result.winner : -1;
}

/* Whether the attacker can force a win within so many plies, by plain search. */
static bool forces(const struct tab_rules *rules, const struct tab_position *position, int attacker, int plies) {
    const int winner = winner_of(rules, position);
    if (winner >= 0 || plies == 0)
        return winner == attacker;
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    const bool attacks = tab_position_player(rules, position) == attacker;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        if (forces(rules, &next, attacker, plies - 1) == attacks)
            return attacks;
    }
    return !attacks;
}

/* Plays the attacker's moves of the last proof against replies, all of them as far as `budget` goes: each brings the
 * end nearer, and the end is a win. */
static void proof_play(const struct tab_rules *rules, const struct tab_position *position, int attacker, int plies,
                       int *budget) {
    if (winner_of(rules, position) >= 0) {
        assert_int_equal(winner_of(rules, position), attacker);
        return;
    }
    tab_move moves[TAB_MOVES_MAX];
    struct dfpn_proof proof;
    int count = 1;
    assert_true(plies > 0);
    assert_true(dfpn_follow(dfpn, position, &(struct dfpn_limits){0}, &proof));
    assert_in_range(proof.plies, 1, plies);
    moves[0] = proof.line[0];
    if (tab_position_player(rules, position) != attacker)
        count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count && (*budget)-- > 0; i++) {
        struct tab_position next = *position;
        assert_true(tab_position_legal(rules, position, moves[i]));
        tab_position_play(rules, &next, moves[i]);
        proof_play(rules, &next, attacker, proof.plies - 1, budget);
    }
}

/* The line of a proof is legal, as long as it says, and ends with the win. */
static void check_line(const struct tab_rules *rules, struct tab_position position, int attacker,
                       const struct dfpn_proof *proof) {
    for (int i = 0; i < proof->plies; i++) {
        assert_int_equal(winner_of(rules, &position), -1);
        assert_true(tab_position_legal(rules, &position, proof->line[i]));
        tab_position_play(rules, &position, proof->line[i]);
    }
    assert_int_equal(winner_of(rules, &position), attacker);
}

/* Asks about one attacker and compares; returns whether the position is a win. */
static bool check_question(const struct tab_rules *rules, const struct tab_position *position, int attacker,
                           int horizon) {
    const struct dfpn_question question = {.rules = rules, .position = position, .attacker = attacker};
    const struct dfpn_limits limits = {.nodes = NODES};
    struct dfpn_proof proof;
    int budget = WALK;
    dfpn_ask(dfpn, &question);
    const enum dfpn_answer answer = dfpn_work(dfpn, &limits, &proof);
    const bool forced = forces(rules, position, attacker, horizon);
    if (forced)
        assert_int_equal(answer, DFPN_PROVEN);
    if (answer != DFPN_PROVEN)
        return false;
    if (proof.plies <= horizon)
        assert_true(forces(rules, position, attacker, proof.plies));
    check_line(rules, *position, attacker, &proof);
    proof_play(rules, position, attacker, proof.plies, &budget);
    return true;
}

/* Random games, looked at shortly before they end. */
static void check_spec(const char *spec) {
    const struct tab_rules rules = testing_rules(spec);
    static struct tab_position last[BACK];
    struct tab_random random;
    int checked = 0, wins = 0;
    tab_random_seed(&random, testing_seed(spec));
    while (checked < POSITIONS) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(&rules, &position);
        for (; tab_position_player(&rules, &position) != 0 && ply < PLIES_MAX; ply++) {
            last[ply % BACK] = position;
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        }
        for (int back = 1; back <= BACK && back <= ply; back++, checked++) {
            const struct tab_position *at = &last[(ply - back) % BACK];
            const int player = tab_position_player(&rules, at);
            wins += check_question(&rules, at, player, HORIZON);
            wins += check_question(&rules, at, 3 - player, HORIZON - 1);
        }
    }
    assert_true(wins > POSITIONS / 8); /* or else nothing was tried */
}

static void test_siam_agrees_with_plain_search(void **state) {
    (void)state;
    check_spec("siam");
}

static void test_three_rings_agrees_with_plain_search(void **state) {
    (void)state;
    check_spec("anneaux");
}

/* ---- Repetition ----------------------------------------------------------------------------------------------- */

/* The winner of a proven position stays unproven when every winning move leads to a position that came twice. */
static void test_a_position_that_came_twice_wins_nothing(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("anneaux");
    const struct tab_position position = testing_position(&rules, "11....../..2..2../2....1.. 1 0,0 - -");
    struct dfpn_question question = {.rules = &rules, .position = &position, .attacker = 1};
    const struct dfpn_limits limits = {.nodes = NODES};
    struct dfpn_proof proof;
    dfpn_ask(dfpn, &question);
    assert_int_equal(dfpn_work(dfpn, &limits, &proof), DFPN_PROVEN);
    assert_int_equal(proof.plies, 2);
    struct tab_position next = position;
    uint64_t past[64];
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(&rules, &position, moves);
    for (int i = 0; i < count; i++) {
        next = position;
        tab_position_play(&rules, &next, moves[i]);
        if (tab_position_player(&rules, &next) != 1)
            continue;
        for (int twice = 0; twice < 2; twice++)
            past[question.past_count++] = tab_position_hash(&rules, &next);
    }
    assert_in_range(question.past_count, 2, 60);
    question.past = past;
    dfpn_ask(dfpn, &question);
    const enum dfpn_answer answer = dfpn_work(dfpn, &limits, &proof);
    assert_true(answer != DFPN_PROVEN || proof.plies > 2);
}

/* A position of random games whose proof takes a while. */
static struct tab_position long_proof_position(const struct tab_rules *rules, int *attacker) {
    const struct dfpn_limits limits = {.nodes = NODES};
    struct tab_position last[BACK];
    struct tab_random random;
    tab_random_seed(&random, 31);
    for (;;) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(rules, &position);
        for (; tab_position_player(rules, &position) != 0; ply++) {
            last[ply % BACK] = position;
            tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
        }
        position = last[(ply - BACK) % BACK];
        *attacker = tab_position_player(rules, &position);
        const struct dfpn_question question = {.rules = rules, .position = &position, .attacker = *attacker};
        struct dfpn_proof proof;
        dfpn_ask(dfpn, &question);
        if (dfpn_work(dfpn, &limits, &proof) == DFPN_PROVEN && dfpn_nodes(dfpn) > 20 * PIECE)
            return position;
    }
}

static void test_a_proof_can_be_found_in_pieces(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    int attacker;
    const struct tab_position position = long_proof_position(&rules, &attacker);
    const struct dfpn_question question = {.rules = &rules, .position = &position, .attacker = attacker};
    struct dfpn_proof proof;
    enum dfpn_answer answer = DFPN_UNKNOWN;
    int pieces = 0;
    dfpn_ask(dfpn, &question);
    for (; answer == DFPN_UNKNOWN && pieces < NODES; pieces++) {
        const struct dfpn_limits piece = {.nodes = (uint64_t)PIECE * (uint64_t)(1 + pieces)};
        answer = dfpn_work(dfpn, &piece, &proof);
    }
    assert_int_equal(answer, DFPN_PROVEN);
    assert_true(pieces > 1);
    check_line(&rules, position, attacker, &proof);
}

static void test_a_stopped_search_claims_nothing(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    struct tab_position position;
    tab_position_start(&rules, &position);
    const _Atomic bool stop = true;
    const struct dfpn_question question = {.rules = &rules, .position = &position, .attacker = 1};
    const struct dfpn_limits limits = {.stop = &stop};
    struct dfpn_proof proof;
    dfpn_ask(dfpn, &question);
    assert_int_equal(dfpn_work(dfpn, &limits, &proof), DFPN_UNKNOWN);
}

/* ---- Both players --------------------------------------------------------------------------------------------- */

static void test_the_other_player_is_asked_too(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("anneaux");
    const struct tab_position position = testing_position(&rules, "22..22../..A..A../2....1.. 1 0,0 - -");
    struct prover *prover = prover_new(MEMORY);
    const struct dfpn_limits limits = {.nodes = 100000};
    struct prove_verdict verdict;
    assert_non_null(prover);
    prover_solve(prover, &rules, &position, NULL, 0, NULL, &limits, &verdict);
    assert_true(verdict.known);
    assert_int_equal(verdict.winner, 2);
    assert_int_equal(verdict.length, verdict.plies);
    prover_free(prover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_siam_agrees_with_plain_search),
        cmocka_unit_test(test_three_rings_agrees_with_plain_search),
        cmocka_unit_test(test_a_position_that_came_twice_wins_nothing),
        cmocka_unit_test(test_a_proof_can_be_found_in_pieces),
        cmocka_unit_test(test_a_stopped_search_claims_nothing),
        cmocka_unit_test(test_the_other_player_is_asked_too),
    };
    return cmocka_run_group_tests_name("proof-number search", tests, dfpn_make, dfpn_drop);
}
