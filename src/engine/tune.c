/* tune.c - fitting evaluation weights. */
#include "tune.h"
#include "net_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A position: the evaluation for the player to move, or with more than two players the standing of each. */
struct sample {
    size_t first; /* of its features, all those of the first sum, then those of the next */
    uint16_t features[TAB_PLAYERS_MAX];
    uint8_t sums;
    bool held;
    float payoff[TAB_PLAYERS_MAX]; /* of the player of each sum */
};

enum { BATCH = 256 };

/* Nets learn at a fiftieth of the pace of sums. */
static const float net_pace = 0.02F;

struct tune {
    const struct brain *brain;
    struct net_fit *net; /* NULL: the evaluation is linear, and this is the fit: */
    float *weights;      /* in logits, at the index every class of equal weights is tied to */
    float *speed;        /* sum of squared gradients, which slows a weight down */
    uint32_t *uses;      /* how many sums a weight is in; NULL in a net */
    uint32_t seldom;     /* weights in fewer sums are left alone */
    int weight_count;
    float *kept; /* weights to go back to */
    struct sample *samples;
    size_t sample_count, sample_room;
    struct brain_feature *features;
    size_t feature_count, feature_room;
    size_t learnt; /* positions, in all passes */
};

static bool linear_begin(struct tune *tune, const int16_t *weights) {
    const struct brain *brain = tune->brain;
    tune->weights = calloc((size_t)brain->weight_count, sizeof *tune->weights);
    tune->speed = calloc((size_t)brain->weight_count, sizeof *tune->speed);
    tune->uses = calloc((size_t)brain->weight_count, sizeof *tune->uses);
    if (tune->weights == NULL || tune->speed == NULL || tune->uses == NULL)
        return false;
    for (int i = 0; weights != NULL && i < brain->weight_count; i++)
        tune->weights[i] = (float)weights[brain->tie(i)] / 100.0F;
    return true;
}

static float *weights_of(const struct tune *tune) {
    return tune->net != NULL ? net_fit_weights(tune->net) : tune->weights;
}

void tune_keep(struct tune *tune) {
    memcpy(tune->kept, weights_of(tune), sizeof *tune->kept * (size_t)tune->weight_count);
}

void tune_return(struct tune *tune) {
    memcpy(weights_of(tune), tune->kept, sizeof *tune->kept * (size_t)tune->weight_count);
}

struct tune *tune_new(const struct tab_rules *rules, const int16_t *weights) {
    struct tune *tune = calloc(1, sizeof *tune);
    if (tune == NULL)
        return NULL;
    tune->brain = brain_of(rules->game);
    tune->weight_count = tune->brain->weight_count;
    const bool begun =
        tune->brain->parts > 0 ? (tune->net = net_fit_new(tune->brain, weights)) != NULL : linear_begin(tune, weights);
    tune->kept = calloc((size_t)tune->weight_count, sizeof *tune->kept);
    if (begun && tune->kept != NULL) {
        tune_keep(tune);
        return tune;
    }
    tune_free(tune);
    return NULL;
}

void tune_free(struct tune *tune) {
    if (tune == NULL)
        return;
    net_fit_free(tune->net);
    free(tune->weights);
    free(tune->speed);
    free(tune->uses);
    free(tune->kept);
    free(tune->samples);
    free(tune->features);
    free(tune);
}

/* Makes room for `more` elements; returns the array, moved or not, or NULL when there is no memory. */
static void *array_grow(void *array, size_t element, size_t used, size_t more, size_t *room) {
    if (used + more <= *room)
        return array;
    size_t wanted = (*room + more) * 2;
    void *grown = realloc(array, element * wanted);
    if (grown != NULL)
        *room = wanted;
    return grown;
}

/* Keeps the features of one sum of the newest sample. False when memory is short. */
static bool features_keep(struct tune *tune, struct sample *sample, const struct brain_feature *found, int count) {
    void *features =
        array_grow(tune->features, sizeof *tune->features, tune->feature_count, (size_t)count, &tune->feature_room);
    if (features == NULL)
        return false;
    tune->features = features;
    for (int i = 0; i < count; i++) {
        const int index = tune->brain->tie(found[i].index);
        if (tune->uses != NULL)
            tune->uses[index]++;
        tune->features[tune->feature_count++] = (struct brain_feature){index, found[i].value};
    }
    sample->features[sample->sums++] = (uint16_t)count;
    return true;
}

/* The evaluation of two players, or the standings of those of more that are still in. False when memory is short. */
static bool sums_keep(struct tune *tune, const struct tab_rules *rules, const struct tab_position *position,
                      const double *payoffs, struct sample *sample) {
    struct brain_feature found[BRAIN_FEATURES_MAX];
    const int players = tab_rules_players(rules), mover = tab_position_player(rules, position);
    if (players == 2) {
        sample->payoff[0] = (float)payoffs[mover - 1];
        return features_keep(tune, sample, found, tune->brain->features(rules, position, found));
    }
    for (int player = 1; player <= players; player++) {
        const int count = tune->brain->standing(rules, position, player, found);
        if (count == 0)
            continue;
        sample->payoff[sample->sums] = (float)payoffs[player - 1];
        if (!features_keep(tune, sample, found, count))
            return false;
    }
    return true;
}

bool tune_add(struct tune *tune, const struct tab_rules *rules, const struct tab_position *position,
              const double payoffs[TAB_PLAYERS_MAX], bool held) {
    tab_move move;
    if (tune->brain->shallow(position) || tune->brain->win_now(rules, position, &move))
        return true;
    void *samples = array_grow(tune->samples, sizeof *tune->samples, tune->sample_count, 1, &tune->sample_room);
    if (samples == NULL)
        return false;
    tune->samples = samples;
    struct sample *sample = &tune->samples[tune->sample_count];
    *sample = (struct sample){.first = tune->feature_count, .held = held};
    if (!sums_keep(tune, rules, position, payoffs, sample))
        return false;
    tune->sample_count++;
    return true;
}

void tune_spare(struct tune *tune, uint32_t seldom) { tune->seldom = seldom; }

size_t tune_positions(const struct tune *tune) { return tune->sample_count; }

static float sum_of(const struct tune *tune, const struct brain_feature *features, size_t count) {
    float sum = 0.0F;
    if (tune->net != NULL)
        return net_fit_value(tune->net, features, count);
    for (size_t i = 0; i < count; i++)
        sum += tune->weights[features[i].index] * (float)features[i].value;
    return sum;
}

/* The payoff to expect for the player of each sum. The sum of the other of two players is 0. */
static void predict(const struct tune *tune, const struct sample *sample, float chance[TAB_PLAYERS_MAX]) {
    const struct brain_feature *features = &tune->features[sample->first];
    const bool two = sample->sums == 1;
    float largest = two ? 0.0F : -INFINITY, all;
    for (int i = 0; i < sample->sums; features += sample->features[i++]) {
        chance[i] = sum_of(tune, features, sample->features[i]);
        largest = fmaxf(largest, chance[i]);
    }
    all = two ? expf(-largest) : 0.0F;
    for (int i = 0; i < sample->sums; i++)
        all += chance[i] = expf(chance[i] - largest);
    for (int i = 0; i < sample->sums; i++)
        chance[i] /= all;
}

/* One step against the gradient of a sum (AdaGrad). */
static void sum_learn(struct tune *tune, const struct brain_feature *features, size_t count, float miss, float rate) {
    for (size_t i = 0; i < count; i++) {
        if (tune->uses[features[i].index] < tune->seldom)
            continue;
        const float gradient = miss * (float)features[i].value;
        float *speed = &tune->speed[features[i].index];
        *speed += gradient * gradient;
        tune->weights[features[i].index] += rate * gradient / sqrtf(*speed + 1.0F);
    }
}

/* Learns from a sample; a net takes a step for each batch. */
static void sample_learn(struct tune *tune, const struct sample *sample, float rate) {
    const struct brain_feature *features = &tune->features[sample->first];
    float chance[TAB_PLAYERS_MAX] = {0};
    predict(tune, sample, chance);
    if (tune->net != NULL) {
        net_fit_learn(tune->net, (sample->payoff[0] - chance[0]) / (float)BATCH);
        if (++tune->learnt % BATCH == 0)
            net_fit_step(tune->net, rate * net_pace);
        return;
    }
    for (int i = 0; i < sample->sums; features += sample->features[i++])
        sum_learn(tune, features, sample->features[i], sample->payoff[i] - chance[i], rate);
}

/* How surprising a payoff is that was expected to be `chance`. */
static double surprise(float payoff, float chance) {
    const double least = 1e-6, bounded = (double)chance < least ? least : (double)chance;
    return payoff > 0.0F ? -(double)payoff * log(bounded) : 0.0;
}

static double sample_loss(const struct tune *tune, const struct sample *sample) {
    float chance[TAB_PLAYERS_MAX] = {0};
    double loss = 0.0;
    predict(tune, sample, chance);
    for (int i = 0; i < sample->sums; i++)
        loss += surprise(sample->payoff[i], chance[i]);
    if (sample->sums == 1)
        loss += surprise(1.0F - sample->payoff[0], 1.0F - chance[0]);
    return loss;
}

double tune_loss(const struct tune *tune) {
    double loss = 0.0;
    size_t held = 0;
    for (size_t i = 0; i < tune->sample_count; i++) {
        if (!tune->samples[i].held)
            continue;
        loss += sample_loss(tune, &tune->samples[i]);
        held++;
    }
    return held > 0 ? loss / (double)held : 0.0;
}

double tune_pass(struct tune *tune, double rate, struct tab_random *random) {
    for (size_t i = tune->sample_count; i > 1; i--) {
        size_t other = (size_t)(tab_random_next(random) % i);
        struct sample kept = tune->samples[i - 1];
        tune->samples[i - 1] = tune->samples[other];
        tune->samples[other] = kept;
    }
    for (size_t i = 0; i < tune->sample_count; i++)
        if (!tune->samples[i].held)
            sample_learn(tune, &tune->samples[i], (float)rate);
    return tune_loss(tune);
}

int tune_weight_count(const struct tune *tune) { return tune->weight_count; }

int tune_weight(const struct tune *tune, int index) {
    if (tune->net != NULL)
        return net_fit_weight(tune->net, index);
    long rounded = lroundf(tune->weights[tune->brain->tie(index)] * 100.0F);
    return (int)(rounded < -3000 ? -3000 : rounded > 3000 ? 3000 : rounded);
}
