/* khantsin_solver.h - Khan Tsin with best play, exactly.
 *
 * Every move but a pass makes the sum of the squares of the heights grow, so no position comes twice and every game
 * ends: a player who cannot force a win can avoid a loss or a draw only as far as the other allows. Two questions
 * settle a position: can the player to move force a win, and if not, can the other? If neither can, it is drawn. */
#ifndef TABLIER_ENGINE_KHANTSIN_SOLVER_H
#define TABLIER_ENGINE_KHANTSIN_SOLVER_H

#include "dfpn.h"

/* Equal for positions with the same future up to what makes no difference: squares left empty, and the names of the
 * colours. */
uint64_t khantsin_solver_key(const struct tab_rules *rules, const struct tab_position *position);

#endif
