/* khantsin_weights.h - the fitted weights of Khan Tsin's evaluation; khantsin.c says what they mean. */
#ifndef TABLIER_ENGINE_KHANTSIN_WEIGHTS_H
#define TABLIER_ENGINE_KHANTSIN_WEIGHTS_H

#include "weights.h"

enum { KHANTSIN_WEIGHTS = 1155 }; /* those that are equal once */

extern KEPT_WEIGHTS int16_t khantsin_weights[KHANTSIN_WEIGHTS];

#endif
