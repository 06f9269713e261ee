/* match_setup.h - what `tablier match` is asked to play. */
#ifndef TABLIER_CLI_MATCH_SETUP_H
#define TABLIER_CLI_MATCH_SETUP_H

#include "../arena/contest.h"
#include "../arena/statistics.h"
#include "command.h"

/* What is not given. */
enum {
    MATCH_ROUNDS = 10,
    MATCH_MS = 100,
    MATCH_GRACE_MS = 50,
    MATCH_PATIENCE_S = 60,
    MATCH_PLIES = 1000,
    MATCH_SEED = 1
};
#define MATCH_OPENINGS "random:2-6"

/* Reads the words and options of a match; `sprt` only where it is asked for. Returns STATUS_GOOD, or reports what is
 * wrong and returns the exit status. The contest is to be freed in any case. */
int match_setup(const struct arguments *arguments, struct contest *contest, struct sprt *sprt);
void contest_free(struct contest *contest);

#endif
