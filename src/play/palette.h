/* palette.h - the colours that inks have on a terminal.
 *
 * Of the 256 a terminal may have, of middling brightness so that they show on dark and on light ground; pieces that
 * are named by their colour bring their own ground. -1 is the terminal's own colour. The second pair is for terminals
 * with eight colours. */
#ifndef TABLIER_PLAY_PALETTE_H
#define TABLIER_PLAY_PALETTE_H

#include "../draw/draw.h"

struct palette_color {
    short ink, ground;               /* of 256 */
    short simple_ink, simple_ground; /* of 8 */
};

extern const struct palette_color palette[DRAW_INK_COUNT];

/* The ground of the last move, and what plain texts are written with there. */
extern const struct palette_color palette_last;

#endif
