/* terminal.h - the terminal: shows frames, gives events. The only part that knows ncurses, and one per process. */
#ifndef TABLIER_TUI_TERMINAL_H
#define TABLIER_TUI_TERMINAL_H

#include "event.h"
#include "frame.h"

/* False when the terminal cannot be used so. */
bool terminal_open(bool color, bool unicode);
void terminal_close(void);
void terminal_size(int *rows, int *columns);
void terminal_show(const struct frame *frame);
/* Waits for a key, for the mouse, for something to read on `descriptor` (-1: nothing), or for the time to pass. */
void terminal_wait(int descriptor, int milliseconds, struct event *event);

#endif
