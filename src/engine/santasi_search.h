/* santasi_search.h - the margin of visible cylinders with best play: null-window search over towers.
 *
 * A node is three towers (santasi_tower.h) in ascending order, and the pieces left. Blue is to move when their number
 * is even. The value of a node is its *future* margin: by how much the lead in visible cylinders of the player to
 * move still grows with best play. The lead for good, decided before, is no part of it, so that positions that differ
 * only in what no longer matters are one node. */
#ifndef TABLIER_ENGINE_SANTASI_SEARCH_H
#define TABLIER_ENGINE_SANTASI_SEARCH_H

#include "santasi_solver.h"
#include "santasi_table.h"
#include "santasi_tower.h"

struct santasi_node {
    uint32_t tower[SANTASI_SITES];
    uint32_t left; /* pieces, as in struct santasi */
};

enum { SANTASI_CHILDREN_MAX = SANTASI_PIECES * SANTASI_SITES };

/* The node after a move. */
struct santasi_child {
    struct santasi_node node;
    struct santasi_key key;
    struct santasi_entry *bucket;
    struct santasi_bounds bounds; /* of the node */
    int32_t score;                /* for the order */
    int16_t gain;                 /* lead for good of the player who moved */
    uint8_t move;                 /* piece * SANTASI_SITES + place of the tower in the node before */
};

struct santasi_search {
    struct santasi_allowance *allowance;
    struct santasi_towers towers;
    struct santasi_table table;
    struct santasi_limits limits;
    uint64_t nodes; /* since the search began */
    int64_t began;  /* on the engine's clock */
    bool aborted;   /* a limit was met or memory is short: answers mean nothing any more */
    bool exhausted; /* memory is short */
};

bool santasi_search_begin(struct santasi_search *search, const struct santasi_set *set, size_t table_bytes,
                          struct santasi_allowance *allowance);
void santasi_search_end(struct santasi_search *search);
/* Begins to count against new limits. */
void santasi_search_limit(struct santasi_search *search, const struct santasi_limits *limits);
/* Stops for lack of memory. */
void santasi_search_exhaust(struct santasi_search *search);
/* Counts a node and looks at the limits now and then. */
void santasi_search_count(struct santasi_search *search);

/* Number of pieces left, and of one of the ten pieces (colour * SANTASI_SIZES + size). */
int santasi_pieces(uint32_t left);
static inline uint32_t santasi_piece_unit(int piece) {
    return UINT32_C(1) << (16 * (piece / SANTASI_SIZES) + SANTASI_SITES * (piece % SANTASI_SIZES));
}
static inline bool santasi_piece_left(uint32_t left, int piece) { return (left & 7 * santasi_piece_unit(piece)) != 0; }

/* Works out every change that the moves of three towers need. False when memory is short. */
bool santasi_changes_know(struct santasi_towers *towers, const uint32_t tower[SANTASI_SITES]);
void santasi_node_sort(struct santasi_node *node);

/* What is known of a node without search. */
struct santasi_bounds santasi_search_known(const struct santasi_search *search, const struct santasi_node *node);
/* Whether the value of a node is at least `need`: returns bounds that say so, or that it is not. */
struct santasi_bounds santasi_search_margin(struct santasi_search *search, const struct santasi_node *node, int need);

#endif
