/* weights.h - how the fitted weights of an evaluation are kept: in the library, as constants.
 *
 * The browser's module is there before anything is seen, and weights are a fifth of it. So it has only room for them
 * (TABLIER_WEIGHTS_APART), and the page fills that before the engine first thinks about a game (wasm/engine.c). */
#ifndef TABLIER_ENGINE_WEIGHTS_H
#define TABLIER_ENGINE_WEIGHTS_H

#include <stdint.h>

#ifdef TABLIER_WEIGHTS_APART
#define KEPT_WEIGHTS
#else
#define KEPT_WEIGHTS const
#endif

#endif
