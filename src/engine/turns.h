/* turns.h - how long a game still lasts, as people count: programs count plies, people the turns of whoever wins. */
#ifndef TABLIER_ENGINE_TURNS_H
#define TABLIER_ENGINE_TURNS_H

#include <tablier.h>

/* The turns that `winner` has in so many plies from a position: a turn may have several moves. Where the line known is
 * shorter than that, turns of one move each are counted beyond its end. */
int turns_count(const struct tab_rules *rules, const struct tab_position *position, int winner, int plies,
                const tab_move *moves, int length);
/* The turns until the game is won or lost, of a line whose `mate` says so. */
int turns_of_line(const struct tab_rules *rules, const struct tab_position *position, const struct tab_line *line);

#endif
