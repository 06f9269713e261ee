/* foresight.h - forced wins that the playing engine finds before it searches, and never gives away again: once a proof
 * is found, its moves are played to the end of the game, whatever the opponent does. */
#ifndef TABLIER_ENGINE_FORESIGHT_H
#define TABLIER_ENGINE_FORESIGHT_H

#include "prove.h"
#include "santasi_play.h"
#include "search.h"

/* Zeroed: nothing known. */
struct foresight {
    struct dfpn *dfpn, *shorter; /* made when first needed */
    int winner;                  /* of the proof at hand; 0: there is none */
    bool found, shortened;       /* where it can be followed: in `dfpn`, in `shorter` */
    struct dfpn_proof proof;
    struct tab_rules rules;
    struct santasi_play santasi; /* San Ta Si has a solver of its own */
};

/* Frees what it has, and knows nothing then. */
void foresight_free(struct foresight *foresight);
/* Forgets what was proven. */
void foresight_clear(struct foresight *foresight);
/* Looks whether the player to move has a win that is proven already, or one that can be proven in a small part of the
 * task's time where the position looks like it; in San Ta Si, whether the whole rest can be solved. `bytes` is the memory
 * it may take, the same each time. True when `thought` holds the first moves: of as many lines as the task wants in San Ta
 * Si, else of one, and nothing is looked for where more are wanted. */
bool foresight_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                    struct tab_thought *thought);

/* Shortens the proof that was found or confirmed last for the task, with what is left of its time. True when `thought` tells
 * of a shorter one, or that there is none. */
bool foresight_shorten(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought);

/* Proves a win that a search has found, with what is left of the task's time, or a loss, with a small part of it where it
 * has an end. True
 * when `thought` holds the proof instead. */
bool foresight_confirm(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought);

/* Whether that may take longer than someone would wait for the first news. */
bool foresight_lasts(const struct search_task *task);

#endif
