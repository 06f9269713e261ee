/* santasi_tie.h - the outcome with the tie-break: who wins, also when equally many cylinders are visible.
 *
 * The search is for three values: won, drawn, lost. Its towers know their final heights and their own lead for good,
 * since the highest tower is asked for its own. The margin search bounds it from both sides: a margin that can be
 * forced is a win, one that cannot be avoided is a loss.
 *
 * Far from the end it pays to try the right move first, and the net of the evaluation mostly knows it. A node has
 * forgotten too much for the net to look at, so one of the positions it stands for comes along as a *sample*. */
#ifndef TABLIER_ENGINE_SANTASI_TIE_H
#define TABLIER_ENGINE_SANTASI_TIE_H

#include "santasi_search.h"

struct santasi_tie {
    const struct tab_rules *rules;
    struct santasi_array weights; /* int16_t, of the net */
    struct santasi_search *margin;
    struct santasi_towers towers; /* tall */
    struct santasi_table table;
};

/* Three tall towers in the order of their numbers in the key. Where it is settled which tower will be the highest, or
 * that one will not be, its height no longer matters, and the key says less than the tower. */
struct santasi_tie_node {
    uint32_t tower[SANTASI_SITES];
    uint32_t left;
    int lead; /* for good, of the player to move */
    uint32_t hash;
    struct santasi_key key;
};

/* A position that a node stands for. */
struct santasi_sample {
    struct tab_position position;
    int site[SANTASI_SITES]; /* of each place of the node */
};

bool santasi_tie_begin(struct santasi_tie *tie, const struct tab_rules *rules, struct santasi_search *margin,
                       size_t table_bytes);
void santasi_tie_end(struct santasi_tie *tie);

/* Completes a node of which towers and pieces left are known, and sorts its places; `place` gets where each one was
 * before. */
void santasi_tie_complete(const struct santasi_tie *tie, struct santasi_tie_node *node, int place[SANTASI_SITES]);

/* Whether the outcome for the player to move is at least `need`: 1 won, 0 drawn, -1 lost. The move of the bounds
 * reaches the lower one; it is missing where the margin alone decides. Means nothing once the margin search has
 * aborted. */
struct santasi_bounds santasi_tie_search(struct santasi_tie *tie, const struct santasi_tie_node *node,
                                         const struct santasi_sample *sample, int need);

#endif
