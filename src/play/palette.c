/* palette.c - the colours that inks have on a terminal. */
#include "palette.h"

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

const struct palette_color palette[DRAW_INK_COUNT] = {
    [DRAW_PLAIN] = {-1, -1, -1, -1},        [DRAW_DIM] = {244, -1, -1, -1},
    [DRAW_LABEL] = {-1, -1, -1, -1},        [DRAW_FIRST] = {33, -1, CYAN, -1},
    [DRAW_SECOND] = {172, -1, YELLOW, -1},  [DRAW_THIRD] = {35, -1, GREEN, -1},
    [DRAW_FOURTH] = {134, -1, MAGENTA, -1}, [DRAW_NEUTRAL] = {247, -1, -1, -1},
    [DRAW_RED] = {231, 160, WHITE, RED},    [DRAW_BLACK] = {231, 16, WHITE, BLACK},
    [DRAW_WHITE] = {16, 231, BLACK, WHITE}, [DRAW_MARK] = {168, -1, MAGENTA, -1},
};

const struct palette_color palette_last = {252, 238, WHITE, BLUE};
