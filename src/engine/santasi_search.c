/* santasi_search.c - null-window search for the margin of visible cylinders. */
#include "santasi_search.h"

#include "clock.h"

enum {
    CHECK_NODES = 4096,
    TABLE_PLIES = 2, /* nodes nearer to the end are not worth a place in the table */
    SCORE_TABLE_MOVE = INT32_MAX
};

/* ---- Limits --------------------------------------------------------------------------------------------------- */

static void limits_check(struct santasi_search *search) {
    const struct santasi_limits *limits = &search->limits;
    const uint64_t elapsed = (uint64_t)(clock_now() - search->began);
    if ((limits->stop != NULL && atomic_load_explicit(limits->stop, memory_order_relaxed)) ||
        (limits->nodes != 0 && search->nodes >= limits->nodes) ||
        (limits->milliseconds != 0 && elapsed >= limits->milliseconds))
        search->aborted = true;
    if (limits->progress != NULL)
        limits->progress(limits->context, search->nodes, elapsed);
}

/* For building outlooks, which counts no nodes. */
static bool search_stopped(void *context) {
    struct santasi_search *search = context;
    limits_check(search);
    return search->aborted;
}

void santasi_search_limit(struct santasi_search *search, const struct santasi_limits *limits) {
    search->limits = *limits;
    search->nodes = 0;
    search->began = clock_now();
    search->aborted = false;
}

void santasi_search_exhaust(struct santasi_search *search) { search->aborted = search->exhausted = true; }

void santasi_search_count(struct santasi_search *search) {
    if (++search->nodes % CHECK_NODES == 0)
        limits_check(search);
}

bool santasi_search_begin(struct santasi_search *search, const struct santasi_set *set, size_t table_bytes,
                          struct santasi_allowance *allowance) {
    *search = (struct santasi_search){.allowance = allowance};
    const bool towers = santasi_towers_begin(&search->towers, set, false, allowance);
    search->towers.future.stopped = search_stopped;
    search->towers.future.context = search;
    return santasi_table_begin(&search->table, table_bytes) && towers;
}

void santasi_search_end(struct santasi_search *search) {
    santasi_towers_end(&search->towers);
    santasi_table_end(&search->table);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

int santasi_pieces(uint32_t left) {
    const uint32_t low = UINT32_C(0x12491249); /* the lowest bit of every count */
    return __builtin_popcount(left & low) + 2 * __builtin_popcount(left & low << 1) +
           4 * __builtin_popcount(left & low << 2);
}

static bool blue_moves(int plies) { return plies % 2 == 0; }

static void order(uint32_t *one, uint32_t *other) {
    const uint32_t low = *one < *other ? *one : *other, high = *one < *other ? *other : *one;
    *one = low;
    *other = high;
}

void santasi_node_sort(struct santasi_node *node) {
    order(&node->tower[0], &node->tower[1]);
    order(&node->tower[1], &node->tower[2]);
    order(&node->tower[0], &node->tower[1]);
}

static bool tower_changes_know(struct santasi_towers *towers, uint32_t number) {
    for (int change = 0; change < SANTASI_CHANGES; change++)
        if (santasi_tower_at(towers, number)->next[change] == SANTASI_UNKNOWN &&
            !santasi_towers_change(towers, number, change))
            return false;
    return true;
}

bool santasi_changes_know(struct santasi_towers *towers, const uint32_t tower[SANTASI_SITES]) {
    return tower_changes_know(towers, tower[0]) && tower_changes_know(towers, tower[1]) &&
           tower_changes_know(towers, tower[2]);
}

/* ---- Children ------------------------------------------------------------------------------------------------- */

static void child_make(const struct santasi_tower *const tower[SANTASI_SITES], uint32_t left, int piece, int place,
                       struct santasi_child *child) {
    const int away = piece % SANTASI_SIZES, here = SANTASI_CHANGE_HERE + piece;
    const struct santasi_tower *grown = tower[place];
    const struct santasi_tower *one = tower[(place + 1) % SANTASI_SITES], *other = tower[(place + 2) % SANTASI_SITES];
    const int gain = grown->gain[here] + one->gain[away] + other->gain[away];
    child->node = (struct santasi_node){{grown->next[here], one->next[away], other->next[away]},
                                        left - santasi_piece_unit(piece)};
    child->gain = (int16_t)(blue_moves(santasi_pieces(left)) ? gain : -gain);
    child->move = (uint8_t)(piece * SANTASI_SITES + place);
    santasi_node_sort(&child->node);
}

/* Lists the children, each tower once where several are the same; -1 when memory is short. */
static int children_list(struct santasi_search *search, const struct santasi_node *node,
                         struct santasi_child children[SANTASI_CHILDREN_MAX]) {
    if (!santasi_changes_know(&search->towers, node->tower))
        return -1;
    const struct santasi_tower *tower[SANTASI_SITES];
    for (int place = 0; place < SANTASI_SITES; place++)
        tower[place] = santasi_tower_at(&search->towers, node->tower[place]);
    int count = 0;
    for (int piece = 0; piece < SANTASI_PIECES; piece++) {
        if (!santasi_piece_left(node->left, piece))
            continue;
        for (int place = 0; place < SANTASI_SITES; place++) {
            const bool twin = place > 0 && node->tower[place] == node->tower[place - 1];
            if (!twin && tower[place]->next[SANTASI_CHANGE_HERE + piece] != SANTASI_NONE)
                child_make(tower, node->left, piece, place, &children[count++]);
        }
    }
    return count;
}

/* What is certain of a node without search: the player to move gains at most all pieces left and all live leads. */
static struct santasi_bounds bounds_certain(const struct santasi_search *search, const struct santasi_node *node,
                                            bool blue) {
    int most = santasi_pieces(node->left & UINT32_C(0x7FFF)), least = -santasi_pieces(node->left >> 16);
    for (int place = 0; place < SANTASI_SITES; place++) {
        const struct santasi_tower *tower = santasi_tower_at(&search->towers, node->tower[place]);
        most += tower->most;
        least += tower->least;
    }
    if (blue)
        return (struct santasi_bounds){least, most, SANTASI_NO_MOVE};
    return (struct santasi_bounds){-most, -least, SANTASI_NO_MOVE};
}

/* How good a move looks: pieces of the other colour are spent first, then what is and may remain visible counts. */
static int32_t child_score(const struct santasi_search *search, const struct santasi_child *child, bool blue) {
    int32_t hope = 0;
    for (int place = 0; place < SANTASI_SITES; place++)
        hope += santasi_tower_at(&search->towers, child->node.tower[place])->hope;
    const bool blue_piece = child->move < SANTASI_SIZES * SANTASI_SITES;
    const int32_t spent = blue_piece == blue ? -2 * SANTASI_CERTAIN : 2 * SANTASI_CERTAIN;
    return spent + child->gain * SANTASI_CERTAIN + (blue ? hope : -hope);
}

/* What a move is worth to the player who makes it, at least and at most. */
static int child_low(const struct santasi_child *child) { return child->gain - child->bounds.high; }
static int child_high(const struct santasi_child *child) { return child->gain - child->bounds.low; }

/* Fetches what is known of all children, their places in the table together, so that memory is waited for once. */
static void children_look(struct santasi_search *search, struct santasi_child *children, int count, int plies,
                          int table_move) {
    const bool blue = blue_moves(plies), tabled = plies > TABLE_PLIES;
    for (int i = 0; i < count && tabled; i++) {
        children[i].key = santasi_key_of(children[i].node.tower, children[i].node.left, 0);
        children[i].bucket = santasi_table_bucket(&search->table, children[i].key);
        __builtin_prefetch(children[i].bucket);
    }
    for (int i = 0; i < count; i++) {
        struct santasi_child *child = &children[i];
        child->bounds = bounds_certain(search, &child->node, !blue);
        child->score = child->move == table_move ? SCORE_TABLE_MOVE : child_score(search, child, blue);
        if (tabled)
            santasi_table_probe(child->bucket, child->key, &child->bounds);
    }
}

/* Moves the best scored of the children from `from` on to that place. */
static struct santasi_child *children_pick(struct santasi_child *children, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (children[i].score > children[best].score)
            best = i;
    const struct santasi_child swap = children[from];
    children[from] = children[best];
    children[best] = swap;
    return &children[from];
}

/* ---- The search ----------------------------------------------------------------------------------------------- */

/* Takes a child into what the node is worth at least and at most. True when that settles the question. */
static bool worth_add(struct santasi_bounds *worth, const struct santasi_child *child, int need) {
    const int low = child_low(child), high = child_high(child);
    if (low > worth->low) {
        worth->low = low;
        worth->move = child->move;
    }
    worth->high = high > worth->high ? high : worth->high;
    return low >= need;
}

/* Narrows what is known of a node by what its moves are worth; `complete` when all of them are in `worth`. */
static void bounds_narrow(struct santasi_bounds *bounds, const struct santasi_bounds *worth, bool complete) {
    if (worth->low > bounds->low) {
        bounds->low = worth->low;
        bounds->move = worth->move;
    }
    if (complete && worth->high < bounds->high)
        bounds->high = worth->high;
}

/* Narrows the bounds of a node until they say whether its value is at least `need`. */
static void node_visit(struct santasi_search *search, const struct santasi_node *node, int plies, int need,
                       struct santasi_bounds *bounds) {
    struct santasi_child children[SANTASI_CHILDREN_MAX];
    struct santasi_bounds worth = {-SANTASI_MARGIN_MAX, -SANTASI_MARGIN_MAX, SANTASI_NO_MOVE};
    santasi_search_count(search);

    /* 1. Without a move the game is over, and nothing more changes. */
    int count = children_list(search, node, children), open = 0;
    if (count < 0)
        santasi_search_exhaust(search);
    if (search->aborted)
        return;
    if (count == 0) {
        bounds->low = bounds->high = 0;
        return;
    }

    /* 2. A move that is known to reach the margin settles it; moves that are known not to are done. */
    children_look(search, children, count, plies, bounds->move);
    for (int i = 0; i < count; i++) {
        if (child_low(&children[i]) < need && child_high(&children[i]) >= need) {
            children[open++] = children[i];
        } else if (worth_add(&worth, &children[i], need)) {
            bounds_narrow(bounds, &worth, false);
            return;
        }
    }

    /* 3. The others, the best looking first. */
    for (int i = 0; i < open; i++) {
        struct santasi_child *child = children_pick(children, i, open);
        /* The table may know more by now: the search of a sibling has passed here. */
        const bool tabled = plies > TABLE_PLIES;
        if (tabled)
            santasi_table_probe(child->bucket, child->key, &child->bounds);
        if (child_low(child) < need && child_high(child) >= need) {
            node_visit(search, &child->node, plies - 1, child->gain - need + 1, &child->bounds);
            if (search->aborted)
                return;
            if (tabled)
                santasi_table_store(child->bucket, child->key, plies - 1, &child->bounds);
        }
        if (worth_add(&worth, child, need)) {
            bounds_narrow(bounds, &worth, false);
            return;
        }
    }
    bounds_narrow(bounds, &worth, true);
}

struct santasi_bounds santasi_search_known(const struct santasi_search *search, const struct santasi_node *node) {
    const struct santasi_key key = santasi_key_of(node->tower, node->left, 0);
    struct santasi_bounds bounds = bounds_certain(search, node, blue_moves(santasi_pieces(node->left)));
    santasi_table_probe(santasi_table_bucket(&search->table, key), key, &bounds);
    return bounds;
}

struct santasi_bounds santasi_search_margin(struct santasi_search *search, const struct santasi_node *node, int need) {
    const int plies = santasi_pieces(node->left);
    const struct santasi_key key = santasi_key_of(node->tower, node->left, 0);
    struct santasi_entry *bucket = santasi_table_bucket(&search->table, key);
    struct santasi_bounds bounds = bounds_certain(search, node, blue_moves(plies));
    santasi_table_probe(bucket, key, &bounds);
    if (bounds.low >= need || bounds.high < need)
        return bounds;
    node_visit(search, node, plies, need, &bounds);
    if (!search->aborted)
        santasi_table_store(bucket, key, plies, &bounds);
    return bounds;
}
