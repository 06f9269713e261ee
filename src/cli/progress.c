/* progress.c - how far long work has come. */
#include "progress.h"
#include "../translate.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double patience = 0.5; /* seconds without a word */

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_begin(void) {
    return (struct progress){.shown = isatty(STDERR_FILENO) == 1, .began = clock_seconds()};
}

void progress_step(const struct progress *progress, const char *what, int done, int total) {
    if (progress->shown && clock_seconds() - progress->began > patience)
        fprintf(stderr, "\r%s %d/%d\x1b[K", translate(what), done, total);
}

void progress_count(struct progress *progress, const char *what, double millions) {
    const double now = clock_seconds();
    if (!progress->shown || now - progress->began < patience || now - progress->said < patience)
        return;
    progress->said = now;
    fprintf(stderr, "\r%s %.1f M, %.0f s\x1b[K", translate(what), millions, now - progress->began);
}

void progress_end(const struct progress *progress) {
    if (progress->shown && clock_seconds() - progress->began > patience)
        fprintf(stderr, "\r\x1b[K");
}
