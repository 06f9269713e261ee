/* draw.c - the canvas, and the table of drawings. */
#include "draw.h"
#include "../rules/registry.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define GAME(name) extern const struct draw_game name##_drawing;
#include "../games.def"
#undef GAME

static const struct draw_game *const drawings[GAME_COUNT] = {
#define GAME(name) &name##_drawing,
#include "../games.def"
#undef GAME
};

static draw_canvas_function *const canvases[GAME_COUNT] = {
#define GAME(name) name##_canvas,
#include "../games.def"
#undef GAME
};

void draw_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                 struct draw_canvas *canvas) {
    assert(view->rows == 0 || view->rows >= DRAW_ROWS_LEAST);
    assert(view->columns == 0 || view->columns >= DRAW_COLUMNS_LEAST);
    *canvas = (struct draw_canvas){
        .room_rows = view->rows > 0 && view->rows < DRAW_ROWS ? view->rows : DRAW_ROWS,
        .room_columns = view->columns > 0 && view->columns < DRAW_COLUMNS ? view->columns : DRAW_COLUMNS,
    };
    for (int row = 0; row < DRAW_ROWS; row++)
        for (int column = 0; column < DRAW_COLUMNS; column++)
            canvas->cell[row][column] = (struct draw_cell){.glyph = ' ', .ascii = ' '};
    canvases[game_index(rules->game)](rules, position, view, canvas);
}

size_t draw_svg(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                char *buffer, size_t size) {
    struct text svg = text_begin(buffer, size);
    drawings[game_index(rules->game)]->svg(rules, position, view, &svg);
    return text_end(&svg);
}

size_t draw_words(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                  char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    drawings[game_index(rules->game)]->describe(rules, position, view, &text);
    return text_end(&text);
}

const char *draw_player(const struct tab_rules *rules, int player) {
    assert(player >= 1 && player <= tab_game_players_max(rules->game));
    return drawings[game_index(rules->game)]->players[player - 1];
}

enum draw_ink draw_player_ink(const struct tab_rules *rules, int player) {
    assert(player >= 1 && player <= tab_game_players_max(rules->game));
    return drawings[game_index(rules->game)]->inks[player - 1];
}

const struct draw_sign *draw_signs(const struct tab_rules *rules) { return drawings[game_index(rules->game)]->signs; }

void canvas_put(struct draw_canvas *canvas, int row, int column, uint32_t glyph, char ascii, enum draw_ink ink,
                int style) {
    if (row < 0 || row >= canvas->room_rows || column < 0 || column >= canvas->room_columns)
        return;
    canvas->cell[row][column] = (struct draw_cell){glyph, ascii, (uint8_t)ink, (uint8_t)style};
    if (row >= canvas->rows)
        canvas->rows = row + 1;
    if (column >= canvas->columns)
        canvas->columns = column + 1;
}

const char *glyph_next(const char *text, uint32_t *glyph) {
    unsigned char lead = (unsigned char)*text++;
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    *glyph = more == 3 ? lead & 0x07U : more == 2 ? lead & 0x0FU : more == 1 ? lead & 0x1FU : lead;
    for (; more > 0 && *text != '\0'; more--)
        *glyph = *glyph << 6 | ((unsigned char)*text++ & 0x3FU);
    return text;
}

char glyph_ascii(uint32_t glyph) {
    static const char latin[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"; /* U+00C0 to U+00FF */
    if (glyph < 0x80)
        return (char)glyph;
    if (glyph >= 0xC0 && glyph <= 0xFF)
        return latin[glyph - 0xC0];
    switch (glyph) {
    case 0xA0: return ' '; /* no-break spaces */
    case 0x202F: return ' ';
    case 0xAB: return '"'; /* quotation marks */
    case 0xBB: return '"';
    case 0x2019: return '\'';
    case 0xB7: return '.';  /* middle dot */
    case 0x152: return 'O'; /* oe ligatures */
    case 0x153: return 'o';
    case 0x2013: return '-'; /* dashes */
    case 0x2014: return '-';
    case 0x2500: return '-'; /* lines of drawings */
    case 0x2550: return '=';
    case 0x2261: return '#';
    case 0x2588: return '#'; /* what stands on them */
    case 0x2592: return ':';
    case 0x25B2: return '^';
    case 0x25CB: return 'o';
    case 0x203A: return '>';
    case 0x2039: return '<';
    default: return '?';
    }
}

int canvas_text(struct draw_canvas *canvas, int row, int column, const char *text, enum draw_ink ink, int style) {
    while (*text != '\0') {
        uint32_t glyph;
        text = glyph_next(text, &glyph);
        canvas_put(canvas, row, column++, glyph, glyph_ascii(glyph), ink, style);
    }
    return column;
}

static int word_columns(const char *text) {
    int columns = 0;
    for (uint32_t glyph; *text != '\0' && *text != ' '; columns++)
        text = glyph_next(text, &glyph);
    return columns;
}

void canvas_wrap(struct draw_canvas *canvas, int row, int column, int rows, const char *text, enum draw_ink ink) {
    int at = column;
    for (const int end = row + rows; *text != '\0' && row < end;) {
        uint32_t glyph;
        const char *next = glyph_next(text, &glyph);
        if (glyph == ' ' && at + 1 + word_columns(next) > canvas->room_columns) {
            row++;
            at = column;
        } else {
            canvas_put(canvas, row, at++, glyph, glyph_ascii(glyph), ink, 0);
        }
        text = next;
    }
}

/* Where a line of a grid is met: 0 before the first field, 1 on a line between two, 2 after the last; -1 beside it. */
static int grid_line(int at, int fields, int inside) {
    if (at % (inside + 1) != 0)
        return -1;
    return at == 0 ? 0 : at == fields * (inside + 1) ? 2 : 1;
}

void canvas_grid(struct draw_canvas *canvas, const struct draw_grid *grid, enum draw_ink ink) {
    static const uint32_t crossing[3][3] = {
        {0x250C, 0x252C, 0x2510}, {0x251C, 0x253C, 0x2524}, {0x2514, 0x2534, 0x2518}};
    for (int i = 0; i <= grid->down * (grid->height + 1); i++) {
        int across = grid_line(i, grid->down, grid->height);
        for (int j = 0; j <= grid->across * (grid->width + 1); j++) {
            int down = grid_line(j, grid->across, grid->width), row = grid->row + i, column = grid->column + j;
            if (across >= 0 && down >= 0)
                canvas_put(canvas, row, column, crossing[across][down], '+', ink, 0);
            else if (across >= 0)
                canvas_put(canvas, row, column, 0x2500, '-', ink, 0);
            else if (down >= 0)
                canvas_put(canvas, row, column, 0x2502, '|', ink, 0);
        }
    }
}

void canvas_style(struct draw_canvas *canvas, int row, int column, int rows, int columns, int style) {
    for (int i = row; i < row + rows; i++) {
        for (int j = column; j < column + columns; j++) {
            if (i >= 0 && i < DRAW_ROWS && j >= 0 && j < DRAW_COLUMNS)
                canvas->cell[i][j].style |= (uint8_t)style;
        }
    }
}

void canvas_spot(struct draw_canvas *canvas, const char *name, int row, int column, int rows, int columns) {
    assert(canvas->spots < DRAW_SPOTS && strlen(name) < sizeof canvas->spot->name);
    if (canvas->spots == DRAW_SPOTS)
        return;
    struct draw_spot *spot = &canvas->spot[canvas->spots++];
    *spot = (struct draw_spot){.row = row, .column = column, .rows = rows, .columns = columns};
    snprintf(spot->name, sizeof spot->name, "%s", name);
}

const char *view_text(const struct draw_view *view, const char *english) {
    return view->translate != NULL ? view->translate(english) : english;
}

int view_outcome(const struct draw_view *view, int outcome) {
    if (view->ended == NULL)
        return outcome;
    return view->ended->winner != 0 ? view->ended->winner : TAB_DRAWN;
}

void view_result(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                 struct tab_result *result) {
    tab_position_result(rules, position, result);
    if (view->reason != NULL)
        result->reason = view->reason;
    if (view->ended != NULL)
        *result = *view->ended;
}
