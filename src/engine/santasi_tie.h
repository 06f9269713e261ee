/* santasi_tie.h - the tie-break: who wins when best play leaves equally many cylinders visible.
 *
 * Where the margin search says that neither side can force a lead, every move that keeps the balance leads to another
 * such position, and every other move loses. So the tie-break is a search among balanced positions only, for three
 * values: won, drawn, lost. Its towers know their final heights and their own lead for good. */
#ifndef TABLIER_ENGINE_SANTASI_TIE_H
#define TABLIER_ENGINE_SANTASI_TIE_H

#include "santasi_search.h"

struct santasi_tie {
    struct santasi_search *margin;
    struct santasi_towers towers;
    struct santasi_table table;
};

/* Towers in ascending order, each beside the tower of the margin search that stands for the same. */
struct santasi_tie_node {
    uint32_t tower[SANTASI_SITES];
    uint32_t plain[SANTASI_SITES];
    uint32_t left;
};

bool santasi_tie_begin(struct santasi_tie *tie, struct santasi_search *margin, const struct santasi_set *set,
                       size_t table_bytes);
void santasi_tie_end(struct santasi_tie *tie);

void santasi_tie_sort(struct santasi_tie_node *node);

/* Whether the outcome for the player to move is at least `need`: 1 won, 0 drawn, -1 lost. Means nothing once the
 * margin search has aborted. */
struct santasi_bounds santasi_tie_search(struct santasi_tie *tie, const struct santasi_tie_node *node, int need);

#endif
