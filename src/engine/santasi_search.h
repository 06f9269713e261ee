/* santasi_search.h - the margin of visible cylinders with best play: null-window search over towers.
 *
 * A node is three towers (santasi_tower.h) in ascending order, and the pieces left. Blue is to move when their number
 * is even. The value of a node is its *future* margin: by how much the lead in visible cylinders of the player to
 * move still grows with best play. The lead for good, decided before, is no part of it, so that positions that differ
 * only in what no longer matters are one node.
 *
 * The colour of pieces of a size does not matter any more when all of them will be covered wherever they are set. It
 * does not matter either when all of them will be visible, if none can stay out: then they are in the lead for good
 * before they are set. Such *settled* sizes are counted in the pieces left as if blue had them all, as far as there is
 * room. */
#ifndef TABLIER_ENGINE_SANTASI_SEARCH_H
#define TABLIER_ENGINE_SANTASI_SEARCH_H

#include "santasi_solver.h"
#include "santasi_table.h"
#include "santasi_tower.h"

struct santasi_node {
    uint32_t tower[SANTASI_SITES];
    uint32_t left; /* pieces, as in struct santasi, with settled sizes as above */
};

enum { SANTASI_CHILDREN_MAX = SANTASI_PIECES * SANTASI_SITES };

struct santasi_search {
    struct santasi_allowance *allowance;
    struct santasi_future *future;
    struct santasi_towers towers;
    struct santasi_table table;
    struct santasi_limits limits;
    bool fills;     /* no piece can stay out: to be set before every question */
    uint64_t nodes; /* since the search began */
    int64_t began;  /* on the engine's clock */
    bool aborted;   /* a limit was met or memory is short: answers mean nothing any more */
    bool exhausted; /* memory is short */
};

/* The future is the caller's and asks this search when to stop. */
bool santasi_search_begin(struct santasi_search *search, struct santasi_future *future, size_t table_bytes,
                          struct santasi_allowance *allowance);
void santasi_search_end(struct santasi_search *search);
/* Begins to count against new limits. */
void santasi_search_limit(struct santasi_search *search, const struct santasi_limits *limits);
/* Stops for lack of memory. */
void santasi_search_exhaust(struct santasi_search *search);
/* Counts a node and looks at the limits now and then. */
void santasi_search_count(struct santasi_search *search);

/* Number of pieces left of one colour, of both, and of one of the ten pieces (colour * SANTASI_SIZES + size). */
static inline int santasi_pieces_of(uint32_t colour) {
    const uint32_t pairs = (colour & UINT32_C(070707)) + (colour >> 3 & UINT32_C(070707));
    return (int)((pairs + (pairs >> 6) + (pairs >> 12)) & 63);
}
static inline int santasi_pieces(uint32_t left) {
    return santasi_pieces_of(left & UINT32_C(0x7FFF)) + santasi_pieces_of(left >> 16);
}
static inline uint32_t santasi_piece_unit(int piece) {
    return UINT32_C(1) << (16 * (piece / SANTASI_SIZES) + SANTASI_SITES * (piece % SANTASI_SIZES));
}
static inline bool santasi_piece_left(uint32_t left, int piece) { return (left & 7 * santasi_piece_unit(piece)) != 0; }

/* A move of a node, piece * SANTASI_SITES + place, in a position with such pieces left and the places' towers on these
 * sites. Where the colour does not matter, the node may have named one of which no piece is left. */
tab_move santasi_move_at(int move, const int site[SANTASI_SITES], uint32_t left);
/* How good it looks to set a piece at all, in units of 1 / SANTASI_HOPE: the other's are spent first. */
int32_t santasi_piece_score(int piece, bool blue);

/* Works out the changes of three towers that moves with the pieces left need. False when memory is short. */
bool santasi_changes_know(struct santasi_towers *towers, const uint32_t tower[SANTASI_SITES], uint32_t left);

/* The pieces left with the sizes of a set of bits counted as settled. */
uint32_t santasi_left_settle(uint32_t left, unsigned sizes);
/* Makes a node of towers in any order and the true pieces left; returns blue's lead for good in settled sizes. */
int santasi_node_settle(const struct santasi_search *search, struct santasi_node *node);

/* What is known of a node without search. */
struct santasi_bounds santasi_search_known(const struct santasi_search *search, const struct santasi_node *node);
/* Whether the value of a node is at least `need`: returns bounds that say so, or that it is not. */
struct santasi_bounds santasi_search_margin(struct santasi_search *search, const struct santasi_node *node, int need);

#endif
