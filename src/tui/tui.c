/* tui.c - full-screen play: the loop that waits, changes the state, and shows it. */
#include "tui.h"
#include "terminal.h"

#include <stdlib.h>

enum { TICK_MS = 100, IDLE_MS = 1000 };

static void begin(struct app *app, const struct tui_call *call) {
    app->options = call->options;
    tab_random_seed(&app->random, call->options.seed);
    terminal_size(&app->rows, &app->columns);
    app_open(app, &start_screen);
    start_begin(app);
    if (call->play != NULL)
        board_open(app, call->play);
    else if (call->record != NULL)
        analysis_review(app, call->record);
    if (call->message != NULL && *call->message != '\0')
        app_say(app, "%s", call->message);
}

static bool show(const struct app *app, struct frame *frame) {
    if ((frame->rows != app->rows || frame->columns != app->columns) && !frame_resize(frame, app->rows, app->columns))
        return false;
    frame_clear(frame);
    if (app_small(app)) {
        small_draw(frame);
    } else {
        app_screen(app)->draw(app, frame);
        notice_draw(app, frame);
    }
    terminal_show(frame);
    return true;
}

static void wait(struct app *app) {
    struct event event;
    const bool moving = app->thinking != THINKING_NOTHING || (app->play != NULL && app->play->turn_began != 0);
    terminal_wait(app->thinker != NULL ? thinker_descriptor(app->thinker) : -1, moving ? TICK_MS : IDLE_MS, &event);
    app_update(app, &event);
    if (event.kind != EVENT_TICK)
        board_tick(app);
}

static void end(struct app *app) {
    thinker_free(app->thinker);
    learn_close(app);
    tab_record_free(app->record);
    board_close(app);
    free(app);
}

enum tui_status tui_run(const struct tui_call *call) {
    struct app *app = calloc(1, sizeof *app);
    struct frame frame = {0};
    bool shown = true;
    if (app == NULL)
        return TUI_NO_MEMORY;
    if (!terminal_open(call->options.color, call->options.unicode)) {
        free(app);
        return TUI_NO_TERMINAL;
    }
    begin(app, call);
    while (!app->quit && (shown = show(app, &frame)))
        wait(app);
    terminal_close();
    end(app);
    frame_free(&frame);
    return shown ? TUI_GOOD : TUI_NO_MEMORY;
}
