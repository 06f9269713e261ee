/* listing.h - the legal moves of a position as sorted texts. */
#ifndef TABLIER_PLAY_LISTING_H
#define TABLIER_PLAY_LISTING_H

#include <tablier.h>

struct listed_move {
    tab_move move;
    char text[TAB_MOVE_TEXT];
};

/* Lists the legal moves, sorted bytewise by their texts, and returns their number. */
int moves_list(const struct tab_rules *rules, const struct tab_position *position,
               struct listed_move listed[TAB_MOVES_MAX]);

#endif
