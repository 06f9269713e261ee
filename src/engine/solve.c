/* solve.c - proofs as their users see them. */
#include "solve.h"

#include "../rules/registry.h"
#include "clock.h"
#include "knowledge.h"
#include "mib.h"

#include <stdlib.h>

/* Games with a solver of their own; the others are proven as every game is. */
static const struct solve_game *const solvers[GAME_COUNT] = {
    [GAME_santasi] = &santasi_solving,
};

static const struct solve_game *solver_of(const struct tab_game *game) {
    const struct solve_game *own = solvers[game_index(game)];
    return own != NULL ? own : &prove_solving;
}

struct tab_solver {
    struct tab_rules rules;
    const struct solve_game *game;
    void *solver;                    /* the game's own */
    struct tab_knowledge *knowledge; /* NULL: none */
    bool shortens;
    _Atomic bool stop;
};

struct tab_solver *tab_solver_new(const struct tab_rules *rules, int mib) {
    struct tab_solver *solver = mib >= 1 && mib <= TAB_HASH_MIB_MAX ? calloc(1, sizeof *solver) : NULL;
    if (solver == NULL)
        return NULL;
    solver->rules = *rules;
    solver->game = solver_of(rules->game);
    solver->shortens = true;
    solver->solver = solver->game->open(&solver->rules, mib_bytes(mib));
    if (solver->solver != NULL)
        return solver;
    free(solver);
    return NULL;
}

void tab_solver_free(struct tab_solver *solver) {
    if (solver == NULL)
        return;
    solver->game->close(solver->solver);
    tab_knowledge_free(solver->knowledge);
    free(solver);
}

void tab_solver_use(struct tab_solver *solver, struct tab_knowledge *knowledge) {
    knowledge_hand(&solver->knowledge, knowledge);
}

void solver_shorten(struct tab_solver *solver, bool shortens) { solver->shortens = shortens; }

void tab_solver_stop(struct tab_solver *solver) { atomic_store(&solver->stop, true); }

void tab_solver_arm(struct tab_solver *solver) { atomic_store(&solver->stop, false); }

bool tab_solver_solve(struct tab_solver *solver, const struct tab_position *position, const uint64_t *past,
                      int past_count, const struct tab_limits *limits, tab_progress_function *progress, void *context,
                      struct tab_proof *proof) {
    struct tab_result result;
    tab_position_result(&solver->rules, position, &result);
    proof->nodes = 0;
    proof->milliseconds = 0;
    proof->plies = proof->length = 0;
    proof->shortest = true;
    if (result.over) {
        proof->winner = result.winner;
        return true;
    }
    const struct solve_task task = {.position = position,
                                    .past = past,
                                    .past_count = past_count,
                                    .book = knowledge_book(solver->knowledge, &solver->rules),
                                    .endings = knowledge_endings(solver->knowledge, &solver->rules),
                                    .shortens = solver->shortens,
                                    .stop = &solver->stop,
                                    .nodes = limits->nodes,
                                    .milliseconds = (uint64_t)clock_limit(limits->move_ms),
                                    .progress = progress,
                                    .context = context};
    const int64_t began = clock_now();
    const bool known = solver->game->solve(solver->solver, &task, proof);
    proof->milliseconds = clock_now() - began;
    return known;
}
