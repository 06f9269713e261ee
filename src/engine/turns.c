/* turns.c - see turns.h. */
#include "turns.h"

#include <stdlib.h>

int turns_count(const struct tab_rules *rules, const struct tab_position *position, int winner, int plies,
                const tab_move *moves, int length) {
    struct tab_position at = *position;
    int turns = 0, played = 0, last = 0;
    for (; played < length && played < plies && tab_position_legal(rules, &at, moves[played]); played++) {
        const int player = tab_position_player(rules, &at);
        turns += player == winner && player != last;
        last = player;
        tab_position_play(rules, &at, moves[played]);
    }
    const int rest = plies - played, next = tab_position_player(rules, &at);
    return turns + (next == winner && next != last ? (rest + 1) / 2 : rest / 2);
}

int turns_of_line(const struct tab_rules *rules, const struct tab_position *position, const struct tab_line *line) {
    const int player = tab_position_player(rules, position);
    return turns_count(rules, position, line->mate > 0 ? player : 3 - player, abs(line->mate), line->moves,
                       line->length);
}
