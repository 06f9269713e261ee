/* certain.h - what is known of a position for certain before anything is searched: by the book of San Ta Si, and by the
 * tables of endings of Three Rings. What a search finds must agree with that. */
#ifndef TABLIER_ENGINE_CERTAIN_H
#define TABLIER_ENGINE_CERTAIN_H

#include <tablier.h>

struct search_task;

/* What best play leads to for the player to move, at least and at most: 1 won, 0 drawn, -1 lost. */
struct certain {
    int low, high;
    int plies;     /* until the game is won or lost, at most; where that is known */
    bool shortest; /* and not less */
};

static const struct certain certain_nothing = {-1, 1, 0, false};

/* What is known of a position by itself. The task says what there is to look it up in. */
struct certain certain_find(const struct search_task *task, const struct tab_position *position);
/* What is known of the root of a task: by itself, and by all that is known of the positions after its moves. */
struct certain certain_root(const struct search_task *task);
/* Adds to what is known. */
void certain_add(struct certain *certain, const struct certain *more);
/* What is known of a move of the root, for who makes it. */
struct certain certain_move(const struct search_task *task, tab_move move);
/* Whether a move is known to keep what the root is known to be worth. */
bool certain_keeps(const struct search_task *task, tab_move move);
/* The score, as a search counts it, of a position after a move of the root that the book knows. Where every move loses it
 * says nothing about which is best: false. */
bool certain_score(const struct search_task *task, const struct tab_position *next, int *score);
/* Makes the value of a line of the root, the best one when its index is 0, agree with what is known. */
void certain_tell(const struct search_task *task, int index, struct tab_line *line);

/* How long a game of San Ta Si still lasts at most; with the set of the box, where every piece finds a place, exactly. */
int certain_left(const struct tab_position *position);
bool certain_box(const struct tab_rules *rules);

#endif
