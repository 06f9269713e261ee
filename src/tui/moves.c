/* moves.c - the list of moves: beside the board, and as a screen to walk through. */
#include "app.h"
#include "../play/notation.h"
#include "../translate.h"

#include <stdio.h>

enum { ENTRY_COLUMNS = 19, ENTRY_TEXT = NOTATION_NUMBER + NOTATION_MOVE + 2 };

/* The end of the line that the board stands in, in what is analysed. */
static int line_end(const struct app *app) {
    int node = app->node;
    while (tab_record_child(app->record, node) != TAB_RECORD_NONE)
        node = tab_record_child(app->record, node);
    return node;
}

/* The whole line, of which the board shows the position after `app_ply` moves. */
static const struct tab_match *line_of(const struct app *app) {
    return app_analysing(app) ? tab_record_match(app->record, line_end(app)) : app->play->match;
}

static int line_length(const struct app *app) {
    const struct tab_match *match = line_of(app);
    return app_analysing(app) ? tab_match_ply(match) : tab_match_length(match);
}

static int line_ply(const struct app *app) { return tab_match_ply(app_match(app)); }

/* Of what is analysed, the move that is made after so many. */
static int node_after(const struct app *app, int ply) {
    int node = line_end(app);
    while (tab_record_ply(app->record, node) > ply + 1)
        node = tab_record_parent(app->record, node);
    return node;
}

static void entry_write(const struct app *app, const struct tab_match *match, int ply, char text[ENTRY_TEXT]) {
    char number[NOTATION_NUMBER], move[NOTATION_MOVE];
    const struct tab_position *before = tab_match_position_at(match, ply);
    notation_number(ply, number);
    if (app_analysing(app))
        notation_move(app->record, node_after(app, ply), before, move);
    else
        tab_move_format(tab_match_rules(match), before, tab_match_move_at(match, ply), move, sizeof move);
    snprintf(text, ENTRY_TEXT, "%s%s %s", ply < 18 ? " " : "", number, move);
}

/* Entries beside each other: whole pairs, where there is room for one. */
static int across_in(int columns) { return columns < 2 * ENTRY_COLUMNS ? 1 : columns / (2 * ENTRY_COLUMNS) * 2; }

/* Entries in columns, from the row of entries that shows `chosen` near the end; the chosen one is marked. */
static void entries_draw(const struct app *app, struct frame *frame, const struct area *area, int chosen) {
    const int ply = line_ply(app), length = line_length(app);
    const struct tab_match *match = line_of(app);
    const int across = across_in(area->columns);
    int top = chosen / across - area->rows + 2;
    if (top < 0)
        top = 0;
    for (int i = top * across; i < length && i / across - top < area->rows; i++) {
        char text[ENTRY_TEXT];
        const int player = tab_position_player(tab_match_rules(match), tab_match_position_at(match, i));
        const int row = area->row + i / across - top, column = area->column + i % across * ENTRY_COLUMNS;
        entry_write(app, match, i, text);
        frame_text(frame, row, column, column + ENTRY_COLUMNS - 1, text,
                   i >= ply ? DRAW_DIM : draw_player_ink(tab_match_rules(match), player),
                   i == chosen ? LOOK_REVERSE : 0);
    }
}

void moves_side(const struct app *app, struct frame *frame, const struct area *area) {
    if (area->columns <= 0)
        return;
    frame_text(frame, area->row, area->column, frame->columns, _("Moves"), DRAW_LABEL, DRAW_BOLD);
    const struct area list = {area->row + 1, area->column, area->rows - 1, area->columns};
    entries_draw(app, frame, &list, line_ply(app) - 1);
}

/* ---- The screen ----------------------------------------------------------------------------------------------- */

/* Goes to the position after so many moves of the line. */
static void ply_show(struct app *app, int ply) {
    if (ply < 0 || ply > line_length(app))
        return;
    if (!app_analysing(app)) {
        board_go(app, ply);
        return;
    }
    int node = line_end(app);
    while (tab_record_ply(app->record, node) > ply)
        node = tab_record_parent(app->record, node);
    analysis_go(app, node);
}

static int entries_across(const struct app *app) { return across_in(app->columns); }

static void walk_back(struct app *app) { ply_show(app, line_ply(app) - 1); }
static void walk_on(struct app *app) { ply_show(app, line_ply(app) + 1); }
static void walk_up(struct app *app) { ply_show(app, line_ply(app) - entries_across(app)); }
static void walk_down(struct app *app) { ply_show(app, line_ply(app) + entries_across(app)); }
static void walk_first(struct app *app) { ply_show(app, 0); }
static void walk_last(struct app *app) { ply_show(app, line_length(app)); }

static const struct binding moves_bindings[] = {
    {{PRESS_LEFT, 'h'}, N_("back"), N_("go back one move"), walk_back, KEY_FREE},
    {{PRESS_RIGHT, 'l'}, N_("on"), N_("go on one move"), walk_on, KEY_FREE},
    {{PRESS_UP, 'k'}, NULL, N_("go back a row of moves"), walk_up, KEY_FREE},
    {{PRESS_DOWN, 'j'}, NULL, N_("go on a row of moves"), walk_down, KEY_FREE},
    {{PRESS_HOME, 'g'}, N_("first"), N_("go to the first position"), walk_first, KEY_FREE},
    {{PRESS_END, 'G'}, N_("last"), N_("go to the end"), walk_last, KEY_FREE},
    {{PRESS_ENTER, 'q', PRESS_ESCAPE, 'm'}, N_("the board"), N_("see the board there"), app_leave, KEY_FREE},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table moves_keys = {N_("The list of moves"), moves_bindings};
static const struct key_table *const moves_tables[] = {&moves_keys, NULL};

static void moves_draw(const struct app *app, struct frame *frame) {
    char text[LABEL_TEXT];
    snprintf(text, sizeof text, _("Moves: %d of %d"), line_ply(app), line_length(app));
    frame_text(frame, 0, 1, frame->columns, text, DRAW_LABEL, DRAW_BOLD);
    entries_draw(app, frame, &(struct area){2, 1, frame->rows - 4, frame->columns - 1}, line_ply(app) - 1);
    foot_draw(app, frame, frame->rows - 1);
}

const struct screen moves_screen = {
    .title = N_("The list of moves"),
    .tables = moves_tables,
    .key = screen_no_key,
    .press = screen_no_press,
    .draw = moves_draw,
};
