/* tune.c - fitting evaluation weights. */
#include "tune.h"
#include "net_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sample {
    size_t first; /* of its features */
    uint16_t features;
    bool held;
    float payoff;
};

enum { BATCH = 256 };

/* Nets learn at a fiftieth of the pace of sums. */
static const float net_pace = 0.02F;

struct tune {
    const struct brain *brain;
    struct net_fit *net; /* NULL: the evaluation is linear, and this is the fit: */
    float *weights;      /* in logits, at the index every class of equal weights is tied to */
    float *speed;        /* sum of squared gradients, which slows a weight down */
    int weight_count;
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
    if (tune->weights == NULL || tune->speed == NULL)
        return false;
    for (int i = 0; weights != NULL && i < brain->weight_count; i++)
        tune->weights[i] = (float)weights[brain->tie(i)] / 100.0F;
    return true;
}

struct tune *tune_new(const struct tab_rules *rules, const int16_t *weights) {
    struct tune *tune = calloc(1, sizeof *tune);
    if (tune == NULL)
        return NULL;
    tune->brain = brain_of(rules->game);
    tune->weight_count = tune->brain->weight_count;
    const bool begun =
        tune->brain->parts > 0 ? (tune->net = net_fit_new(tune->brain, weights)) != NULL : linear_begin(tune, weights);
    if (begun)
        return tune;
    tune_free(tune);
    return NULL;
}

void tune_free(struct tune *tune) {
    if (tune == NULL)
        return;
    net_fit_free(tune->net);
    free(tune->weights);
    free(tune->speed);
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

bool tune_add(struct tune *tune, const struct tab_rules *rules, const struct tab_position *position, double payoff,
              bool held) {
    struct brain_feature found[BRAIN_FEATURES_MAX];
    tab_move move;
    if (tune->brain->win_now(rules, position, &move))
        return true;
    size_t count = (size_t)tune->brain->features(rules, position, found);
    void *samples = array_grow(tune->samples, sizeof *tune->samples, tune->sample_count, 1, &tune->sample_room);
    if (samples == NULL)
        return false;
    tune->samples = samples;
    void *features =
        array_grow(tune->features, sizeof *tune->features, tune->feature_count, count, &tune->feature_room);
    if (features == NULL)
        return false;
    tune->features = features;
    for (size_t i = 0; i < count; i++)
        tune->features[tune->feature_count + i] =
            (struct brain_feature){tune->brain->tie(found[i].index), found[i].value};
    tune->samples[tune->sample_count++] = (struct sample){tune->feature_count, (uint16_t)count, held, (float)payoff};
    tune->feature_count += count;
    return true;
}

size_t tune_positions(const struct tune *tune) { return tune->sample_count; }

static float predict(const struct tune *tune, const struct sample *sample) {
    float sum = 0.0F;
    if (tune->net != NULL)
        return 1.0F / (1.0F + expf(-net_fit_value(tune->net, &tune->features[sample->first], sample->features)));
    for (size_t i = 0; i < sample->features; i++) {
        const struct brain_feature *feature = &tune->features[sample->first + i];
        sum += tune->weights[feature->index] * (float)feature->value;
    }
    return 1.0F / (1.0F + expf(-sum));
}

/* One step against the gradient (AdaGrad); a net takes one for each batch. */
static void sample_learn(struct tune *tune, const struct sample *sample, float rate) {
    float miss = sample->payoff - predict(tune, sample);
    if (tune->net != NULL) {
        net_fit_learn(tune->net, miss / BATCH);
        if (++tune->learnt % BATCH == 0)
            net_fit_step(tune->net, rate * net_pace);
        return;
    }
    for (size_t i = 0; i < sample->features; i++) {
        const struct brain_feature *feature = &tune->features[sample->first + i];
        float gradient = miss * (float)feature->value;
        float *speed = &tune->speed[feature->index];
        *speed += gradient * gradient;
        tune->weights[feature->index] += rate * gradient / sqrtf(*speed + 1.0F);
    }
}

double tune_loss(const struct tune *tune) {
    double loss = 0.0;
    size_t held = 0;
    for (size_t i = 0; i < tune->sample_count; i++) {
        const struct sample *sample = &tune->samples[i];
        if (!sample->held)
            continue;
        double chance = (double)predict(tune, sample), payoff = (double)sample->payoff;
        chance = chance < 1e-6 ? 1e-6 : chance > 1.0 - 1e-6 ? 1.0 - 1e-6 : chance;
        loss -= payoff * log(chance) + (1.0 - payoff) * log(1.0 - chance);
        held++;
    }
    return held > 0 ? loss / (double)held : 0.0;
}

double tune_pass(struct tune *tune, double rate, struct tab_random *random) {
    for (size_t i = tune->sample_count; i > 1; i--) {
        size_t other = tab_random_next(random) % i;
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
