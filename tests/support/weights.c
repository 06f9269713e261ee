/* weights.c - the weights of a game's evaluation. */
#include "weights.h"
#include "testing.h"

const int16_t *weights_own(const struct brain *brain) {
    static int16_t weights[WEIGHTS_MAX];
    static const struct brain *whose;
    assert_true(brain->weight_count <= WEIGHTS_MAX);
    if (whose != brain)
        brain_unpack(brain, weights);
    whose = brain;
    return weights;
}
