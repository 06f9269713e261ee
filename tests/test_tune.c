/* test_tune.c - fitting weights: what is learnt is what the games show. */
#include "testing.h"

#include "engine/brain.h"
#include "engine/tune.h"

#include <math.h>
#include <stdlib.h>

enum { GAMES = 300, HELD_EVERY = 5, PASSES = 6 };

/* A payoff that follows from the position, so that it can be learnt: the lead in visible cylinders. */
static double payoff_of(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_score lines[TAB_SCORES_MAX];
    tab_position_score(rules, position, lines);
    const int player = tab_position_player(rules, position), lead = lines[0].value[0] - lines[0].value[1];
    return 1.0 / (1.0 + exp(-(player == 1 ? lead : -lead)));
}

static struct tune *tune_fill(const struct tab_rules *rules, const int16_t *weights) {
    struct tune *tune = tune_new(rules, weights);
    struct tab_random random;
    assert_non_null(tune);
    tab_random_seed(&random, 31);
    for (int game = 0; game < GAMES; game++) {
        struct tab_position position;
        tab_position_start(rules, &position);
        while (tab_position_player(rules, &position) != 0) {
            assert_true(tune_add(tune, rules, &position, payoff_of(rules, &position), game % HELD_EVERY == 0));
            tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
        }
    }
    return tune;
}

/* The loss on positions held back falls to little more than what the payoffs themselves leave open. */
static void test_a_net_learns_what_the_games_show(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tune *tune = tune_fill(&rules, NULL);
    struct tab_random random;
    tab_random_seed(&random, 1);
    const double before = tune_loss(tune);
    double after = before;
    for (int pass = 0; pass < PASSES; pass++)
        after = tune_pass(tune, 0.1, &random);
    assert_true(after < before - 0.1);
    assert_int_equal(tune_weight_count(tune), brain_of(rules.game)->weight_count);
    tune_free(tune);
}

/* Weights that are not changed come out as they went in. */
static void test_weights_survive_the_way_through(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct brain *brain = brain_of(rules.game);
    int16_t *weights = malloc(sizeof *weights * (size_t)brain->weight_count);
    assert_non_null(weights);
    brain->unpack(brain, weights);
    struct tune *tune = tune_new(&rules, weights);
    assert_non_null(tune);
    for (int i = 0; i < brain->weight_count; i++)
        assert_int_equal(tune_weight(tune, i), weights[i]);
    tune_free(tune);
    free(weights);
}

/* The same positions in the same order give the same weights. */
static void test_fits_can_be_repeated(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tune *fits[2];
    for (int i = 0; i < 2; i++) {
        struct tab_random random;
        tab_random_seed(&random, 1);
        fits[i] = tune_fill(&rules, NULL);
        tune_pass(fits[i], 0.1, &random);
    }
    for (int i = 0; i < tune_weight_count(fits[0]); i++)
        assert_int_equal(tune_weight(fits[0], i), tune_weight(fits[1], i));
    tune_free(fits[0]);
    tune_free(fits[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_net_learns_what_the_games_show),
        cmocka_unit_test(test_weights_survive_the_way_through),
        cmocka_unit_test(test_fits_can_be_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
