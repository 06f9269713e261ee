/* test_tune.c - fitting weights: what is learnt is what the games show. */
#include "testing.h"

#include "engine/brain.h"
#include "engine/tune.h"

#include <math.h>
#include <stdlib.h>

enum { GAMES = 300, PLIES = 200, HELD_EVERY = 5, PASSES = 6 };

/* Payoffs that follow from the position, so that they can be learnt: by the first line of the score, visible cylinders or
 * pawns. */
static void payoffs_find(const struct tab_rules *rules, const struct tab_position *position, double *payoffs) {
    struct tab_score lines[TAB_SCORES_MAX];
    const int players = tab_rules_players(rules);
    double sum = 0.0;
    tab_position_score(rules, position, lines);
    for (int i = 0; i < players; i++)
        sum += payoffs[i] = exp(lines[0].value[i]);
    for (int i = 0; i < players; i++)
        payoffs[i] /= sum;
}

static struct tune *tune_fill(const struct tab_rules *rules, const int16_t *weights) {
    struct tune *tune = tune_new(rules, weights);
    struct tab_random random;
    assert_non_null(tune);
    tab_random_seed(&random, 31);
    for (int game = 0; game < GAMES; game++) {
        struct tab_position position;
        tab_position_start(rules, &position);
        for (int ply = 0; ply < PLIES && tab_position_player(rules, &position) != 0; ply++) {
            double payoffs[TAB_PLAYERS_MAX] = {0};
            payoffs_find(rules, &position, payoffs);
            assert_true(tune_add(tune, rules, &position, payoffs, game % HELD_EVERY == 0));
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

/* Weights that were kept come back, whatever was learnt meanwhile; at first those that it began with. */
static void test_weights_come_back(void **state) {
    static const char *const specs[] = {"siam", "santasi"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct tab_rules rules = testing_rules(specs[i]);
        struct tune *tune = tune_fill(&rules, NULL);
        struct tab_random random;
        tab_random_seed(&random, 1);
        const double first = tune_loss(tune), second = tune_pass(tune, 0.1, &random);
        tune_return(tune);
        testing_near(tune_loss(tune), first, 1e-6); /* positions were put in another order */
        const double third = tune_pass(tune, 0.1, &random);
        assert_true(fabs(second - first) > 1e-4 && fabs(third - first) > 1e-4);
        tune_keep(tune);
        tune_pass(tune, 0.1, &random);
        tune_return(tune);
        testing_near(tune_loss(tune), third, 1e-6);
        tune_free(tune);
    }
}

/* Standings of three and four players, too. */
static void test_standings_are_learnt(void **state) {
    (void)state;
    static const char *const specs[] = {"anneaux:players=3", "anneaux:players=4"};
    for (int i = 0; i < 2; i++) {
        const struct tab_rules rules = testing_rules(specs[i]);
        struct tune *tune = tune_fill(&rules, NULL);
        struct tab_random random;
        tab_random_seed(&random, 1);
        const double before = tune_loss(tune), after = tune_pass(tune, 0.1, &random);
        assert_true(after < before - 0.1);
        tune_free(tune);
    }
}

/* A weight that few positions use stays what it was; of the others some change. */
static void test_seldom_weights_are_left_alone(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("anneaux:players=3");
    static const uint32_t seldom[] = {1000, UINT32_MAX};
    for (int i = 0; i < 2; i++) {
        struct tune *tune = tune_fill(&rules, NULL);
        struct tab_random random;
        int changed = 0;
        tab_random_seed(&random, 1);
        tune_spare(tune, seldom[i]);
        tune_pass(tune, 0.1, &random);
        for (int weight = 0; weight < tune_weight_count(tune); weight++)
            changed += tune_weight(tune, weight) != 0;
        assert_int_equal(changed > 0, i == 0);
        tune_free(tune);
    }
}

/* Weights that are not changed come out as they went in. */
static void test_weights_survive_the_way_through(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct brain *brain = brain_of(rules.game);
    int16_t *weights = malloc(sizeof *weights * (size_t)brain->weight_count);
    assert_non_null(weights);
    brain_unpack(brain, weights);
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
        cmocka_unit_test(test_weights_come_back),
        cmocka_unit_test(test_standings_are_learnt),
        cmocka_unit_test(test_seldom_weights_are_left_alone),
        cmocka_unit_test(test_weights_survive_the_way_through),
        cmocka_unit_test(test_fits_can_be_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
