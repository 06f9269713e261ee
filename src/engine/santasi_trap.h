/* santasi_trap.h - the best of moves that are all worth the same.
 *
 * Where best play does not win, it matters what an opponent does who does not play best: a trap is a move that keeps
 * the outcome and leaves many replies, above all good-looking ones, that give it away. */
#ifndef TABLIER_ENGINE_SANTASI_TRAP_H
#define TABLIER_ENGINE_SANTASI_TRAP_H

#include "santasi_solver.h"
#include "search.h"

/* What limits leave of themselves after a time and a number of nodes; false when that is nothing. */
bool santasi_limits_rest(const struct santasi_limits *limits, int64_t passed, uint64_t nodes,
                         struct santasi_limits *rest);

/* Finds the move after which the opponent errs most easily in a position with this outcome (-1 lost, 0 drawn) for the
 * player to move, as far as the limits allow. False when they allow no answer. */
bool santasi_trap_find(struct santasi_solver *solver, const struct search_task *task, int outcome,
                       const struct santasi_limits *limits, tab_move *move);

#endif
