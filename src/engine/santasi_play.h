/* santasi_play.h - San Ta Si played by proofs: out of a book of the opening, and by solving the rest once that can be
 * done in time. */
#ifndef TABLIER_ENGINE_SANTASI_PLAY_H
#define TABLIER_ENGINE_SANTASI_PLAY_H

#include "santasi_book.h"
#include "santasi_solver.h"
#include "search.h"

/* Zeroed: nothing known. */
struct santasi_play {
    struct santasi_solver *solver; /* made when first needed */
    struct tab_rules rules;        /* it was made for */
    bool used;                     /* in another game than this */
    struct certain known;          /* what was found out about the last position, also where that was not enough */
};

/* Forgets everything and gives the memory back. */
void santasi_play_clear(struct santasi_play *play);
/* A new game begins. */
void santasi_play_renew(struct santasi_play *play);
/* Finds a move that keeps what best play leads to; where that is no win, one that makes it hard for the opponent. True
 * when `thought` holds the move. `bytes` is for the solver. */
bool santasi_play_find(struct santasi_play *play, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought);

/* Finds what every move leads to; true when `thought` holds as many lines as the task wants, the best first. */
bool santasi_play_lines(struct santasi_play *play, const struct search_task *task, size_t bytes,
                        struct tab_thought *thought);

#endif
