/* line.h - how a line that the engine has found is written. */
#ifndef TABLIER_PLAY_LINE_H
#define TABLIER_PLAY_LINE_H

#include <tablier.h>

/* Writes a value as people read it: +0.35 in logits; that the game is won or lost in so many turns, or at most in so many;
 * or that it is drawn, where that is proven. The line begins in the position. */
enum { LINE_SCORE_TEXT = 64 };
void line_score(const struct tab_rules *rules, const struct tab_position *from, const struct tab_line *line,
                char text[LINE_SCORE_TEXT]);
/* Writes the moves of a line, separated by spaces. */
enum { LINE_MOVES_TEXT = TAB_LINE_MAX * TAB_MOVE_TEXT };
void line_moves(const struct tab_rules *rules, const struct tab_position *from, const struct tab_line *line,
                char text[LINE_MOVES_TEXT]);

#endif
