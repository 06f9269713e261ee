/* svg.h - what the SVG drawings of the games share: the document, texts, simple shapes and colours.
 *
 * Coordinates are whole numbers, so that no locale can put a comma into them. A drawing paints its own background
 * and looks the same on a light and on a dark page. Words are escaped here; everything else is ours. */
#ifndef TABLIER_DRAW_SVG_H
#define TABLIER_DRAW_SVG_H

#include "draw.h"

/* Colours, told apart by people who do not see all of them; every drawing adds a difference of shape. */
#define SVG_GROUND "#f6efe2" /* behind everything */
#define SVG_INK "#3a2f25"    /* words */
#define SVG_FAINT "#8a7a66"  /* coordinates, empty places */
#define SVG_BOARD "#e3c79a"  /* wood */
#define SVG_BOARD_LINE "#9b7443"
#define SVG_LAST "#ffe27a" /* squares of the last move */
#define SVG_MARK "#b3261e" /* what the rules forbid here */

/* Pieces of players 1 to 4, and of nobody: body, outline. */
#define SVG_FIRST "#2f6fb0"
#define SVG_FIRST_LINE "#14365c"
#define SVG_SECOND "#e08a1e"
#define SVG_SECOND_LINE "#6e3d00"
#define SVG_THIRD "#3f9b7a"
#define SVG_THIRD_LINE "#164a38"
#define SVG_FOURTH "#9a5fa8"
#define SVG_FOURTH_LINE "#4a2453"
#define SVG_ROCK "#8b8785"
#define SVG_ROCK_LINE "#454240"

/* The same by player, counted from 0. */
extern const char *const svg_player_fill[TAB_PLAYERS_MAX];
extern const char *const svg_player_line[TAB_PLAYERS_MAX];

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };
enum svg_weight { SVG_REGULAR, SVG_STRONG };

/* How a word is set. */
struct svg_font {
    int size;
    enum svg_anchor anchor;
    enum svg_weight weight;
    const char *fill;
};

/* Opens the document, with its background: the title names the drawing, the description says what is on it. */
void svg_begin(struct text *svg, int width, int height, const char *title, const char *description);
void svg_end(struct text *svg);
/* Writes a text with what XML would misread escaped. */
void svg_escape(struct text *svg, const char *text);
/* Writes a word; y is its base line. */
void svg_word(struct text *svg, int x, int y, const struct svg_font *font, const char *text);
/* `rounding` is the radius of the corners. NULL for `line`: no outline, otherwise 2 units wide. */
void svg_box(struct text *svg, int x, int y, int width, int height, int rounding, const char *fill, const char *line);
void svg_disc(struct text *svg, int x, int y, int radius, const char *fill, const char *line);
/* Puts a shape defined under an id (in <defs>), turned clockwise by degrees and scaled in percent. */
void svg_use(struct text *svg, const char *id, int x, int y, int degrees, int percent);
/* A solid triangle `size` high around a point, pointing up before it is turned clockwise. */
void svg_pointer(struct text *svg, int x, int y, int degrees, int size, const char *fill, const char *line);
/* A diagonal cross: not here. */
void svg_cross(struct text *svg, int x, int y, int size, const char *colour);

#endif
