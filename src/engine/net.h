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
 * table: the rows, their bias, the matrix, its bias, the weights of the judgements, their bias. The matrix lies in pairs
 * of traits, for each pair the weights of all judgements: processors multiply and add pairs at once. The weights are kept
 * in 8 bits each, in units of NET_STEP. */
#ifndef TABLIER_ENGINE_NET_H
#define TABLIER_ENGINE_NET_H

#include <stdint.h>
#include <string.h>
#if defined __wasm_simd128__
#include <wasm_simd128.h>
#elif defined __AVX2__
#include <immintrin.h>
#endif

enum { NET_WIDE = 64, NET_DEEP = 16, NET_ONE = 256, NET_STEP = 4, NET_CLIP = 2 * NET_ONE };

/* No weight is larger: it is kept in 8 bits. The sum of 64 such rows fits in 16, more than a part of the default set has;
 * larger sets have up to 86, and would need weights of three quarters of this in all of them to go beyond. */
enum { NET_MOST = INT8_MAX * NET_STEP };

/* Where the parts of a table with so many rows begin. */
#define NET_BIAS_AT(rows) ((rows) * NET_WIDE)
#define NET_MATRIX_AT(rows) (NET_BIAS_AT(rows) + NET_WIDE)
#define NET_DEEP_BIAS_AT(rows) (NET_MATRIX_AT(rows) + NET_DEEP * NET_WIDE)
#define NET_OUT_AT(rows) (NET_DEEP_BIAS_AT(rows) + NET_DEEP)
#define NET_OUT_BIAS_AT(rows) (NET_OUT_AT(rows) + NET_DEEP)
#define NET_WEIGHTS(rows) (NET_OUT_BIAS_AT(rows) + 1)

/* The rows of a table of so many weights. */
static inline int net_rows(int weights) { return (weights - NET_WEIGHTS(0)) / NET_WIDE; }

/* Traits together, so that they are added up together: signed numbers, in unsigned ones so that no sum overflows. */
typedef uint16_t net_traits __attribute__((vector_size(NET_WIDE * sizeof(int16_t))));

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

/* Where the weight of a trait in a judgement is, from the beginning of the matrix. */
static inline int net_matrix_index(int judgement, int trait) {
    return (trait / 2 * NET_DEEP + judgement) * 2 + trait % 2;
}

/* Adds to each judgement a pair of traits with the weights it gives them. */
static inline void net_pair_add(int32_t judgements[NET_DEEP], const int16_t *weights, const int16_t pair[2]) {
#if defined __wasm_simd128__ || defined __AVX2__
    int32_t both;
    memcpy(&both, pair, sizeof both);
#endif
#if defined __wasm_simd128__
    for (int i = 0; i < NET_DEEP; i += 4) {
        const v128_t products = wasm_i32x4_dot_i16x8(wasm_v128_load(weights + 2 * i), wasm_i32x4_splat(both));
        wasm_v128_store(judgements + i, wasm_i32x4_add(wasm_v128_load(judgements + i), products));
    }
#elif defined __AVX2__
    for (int i = 0; i < NET_DEEP; i += 8) {
        __m256i *sums = (__m256i *)(void *)(judgements + i);
        const __m256i row = _mm256_loadu_si256((const __m256i *)(const void *)(weights + 2 * i));
        const __m256i products = _mm256_madd_epi16(row, _mm256_set1_epi32(both));
        _mm256_storeu_si256(sums, _mm256_add_epi32(_mm256_loadu_si256(sums), products));
    }
#else
    for (int i = 0; i < NET_DEEP; i++)
        judgements[i] += weights[2 * i] * pair[0] + weights[2 * i + 1] * pair[1];
#endif
}

/* The value of the whole. */
static inline int net_judge(net_traits whole, const int16_t *weights, int rows) {
    const int16_t *matrix = weights + NET_MATRIX_AT(rows), *bias = weights + NET_DEEP_BIAS_AT(rows);
    const int16_t *out = weights + NET_OUT_AT(rows);
    int16_t trait[NET_WIDE];
    int32_t judgements[NET_DEEP], value = weights[NET_OUT_BIAS_AT(rows)] * NET_ONE;
    memcpy(trait, &whole, sizeof trait);
    for (int i = 0; i < NET_DEEP; i++)
        judgements[i] = bias[i] * NET_ONE;
    for (int i = 0; i < NET_WIDE; i += 2)
        net_pair_add(judgements, matrix + i * NET_DEEP, trait + i);
    for (int i = 0; i < NET_DEEP; i++)
        value += (judgements[i] > 0 ? judgements[i] / NET_ONE : 0) * out[i];
    return (int)((int64_t)value * 100 / (NET_ONE * NET_ONE));
}

#endif
