/* tree.h - Monte Carlo tree search for any number of players. Every node keeps what the player who moved into it can
 * expect, and that player chooses (max^n). */
#ifndef TABLIER_ENGINE_TREE_H
#define TABLIER_ENGINE_TREE_H

#include "search.h"

/* Runs until a limit of the task is reached. `plain` is UCT with random play to the end and no knowledge. False when
 * there is no memory; the thought is then untouched. */
bool tree_run(const struct search_task *task, bool plain, size_t bytes, uint64_t seed, struct tab_thought *thought);

#endif
