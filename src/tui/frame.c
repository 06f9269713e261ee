/* frame.c - what the whole screen shows. */
#include "frame.h"

#include <stdlib.h>
#include <string.h>

bool frame_resize(struct frame *frame, int rows, int columns) {
    const size_t count = (size_t)(rows > 0 ? rows : 1) * (size_t)(columns > 0 ? columns : 1);
    struct draw_cell *cells = realloc(frame->cells, count * sizeof *cells);
    if (cells == NULL)
        return false;
    *frame = (struct frame){.rows = rows, .columns = columns, .cells = cells};
    frame_clear(frame);
    return true;
}

void frame_free(struct frame *frame) { free(frame->cells); }

void frame_clear(struct frame *frame) {
    frame_blank(frame, &(struct area){0, 0, frame->rows, frame->columns});
    frame->caret_row = -1;
    frame->caret_column = 0;
}

void frame_put(struct frame *frame, int row, int column, uint32_t glyph, char ascii, enum draw_ink ink, int style) {
    if (row < 0 || row >= frame->rows || column < 0 || column >= frame->columns)
        return;
    frame->cells[row * frame->columns + column] = (struct draw_cell){glyph, ascii, (uint8_t)ink, (uint8_t)style};
}

int frame_text(struct frame *frame, int row, int column, int limit, const char *text, enum draw_ink ink, int style) {
    while (*text != '\0' && column < limit) {
        uint32_t glyph;
        text = glyph_next(text, &glyph);
        frame_put(frame, row, column++, glyph, glyph_ascii(glyph), ink, style);
    }
    return column;
}

int text_columns(const char *text) {
    int columns = 0;
    for (uint32_t glyph; *text != '\0'; columns++)
        text = glyph_next(text, &glyph);
    return columns;
}

/* Bytes of the first line of a text broken at spaces, and where the next one begins. */
static size_t line_break(const char *text, int width, size_t *next) {
    size_t at = 0, space = 0;
    for (int columns = 0; text[at] != '\0' && text[at] != '\n' && columns <= width; columns++) {
        uint32_t glyph;
        if (text[at] == ' ')
            space = at;
        if (columns < width || text[at] == ' ')
            at = (size_t)(glyph_next(text + at, &glyph) - text);
    }
    if (text[at] != '\0' && text[at] != '\n' && space > 0)
        at = space;
    *next = at + (text[at] == ' ' || text[at] == '\n');
    return at;
}

int text_lines(const char *text, int width) {
    int lines = 0;
    size_t next;
    for (; *text != '\0' && width > 0; text += next, lines++)
        line_break(text, width, &next);
    return lines;
}

int text_last_columns(const char *text, int width) {
    int columns = 0;
    size_t next;
    for (const char *following = text; *text != '\0' && width > 0; text = following) {
        const char *end = text + line_break(text, width, &next);
        following = text + next;
        columns = 0;
        for (uint32_t glyph; text < end; columns++)
            text = glyph_next(text, &glyph);
    }
    return columns;
}

int frame_wrap(struct frame *frame, const struct area *area, const char *text, enum draw_ink ink, int style) {
    int lines = 0;
    size_t next;
    for (; *text != '\0' && lines < area->rows && area->columns > 0; text += next, lines++) {
        const char *end = text + line_break(text, area->columns, &next);
        int column = area->column;
        for (const char *at = text; at < end;) {
            uint32_t glyph;
            at = glyph_next(at, &glyph);
            frame_put(frame, area->row + lines, column++, glyph, glyph_ascii(glyph), ink, style);
        }
    }
    return lines;
}

void frame_style(struct frame *frame, const struct area *area, int style) {
    for (int row = area->row; row < area->row + area->rows; row++)
        for (int column = area->column; column < area->column + area->columns; column++)
            if (row >= 0 && row < frame->rows && column >= 0 && column < frame->columns)
                frame->cells[row * frame->columns + column].style |= (uint8_t)style;
}

void frame_blank(struct frame *frame, const struct area *area) {
    for (int row = area->row; row < area->row + area->rows; row++)
        for (int column = area->column; column < area->column + area->columns; column++)
            frame_put(frame, row, column, ' ', ' ', DRAW_PLAIN, 0);
}

void frame_box(struct frame *frame, const struct area *area, const char *title) {
    static const uint32_t corners[2][2] = {{0x250C, 0x2510}, {0x2514, 0x2518}};
    const int bottom = area->row + area->rows - 1, right = area->column + area->columns - 1;
    frame_blank(frame, area);
    for (int column = area->column + 1; column < right; column++)
        for (int i = 0; i < 2; i++)
            frame_put(frame, i == 0 ? area->row : bottom, column, 0x2500, '-', DRAW_DIM, 0);
    for (int row = area->row + 1; row < bottom; row++)
        for (int i = 0; i < 2; i++)
            frame_put(frame, row, i == 0 ? area->column : right, 0x2502, '|', DRAW_DIM, 0);
    for (int i = 0; i < 4; i++)
        frame_put(frame, i < 2 ? area->row : bottom, i % 2 == 0 ? area->column : right, corners[i / 2][i % 2], '+',
                  DRAW_DIM, 0);
    if (*title == '\0')
        return;
    frame_put(frame, area->row, area->column + 1, ' ', ' ', DRAW_LABEL, 0);
    int column = frame_text(frame, area->row, area->column + 2, right - 1, title, DRAW_LABEL, DRAW_BOLD);
    frame_put(frame, area->row, column, ' ', ' ', DRAW_LABEL, 0);
}

void frame_canvas(struct frame *frame, int row, int column, const struct draw_canvas *canvas) {
    for (int i = 0; i < canvas->rows; i++)
        for (int j = 0; j < canvas->columns; j++) {
            const struct draw_cell *cell = &canvas->cell[i][j];
            frame_put(frame, row + i, column + j, cell->glyph, cell->ascii, (enum draw_ink)cell->ink, cell->style);
        }
}

bool area_contains(const struct area *area, int row, int column) {
    return row >= area->row && row < area->row + area->rows && column >= area->column &&
           column < area->column + area->columns;
}
