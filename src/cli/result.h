/* result.h - how a position stands, in words. */
#ifndef TABLIER_CLI_RESULT_H
#define TABLIER_CLI_RESULT_H

#include <tablier.h>

/* Prints `ongoing`, `win N` or `draw`, then the reason when the game is over, then what the score is made of: a label
 * and a value for each player. */
void result_print(const struct tab_rules *rules, const struct tab_position *position);

#endif
