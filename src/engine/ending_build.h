/* ending_build.h - builds the tables of endings by retrograde analysis, part by part, layer by layer.
 *
 * A turn of a player who flies has two halves: a pawn is lifted, then dropped elsewhere. The positions in between, with
 * a pawn in the hand, are the pivot of the work, for many positions lead through the same one. A word is kept for each:
 *
 *     | winning drop 5 | cells where a drop is not known to lose 24 |
 *
 * In layer d the positions decided in d moves are found. A drop after which the other player loses wins for all
 * positions that lead to the pivot, unless it is the cell the pawn came from. A drop after which the other player wins
 * is struck out; a position all of whose drops are struck out is lost. A drop that makes a line is decided beforehand,
 * from the tables with fewer pawns, and takes part in the layer of its value. */
#ifndef TABLIER_ENGINE_ENDING_BUILD_H
#define TABLIER_ENGINE_ENDING_BUILD_H

#include "endings.h"

/* Told how far the work is; false stops it. */
typedef bool ending_progress(void *context, const char *what, uint64_t done, uint64_t total);

/* A drop that makes a line, with its value for the player who makes it. */
struct ending_line {
    uint32_t pivot;
    uint8_t cell;
    int8_t value;
};

struct ending_lines {
    struct ending_line *items;
    size_t count, capacity;
};

/* The turns of the player who has `own` pawns. */
struct ending_side {
    int own, other;
    struct ending_table *table;
    uint32_t *pivots;
    uint32_t pivot_count;
    struct ending_lines lines[ENDINGS_DISTANCE_MAX + 1]; /* by distance */
};

struct ending_build {
    struct endings *endings;
    int part;
    int layer;       /* the last one finished */
    int last_change; /* the last one in which anything was decided */
    uint64_t decided, total;
    int side_count;
    struct ending_side side[2];
    ending_progress *progress;
    void *context;
};

/* Begins a part, whose smaller parts must be there. False, and the part is not there, when there is no memory or it was
 * stopped; to be ended in any case. */
bool ending_build_begin(struct ending_build *build, struct endings *endings, int part, ending_progress *progress,
                        void *context);
/* Finishes the next layer; false when it was stopped or there is nothing more to decide. */
bool ending_build_layer(struct ending_build *build);
/* Whether every value is final. */
bool ending_build_complete(const struct ending_build *build);
/* Gives back everything but the tables. */
void ending_build_end(struct ending_build *build);

#endif
