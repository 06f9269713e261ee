/* service_settings.h - the settings of the service, for every command that has to do with its games. */
#ifndef TABLIER_CLI_SERVICE_SETTINGS_H
#define TABLIER_CLI_SERVICE_SETTINGS_H

#include "../server/settings.h"
#include "command.h"

/* The options that such commands share. */
#define OPTION_DATA                                                                                                    \
    {.name = "data", .value = "DIR", .summary = N_("keep the games in this folder"), .kind = PARAMETER_FILE}
#define OPTION_STORE                                                                                                   \
    {.name = "store",                                                                                                  \
     .value = "ADDRESS",                                                                                               \
     .summary = N_("keep the games in a database of PostgreSQL, postgresql://..."),                                    \
     .kind = PARAMETER_TEXT}
#define OPTION_CONFIG                                                                                                  \
    {.name = "config", .value = "FILE", .summary = N_("read the settings from this file"), .kind = PARAMETER_FILE}

/* Reads the file that --config names, then what options of the same names say, and checks all of it. Returns a status,
 * with the message printed when it is not good. */
int service_settings_read(const struct arguments *arguments, struct settings *settings);
/* Then finds the store when none is named, so that store_address knows it; `makes`: makes the folder in the usual place. */
int service_settings_store(struct settings *settings, bool makes);

/* Prints what is wrong and returns the status. */
int service_report(const struct tab_error *error, int status);

#endif
