/* puzzle.h - positions with one solution, found and proven.
 *
 * A puzzle is a position with a line: the solution, and the replies of the other player. What is proven depends on its
 * kind; docs/puzzles.md says it at length.
 *
 *   win      The solver wins in `turns` and no faster. At each of their moves in the line every other move is shown,
 *            by a complete search, not to win in the turns that are left; each reply puts the end off the longest.
 *   only     At each move of the solver in the line every other move loses, and this one does not.
 *   capture  Three Rings: within `turns` nothing takes more than the line does, and at each move of the solver in it
 *            no other move takes as much in the turns that are left. It ends with the action that makes it certain. */
#ifndef TABLIER_PUZZLES_PUZZLE_H
#define TABLIER_PUZZLES_PUZZLE_H

#include <tablier.h>

enum puzzle_kind { PUZZLE_WIN, PUZZLE_ONLY, PUZZLE_CAPTURE, PUZZLE_KIND_COUNT };

enum { PUZZLE_PLIES_MAX = 9 };

struct puzzle {
    struct tab_position position;
    enum puzzle_kind kind;
    int plies; /* of the line */
    int turns; /* of the solver in it */
    tab_move line[PUZZLE_PLIES_MAX];
};

/* The word for a kind, as in files; NULL from PUZZLE_KIND_COUNT on. */
const char *puzzle_kind_name(enum puzzle_kind kind);

/* Finds and proves puzzles of one game. What it answers depends on what it was asked before only where its patience
 * ends, so a new one is made wherever that must not be. */
struct puzzler;

/* Two players only. NULL when there is no memory. */
struct puzzler *puzzler_new(const struct tab_rules *rules);
void puzzler_free(struct puzzler *puzzler);

/* Looks for a puzzle of a kind in a position that is not over; false when there is none, or none can be proven with
 * patience. */
bool puzzler_find(struct puzzler *puzzler, const struct tab_position *position, enum puzzle_kind kind,
                  struct puzzle *puzzle);
/* Proves a puzzle anew, from its position, kind and line, which must be legal. */
bool puzzler_prove(struct puzzler *puzzler, const struct puzzle *puzzle);

#endif
