/* anneaux_weights.h - the fitted weights of Three Rings' evaluation; anneaux.c says what they mean. */
#ifndef TABLIER_ENGINE_ANNEAUX_WEIGHTS_H
#define TABLIER_ENGINE_ANNEAUX_WEIGHTS_H

#include "weights.h"

enum { ANNEAUX_WEIGHTS = 32273 }; /* those that are equal once */

extern KEPT_WEIGHTS int16_t anneaux_weights[ANNEAUX_WEIGHTS];

#endif
