/* santasi_solving.c - the solver of San Ta Si in the table of solvers: out of the book as far as that goes. */
#include "certain.h"
#include "clock.h"
#include "santasi_solver.h"
#include "search.h"
#include "solve.h"

#include <assert.h>
#include <stdlib.h>

static_assert((int)SANTASI_LINE_MAX <= (int)TAB_PROOF_MAX, "every line to the end of a game must fit");

/* The end of a line that begins in the book is solved where that takes a second or two. */
enum { REST_PIECES = 20, REST_NODES = 1000000 };

struct solving {
    const struct tab_rules *rules;
    struct santasi_solver *solver;
};

static void solving_close(void *solver) {
    struct solving *solving = solver;
    santasi_solver_free(solving->solver);
    free(solving);
}

static void *solving_open(const struct tab_rules *rules, size_t bytes) {
    struct solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL)
        return NULL;
    *solving = (struct solving){rules, santasi_solver_new(rules, bytes)};
    if (solving->solver != NULL)
        return solving;
    free(solving);
    return NULL;
}

static struct santasi_limits limits_of(const struct solve_task *task) {
    return (struct santasi_limits){.stop = task->stop,
                                   .nodes = task->nodes,
                                   .milliseconds = task->milliseconds,
                                   .progress = task->progress,
                                   .context = task->context};
}

/* ---- Out of the book ------------------------------------------------------------------------------------------ */

/* The move that keeps what is known of a position, and the position after it; false where none is known to. */
static bool book_step(const struct solving *solving, const struct solve_task *task, struct tab_position *position,
                      tab_move *move) {
    const struct search_task look = {.rules = solving->rules, .root = position, .book = task->book};
    const struct certain known = certain_root(&look);
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(solving->rules, position, moves);
    bool found = known.low == known.high && santasi_book_move(task->book, solving->rules, position, move);
    for (int i = 0; i < count && !found; i++) {
        const struct certain after = certain_move(&look, moves[i]);
        *move = moves[i];
        found = after.low == after.high && after.low == known.high;
    }
    if (found)
        tab_position_play(solving->rules, position, *move);
    return found;
}

/* Answers out of the book; false when it does not know the position. */
static bool book_solve(const struct solving *solving, const struct solve_task *task, struct tab_proof *proof) {
    const struct search_task look = {.rules = solving->rules, .root = task->position, .book = task->book};
    const struct certain known = certain_root(&look);
    const int player = tab_position_player(solving->rules, task->position);
    struct tab_position position = *task->position;
    if (known.low != known.high)
        return false;
    proof->winner = known.low == 0 ? 0 : known.low > 0 ? player : 3 - player;
    while (tab_position_player(solving->rules, &position) != 0 &&
           book_step(solving, task, &position, &proof->line[proof->length]))
        proof->length++;
    struct santasi_limits rest = limits_of(task);
    struct santasi_verdict verdict;
    int length = 0;
    if (rest.nodes == 0 || rest.nodes > REST_NODES)
        rest.nodes = REST_NODES;
    if (tab_position_player(solving->rules, &position) != 0 && certain_left(&position) <= REST_PIECES &&
        santasi_solver_line(solving->solver, &position, SANTASI_ASK_OUTCOME, &rest, proof->line + proof->length,
                            &length, &verdict))
        proof->length += length;
    proof->nodes = length > 0 ? santasi_solver_nodes(solving->solver) : (uint64_t)proof->length;
    return true;
}

/* ---- By itself ------------------------------------------------------------------------------------------------ */

static bool solving_solve(void *solver, const struct solve_task *task, struct tab_proof *proof) {
    const struct solving *solving = solver;
    const struct santasi_limits limits = limits_of(task);
    struct santasi_verdict verdict;
    bool known = task->book != NULL && book_solve(solving, task, proof);
    if (!known) {
        known = santasi_solver_line(solving->solver, task->position, SANTASI_ASK_OUTCOME, &limits, proof->line,
                                    &proof->length, &verdict);
        proof->nodes = santasi_solver_nodes(solving->solver);
        proof->winner = known ? verdict.winner : 0;
    }
    if (!known || proof->winner == 0)
        return known;
    proof->plies = certain_left(task->position);
    proof->shortest = certain_box(solving->rules);
    return true;
}

const struct solve_game santasi_solving = {
    .open = solving_open,
    .close = solving_close,
    .solve = solving_solve,
};
