/* think.c - what the engine does for the program: moves, hints, values, lines. */
#include "app.h"
#include "../engine/clock.h"
#include "../play/advice.h"
#include "../translate.h"

/* ---- Starting and stopping ------------------------------------------------------------------------------------ */

enum { VALUE_NODES = 200000, HASH_MIB = 32 };

static void limits_choose(const struct app *app, enum thinking thinking, struct tab_engine_options *options,
                          struct tab_limits *limits) {
    tab_engine_defaults(options);
    options->hash_mib = HASH_MIB;
    options->seed = app->options.seed;
    *limits = (struct tab_limits){0};
    switch (thinking) {
    case THINKING_MOVE:
        play_clock_limits(app->play, clock_now(), limits);
        seat_configure(play_seat(app->play), options, limits);
        break;
    case THINKING_HINT:
        limits->nodes = ADVICE_NODES;
        limits->move_ms = ADVICE_MS;
        break;
    case THINKING_VALUE:
    case THINKING_DRAW:
        limits->nodes = VALUE_NODES;
        limits->move_ms = ADVICE_MS;
        break;
    case THINKING_LINES: options->lines = app->lines; break;
    case THINKING_NOTHING: break;
    }
}

void think_begin(struct app *app, enum thinking thinking) {
    struct tab_engine_options options;
    struct tab_limits limits;
    const struct tab_match *match = app_match(app);
    think_cancel(app);
    limits_choose(app, thinking, &options, &limits);
    if (app->thinker == NULL)
        app->thinker = thinker_new(&options);
    if (app->thinker == NULL || !thinker_start(app->thinker, match, &options, &limits)) {
        app_say(app, "%s", _("There is no memory for the engine."));
        return;
    }
    app->thinking = thinking;
    app->news = (struct thinker_news){0};
    app->news_player = tab_position_player(tab_match_rules(match), tab_match_position(match));
}

void think_cancel(struct app *app) {
    if (app->thinker != NULL)
        thinker_cancel(app->thinker);
    app->thinking = THINKING_NOTHING;
    app->valued = false;
}

void think_hurry(struct app *app) { thinker_stop(app->thinker); }

static bool board_over(const struct app *app) {
    const struct tab_match *match = app_match(app);
    if (!app_analysing(app))
        return play_player(app->play) == 0;
    return tab_position_player(tab_match_rules(match), tab_match_position(match)) == 0;
}

void think_follow(struct app *app) {
    think_cancel(app);
    if (board_over(app))
        return;
    if (app_analysing(app)) {
        if (app->lines > 0)
            think_begin(app, THINKING_LINES);
        return;
    }
    if (play_seat(app->play)->level > 0 && !app->paused)
        think_begin(app, THINKING_MOVE);
    else if (app->bar)
        think_begin(app, THINKING_VALUE);
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

static void hint_show(struct app *app) {
    advice_hint(app_match(app), &app->news.line[0], app->notice, sizeof app->notice);
    point_hint(app, app->news.line[0].moves[0]);
}

void think_collect(struct app *app) {
    if (app->thinker == NULL || !thinker_collect(app->thinker, &app->news))
        return;
    app->valued = app->news.lines > 0;
    if (!app->news.done)
        return;
    const enum thinking thinking = app->thinking;
    app->thinking = THINKING_NOTHING;
    if (thinking == THINKING_MOVE)
        board_move(app, app->news.move);
    else if (thinking == THINKING_HINT)
        hint_show(app);
    else if (thinking == THINKING_DRAW)
        board_draw_answer(app);
}
