/* timing.h - time for thinking: what each player is given, and what is left. */
#ifndef TABLIER_PLAY_TIMING_H
#define TABLIER_PLAY_TIMING_H

#include <tablier.h>

/* Time for the whole game, and what is added after every turn. */
struct timing {
    int64_t base_ms; /* 0: no clock */
    int64_t increment_ms;
};

enum { TIMING_TEXT = 32, TIMING_HOURS_MAX = 10 };

/* What the first number counts: minutes for people, seconds in records. */
enum timing_unit { TIMING_SECONDS = 1000, TIMING_MINUTES = 60 * TIMING_SECONDS };

/* Reads `none`, or the time for the game and the seconds added, like `10+5`, `0.5+0` or `10`. */
bool timing_parse(struct timing *timing, const char *text, enum timing_unit unit, struct tab_error *error);
size_t timing_format(const struct timing *timing, enum timing_unit unit, char *buffer, size_t size);
/* Writes a time left: `9:58`, `1:02:03`, below twenty seconds with tenths. */
size_t timing_left(int64_t milliseconds, char *buffer, size_t size);

#endif
