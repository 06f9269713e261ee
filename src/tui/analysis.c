/* analysis.c - analysing: any position, variations, and the engine's lines. */
#include "app.h"
#include "../play/notation.h"
#include "../translate.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_LINES = 3 };

/* ---- Moving in the tree --------------------------------------------------------------------------------------- */

void analysis_go(struct app *app, int node) {
    if (node == TAB_RECORD_NONE)
        return;
    app->node = node;
    point_reset(app);
    think_follow(app);
}

void analysis_open(struct app *app, struct tab_record *record, int node) {
    think_cancel(app);
    tab_record_free(app->record);
    app->record = record;
    app->review = false;
    app->lines = FIRST_LINES;
    if (app_screen(app) != &analysis_screen)
        app_open(app, &analysis_screen);
    analysis_go(app, node);
}

/* ---- What is written in a record ------------------------------------------------------------------------------ */

/* The name of a player, NULL when the record has none but the words of our own seats. */
static const char *name_of(const struct tab_record *record, int player) {
    static const char *const tags[TAB_PLAYERS_MAX] = {"Player1", "Player2", "Player3", "Player4"};
    struct seat seat;
    const char *name = tab_record_tag(record, tags[player - 1]);
    return name != NULL && *name != '\0' && !seat_parse(&seat, name, NULL) ? name : NULL;
}

static bool is_told(const struct tab_record *record) {
    for (int player = 1; player <= tab_rules_players(tab_record_rules(record)); player++)
        if (name_of(record, player) != NULL)
            return true;
    for (int node = 0; node < tab_record_nodes(record); node++) {
        const struct tab_note *note = tab_record_note(record, node);
        if (note->marks > 0 || note->evaluated || *tab_record_comment(record, node) != '\0' ||
            tab_record_sibling(record, node) != TAB_RECORD_NONE)
            return true;
    }
    return false;
}

static bool is_valued(const struct tab_record *record) {
    for (int node = 0; node < tab_record_nodes(record); node++)
        if (tab_record_note(record, node)->evaluated)
            return true;
    return false;
}

static bool is_over(const struct tab_record *record) {
    const char *result = tab_record_tag(record, "Result");
    return result != NULL && strcmp(result, "*") != 0;
}

static void text_add(char *text, size_t size, const char *format, const char *more) {
    const size_t length = strlen(text);
    if (length < size)
        snprintf(text + length, size - length, format, more);
}

void analysis_players(const struct app *app, char *text, size_t size) {
    const struct tab_record *record = app->record;
    const char *result = tab_record_tag(record, "Result");
    struct tab_result ended;
    text[0] = '\0';
    for (int player = 1; player <= tab_rules_players(tab_record_rules(record)); player++) {
        const char *name = name_of(record, player);
        text_add(text, size, player > 1 ? " - %s" : "%s", name != NULL ? name : app_player(app, player));
    }
    if (!is_over(record))
        return;
    text_add(text, size, "   %s", result);
    if (play_record_ended(app->record, &ended))
        text_add(text, size, " (%s)", _(ended.reason));
}

void analysis_remarks(const struct app *app, char *text, size_t size) {
    const struct tab_record *record = app->record;
    const struct tab_match *match = app_match(app);
    const int next = tab_record_child(record, app->node);
    snprintf(text, size, "%s", tab_record_comment(record, app->node));
    if (next == TAB_RECORD_NONE || tab_record_sibling(record, next) == TAB_RECORD_NONE)
        return;
    if (*text != '\0')
        text_add(text, size, "%s", "\n");
    text_add(text, size, "%s", _("Variations:"));
    for (int node = next; node != TAB_RECORD_NONE; node = tab_record_sibling(record, node)) {
        char move[NOTATION_MOVE];
        notation_move(record, node, tab_match_position(match), move);
        text_add(text, size, node == next ? " %s" : ", %s", move);
    }
}

/* In a box, which has room for what is too long for the lines at the board. */
static void remarks_show(struct app *app) {
    char text[NOTICE_TEXT];
    analysis_remarks(app, text, sizeof text);
    if (*text != '\0')
        app_notice(app, "%s", text);
    else
        app_say(app, "%s", _("Nothing is said about this move."));
}

void analysis_review(struct app *app, struct tab_record *record) {
    const bool review = is_over(record) || is_told(record);
    analysis_open(app, record, review ? TAB_RECORD_ROOT : tab_record_end(record));
    app->review = review;
    if (is_valued(record)) { /* there are values to read, and e asks for those of the engine */
        app->lines = 0;
        think_follow(app);
    }
    point_reset(app);
    if (review && layout_of(app).title < 0)
        analysis_players(app, app->message, sizeof app->message);
}

void analysis_move(struct app *app, tab_move move) {
    struct tab_error error = {0};
    const int node = tab_record_add(app->record, app->node, move, &error);
    if (node == TAB_RECORD_NONE)
        app_error(app, &error);
    else
        analysis_go(app, node);
}

static void node_back(struct app *app) { analysis_go(app, tab_record_parent(app->record, app->node)); }
static void node_on(struct app *app) { analysis_go(app, tab_record_child(app->record, app->node)); }
static void node_first(struct app *app) { analysis_go(app, TAB_RECORD_ROOT); }

static void node_last(struct app *app) {
    int node = app->node;
    while (tab_record_child(app->record, node) != TAB_RECORD_NONE)
        node = tab_record_child(app->record, node);
    analysis_go(app, node);
}

static void variation_next(struct app *app) { analysis_go(app, tab_record_sibling(app->record, app->node)); }

static void variation_previous(struct app *app) {
    const int parent = tab_record_parent(app->record, app->node);
    if (parent == TAB_RECORD_NONE)
        return;
    int node = tab_record_child(app->record, parent), before = TAB_RECORD_NONE;
    for (; node != app->node; node = tab_record_sibling(app->record, node))
        before = node;
    analysis_go(app, before);
}

/* ---- The engine ----------------------------------------------------------------------------------------------- */

static void engine_toggle(struct app *app) {
    app->lines = app->lines > 0 ? 0 : FIRST_LINES;
    think_follow(app);
}

/* Lines there is room for: below the board, under the value, or else one in place of the hints. */
static int lines_room(const struct app *app) {
    const int rows = layout_of(app).below.rows;
    return rows >= 2 ? rows - 1 : 1;
}

/* Changes how many lines are shown, not how many there would be in a higher window. */
static void lines_change(struct app *app, int change) {
    const int room = lines_room(app), lines = (app->lines < room ? app->lines : room) + change;
    if (lines < 1) {
        app_say(app, "%s", _("There is one line at least."));
    } else if (lines > THINKER_LINES) {
        app_say(app, _("There are %d lines at most."), THINKER_LINES);
    } else if (lines > room) {
        app_say(app, "%s", _("There is no room for more lines in this window."));
    } else {
        app->lines = lines;
        think_follow(app);
    }
}

static void lines_more(struct app *app) { lines_change(app, 1); }
static void lines_fewer(struct app *app) { lines_change(app, -1); }

/* ---- Positions ------------------------------------------------------------------------------------------------ */

static bool position_accept(struct app *app, const char *text) {
    struct tab_position position;
    struct tab_error error = {0};
    const struct tab_rules rules = *tab_record_rules(app->record);
    if (!tab_position_parse(&rules, text, &position, &error)) {
        app_error(app, &error);
        app->input.caret = error.at < app->input.length ? error.at : app->input.length;
        return false;
    }
    struct tab_record *record = tab_record_new(&rules, &position);
    if (record != NULL)
        analysis_open(app, record, TAB_RECORD_ROOT);
    return true;
}

static const struct input_kind position_text = {N_("Position:"), position_accept, input_no_complete, false};

static void position_edit(struct app *app) {
    char text[TAB_POSITION_TEXT];
    const struct tab_match *match = app_match(app);
    tab_position_format(tab_match_rules(match), tab_match_position(match), text, sizeof text);
    input_begin(app, &position_text, text);
}

/* ---- Leaving -------------------------------------------------------------------------------------------------- */

static void analysis_leave(struct app *app) {
    think_cancel(app);
    tab_record_free(app->record);
    app->record = NULL;
    app_leave(app);
    if (app_screen(app) != &board_screen)
        return;
    point_reset(app);
    think_follow(app);
}

/* A game between people from the board as it is; at the end of a record, by those who sat there. */
static void play_on(struct app *app) {
    struct play *play = app->node == tab_record_end(app->record)
                            ? play_from_record(app->record)
                            : play_from_match(tab_record_match(app->record, app->node));
    if (play == NULL)
        return;
    think_cancel(app);
    tab_record_free(app->record);
    app->record = NULL;
    while (app_screen(app) == &analysis_screen || app_screen(app) == &board_screen)
        app_leave(app);
    board_open(app, play);
}

static const struct binding analysis_bindings[] = {
    {{'u', PRESS_PAGE_UP}, N_("back"), N_("go back one move"), node_back, KEY_FREE},
    {{'r', PRESS_PAGE_DOWN}, N_("on"), N_("go on one move"), node_on, KEY_FREE},
    {{'g', PRESS_HOME}, NULL, N_("go to the first position"), node_first, KEY_FREE},
    {{'G', PRESS_END}, NULL, N_("go to the end of the line"), node_last, KEY_FREE},
    {{']', 'n'}, NULL, N_("go to the next variation of the last move"), variation_next, KEY_FREE},
    {{'[', 'N'}, NULL, N_("go to the variation before"), variation_previous, KEY_FREE},
    {{'e'}, N_("engine"), N_("let the engine think, or rest"), engine_toggle, KEY_FREE},
    {{'+', '='}, NULL, N_("show more lines"), lines_more, KEY_FREE},
    {{'-'}, NULL, N_("show fewer lines"), lines_fewer, KEY_FREE},
    {{'w'}, NULL, N_("show all that is said about the move"), remarks_show, KEY_FREE},
    {{'p'}, NULL, N_("edit or paste the text of the position"), position_edit, KEY_FREE},
    {{'c'}, NULL, N_("play on from here"), play_on, KEY_FREE},
    {{'q'}, N_("leave"), N_("leave the analysis"), analysis_leave, KEY_FREE},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table analysis_keys = {N_("Analysis"), analysis_bindings};

static const struct key_table *const analysis_tables[] = {&point_keys, &analysis_keys, &look_keys, NULL};

const struct screen analysis_screen = {
    .title = N_("Analysis"),
    .tables = analysis_tables,
    .key = point_key,
    .press = point_press,
    .draw = board_draw,
};
