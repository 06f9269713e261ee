/* weights.h - the weights of a game's evaluation, for tests that ask it. */
#ifndef TEST_WEIGHTS_H
#define TEST_WEIGHTS_H

#include "engine/brain.h"

enum { WEIGHTS_MAX = 1 << 18 }; /* no game has more */

/* The game's own weights; they stay until another game's are asked for. */
const int16_t *weights_own(const struct brain *brain);

#endif
