/* santasi_tie.c - the outcome with the tie-break. */
#include "santasi_tie.h"

enum { WON = 1, LOST = -1 };

enum {
    MARGIN_PLIES = 8, /* so near to the end the margin costs little and decides much */
    SCORE_TABLE_MOVE = 1 << 25,
    SCORE_BALANCED = 1 << 24
};

bool santasi_tie_begin(struct santasi_tie *tie, struct santasi_search *margin, const struct santasi_set *set,
                       size_t table_bytes) {
    tie->margin = margin;
    santasi_store_begin(&tie->tops, 2, margin->allowance);
    const bool towers = santasi_towers_begin(&tie->towers, set, true, margin->allowance);
    tie->towers.future.stopped = margin->towers.future.stopped;
    tie->towers.future.context = margin->towers.future.context;
    return santasi_table_begin(&tie->table, table_bytes) && towers;
}

void santasi_tie_end(struct santasi_tie *tie) {
    santasi_store_end(&tie->tops);
    santasi_towers_end(&tie->towers);
    santasi_table_end(&tie->table);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

static bool blue_moves(const struct santasi_tie_node *node) { return santasi_pieces(node->left) % 2 == 0; }

static const struct santasi_tower *tower_at(const struct santasi_tie *tie, const struct santasi_tie_node *node,
                                            int place) {
    return santasi_tower_at(&tie->towers, node->tower[place]);
}

/* The places whose tower can still be the highest. */
static unsigned candidates_of(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    struct santasi_range range[SANTASI_SITES];
    uint16_t reached = 0;
    unsigned candidates = 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        range[place] = santasi_outlook_range(&tie->towers.future, tower_at(tie, node, place)->outlook);
        reached = range[place].low > reached ? range[place].low : reached;
    }
    for (int place = 0; place < SANTASI_SITES; place++)
        candidates |= (unsigned)(range[place].high >= reached) << place;
    return candidates;
}

/* Kinds of numbers in a key: a tower whose height matters, one that will not be the highest, one that will be. */
enum { KIND_OPEN, KIND_LOW, KIND_TOP, KINDS = 4 };

/* Numbers the towers for the key; false when memory is short. */
static bool numbers_find(struct santasi_tie *tie, const struct santasi_tie_node *node, uint32_t number[SANTASI_SITES]) {
    const unsigned candidates = candidates_of(tie, node);
    const bool settled = (candidates & (candidates - 1)) == 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        if (!(candidates >> place & 1)) {
            number[place] = node->plain[place] * KINDS + KIND_LOW;
        } else if (!settled) {
            number[place] = node->tower[place] * KINDS + KIND_OPEN;
        } else {
            const uint32_t top[2] = {node->plain[place], (uint32_t)(tower_at(tie, node, place)->shown + 128)};
            const uint32_t found = santasi_store_add(&tie->tops, top);
            if (found >= SANTASI_TOWERS_MAX)
                return false;
            number[place] = found * KINDS + KIND_TOP;
        }
    }
    return true;
}

bool santasi_tie_complete(struct santasi_tie *tie, struct santasi_tie_node *node, int place[SANTASI_SITES]) {
    enum { LEAD_ZERO = 64 };
    const struct santasi_tie_node before = *node;
    uint32_t number[SANTASI_SITES], sorted[SANTASI_SITES];
    int lead = 0;
    if (!numbers_find(tie, node, number))
        return false;
    for (int i = 0; i < SANTASI_SITES; i++) {
        /* Equal numbers keep their order, so that each place is taken once. */
        int rank = 0;
        for (int j = 0; j < SANTASI_SITES; j++)
            rank += number[j] < number[i] || (number[j] == number[i] && j < i);
        sorted[rank] = number[i];
        node->tower[rank] = before.tower[i];
        node->plain[rank] = before.plain[i];
        if (place != NULL)
            place[rank] = i;
        lead += santasi_tower_at(&tie->towers, before.tower[i])->shown;
    }
    node->lead = blue_moves(node) ? lead : -lead;
    node->key = santasi_key_of(sorted, node->left, (uint32_t)(lead + LEAD_ZERO));
    return true;
}

/* Whether no tower takes another cylinder. Such nodes stay out of the table: their towers no longer say which pieces
 * are left, and so not whose turn it is. */
static bool node_over(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    bool over = true;
    for (int place = 0; place < SANTASI_SITES && over; place++)
        over = santasi_outlook_closed(santasi_outlook_at(&tie->towers.future, tower_at(tie, node, place)->outlook));
    return over;
}

/* The outcome for the player to move of a game that is over. */
static int end_outcome(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    uint32_t highest = 0;
    int lead = 0;
    if (node->lead != 0)
        return node->lead > 0 ? WON : LOST;
    for (int place = 0; place < SANTASI_SITES; place++) {
        const struct santasi_tower *tower = tower_at(tie, node, place);
        const uint32_t height = santasi_outlook_at(&tie->towers.future, tower->outlook)->end;
        if (height > highest)
            lead = 0;
        if (height >= highest) {
            highest = height;
            lead += tower->shown;
        }
    }
    lead = blue_moves(node) ? lead : -lead;
    return (lead > 0) - (lead < 0);
}

/* ---- The margin of a node ------------------------------------------------------------------------------------- */

static struct santasi_node plain_of(const struct santasi_tie_node *node) {
    struct santasi_node plain = {{node->plain[0], node->plain[1], node->plain[2]}, node->left};
    santasi_node_sort(&plain);
    return plain;
}

/* Whether best play gives the player to move a margin of at least `margin`. */
static bool margin_reached(struct santasi_tie *tie, const struct santasi_tie_node *node, int margin) {
    const struct santasi_node plain = plain_of(node);
    return santasi_search_margin(tie->margin, &plain, margin - node->lead).low + node->lead >= margin;
}

/* Narrows the bounds of the outcome by what is known of the margin; near the end that is found out. Returns whether
 * the margin is known not to decide for the player to move. */
static bool margin_narrow(struct santasi_tie *tie, const struct santasi_tie_node *node, struct santasi_bounds *bounds) {
    const struct santasi_node plain = plain_of(node);
    struct santasi_bounds margin = santasi_search_known(tie->margin, &plain);
    if (santasi_pieces(node->left) <= MARGIN_PLIES) {
        margin.low = margin_reached(tie, node, 1) ? 1 - node->lead : margin.low;
        margin.high = margin_reached(tie, node, 0) ? margin.high : -1 - node->lead;
    }
    if (margin.low + node->lead >= 1)
        bounds->low = WON;
    if (margin.high + node->lead < 0)
        bounds->high = LOST;
    return margin.high + node->lead < 1;
}

/* ---- Children ------------------------------------------------------------------------------------------------- */

/* The node after a move. */
struct child {
    struct santasi_tie_node node;
    struct santasi_entry *bucket;
    struct santasi_bounds bounds; /* of the node */
    int32_t score;
    int move; /* piece * SANTASI_SITES + place */
};

static bool child_make(struct santasi_tie *tie, const struct santasi_tie_node *node, int piece, int place,
                       struct child *child) {
    child->move = piece * SANTASI_SITES + place;
    child->node.left = node->left - santasi_piece_unit(piece);
    for (int i = 0; i < SANTASI_SITES; i++) {
        const int change = i == place ? SANTASI_CHANGE_HERE + piece : piece % SANTASI_SIZES;
        child->node.tower[i] = santasi_tower_at(&tie->towers, node->tower[i])->next[change];
        child->node.plain[i] = santasi_tower_at(&tie->margin->towers, node->plain[i])->next[change];
    }
    if (!santasi_tie_complete(tie, &child->node, NULL))
        return false;
    child->bucket = santasi_table_bucket(&tie->table, child->node.key);
    __builtin_prefetch(child->bucket);
    return true;
}

/* Lists the children; -1 when memory is short. */
static int children_list(struct santasi_tie *tie, const struct santasi_tie_node *node,
                         struct child children[SANTASI_CHILDREN_MAX]) {
    if (!santasi_changes_know(&tie->towers, node->tower) || !santasi_changes_know(&tie->margin->towers, node->plain))
        return -1;
    int count = 0;
    for (int piece = 0; piece < SANTASI_PIECES; piece++) {
        for (int place = 0; place < SANTASI_SITES && santasi_piece_left(node->left, piece); place++) {
            const bool twin = place > 0 && node->tower[place] == node->tower[place - 1];
            if (twin || tower_at(tie, node, place)->next[SANTASI_CHANGE_HERE + piece] == SANTASI_NONE)
                continue;
            if (!child_make(tie, node, piece, place, &children[count++]))
                return -1;
        }
    }
    return count;
}

/* How good a move looks, as in the margin search. */
static int32_t child_score(const struct santasi_tie *tie, const struct child *child, bool blue) {
    int32_t hope = 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        const struct santasi_tower *tower = tower_at(tie, &child->node, place);
        hope += tower->hope + tower->shown * SANTASI_CERTAIN;
    }
    const bool blue_piece = child->move < SANTASI_SIZES * SANTASI_SITES;
    return (blue ? hope : -hope) + (blue_piece == blue ? -2 * SANTASI_CERTAIN : 2 * SANTASI_CERTAIN);
}

/* Fetches what is known of a child. A child that does not win on margin is worth a try. */
static void child_look(struct santasi_tie *tie, struct child *child, bool blue, int table_move) {
    child->bounds = (struct santasi_bounds){LOST, WON, SANTASI_NO_MOVE};
    child->score = child_score(tie, child, blue);
    if (child->move == table_move)
        child->score += SCORE_TABLE_MOVE;
    if (node_over(tie, &child->node))
        child->bounds.low = child->bounds.high = end_outcome(tie, &child->node);
    else if (!santasi_table_probe(child->bucket, child->node.key, &child->bounds) &&
             margin_narrow(tie, &child->node, &child->bounds))
        child->score += SCORE_BALANCED;
}

/* Moves the best scored of the children from `from` on to that place. */
static struct child *children_pick(struct child *children, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (children[i].score > children[best].score)
            best = i;
    const struct child swap = children[from];
    children[from] = children[best];
    children[best] = swap;
    return &children[from];
}

/* ---- The search ----------------------------------------------------------------------------------------------- */

/* Takes in what a child is worth. True when that settles the question. */
static bool child_settles(const struct child *child, int need, int *high, struct santasi_bounds *bounds) {
    if (-child->bounds.high >= need) {
        bounds->low = -child->bounds.high;
        bounds->move = child->move;
        return true;
    }
    *high = -child->bounds.low > *high ? -child->bounds.low : *high;
    return false;
}

/* Narrows the bounds of a node that is not over until they say whether its outcome is at least `need`. */
static void node_visit(struct santasi_tie *tie, const struct santasi_tie_node *node, int need,
                       struct santasi_bounds *bounds) {
    struct child children[SANTASI_CHILDREN_MAX];
    santasi_search_count(tie->margin);

    const int count = children_list(tie, node, children);
    int high = LOST, open = 0;
    if (count < 0)
        santasi_search_exhaust(tie->margin);

    /* 1. A move that is known to reach the outcome settles it; moves that are known not to are done. */
    for (int i = 0; i < count; i++) {
        child_look(tie, &children[i], blue_moves(node), bounds->move);
        if (tie->margin->aborted)
            return;
        if (-children[i].bounds.high < need && -children[i].bounds.low >= need)
            children[open++] = children[i];
        else if (child_settles(&children[i], need, &high, bounds))
            return;
    }

    /* 2. The others, the best looking first. */
    for (int i = 0; i < open; i++) {
        struct child *child = children_pick(children, i, open);
        santasi_table_probe(child->bucket, child->node.key, &child->bounds);
        if (-child->bounds.high < need && -child->bounds.low >= need) {
            node_visit(tie, &child->node, 1 - need, &child->bounds);
            if (tie->margin->aborted)
                return;
            santasi_table_store(child->bucket, child->node.key, santasi_pieces(child->node.left), &child->bounds);
        }
        if (child_settles(child, need, &high, bounds))
            return;
    }
    bounds->high = high;
}

struct santasi_bounds santasi_tie_search(struct santasi_tie *tie, const struct santasi_tie_node *node, int need) {
    struct santasi_entry *bucket = santasi_table_bucket(&tie->table, node->key);
    struct santasi_bounds bounds = {LOST, WON, SANTASI_NO_MOVE};
    if (!santasi_table_probe(bucket, node->key, &bounds))
        margin_narrow(tie, node, &bounds);
    if (bounds.low >= need || bounds.high < need || tie->margin->aborted)
        return bounds;
    node_visit(tie, node, need, &bounds);
    if (!tie->margin->aborted)
        santasi_table_store(bucket, node->key, santasi_pieces(node->left), &bounds);
    return bounds;
}
