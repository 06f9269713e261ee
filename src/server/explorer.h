/* explorer.h - what people played in a position, in all games of the server, and what came of it.
 *
 * A position is what the rules hold to be the same (tab_position_repeats), however it came about. Rows are found by its
 * hash and hold the text of the position as it first occurred, so that two positions with one hash stay apart. */
#ifndef TABLIER_SERVER_EXPLORER_H
#define TABLIER_SERVER_EXPLORER_H

#include "game.h"
#include "sql.h"

/* The moves of each game that count: so many from its first position, and those of a set-up besides. */
enum { EXPLORER_PLIES = 20 };

/* Inside a transaction: a game that is over counts from now on. Each of its positions counts once. */
enum sql_outcome explorer_count(struct sql *sql, const struct game *game);
/* A list of the moves that were played, the most frequent first. Of each `move`, `count`, `won`: by each player alone,
 * and `drawn`: by nobody. NULL when it cannot be read. */
json_t *explorer_json(struct sql *sql, const struct tab_rules *rules, const struct tab_position *position);

#endif
