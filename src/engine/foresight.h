/* foresight.h - forced wins that the playing engine finds before it searches, and never gives away again: once a proof
 * is found, its moves are played to the end of the game, whatever the opponent does. */
#ifndef TABLIER_ENGINE_FORESIGHT_H
#define TABLIER_ENGINE_FORESIGHT_H

#include "prove.h"
#include "search.h"

/* Zeroed: nothing known. */
struct foresight {
    struct dfpn *dfpn; /* made when first needed */
    int winner;        /* of the proof at hand; 0: there is none */
    struct tab_rules rules;
};

void foresight_free(struct foresight *foresight);
/* Forgets the proof at hand. */
void foresight_clear(struct foresight *foresight);
/* Looks whether the player to move has a win that is proven already, or one that can be proven in a small part of the
 * task's time where the position looks like it. True when `thought` holds its first moves. */
bool foresight_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                    struct tab_thought *thought);

#endif
