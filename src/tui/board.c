/* board.c - a game on the screen: what its keys do. */
#include "app.h"
#include "../engine/clock.h"
#include "../play/advice.h"
#include "../translate.h"

#include <errno.h>
#include <stdio.h>

/* ---- What follows a change ------------------------------------------------------------------------------------ */

static void game_keep(struct app *app) {
    if (tab_match_ply(app->play->match) == 0)
        return;
    struct tab_record *record = play_record(app->play);
    if (record == NULL || !kept_write(&app->play->kept, record, play_player(app->play) == 0))
        app_say(app, _("The game is not kept: its file cannot be written: %s"), translate_errno(errno));
    tab_record_free(record);
}

static void result_say(struct app *app) {
    struct tab_result result;
    char winner[LABEL_TEXT];
    play_result(app->play, &result);
    if (result.winner == 0) {
        app_say(app, _("Game over: a draw (%s)."), _(result.reason));
        return;
    }
    app_winner(app, result.winner, winner, sizeof winner);
    app_say(app, _("Game over. %s: won (%s)."), winner, _(result.reason));
}

/* Clocks stand while the engines wait, and while something else is analysed. */
static void clock_follow(struct app *app) {
    const struct seat *seat = play_seat(app->play);
    const bool waits = app->paused && seat != NULL && seat->level > 0;
    if (waits || app_analysing(app))
        play_clock_stand(app->play, clock_now());
    else
        play_clock_run(app->play, clock_now());
}

void board_changed(struct app *app) {
    point_reset(app);
    if (play_player(app->play) != 0) {
        clock_follow(app);
        game_keep(app);
    } else {
        result_say(app);
        game_keep(app);
    }
    think_follow(app);
}

void board_close(struct app *app) {
    if (app->play != NULL)
        kept_close(&app->play->kept);
    play_free(app->play);
    app->play = NULL;
}

void board_open(struct app *app, struct play *play) {
    think_cancel(app);
    board_close(app);
    app->play = play;
    app->turned = app->paused = false;
    app->pointing.cursor[0] = '\0';
    app_open(app, &board_screen);
    board_changed(app);
}

void board_move(struct app *app, tab_move move) {
    if (app_learning(app)) {
        learn_move(app, move);
        return;
    }
    if (app_analysing(app)) {
        analysis_move(app, move);
        return;
    }
    if (play_move(app->play, move, clock_now()))
        board_changed(app);
}

/* ---- Back and forth ------------------------------------------------------------------------------------------- */

/* An engine does not make another move at once where its own has been taken back. */
static void engine_hold(struct app *app) {
    const struct seat *seat = play_seat(app->play);
    app->paused = seat != NULL && seat->level > 0;
}

static void move_undo(struct app *app) {
    think_cancel(app);
    if (!play_undo_turn(app->play, clock_now())) {
        app_say(app, "%s", _("There is no move to take back."));
        think_follow(app);
        return;
    }
    engine_hold(app);
    board_changed(app);
}

static void move_redo(struct app *app) {
    think_cancel(app);
    if (!play_redo_turn(app->play, clock_now())) {
        app_say(app, "%s", _("There is no move to make again."));
        think_follow(app);
        return;
    }
    board_changed(app);
}

void board_go(struct app *app, int ply) {
    think_cancel(app);
    while (tab_match_ply(app->play->match) > ply && play_undo(app->play, clock_now()))
        continue;
    while (tab_match_ply(app->play->match) < ply && play_redo(app->play, clock_now()))
        continue;
    engine_hold(app);
    board_changed(app);
}

/* ---- Help from the engine ------------------------------------------------------------------------------------- */

static void hint_ask(struct app *app) {
    if (point_check(app))
        think_begin(app, THINKING_HINT);
}

static void bar_toggle(struct app *app) {
    app->bar = !app->bar;
    think_follow(app);
}

/* ---- Giving up and agreeing ----------------------------------------------------------------------------------- */

static void resign_yes(struct app *app) {
    const int player = play_player(app->play);
    play_resign(app->play, player, clock_now());
    if (app->play->seats[player - 1].stands_in)
        app_say(app, _("%s: given up. The engine goes on in this seat."), app_player(app, player));
    board_changed(app);
}

static void resign_ask(struct app *app) {
    char text[LABEL_TEXT];
    if (!point_check(app))
        return;
    const bool goes_on = tab_rules_players(tab_match_rules(app->play->match)) > 2;
    snprintf(text, sizeof text, goes_on ? _("%s: really give up, and let the engine go on?") : _("%s: really give up?"),
             app_player(app, play_player(app->play)));
    app_ask(app, resign_yes, NULL, text);
}

static void draw_agree(struct app *app) {
    play_agree(app->play, clock_now());
    board_changed(app);
}

static void draw_decline(struct app *app) { app_say(app, "%s", _("The draw is declined.")); }

/* Other seats of people, or of engines. */
static int others_count(const struct app *app, bool engines) {
    const int players = tab_rules_players(tab_match_rules(app->play->match)), mover = play_player(app->play);
    int count = 0;
    for (int i = 0; i < players; i++)
        count += i + 1 != mover && (app->play->seats[i].level > 0) == engines;
    return count;
}

/* Nobody moves before the others have answered. */
static void draw_ask_people(struct app *app) {
    char text[LABEL_TEXT];
    snprintf(text, sizeof text, _("%s: a draw is offered. Do the others agree?"),
             app_player(app, play_player(app->play)));
    app_ask(app, draw_agree, draw_decline, text);
}

static void draw_ask_engine(struct app *app) { think_begin(app, THINKING_DRAW); }

static void draw_offer(struct app *app) {
    char text[LABEL_TEXT];
    if (!point_check(app))
        return;
    if (others_count(app, true) == 0) {
        draw_ask_people(app);
        return;
    }
    snprintf(text, sizeof text, _("%s: really offer a draw?"), app_player(app, play_player(app->play)));
    app_ask(app, draw_ask_engine, NULL, text);
}

void board_draw_answer(struct app *app) {
    if (!advice_agrees(app->play->match, &app->news.line[0]))
        app_say(app, "%s", _("The engine wants to play on."));
    else if (others_count(app, false) > 0)
        draw_ask_people(app);
    else
        draw_agree(app);
}

/* ---- Time ----------------------------------------------------------------------------------------------------- */

void board_tick(struct app *app) {
    if (app->play == NULL)
        return;
    const int player = play_player(app->play);
    clock_follow(app);
    if (!play_clock_expired(app->play, clock_now()))
        return;
    if (app->question.yes == resign_yes || app->question.yes == draw_agree || app->question.yes == draw_ask_engine)
        app->question = (struct question){0};
    if (app->play->seats[player - 1].stands_in)
        app_say(app, _("%s: out of time. The engine goes on in this seat."), app_player(app, player));
    board_changed(app);
}

/* ---- Set-up --------------------------------------------------------------------------------------------------- */

static void set_up(struct app *app, bool all) {
    if (point_allowed(app) && play_set_up(app->play, &app->random, all, clock_now()))
        board_changed(app);
    else
        app_say(app, "%s", _("There is nothing to set up now."));
}

static void set_up_own(struct app *app) { set_up(app, false); }
static void set_up_all(struct app *app) { set_up(app, true); }

/* ---- Looking around ------------------------------------------------------------------------------------------- */

void board_turn(struct app *app) { app->turned = !app->turned; }

static void moves_show(struct app *app) { app_open(app, &moves_screen); }
static void help_show(struct app *app) { app_open(app, &help_screen); }

static void position_show(struct app *app) {
    char text[TAB_POSITION_TEXT], spec[TAB_SPEC_TEXT];
    const struct tab_match *match = app_match(app);
    tab_rules_format(tab_match_rules(match), spec, sizeof spec);
    tab_position_format(tab_match_rules(match), tab_match_position(match), text, sizeof text);
    app_notice(app, "%s\n\n%s", spec, text);
}

static const struct binding look_bindings[] = {
    {{'m'}, N_("moves"), N_("list the moves, and walk through them"), moves_show, KEY_ALWAYS},
    {{'v'}, NULL, N_("look from the other side"), board_turn, KEY_ALWAYS},
    {{'P'}, NULL, N_("show the text of the position"), position_show, KEY_ALWAYS},
    {{'s'}, NULL, N_("save the game in a file"), records_save, KEY_ALWAYS},
    {{'o'}, NULL, N_("open a file"), records_load, KEY_ALWAYS},
    {{'?', '/'}, N_("help"), N_("explain the keys"), help_show, KEY_ALWAYS},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
const struct key_table look_keys = {N_("Everything else"), look_bindings};

static void game_analyse(struct app *app) {
    struct tab_record *record = play_record(app->play);
    if (record != NULL)
        analysis_open(app, record, tab_record_end(record));
}

static void game_leave(struct app *app) {
    think_cancel(app);
    board_close(app);
    app_leave(app);
    start_begin(app);
}

static const struct binding board_bindings[] = {
    {{'u'}, N_("undo"), N_("take the last move back"), move_undo, KEY_ALWAYS},
    {{'r'}, NULL, N_("make it again"), move_redo, KEY_ALWAYS},
    {{'i'}, N_("hint"), N_("ask the engine for a hint"), hint_ask, KEY_MOVING},
    {{'e'}, NULL, N_("show or hide what the position is worth"), bar_toggle, KEY_FREE},
    {{'f'}, NULL, N_("set-up: place the rest of your pieces at random"), set_up_own, KEY_FREE},
    {{'F'}, NULL, N_("set-up: deal everything that is left"), set_up_all, KEY_FREE},
    {{'d'}, NULL, N_("offer a draw"), draw_offer, KEY_FREE},
    {{'x'}, NULL, N_("give up"), resign_ask, KEY_FREE},
    {{'a'}, NULL, N_("analyse the game from here"), game_analyse, KEY_ALWAYS},
    {{'q'}, N_("leave"), N_("leave the game; it is kept to be resumed"), game_leave, KEY_ALWAYS},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table board_keys = {N_("The game"), board_bindings};

static const struct key_table *const board_tables[] = {&point_keys, &board_keys, &look_keys, NULL};

const struct screen board_screen = {
    .title = N_("The game"),
    .tables = board_tables,
    .key = point_key,
    .press = point_press,
    .draw = board_draw,
};
