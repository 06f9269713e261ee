/* plain.h - a game line by line, for pipes, scripts and screen readers. */
#ifndef TABLIER_CLI_PLAIN_H
#define TABLIER_CLI_PLAIN_H

#include "../play/play.h"
#include "paint.h"

struct plain_call {
    struct paint paint;
    bool words;    /* say positions in words instead of drawing them */
    uint64_t seed; /* of everything random */
};

/* Plays until the input ends or the user leaves. Returns an exit status. */
int plain_run(struct play *play, const struct plain_call *call);

#endif
