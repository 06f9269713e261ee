/* progress.h - how far long work has come: one line on standard error, on a terminal only. */
#ifndef TABLIER_CLI_PROGRESS_H
#define TABLIER_CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
    bool shown; /* there is a terminal to show it on */
    double began;
    double said; /* when the last count was shown */
};

struct progress progress_begin(void);
/* Shows `done` of `total`, once the work has lasted long enough to wonder; `what` is translated here. */
void progress_step(const struct progress *progress, const char *what, int done, int total);
/* Shows how many positions were looked at, in millions, where the end is not known, likewise. */
void progress_count(struct progress *progress, const char *what, double millions);
/* Removes the line. */
void progress_end(const struct progress *progress);

#endif
