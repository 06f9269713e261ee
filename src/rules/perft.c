/* perft.c - counting sequences of legal moves. */
#include "game.h"

uint64_t tab_perft(const struct tab_rules *rules, const struct tab_position *position, int depth) {
    const struct tab_game *game = rules->game;
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)game->count(rules, position);
    tab_move moves[TAB_MOVES_MAX];
    int count = game->moves(rules, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        game->play(rules, &next, moves[i]);
        sum += tab_perft(rules, &next, depth - 1);
    }
    return sum;
}
