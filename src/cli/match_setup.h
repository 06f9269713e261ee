/* match_setup.h - what `tablier match` is asked to play. */
#ifndef TABLIER_CLI_MATCH_SETUP_H
#define TABLIER_CLI_MATCH_SETUP_H

#include "../arena/contest.h"
#include "../arena/statistics.h"
#include "command.h"

/* Reads the words and options of a match; `sprt` only where it is asked for. Returns STATUS_GOOD, or reports what is
 * wrong and returns the exit status. The contest is to be freed in any case. */
int match_setup(const struct arguments *arguments, struct contest *contest, struct sprt *sprt);
void contest_free(struct contest *contest);

#endif
