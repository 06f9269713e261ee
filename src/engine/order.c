/* order.c - which move a node of the search tries next.
 *
 * Many nodes are refuted by a move that is known before the others are looked at, so nothing is rated before that was
 * tried. The others are taken one at a time by the greatest rank, in one pass over all that the compiler makes vectors
 * of: in most nodes that have a hundred moves no more than a few are tried. A rank is
 *
 *     | rating 48 | index 16 |
 *
 * so that the greatest says which move it is, and the last listed is tried first among equals. */
#include "order.h"

enum { RATING_TABLE = 1 << 30, RATING_KILLER = 1 << 18, HISTORY_MAX = 16384, BONUS_MAX = 1200 };

enum { INDEX_BITS = 16, INDEX_MASK = (1 << INDEX_BITS) - 1 };
static_assert((int)TAB_MOVES_MAX <= (int)INDEX_MASK, "the index of a move fits into its rank");

#define RANK_TRIED INT64_MIN

/* At the root all moves are tried: people ask about each of them. */
static int moves_list(const struct search_worker *worker, struct order *order) {
    const bool some = worker->brain->moves != NULL && order->ply > 0;
    return (some ? worker->brain->moves : worker->game->moves)(worker->task->rules, order->position, order->moves);
}

void order_begin(struct search_worker *worker, struct order *order) {
    order->moves = worker->pool_moves + worker->pool_used;
    order->ranks = worker->pool_ranks + worker->pool_used;
    order->count = moves_list(worker, order);
    order->stage = ORDER_TABLE;
    order->rated = false;
    for (enum order_stage stage = ORDER_TABLE; stage < ORDER_RATED; stage++)
        order->hints[stage] = TABLE_NO_MOVE;
    worker->pool_used += order->count;
}

void order_end(struct search_worker *worker, const struct order *order) { worker->pool_used -= order->count; }

/* Looked for without stopping at the first, so that the compiler makes vectors of it. */
static bool is_listed(const struct order *order, tab_move move) {
    int times = 0;
    for (int i = 0; i < order->count; i++)
        times += order->moves[i] == move;
    return times > 0;
}

/* The move known at a stage; TABLE_NO_MOVE: none. */
static tab_move hint_at(const struct search_worker *worker, const struct order *order, enum order_stage stage) {
    switch (stage) {
    case ORDER_TABLE: return order->table_move;
    case ORDER_KILLER: return worker->killers[order->ply][0];
    case ORDER_KILLER_BEFORE: return worker->killers[order->ply][1];
    case ORDER_COUNTER:
        return order->previous != TABLE_NO_MOVE ? worker->counters[brain_slot(order->previous)] : TABLE_NO_MOVE;
    case ORDER_RATED: break;
    }
    return TABLE_NO_MOVE;
}

static bool is_given(const struct order *order, tab_move move) {
    for (enum order_stage stage = ORDER_TABLE; stage < ORDER_RATED; stage++)
        if (order->hints[stage] == move)
            return true;
    return false;
}

/* Gives the next move that is known before any rating; false when there is none. It is looked for among the legal ones:
 * even that of the table might belong to another position with the same key. */
static bool hint_next(const struct search_worker *worker, struct order *order, struct search_candidate *candidate) {
    static const int32_t ratings[ORDER_RATED] = {RATING_TABLE, RATING_KILLER, RATING_KILLER, ORDER_RATING_COUNTER};
    const enum order_stage end = worker->brain->killers_first ? ORDER_RATED : ORDER_TABLE + 1;
    while (order->stage < end) {
        const enum order_stage stage = order->stage++;
        const tab_move move = hint_at(worker, order, stage);
        if (move == TABLE_NO_MOVE || is_given(order, move) || !is_listed(order, move))
            continue;
        order->hints[stage] = move;
        *candidate = (struct search_candidate){move, ratings[stage]};
        return true;
    }
    return false;
}

/* Ranks all moves; the hints have been tried. */
static void moves_rate(const struct search_worker *worker, struct order *order) {
    int32_t ratings[TAB_MOVES_MAX];
    const int16_t *history = worker->history[order->player - 1];
    const tab_move *killers = worker->killers[order->ply];
    const tab_move counter = hint_at(worker, order, ORDER_COUNTER);
    worker->brain->rate(worker->task->rules, order->position, order->moves, order->count, ratings);
    for (int i = 0; i < order->count; i++) {
        const tab_move move = order->moves[i];
        const int32_t bonus = move == killers[0] || move == killers[1] ? RATING_KILLER
                              : move == counter                        ? ORDER_RATING_COUNTER
                                                                       : 0;
        const int64_t rating = ratings[i] + history[brain_slot(move)] + bonus;
        order->ranks[i] = is_given(order, move) ? RANK_TRIED : rating * (1 << INDEX_BITS) + i;
    }
    order->rated = true;
}

bool order_next(struct search_worker *worker, struct order *order, struct search_candidate *candidate) {
    if (hint_next(worker, order, candidate))
        return true;
    if (!order->rated)
        moves_rate(worker, order);
    int64_t best = RANK_TRIED;
    for (int i = 0; i < order->count; i++)
        best = order->ranks[i] > best ? order->ranks[i] : best;
    if (best == RANK_TRIED)
        return false;
    const int index = (int)(best & INDEX_MASK);
    order->ranks[index] = RANK_TRIED;
    *candidate = (struct search_candidate){order->moves[index], (int32_t)(best >> INDEX_BITS)};
    return true;
}

/* ---- Learning ------------------------------------------------------------------------------------------------- */

static void history_add(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * (bonus < 0 ? -bonus : bonus) / HISTORY_MAX);
}

void order_learn(struct search_worker *worker, const struct order *order, tab_move best, int depth) {
    tab_move *killers = worker->killers[order->ply];
    int16_t *history = worker->history[order->player - 1];
    const int square = 8 * depth * depth, bonus = square < BONUS_MAX ? square : BONUS_MAX;
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    if (order->previous != TABLE_NO_MOVE)
        worker->counters[brain_slot(order->previous)] = best;
    history_add(&history[brain_slot(best)], bonus);
    if (!order->rated) {
        for (enum order_stage stage = ORDER_TABLE; stage < ORDER_RATED; stage++)
            if (order->hints[stage] != TABLE_NO_MOVE && order->hints[stage] != best)
                history_add(&history[brain_slot(order->hints[stage])], -bonus);
        return;
    }
    for (int i = 0; i < order->count; i++)
        if (order->ranks[i] == RANK_TRIED && order->moves[i] != best)
            history_add(&history[brain_slot(order->moves[i])], -bonus);
}
