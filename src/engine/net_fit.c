/* net_fit.c - gradient descent on the weights of a net. */
#include "net_fit.h"
#include "net.h"

#include <math.h>
#include <stdlib.h>

enum { SEED = 3 };

static const float pace_slope = 0.9F, pace_square = 0.999F, decay = 1e-3F, tiny = 1e-8F;
static const float clip = (float)NET_CLIP / (float)NET_ONE, most = (float)NET_MOST / (float)NET_ONE;

/* The position valued last. */
struct glance {
    const struct brain_feature *features;
    size_t count;
    float traits[BRAIN_PARTS_MAX][NET_WIDE]; /* before they are clipped */
    float whole[NET_WIDE];
    float judgements[NET_DEEP]; /* before they are cut off at zero */
};

struct net_fit {
    int rows, parts, count;
    float *weights, *slope;
    float *mean, *square; /* of the slopes so far, fading */
    int steps;
    struct glance glance;
};

/* About normally distributed. */
static float random_normal(struct tab_random *random, float width) {
    float sum = 0.0F;
    for (int i = 0; i < 6; i++)
        sum += (float)tab_random_below(random, 1 << 20) / (float)(1 << 20);
    return (sum - 3.0F) * 1.4142F * width;
}

static void weights_deal(struct net_fit *fit) {
    const int matrix = NET_MATRIX_AT(fit->rows), out = NET_OUT_AT(fit->rows);
    struct tab_random random;
    tab_random_seed(&random, SEED);
    for (int i = 0; i < fit->rows * NET_WIDE; i++)
        fit->weights[i] = random_normal(&random, 0.15F);
    for (int i = 0; i < NET_WIDE; i++)
        fit->weights[NET_BIAS_AT(fit->rows) + i] = 0.3F;
    for (int i = 0; i < NET_DEEP * NET_WIDE; i++)
        fit->weights[matrix + i] = random_normal(&random, 0.2F);
    for (int i = 0; i < NET_DEEP; i++) {
        fit->weights[NET_DEEP_BIAS_AT(fit->rows) + i] = 0.1F;
        fit->weights[out + i] = random_normal(&random, 0.2F);
    }
}

struct net_fit *net_fit_new(const struct brain *brain, const int16_t *weights) {
    struct net_fit *fit = calloc(1, sizeof *fit);
    if (fit == NULL)
        return NULL;
    fit->parts = brain->parts;
    fit->rows = net_rows(brain->weight_count);
    fit->count = brain->weight_count;
    float **arrays[] = {&fit->weights, &fit->slope, &fit->mean, &fit->square};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = calloc((size_t)fit->count, sizeof **arrays[i]);
        if (*arrays[i] == NULL) {
            net_fit_free(fit);
            return NULL;
        }
    }
    if (weights == NULL)
        weights_deal(fit);
    for (int i = 0; weights != NULL && i < fit->count; i++)
        fit->weights[i] = (float)weights[i] / (float)NET_ONE;
    return fit;
}

void net_fit_free(struct net_fit *fit) {
    if (fit == NULL)
        return;
    free(fit->weights);
    free(fit->slope);
    free(fit->mean);
    free(fit->square);
    free(fit);
}

/* ---- Forwards and backwards ----------------------------------------------------------------------------------- */

static float clipped(float trait) { return trait < 0.0F ? 0.0F : trait > clip ? clip : trait; }

static void traits_add(struct net_fit *fit, const struct brain_feature *features, size_t count) {
    struct glance *glance = &fit->glance;
    for (int part = 0; part < fit->parts; part++)
        memcpy(glance->traits[part], fit->weights + NET_BIAS_AT(fit->rows), sizeof glance->traits[part]);
    for (size_t i = 0; i < count; i++) {
        const float *row = fit->weights + features[i].index * NET_WIDE;
        float *traits = glance->traits[features[i].value];
        for (int j = 0; j < NET_WIDE; j++)
            traits[j] += row[j];
    }
    memset(glance->whole, 0, sizeof glance->whole);
    for (int part = 0; part < fit->parts; part++)
        for (int j = 0; j < NET_WIDE; j++)
            glance->whole[j] += clipped(glance->traits[part][j]);
}

float net_fit_value(struct net_fit *fit, const struct brain_feature *features, size_t count) {
    struct glance *glance = &fit->glance;
    const float *matrix = fit->weights + NET_MATRIX_AT(fit->rows), *out = fit->weights + NET_OUT_AT(fit->rows);
    float value = fit->weights[NET_OUT_BIAS_AT(fit->rows)];
    glance->features = features;
    glance->count = count;
    traits_add(fit, features, count);
    for (int i = 0; i < NET_DEEP; i++) {
        float sum = fit->weights[NET_DEEP_BIAS_AT(fit->rows) + i];
        for (int j = 0; j < NET_WIDE; j++)
            sum += matrix[net_matrix_index(i, j)] * glance->whole[j];
        glance->judgements[i] = sum;
        value += sum > 0.0F ? sum * out[i] : 0.0F;
    }
    return value;
}

/* From the judgements back to the whole, whose slopes go to `whole`. */
static void judgements_learn(struct net_fit *fit, float miss, float whole[NET_WIDE]) {
    const struct glance *glance = &fit->glance;
    const int matrix = NET_MATRIX_AT(fit->rows), out = NET_OUT_AT(fit->rows);
    for (int i = 0; i < NET_DEEP; i++) {
        if (glance->judgements[i] <= 0.0F)
            continue;
        const float slope = miss * fit->weights[out + i];
        fit->slope[out + i] += miss * glance->judgements[i];
        fit->slope[NET_DEEP_BIAS_AT(fit->rows) + i] += slope;
        for (int j = 0; j < NET_WIDE; j++) {
            const int index = matrix + net_matrix_index(i, j);
            fit->slope[index] += slope * glance->whole[j];
            whole[j] += slope * fit->weights[index];
        }
    }
}

void net_fit_learn(struct net_fit *fit, float miss) {
    const struct glance *glance = &fit->glance;
    float whole[NET_WIDE] = {0}, part[BRAIN_PARTS_MAX][NET_WIDE];
    fit->slope[NET_OUT_BIAS_AT(fit->rows)] += miss;
    judgements_learn(fit, miss, whole);
    for (int i = 0; i < fit->parts; i++) {
        for (int j = 0; j < NET_WIDE; j++) {
            const float trait = glance->traits[i][j];
            part[i][j] = trait > 0.0F && trait < clip ? whole[j] : 0.0F;
            fit->slope[NET_BIAS_AT(fit->rows) + j] += part[i][j];
        }
    }
    for (size_t i = 0; i < glance->count; i++) {
        float *row = fit->slope + glance->features[i].index * NET_WIDE;
        const float *from = part[glance->features[i].value];
        for (int j = 0; j < NET_WIDE; j++)
            row[j] += from[j];
    }
}

void net_fit_step(struct net_fit *fit, float rate) {
    fit->steps++;
    const float young = 1.0F - powf(pace_slope, (float)fit->steps), old = 1.0F - powf(pace_square, (float)fit->steps);
    for (int i = 0; i < fit->count; i++) {
        const float slope = fit->slope[i];
        fit->mean[i] += (1.0F - pace_slope) * (slope - fit->mean[i]);
        fit->square[i] += (1.0F - pace_square) * (slope * slope - fit->square[i]);
        const float step = fit->mean[i] / young / (sqrtf(fit->square[i] / old) + tiny);
        const float moved = fit->weights[i] + rate * (step - decay * fit->weights[i]);
        fit->weights[i] = fminf(fmaxf(moved, -most), most);
        fit->slope[i] = 0.0F;
    }
}

int net_fit_weight(const struct net_fit *fit, int index) {
    return (int)lroundf(fit->weights[index] * (float)NET_ONE / (float)NET_STEP) * NET_STEP;
}

float *net_fit_weights(struct net_fit *fit) { return fit->weights; }
