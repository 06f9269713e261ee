/* certain.c - see certain.h. */
#include "certain.h"
#include "../rules/registry.h"
#include "../rules/santasi.h"
#include "santasi_book.h"
#include "santasi_search.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

int certain_left(const struct tab_position *position) { return santasi_pieces(santasi_of(position)->left); }

bool certain_box(const struct tab_rules *rules) {
    struct tab_rules box;
    return tab_rules_parse(&box, santasi_game.id, NULL) && memcmp(box.derived, rules->derived, sizeof box.derived) == 0;
}

static struct certain by_book(const struct search_task *task, const struct tab_position *position) {
    struct santasi_proof proof;
    if (!santasi_book_find(task->book, task->rules, position, &proof))
        return certain_nothing;
    return (struct certain){proof.low, proof.high, certain_left(position), certain_box(task->rules)};
}

/* The tables know nothing of the past, which may stand in the way of a win, but not of a draw. */
static struct certain by_tables(const struct search_task *task, const struct tab_position *position) {
    int value;
    if (!endings_probe(task->endings, task->rules, position, &value) || (value != 0 && task->repeated.count > 0))
        return certain_nothing;
    const int outcome = (value > 0) - (value < 0);
    return (struct certain){outcome, outcome, abs(value), true};
}

struct certain certain_find(const struct search_task *task, const struct tab_position *position) {
    if (task->book != NULL)
        return by_book(task, position);
    return task->endings != NULL ? by_tables(task, position) : certain_nothing;
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

/* What is known of the move that leads to a position, for the player who makes it. */
static struct certain before(const struct search_task *task, const struct tab_position *next, int player) {
    const struct tab_game *game = task->rules->game;
    const int other = game->player(next);
    const char *reason;
    if (other == 0) {
        const int winner = game->outcome(task->rules, next, &reason), outcome = winner == player;
        const int value = winner == 0 ? 0 : 2 * outcome - 1;
        return (struct certain){value, value, 1, true};
    }
    struct certain after = certain_find(task, next);
    after.plies += after.plies > 0;
    if (other == player)
        return after;
    return (struct certain){-after.high, -after.low, after.plies, after.shortest};
}

struct certain certain_move(const struct search_task *task, tab_move move) {
    struct tab_position next = *task->root;
    task->rules->game->play(task->rules, &next, move);
    return before(task, &next, task->rules->game->player(task->root));
}

bool certain_keeps(const struct search_task *task, tab_move move) {
    return task->known.high < 0 || certain_move(task, move).low >= task->known.high;
}

/* Whether a player would rather have this than that: a win soon, a loss late. */
static bool is_better(const struct certain *one, const struct certain *other) {
    if (one->low != other->low || one->low == 0)
        return one->low > other->low;
    return one->low > 0 ? one->plies < other->plies : one->plies > other->plies;
}

/* The best of all moves. */
static struct certain best_move(const struct search_task *task) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = task->rules->game->moves(task->rules, task->root, moves);
    struct certain best = {-1, -1, 0, true};
    bool all = true;
    for (int i = 0; i < count; i++) {
        const struct certain move = certain_move(task, moves[i]);
        const int high = move.high > best.high ? move.high : best.high;
        if (i == 0 || is_better(&move, &best))
            best = move;
        best.high = high;
        all = all && move.low == move.high;
    }
    best.shortest = best.shortest && (all || task->book != NULL); /* San Ta Si cannot be won sooner */
    return count > 0 ? best : certain_nothing;
}

void certain_add(struct certain *certain, const struct certain *more) {
    const bool tells = more->low == more->high && certain->low != certain->high;
    certain->low = more->low > certain->low ? more->low : certain->low;
    certain->high = more->high < certain->high ? more->high : certain->high;
    if (tells || certain->plies == 0) {
        certain->plies = more->plies;
        certain->shortest = more->shortest;
    }
}

struct certain certain_root(const struct search_task *task) {
    if (task->book == NULL && task->endings == NULL)
        return certain_nothing;
    struct certain root = certain_find(task, task->root);
    const struct certain best = best_move(task);
    certain_add(&root, &best);
    return root;
}

bool certain_score(const struct search_task *task, const struct tab_position *next, int *score) {
    if (task->book == NULL || task->known.high < 0)
        return false;
    const struct certain known = certain_find(task, next);
    if (known.low != known.high)
        return false;
    *score = known.low * (SEARCH_MATE - 1 - known.plies);
    return true;
}

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

/* Writes a value that is known exactly. */
static void value_write(const struct certain *known, struct tab_line *line) {
    const bool wins = known->low > 0;
    line->proven = true;
    line->centi = 0;
    line->mate = known->low * known->plies;
    line->bound = known->low == 0 || known->shortest ? TAB_EXACT : wins ? TAB_LOWER : TAB_UPPER;
}

/* Takes back what contradicts the bounds. */
static void value_bound(const struct certain *known, struct tab_line *line) {
    const bool above = known->high <= 0 && (line->mate > 0 || (line->mate == 0 && line->centi > 0));
    const bool below = known->low >= 0 && (line->mate < 0 || (line->mate == 0 && line->centi < 0));
    if (above || below)
        line->mate = line->centi = 0;
}

void certain_tell(const struct search_task *task, int index, struct tab_line *line) {
    const struct certain *root = &task->known;
    if (line->proven || line->length == 0)
        return;
    struct certain known = certain_move(task, line->moves[0]);
    if (root->high < known.high) {
        known.high = root->high;
        known.low = known.low < known.high ? known.low : known.high;
    }
    if (index == 0 && root->low > known.low && root->low <= known.high)
        known.low = root->low;
    if (known.low == known.high && root->low == root->high && known.low == root->low && root->plies > 0 &&
        (index == 0 || known.plies == 0)) {
        known.plies = root->plies;
        known.shortest = root->shortest;
    }
    if (known.low != known.high)
        value_bound(&known, line);
    else if (known.low == 0 || known.plies > 0)
        value_write(&known, line);
}
