/* frame.h - what the whole screen shows, as cells like those of a drawing, before it goes to a terminal.
 *
 * Everything is cut at the edges. Texts are UTF-8, one column a character. */
#ifndef TABLIER_TUI_FRAME_H
#define TABLIER_TUI_FRAME_H

#include "../draw/draw.h"

/* Styles beyond those of a drawing. */
enum {
    LOOK_TARGET = 4, /* can be chosen */
    LOOK_CURSOR = 8,
    LOOK_REVERSE = 16
};

struct frame {
    int rows, columns;
    struct draw_cell *cells;
    int caret_row, caret_column; /* of a line being typed; caret_row -1: none */
};

struct area {
    int row, column, rows, columns;
};

/* False when there is no memory. */
bool frame_resize(struct frame *frame, int rows, int columns);
void frame_free(struct frame *frame);
void frame_clear(struct frame *frame);

void frame_put(struct frame *frame, int row, int column, uint32_t glyph, char ascii, enum draw_ink ink, int style);
/* Writes a text up to the column `limit`, and returns the column after it. */
int frame_text(struct frame *frame, int row, int column, int limit, const char *text, enum draw_ink ink, int style);
/* Writes a text in lines that break at spaces and at line ends, and returns how many lines it takes. */
int frame_wrap(struct frame *frame, const struct area *area, const char *text, enum draw_ink ink, int style);
void frame_style(struct frame *frame, const struct area *area, int style);
void frame_blank(struct frame *frame, const struct area *area);
/* An empty box with a title in its upper line. */
void frame_box(struct frame *frame, const struct area *area, const char *title);
/* Copies a drawing, its upper left corner to (row, column). */
void frame_canvas(struct frame *frame, int row, int column, const struct draw_canvas *canvas);

/* Columns of a text, and lines it takes in a width. */
int text_columns(const char *text);
int text_lines(const char *text, int width);
/* Columns of the last of these lines. */
int text_last_columns(const char *text, int width);

bool area_contains(const struct area *area, int row, int column);

#endif
