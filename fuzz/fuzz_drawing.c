/* fuzz_drawing.c - drawings of positions. Input: a line with the spec, a line with the position. */
#include "fuzz.h"

#include <draw/draw.h>

#include <stdlib.h>
#include <string.h>

enum { SVG_ROOM = 1 << 18 };

static void check_canvas(const struct draw_canvas *canvas) {
    fuzz_check(canvas->rows > 0 && canvas->rows <= DRAW_ROWS);
    fuzz_check(canvas->columns > 0 && canvas->columns <= DRAW_COLUMNS);
    for (int row = 0; row < canvas->rows; row++) {
        for (int column = 0; column < canvas->columns; column++) {
            const struct draw_cell *cell = &canvas->cell[row][column];
            fuzz_check(cell->glyph >= ' ' && cell->ascii >= ' ' && cell->ascii <= '~' && cell->ink < DRAW_INK_COUNT);
        }
    }
    for (int i = 0; i < canvas->spots; i++) {
        const struct draw_spot *spot = &canvas->spot[i];
        fuzz_check(spot->name[0] != '\0' && spot->row >= 0 && spot->column >= 0 && spot->rows > 0 && spot->columns > 0);
        fuzz_check(spot->row + spot->rows <= canvas->rows && spot->column + spot->columns <= canvas->columns);
    }
}

static void check_drawings(const struct tab_rules *rules, const struct tab_position *position,
                           const struct draw_view *view) {
    struct draw_canvas canvas;
    struct draw_view small = *view;
    small.rows = DRAW_ROWS_LEAST;
    small.columns = DRAW_COLUMNS_LEAST;
    draw_canvas(rules, position, &small, &canvas);
    check_canvas(&canvas);
    draw_canvas(rules, position, view, &canvas);
    check_canvas(&canvas);
    char *svg = malloc(SVG_ROOM);
    fuzz_check(svg != NULL);
    size_t length = draw_svg(rules, position, view, svg, SVG_ROOM);
    fuzz_check(length < SVG_ROOM && strlen(svg) == length);
    fuzz_check(strstr(svg, "<svg ") != NULL && strcmp(svg + length - 7, "</svg>\n") == 0);
    free(svg);
}

/* From both sides of the table, without a last move and after one move or another. */
static void check_views(const struct tab_rules *rules, const struct tab_position *position) {
    for (int turned = 0; turned < 2; turned++) {
        struct draw_view view = {.turned = turned != 0};
        check_drawings(rules, position, &view);
        tab_move moves[TAB_MOVES_MAX];
        int count = tab_position_moves(rules, position, moves);
        if (count == 0)
            continue;
        view.before = position;
        view.last = moves[tab_position_hash(rules, position) % (uint64_t)count];
        struct tab_position next = *position;
        tab_position_play(rules, &next, view.last);
        check_drawings(rules, &next, &view);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text;
    const char *spec = fuzz_line(&rest), *line = fuzz_line(&rest);
    struct tab_rules rules;
    struct tab_position position;
    if (fuzz_rules(spec, &rules) && fuzz_position(&rules, line, &position))
        check_views(&rules, &position);
    free(text);
    return 0;
}
