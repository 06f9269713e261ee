/* prove_solving.c - the proofs that work for every game of two players, in the table of solvers. */
#include "../rules/registry.h"
#include "prove.h"
#include "solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)DFPN_LINE_MAX <= (int)TAB_PROOF_MAX, "every line of a proof must fit");

struct solving {
    const struct tab_rules *rules;
    struct prover *prover;
};

static void solving_close(void *solver) {
    struct solving *solving = solver;
    prover_free(solving->prover);
    free(solving);
}

static void *solving_open(const struct tab_rules *rules, size_t bytes) {
    struct solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL)
        return NULL;
    solving->rules = rules;
    solving->prover = prover_new(bytes);
    if (solving->prover != NULL)
        return solving;
    free(solving);
    return NULL;
}

static void progress_pass(void *context, uint64_t nodes, int64_t milliseconds) {
    const struct solve_task *task = context;
    if (task->progress != NULL)
        task->progress(task->context, nodes, (uint64_t)milliseconds);
}

static bool solving_solve(void *solver, const struct solve_task *task, struct tab_proof *proof) {
    const struct solving *solving = solver;
    const struct dfpn_limits limits = {.stop = task->stop,
                                       .nodes = task->nodes,
                                       .milliseconds = (int64_t)task->milliseconds,
                                       .progress = progress_pass,
                                       .context = (void *)task};
    struct prove_verdict verdict;
    if (tab_rules_players(solving->rules) != 2)
        return false;
    prover_shorten(solving->prover, task->shortens);
    prover_solve(solving->prover, solving->rules, task->position, task->past, task->past_count, task->endings, &limits,
                 &verdict);
    proof->nodes = verdict.nodes;
    if (!verdict.known)
        return false;
    proof->winner = verdict.winner;
    proof->plies = verdict.plies;
    proof->shortest = verdict.winner == 0 || verdict.shortest;
    proof->length = verdict.length;
    memcpy(proof->line, verdict.line, (size_t)verdict.length * sizeof verdict.line[0]);
    return true;
}

const struct solve_game prove_solving = {
    .open = solving_open,
    .close = solving_close,
    .solve = solving_solve,
};
