/* draw.h - pictures of positions: a canvas of character cells for terminals, and SVG.
 *
 * A game draws itself once into a canvas; who shows it (the command `show`, the full-screen program) decides about
 * colours and about Unicode or ASCII. The canvas also says where each square is, so that a cursor or a mouse can
 * find it. Words on a drawing go through the view's translation. */
#ifndef TABLIER_DRAW_DRAW_H
#define TABLIER_DRAW_DRAW_H

#include "../rules/game.h"

/* What a cell's colour means; the one who shows it chooses the colour. */
enum draw_ink {
    DRAW_PLAIN,
    DRAW_DIM,   /* coordinates, grids */
    DRAW_LABEL, /* words */
    DRAW_FIRST, /* pieces of players 1 to 4 */
    DRAW_SECOND,
    DRAW_THIRD,
    DRAW_FOURTH,
    DRAW_NEUTRAL, /* pieces of nobody: rocks */
    DRAW_RED,     /* pieces that have a colour but no owner */
    DRAW_BLACK,
    DRAW_WHITE,
    DRAW_MARK, /* what may be chosen, what is forbidden: hints about the rules */
    DRAW_INK_COUNT
};

enum draw_style { DRAW_BOLD = 1, DRAW_LAST = 2 /* part of the last move */ };

struct draw_cell {
    uint32_t glyph; /* a Unicode character one column wide */
    char ascii;     /* its stand-in */
    uint8_t ink;    /* enum draw_ink */
    uint8_t style;  /* of enum draw_style */
};

/* Where something that can be named in a move is drawn, `name` as in move texts. */
struct draw_spot {
    char name[8];
    int row, column, rows, columns;
};

/* A drawing fits an 80 x 24 terminal with room for two lines of text: 22 rows of 78 columns at most. Where there is less
 * room it is smaller, down to what a terminal of 60 x 20 has for it. */
enum { DRAW_ROWS = 22, DRAW_COLUMNS = 78, DRAW_ROWS_LEAST = 18, DRAW_COLUMNS_LEAST = 59, DRAW_SPOTS = 64 };

struct draw_canvas {
    int room_rows, room_columns; /* nothing is drawn beyond them */
    int rows, columns;           /* used so far */
    struct draw_cell cell[DRAW_ROWS][DRAW_COLUMNS];
    int spots;
    struct draw_spot spot[DRAW_SPOTS];
};

/* How to look at a position. */
struct draw_view {
    const struct tab_position *before; /* position before the last move; NULL: no move to mark */
    tab_move last;
    const char *reason;             /* why it is over, where the game knows more than the position; NULL: it does not */
    const struct tab_result *ended; /* how the game ended where the rules know of no end; NULL: it did not */
    bool turned;                    /* seen from the other side of the table */
    int rows, columns;              /* room for a canvas, the least or more; 0: for the largest */
    const char *(*translate)(const char *english); /* NULL: English */
};

/* A sign on the drawing for terminals, and what it says. */
struct draw_sign {
    const char *sign, *meaning; /* in English */
};

/* What a game draws. Everything is complete for every legal position, over or not. */
struct draw_game {
    const char *const *players;    /* what the players are called, from player 1 on */
    const enum draw_ink *inks;     /* and what they are written with, like their pieces */
    const struct draw_sign *signs; /* ended by a NULL */
    /* Writes what there is to see in words, on one line. */
    void (*describe)(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                     struct text *text);
    void (*svg)(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                struct text *svg);
};

/* Its drawing for terminals is a function NAME_canvas, apart from the rest: programs without a terminal have none. It
 * gets an empty canvas. */
typedef void draw_canvas_function(const struct tab_rules *rules, const struct tab_position *position,
                                  const struct draw_view *view, struct draw_canvas *canvas);
#define GAME(name) draw_canvas_function name##_canvas;
#include "../games.def"
#undef GAME

/* Draws a position; `canvas` need not be cleared. */
void draw_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                 struct draw_canvas *canvas);
/* Writes a complete SVG document. */
size_t draw_svg(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                char *buffer, size_t size);

/* Writes the position in words, for those who do not see the drawing; a buffer of this size holds it. */
enum { DRAW_WORDS = 2048 };
size_t draw_words(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                  char *buffer, size_t size);
/* What a player is called, to be translated. */
const char *draw_player(const struct tab_rules *rules, int player);
/* The signs of its drawing for terminals, ended by a NULL; to be translated. */
const struct draw_sign *draw_signs(const struct tab_rules *rules);
/* What is written with for a player: the colour of the pieces. */
enum draw_ink draw_player_ink(const struct tab_rules *rules, int player);

/* ---- For the games' drawings ---------------------------------------------------------------------------------- */

/* Puts one character. Outside the room nothing happens. */
void canvas_put(struct draw_canvas *canvas, int row, int column, uint32_t glyph, char ascii, enum draw_ink ink,
                int style);
/* Puts a UTF-8 text and returns the column after it. Accented letters stand as their base letter in ASCII, so
 * translate() texts may have them; what has no stand-in becomes '?'. */
int canvas_text(struct draw_canvas *canvas, int row, int column, const char *text, enum draw_ink ink, int style);
/* Puts a text word by word up to the right edge of the room, on at most so many rows. */
void canvas_wrap(struct draw_canvas *canvas, int row, int column, int rows, const char *text, enum draw_ink ink);
/* Reads one UTF-8 character of a well formed text and returns what follows it; and what stands for a character where
 * there is only ASCII. */
const char *glyph_next(const char *text, uint32_t *glyph);
char glyph_ascii(uint32_t glyph);
/* Draws the lines of a grid whose upper left corner is given: `down` by `across` fields of `height` rows and `width`
 * columns inside, neighbours sharing a line. One field makes a box. */
struct draw_grid {
    int row, column, down, across, height, width;
};
void canvas_grid(struct draw_canvas *canvas, const struct draw_grid *grid, enum draw_ink ink);
/* Adds styles to what stands on a rectangle. */
void canvas_style(struct draw_canvas *canvas, int row, int column, int rows, int columns, int style);
void canvas_spot(struct draw_canvas *canvas, const char *name, int row, int column, int rows, int columns);
/* The view's translation of a text. */
const char *view_text(const struct draw_view *view, const char *english);
/* How the game stands in a view: the outcome that the rules have for the position, and their result of it, unless the
 * game has ended in another way. */
int view_outcome(const struct draw_view *view, int outcome);
void view_result(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                 struct tab_result *result);

#endif
