/* santasi_tie.c - the tie-break, searched among balanced positions. */
#include "santasi_tie.h"

enum { WON = 1, DRAWN = 0, LOST = -1 };

bool santasi_tie_begin(struct santasi_tie *tie, struct santasi_search *margin, const struct santasi_set *set,
                       size_t table_bytes) {
    tie->margin = margin;
    const bool towers = santasi_towers_begin(&tie->towers, set, true, margin->allowance);
    tie->towers.future.stopped = margin->towers.future.stopped;
    tie->towers.future.context = margin->towers.future.context;
    return santasi_table_begin(&tie->table, table_bytes) && towers;
}

void santasi_tie_end(struct santasi_tie *tie) {
    santasi_towers_end(&tie->towers);
    santasi_table_end(&tie->table);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

static bool blue_moves(const struct santasi_tie_node *node) { return santasi_pieces(node->left) % 2 == 0; }

static int sign_of(int value) { return (value > 0) - (value < 0); }

static void places_swap(struct santasi_tie_node *node, int one, int other) {
    if (node->tower[one] <= node->tower[other])
        return;
    const uint32_t tower = node->tower[one], plain = node->plain[one];
    node->tower[one] = node->tower[other];
    node->plain[one] = node->plain[other];
    node->tower[other] = tower;
    node->plain[other] = plain;
}

void santasi_tie_sort(struct santasi_tie_node *node) {
    places_swap(node, 0, 1);
    places_swap(node, 1, 2);
    places_swap(node, 0, 1);
}

/* Blue's lead for good in all towers. */
static int lead_of(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    int lead = 0;
    for (int place = 0; place < SANTASI_SITES; place++)
        lead += santasi_tower_at(&tie->towers, node->tower[place])->shown;
    return lead;
}

/* The sign of the margin with best play, for the player to move. */
static int margin_sign(struct santasi_tie *tie, const struct santasi_tie_node *node) {
    struct santasi_node plain = {{node->plain[0], node->plain[1], node->plain[2]}, node->left};
    santasi_node_sort(&plain);
    const int lead = blue_moves(node) ? lead_of(tie, node) : -lead_of(tie, node);
    if (santasi_search_margin(tie->margin, &plain, 1 - lead).low + lead >= 1)
        return 1;
    return santasi_search_margin(tie->margin, &plain, -lead).high + lead < 0 ? -1 : 0;
}

/* The outcome for the player to move of a game that is over with equally many visible cylinders. */
static int end_outcome(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    uint32_t highest = 0;
    int lead = 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        const struct santasi_tower *tower = santasi_tower_at(&tie->towers, node->tower[place]);
        const uint32_t height = santasi_outlook_at(&tie->towers.future, tower->outlook)->end;
        if (height > highest)
            lead = 0;
        if (height >= highest) {
            highest = height;
            lead += tower->shown;
        }
    }
    return blue_moves(node) ? sign_of(lead) : sign_of(-lead);
}

static void child_make(const struct santasi_tie *tie, const struct santasi_tie_node *node, int piece, int place,
                       struct santasi_tie_node *child) {
    child->left = node->left - santasi_piece_unit(piece);
    for (int i = 0; i < SANTASI_SITES; i++) {
        const int change = i == place ? SANTASI_CHANGE_HERE + piece : piece % SANTASI_SIZES;
        child->tower[i] = santasi_tower_at(&tie->towers, node->tower[i])->next[change];
        child->plain[i] = santasi_tower_at(&tie->margin->towers, node->plain[i])->next[change];
    }
    santasi_tie_sort(child);
}

/* Lists the moves, as piece * SANTASI_SITES + place, the one from the table first and those with a piece of the other
 * colour before those with an own one. -1 when memory is short. */
static int moves_list(struct santasi_tie *tie, const struct santasi_tie_node *node, int first,
                      int moves[SANTASI_CHILDREN_MAX]) {
    if (!santasi_changes_know(&tie->towers, node->tower) || !santasi_changes_know(&tie->margin->towers, node->plain))
        return -1;
    const int shift = blue_moves(node) ? SANTASI_SIZES : 0;
    int count = 0;
    for (int i = 0; i < SANTASI_PIECES; i++) {
        const int piece = (i + shift) % SANTASI_PIECES;
        for (int place = 0; place < SANTASI_SITES; place++) {
            const uint32_t next = santasi_tower_at(&tie->towers, node->tower[place])->next[SANTASI_CHANGE_HERE + piece];
            const bool twin = place > 0 && node->tower[place] == node->tower[place - 1];
            if (santasi_piece_left(node->left, piece) && next != SANTASI_NONE && !twin)
                moves[count++] = piece * SANTASI_SITES + place;
        }
    }
    for (int i = 1; i < count; i++) {
        if (moves[i] != first)
            continue;
        moves[i] = moves[0];
        moves[0] = first;
    }
    return count;
}

/* ---- The search ----------------------------------------------------------------------------------------------- */

static struct santasi_bounds node_search(struct santasi_tie *tie, const struct santasi_tie_node *node, int need);

/* Narrows the bounds of a balanced node until they say whether its outcome is at least `need`. */
static void node_visit(struct santasi_tie *tie, const struct santasi_tie_node *node, int need,
                       struct santasi_bounds *bounds) {
    int moves[SANTASI_CHILDREN_MAX];
    const int count = moves_list(tie, node, bounds->move, moves);
    if (count < 0)
        santasi_search_exhaust(tie->margin);
    if (tie->margin->aborted)
        return;
    if (count == 0) {
        bounds->low = bounds->high = end_outcome(tie, node);
        return;
    }
    int high = LOST;
    for (int i = 0; i < count; i++) {
        struct santasi_tie_node child;
        child_make(tie, node, moves[i] / SANTASI_SITES, moves[i] % SANTASI_SITES, &child);
        const struct santasi_bounds found = node_search(tie, &child, 1 - need);
        if (tie->margin->aborted)
            return;
        if (-found.high >= need) {
            bounds->low = -found.high;
            bounds->move = moves[i];
            return;
        }
        high = -found.low > high ? -found.low : high;
    }
    bounds->high = high;
}

static struct santasi_bounds node_search(struct santasi_tie *tie, const struct santasi_tie_node *node, int need) {
    const struct santasi_key key = santasi_key_of(node->tower, node->left);
    struct santasi_entry *bucket = santasi_table_bucket(&tie->table, key);
    struct santasi_bounds bounds = {LOST, WON, SANTASI_NO_MOVE};
    const bool known = santasi_table_probe(bucket, key, &bounds);
    if (bounds.low >= need || bounds.high < need)
        return bounds;
    santasi_search_count(tie->margin);
    const int sign = known ? 0 : margin_sign(tie, node);
    if (sign != 0)
        bounds.low = bounds.high = sign;
    else
        node_visit(tie, node, need, &bounds);
    if (!tie->margin->aborted)
        santasi_table_store(bucket, key, santasi_pieces(node->left), &bounds);
    return bounds;
}

struct santasi_bounds santasi_tie_search(struct santasi_tie *tie, const struct santasi_tie_node *node, int need) {
    return node_search(tie, node, need);
}
