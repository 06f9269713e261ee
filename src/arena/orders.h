/* orders.h - what an engine is told before it thinks: the lines `position` and `go`. */
#ifndef TABLIER_ARENA_ORDERS_H
#define TABLIER_ARENA_ORDERS_H

#include "contender.h"

enum { GO_TEXT = 320 };

/* A line that tells the position with all moves; begins as zeros. */
struct position_line {
    char *text;
    size_t length, room;
    bool moved; /* there are moves in it */
};

/* Writes how a match began, and the moves of it up to its present position. False when there is no memory. */
bool position_line_begin(struct position_line *line, const struct tab_match *match);
bool position_line_add(struct position_line *line, const char *move);
void position_line_free(struct position_line *line);

/* The clock of one player. */
struct clock_face {
    bool on;
    int64_t left_ms, increment_ms;
};

/* Writes `go` with the limits of the player to move, and the clocks of all players (NULL: the one to move has none). */
void go_format(const struct allowance *own, const struct clock_face *clocks, int players, char line[GO_TEXT]);

#endif
