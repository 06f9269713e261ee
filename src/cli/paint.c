/* paint.c - drawings on a terminal: which characters and colours, and writing them. */
#include "paint.h"
#include "../play/palette.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const paint_when[] = {"auto", "always", "never", NULL};

/* ---- Choosing ------------------------------------------------------------------------------------------------- */

static bool color_wanted(const char *when) {
    if (when != NULL && strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (none != NULL && *none != '\0')
        return false;
    return isatty(STDOUT_FILENO) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

struct paint paint_choose(const struct arguments *arguments) {
    return (struct paint){
        .color = color_wanted(arguments_text(arguments, "color")),
        .unicode = !arguments_given(arguments, "ascii") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
    };
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static void glyph_print(uint32_t glyph) {
    if (glyph < 0x80) {
        putchar((int)glyph);
        return;
    }
    int more = glyph < 0x800 ? 1 : glyph < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    putchar((int)(lead[more] | glyph >> (6 * more)));
    while (more-- > 0)
        putchar((int)(0x80 | (glyph >> (6 * more) & 0x3F)));
}

/* Asks for one of 256 colours, or for the terminal's own; `layer` is 3 for ink and 4 for ground. */
static void color_print(int layer, int color) {
    if (color >= 0)
        printf(";%d8;5;%d", layer, color);
    else
        printf(";%d9", layer);
}

/* Switches the terminal to the look of a cell. */
static void look_print(const struct draw_cell *cell) {
    const struct palette_color *own = &palette[cell->ink];
    const bool last = cell->style & DRAW_LAST;
    printf("\x1b[0");
    if (cell->style & DRAW_BOLD)
        printf(";1");
    color_print(3, last && own->ink < 0 ? palette_last.ink : own->ink);
    if (own->ground >= 0 || last)
        color_print(4, own->ground >= 0 ? own->ground : palette_last.ground);
    putchar('m');
}

static bool looks_alike(const struct draw_cell *one, const struct draw_cell *other) {
    return one->ink == other->ink && one->style == other->style;
}

static void row_paint(const struct paint *paint, const struct draw_cell *cells, int columns) {
    static const struct draw_cell nothing = {.glyph = ' ', .ascii = ' ', .ink = DRAW_PLAIN};
    const struct draw_cell *before = &nothing;
    for (int i = 0; i < columns; i++) {
        if (paint->color && !looks_alike(before, &cells[i]))
            look_print(&cells[i]);
        before = &cells[i];
        if (paint->unicode)
            glyph_print(cells[i].glyph);
        else
            putchar(cells[i].ascii);
    }
    puts(paint->color && !looks_alike(before, &nothing) ? "\x1b[0m" : "");
}

/* Columns of a row up to the last one that shows anything. */
static int row_width(const struct draw_cell *cells, int columns) {
    while (columns > 0 && cells[columns - 1].glyph == ' ' && !(cells[columns - 1].style & DRAW_LAST))
        columns--;
    return columns;
}

struct draw_view match_view(const struct tab_match *match, const struct tab_result *ended) {
    struct draw_view view = {.ended = ended, .translate = translate};
    const int ply = tab_match_ply(match);
    struct tab_result result;
    tab_match_result(match, &result);
    view.reason = result.reason;
    if (ply > 0) {
        view.before = tab_match_position_at(match, ply - 1);
        view.last = tab_match_move_at(match, ply - 1);
    }
    return view;
}

void paint_match(const struct paint *paint, const struct tab_match *match, const struct tab_result *ended) {
    struct draw_view view = match_view(match, ended);
    struct draw_canvas canvas;
    draw_canvas(tab_match_rules(match), tab_match_position(match), &view, &canvas);
    for (int row = 0; row < canvas.rows; row++)
        row_paint(paint, canvas.cell[row], row_width(canvas.cell[row], canvas.columns));
}
