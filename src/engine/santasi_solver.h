/* santasi_solver.h - San Ta Si with best play, exactly.
 *
 * The result of a game has two stages: the margin of visible cylinders, and where that is zero, the highest tower.
 * The solver proves the answer for any set, given time and memory. It keeps what it has found out, so questions about
 * positions of one game answer each other.
 *
 * A solver is used by one thread at a time; only the stop flag may be set from another. */
#ifndef TABLIER_ENGINE_SANTASI_SOLVER_H
#define TABLIER_ENGINE_SANTASI_SOLVER_H

#include <tablier.h>

#include <stdatomic.h>

struct santasi_solver;

/* The game must be San Ta Si. `bytes` is all the memory the solver will take, little more or less. NULL when there is
 * not enough. */
struct santasi_solver *santasi_solver_new(const struct tab_rules *rules, size_t bytes);
void santasi_solver_free(struct santasi_solver *solver);

/* When to give up; zeroed: never. */
struct santasi_limits {
    const _Atomic bool *stop; /* NULL: none */
    uint64_t nodes;           /* 0: any number */
    uint64_t milliseconds;    /* 0: any time */
    /* Called now and then with what the question has taken so far; NULL: nobody to tell. */
    tab_progress_function *progress;
    void *context;
};

enum santasi_question {
    SANTASI_ASK_OUTCOME, /* who wins */
    SANTASI_ASK_MARGIN   /* and by how many visible cylinders */
};

enum { SANTASI_MARGIN_MAX = 100, SANTASI_LINE_MAX = 60 };

/* What best play leads to. */
struct santasi_verdict {
    int winner;         /* 0: drawn */
    int margin_low;     /* visible cylinders player 1 leads by at the end: at least */
    int margin_high;    /* and at most; the same when the margin was asked for */
    bool highest_tower; /* the margin was asked for and is zero: the highest tower decides */
};

/* Each of these returns false, and leaves its results untouched, when a limit was met or memory is short. */
bool santasi_solver_solve(struct santasi_solver *solver, const struct tab_position *position,
                          enum santasi_question question, const struct santasi_limits *limits,
                          struct santasi_verdict *verdict);
/* Whether the player to move can reach an outcome (1 won, 0 drawn), and if so with which move; the game must not be
 * over. Costs less than the outcome itself. */
bool santasi_solver_reach(struct santasi_solver *solver, const struct tab_position *position, int outcome,
                          const struct santasi_limits *limits, bool *reached, tab_move *move);
/* A move that keeps what best play leads to; the game must not be over. */
bool santasi_solver_best(struct santasi_solver *solver, const struct tab_position *position,
                         enum santasi_question question, const struct santasi_limits *limits, tab_move *move,
                         struct santasi_verdict *verdict);
/* A line of such moves to the end of the game, and its length. */
bool santasi_solver_line(struct santasi_solver *solver, const struct tab_position *position,
                         enum santasi_question question, const struct santasi_limits *limits,
                         tab_move line[SANTASI_LINE_MAX], int *length, struct santasi_verdict *verdict);

/* Whether the last call ended because memory is short. The next one forgets everything first, and may succeed. */
bool santasi_solver_exhausted(const struct santasi_solver *solver);

/* Nodes searched by the last call. */
uint64_t santasi_solver_nodes(const struct santasi_solver *solver);

#endif
