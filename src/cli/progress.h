/* progress.h - how far long work has come: one line on standard error, on a terminal only. */
#ifndef TABLIER_CLI_PROGRESS_H
#define TABLIER_CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
    bool shown; /* there is a terminal to show it on */
    double began;
};

struct progress progress_begin(void);
/* Shows `done` of `total`, once the work has lasted long enough to wonder. */
void progress_step(const struct progress *progress, const char *what, int done, int total);
/* Removes the line. */
void progress_end(const struct progress *progress);

#endif
