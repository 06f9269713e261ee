/* santasi.h - the state of San Ta Si, for the layers that look inside: drawing, engine and solver.
 *
 * The fifteen columns are numbered size by size, so that the neighbours of a column in its own tower are three away
 * on either side:
 *
 *             A    B    C    D    E
 *     site 1  0    3    6    9    12
 *     site 2  1    4    7    10   13
 *     site 3  2    5    8    11   14
 *
 * A move is one integer, and a set of moves one word with a bit for each:
 *
 *     | colour 1 | column 4 |
 *
 * The cylinders that remain are counted in the same word layout: three bits for each colour and size, where the moves
 * with that piece have their three sites.
 *
 * A column's cylinders are the bits of a word below its highest one, the top cylinder in bit 0: 1 is empty, 0b1ccc
 * holds three. Each colour bit is 0 for blue and 1 for silver. */
#ifndef TABLIER_RULES_SANTASI_H
#define TABLIER_RULES_SANTASI_H

#include "game.h"

#include <assert.h>

enum { SANTASI_SIZES = 5, SANTASI_SITES = 3, SANTASI_COLUMNS = SANTASI_SIZES * SANTASI_SITES };

enum santasi_colour { SANTASI_BLUE, SANTASI_SILVER, SANTASI_COLOUR_COUNT };

/* Limits of a set. */
enum { SANTASI_COUNT_MAX = 6, SANTASI_HEIGHT_MAX = 999 };

enum { SANTASI_OPTION_SET, SANTASI_OPTION_REPETITION };

#define SANTASI_ALL_COLUMNS UINT32_C(0x7FFF)
#define SANTASI_FIRST_COLUMNS UINT32_C(0x1249) /* those of the first site */

/* The set, in the rules' derived bytes. */
struct santasi_set {
    uint8_t count[SANTASI_SIZES];   /* pieces per colour */
    uint16_t height[SANTASI_SIZES]; /* of one piece */
    uint16_t step[SANTASI_COLUMNS]; /* what one piece adds to each column */
    uint32_t left;                  /* the whole set, as in struct santasi */
};
static_assert(sizeof(struct santasi_set) <= TAB_RULES_BYTES, "a set must fit");

/* The first 32 bytes say everything; the rest follows from them and is kept for speed. */
struct santasi {
    uint16_t column[SANTASI_COLUMNS]; /* cylinders */
    uint8_t built;                    /* cylinders in all columns */
    int8_t outcome;                   /* TAB_ONGOING, TAB_DRAWN or the winner */
    /* Height of each column, with three columns that stay empty before and after, so that all have neighbours. */
    uint16_t height[SANTASI_SITES + SANTASI_COLUMNS + SANTASI_SITES];
    uint16_t open;  /* columns that can take a cylinder */
    uint32_t left;  /* cylinders that remain */
    uint32_t legal; /* moves; none when the game is over */
};
static_assert(sizeof(struct santasi) <= TAB_POSITION_BYTES, "a San Ta Si position must fit");

static inline const struct santasi *santasi_of(const struct tab_position *position) {
    return (const struct santasi *)(const void *)position->state;
}

static inline struct santasi *santasi_edit(struct tab_position *position) {
    return (struct santasi *)(void *)position->state;
}

static inline const struct santasi_set *santasi_set_of(const struct tab_rules *rules) {
    return (const struct santasi_set *)(const void *)rules->derived;
}

static inline int santasi_column(int size, int site) { return size * SANTASI_SITES + site; }
static inline int santasi_size(int column) { return column / SANTASI_SITES; }
static inline int santasi_site(int column) { return column % SANTASI_SITES; }

static inline tab_move santasi_move(enum santasi_colour colour, int column) {
    return (tab_move)colour << 4 | (tab_move)column;
}
static inline enum santasi_colour santasi_move_colour(tab_move move) { return (enum santasi_colour)(move >> 4); }
static inline int santasi_move_column(tab_move move) { return (int)(move & 15); }

static inline int santasi_height(const struct santasi *santasi, int column) {
    return santasi->height[SANTASI_SITES + column];
}

/* Number of cylinders in a column. */
static inline int santasi_cylinders(const struct santasi *santasi, int column) {
    return 31 - __builtin_clz(santasi->column[column]);
}

/* Colour of a cylinder, counted from the bottom of its column. */
static inline enum santasi_colour santasi_cylinder(const struct santasi *santasi, int column, int level) {
    int above = santasi_cylinders(santasi, column) - 1 - level;
    return (enum santasi_colour)(santasi->column[column] >> above & 1);
}

/* Pieces of a colour and size that remain. */
static inline int santasi_left(const struct santasi *santasi, enum santasi_colour colour, int size) {
    return (int)(santasi->left >> (16 * (int)colour + SANTASI_SITES * size) & 7);
}

/* Number of cylinders of a column that can be seen from outside: always its topmost ones. */
int santasi_visible(const struct santasi_set *set, const struct santasi *santasi, int column);

/* Visible cylinders of each tower by colour, and the highest towers as a set of bits. */
struct santasi_count {
    int visible[SANTASI_SITES][SANTASI_COLOUR_COUNT];
    unsigned highest;
};
void santasi_count_visible(const struct santasi_set *set, const struct santasi *santasi, struct santasi_count *count);

/* ---- Between santasi.c and santasi_text.c --------------------------------------------------------------------- */

/* Adds a cylinder to a column without looking at the rest: heights, pieces left, but nothing that depends on them. */
void santasi_add(const struct santasi_set *set, struct santasi *santasi, enum santasi_colour colour, int column);
/* Completes a position whose cylinders have all been added: open columns, legal moves, outcome. */
void santasi_complete(const struct santasi_set *set, struct santasi *santasi);

bool santasi_option_read(struct tab_rules *rules, int option, const char *text, size_t length, struct tab_error *error);
size_t santasi_option_write(const struct tab_rules *rules, int option, char *buffer, size_t size);
bool santasi_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                           struct tab_error *error);
size_t santasi_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                              size_t size);
size_t santasi_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                          char *buffer, size_t size);
void santasi_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                          struct tab_error *error);

#endif
