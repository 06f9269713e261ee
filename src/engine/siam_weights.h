/* siam_weights.h - the fitted weights of Siam's evaluation; siam.c says what they mean. */
#ifndef TABLIER_ENGINE_SIAM_WEIGHTS_H
#define TABLIER_ENGINE_SIAM_WEIGHTS_H

#include <stdint.h>

enum { SIAM_WEIGHTS = 3 * (1 << 15) + 36 };

extern const int16_t siam_weights[SIAM_WEIGHTS];

#endif
