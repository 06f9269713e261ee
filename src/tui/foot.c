/* foot.c - what screens have in common: the last line, notices, the help, and how keys are called. */
#include "app.h"
#include "../translate.h"

#include <stdio.h>
#include <string.h>

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

void key_format(int key, char text[KEY_TEXT]) {
    static const struct {
        int key;
        const char *name;
    } names[] = {
        {PRESS_UP, N_("Up")},
        {PRESS_DOWN, N_("Down")},
        {PRESS_LEFT, N_("Left")},
        {PRESS_RIGHT, N_("Right")},
        {PRESS_HOME, N_("Home")},
        {PRESS_END, N_("End")},
        {PRESS_PAGE_UP, N_("PgUp")},
        {PRESS_PAGE_DOWN, N_("PgDn")},
        {PRESS_BACKTAB, N_("Shift-Tab")},
        {PRESS_BACKSPACE, N_("Bksp")},
        {PRESS_ENTER, N_("Enter")},
        {PRESS_TAB, N_("Tab")},
        {PRESS_ESCAPE, N_("Esc")},
        {' ', N_("Space")},
    };
    snprintf(text, KEY_TEXT, "%c", key < 0x80 ? key : '?');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].key == key)
            snprintf(text, KEY_TEXT, "%s", _(names[i].name));
}

static void keys_format(const struct binding *binding, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < BINDING_KEYS && binding->keys[i] != 0 && length < size; i++) {
        char key[KEY_TEXT];
        key_format(binding->keys[i], key);
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? " " : "", key);
    }
}

/* ---- The last line -------------------------------------------------------------------------------------------- */

/* Columns of a hint. */
static int hint_columns(const struct binding *binding) {
    char key[KEY_TEXT];
    key_format(binding->keys[0], key);
    return text_columns(key) + 1 + text_columns(_(binding->brief));
}

static void hint_draw(const struct binding *binding, struct frame *frame, int row, int column) {
    char key[KEY_TEXT];
    key_format(binding->keys[0], key);
    column = frame_text(frame, row, column, frame->columns, key, DRAW_LABEL, DRAW_BOLD);
    frame_text(frame, row, column + 1, frame->columns, _(binding->brief), DRAW_DIM, 0);
}

/* Whether there is a move to make on the board. */
static bool moving(const struct app *app) {
    const struct tab_match *match = app_match(app);
    return match != NULL && point_allowed(app) &&
           tab_position_player(tab_match_rules(match), tab_match_position(match)) != 0;
}

/* The next binding with a hint after one of the screen, or the first when that is NULL; NULL when there is none. */
static const struct binding *hint_next(const struct app *app, const struct binding *after) {
    const struct screen *screen = app_screen(app);
    bool found = after == NULL;
    for (int i = 0; screen->tables[i] != NULL; i++)
        for (const struct binding *binding = screen->tables[i]->bindings; binding->run != NULL; binding++) {
            if (found && binding->brief != NULL && (binding->when != KEY_MOVING || moving(app)))
                return binding;
            found = found || binding == after;
        }
    return NULL;
}

static bool is_help(const struct binding *binding) { return binding->keys[0] == '?'; }

/* As many hints as there is room for; the one for help has its place at the end. */
enum { HINTS_MAX = 32 };

struct placed_hint {
    const struct binding *hint;
    int column;
};

static int hints_place(const struct app *app, int columns, struct placed_hint placed[HINTS_MAX]) {
    int count = 0, column = 0, limit = columns;
    for (const struct binding *hint = hint_next(app, NULL); hint != NULL; hint = hint_next(app, hint))
        if (is_help(hint)) {
            placed[count++] = (struct placed_hint){hint, columns - hint_columns(hint)};
            limit -= hint_columns(hint) + 2;
        }
    for (const struct binding *hint = hint_next(app, NULL); hint != NULL; hint = hint_next(app, hint)) {
        if (is_help(hint) || column + hint_columns(hint) > limit || count == HINTS_MAX)
            continue;
        placed[count++] = (struct placed_hint){hint, column};
        column += hint_columns(hint) + 2;
    }
    return count;
}

static void hints_draw(const struct app *app, struct frame *frame, int row) {
    struct placed_hint placed[HINTS_MAX];
    const int count = hints_place(app, frame->columns, placed);
    for (int i = 0; i < count; i++)
        hint_draw(placed[i].hint, frame, row, placed[i].column);
}

static bool foot_silent(const struct app *app) {
    return app->input.kind == NULL && app->question.yes == NULL && app->message[0] == '\0';
}

/* A question and, at the end of one of its lines, the answers to choose from. */
static void question_write(const struct app *app, int columns, char *text, size_t size) {
    const char *answers = _("(y: yes, n: no)");
    snprintf(text, size, "%s %s", app->question.text, answers);
    if (text_last_columns(text, columns) < text_columns(answers))
        snprintf(text, size, "%s\n%s", app->question.text, answers);
}

/* The answer at a place of the last line of a question; 0: none. */
static int question_answer(const struct app *app, int column) {
    const char *answers = _("(y: yes, n: no)"), *no = strchr(answers, ',');
    char text[MESSAGE_TEXT + LABEL_TEXT];
    question_write(app, app->columns, text, sizeof text);
    const int end = text_last_columns(text, app->columns), from = end - text_columns(answers);
    if (column <= from || column >= end - 1)
        return 0;
    return (unsigned char)*(column >= end - text_columns(no != NULL ? no : "") ? _("n") : _("y"));
}

int foot_key(const struct app *app, int row, int column) {
    struct placed_hint placed[HINTS_MAX];
    const bool board = app_screen(app)->draw == board_draw;
    if (row != (board ? layout_of(app).message : app->rows - 1))
        return 0;
    if (app->question.yes != NULL)
        return question_answer(app, column);
    if (!foot_silent(app) || board_foot_taken(app))
        return 0;
    const int count = hints_place(app, app->columns, placed);
    for (int i = 0; i < count; i++)
        if (column >= placed[i].column && column < placed[i].column + hint_columns(placed[i].hint))
            return placed[i].hint->keys[0];
    return 0;
}

static void input_draw(const struct app *app, struct frame *frame, int row) {
    const struct input *input = &app->input;
    char before[INPUT_TEXT];
    int column = frame_text(frame, row, 0, frame->columns, _(input->kind->prompt), DRAW_LABEL, DRAW_BOLD) + 1;
    snprintf(before, sizeof before, "%.*s", (int)input->caret, input->text);
    const int caret = text_columns(before), room = frame->columns - column - 1;
    const char *shown = input->text;
    for (int skip = caret - room; skip > 0; skip--) {
        uint32_t glyph;
        shown = glyph_next(shown, &glyph);
    }
    frame_text(frame, row, column, frame->columns, shown, DRAW_PLAIN, input->selected ? LOOK_REVERSE : 0);
    frame->caret_row = row;
    frame->caret_column = column + (caret < room ? caret : room);
}

/* A text in the lines it needs, the last of them in a row. */
static void text_draw(struct frame *frame, int row, const char *text, enum draw_ink ink) {
    const int lines = text_lines(text, frame->columns);
    const struct area area = {row - lines + 1, 0, lines, frame->columns};
    frame_blank(frame, &area);
    frame_wrap(frame, &area, text, ink, DRAW_BOLD);
}

void foot_draw(const struct app *app, struct frame *frame, int row) {
    char question[MESSAGE_TEXT + LABEL_TEXT];
    frame_blank(frame, &(struct area){row, 0, 1, frame->columns});
    if (app->input.kind != NULL && app->message[0] != '\0')
        text_draw(frame, row - 1, app->message, DRAW_MARK);
    if (app->question.yes != NULL) {
        question_write(app, frame->columns, question, sizeof question);
        text_draw(frame, row, question, DRAW_MARK);
    } else if (app->input.kind != NULL) {
        input_draw(app, frame, row);
    } else if (app->message[0] != '\0') {
        text_draw(frame, row, app->message, DRAW_LABEL);
    } else {
        hints_draw(app, frame, row);
    }
}

/* ---- Notices -------------------------------------------------------------------------------------------------- */

/* Where a box begins: in the middle, or where it hides nothing of a hint. */
static int notice_row(const struct app *app, int rows, int height) {
    const struct layout layout = app_match(app) != NULL ? layout_of(app) : (struct layout){0};
    struct area place;
    if (app->pointing.hints == 0 || !hint_area(app, &place))
        return (rows - height) / 2;
    const int above = place.row - layout.board, below = layout.status - place.row - place.rows;
    return below >= above ? layout.status - height : layout.board;
}

void notice_draw(const struct app *app, struct frame *frame) {
    if (app->notice[0] == '\0')
        return;
    const int width = frame->columns < 76 ? frame->columns - 4 : 72;
    int lines = text_lines(app->notice, width);
    if (lines > frame->rows - 4)
        lines = frame->rows - 4;
    const struct area box = {notice_row(app, frame->rows, lines + 2), (frame->columns - width - 4) / 2, lines + 2,
                             width + 4};
    frame_box(frame, &box, "");
    frame_wrap(frame, &(struct area){box.row + 1, box.column + 2, lines, width}, app->notice, DRAW_PLAIN, 0);
    const char *hint = _("any key goes on");
    frame_text(frame, box.row + box.rows - 1, box.column + 2, box.column + box.columns - 2, hint, DRAW_DIM, 0);
}

void small_draw(struct frame *frame) {
    const struct area area = {0, 0, frame->rows, frame->columns};
    frame_wrap(frame, &area, _("This window is too small: 20 rows of 60 columns are needed. q ends the program."),
               DRAW_PLAIN, 0);
}

/* ---- Help ----------------------------------------------------------------------------------------------------- */

/* A line of the help, or several where it is long: a key or a sign, and what it means. Returns how many they are. */
static int help_line_draw(const char *sign, const char *meaning, struct frame *frame, int line) {
    enum { SIGN = 3, MEANING = 23 };
    const int columns = frame->columns - MEANING, lines = text_lines(meaning, columns);
    const int room = frame->rows - 1 - line < lines ? frame->rows - 1 - line : lines;
    if (room > 0) {
        frame_text(frame, line, SIGN, MEANING - 1, sign, DRAW_FIRST, DRAW_BOLD);
        frame_wrap(frame, &(struct area){line, MEANING, room, columns}, meaning, DRAW_PLAIN, 0);
    }
    return lines;
}

static int help_title_draw(const char *title, struct frame *frame, int line) {
    if (line < frame->rows - 1)
        frame_text(frame, line, 1, frame->columns, title, DRAW_LABEL, DRAW_BOLD);
    return 1;
}

/* What the signs on a board mean. */
static int signs_draw(const struct app *app, struct frame *frame, int line) {
    static const struct draw_sign marks[] = {
        {"[ ]", N_("the cursor")},
        {"\xE2\x80\xBA \xE2\x80\xB9", N_("what can be chosen")},
        {"{ }", N_("what has been chosen")},
        {NULL, NULL},
    };
    const struct draw_sign *const lists[] = {marks, draw_signs(tab_match_rules(app_match(app)))};
    int lines = help_title_draw(_("On the board"), frame, line);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct draw_sign *sign = lists[i]; sign->sign != NULL; sign++)
            lines += help_line_draw(sign->sign, _(sign->meaning), frame, line + lines);
    return lines;
}

/* The keys of the screen below, and the signs of its board, from line `app->scroll` on. Returns how many lines there
 * are. */
static int help_lines_draw(const struct app *app, struct frame *frame) {
    const struct screen *screen = app->stack[app->depth > 1 ? app->depth - 2 : 0];
    int line = -app->scroll;
    for (int i = 0; screen->tables[i] != NULL; i++) {
        const struct key_table *table = screen->tables[i];
        line += i > 0;
        line += help_title_draw(_(table->title), frame, line);
        for (const struct binding *binding = table->bindings; binding->run != NULL; binding++) {
            char keys[BINDING_KEYS * KEY_TEXT];
            keys_format(binding, keys, sizeof keys);
            line += help_line_draw(keys, _(binding->summary), frame, line);
        }
    }
    if (screen->draw == board_draw)
        line += 1 + signs_draw(app, frame, line + 1);
    return line + app->scroll;
}

static void help_draw(const struct app *app, struct frame *frame) {
    help_lines_draw(app, frame);
    foot_draw(app, frame, frame->rows - 1);
}

static void help_up(struct app *app) { app->scroll -= app->scroll > 0; }

/* As far as there is something below. */
static void help_down(struct app *app) {
    struct frame none = {.columns = app->columns};
    app->scroll += help_lines_draw(app, &none) - app->scroll > app->rows - 1;
}

static const struct binding help_bindings[] = {
    {{PRESS_DOWN, 'j'}, N_("down"), N_("show what is below"), help_down, KEY_FREE},
    {{PRESS_UP, 'k'}, N_("up"), N_("show what is above"), help_up, KEY_FREE},
    {{'q', PRESS_ESCAPE, PRESS_ENTER, '?'}, N_("back"), N_("leave the help"), app_leave, KEY_FREE},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table help_keys = {N_("Help"), help_bindings};
static const struct key_table *const help_tables[] = {&help_keys, NULL};

const struct screen help_screen = {
    .title = N_("Help"),
    .tables = help_tables,
    .key = screen_no_key,
    .press = screen_no_press,
    .draw = help_draw,
};
