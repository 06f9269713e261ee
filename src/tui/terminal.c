/* terminal.c - the terminal, by ncurses. */
#define NCURSES_WIDECHAR 1
#include "terminal.h"
#include "../play/palette.h"

#include <curses.h>
#include <poll.h>
#include <unistd.h>

/* What curses knows of one terminal it keeps in globals of its own; so does this. */
static struct {
    bool color, unicode;
    SCREEN *screen;
} terminal;

/* ---- Colours -------------------------------------------------------------------------------------------------- */

/* Every ink on every ground is a pair. */
enum ground { GROUND_OWN, GROUND_LAST, GROUND_TARGET, GROUND_CURSOR, GROUND_COUNT };

static const struct palette_color target_ground = {-1, 22, -1, 2}, cursor_ground = {16, 214, 0, 3};

static short pair_of(int ink, enum ground ground) { return (short)(1 + ink * GROUND_COUNT + (int)ground); }

static void pair_make(int ink, enum ground ground) {
    const struct palette_color *own = &palette[ink];
    const struct palette_color *grounds[] = {own, &palette_last, &target_ground, &cursor_ground};
    const struct palette_color *under = grounds[ground];
    const bool many = COLORS >= 256, brings = own->ground >= 0 && ground != GROUND_CURSOR;
    short front = many ? own->ink : own->simple_ink, back = many ? under->ground : under->simple_ground;
    if ((ground == GROUND_LAST && front < 0) || ground == GROUND_CURSOR)
        front = many ? under->ink : under->simple_ink;
    if (ground == GROUND_TARGET && front < 0)
        front = many ? 255 : 7;
    if (brings)
        back = many ? own->ground : own->simple_ground;
    init_pair(pair_of(ink, ground), front, back);
}

static bool colors_start(void) {
    if (!has_colors() || start_color() == ERR)
        return false;
    use_default_colors();
    if (COLORS < 8 || COLOR_PAIRS <= pair_of(DRAW_INK_COUNT - 1, GROUND_CURSOR))
        return false;
    for (int ink = 0; ink < DRAW_INK_COUNT; ink++)
        for (int ground = 0; ground < GROUND_COUNT; ground++)
            pair_make(ink, (enum ground)ground);
    return true;
}

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

bool terminal_open(bool color, bool unicode) {
    terminal.screen = newterm(NULL, stdout, stdin);
    if (terminal.screen == NULL)
        return false;
    terminal.unicode = unicode;
    terminal.color = color && colors_start();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED, NULL);
    mouseinterval(-1); /* never look for a click: curses would wait for more of it, whatever nodelay says */
    return true;
}

void terminal_close(void) {
    endwin();
    delscreen(terminal.screen);
    terminal.screen = NULL;
}

void terminal_size(int *rows, int *columns) { getmaxyx(stdscr, *rows, *columns); }

/* ---- Showing -------------------------------------------------------------------------------------------------- */

static enum ground ground_of(int style) {
    if (style & LOOK_CURSOR)
        return GROUND_CURSOR;
    if (style & LOOK_TARGET)
        return GROUND_TARGET;
    return style & DRAW_LAST ? GROUND_LAST : GROUND_OWN;
}

/* Without colours the last move is underlined and the cursor reversed; what can be chosen is marked anyway. */
static attr_t attributes_of(int style) {
    attr_t attributes = style & (DRAW_BOLD | LOOK_TARGET) ? A_BOLD : A_NORMAL;
    if (style & LOOK_REVERSE)
        attributes |= A_REVERSE;
    if (terminal.color)
        return attributes;
    if (style & DRAW_LAST)
        attributes |= A_UNDERLINE;
    return style & LOOK_CURSOR ? attributes | A_REVERSE : attributes;
}

static void cell_show(int row, int column, const struct draw_cell *cell) {
    const short pair = terminal.color ? pair_of(cell->ink, ground_of(cell->style)) : 0;
    wchar_t text[] = {terminal.unicode ? (wchar_t)cell->glyph : (wchar_t)(unsigned char)cell->ascii, 0};
    cchar_t shown;
    setcchar(&shown, text, attributes_of(cell->style), pair, NULL);
    mvadd_wch(row, column, &shown);
}

void terminal_show(const struct frame *frame) {
    erase();
    for (int row = 0; row < frame->rows; row++)
        for (int column = 0; column < frame->columns; column++)
            cell_show(row, column, &frame->cells[row * frame->columns + column]);
    curs_set(frame->caret_row >= 0);
    if (frame->caret_row >= 0)
        move(frame->caret_row, frame->caret_column);
    refresh();
}

/* ---- Events --------------------------------------------------------------------------------------------------- */

static const struct {
    wint_t code;
    int key;
} keys[] = {
    {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},
    {KEY_LEFT, PRESS_LEFT},     {KEY_RIGHT, PRESS_RIGHT},
    {KEY_HOME, PRESS_HOME},     {KEY_END, PRESS_END},
    {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},
    {KEY_BTAB, PRESS_BACKTAB},  {KEY_BACKSPACE, PRESS_BACKSPACE},
    {KEY_DC, PRESS_DELETE},     {KEY_ENTER, PRESS_ENTER},
};

static void code_read(wint_t code, struct event *event) {
    MEVENT mouse = {0};
    *event = (struct event){.kind = EVENT_KEY, .key = PRESS_OTHER};
    if (code == KEY_RESIZE) {
        event->kind = EVENT_RESIZE;
        terminal_size(&event->row, &event->column);
    } else if (code == KEY_MOUSE) {
        event->kind = getmouse(&mouse) == OK && mouse.bstate & BUTTON1_PRESSED ? EVENT_MOUSE : EVENT_TICK;
        event->row = mouse.y;
        event->column = mouse.x;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            event->key = keys[i].key;
}

static bool key_read(struct event *event) {
    wint_t code;
    const int kind = get_wch(&code);
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES) {
        code_read(code, event);
        return true;
    }
    const bool erases = code == 0x7F || code == '\b';
    *event = (struct event){.kind = EVENT_KEY, .key = code == '\r' ? PRESS_ENTER : (int)code};
    if (erases)
        event->key = PRESS_BACKSPACE;
    return true;
}

void terminal_wait(int descriptor, int milliseconds, struct event *event) {
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    *event = (struct event){.kind = EVENT_TICK};
    if (key_read(event))
        return;
    const int ready = poll(files, descriptor >= 0 ? 2 : 1, milliseconds);
    if (key_read(event))
        return;
    if (ready > 0 && files[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        event->kind = EVENT_END;
    else if (ready > 0 && files[1].revents != 0)
        event->kind = EVENT_NEWS;
}
