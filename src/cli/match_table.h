/* match_table.h - a match in words: a line for every game, a table for all of them. */
#ifndef TABLIER_CLI_MATCH_TABLE_H
#define TABLIER_CLI_MATCH_TABLE_H

#include "../arena/tally.h"

#include <stdio.h>

/* One line: number, players, result, and why. */
void match_game_print(FILE *stream, const struct contest *contest, const struct game *game);

/* The table of contenders, the rounds of two, and the test (NULL: none). Returns the number of lines. */
int match_table_print(FILE *stream, const struct tally *tally, const struct sprt *sprt);

#endif
