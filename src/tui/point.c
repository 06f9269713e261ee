/* point.c - moves by pointing and by typing. */
#include "app.h"
#include "../play/listing.h"
#include "../translate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What can be chosen --------------------------------------------------------------------------------------- */

bool point_allowed(const struct app *app) {
    if (app_learning(app))
        return learn_waits(app);
    if (app_analysing(app))
        return true;
    const struct seat *seat = play_seat(app->play);
    return seat != NULL && seat->level == 0;
}

bool point_check(struct app *app) {
    if (point_allowed(app))
        return true;
    if (app_over(app))
        app_say(app, "%s", _("The game is over."));
    else if (!app_learning(app))
        app_say(app, "%s", _("It is the engine's turn."));
    return false;
}

static const struct draw_spot *spot_find(const struct draw_canvas *canvas, const char *name) {
    for (int i = 0; i < canvas->spots; i++)
        if (strcmp(canvas->spot[i].name, name) == 0)
            return &canvas->spot[i];
    return NULL;
}

static bool is_less(const struct step *one, const struct step *other) {
    return isdigit((unsigned char)one->name[0]) && atoi(one->name) < atoi(other->name);
}

int point_items(const struct app *app, struct step items[HAND_NEXT_MAX]) {
    const struct hand_next *next = &app->pointing.next;
    int count = 0;
    for (int i = 0; i < next->count && point_allowed(app); i++) {
        if (!next->step[i].item)
            continue;
        int place = count++; /* numbers in their order, anything else as it comes */
        for (; place > 0 && is_less(&next->step[i], &items[place - 1]); place--)
            items[place] = items[place - 1];
        items[place] = next->step[i];
    }
    return count;
}

/* Puts the cursor on the first place that can be chosen, unless it stands on something. */
static void cursor_place(struct app *app) {
    struct pointing *pointing = &app->pointing;
    struct draw_canvas canvas;
    canvas_of(app, &canvas);
    if (spot_find(&canvas, pointing->cursor) != NULL)
        return;
    const char *name = canvas.spots > 0 ? canvas.spot[0].name : "";
    for (int i = pointing->next.count - 1; i >= 0; i--)
        if (!pointing->next.step[i].item)
            name = pointing->next.step[i].name;
    snprintf(pointing->cursor, sizeof pointing->cursor, "%s", name);
}

static void hand_update(struct app *app) {
    const struct tab_match *match = app_match(app);
    hand_look(tab_match_rules(match), tab_match_position(match), &app->pointing.hand, &app->pointing.next);
    app->pointing.item = 0;
}

void point_reset(struct app *app) {
    app->pointing.hand.count = app->pointing.hints = 0;
    hand_update(app);
    cursor_place(app);
}

void point_hint(struct app *app, tab_move move) {
    const struct tab_match *match = app_match(app);
    const struct tab_rules *rules = tab_match_rules(match);
    char text[TAB_MOVE_TEXT];
    tab_move_format(rules, tab_match_position(match), move, text, sizeof text);
    app->pointing.hints = hand_game_of(rules)->split(rules, tab_match_position(match), text, app->pointing.hint);
}

/* How far apart two spots are; a row is as far as two columns. */
static int distance(const struct draw_spot *one, const struct draw_spot *other) {
    const int rows = 2 * one->row + one->rows - 2 * other->row - other->rows;
    const int columns = 2 * one->column + one->columns - 2 * other->column - other->columns;
    return 2 * abs(rows) + abs(columns);
}

/* After a choice: the cursor goes to the nearest place to choose next, where it stands on none. */
static void cursor_follow(struct app *app) {
    struct pointing *pointing = &app->pointing;
    struct draw_canvas canvas;
    canvas_of(app, &canvas);
    const struct draw_spot *from = spot_find(&canvas, pointing->cursor), *best = NULL;
    if (from == NULL || hand_offers(&pointing->next, from->name, false))
        return;
    for (int i = 0; i < canvas.spots; i++)
        if (hand_offers(&pointing->next, canvas.spot[i].name, false) &&
            (best == NULL || distance(from, &canvas.spot[i]) < distance(from, best)))
            best = &canvas.spot[i];
    if (best != NULL)
        snprintf(pointing->cursor, sizeof pointing->cursor, "%s", best->name);
}

static bool is_held(const struct hand *hand, const char *name) {
    return hand->count > 0 && strcmp(hand->steps[hand->count - 1].name, name) == 0;
}

static void point_choose(struct app *app, const char *name, bool item) {
    const struct tab_match *match = app_match(app);
    struct pointing *pointing = &app->pointing;
    struct hand anew = {0};
    if (!hand_choose(tab_match_rules(match), tab_match_position(match), &pointing->hand, name, item, &pointing->next)) {
        /* The same piece is put back; another one is taken instead of a place for the first. */
        if (is_held(&pointing->hand, name))
            pointing->hand.count = 0;
        else if (hand_choose(tab_match_rules(match), tab_match_position(match), &anew, name, item, &pointing->next))
            pointing->hand = anew;
        else
            app_say(app, "%s", _("This cannot be chosen now; Tab goes to what can."));
        hand_update(app);
    }
    pointing->item = 0;
    if (pointing->next.complete)
        board_move(app, pointing->next.move);
    else if (pointing->hand.count > 0)
        cursor_follow(app);
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

static void cursor_choose(struct app *app) {
    struct step items[HAND_NEXT_MAX];
    const int count = point_items(app, items);
    if (app_learning(app) && !point_allowed(app))
        return;
    if (app->paused && !point_allowed(app)) {
        app->paused = false;
        think_follow(app);
    } else if (!point_check(app)) {
        return;
    } else if (count > 0) {
        point_choose(app, items[app->pointing.item].name, true);
    } else {
        point_choose(app, app->pointing.cursor, false);
    }
}

static void choice_undo(struct app *app) {
    const struct tab_match *match = app_match(app);
    hand_back(tab_match_rules(match), tab_match_position(match), &app->pointing.hand);
    hand_update(app);
}

/* How far a spot is in a direction, and how far beside; a row is twice as far as a column. */
struct way {
    int along, beside;
};

static struct way way_to(const struct draw_spot *from, const struct draw_spot *to, int down, int right) {
    const int rows = 2 * (2 * to->row + to->rows - 2 * from->row - from->rows);
    const int columns = 2 * to->column + to->columns - 2 * from->column - from->columns;
    if (down != 0)
        return (struct way){rows * down, abs(columns)};
    return (struct way){columns * right, abs(rows)};
}

static void cursor_move(struct app *app, int down, int right) {
    struct draw_canvas canvas;
    canvas_of(app, &canvas);
    const struct draw_spot *from = spot_find(&canvas, app->pointing.cursor), *best = NULL;
    int least = 0;
    for (int i = 0; i < canvas.spots && from != NULL; i++) {
        const struct way way = way_to(from, &canvas.spot[i], down, right);
        const int cost = way.along + 3 * way.beside;
        if (way.along > 0 && (best == NULL || cost < least)) {
            best = &canvas.spot[i];
            least = cost;
        }
    }
    if (best != NULL)
        snprintf(app->pointing.cursor, sizeof app->pointing.cursor, "%s", best->name);
}

static void cursor_up(struct app *app) { cursor_move(app, -1, 0); }
static void cursor_down(struct app *app) { cursor_move(app, 1, 0); }
static void cursor_left(struct app *app) { cursor_move(app, 0, -1); }
static void cursor_right(struct app *app) { cursor_move(app, 0, 1); }

/* The next place that can be chosen, in the order of the drawing. */
static void cursor_step(struct app *app, int step) {
    struct pointing *pointing = &app->pointing;
    struct draw_canvas canvas;
    canvas_of(app, &canvas);
    const struct draw_spot *from = spot_find(&canvas, pointing->cursor);
    int at = from != NULL ? (int)(from - canvas.spot) : 0;
    for (int i = 0; i < canvas.spots; i++) {
        at = (at + step + canvas.spots) % canvas.spots;
        if (hand_offers(&pointing->next, canvas.spot[at].name, false))
            break;
    }
    if (canvas.spots > 0)
        snprintf(pointing->cursor, sizeof pointing->cursor, "%s", canvas.spot[at].name);
}

static void cursor_next(struct app *app) { cursor_step(app, 1); }
static void cursor_previous(struct app *app) { cursor_step(app, -1); }

/* Which of the arrows up, right, down, left a key is; -1: none. */
static int arrow_of(int key) {
    switch (key) {
    case PRESS_UP:
    case 'k': return 0;
    case PRESS_RIGHT:
    case 'l': return 1;
    case PRESS_DOWN:
    case 'j': return 2;
    case PRESS_LEFT:
    case 'h': return 3;
    default: return -1;
    }
}

static bool item_key(struct app *app, int key, const struct step *items, int count) {
    const char *const *arrows = hand_game_of(tab_match_rules(app_match(app)))->arrows;
    const int arrow = arrow_of(key), step = key == PRESS_BACKTAB || arrow == 3 || arrow == 0 ? count - 1 : 1;
    for (int i = 0; i < count; i++) {
        const bool named = key == (unsigned char)items[i].name[0] && items[i].name[1] == '\0';
        const char *meant = arrow >= 0 && arrows != NULL ? arrows[(arrow + (app->turned ? 2 : 0)) % 4] : NULL;
        if (named || (meant != NULL && strcmp(meant, items[i].name) == 0)) {
            point_choose(app, items[i].name, true);
            return true;
        }
    }
    if (arrow < 0 && key != PRESS_TAB && key != PRESS_BACKTAB)
        return false;
    app->pointing.item = (app->pointing.item + step) % count;
    return true;
}

bool point_key(struct app *app, int key) {
    struct step items[HAND_NEXT_MAX];
    const int count = point_items(app, items);
    return count > 0 && item_key(app, key, items, count);
}

void point_press(struct app *app, int row, int column) {
    struct step items[HAND_NEXT_MAX];
    struct area area;
    struct draw_canvas canvas;
    const int count = point_items(app, items), top = layout_of(app).board;
    for (int i = 0; i < count; i++)
        if (item_area(app, i, &area) && area_contains(&area, row, column)) {
            point_choose(app, items[i].name, true);
            return;
        }
    canvas_of(app, &canvas);
    for (int i = 0; i < canvas.spots; i++) {
        const struct draw_spot *spot = &canvas.spot[i];
        const struct area place = {spot->row + top, spot->column, spot->rows, spot->columns};
        if (!area_contains(&place, row, column))
            continue;
        snprintf(app->pointing.cursor, sizeof app->pointing.cursor, "%s", spot->name);
        if (point_allowed(app))
            point_choose(app, spot->name, false);
        return;
    }
}

/* ---- Typing --------------------------------------------------------------------------------------------------- */

static bool typed_accept(struct app *app, const char *text) {
    char line[INPUT_TEXT], *rest = NULL;
    snprintf(line, sizeof line, "%s", text);
    for (char *word = strtok_r(line, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        struct tab_error error = {0};
        tab_move move;
        const struct tab_match *match = app_match(app);
        if (!point_allowed(app) || (app_learning(app) && learn_refuse(app, word)))
            return true;
        if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), word, &move, &error)) {
            app_error(app, &error);
            input_set(&app->input, word);
            return false;
        }
        board_move(app, move);
    }
    return true;
}

static void typed_complete(struct app *app) {
    const struct tab_match *match = app_match(app);
    struct listed_move listed[TAB_MOVES_MAX];
    char common[TAB_MOVE_TEXT] = "";
    const int count = moves_list(tab_match_rules(match), tab_match_position(match), listed);
    bool found = false;
    for (int i = 0; i < count; i++) {
        if (strncmp(listed[i].text, app->input.text, app->input.length) != 0)
            continue;
        size_t same = 0;
        while (found && common[same] != '\0' && common[same] == listed[i].text[same])
            same++;
        if (found)
            common[same] = '\0';
        else
            memcpy(common, listed[i].text, sizeof common);
        found = true;
    }
    if (found)
        input_set(&app->input, common);
}

static const struct input_kind typed_move = {N_("Move:"), typed_accept, typed_complete, true};

static void typing_begin(struct app *app) {
    if (point_check(app))
        input_begin(app, &typed_move, "");
}

/* ---- The table ------------------------------------------------------------------------------------------------ */

static const struct binding point_bindings[] = {
    {{PRESS_UP, 'k'}, NULL, N_("move the cursor up, or face that way"), cursor_up, KEY_MOVING},
    {{PRESS_DOWN, 'j'}, NULL, N_("down"), cursor_down, KEY_MOVING},
    {{PRESS_LEFT, 'h'}, NULL, N_("left"), cursor_left, KEY_MOVING},
    {{PRESS_RIGHT, 'l'}, NULL, N_("right"), cursor_right, KEY_MOVING},
    {{PRESS_ENTER, ' '},
     N_("choose"),
     N_("choose what the cursor is on, as the mouse does"),
     cursor_choose,
     KEY_MOVING},
    {{PRESS_ESCAPE, PRESS_BACKSPACE}, NULL, N_("take back what was chosen"), choice_undo, KEY_MOVING},
    {{PRESS_TAB}, N_("next"), N_("go to the next place that can be chosen"), cursor_next, KEY_MOVING},
    {{PRESS_BACKTAB}, NULL, N_("go to the one before"), cursor_previous, KEY_MOVING},
    {{':', 't'}, N_("type"), N_("type a move; Tab completes it"), typing_begin, KEY_MOVING},
    {{0}, NULL, NULL, NULL, KEY_MOVING},
};

const struct key_table point_keys = {N_("Making a move"), point_bindings};
