/* foresight.h - forced wins that the playing engine finds before it searches, and never gives away again: once a proof
 * is found, its moves are played to the end of the game, whatever the opponent does. */
#ifndef TABLIER_ENGINE_FORESIGHT_H
#define TABLIER_ENGINE_FORESIGHT_H

#include "prove.h"
#include "santasi_play.h"
#include "search.h"

/* Zeroed: nothing known. */
struct foresight {
    struct dfpn *dfpn; /* made when first needed */
    int winner;        /* of the proof at hand; 0: there is none */
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

/* Whether that may take longer than someone would wait for the first news. */
bool foresight_lasts(const struct search_task *task);

#endif
