/* line.c - how a line that the engine has found is written. */
#include "line.h"
#include "../engine/turns.h"
#include "../translate.h"

#include <stdio.h>

/* How a game ends, in 1 turn, in so many, in so many at most. */
enum { TURN_ONE, TURNS, TURNS_MOST, TURNS_COUNT };
static const char *const wins[TURNS_COUNT] = {N_("win in 1 turn"), N_("win in %d turns"),
                                              N_("win in at most %d turns")};
static const char *const losses[TURNS_COUNT] = {N_("loss in 1 turn"), N_("loss in %d turns"),
                                                N_("loss in at most %d turns")};

void line_score(const struct tab_rules *rules, const struct tab_position *from, const struct tab_line *line,
                char text[LINE_SCORE_TEXT]) {
    if (line->mate != 0) {
        const int turns = turns_of_line(rules, from, line);
        const int kind = turns == 1 ? TURN_ONE : line->bound == TAB_EXACT ? TURNS : TURNS_MOST;
        snprintf(text, LINE_SCORE_TEXT, _((line->mate > 0 ? wins : losses)[kind]), turns);
    } else if (line->proven) {
        snprintf(text, LINE_SCORE_TEXT, "%s", _("draw"));
    } else {
        snprintf(text, LINE_SCORE_TEXT, "%+.2f", line->centi / 100.0);
    }
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
