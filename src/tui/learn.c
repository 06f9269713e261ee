/* learn.c - a game taught step by step: what a step says, and what it answers to the moves that are tried. */
#include "app.h"
#include "../lessons.h"
#include "../translate.h"

#include <stdio.h>

static const struct lesson_step *step_of(const struct app *app) {
    return &app->learning.lesson->step[app->learning.step];
}

bool app_learning(const struct app *app) { return app->learning.lesson != NULL; }

bool learn_waits(const struct app *app) { return !app->learning.done && step_of(app)->answers > 0; }

void learn_title(const struct app *app, char *text, size_t size) {
    snprintf(text, size, "%d/%d %s", app->learning.step + 1, app->learning.lesson->steps,
             lessons_text(&step_of(app)->title));
}

const char *learn_text(const struct app *app) { return lessons_text(&step_of(app)->text); }

bool learn_fits(const struct app *app) {
    const struct layout layout = layout_of(app);
    const struct area *area = layout.side.columns > 0 ? &layout.side : &layout.below;
    return text_lines(learn_text(app), area->columns) <= area->rows;
}

/* ---- Steps ---------------------------------------------------------------------------------------------------- */

static void text_show(struct app *app) {
    char title[LABEL_TEXT];
    if (learn_fits(app))
        return;
    learn_title(app, title, sizeof title);
    app_notice(app, "%s\n\n%s", title, learn_text(app));
}

static void step_show(struct app *app, int step) {
    struct learning *learning = &app->learning;
    if (step < 0 || step >= learning->lesson->steps)
        return;
    learning->step = step;
    learning->done = false;
    tab_match_free(learning->match);
    learning->match = tab_match_new(&step_of(app)->rules, &step_of(app)->position);
    if (learning->match == NULL) {
        learn_close(app);
        return;
    }
    app->pointing.cursor[0] = '\0';
    point_reset(app);
    text_show(app);
}

static void step_next(struct app *app) {
    if (app->learning.step + 1 < app->learning.lesson->steps)
        step_show(app, app->learning.step + 1);
    else
        app_say(app, "%s", _("This was the last step: now play!"));
}

static void step_previous(struct app *app) { step_show(app, app->learning.step - 1); }
static void step_again(struct app *app) { step_show(app, app->learning.step); }

void learn_open(struct app *app, const struct tab_game *game) {
    struct tab_error error = {0};
    struct lesson *lesson = lessons_open(game, &error);
    if (lesson == NULL) {
        if (error.what != NULL)
            app_error(app, &error);
        else
            app_say(app, "%s", _("The lessons are not installed."));
        return;
    }
    app->learning = (struct learning){.lesson = lesson};
    app->turned = false;
    app_open(app, &lesson_screen);
    step_show(app, 0);
}

void learn_close(struct app *app) {
    if (!app_learning(app))
        return;
    lesson_free(app->learning.lesson);
    tab_match_free(app->learning.match);
    app->learning = (struct learning){0};
    if (app_screen(app) == &lesson_screen)
        app_leave(app);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static void moves_make(struct app *app, const struct lesson_moves *moves) {
    struct tab_match *match = app->learning.match;
    tab_move move;
    for (int i = 0; i < moves->count; i++)
        if (tab_move_parse(tab_match_rules(match), tab_match_position(match), moves->move[i], &move, NULL))
            tab_match_play(match, move);
}

void learn_move(struct app *app, tab_move move) {
    char text[TAB_MOVE_TEXT];
    struct tab_match *match = app->learning.match;
    tab_move_format(tab_match_rules(match), tab_match_position(match), move, text, sizeof text);
    const struct lesson_judgement judgement = lesson_judge(step_of(app), text);
    if (judgement.verdict == LESSON_RIGHT) {
        tab_match_play(match, move);
        moves_make(app, &judgement.answer->reply);
        app->learning.done = true;
        app_notice(app, _("%s is right.\n\n%s"), text, lessons_text(&step_of(app)->done));
    } else if (judgement.why != NULL) {
        app_notice(app, _("Not %s.\n\n%s"), text, lessons_text(judgement.why));
    }
    point_reset(app);
}

bool learn_refuse(struct app *app, const char *move) {
    const struct lesson_judgement judgement = lesson_judge(step_of(app), move);
    if (judgement.verdict != LESSON_ILLEGAL || judgement.why == NULL)
        return false;
    app_notice(app, _("%s is not allowed.\n\n%s"), move, lessons_text(judgement.why));
    return true;
}

/* ---- The screen ----------------------------------------------------------------------------------------------- */

/* Where nothing is left to be tried, what chooses elsewhere goes on. */
static bool lesson_key(struct app *app, int key) {
    if (!learn_waits(app) && (key == PRESS_ENTER || key == ' ')) {
        step_next(app);
        return true;
    }
    return point_key(app, key);
}

static void help_show(struct app *app) { app_open(app, &help_screen); }

static const struct binding lesson_bindings[] = {
    {{'n', PRESS_PAGE_DOWN}, N_("next"), N_("go to the next step"), step_next, KEY_FREE},
    {{'p', PRESS_PAGE_UP}, N_("previous"), N_("go to the step before"), step_previous, KEY_FREE},
    {{'r'}, N_("read"), N_("read the step again, and begin it again"), step_again, KEY_FREE},
    {{'v'}, NULL, N_("look from the other side"), board_turn, KEY_FREE},
    {{'?', '/'}, N_("help"), N_("explain the keys"), help_show, KEY_FREE},
    {{'q'}, N_("leave"), N_("leave the lesson"), learn_close, KEY_FREE},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table lesson_keys = {N_("The lesson"), lesson_bindings};

static const struct key_table *const lesson_tables[] = {&lesson_keys, &point_keys, NULL};

const struct screen lesson_screen = {
    .title = N_("The lesson"),
    .tables = lesson_tables,
    .key = lesson_key,
    .press = point_press,
    .draw = board_draw,
};
