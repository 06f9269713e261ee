/* brain.c - the table of brains, and the defaults they can use. */
#include "brain.h"
#include "../rules/registry.h"
#include "net.h"

#include <math.h>
#include <string.h>

static const struct brain *const brains[GAME_COUNT] = {
#define GAME(name) &name##_brain,
#include "../games.def"
#undef GAME
};

const struct brain *brain_of(const struct tab_game *game) { return brains[game_index(game)]; }

/* How many steps a weight is kept as. */
static int steps_of(const struct brain *brain, int weight) {
    const int step = brain->kept_step, most = (1 << (brain->kept_bits - 1)) - 1;
    const int steps = (weight + (weight < 0 ? -step / 2 : step / 2)) / step;
    return steps < -most ? -most : steps > most ? most : steps;
}

static int kept_at(const struct brain *brain, int index) {
    return brain->kept_bits == 8 ? ((const int8_t *)brain->kept)[index] : ((const int16_t *)brain->kept)[index];
}

void brain_unpack(const struct brain *brain, int16_t *weights) {
    int count = 0;
    for (int i = 0; i < brain->weight_count; i++) {
        const int tied = brain->tie(i);
        weights[i] = (int16_t)(tied < i ? weights[tied] : kept_at(brain, count++) * brain->kept_step);
    }
}

int brain_pack(const struct brain *brain, const int16_t *weights, int16_t *kept) {
    int count = 0;
    for (int i = 0; i < brain->weight_count; i++)
        if (brain->tie(i) == i)
            kept[count++] = (int16_t)steps_of(brain, weights[i]);
    return count;
}

uint64_t brain_hash_key(const struct tab_rules *rules, const struct tab_position *position, uint64_t hash) {
    (void)rules, (void)position;
    return hash;
}

int brain_no_tie(int index) { return index; }

int brain_no_noise(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    (void)rules, (void)position, (void)moves;
    return 0;
}

bool brain_no_pass(const struct tab_rules *rules, struct tab_position *position) {
    (void)rules, (void)position;
    return false;
}

bool brain_never_shallow(const struct tab_position *position) {
    (void)position;
    return false;
}

static int evaluate_linear(const struct brain_feature *features, int count, const int16_t *weights) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[features[i].index] * features[i].value;
    return sum;
}

static int evaluate_net(const struct brain *brain, const struct brain_feature *features, int count,
                        const int16_t *weights) {
    const int rows = net_rows(brain->weight_count);
    net_traits whole = {0};
    for (int part = 0; part < brain->parts; part++) {
        net_traits traits = net_row(weights, rows); /* the bias follows the rows */
        for (int i = 0; i < count; i++)
            if (features[i].value == part)
                traits += net_row(weights, features[i].index);
        whole += net_clip(traits);
    }
    return net_judge(whole, weights, rows);
}

int brain_evaluate_features(const struct brain *brain, const struct tab_rules *rules,
                            const struct tab_position *position, const int16_t *weights) {
    struct brain_feature features[BRAIN_FEATURES_MAX];
    const int count = brain->features(rules, position, features);
    const int value =
        brain->parts > 0 ? evaluate_net(brain, features, count, weights) : evaluate_linear(features, count, weights);
    return value < -BRAIN_VALUE_MAX ? -BRAIN_VALUE_MAX : value > BRAIN_VALUE_MAX ? BRAIN_VALUE_MAX : value;
}

/* ---- Payoffs -------------------------------------------------------------------------------------------------- */

static void two_payoffs(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights,
                        double *payoffs) {
    const int player = rules->game->player(position);
    const int value = brain_of(rules->game)->evaluate(rules, position, weights);
    const double chance = 1.0 / (1.0 + exp(-value / 100.0));
    payoffs[player - 1] = chance;
    payoffs[2 - player] = 1.0 - chance;
}

void brain_payoffs(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights,
                   double payoffs[TAB_PLAYERS_MAX]) {
    const struct brain *brain = brain_of(rules->game);
    const int players = tab_rules_players(rules);
    struct brain_feature features[BRAIN_FEATURES_MAX];
    double sum = 0.0;
    if (players == 2) {
        two_payoffs(rules, position, weights, payoffs);
        return;
    }
    for (int i = 0; i < players; i++) {
        const int count = brain->standing(rules, position, i + 1, features);
        payoffs[i] = count > 0 ? exp(evaluate_linear(features, count, weights) / 100.0) : 0.0;
        sum += payoffs[i];
    }
    for (int i = 0; i < players; i++)
        payoffs[i] /= sum;
}
