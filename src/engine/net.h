/* net.h - evaluation by a small net.
 *
 * A position has parts that are alike, such as towers. What is seen of a part picks rows of weights; they are added up
 * to NET_WIDE traits of the part, each clipped to 0..NET_CLIP. The traits of all parts are added up, NET_DEEP
 * judgements are made of the sum, none of them below zero, and the value is a weighted sum of those:
 *
 *     traits[part] = clip(bias + sum of rows)
 *     judgements   = max(0, bias + matrix * (traits[1] + traits[2] + ...))
 *     value        = bias + weights * judgements
 *
 * All numbers are integers in units of 1/NET_ONE, the value in the end in hundredths of a logit. The weights lie in one
 * table: the rows, their bias, the matrix, its bias, the weights of the judgements, their bias. They are kept in 8 bits
 * each, in units of NET_STEP. */
#ifndef TABLIER_ENGINE_NET_H
#define TABLIER_ENGINE_NET_H

#include <stdint.h>
#include <string.h>

enum { NET_WIDE = 64, NET_DEEP = 16, NET_ONE = 256, NET_STEP = 4, NET_CLIP = 2 * NET_ONE };

/* No weight is larger: it is kept in 8 bits, and the sum of as many rows as a part has must fit in 16. */
enum { NET_MOST = INT8_MAX * NET_STEP };

/* Where the parts of a table with so many rows begin. */
#define NET_BIAS_AT(rows) ((rows)*NET_WIDE)
#define NET_MATRIX_AT(rows) (NET_BIAS_AT(rows) + NET_WIDE)
#define NET_DEEP_BIAS_AT(rows) (NET_MATRIX_AT(rows) + NET_DEEP * NET_WIDE)
#define NET_OUT_AT(rows) (NET_DEEP_BIAS_AT(rows) + NET_DEEP)
#define NET_OUT_BIAS_AT(rows) (NET_OUT_AT(rows) + NET_DEEP)
#define NET_WEIGHTS(rows) (NET_OUT_BIAS_AT(rows) + 1)

/* The rows of a table of so many weights. */
static inline int net_rows(int weights) { return (weights - NET_WEIGHTS(0)) / NET_WIDE; }

/* Traits together, so that they are added up together. */
typedef int16_t net_traits __attribute__((vector_size(NET_WIDE * sizeof(int16_t))));

static inline net_traits net_row(const int16_t *weights, int row) {
    net_traits traits;
    memcpy(&traits, weights + row * NET_WIDE, sizeof traits);
    return traits;
}

/* Traits within 0 and NET_CLIP. */
static inline net_traits net_clip(net_traits traits) {
    const net_traits clip = (net_traits){0} + NET_CLIP, above = traits > clip;
    return (above & clip) | (~above & (traits > 0) & traits);
}

/* The value of the whole. */
static inline int net_judge(net_traits whole, const int16_t *weights, int rows) {
    const int16_t *matrix = weights + NET_MATRIX_AT(rows), *bias = weights + NET_DEEP_BIAS_AT(rows);
    const int16_t *out = weights + NET_OUT_AT(rows);
    int32_t value = weights[NET_OUT_BIAS_AT(rows)] * NET_ONE;
    for (int i = 0; i < NET_DEEP; i++) {
        int32_t sum = bias[i] * NET_ONE;
        for (int j = 0; j < NET_WIDE; j++)
            sum += matrix[i * NET_WIDE + j] * whole[j];
        value += (sum > 0 ? sum / NET_ONE : 0) * out[i];
    }
    return (int)((int64_t)value * 100 / (NET_ONE * NET_ONE));
}

#endif
