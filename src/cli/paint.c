/* paint.c - drawings on a terminal: which characters and colours, and writing them. */
#include "paint.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const paint_when[] = {"auto", "always", "never", NULL};

/* Colours of the 256 a terminal has, of middling brightness so that they show on dark and on light ground. Pieces that
 * are named by their colour bring their own ground. */
static const char *const colors[DRAW_INK_COUNT] = {
    [DRAW_PLAIN] = "39",
    [DRAW_DIM] = "38;5;244",
    [DRAW_LABEL] = "39",
    [DRAW_FIRST] = "38;5;33",
    [DRAW_SECOND] = "38;5;172",
    [DRAW_THIRD] = "38;5;35",
    [DRAW_FOURTH] = "38;5;134",
    [DRAW_NEUTRAL] = "38;5;247",
    [DRAW_RED] = "38;5;231;48;5;160",
    [DRAW_BLACK] = "38;5;231;48;5;16",
    [DRAW_WHITE] = "38;5;16;48;5;231",
    [DRAW_MARK] = "38;5;168",
};
static const char last_ground[] = "48;5;238", last_plain[] = "38;5;252";

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

/* Switches the terminal to the look of a cell. */
static void look_print(const struct draw_cell *cell) {
    bool last = cell->style & DRAW_LAST, plain = cell->ink == DRAW_PLAIN || cell->ink == DRAW_LABEL;
    printf("\x1b[0");
    if (cell->style & DRAW_BOLD)
        printf(";1");
    if (last)
        printf(";%s", last_ground);
    printf(";%sm", last && plain ? last_plain : colors[cell->ink]);
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

struct draw_view match_view(const struct tab_match *match) {
    int ply = tab_match_ply(match);
    if (ply == 0)
        return (struct draw_view){.translate = translate};
    return (struct draw_view){.before = tab_match_position_at(match, ply - 1),
                              .last = tab_match_move_at(match, ply - 1),
                              .translate = translate};
}

void paint_match(const struct paint *paint, const struct tab_match *match) {
    struct draw_view view = match_view(match);
    struct draw_canvas canvas;
    draw_canvas(tab_match_rules(match), tab_match_position(match), &view, &canvas);
    for (int row = 0; row < canvas.rows; row++)
        row_paint(paint, canvas.cell[row], row_width(canvas.cell[row], canvas.columns));
}
