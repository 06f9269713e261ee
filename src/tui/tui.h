/* tui.h - full-screen play. */
#ifndef TABLIER_TUI_TUI_H
#define TABLIER_TUI_TUI_H

#include "app.h"

/* What to begin with; all empty: the start screen. */
struct tui_call {
    struct app_options options;
    struct play *play;         /* to be played; it is taken over */
    struct tab_record *record; /* to be looked at; it is taken over */
    const char *message;       /* to begin with; NULL: none */
};

enum tui_status { TUI_GOOD, TUI_NO_TERMINAL, TUI_NO_MEMORY };

/* Runs until the user leaves. */
enum tui_status tui_run(const struct tui_call *call);

#endif
