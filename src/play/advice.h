/* advice.h - what the engine has found, in words: values, and hints with their reasons. */
#ifndef TABLIER_PLAY_ADVICE_H
#define TABLIER_PLAY_ADVICE_H

#include <tablier.h>

enum { ADVICE_TEXT = 4096, ADVICE_NODES = 1000000, ADVICE_MS = 3000 };

/* How much more than the fair share of a player a value is, in hundredths of a logit. */
int advice_edge(const struct tab_rules *rules, const struct tab_line *line);
/* What a line from a position is worth to the player who begins it. */
void advice_value(const struct tab_rules *rules, const struct tab_position *position, const struct tab_line *line,
                  char *text, size_t size);
/* A line for the player to move: its first move, what it is worth, how it goes on, and what that changes. */
void advice_hint(const struct tab_match *match, const struct tab_line *line, char *text, size_t size);
/* Whether the engine agrees to a draw that the player to move offers, to whom the line is worth what it says: always
 * when that player is proven or much better, and an even game only after its opening. */
bool advice_agrees(const struct tab_match *match, const struct tab_line *line);

#endif
