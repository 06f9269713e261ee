/* order.h - which move a node of the search tries next: the one the table knows, then by what the game's brain, the
 * killers, the counter and the history say. */
#ifndef TABLIER_ENGINE_ORDER_H
#define TABLIER_ENGINE_ORDER_H

#include "search.h"

/* From this rating on a move has answered the one before it, or refuted a neighbour. */
enum { ORDER_RATING_COUNTER = 1 << 17 };

/* Moves known beforehand, in their order, and then all others. */
enum order_stage { ORDER_TABLE, ORDER_KILLER, ORDER_KILLER_BEFORE, ORDER_COUNTER, ORDER_RATED };

struct order {
    /* What the node tells, before order_begin. */
    const struct tab_position *position;
    int player, ply;
    tab_move table_move, previous; /* TABLE_NO_MOVE: none */

    /* Kept in here. */
    enum order_stage stage;
    tab_move hints[ORDER_RATED]; /* given already; TABLE_NO_MOVE: none */
    bool rated;
    int count;
    tab_move *moves; /* all legal ones, on the worker's pool until order_end */
    int64_t *ranks;  /* once they are rated */
};

/* Lists the moves of a node. */
void order_begin(struct search_worker *worker, struct order *order);
/* Gives the next move and its rating; false when there is none left. */
bool order_next(struct search_worker *worker, struct order *order, struct search_candidate *candidate);
/* Remembers that a move refuted a node searched to a depth, and that the others given did not. */
void order_learn(struct search_worker *worker, const struct order *order, tab_move best, int depth);
/* Gives the room on the pool back. */
void order_end(struct search_worker *worker, const struct order *order);

#endif
