/* at.h - the position a command is about: a game spec, and AT, `[--position TEXT] [--moves "M M M"]`. */
#ifndef TABLIER_CLI_AT_H
#define TABLIER_CLI_AT_H

#include "command.h"

#include <tablier.h>

/* For the option tables of commands. */
#define OPTION_POSITION                                                                                                \
    {.name = "position",                                                                                               \
     .value = "TEXT",                                                                                                  \
     .summary = N_("begin at this position, not at the start of the game"),                                            \
     .kind = PARAMETER_TEXT}
#define OPTION_MOVES                                                                                                   \
    {.name = "moves",                                                                                                  \
     .value = "\"M M M\"",                                                                                             \
     .summary = N_("then make these moves, separated by spaces"),                                                      \
     .kind = PARAMETER_TEXT}

/* Reads `spec` and the two options into a match, which the caller frees. Returns STATUS_GOOD, or reports what is wrong
 * and returns the exit status. */
int at_open(const struct arguments *arguments, const char *spec, struct tab_match **match);

#endif
