/* santasi_tie.c - the outcome with the tie-break. */
#include "santasi_tie.h"

#include "../rules/registry.h"
#include "brain.h"

enum { WON = 1, LOST = -1 };

enum {
    MARGIN_PLIES = 11, /* so near to the end the margin is asked for before the outcome: it decides much */
    SAMPLE_PLIES = 11, /* nearer to the end it takes longer to ask the net than to try a move in vain */
    SCORE_TABLE_MOVE = 1 << 25,
    SCORE_BALANCED = 4 * SANTASI_HOPE / 3
};

/* The net's weights as the evaluation wants them. */
static bool weights_take(struct santasi_tie *tie) {
    santasi_array_begin(&tie->weights, sizeof(int16_t), tie->margin->allowance);
    if (!santasi_array_reserve(&tie->weights, (size_t)santasi_brain.weight_count))
        return false;
    brain_unpack(&santasi_brain, tie->weights.items);
    return true;
}

bool santasi_tie_begin(struct santasi_tie *tie, const struct tab_rules *rules, struct santasi_search *margin,
                       size_t table_bytes) {
    tie->rules = rules;
    tie->margin = margin;
    const bool weights = weights_take(tie);
    const bool towers = santasi_towers_begin(&tie->towers, margin->future, &margin->towers, margin->allowance);
    return santasi_table_begin(&tie->table, table_bytes, margin->allowance) && towers && weights;
}

void santasi_tie_end(struct santasi_tie *tie) {
    santasi_array_end(&tie->weights);
    santasi_towers_end(&tie->towers);
    santasi_table_end(&tie->table);
}

/* ---- Nodes ---------------------------------------------------------------------------------------------------- */

static bool blue_moves(const struct santasi_tie_node *node) { return santasi_pieces(node->left) % 2 == 0; }

static const struct santasi_tower *tower_at(const struct santasi_tie *tie, const struct santasi_tie_node *node,
                                            int place) {
    return santasi_tower_at(&tie->towers, node->tower[place]);
}

static const struct santasi_stature *stature_at(const struct santasi_tie *tie, const struct santasi_tie_node *node,
                                                int place) {
    return santasi_tower_stature(&tie->towers, node->tower[place]);
}

/* The places whose tower can still be the highest. */
static unsigned candidates_of(const struct santasi_stature *const stature[SANTASI_SITES]) {
    uint16_t reached = 0;
    unsigned candidates = 0;
    for (int place = 0; place < SANTASI_SITES; place++)
        reached = stature[place]->ends.low > reached ? stature[place]->ends.low : reached;
    for (int place = 0; place < SANTASI_SITES; place++)
        candidates |= (unsigned)(stature[place]->ends.high >= reached) << place;
    return candidates;
}

/* Kinds of numbers in a key: a tower whose height matters, one that will not be the highest, one that will be. */
enum { KIND_OPEN, KIND_LOW, KIND_TOP, KINDS = 4 };

/* Numbers the towers for the key. */
static void numbers_find(const struct santasi_tie *tie, const struct santasi_tie_node *node,
                         uint32_t number[SANTASI_SITES]) {
    const struct santasi_stature *stature[SANTASI_SITES];
    for (int place = 0; place < SANTASI_SITES; place++)
        stature[place] = stature_at(tie, node, place);
    const unsigned candidates = candidates_of(stature);
    const bool settled = (candidates & (candidates - 1)) == 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        if (!(candidates >> place & 1))
            number[place] = stature[place]->plain * KINDS + KIND_LOW;
        else if (settled)
            number[place] = stature[place]->top * KINDS + KIND_TOP;
        else
            number[place] = node->tower[place] * KINDS + KIND_OPEN;
    }
}

void santasi_tie_complete(const struct santasi_tie *tie, struct santasi_tie_node *node, int place[SANTASI_SITES]) {
    enum { LEAD_ZERO = 64 };
    const struct santasi_tie_node before = *node;
    uint32_t number[SANTASI_SITES], sorted[SANTASI_SITES];
    int lead = 0;
    unsigned shows = 0;
    numbers_find(tie, node, number);
    for (int i = 0; i < SANTASI_SITES; i++) {
        /* Equal numbers keep their order, so that each place is taken once. */
        int rank = 0;
        for (int j = 0; j < SANTASI_SITES; j++)
            rank += number[j] < number[i] || (number[j] == number[i] && j < i);
        sorted[rank] = number[i];
        node->tower[rank] = before.tower[i];
        place[rank] = i;
        lead += santasi_tower_shown(santasi_tower_at(&tie->towers, before.tower[i]));
        shows |= santasi_tower_worth(&tie->towers, before.tower[i]).prospect.shows;
    }
    node->left = santasi_left_settle(node->left, ~shows & 31);
    node->lead = blue_moves(node) ? lead : -lead;
    node->key = santasi_key_of(sorted, node->left, (uint32_t)(lead + LEAD_ZERO));
    node->hash = santasi_key_hash(node->key);
}

/* Whether no tower takes another cylinder. Such nodes stay out of the table: their towers no longer say which pieces
 * are left, and so not whose turn it is. */
static bool node_over(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    bool over = true;
    for (int place = 0; place < SANTASI_SITES && over; place++)
        over = stature_at(tie, node, place)->closed;
    return over;
}

/* The outcome for the player to move of a game that is over. */
static int end_outcome(const struct santasi_tie *tie, const struct santasi_tie_node *node) {
    uint16_t highest = 0;
    int lead = 0;
    if (node->lead != 0)
        return node->lead > 0 ? WON : LOST;
    for (int place = 0; place < SANTASI_SITES; place++) {
        const uint16_t height = stature_at(tie, node, place)->ends.low;
        if (height > highest)
            lead = 0;
        if (height >= highest) {
            highest = height;
            lead += santasi_tower_shown(tower_at(tie, node, place));
        }
    }
    lead = blue_moves(node) ? lead : -lead;
    return (lead > 0) - (lead < 0);
}

/* ---- The margin of a node ------------------------------------------------------------------------------------- */

/* The node of the margin search, and the lead for good of the player to move in its terms. */
static struct santasi_node plain_of(const struct santasi_tie *tie, const struct santasi_tie_node *node, int *lead) {
    struct santasi_node plain = {.left = node->left};
    for (int place = 0; place < SANTASI_SITES; place++)
        plain.tower[place] = stature_at(tie, node, place)->plain;
    const int settled = santasi_node_settle(tie->margin, &plain);
    *lead = node->lead + (blue_moves(node) ? settled : -settled);
    return plain;
}

/* Whether best play gives the player to move a margin of at least `margin`. */
static bool margin_reached(struct santasi_tie *tie, const struct santasi_tie_node *node, int margin) {
    int lead;
    const struct santasi_node plain = plain_of(tie, node, &lead);
    return santasi_search_margin(tie->margin, &plain, margin - lead).low + lead >= margin;
}

/* Narrows the bounds of the outcome by what is known of the margin. Returns whether it is known not to decide for the
 * player to move. */
static bool margin_narrow(struct santasi_tie *tie, const struct santasi_tie_node *node, struct santasi_bounds *bounds) {
    int lead;
    const struct santasi_node plain = plain_of(tie, node, &lead);
    const struct santasi_bounds margin = santasi_search_known(tie->margin, &plain);
    if (margin.low + lead >= 1)
        bounds->low = WON;
    if (margin.high + lead < 0)
        bounds->high = LOST;
    return margin.high + lead < 1;
}

/* Asks for the margin. */
static void margin_ask(struct santasi_tie *tie, const struct santasi_tie_node *node, struct santasi_bounds *bounds) {
    if (margin_reached(tie, node, 1))
        bounds->low = WON;
    else if (!margin_reached(tie, node, 0))
        bounds->high = LOST;
}

/* ---- Children ------------------------------------------------------------------------------------------------- */

/* The node after a move. */
struct child {
    struct santasi_tie_node node;
    struct santasi_bounds bounds; /* of the node */
    int32_t score;
    int move;                 /* piece * SANTASI_SITES + place */
    int place[SANTASI_SITES]; /* where each place was in the node before */
};

static void child_make(struct santasi_tie *tie, const struct santasi_tie_node *node, int piece, int place,
                       struct child *child) {
    child->move = piece * SANTASI_SITES + place;
    child->node.left = node->left - santasi_piece_unit(piece);
    for (int i = 0; i < SANTASI_SITES; i++) {
        const int change = i == place ? SANTASI_CHANGE_HERE + piece : piece % SANTASI_SIZES;
        child->node.tower[i] = santasi_change_number(tower_at(tie, node, i)->change[change]);
    }
    santasi_tie_complete(tie, &child->node, child->place);
    __builtin_prefetch(santasi_table_bucket(&tie->table, child->node.hash));
}

/* Whether the other's piece of the same size is at least as good: so it is where it is covered at once. */
static bool colour_dominated(const struct santasi_tie *tie, const struct santasi_tie_node *node, int piece, int place) {
    const bool own = (piece < SANTASI_SIZES) == blue_moves(node);
    return own && (tower_at(tie, node, place)->covers >> (piece % SANTASI_SIZES) & 1) &&
           santasi_piece_left(node->left, (piece + SANTASI_SIZES) % SANTASI_PIECES);
}

/* Lists the children; -1 when memory is short. */
static int children_list(struct santasi_tie *tie, const struct santasi_tie_node *node,
                         struct child children[SANTASI_CHILDREN_MAX]) {
    if (!santasi_changes_know(&tie->towers, node->tower, node->left))
        return -1;
    int count = 0;
    for (int piece = 0; piece < SANTASI_PIECES; piece++) {
        for (int place = 0; place < SANTASI_SITES && santasi_piece_left(node->left, piece); place++) {
            const bool twin = place > 0 && node->tower[place] == node->tower[place - 1];
            if (twin || tower_at(tie, node, place)->change[SANTASI_CHANGE_HERE + piece] == SANTASI_IMPOSSIBLE ||
                colour_dominated(tie, node, piece, place))
                continue;
            child_make(tie, node, piece, place, &children[count++]);
        }
    }
    return count;
}

/* How good a move looks without the net, as in the margin search. */
static int32_t child_score(const struct santasi_tie *tie, const struct child *child, bool blue) {
    int32_t hope = 0;
    for (int place = 0; place < SANTASI_SITES; place++) {
        const uint32_t tower = child->node.tower[place];
        hope += santasi_tower_worth(&tie->towers, tower).hope +
                santasi_tower_shown(santasi_tower_at(&tie->towers, tower)) * SANTASI_HOPE;
    }
    return (blue ? hope : -hope) + santasi_piece_score(child->move / SANTASI_SITES, blue);
}

/* Fetches what is known of a child. A child that does not win on margin is worth a try. */
static void child_look(struct santasi_tie *tie, struct child *child, bool blue, int table_move) {
    child->bounds = (struct santasi_bounds){LOST, WON, SANTASI_NO_MOVE};
    child->score = child_score(tie, child, blue);
    if (child->move == table_move)
        child->score += SCORE_TABLE_MOVE;
    if (node_over(tie, &child->node))
        child->bounds.low = child->bounds.high = end_outcome(tie, &child->node);
    else if (!santasi_table_probe(&tie->table, child->node.key, child->node.hash, &child->bounds) &&
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

/* ---- Samples -------------------------------------------------------------------------------------------------- */

/* A sample of a child. */
static void sample_play(const struct santasi_tie *tie, const struct santasi_sample *sample, const struct child *child,
                        struct santasi_sample *after) {
    const tab_move move = santasi_move_at(child->move, sample->site, santasi_of(&sample->position)->left);
    assert(santasi_of(&sample->position)->legal >> move & 1);
    after->position = sample->position;
    tie->rules->game->play(tie->rules, &after->position, move);
    for (int place = 0; place < SANTASI_SITES; place++)
        after->site[place] = sample->site[child->place[place]];
}

/* Takes what the net thinks of the moves into their scores. A win that it holds for three times as likely counts like
 * a visible cylinder and some more. */
static void children_judge(const struct santasi_tie *tie, const struct santasi_sample *sample, struct child *children,
                           int count) {
    for (int i = 0; i < count; i++) {
        struct santasi_sample after;
        sample_play(tie, sample, &children[i], &after);
        children[i].score -= santasi_brain.evaluate(tie->rules, &after.position, tie->weights.items) * 8 / 3;
    }
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

static bool child_open(const struct child *child, int need) {
    return -child->bounds.high < need && -child->bounds.low >= need;
}

static void node_visit(struct santasi_tie *tie, const struct santasi_tie_node *node,
                       const struct santasi_sample *sample, int need, struct santasi_bounds *bounds);

/* Searches a child, unless the table has got to know it while its siblings were searched, or the margin decides. */
static void child_search(struct santasi_tie *tie, struct child *child, const struct santasi_sample *sample, int need) {
    struct santasi_sample after;
    const int plies = santasi_pieces(child->node.left);
    santasi_table_probe(&tie->table, child->node.key, child->node.hash, &child->bounds);
    if (plies <= MARGIN_PLIES && child_open(child, need))
        margin_ask(tie, &child->node, &child->bounds);
    if (tie->margin->aborted || !child_open(child, need))
        return;
    const bool sampled = sample != NULL && plies >= SAMPLE_PLIES;
    if (sampled)
        sample_play(tie, sample, child, &after);
    node_visit(tie, &child->node, sampled ? &after : NULL, 1 - need, &child->bounds);
    if (!tie->margin->aborted)
        santasi_table_store(&tie->table, child->node.key, child->node.hash, plies, &child->bounds);
}

/* Narrows the bounds of a node that is not over until they say whether its outcome is at least `need`; without a sample
 * near to the end. */
static void node_visit(struct santasi_tie *tie, const struct santasi_tie_node *node,
                       const struct santasi_sample *sample, int need, struct santasi_bounds *bounds) {
    struct child children[SANTASI_CHILDREN_MAX];
    santasi_search_count(tie->margin);

    const int count = children_list(tie, node, children);
    int high = LOST, open = 0;
    if (count < 0)
        santasi_search_exhaust(tie->margin);
    if (tie->margin->aborted)
        return;

    /* 1. A move that is known to reach the outcome settles it; moves that are known not to are done. */
    for (int i = 0; i < count; i++) {
        child_look(tie, &children[i], blue_moves(node), bounds->move);
        if (child_open(&children[i], need))
            children[open++] = children[i];
        else if (child_settles(&children[i], need, &high, bounds))
            return;
    }

    /* 2. The others, the best looking first. */
    if (sample != NULL && open > 1)
        children_judge(tie, sample, children, open);
    for (int i = 0; i < open; i++) {
        struct child *child = children_pick(children, i, open);
        child_search(tie, child, sample, need);
        if (tie->margin->aborted || child_settles(child, need, &high, bounds))
            return;
    }
    bounds->high = high;
}

struct santasi_bounds santasi_tie_search(struct santasi_tie *tie, const struct santasi_tie_node *node,
                                         const struct santasi_sample *sample, int need) {
    struct santasi_bounds bounds = {LOST, WON, SANTASI_NO_MOVE};
    if (!santasi_table_probe(&tie->table, node->key, node->hash, &bounds))
        margin_narrow(tie, node, &bounds);
    if (bounds.low >= need || bounds.high < need || tie->margin->aborted)
        return bounds;
    node_visit(tie, node, sample, need, &bounds);
    if (!tie->margin->aborted)
        santasi_table_store(&tie->table, node->key, node->hash, santasi_pieces(node->left), &bounds);
    return bounds;
}
