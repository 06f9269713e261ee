/* result.h - how a position stands, in words. */
#ifndef TABLIER_CLI_RESULT_H
#define TABLIER_CLI_RESULT_H

#include <tablier.h>

/* Prints what the score is made of: on each line a label and a value for each player. */
void scores_print(const struct tab_rules *rules, const struct tab_position *position);

/* Prints `ongoing`, `win N` or `draw`, then the reason when the game is over, then what the score is made of. The first
 * line is for programs, and the same in every language. */
void result_print(const struct tab_rules *rules, const struct tab_position *position, const struct tab_result *result);

#endif
