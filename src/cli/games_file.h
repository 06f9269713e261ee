/* games_file.h - a game as a line of the files that `tablier selfplay` makes and `tablier tune` reads.
 *
 * The line holds the winner (0: drawn), the number of random moves at the beginning, and all moves; those that were
 * thought about with what the position before them is worth, `MOVE=VALUE` (selfplay.h). */
#ifndef TABLIER_CLI_GAMES_FILE_H
#define TABLIER_CLI_GAMES_FILE_H

#include "../engine/selfplay.h"

struct games_line {
    int winner, opening, plies;
    struct tab_position position[SELFPLAY_MOVES_MAX]; /* before each move */
    int value[SELFPLAY_MOVES_MAX];                    /* 0 where none is written */
};

/* Reads a line, without its end; `valued`: no move after the random ones may lack its value. On failure
 * `game` holds nothing of use. */
bool games_line_read(const struct tab_rules *rules, const char *line, bool valued, struct games_line *game,
                     struct tab_error *error);

#endif
