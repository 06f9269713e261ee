/* santasi_weights.h - the fitted weights of San Ta Si's evaluation; santasi.c says what they mean. */
#ifndef TABLIER_ENGINE_SANTASI_WEIGHTS_H
#define TABLIER_ENGINE_SANTASI_WEIGHTS_H

#include "weights.h"

enum { SANTASI_WEIGHTS = 22113 };

extern KEPT_WEIGHTS int8_t santasi_weights[SANTASI_WEIGHTS];

#endif
