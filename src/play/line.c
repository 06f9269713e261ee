/* line.c - how a line that the engine has found is written. */
#include "line.h"

#include <stdio.h>

void line_score(const struct tab_line *line, char text[LINE_SCORE_TEXT]) {
    if (line->mate != 0)
        snprintf(text, LINE_SCORE_TEXT, "#%d", line->mate);
    else
        snprintf(text, LINE_SCORE_TEXT, "%+.2f", line->centi / 100.0);
}

void line_moves(const struct tab_rules *rules, const struct tab_position *from, const struct tab_line *line,
                char text[LINE_MOVES_TEXT]) {
    struct tab_position position = *from;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < line->length; i++) {
        if (i > 0)
            text[used++] = ' ';
        used += tab_move_format(rules, &position, line->moves[i], text + used, LINE_MOVES_TEXT - used);
        tab_position_play(rules, &position, line->moves[i]);
    }
}
