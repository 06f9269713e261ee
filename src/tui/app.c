/* app.c - events and what they change: which screen is on top, what is said and asked. */
#include "app.h"
#include "../translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Screens -------------------------------------------------------------------------------------------------- */

const struct screen *app_screen(const struct app *app) { return app->stack[app->depth - 1]; }

void app_open(struct app *app, const struct screen *screen) {
    if (app->depth == SCREENS_MAX)
        return;
    app->stack[app->depth++] = screen;
    app->scroll = 0;
}

void app_leave(struct app *app) {
    if (app->depth > 1)
        app->depth--;
    app->scroll = 0;
}

bool screen_no_key(struct app *app, int key) {
    (void)app, (void)key;
    return false;
}

void screen_no_press(struct app *app, int row, int column) { (void)app, (void)row, (void)column; }

/* ---- Saying and asking ---------------------------------------------------------------------------------------- */

void app_say(struct app *app, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(app->message, sizeof app->message, format, values);
    va_end(values);
}

void app_notice(struct app *app, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(app->notice, sizeof app->notice, format, values);
    va_end(values);
}

void app_error(struct app *app, const struct tab_error *error) {
    char text[TAB_ERROR_TEXT];
    translate_error(error, text, sizeof text);
    app_say(app, "%s", text);
}

void app_ask(struct app *app, void (*yes)(struct app *app), void (*no)(struct app *app), const char *text) {
    app->question = (struct question){.yes = yes, .no = no};
    snprintf(app->question.text, sizeof app->question.text, "%s", text);
}

static void question_key(struct app *app, int key) {
    const struct question question = app->question;
    const char *yes = _("y"), *no = _("n");
    if (key == (unsigned char)*yes || key == PRESS_ENTER) {
        app->question = (struct question){0};
        question.yes(app);
    } else if (key == (unsigned char)*no || key == PRESS_ESCAPE) {
        app->question = (struct question){0};
        if (question.no != NULL)
            question.no(app);
    }
}

/* ---- What is on the board ------------------------------------------------------------------------------------- */

bool app_analysing(const struct app *app) { return app->record != NULL; }

bool app_over(const struct app *app) {
    return !app_learning(app) && !app_analysing(app) && app->play != NULL && play_player(app->play) == 0;
}

const struct tab_match *app_match(const struct app *app) {
    if (app_learning(app))
        return app->learning.match;
    if (app_analysing(app))
        return tab_record_match(app->record, app->node);
    return app->play != NULL ? app->play->match : NULL;
}

const char *app_player(const struct app *app, int player) {
    return _(draw_player(tab_match_rules(app_match(app)), player));
}

void app_winner(const struct app *app, int player, char *text, size_t size) {
    const bool stands_in = !app_analysing(app) && app->play->seats[player - 1].stands_in;
    snprintf(text, size, stands_in ? _("%s (now the engine)") : "%s", app_player(app, player));
}

/* ---- Events --------------------------------------------------------------------------------------------------- */

bool app_small(const struct app *app) { return app->rows < SMALL_ROWS || app->columns < SMALL_COLUMNS; }

static const struct binding *binding_find(const struct screen *screen, int key) {
    for (int i = 0; screen->tables[i] != NULL; i++)
        for (const struct binding *binding = screen->tables[i]->bindings; binding->run != NULL; binding++)
            for (int j = 0; j < BINDING_KEYS; j++)
                if (binding->keys[j] == key)
                    return binding;
    return NULL;
}

/* Whether someone waits at the board for the engine. */
static bool engine_awaited(const struct app *app) {
    const bool answers =
        app->thinking == THINKING_MOVE || app->thinking == THINKING_HINT || app->thinking == THINKING_DRAW;
    return answers && app_screen(app) == &board_screen;
}

/* Makes the engine answer now. Engines among themselves are stopped. */
static void engine_interrupt(struct app *app) {
    if (app->thinking != THINKING_MOVE || play_has_person(app->play)) {
        think_hurry(app);
        return;
    }
    think_cancel(app);
    app->paused = true;
}

static void key_take(struct app *app, int key) {
    app->message[0] = '\0';
    if (app->notice[0] != '\0') {
        app->notice[0] = '\0';
        if (key == PRESS_ENTER || key == PRESS_ESCAPE || key == ' ')
            return;
    }
    if (app->question.yes != NULL) {
        question_key(app, key);
        return;
    }
    if (app->input.kind != NULL) {
        input_key(app, key);
        return;
    }
    const struct binding *binding = binding_find(app_screen(app), key);
    if (engine_awaited(app) && (binding == NULL || binding->when != KEY_ALWAYS)) {
        if (key == ' ')
            engine_interrupt(app);
    } else if (!app_screen(app)->key(app, key) && binding != NULL) {
        binding->run(app);
    }
}

static void mouse_take(struct app *app, int row, int column) {
    const int key = app->notice[0] == '\0' ? foot_key(app, row, column) : 0;
    app->message[0] = '\0';
    if (key != 0)
        key_take(app, key);
    else if (app->notice[0] != '\0')
        app->notice[0] = '\0';
    else if (app->question.yes == NULL && app->input.kind == NULL && !engine_awaited(app))
        app_screen(app)->press(app, row, column);
}

void app_update(struct app *app, const struct event *event) {
    switch (event->kind) {
    case EVENT_KEY:
        if (!app_small(app))
            key_take(app, event->key);
        else if (event->key == 'q')
            app->quit = true;
        break;
    case EVENT_MOUSE:
        if (!app_small(app))
            mouse_take(app, event->row, event->column);
        break;
    case EVENT_RESIZE:
        app->rows = event->row;
        app->columns = event->column;
        break;
    case EVENT_NEWS: think_collect(app); break;
    case EVENT_TICK: board_tick(app); break;
    case EVENT_END: app->quit = true; break;
    }
}
