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
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

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

static inline void net_row_set(int16_t *weights, int row, net_traits traits) {
    memcpy(weights + row * NET_WIDE, &traits, sizeof traits);
}

/* Traits within 0 and NET_CLIP. One by one: compilers know the instructions for the lesser and the greater of vectors, but
 * compare vectors longer than a register element by element. */
static inline net_traits net_clip(net_traits traits) {
    int16_t trait[NET_WIDE];
    memcpy(trait, &traits, sizeof traits);
    for (int i = 0; i < NET_WIDE; i++) {
        const int16_t least = trait[i] > 0 ? trait[i] : 0;
        trait[i] = least < NET_CLIP ? least : NET_CLIP;
    }
    memcpy(&traits, trait, sizeof traits);
    return traits;
}

/* The sum of the products of traits with as many weights. Compilers find the instruction that multiplies and adds pairs
 * for themselves, but not the one of WebAssembly. */
static inline int32_t net_product(const int16_t *weights, net_traits traits) {
    int32_t sum = 0;
#ifdef __wasm_simd128__
    int16_t trait[NET_WIDE];
    memcpy(trait, &traits, sizeof traits);
    v128_t sums = wasm_i32x4_splat(0);
    for (int i = 0; i < NET_WIDE; i += 8)
        sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_v128_load(weights + i), wasm_v128_load(trait + i)));
    for (int i = 0; i < 4; i++)
        sum += sums[i];
#else
    for (int i = 0; i < NET_WIDE; i++)
        sum += weights[i] * traits[i];
#endif
    return sum;
}

/* The value of the whole. */
static inline int net_judge(net_traits whole, const int16_t *weights, int rows) {
    const int16_t *matrix = weights + NET_MATRIX_AT(rows), *bias = weights + NET_DEEP_BIAS_AT(rows);
    const int16_t *out = weights + NET_OUT_AT(rows);
    int32_t value = weights[NET_OUT_BIAS_AT(rows)] * NET_ONE;
    for (int i = 0; i < NET_DEEP; i++) {
        const int32_t sum = bias[i] * NET_ONE + net_product(matrix + i * NET_WIDE, whole);
        value += (sum > 0 ? sum / NET_ONE : 0) * out[i];
    }
    return (int)((int64_t)value * 100 / (NET_ONE * NET_ONE));
}

#endif
