/* solve.h - exact solvers: a table of functions for each way to prove. */
#ifndef TABLIER_ENGINE_SOLVE_H
#define TABLIER_ENGINE_SOLVE_H

#include <tablier.h>

#include "endings.h"
#include "santasi_book.h"

#include <stdatomic.h>

/* What a solver is asked. */
struct solve_task {
    const struct tab_position *position; /* not over */
    const uint64_t *past;                /* hashes of the positions before it, for the repetition rule */
    int past_count;
    const struct santasi_book *book; /* of San Ta Si; NULL: none */
    const struct endings *endings;   /* of Three Rings; NULL: none */
    bool shortens;                   /* whether the shortest win is wanted, or any */
    const _Atomic bool *stop;
    uint64_t nodes;        /* 0: any number */
    uint64_t milliseconds; /* 0: any time */
    tab_progress_function *progress;
    void *context;
};

struct solve_game {
    /* A solver of the game with these rules, which live as long, in so many bytes; NULL when there is no memory. */
    void *(*open)(const struct tab_rules *rules, size_t bytes);
    void (*close)(void *solver);
    /* True when the proof is complete; false when it is not known, with the nodes filled in all the same. */
    bool (*solve)(void *solver, const struct solve_task *task, struct tab_proof *proof);
};

/* Whether a solver looks for the shortest win within its limits, as it does from the beginning, or only for one. */
void solver_shorten(struct tab_solver *solver, bool shortens);

/* Defined beside each solver. */
extern const struct solve_game prove_solving;   /* every game of two players */
extern const struct solve_game santasi_solving; /* San Ta Si, from the start */

#endif
