/* work.h - a process that does what has to be done for a service beside serving: games that have ended, games to analyse.
 * Any number of them may work for one database. */
#ifndef TABLIER_SERVER_WORK_H
#define TABLIER_SERVER_WORK_H

#include "settings.h"

struct work_options {
    const struct settings *settings;
    const char *address; /* of the database */
    int threads;         /* that analyse */
    bool once;           /* ends when there is nothing left to do */
};

/* Works until it is asked to stop. False, with the reason, when it cannot begin. */
bool work_run(const struct work_options *options, struct tab_error *error);

#endif
