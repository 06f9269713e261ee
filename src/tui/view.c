/* view.c - how a board is shown: the drawing, what can be chosen on it, clocks, the value, the engine's lines.
 *
 * The drawing takes the room that the window has, 22 rows and 78 columns at most and 18 and 59 at least; beside it is a
 * column for the bar, the two last rows are for status and messages. Wider windows show the moves beside the board,
 * higher ones the engine's lines below it. A game that is looked at again, or a lesson, has a smaller drawing where what
 * is said about it would have no room otherwise. */
#include "app.h"
#include "../engine/clock.h"
#include "../play/line.h"
#include "../play/notation.h"
#include "../play/advice.h"
#include "../translate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    TITLE_FROM = 27,
    WIDE_FROM = 80,  /* the largest drawing has room */
    SIDE_FROM = 104, /* and the moves beside it */
    SIDE_LEAST = 19,
    SIDE_MOST = 60,
    REMARK_ROWS = 3, /* below the board of a game that is looked at again */
    BELOW_MOST = 8   /* rows between the board and what belongs to it */
};

static bool reviewing(const struct app *app) { return app_analysing(app) && app->review; }

static int clamp(int value, int least, int most) { return value < least ? least : value > most ? most : value; }

/* Rows below the board that are worth a smaller drawing. */
static int below_wanted(const struct app *app) {
    if (app_learning(app) && app->columns < SIDE_FROM)
        return text_lines(learn_text(app), app->columns);
    return reviewing(app) ? REMARK_ROWS : 0;
}

struct layout layout_of(const struct app *app) {
    struct layout layout = {.title = -1, .status = app->rows - 2};
    if (app->rows >= TITLE_FROM || (reviewing(app) && app->rows > SMALL_ROWS)) {
        layout.title = 0;
        layout.board = app->rows >= TITLE_FROM ? 2 : 1;
    }
    const bool wide = app->columns >= (reviewing(app) ? SIDE_FROM : WIDE_FROM);
    layout.rows = clamp(layout.status - layout.board - below_wanted(app), DRAW_ROWS_LEAST, DRAW_ROWS);
    layout.columns = wide ? DRAW_COLUMNS : DRAW_COLUMNS_LEAST;
    layout.bar = wide ? layout.columns + 1 : layout.columns;
    const int side = layout.bar + (wide ? 3 : 1), columns = app->columns - side;
    if (app->columns >= SIDE_FROM || (reviewing(app) && columns >= SIDE_LEAST))
        layout.side = (struct area){layout.board, side, layout.rows, columns < SIDE_MOST ? columns : SIDE_MOST};
    const int below = layout.board + layout.rows;
    layout.status = clamp(layout.status, 0, below + BELOW_MOST);
    layout.message = layout.status + 1;
    layout.below = (struct area){below, 0, layout.status - below, app->columns};
    return layout;
}

/* ---- The drawing ---------------------------------------------------------------------------------------------- */

void canvas_of(const struct app *app, struct draw_canvas *canvas) {
    const struct tab_match *match = app_match(app);
    const struct layout layout = layout_of(app);
    const int ply = tab_match_ply(match);
    struct tab_result result;
    tab_match_result(match, &result);
    struct draw_view view = {
        .turned = app->turned,
        .rows = layout.rows,
        .columns = layout.columns,
        .translate = translate,
        .reason = result.reason,
    };
    if (!app_analysing(app) && !app_learning(app) && play_ended(app->play, &result))
        view.ended = &result;
    if (ply > 0) {
        view.before = tab_match_position_at(match, ply - 1);
        view.last = tab_match_move_at(match, ply - 1);
    }
    draw_canvas(tab_match_rules(match), tab_match_position(match), &view, canvas);
}

static bool is_faint(const struct draw_canvas *canvas, int row, int column) {
    if (row < 0 || row >= DRAW_ROWS || column < 0 || column >= DRAW_COLUMNS)
        return false;
    const struct draw_cell *cell = &canvas->cell[row][column];
    const bool dots = cell->glyph >> 8 == 0x28; /* Braille: a line */
    return cell->glyph == ' ' || cell->ink == DRAW_DIM || dots;
}

/* Marks a spot with a sign on either side, inside it when nothing stands there. High spots are marked at their foot. */
struct mark {
    uint32_t glyphs[2];
    char ascii[2];
    int style;
};

static void spot_mark(const struct draw_canvas *canvas, const struct draw_spot *spot, int top, const struct mark *mark,
                      struct frame *frame) {
    const int row = spot->row + (spot->rows <= 3 ? spot->rows / 2 : spot->rows - 1);
    int left = spot->column, right = spot->column + spot->columns - 1;
    if (!is_faint(canvas, row, left))
        left--;
    if (!is_faint(canvas, row, right) && is_faint(canvas, row, right + 1))
        right++;
    const bool high = spot->rows > 3;
    const struct area area = {top + (high ? row : spot->row), spot->column, high ? 1 : spot->rows, spot->columns};
    frame_style(frame, &area, mark->style);
    frame_put(frame, top + row, left, mark->glyphs[0], mark->ascii[0], DRAW_MARK, DRAW_BOLD | mark->style);
    frame_put(frame, top + row, right, mark->glyphs[1], mark->ascii[1], DRAW_MARK, DRAW_BOLD | mark->style);
}

static bool is_in_hand(const struct hand *hand, const char *name) {
    for (int i = 0; i < hand->count; i++)
        if (!hand->steps[i].item && strcmp(hand->steps[i].name, name) == 0)
            return true;
    return false;
}

static bool is_hinted(const struct pointing *pointing, const char *name) {
    for (int i = 0; i < pointing->hints; i++)
        if (!pointing->hint[i].item && strcmp(pointing->hint[i].name, name) == 0)
            return true;
    return false;
}

static void spots_draw(const struct app *app, const struct draw_canvas *canvas, int top, struct frame *frame) {
    static const struct mark target = {{0x203A, 0x2039}, {'>', '<'}, LOOK_TARGET};
    static const struct mark held = {{'{', '}'}, {'{', '}'}, LOOK_REVERSE};
    static const struct mark cursor = {{'[', ']'}, {'[', ']'}, LOOK_CURSOR};
    static const struct mark hint = {{0xAB, 0xBB}, {'*', '*'}, LOOK_TARGET};
    const struct pointing *pointing = &app->pointing;
    for (int i = 0; i < canvas->spots; i++) {
        const struct draw_spot *spot = &canvas->spot[i];
        const bool offered = pointing->hand.count > 0 && hand_offers(&pointing->next, spot->name, false);
        if (is_hinted(pointing, spot->name) && pointing->hand.count == 0)
            spot_mark(canvas, spot, top, &hint, frame);
        else if (strcmp(spot->name, pointing->cursor) == 0)
            spot_mark(canvas, spot, top, &cursor, frame);
        else if (is_in_hand(&pointing->hand, spot->name))
            spot_mark(canvas, spot, top, &held, frame);
        else if (offered)
            spot_mark(canvas, spot, top, &target, frame);
    }
}

static enum draw_ink ink_of(const struct app *app, int player) {
    return draw_player_ink(tab_match_rules(app_match(app)), player);
}

bool hint_area(const struct app *app, struct area *area) {
    struct draw_canvas canvas;
    int first = app->rows, last = -1;
    canvas_of(app, &canvas);
    for (int i = 0; i < canvas.spots; i++) {
        const struct draw_spot *spot = &canvas.spot[i];
        if (!is_hinted(&app->pointing, spot->name))
            continue;
        first = spot->row < first ? spot->row : first;
        last = spot->row + spot->rows > last ? spot->row + spot->rows : last;
    }
    *area = (struct area){layout_of(app).board + first, 0, last - first, app->columns};
    return last >= 0;
}

/* ---- The value ------------------------------------------------------------------------------------------------ */

/* The chance of a player to win, from the latest news. */
static double chance_of(const struct app *app, int player) {
    const struct tab_line *line = &app->news.line[0];
    const double chance = line->mate != 0 ? line->mate > 0 : 1 / (1 + exp(-line->centi / 100.0));
    return player == app->news_player ? chance : 1 - chance;
}

/* A bar at the right edge: the share of player 1, or of the player to move when there are more than two. */
static void bar_draw(const struct app *app, const struct layout *layout, struct frame *frame) {
    const int players = tab_rules_players(tab_match_rules(app_match(app)));
    const int player = players == 2 ? 1 : app->news_player;
    const int filled = (int)lround(chance_of(app, player) * (double)layout->rows);
    for (int i = 0; i < layout->rows; i++) {
        const int row = app->turned ? layout->board + i : layout->board + layout->rows - 1 - i;
        const bool own = i < filled;
        frame_put(frame, row, layout->bar, own ? 0x2588 : 0x2591, own ? '#' : ':',
                  own            ? ink_of(app, player)
                  : players == 2 ? ink_of(app, 2)
                                 : DRAW_DIM,
                  0);
    }
}

/* One line of the engine: depth, value, moves. */
static void line_write(const struct app *app, int index, char *text, size_t size) {
    const struct tab_match *match = app_match(app);
    const struct tab_line *line = &app->news.line[index];
    char score[LINE_SCORE_TEXT], moves[LINE_MOVES_TEXT];
    line_score(tab_match_rules(match), tab_match_position(match), line, score);
    line_moves(tab_match_rules(match), tab_match_position(match), line, moves);
    snprintf(text, size, "%s  %s", score, moves);
}

static void progress_write(const struct app *app, char *text, size_t size) {
    static const char *const doing[] = {
        [THINKING_NOTHING] = "",
        [THINKING_MOVE] = N_("The engine thinks (Space: move now)"),
        [THINKING_HINT] = N_("Looking for a hint (Space: enough)"),
        [THINKING_VALUE] = N_("Value"),
        [THINKING_DRAW] = N_("The engine considers the draw"),
        [THINKING_LINES] = N_("Analysis"),
    };
    char line[NOTICE_TEXT] = "";
    if (app->news.lines > 0)
        line_write(app, 0, line, sizeof line);
    snprintf(text, size, _("%s  depth %d  %s"), _(doing[app->thinking]), app->news.depth, line);
}

/* ---- Status --------------------------------------------------------------------------------------------------- */

/* What to do now. */
static const char *prompt_of(const struct app *app) {
    const struct tab_match *match = app_match(app);
    const struct tab_rules *rules = tab_match_rules(match);
    const struct hand *hand = &app->pointing.hand;
    return _(hand_game_of(rules)->prompt(rules, tab_match_position(match), hand->steps, hand->count));
}

/* Whose turn it is, or which step, and what to do; only that where there are not columns enough. */
static void prompt_write(const char *whose, const char *prompt, int columns, char *text, size_t size) {
    snprintf(text, size, _("%s: %s"), whose, prompt);
    if (text_columns(text) > columns)
        snprintf(text, size, "%s", prompt);
}

static void turn_write(const struct app *app, int columns, char *text, size_t size) {
    if (app_learning(app)) {
        char title[LABEL_TEXT];
        learn_title(app, title, sizeof title);
        prompt_write(title, learn_waits(app) ? prompt_of(app) : _("Enter goes on"), columns, text, size);
        return;
    }
    const struct tab_match *match = app_match(app);
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *position = tab_match_position(match);
    const int player = app_analysing(app) ? tab_position_player(rules, position) : play_player(app->play);
    struct tab_result result;
    if (player == 0) {
        char winner[LABEL_TEXT];
        tab_match_result(match, &result);
        if (!app_analysing(app))
            play_result(app->play, &result);
        if (result.winner == 0) {
            snprintf(text, size, "%s", _("Draw"));
            return;
        }
        app_winner(app, result.winner, winner, sizeof winner);
        snprintf(text, size, _("%s: won"), winner);
        return;
    }
    if (point_allowed(app))
        prompt_write(app_player(app, player), prompt_of(app), columns, text, size);
    else if (app->paused)
        snprintf(text, size, "%s", _("The engines wait; Enter lets them go on."));
    else
        snprintf(text, size, _("%s: engine, level %d"), app_player(app, player), play_seat(app->play)->level);
}

/* What is said of a player at the end of a row: name, level of the engine, clock. */
enum { SEAT_NAME = 1, SEAT_LEVEL = 2, SEAT_CLOCK = 4 };

static void seat_write(const struct app *app, int player, int parts, char *text, size_t size) {
    char clock[TIMING_TEXT] = "", name[LABEL_TEXT] = "";
    const int level = app->play->seats[player - 1].level;
    const bool leveled = level > 0 && parts & SEAT_LEVEL;
    if (parts & SEAT_CLOCK)
        timing_left(play_clock_left(app->play, player, clock_now()), clock, sizeof clock);
    if (leveled)
        snprintf(name, sizeof name, _("%s (level %d)"), app_player(app, player), level);
    else if (parts & SEAT_NAME && parts & SEAT_CLOCK)
        snprintf(name, sizeof name, "%s", app_player(app, player));
    snprintf(text, size, "%s%s%s", name, *name != '\0' && *clock != '\0' ? " " : "", clock);
}

/* Columns of the texts of all players. */
static int seats_columns(const struct app *app, int parts) {
    int columns = 0;
    for (int player = 1; player <= tab_rules_players(tab_match_rules(app->play->match)); player++) {
        char text[LABEL_TEXT];
        seat_write(app, player, parts, text, sizeof text);
        columns += *text != '\0' ? text_columns(text) + 2 : 0;
    }
    return columns;
}

/* As many parts as take half of the row at most; the title says who plays, where there is one. */
static int seats_parts(const struct app *app) {
    const int clock = app->play->timing.base_ms != 0 ? SEAT_CLOCK : 0;
    const int all = SEAT_NAME | clock | (layout_of(app).title < 0 ? SEAT_LEVEL : 0);
    if (seats_columns(app, all) <= app->columns / 2)
        return all;
    return seats_columns(app, SEAT_NAME | clock) <= app->columns / 2 ? SEAT_NAME | clock : clock;
}

/* Players with their clocks at the right end of a row; returns the column where they begin. */
static int seats_draw(const struct app *app, struct frame *frame, int row) {
    if (app_analysing(app) || app_learning(app))
        return frame->columns;
    const int parts = seats_parts(app);
    int column = frame->columns;
    for (int player = tab_rules_players(tab_match_rules(app->play->match)); player >= 1; player--) {
        char text[LABEL_TEXT];
        seat_write(app, player, parts, text, sizeof text);
        if (*text == '\0')
            continue;
        column -= text_columns(text) + (column < frame->columns ? 2 : 1);
        frame_text(frame, row, column, frame->columns, text, ink_of(app, player),
                   DRAW_BOLD | (parts & SEAT_CLOCK && player == play_player(app->play) ? LOOK_REVERSE : 0));
    }
    return column;
}

/* Where the board stands in what is analysed. */
static void place_write(const struct app *app, char *text, size_t size) {
    const int parent = tab_record_parent(app->record, app->node);
    char number[NOTATION_NUMBER];
    int variations = 0, own = 0;
    if (parent == TAB_RECORD_NONE) {
        snprintf(text, size, "%s ", _("the first position"));
        return;
    }
    for (int node = tab_record_child(app->record, parent); node != TAB_RECORD_NONE;
         node = tab_record_sibling(app->record, node)) {
        variations++;
        own = node == app->node ? variations : own;
    }
    notation_number(tab_record_ply(app->record, parent), number);
    if (variations > 1)
        snprintf(text, size, _("move %s, variation %d of %d "), number, own, variations);
    else
        snprintf(text, size, _("move %s "), number);
}

/* What is proven, or else the chance of the player to move. */
static void value_write(const struct app *app, char text[LINE_SCORE_TEXT]) {
    const struct tab_match *match = app_match(app);
    const struct tab_line *line = &app->news.line[0];
    if (line->mate != 0 || line->proven)
        line_score(tab_match_rules(match), tab_match_position(match), line, text);
    else
        snprintf(text, LINE_SCORE_TEXT, "%d%%", (int)lround(100 * chance_of(app, app->news_player)));
}

static void status_draw(const struct app *app, struct frame *frame, int row) {
    char text[MESSAGE_TEXT];
    int limit = seats_draw(app, frame, row);
    if (app_analysing(app)) {
        place_write(app, text, sizeof text);
        limit -= text_columns(text);
        frame_text(frame, row, limit, frame->columns, text, DRAW_DIM, 0);
    } else if (app->bar && app->valued) {
        value_write(app, text);
        limit -= text_columns(text) + 1;
        frame_text(frame, row, limit, frame->columns, text, ink_of(app, app->news_player), DRAW_BOLD);
    }
    turn_write(app, limit - 1, text, sizeof text);
    frame_text(frame, row, 0, limit - 1, text, DRAW_LABEL, DRAW_BOLD);
}

/* ---- The items ------------------------------------------------------------------------------------------------ */

static void item_write(const struct app *app, const struct step *item, char *text, size_t size) {
    const char *label = hand_label(tab_match_rules(app_match(app)), item->name);
    if (label != NULL)
        snprintf(text, size, " %.7s %s ", item->name, _(label));
    else
        snprintf(text, size, " %.7s ", item->name);
}

bool item_area(const struct app *app, int item, struct area *area) {
    struct step items[HAND_NEXT_MAX];
    const int count = point_items(app, items);
    int column = 0;
    for (int i = 0; i < count; i++) {
        char text[LABEL_TEXT];
        item_write(app, &items[i], text, sizeof text);
        const int columns = text_columns(text);
        *area = (struct area){layout_of(app).message, column, 1, columns};
        if (i == item)
            return true;
        column += columns + 1;
    }
    return false;
}

static void items_draw(const struct app *app, struct frame *frame) {
    struct step items[HAND_NEXT_MAX];
    const int count = point_items(app, items);
    for (int i = 0; i < count; i++) {
        char text[LABEL_TEXT];
        struct area area;
        item_write(app, &items[i], text, sizeof text);
        if (item_area(app, i, &area))
            frame_text(frame, area.row, area.column, frame->columns, text, DRAW_LABEL,
                       i == app->pointing.item ? LOOK_REVERSE | DRAW_BOLD : LOOK_TARGET);
    }
}

/* Moves that go on from what is typed, in place of the status. */
static void completions_draw(const struct app *app, struct frame *frame, int row) {
    const struct tab_match *match = app_match(app);
    const struct tab_rules *rules = tab_match_rules(match);
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, tab_match_position(match), moves);
    int column = 0;
    frame_blank(frame, &(struct area){row, 0, 1, frame->columns});
    for (int i = 0; i < count && column < frame->columns; i++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(rules, tab_match_position(match), moves[i], text, sizeof text);
        if (strncmp(text, app->input.text, app->input.length) == 0)
            column = frame_text(frame, row, column, frame->columns, text, DRAW_FIRST, 0) + 1;
    }
}

/* ---- All of it ------------------------------------------------------------------------------------------------ */

static void title_draw(const struct app *app, struct frame *frame, int row) {
    char spec[TAB_SPEC_TEXT], text[MESSAGE_TEXT];
    const struct tab_rules *rules = tab_match_rules(app_match(app));
    const bool playing = !app_analysing(app) && !app_learning(app);
    tab_rules_format(rules, spec, sizeof spec);
    int column = frame_text(frame, row, 0, frame->columns, _(tab_game_title(rules->game)), DRAW_LABEL, DRAW_BOLD);
    if (strcmp(spec, tab_game_id(rules->game)) != 0)
        column = frame_text(frame, row, column + 2, frame->columns, spec, DRAW_DIM, 0);
    for (int i = 0; i < tab_rules_players(rules) && playing; i++) {
        const int level = app->play->seats[i].level;
        snprintf(text, sizeof text, level == 0 ? _("%s (person)") : _("%s (level %d)"), app_player(app, i + 1), level);
        column = frame_text(frame, row, column + 3, frame->columns, text, ink_of(app, i + 1), 0);
    }
    if (playing)
        return;
    if (reviewing(app))
        analysis_players(app, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", _(app_learning(app) ? N_("The lesson") : N_("Analysis")));
    frame_text(frame, row, column + 3, frame->columns, text, DRAW_LABEL, 0);
}

static void lines_draw(const struct app *app, struct frame *frame, const struct area *area) {
    struct area rest = *area;
    char text[NOTICE_TEXT];
    if (rest.rows <= 0 || !app->valued)
        return;
    advice_value(tab_match_rules(app_match(app)), tab_match_position(app_match(app)), &app->news.line[0], text,
                 sizeof text);
    snprintf(text + strlen(text), sizeof text - strlen(text), _("   depth %d"), app->news.depth);
    frame_text(frame, rest.row, rest.column, rest.column + rest.columns, text, DRAW_LABEL, DRAW_BOLD);
    for (int i = 0; i < app->news.lines && i + 1 < rest.rows; i++) {
        line_write(app, i, text, sizeof text);
        frame_text(frame, rest.row + 1 + i, rest.column, rest.column + rest.columns, text, DRAW_PLAIN, 0);
    }
}

/* What is said about the game that is looked at; returns the room that it leaves. */
static struct area remarks_draw(const struct app *app, struct frame *frame, const struct area *area) {
    char text[NOTICE_TEXT];
    struct area rest = *area;
    if (!reviewing(app) || area->rows <= 0)
        return rest;
    analysis_remarks(app, text, sizeof text);
    const int lines = frame_wrap(frame, area, text, DRAW_LABEL, 0);
    rest.row += lines;
    rest.rows -= lines;
    return rest;
}

/* What stands in place of the hints: how far the engine is, or what is said about the game; false: nothing. */
static bool foot_write(const struct app *app, char *text, size_t size) {
    const bool room = layout_of(app).below.rows >= 2, lines = app->thinking == THINKING_LINES;
    text[0] = '\0';
    if (app->thinking != THINKING_NOTHING && app->thinking != THINKING_VALUE && (!lines || !room))
        progress_write(app, text, size);
    else if (reviewing(app) && layout_of(app).below.rows == 0)
        analysis_remarks(app, text, size);
    return text[0] != '\0';
}

bool board_foot_taken(const struct app *app) {
    char text[NOTICE_TEXT];
    struct step items[HAND_NEXT_MAX];
    return app_screen(app)->draw == board_draw && (point_items(app, items) > 0 || foot_write(app, text, sizeof text));
}

static void message_draw(const struct app *app, struct frame *frame, int row) {
    char text[NOTICE_TEXT];
    const bool silent = app->input.kind == NULL && app->question.yes == NULL && app->message[0] == '\0';
    struct step items[HAND_NEXT_MAX];
    const bool chosen = point_items(app, items) > 0;
    foot_draw(app, frame, row);
    if (!silent || (!chosen && !foot_write(app, text, sizeof text)))
        return;
    frame_blank(frame, &(struct area){row, 0, 1, frame->columns});
    if (chosen)
        items_draw(app, frame);
    else
        frame_wrap(frame, &(struct area){row, 0, 1, frame->columns}, text, DRAW_LABEL, 0);
}

void board_draw(const struct app *app, struct frame *frame) {
    const struct layout layout = layout_of(app);
    struct draw_canvas canvas;
    if (layout.title >= 0)
        title_draw(app, frame, layout.title);
    canvas_of(app, &canvas);
    frame_canvas(frame, layout.board, 0, &canvas);
    if (point_allowed(app))
        spots_draw(app, &canvas, layout.board, frame);
    const bool valued = app->valued && (app_analysing(app) ? app->lines > 0 : app->bar);
    if (valued)
        bar_draw(app, &layout, frame);
    const struct area rest = remarks_draw(app, frame, &layout.below);
    if (valued)
        lines_draw(app, frame, &rest);
    if (app_learning(app))
        frame_wrap(frame, layout.side.columns > 0 ? &layout.side : &layout.below, learn_text(app), DRAW_PLAIN, 0);
    else
        moves_side(app, frame, &layout.side);
    status_draw(app, frame, layout.status);
    message_draw(app, frame, layout.message);
    if (app->input.kind != NULL && app->input.kind->candidates && app->message[0] == '\0')
        completions_draw(app, frame, layout.status);
}
