/* santasi_search.c - null-window search for the margin of visible cylinders. */
#include "santasi_search.h"

#include "clock.h"

enum {
    CHECK_NODES = 256,
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

bool santasi_search_begin(struct santasi_search *search, struct santasi_future *future, size_t table_bytes,
                          struct santasi_allowance *allowance) {
    *search = (struct santasi_search){.allowance = allowance, .future = future};
    future->stopped = search_stopped;
    future->context = search;
    const bool towers = santasi_towers_begin(&search->towers, future, NULL, allowance);
    return santasi_table_begin(&search->table, table_bytes, allowance) && towers;
}

void santasi_search_end(struct santasi_search *search) {
    santasi_towers_end(&search->towers);
    santasi_table_end(&search->table);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

static bool blue_moves(int plies) { return plies % 2 == 0; }

static void order(uint32_t *one, uint32_t *other) {
    const uint32_t low = *one < *other ? *one : *other, high = *one < *other ? *other : *one;
    *one = low;
    *other = high;
}

static void towers_sort(uint32_t tower[SANTASI_SITES]) {
    order(&tower[0], &tower[1]);
    order(&tower[1], &tower[2]);
    order(&tower[0], &tower[1]);
}

/* The changes that moves with the pieces left need, one bit each. */
static uint32_t changes_of(uint32_t left) {
    uint32_t changes = 0;
    for (int piece = 0; piece < SANTASI_PIECES; piece++)
        if (santasi_piece_left(left, piece))
            changes |= UINT32_C(1) << (piece % SANTASI_SIZES) | UINT32_C(1) << (SANTASI_CHANGE_HERE + piece);
    return changes;
}

bool santasi_changes_know(struct santasi_towers *towers, const uint32_t tower[SANTASI_SITES], uint32_t left) {
    const uint32_t changes = changes_of(left);
    bool good = true;
    for (int place = 0; place < SANTASI_SITES; place++)
        good = good && ((changes & ~santasi_tower_at(towers, tower[place])->known) == 0 ||
                        santasi_towers_change(towers, tower[place], changes));
    return good;
}

tab_move santasi_move_at(int move, const int site[SANTASI_SITES], uint32_t left) {
    int piece = move / SANTASI_SITES;
    if (!santasi_piece_left(left, piece))
        piece = (piece + SANTASI_SIZES) % SANTASI_PIECES;
    return santasi_move((enum santasi_colour)(piece / SANTASI_SIZES),
                        santasi_column(piece % SANTASI_SIZES, site[move % SANTASI_SITES]));
}

/* ---- Settled sizes -------------------------------------------------------------------------------------------- */

/* The bits of a set of sizes in the pieces left. */
static uint32_t sizes_bits(unsigned sizes) {
    const uint32_t units = (sizes & 1) | (sizes & 2) << 2 | (sizes & 4) << 4 | (sizes & 8) << 6 | (sizes & 16) << 8;
    return units * UINT32_C(0x70007);
}

static int piece_count(uint32_t left, int piece) { return (int)(left / santasi_piece_unit(piece) & 7); }

uint32_t santasi_left_settle(uint32_t left, unsigned sizes) {
    if ((left & sizes_bits(sizes)) >> 16 == 0)
        return left;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        if (!(sizes >> size & 1))
            continue;
        const int blue = piece_count(left, size), room = 7 - blue, silver = piece_count(left, size + SANTASI_SIZES);
        const uint32_t moved = (uint32_t)(silver < room ? silver : room);
        left += moved * santasi_piece_unit(size) - moved * santasi_piece_unit(size + SANTASI_SIZES);
    }
    return left;
}

/* Sizes that will be covered, and sizes that will be visible. */
static unsigned sizes_covered(struct santasi_prospect prospect) { return ~(unsigned)prospect.shows & 31; }
static unsigned sizes_shown(const struct santasi_search *search, struct santasi_prospect prospect) {
    return search->fills ? prospect.shows & ~(unsigned)prospect.covers : 0;
}

/* Blue's lead in the pieces left of some sizes. */
static int lead_of(uint32_t left, unsigned sizes) {
    const uint32_t counted = left & sizes_bits(sizes);
    return santasi_pieces_of(counted & UINT32_C(0x7FFF)) - santasi_pieces_of(counted >> 16);
}

int santasi_node_settle(const struct santasi_search *search, struct santasi_node *node) {
    struct santasi_prospect prospect = {0, 0};
    towers_sort(node->tower);
    for (int place = 0; place < SANTASI_SITES; place++) {
        const struct santasi_prospect one = santasi_tower_worth(&search->towers, node->tower[place]).prospect;
        prospect.shows |= one.shows;
        prospect.covers |= one.covers;
    }
    const unsigned shown = sizes_shown(search, prospect);
    const int lead = lead_of(node->left, shown);
    node->left = santasi_left_settle(node->left, shown | sizes_covered(prospect));
    return lead;
}

/* ---- Children ------------------------------------------------------------------------------------------------- */

/* The node after a move. */
struct child {
    struct santasi_node node;
    uint32_t hash;
    struct santasi_key key;
    struct santasi_bounds bounds; /* of the node */
    int32_t score;                /* for the order */
    int16_t gain;                 /* lead for good of the player who moved */
    uint8_t move;                 /* piece * SANTASI_SITES + place of the tower in the node before */
};

/* A node and what its children have in common. */
struct parent {
    const struct santasi_search *search;
    const struct santasi_tower *tower[SANTASI_SITES];
    uint32_t left;
    bool blue;               /* blue moves */
    unsigned shown, covered; /* settled sizes */
    int table_move;
};

/* What a player can still gain at most, blue: all own pieces and all live leads. */
static struct santasi_bounds bounds_certain(int most, int least, bool blue) {
    if (blue)
        return (struct santasi_bounds){least, most, SANTASI_NO_MOVE};
    return (struct santasi_bounds){-most, -least, SANTASI_NO_MOVE};
}

static struct santasi_worth worth_sum(struct santasi_worth one, struct santasi_worth other) {
    return (struct santasi_worth){
        (int16_t)(one.hope + other.hope),
        (int8_t)(one.most + other.most),
        (int8_t)(one.least + other.least),
        {one.prospect.shows | other.prospect.shows, one.prospect.covers | other.prospect.covers}};
}

/* A tower after a change. */
struct changed {
    uint32_t tower;
    int gain;
    struct santasi_worth worth;
};

static struct changed tower_after(const struct santasi_search *search, const struct santasi_tower *tower, int change) {
    const uint32_t word = tower->change[change], number = santasi_change_number(word);
    return (struct changed){number, santasi_change_gain(word), santasi_tower_worth(&search->towers, number)};
}

/* Chosen so that balanced positions with 15 to 17 pieces left took the fewest nodes. */
int32_t santasi_piece_score(int piece, bool blue) {
    static const int16_t other[SANTASI_SIZES] = {256, 160, 320, 256, 256},
                         own[SANTASI_SIZES] = {-256, -192, -64, -64, -256};
    const int size = piece % SANTASI_SIZES;
    return (piece < SANTASI_SIZES) == blue ? own[size] : other[size];
}

/* The same where a colour may not matter. */
static int32_t piece_score(const struct parent *parent, int piece) {
    const int size = piece % SANTASI_SIZES;
    if (parent->shown >> size & 1)
        return 0;
    if (parent->covered >> size & 1)
        return 3 * SANTASI_HOPE / 4;
    return santasi_piece_score(piece, parent->blue);
}

/* Settles what can be settled in a child; returns what that adds to blue's lead for good. */
static int child_settle(const struct parent *parent, const struct santasi_worth *worth, int piece, uint32_t *left,
                        struct santasi_bounds *bounds) {
    const unsigned shown = sizes_shown(parent->search, worth->prospect);
    const unsigned settled = shown | sizes_covered(worth->prospect);
    const uint32_t open = *left & ~sizes_bits(settled);
    int gain = lead_of(*left, shown & ~parent->shown);
    if (parent->shown >> (piece % SANTASI_SIZES) & 1) /* it was in the lead already */
        gain -= piece < SANTASI_SIZES ? 1 : -1;
    *left = santasi_left_settle(*left, settled);
    *bounds = bounds_certain(worth->most + santasi_pieces_of(open & UINT32_C(0x7FFF)),
                             worth->least - santasi_pieces_of(open >> 16), !parent->blue);
    return gain;
}

/* Makes the child with a piece on the tower at `place`; `away` are the towers if it were set elsewhere. */
static void child_make(const struct parent *parent, int piece, int place, const struct changed away[SANTASI_SITES],
                       struct child *child) {
    const struct changed here = tower_after(parent->search, parent->tower[place], SANTASI_CHANGE_HERE + piece);
    const struct changed *one = &away[(place + 1) % SANTASI_SITES], *other = &away[(place + 2) % SANTASI_SITES];
    const struct santasi_worth worth = worth_sum(here.worth, worth_sum(one->worth, other->worth));
    child->node =
        (struct santasi_node){{here.tower, one->tower, other->tower}, parent->left - santasi_piece_unit(piece)};
    towers_sort(child->node.tower);
    const int gain =
        here.gain + one->gain + other->gain + child_settle(parent, &worth, piece, &child->node.left, &child->bounds);
    child->gain = (int16_t)(parent->blue ? gain : -gain);
    child->move = (uint8_t)(piece * SANTASI_SITES + place);
    /* Then what is and may remain visible counts. */
    child->score = piece_score(parent, piece) + child->gain * SANTASI_HOPE + (parent->blue ? worth.hope : -worth.hope);
    if (child->move == parent->table_move)
        child->score = SCORE_TABLE_MOVE;
}

/* Whether the other colour of the same size is at least as good on a tower. Any piece in the player's own colour is
 * worth at least as much to him as the same piece in the other's, and at most one visible cylinder of his instead of
 * one of the other's more. So a cylinder that is covered at once is best one of the other's, and one that is visible
 * for good is best an own one. */
static bool colour_dominated(const struct parent *parent, int piece, const struct santasi_tower *tower) {
    const int size = piece % SANTASI_SIZES;
    const bool own = (piece < SANTASI_SIZES) == parent->blue;
    return ((own ? tower->covers : tower->shows) >> size & 1) &&
           santasi_piece_left(parent->left, (piece + SANTASI_SIZES) % SANTASI_PIECES);
}

/* Lists the children with pieces of one size. */
static int size_list(const struct parent *parent, const struct santasi_node *node, int size, struct child *children) {
    struct changed away[SANTASI_SITES];
    int count = 0;
    for (int place = 0; place < SANTASI_SITES; place++)
        away[place] = tower_after(parent->search, parent->tower[place], size);
    for (int piece = size; piece < SANTASI_PIECES; piece += SANTASI_SIZES) {
        if (!santasi_piece_left(parent->left, piece))
            continue;
        for (int place = 0; place < SANTASI_SITES; place++) {
            const bool twin = place > 0 && node->tower[place] == node->tower[place - 1];
            if (twin || parent->tower[place]->change[SANTASI_CHANGE_HERE + piece] == SANTASI_IMPOSSIBLE ||
                colour_dominated(parent, piece, parent->tower[place]))
                continue;
            child_make(parent, piece, place, away, &children[count++]);
        }
    }
    return count;
}

/* Has the memory fetched that holds what the towers after some changes are worth. */
static void worths_prefetch(const struct parent *parent, uint32_t changes) {
    const struct santasi_worth *worths = parent->search->towers.worths.items;
    for (uint32_t rest = changes; rest != 0; rest &= rest - 1)
        for (int place = 0; place < SANTASI_SITES; place++)
            __builtin_prefetch(&worths[santasi_change_number(parent->tower[place]->change[__builtin_ctz(rest)])]);
}

/* Lists the children, each tower once where several are the same; -1 when memory is short. */
static int children_list(struct santasi_search *search, const struct santasi_node *node, int plies, int table_move,
                         struct child children[SANTASI_CHILDREN_MAX]) {
    if (!santasi_changes_know(&search->towers, node->tower, node->left))
        return -1;
    struct parent parent = {.search = search, .left = node->left, .blue = blue_moves(plies), .table_move = table_move};
    struct santasi_worth worth = {0};
    for (int place = 0; place < SANTASI_SITES; place++) {
        parent.tower[place] = santasi_tower_at(&search->towers, node->tower[place]);
        worth = worth_sum(worth, santasi_tower_worth(&search->towers, node->tower[place]));
    }
    worths_prefetch(&parent, changes_of(node->left));
    parent.shown = sizes_shown(search, worth.prospect);
    parent.covered = sizes_covered(worth.prospect);
    int count = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        if (santasi_piece_left(node->left, size) || santasi_piece_left(node->left, size + SANTASI_SIZES))
            count += size_list(&parent, node, size, &children[count]);
    return count;
}

/* What a move is worth to the player who makes it, at least and at most. */
static int child_low(const struct child *child) { return child->gain - child->bounds.high; }
static int child_high(const struct child *child) { return child->gain - child->bounds.low; }
static bool child_open(const struct child *child, int need) {
    return child_low(child) < need && child_high(child) >= need;
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

/* Takes a child into what the node is worth at least and at most. True when that settles the question. */
static bool worth_add(struct santasi_bounds *worth, const struct child *child, int need) {
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

/* Puts the children that leave the question open in front and takes the others into `worth`. Returns how many are
 * open, or -1 when one settles it. */
static int children_sift(struct child *children, int count, int need, struct santasi_bounds *worth) {
    int open = 0;
    for (int i = 0; i < count; i++) {
        if (child_open(&children[i], need))
            children[open++] = children[i];
        else if (worth_add(worth, &children[i], need))
            return -1;
    }
    return open;
}

/* Looks all children up in the table, their places fetched together, so that memory is waited for once. */
static void children_probe(struct santasi_search *search, struct child *children, int count) {
    for (int i = 0; i < count; i++) {
        children[i].key = santasi_key_of(children[i].node.tower, children[i].node.left, search->fills);
        children[i].hash = santasi_key_hash(children[i].key);
        __builtin_prefetch(santasi_table_bucket(&search->table, children[i].hash));
    }
    for (int i = 0; i < count; i++)
        santasi_table_probe(&search->table, children[i].key, children[i].hash, &children[i].bounds);
}

static void node_visit(struct santasi_search *search, const struct santasi_node *node, int plies, int need,
                       struct santasi_bounds *bounds);

/* Searches a child, unless the table has got to know it while its siblings were searched. */
static void child_search(struct santasi_search *search, struct child *child, int plies, int need) {
    const bool tabled = plies >= TABLE_PLIES;
    for (int place = 0; place < SANTASI_SITES; place++)
        __builtin_prefetch(santasi_tower_at(&search->towers, child->node.tower[place]));
    if (tabled)
        santasi_table_probe(&search->table, child->key, child->hash, &child->bounds);
    if (!child_open(child, need))
        return;
    node_visit(search, &child->node, plies, child->gain - need + 1, &child->bounds);
    if (tabled && !search->aborted)
        santasi_table_store(&search->table, child->key, child->hash, plies, &child->bounds);
}

/* Narrows the bounds of a node until they say whether its value is at least `need`. */
static void node_visit(struct santasi_search *search, const struct santasi_node *node, int plies, int need,
                       struct santasi_bounds *bounds) {
    struct child children[SANTASI_CHILDREN_MAX];
    struct santasi_bounds worth = {-SANTASI_MARGIN_MAX, -SANTASI_MARGIN_MAX, SANTASI_NO_MOVE};
    santasi_search_count(search);

    /* 1. Without a move the game is over, and nothing more changes. */
    int count = children_list(search, node, plies, bounds->move, children);
    if (count < 0)
        santasi_search_exhaust(search);
    if (search->aborted)
        return;
    if (count == 0) {
        bounds->low = bounds->high = 0;
        return;
    }

    /* 2. A move that is certain, or known from the table, to reach the margin settles it; moves that are not to
     * reach it are done. */
    int open = children_sift(children, count, need, &worth);
    if (open > 0 && plies > TABLE_PLIES) {
        children_probe(search, children, open);
        open = children_sift(children, open, need, &worth);
    }

    /* 3. The others, the best looking first. */
    bool settled = open < 0;
    for (int i = 0; i < open && !settled; i++) {
        struct child *child = children_pick(children, i, open);
        child_search(search, child, plies - 1, need);
        if (search->aborted)
            return;
        settled = worth_add(&worth, child, need);
    }
    bounds_narrow(bounds, &worth, !settled);
}

/* ---- Questions ------------------------------------------------------------------------------------------------ */

static struct santasi_bounds node_certain(const struct santasi_search *search, const struct santasi_node *node) {
    struct santasi_worth worth = {0};
    for (int place = 0; place < SANTASI_SITES; place++)
        worth = worth_sum(worth, santasi_tower_worth(&search->towers, node->tower[place]));
    const unsigned settled = sizes_shown(search, worth.prospect) | sizes_covered(worth.prospect);
    const uint32_t open = node->left & ~sizes_bits(settled);
    return bounds_certain(worth.most + santasi_pieces_of(open & UINT32_C(0x7FFF)),
                          worth.least - santasi_pieces_of(open >> 16), blue_moves(santasi_pieces(node->left)));
}

struct santasi_bounds santasi_search_known(const struct santasi_search *search, const struct santasi_node *node) {
    const struct santasi_key key = santasi_key_of(node->tower, node->left, search->fills);
    struct santasi_bounds bounds = node_certain(search, node);
    santasi_table_probe(&search->table, key, santasi_key_hash(key), &bounds);
    return bounds;
}

struct santasi_bounds santasi_search_margin(struct santasi_search *search, const struct santasi_node *node, int need) {
    const int plies = santasi_pieces(node->left);
    const struct santasi_key key = santasi_key_of(node->tower, node->left, search->fills);
    const uint32_t hash = santasi_key_hash(key);
    struct santasi_bounds bounds = node_certain(search, node);
    santasi_table_probe(&search->table, key, hash, &bounds);
    if (bounds.low >= need || bounds.high < need)
        return bounds;
    node_visit(search, node, plies, need, &bounds);
    if (!search->aborted)
        santasi_table_store(&search->table, key, hash, plies, &bounds);
    return bounds;
}
