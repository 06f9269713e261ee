/* test_brains.c - what the engine knows about every game, against the rules themselves. */
#include "testing.h"
#include "weights.h"

#include "engine/brain.h"
#include "engine/net.h"
#include "engine/santasi_search.h"
#include "rules/santasi.h"
#include "rules/siam.h"

#include <string.h>

enum { GAMES = 12, PLIES_MAX = 400 };

/* Calls a check on every position of seeded random games of every spec with two players. */
static void for_random_positions(void (*check)(const struct tab_rules *rules, const struct tab_position *position)) {
    char buffer[TAB_SPEC_TEXT];
    int index = 0;
    struct tab_random random;
    tab_random_seed(&random, 11);
    for (const char *spec; (spec = testing_spec(&index, buffer, sizeof buffer)) != NULL;) {
        struct tab_rules rules = testing_rules(spec);
        if (tab_rules_players(&rules) != 2)
            continue;
        for (int game = 0; game < GAMES; game++) {
            struct tab_position position;
            tab_position_start(&rules, &position);
            for (int ply = 0; ply < PLIES_MAX && tab_position_player(&rules, &position) != 0; ply++) {
                check(&rules, &position);
                tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
            }
        }
    }
}

static void check_weight(const struct brain *brain, const struct brain_feature *feature) {
    assert_in_range(feature->index, 0, brain->weight_count - 1);
    int tied = brain->tie(feature->index);
    assert_in_range(tied, 0, feature->index);
    assert_int_equal(brain->tie(tied), tied);
    assert_int_equal(weights_own(brain)[tied], weights_own(brain)[feature->index]);
}

static void check_row(const struct brain *brain, const struct brain_feature *feature) {
    assert_in_range(feature->index, 0, net_rows(brain->weight_count) - 1);
    assert_in_range(feature->value, 0, brain->parts - 1);
}

/* The memory stays as long as the rules do, so that much of it is used again. */
static int recalled(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights) {
    static struct brain_memo memo;
    static struct tab_rules about;
    if (memcmp(&about, rules, sizeof about) != 0)
        memset(&memo, 0, sizeof memo);
    about = *rules;
    return brain_of(rules->game)->recall(rules, position, weights, &memo);
}

static void check_evaluation(const struct tab_rules *rules, const struct tab_position *position) {
    const struct brain *brain = brain_of(rules->game);
    const int16_t *weights = weights_own(brain);
    struct brain_feature features[BRAIN_FEATURES_MAX];
    int count = brain->features(rules, position, features);
    assert_in_range(count, 0, BRAIN_FEATURES_MAX);
    for (int i = 0; i < count; i++) {
        if (brain->parts > 0)
            check_row(brain, &features[i]);
        else
            check_weight(brain, &features[i]);
    }
    const int value = brain_evaluate_features(brain, rules, position, weights);
    assert_int_equal(brain->evaluate(rules, position, weights), value);
    if (brain->recall != NULL)
        assert_int_equal(recalled(rules, position, weights), value);
}

static void test_no_weight_of_a_net_is_too_large(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct brain *brain = brain_of(rules.game);
    for (int i = 0; i < brain->weight_count; i++)
        assert_in_range(weights_own(brain)[i] + NET_MOST, 0, 2 * NET_MOST);
}

/* Positions that differ only in the order of the towers and in what is covered have one key. */
static void test_san_ta_si_knows_towers_that_are_alike(void **state) {
    (void)state;
    static const struct {
        const char *one, *other;
        bool same;
    } rows[] = {
        {"b,-,-,-,-/-,s,-,-,-/-,-,-,-,- 1", "-,-,-,-,-/b,-,-,-,-/-,s,-,-,- 1", true},
        {"b,-,-,-,-/-,s,-,-,-/-,-,-,-,- 1", "-,-,-,-,-/s,-,-,-,-/-,b,-,-,- 1", false},
        {"-,s,b,-,-/-,b,s,-,-/-,-,-,-,- 1", "-,b,b,-,-/-,s,s,-,-/-,-,-,-,- 1", true},
        {"s,-,-,-,-/b,-,-,-,-/-,-,-,-,- 1", "s,b,-,-,-/-,-,-,-,-/-,-,-,-,- 1", false},
    };
    const struct tab_rules rules = testing_rules("santasi");
    const struct brain *brain = brain_of(rules.game);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tab_position one, other;
        assert_true(tab_position_parse(&rules, rows[i].one, &one, NULL));
        assert_true(tab_position_parse(&rules, rows[i].other, &other, NULL));
        assert_int_equal(brain->key(&rules, &one, 1) == brain->key(&rules, &other, 2), rows[i].same);
        if (rows[i].same)
            assert_int_equal(brain->evaluate(&rules, &one, weights_own(brain)),
                             brain->evaluate(&rules, &other, weights_own(brain)));
    }
}

static void test_evaluation_follows_from_its_features(void **state) {
    (void)state;
    for_random_positions(check_evaluation);
}

/* Weights that were kept come back as they are kept, all of them, so that a fit that changes nothing changes no source. */
static void test_weights_pack_as_they_are_kept(void **state) {
    (void)state;
    static int16_t kept[WEIGHTS_MAX];
    for (int i = 0; i < tab_game_count(); i++) {
        const struct brain *brain = brain_of(tab_game_at(i));
        const int count = brain_pack(brain, weights_own(brain), kept);
        assert_int_equal(count, brain->kept_count);
        for (int k = 0; k < count; k++)
            assert_int_equal(kept[k], brain->kept_bits == 8 ? ((const int8_t *)brain->kept)[k]
                                                            : ((const int16_t *)brain->kept)[k]);
    }
}

/* Whether some legal move wins at once, found by trying them all. */
static bool wins_by_trial(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves), player = tab_position_player(rules, position);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        struct tab_result result;
        tab_position_play(rules, &next, moves[i]);
        tab_position_result(rules, &next, &result);
        if (result.winner == player)
            return true;
    }
    return false;
}

static void check_win_now(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move move;
    bool found = brain_of(rules->game)->win_now(rules, position, &move);
    assert_int_equal(found, wins_by_trial(rules, position));
    if (!found)
        return;
    struct tab_position next = *position;
    struct tab_result result;
    assert_true(tab_position_legal(rules, position, move));
    tab_position_play(rules, &next, move);
    tab_position_result(rules, &next, &result);
    assert_int_equal(result.winner, tab_position_player(rules, position));
}

static void test_wins_at_hand_are_found_exactly(void **state) {
    (void)state;
    for_random_positions(check_win_now);
}

static void check_moves(const struct tab_rules *rules, const struct tab_position *position) {
    const struct brain *brain = brain_of(rules->game);
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        assert_true(moves[i] < BRAIN_MOVE_LIMIT - 1);
    }
    tab_move noisy[TAB_MOVES_MAX];
    int loud = brain->noisy(rules, position, noisy);
    for (int i = 0; i < loud; i++)
        assert_true(tab_position_legal(rules, position, noisy[i]));
}

static void test_moves_fit_the_tables(void **state) {
    (void)state;
    for_random_positions(check_moves);
}

/* Moves that are left out are never missed: near the end, against all moves. */
static void check_moves_that_matter(const struct tab_rules *rules, const struct tab_position *position) {
    enum { LEFT_MOST = 6 };
    const struct brain *brain = brain_of(rules->game);
    if (brain->moves == NULL || santasi_pieces(santasi_of(position)->left) > LEFT_MOST)
        return;
    tab_move moves[TAB_MOVES_MAX];
    const int legal = tab_position_moves(rules, position, moves);
    assert_in_range(brain->moves(rules, position, moves), 1, legal);
    assert_int_equal(testing_best_play(rules, position, brain->moves), testing_best_play(rules, position, NULL));
}

static void test_moves_left_out_are_not_missed(void **state) {
    (void)state;
    for_random_positions(check_moves_that_matter);
}

/* In an empty field every site is as good as the others, and who may choose covers the other's pieces. */
static void test_san_ta_si_leaves_out_what_is_alike(void **state) {
    (void)state;
    static const struct {
        const char *position;
        int legal, listed;
    } rows[] = {
        {"-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", 30, 10},
        {"-,-,-,-,b/-,-,-,-,-/-,-,-,-,- 2", 28, 16},
        {"-,-,-,-,b/-,-,-,-,s/-,-,-,-,- 1", 26, 22}, /* two towers alike but for the colour */
    };
    const struct tab_rules rules = testing_rules("santasi");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tab_position position;
        tab_move moves[TAB_MOVES_MAX];
        assert_true(tab_position_parse(&rules, rows[i].position, &position, NULL));
        assert_int_equal(tab_position_moves(&rules, &position, moves), rows[i].legal);
        assert_int_equal(brain_of(rules.game)->moves(&rules, &position, moves), rows[i].listed);
    }
}

/* Whether the player to move can win before the turn passes. */
static bool wins_in_turn(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves), player = tab_position_player(rules, position);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        struct tab_result result;
        tab_position_play(rules, &next, moves[i]);
        tab_position_result(rules, &next, &result);
        if (result.winner == player || (tab_position_player(rules, &next) == player && wins_in_turn(rules, &next)))
            return true;
    }
    return false;
}

static void check_pass(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_position next = *position;
    const struct brain *brain = brain_of(rules->game);
    if (!brain->pass(rules, &next))
        return;
    assert_int_not_equal(tab_position_player(rules, &next), tab_position_player(rules, position));
    if (brain->threatened(rules, position))
        assert_true(wins_in_turn(rules, &next));
}

static void test_a_pass_hands_over_and_threats_are_real(void **state) {
    (void)state;
    for_random_positions(check_pass);
}

static void check_payoffs(const struct tab_rules *rules, const struct tab_position *position) {
    double payoffs[TAB_PLAYERS_MAX] = {0}, sum = 0.0;
    const struct brain *brain = brain_of(rules->game);
    brain_payoffs(rules, position, weights_own(brain), payoffs);
    for (int i = 0; i < tab_rules_players(rules); i++) {
        assert_true(payoffs[i] >= 0.0 && payoffs[i] <= 1.0);
        sum += payoffs[i];
    }
    assert_true(sum > 0.999 && sum < 1.001);
}

static void test_payoffs_add_up(void **state) {
    (void)state;
    for_random_positions(check_payoffs);
}

/* A position of Siam on a board that is mirrored at its middle file, or turned by a quarter so that north is east. */
static struct tab_position siam_turned(const struct tab_position *position, bool mirror) {
    struct tab_position turned = *position;
    const struct siam *from = siam_of(position);
    struct siam *to = siam_edit(&turned);
    to->animals[0] = to->animals[1] = to->rocks = to->facing[0] = to->facing[1] = 0;
    for (int rank = 0; rank < SIAM_SIZE; rank++) {
        for (int file = 0; file < SIAM_SIZE; file++) {
            const int old = rank * SIAM_STRIDE + file, other = SIAM_SIZE - 1 - file;
            const int new = mirror ? (rank * SIAM_STRIDE) + other : (other * SIAM_STRIDE) + rank;
            const uint32_t facing = (from->facing[0] >> old & 1) | (from->facing[1] >> old & 1) << 1;
            const uint32_t animal = (from->animals[0] | from->animals[1]) >> old & 1;
            const uint32_t after = animal ? (mirror ? 4 - facing : facing + 1) & 3 : 0;
            for (int i = 0; i < 2; i++) {
                to->animals[i] |= (from->animals[i] >> old & 1) << new;
                to->facing[i] |= (after >> i & 1) << new;
            }
            to->rocks |= (from->rocks >> old & 1) << new;
        }
    }
    return turned;
}

static void check_siam_turned(const struct tab_rules *rules, const struct tab_position *position) {
    const struct brain *brain = brain_of(rules->game);
    if (brain != &siam_brain)
        return;
    const int value = brain->evaluate(rules, position, weights_own(brain));
    for (int mirror = 0; mirror < 2; mirror++) {
        const struct tab_position turned = siam_turned(position, mirror);
        assert_int_equal(brain->evaluate(rules, &turned, weights_own(brain)), value);
    }
}

static void test_siam_is_the_same_from_every_side(void **state) {
    (void)state;
    for_random_positions(check_siam_turned);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_pack_as_they_are_kept),
        cmocka_unit_test(test_evaluation_follows_from_its_features),
        cmocka_unit_test(test_no_weight_of_a_net_is_too_large),
        cmocka_unit_test(test_san_ta_si_knows_towers_that_are_alike),
        cmocka_unit_test(test_wins_at_hand_are_found_exactly),
        cmocka_unit_test(test_moves_fit_the_tables),
        cmocka_unit_test(test_moves_left_out_are_not_missed),
        cmocka_unit_test(test_san_ta_si_leaves_out_what_is_alike),
        cmocka_unit_test(test_a_pass_hands_over_and_threats_are_real),
        cmocka_unit_test(test_payoffs_add_up),
        cmocka_unit_test(test_siam_is_the_same_from_every_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
