/* store_memory.h - a store that forgets, for tests: confirmations can be held back, and writing can be made to fail. */
#ifndef TEST_STORE_MEMORY_H
#define TEST_STORE_MEMORY_H

#include "server/store.h"

struct store *store_memory_new(void);
/* Another store that keeps its things in the same place, as for another server; `shared`: and hears of what the others
 * write. */
struct store *store_memory_share(struct store *store, bool shared);
/* While it is deaf it hears nothing from the others; afterwards it knows that it has missed something. */
void store_memory_deafen(struct store *store, bool deaf);
/* While it holds, nothing is confirmed; while it fails, everything submitted comes back as not written. */
void store_memory_hold(struct store *store, bool hold);
void store_memory_fail(struct store *store, bool fail);
/* While it is blind no game can be read. */
void store_memory_blind(struct store *store, bool blind);
/* From now on each reading of a game's events puts a clock forward. */
void store_memory_slow(struct store *store, int64_t *clock, int64_t milliseconds);

#endif
