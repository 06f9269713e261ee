/* santasi_solving.c - the solver of San Ta Si in the table of solvers. */
#include "santasi_solver.h"
#include "solve.h"

#include <assert.h>

static_assert((int)SANTASI_LINE_MAX <= (int)TAB_PROOF_MAX, "every line to the end of a game must fit");

static void *solving_open(const struct tab_rules *rules, size_t bytes) { return santasi_solver_new(rules, bytes); }

static void solving_close(void *solver) { santasi_solver_free(solver); }

static bool solving_solve(void *solver, const struct solve_task *task, struct tab_proof *proof) {
    const struct santasi_limits limits = {.stop = task->stop,
                                          .nodes = task->nodes,
                                          .milliseconds = task->milliseconds,
                                          .progress = task->progress,
                                          .context = task->context};
    struct santasi_verdict verdict;
    const bool known = santasi_solver_line(solver, task->position, SANTASI_ASK_OUTCOME, &limits, proof->line,
                                           &proof->length, &verdict);
    proof->nodes = santasi_solver_nodes(solver);
    if (known) {
        proof->winner = verdict.winner;
        proof->plies = verdict.winner != 0 ? proof->length : 0;
    }
    return known;
}

const struct solve_game santasi_solving = {
    .open = solving_open,
    .close = solving_close,
    .solve = solving_solve,
};
