/* listing.c - the legal moves of a position as sorted texts. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

static int listed_compare(const void *one, const void *other) {
    const struct listed_move *first = one, *second = other;
    return strcmp(first->text, second->text);
}

int moves_list(const struct tab_rules *rules, const struct tab_position *position,
               struct listed_move listed[TAB_MOVES_MAX]) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        listed[i].move = moves[i];
        tab_move_format(rules, position, moves[i], listed[i].text, sizeof listed[i].text);
    }
    qsort(listed, (size_t)count, sizeof *listed, listed_compare);
    return count;
}
