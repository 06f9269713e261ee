/* santasi_fills.h - whether all pieces are placed in every game from a position.
 *
 * A game may end with pieces that fit nowhere. Where that cannot happen, a piece that is visible wherever it is set is
 * as good as set. */
#ifndef TABLIER_ENGINE_SANTASI_FILLS_H
#define TABLIER_ENGINE_SANTASI_FILLS_H

#include "santasi_future.h"

/* Whether no game from three towers and a pool ends before the pool is empty. Also false when memory is short, when it
 * would take too long to find out, or when the solver was stopped. */
bool santasi_fills(const struct santasi_future *future, const uint32_t shape[SANTASI_SITES], uint32_t pool,
                   struct santasi_allowance *allowance);

#endif
