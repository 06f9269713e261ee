/* weights_file.h - evaluation weights in files: plain numbers for trying them out, C source for keeping them. */
#ifndef TABLIER_CLI_WEIGHTS_FILE_H
#define TABLIER_CLI_WEIGHTS_FILE_H

#include "command.h"

#include <stdint.h>
#include <tablier.h>

#define OPTION_WEIGHTS                                                                                                 \
    {.name = "weights",                                                                                                \
     .value = "FILE",                                                                                                  \
     .summary = N_("evaluate with the weights of this file"),                                                          \
     .kind = PARAMETER_FILE}

/* Reads the weights of a game, one number for each, in any layout. A path of NULL leaves *weights NULL. Returns
 * STATUS_GOOD, or reports what is wrong and returns the exit status. The caller frees the weights. */
int weights_read(const char *path, const struct tab_game *game, int16_t **weights);

/* Writes weights, as C source when the path ends in .c, else as plain numbers. `note` says where they come from. */
int weights_write(const char *path, const struct tab_game *game, const int16_t *weights, int count, const char *note);
/* Reports whether weights cannot be written there, before there are any; what is there stays. Returns an exit status. */
int weights_check(const char *path);

#endif
