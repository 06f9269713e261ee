/* anneaux.c - drawings of Three Rings: the rings with their pawns, and beside them what each player has.
 *
 *        ..--- (1) ---..         Sector 1 is at the top, the others follow clockwise; ring a is the inner one. On the
 *      .c-     :2:     c+.       canvas (1) is a fresh pawn of player 1 and :2: a spent one of player 2. Each ring has
 *    .'    b- ' | ' b+    '.     two handles, to turn it back and on; those of the ring that may not be turned are
 *   :     '  a-(2)a+  '     :    crossed out. In SVG the players also differ by the shape of their pawns, spent pawns
 *   :    :   :     :   :    :    are pale with a dashed outline, and the locked ring has red rims and a padlock. */
#include "draw.h"
#include "svg.h"
#include "../rules/anneaux.h"

static const char *const player_names[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};

/* ---- What both drawings show ---------------------------------------------------------------------------------- */

/* Where the sector of a cell is drawn: 0 at the top, then clockwise. */
static int drawn_sector(const struct draw_view *view, int cell) {
    return (cell + (view->turned ? ANNEAUX_SECTORS / 2 : 0)) % ANNEAUX_SECTORS;
}

static void cell_name(int cell, char name[3]) {
    name[0] = (char)('a' + cell / ANNEAUX_SECTORS);
    name[1] = (char)('1' + cell % ANNEAUX_SECTORS);
    name[2] = '\0';
}

/* Owner of the pawn on a cell; -1 when it is free. */
static int owner_of(const struct anneaux *anneaux, int cell) {
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        if (anneaux->pawns[player] >> cell & 1)
            return player;
    return -1;
}

static bool is_spent(const struct anneaux *anneaux, int cell) { return anneaux->spent >> cell & 1; }

/* Cells of the last move: where it began and ended, or the ring that was turned. */
static uint32_t last_cells(const struct draw_view *view) {
    if (view->before == NULL)
        return 0;
    const int from = anneaux_move_from(view->last), to = anneaux_move_to(view->last);
    switch (anneaux_move_kind(view->last)) {
    case ANNEAUX_PLACE:
    case ANNEAUX_TAKE: return UINT32_C(1) << to;
    case ANNEAUX_MOVE: return UINT32_C(1) << from | UINT32_C(1) << to;
    case ANNEAUX_TURN: return anneaux_ring(from);
    case ANNEAUX_PASS:
    case ANNEAUX_KIND_COUNT: break;
    }
    return 0;
}

/* The ring that may not be turned now, or ANNEAUX_NOT_TURNED. */
static int locked_ring(const struct anneaux *anneaux, const struct draw_view *view) {
    return view_outcome(view, anneaux->outcome) == TAB_ONGOING ? anneaux->turned : ANNEAUX_NOT_TURNED;
}

static bool must_pass(const struct anneaux *anneaux, const struct draw_view *view) {
    return view_outcome(view, anneaux->outcome) == TAB_ONGOING && anneaux_due(anneaux) == 0 &&
           anneaux_flies(anneaux, anneaux->mover) && anneaux_occupied(anneaux) == ANNEAUX_BOARD;
}

/* What there is to say about a player; NULL when nothing. */
static const char *state_of(const struct anneaux *anneaux, const struct draw_view *view, int player) {
    const int outcome = view_outcome(view, anneaux->outcome);
    if (anneaux_is_out(anneaux, player))
        return N_("eliminated");
    if (outcome == TAB_DRAWN)
        return N_("draw");
    if (outcome == player + 1)
        return N_("won");
    if (outcome != TAB_ONGOING || anneaux->mover != player)
        return NULL;
    if (anneaux_due(anneaux) != 0)
        return N_("takes");
    if (must_pass(anneaux, view))
        return N_("must pass");
    return anneaux_flies(anneaux, player) ? N_("to move, flying") : N_("to move");
}

static int lost_of(const struct anneaux *anneaux, int player) {
    return ANNEAUX_PAWNS - anneaux_on_board(anneaux, player) - anneaux->reserve[player];
}

/* ---- Canvas --------------------------------------------------------------------------------------------------- */

enum {
    PAWN_COLUMNS = 3,
    DOT_COLUMNS = 2, /* dots of a Braille character */
    DOT_ROWS = 4
};

/* How large everything is, as there is room. A row is as high as two columns are wide. */
struct plan {
    int ring[ANNEAUX_RINGS]; /* rows from the centre to each ring */
    int numbers;             /* and to the numbers of the sectors */
    int row, column;         /* of the centre */
    int panel, indent;       /* column of what stands beside the rings */
    int number;              /* column of the numbers there */
    int player_rows;         /* of a player there */
    int news;                /* row of the last move */
};

static const struct plan large_plan = {{4, 7, 10}, 2, 10, 21, 47, 2, 61, 4, 17};
static const struct plan small_plan = {{3, 5, 8}, 1, 8, 17, 35, 0, 46, 3, 13};

static const struct plan *plan_of(const struct draw_canvas *canvas) {
    const bool large = canvas->room_rows >= DRAW_ROWS - 1 && canvas->room_columns >= DRAW_COLUMNS;
    return large ? &large_plan : &small_plan;
}

static const enum draw_ink player_inks[] = {DRAW_FIRST, DRAW_SECOND, DRAW_THIRD, DRAW_FOURTH};

/* Directions of the sectors in thousandths, right and up. */
static const int sector_right[ANNEAUX_SECTORS] = {0, 707, 1000, 707, 0, -707, -1000, -707};
static const int sector_up[ANNEAUX_SECTORS] = {1000, 707, 0, -707, -1000, -707, 0, 707};

/* A direction times a length, rounded. */
static int scaled(int thousandths, int length) {
    int product = thousandths * length;
    return (product + (product < 0 ? -500 : 500)) / 1000;
}

/* Dots of one Braille character, numbered as Unicode numbers them, and whether the locked ring is among them. */
struct dots {
    uint32_t set;
    bool locked;
};

/* Whether the point (x, y), counted from the centre in half dots, is on the circle of a ring: less than one dot off. */
static bool on_ring(const struct plan *plan, int x, int y, int ring) {
    const int radius = 2 * DOT_ROWS * plan->ring[ring], off = x * x + y * y - radius * radius;
    return off > -2 * radius && off < 2 * radius;
}

/* Whether the point is on one of the eight radii, between the inner ring and the outer. */
static bool on_radius(const struct plan *plan, int x, int y) {
    const int inner = 2 * DOT_ROWS * plan->ring[0], outer = 2 * DOT_ROWS * plan->ring[ANNEAUX_RINGS - 1];
    const int square = x * x + y * y;
    const bool line = x == 1 || y == 1 || x == y || x == -y;
    return line && square > inner * inner && square < outer * outer;
}

static struct dots dots_at(const struct plan *plan, int row, int column, int locked) {
    static const uint32_t bits[DOT_ROWS][DOT_COLUMNS] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    struct dots dots = {0, false};
    for (int i = 0; i < DOT_ROWS; i++) {
        for (int j = 0; j < DOT_COLUMNS; j++) {
            const int x = 2 * (DOT_COLUMNS * (column - plan->column) + j) - 1;
            const int y = 2 * (DOT_ROWS * (row - plan->row) + i) - 3;
            const bool rings = on_ring(plan, x, y, 0) || on_ring(plan, x, y, 1) || on_ring(plan, x, y, 2);
            dots.set |= rings || on_radius(plan, x, y) ? bits[i][j] : 0;
            dots.locked = dots.locked || (locked < ANNEAUX_RINGS && on_ring(plan, x, y, locked));
        }
    }
    return dots;
}

/* The three circles and the eight radii, in Braille dots, which are square. */
static void canvas_rings(const struct anneaux *anneaux, const struct plan *plan, const struct draw_view *view,
                         struct draw_canvas *canvas) {
    for (int row = 0; row <= 2 * plan->row; row++) {
        for (int column = 0; column <= 2 * plan->column; column++) {
            struct dots dots = dots_at(plan, row, column, locked_ring(anneaux, view));
            if (dots.set != 0)
                canvas_put(canvas, row, column, 0x2800 + dots.set, '.', dots.locked ? DRAW_MARK : DRAW_DIM, 0);
        }
    }
}

/* A pawn, from a column on: the brackets of a spent one are dim. */
static void canvas_pawn(struct draw_canvas *canvas, int row, int column, int player, bool spent) {
    const int style = spent ? 0 : DRAW_BOLD;
    canvas_text(canvas, row, column, spent ? ": :" : "( )", spent ? DRAW_DIM : player_inks[player], style);
    canvas_put(canvas, row, column + 1, (uint32_t)('1' + player), (char)('1' + player), player_inks[player], style);
}

static void canvas_cell(const struct anneaux *anneaux, const struct plan *plan, const struct draw_view *view, int cell,
                        struct draw_canvas *canvas) {
    const int sector = drawn_sector(view, cell), radius = plan->ring[cell / ANNEAUX_SECTORS];
    const int row = plan->row - scaled(sector_up[sector], radius);
    const int column = plan->column + scaled(sector_right[sector], 2 * radius) - PAWN_COLUMNS / 2;
    const int player = owner_of(anneaux, cell);
    if (player < 0) {
        canvas_text(canvas, row, column, "   ", DRAW_PLAIN, 0);
        canvas_put(canvas, row, column + 1, 0x25CB, 'o', DRAW_PLAIN, 0);
    } else {
        canvas_pawn(canvas, row, column, player, is_spent(anneaux, cell));
    }
    if (last_cells(view) >> cell & 1)
        canvas_style(canvas, row, column, 1, PAWN_COLUMNS, DRAW_LAST);
    char name[3];
    cell_name(cell, name);
    canvas_spot(canvas, name, row, column, 1, PAWN_COLUMNS);
}

/* The two handles of a ring, beside its topmost cell: to turn it back (left) and on (right). */
static void canvas_handles(const struct anneaux *anneaux, const struct plan *plan, const struct draw_view *view,
                           int ring, struct draw_canvas *canvas) {
    const bool locked = locked_ring(anneaux, view) == ring;
    const int right = 3 + 2 * ring, row = plan->row - plan->ring[ring] + ring / 2; /* on the circle */
    for (int direction = 0; direction < 2; direction++) {
        const char name[] = {(char)('a' + ring), "+-"[direction], '\0'};
        const int column = direction == 0 ? plan->column + right : plan->column - right - 1;
        canvas_text(canvas, row, column, name, locked ? DRAW_MARK : DRAW_LABEL, DRAW_BOLD);
        if (locked)
            canvas_put(canvas, row, column + 1, 0xD7, 'x', DRAW_MARK, DRAW_BOLD);
        canvas_spot(canvas, name, row, column, 1, 2);
    }
}

static void canvas_numbers(const struct plan *plan, const struct draw_view *view, struct draw_canvas *canvas) {
    for (int i = 0; i < ANNEAUX_SECTORS; i++) {
        const int sector = drawn_sector(view, i);
        canvas_put(canvas, plan->row - scaled(sector_up[sector], plan->numbers),
                   plan->column + scaled(sector_right[sector], 2 * plan->numbers), (uint32_t)('1' + i), (char)('1' + i),
                   DRAW_DIM, 0);
    }
}

/* A row of as many marks as there are pawns, after a word and their number. */
static void canvas_pawns(const struct plan *plan, const struct draw_view *view, int row, const char *word, int pawns,
                         uint32_t glyph, char ascii, enum draw_ink ink, struct draw_canvas *canvas) {
    char number[16];
    struct text text = text_begin(number, sizeof number);
    text_printf(&text, "%2d", pawns);
    text_end(&text);
    canvas_text(canvas, row, plan->panel + plan->indent, view_text(view, word), DRAW_LABEL, 0);
    int column = canvas_text(canvas, row, plan->number, number, DRAW_PLAIN, 0) + 1;
    for (int i = 0; i < pawns; i++)
        canvas_put(canvas, row, column + i, glyph, ascii, ink, 0);
}

static void canvas_player(const struct anneaux *anneaux, const struct plan *plan, const struct draw_view *view,
                          int player, struct draw_canvas *canvas) {
    const int row = plan->player_rows * player;
    const char *state = state_of(anneaux, view, player);
    int column =
        canvas_text(canvas, row, plan->panel, view_text(view, player_names[player]), player_inks[player], DRAW_BOLD);
    if (state != NULL) {
        if (!anneaux_is_out(anneaux, player))
            canvas_put(canvas, row, column + 1, 0x25BA, '>', player_inks[player], DRAW_BOLD);
        int end = canvas_text(canvas, row, column + 3, view_text(view, state), DRAW_LABEL, DRAW_BOLD);
        if (player == anneaux->mover && must_pass(anneaux, view))
            canvas_spot(canvas, "pass", row, column + 3, 1, end - column - 3);
    }
    canvas_pawns(plan, view, row + 1, N_("in reserve"), anneaux->reserve[player], 0x25CF, '*', player_inks[player],
                 canvas);
    canvas_pawns(plan, view, row + 2, N_("lost"), lost_of(anneaux, player), 0xD7, 'x', DRAW_DIM, canvas);
}

/* What is still to be taken, in that order. */
static void canvas_due(const struct anneaux *anneaux, const struct plan *plan, const struct draw_view *view, int row,
                       struct draw_canvas *canvas) {
    canvas_text(canvas, row, plan->panel, view_text(view, N_("To take:")), DRAW_LABEL, 0);
    int column = plan->panel;
    for (int i = 1; i < TAB_PLAYERS_MAX; i++) {
        int owner = (anneaux->mover + i) % TAB_PLAYERS_MAX;
        for (int pawn = 0; pawn < anneaux->due[owner]; pawn++, column += PAWN_COLUMNS)
            canvas_pawn(canvas, row + 1, column, owner, false);
    }
}

/* Below the players: the last move, what is due, why the game is over. */
static void canvas_news(const struct tab_rules *rules, const struct tab_position *position, const struct plan *plan,
                        const struct draw_view *view, struct draw_canvas *canvas) {
    const struct anneaux *anneaux = anneaux_of(position);
    if (view->before != NULL) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules, view->before, view->last, move, sizeof move);
        int column = canvas_text(canvas, plan->news, plan->panel, view_text(view, N_("Last move:")), DRAW_LABEL, 0);
        canvas_text(canvas, plan->news, column + 1, move, DRAW_PLAIN, DRAW_BOLD);
    }
    struct tab_result result;
    view_result(rules, position, view, &result);
    if (result.over)
        canvas_wrap(canvas, plan->news + 1, plan->panel, 2, view_text(view, result.reason), DRAW_LABEL);
    else if (anneaux_due(anneaux) != 0)
        canvas_due(anneaux, plan, view, plan->news + 1, canvas);
    if (anneaux->spent != 0) {
        int column = canvas_text(canvas, plan->news + 3, plan->panel, ":1:", DRAW_DIM, 0);
        canvas_text(canvas, plan->news + 3, column + 1, view_text(view, N_("spent pawn")), DRAW_LABEL, 0);
    }
}

void anneaux_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                    struct draw_canvas *canvas) {
    const struct anneaux *anneaux = anneaux_of(position);
    const struct plan *plan = plan_of(canvas);
    canvas_rings(anneaux, plan, view, canvas);
    canvas_numbers(plan, view, canvas);
    for (int cell = 0; cell < ANNEAUX_CELLS; cell++)
        canvas_cell(anneaux, plan, view, cell, canvas);
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++)
        canvas_handles(anneaux, plan, view, ring, canvas);
    for (int player = 0; player < anneaux_players(rules); player++)
        canvas_player(anneaux, plan, view, player, canvas);
    canvas_news(rules, position, plan, view, canvas);
}

/* ---- SVG ------------------------------------------------------------------------------------------------------ */

enum {
    CENTRE = 310, /* of the rings, from the left and from above */
    SVG_HEIGHT = 2 * CENTRE,
    RING_INNER = 66, /* inner radius of ring a */
    RING_WIDTH = 66,
    RING_GAP = 5,
    BADGE = 11, /* radius of a ring's letter */
    PANEL_X = 2 * CENTRE + 24,
    PANEL_WIDTH = 310,
    SVG_WIDTH = PANEL_X + PANEL_WIDTH + 16,
    PLAYER_HEIGHT = 128,
    SLOT = 30 /* a place in a reserve */
};

/* Directions of the borders between the sectors in thousandths, right and up; number 0 follows the topmost sector. */
static const int border_right[ANNEAUX_SECTORS] = {383, 924, 924, 383, -383, -924, -924, -383};
static const int border_up[ANNEAUX_SECTORS] = {924, 383, -383, -924, -924, -383, 383, 924};

/* One shape a player, for those who do not see the colours; all around the origin, 50 high. */
static const char *const pawn_shapes[TAB_PLAYERS_MAX] = {
    "<circle r=\"25\"/>",
    "<rect x=\"-22\" y=\"-22\" width=\"44\" height=\"44\" rx=\"4\"/>",
    "<path d=\"M0 -28 L27 20 H-27 Z\"/>",
    "<path d=\"M0 -29 L27 0 L0 29 L-27 0 Z\"/>",
};

static int ring_inner(int ring) { return RING_INNER + (RING_WIDTH + RING_GAP) * ring; }
static int ring_middle(int ring) { return ring_inner(ring) + RING_WIDTH / 2; }
static int ring_outer(int ring) { return ring_inner(ring) + RING_WIDTH; }

/* Defines the fresh pawn and the spent pawn of a player. */
static void svg_define(struct text *svg, int player) {
    const char *fill = svg_player_fill[player], *line = svg_player_line[player];
    static const char number[] = "<text y=\"%d\" font-size=\"24\" font-weight=\"bold\" text-anchor=\"middle\" "
                                 "stroke=\"none\" fill=\"%s\">%d</text></g>\n";
    const int base = player == 2 ? 13 : 9; /* a triangle is wide further down */
    text_printf(svg,
                "<g id=\"anneaux-fresh-%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\">%s",
                player + 1, fill, line, pawn_shapes[player]);
    text_printf(svg, number, base, "#fff", player + 1);
    text_printf(svg,
                "<g id=\"anneaux-spent-%d\" fill=\"" SVG_GROUND "\" stroke=\"%s\" stroke-width=\"4\""
                " stroke-dasharray=\"6 4\">%s",
                player + 1, fill, pawn_shapes[player]);
    text_printf(svg, number, base, line, player + 1);
}

static void svg_pawn(struct text *svg, int player, bool spent, int x, int y, int percent) {
    const char id[] = {'1' + (char)player, '\0'};
    char name[24];
    struct text text = text_begin(name, sizeof name);
    text_printf(&text, "anneaux-%s-%s", spent ? "spent" : "fresh", id);
    text_end(&text);
    svg_use(svg, name, x, y, 0, percent);
}

/* One cell: the piece of a ring that a sector cuts out, drawn at the top and turned to its place. */
static void svg_cell(struct text *svg, int ring, int sector, const char *fill) {
    const int inner = ring_inner(ring), outer = ring_outer(ring), right = border_right[0], up = border_up[0];
    text_printf(svg,
                "<path d=\"M%d %d A%d %d 0 0 1 %d %d L%d %d A%d %d 0 0 0 %d %d Z\" transform=\"translate(%d %d) "
                "rotate(%d)\" fill=\"%s\" stroke=\"" SVG_BOARD_LINE "\" stroke-width=\"2\"/>\n",
                -scaled(right, outer), -scaled(up, outer), outer, outer, scaled(right, outer), -scaled(up, outer),
                scaled(right, inner), -scaled(up, inner), inner, inner, -scaled(right, inner), -scaled(up, inner),
                CENTRE, CENTRE, 360 / ANNEAUX_SECTORS * sector, fill);
}

static void svg_rim(struct text *svg, int radius) {
    text_printf(svg,
                "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"" SVG_MARK
                "\" stroke-width=\"4\" stroke-dasharray=\"14 6\"/>\n",
                CENTRE, CENTRE, radius);
}

/* A ring's letter on the border left of the topmost cell; with rims and a padlock when it may not be turned. */
static void svg_badge(struct text *svg, int ring, bool locked) {
    const struct svg_font letter = {16, SVG_MIDDLE, SVG_STRONG, locked ? "#fff" : SVG_INK};
    const char name[] = {(char)('a' + ring), '\0'};
    const int border = ANNEAUX_SECTORS - 1, radius = ring_middle(ring);
    const int x = CENTRE + scaled(border_right[border], radius), y = CENTRE - scaled(border_up[border], radius);
    if (locked) {
        svg_rim(svg, ring_inner(ring));
        svg_rim(svg, ring_outer(ring));
        text_printf(svg,
                    "<path d=\"M%d %d v-8 a7 7 0 0 1 14 0 v8\" fill=\"none\" stroke=\"" SVG_MARK
                    "\" stroke-width=\"4\"/>\n",
                    x - 7, y - BADGE + 4);
        svg_box(svg, x - BADGE, y - BADGE + 1, 2 * BADGE, 2 * BADGE, 4, SVG_MARK, NULL);
    } else {
        svg_disc(svg, x, y, BADGE, SVG_GROUND, SVG_BOARD_LINE);
    }
    svg_word(svg, x, y + 6, &letter, name);
}

/* Arrowheads on every other border of the ring that was turned last. */
static void svg_turn(struct text *svg, const struct draw_view *view) {
    if (view->before == NULL || anneaux_move_kind(view->last) != ANNEAUX_TURN)
        return;
    const int radius = ring_middle(anneaux_move_from(view->last));
    const int back = anneaux_move_to(view->last) == 0 ? 0 : 180;
    for (int border = 0; border < ANNEAUX_SECTORS; border += 2)
        text_printf(svg,
                    "<path d=\"M-6 -10 L6 0 L-6 10\" transform=\"translate(%d %d) rotate(%d)\" fill=\"none\""
                    " stroke=\"" SVG_INK "\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n",
                    CENTRE + scaled(border_right[border], radius), CENTRE - scaled(border_up[border], radius),
                    360 / ANNEAUX_SECTORS * border + 22 + back);
}

static void svg_board(const struct anneaux *anneaux, const struct draw_view *view, struct text *svg) {
    static const struct svg_font number = {20, SVG_MIDDLE, SVG_REGULAR, SVG_FAINT};
    for (int cell = 0; cell < ANNEAUX_CELLS; cell++)
        svg_cell(svg, cell / ANNEAUX_SECTORS, drawn_sector(view, cell),
                 last_cells(view) >> cell & 1 ? SVG_LAST : SVG_BOARD);
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++)
        svg_badge(svg, ring, locked_ring(anneaux, view) == ring);
    svg_turn(svg, view);
    for (int cell = 0; cell < ANNEAUX_CELLS; cell++) {
        const int sector = drawn_sector(view, cell), radius = ring_middle(cell / ANNEAUX_SECTORS);
        const int player = owner_of(anneaux, cell);
        if (player >= 0)
            svg_pawn(svg, player, is_spent(anneaux, cell), CENTRE + scaled(sector_right[sector], radius),
                     CENTRE - scaled(sector_up[sector], radius), 100);
    }
    for (int i = 0; i < ANNEAUX_SECTORS; i++) {
        const char name[] = {(char)('1' + i), '\0'};
        const int sector = drawn_sector(view, i), radius = ring_outer(ANNEAUX_RINGS - 1) + 17;
        svg_word(svg, CENTRE + scaled(sector_right[sector], radius), CENTRE - scaled(sector_up[sector], radius) + 7,
                 &number, name);
    }
}

/* A player's name and state, then the ten pawns: in reserve, on the board (a dot each), lost (a cross each). */
static void svg_player(const struct anneaux *anneaux, const struct draw_view *view, int player, struct text *svg) {
    const struct svg_font name = {24, SVG_START, SVG_STRONG, svg_player_line[player]};
    static const struct svg_font words = {18, SVG_START, SVG_REGULAR, SVG_INK};
    static const struct svg_font small = {16, SVG_START, SVG_REGULAR, SVG_INK};
    const int y = 44 + PLAYER_HEIGHT * player, slots = y + 30, reserve = anneaux->reserve[player];
    const char *state = state_of(anneaux, view, player);
    svg_word(svg, PANEL_X, y, &name, view_text(view, player_names[player]));
    if (state != NULL) {
        if (!anneaux_is_out(anneaux, player))
            svg_pointer(svg, PANEL_X + 126, y - 7, 90, 14, svg_player_fill[player], svg_player_line[player]);
        svg_word(svg, PANEL_X + 142, y, &words, view_text(view, state));
    }
    for (int i = 0; i < ANNEAUX_PAWNS; i++) {
        const int x = PANEL_X + SLOT / 2 + SLOT * i;
        if (i < reserve)
            svg_pawn(svg, player, false, x, slots, 50);
        else if (i < reserve + anneaux_on_board(anneaux, player))
            svg_disc(svg, x, slots, 5, SVG_BOARD, SVG_BOARD_LINE);
        else
            svg_cross(svg, x, slots, 12, SVG_FAINT);
    }
    char counts[128];
    struct text text = text_begin(counts, sizeof counts);
    text_printf(&text, "%s %d \xC2\xB7 %s %d \xC2\xB7 %s %d", view_text(view, N_("in reserve")), reserve,
                view_text(view, N_("on the board")), anneaux_on_board(anneaux, player), view_text(view, N_("lost")),
                lost_of(anneaux, player));
    text_end(&text);
    svg_word(svg, PANEL_X, y + 66, &small, counts);
}

/* What is still to be taken, one pawn each. */
static void svg_due(const struct anneaux *anneaux, const struct draw_view *view, struct text *svg) {
    static const struct svg_font words = {18, SVG_START, SVG_STRONG, SVG_MARK};
    const int y = SVG_HEIGHT - 40;
    int x = PANEL_X + SLOT / 2;
    svg_word(svg, PANEL_X, y - 24, &words, view_text(view, N_("To take:")));
    for (int i = 1; i < TAB_PLAYERS_MAX; i++) {
        int owner = (anneaux->mover + i) % TAB_PLAYERS_MAX;
        for (int pawn = 0; pawn < anneaux->due[owner]; pawn++, x += SLOT)
            svg_pawn(svg, owner, false, x, y, 50);
    }
}

/* Writes the pawns of a player in words, for those who do not see the drawing. */
static void describe_player(const struct anneaux *anneaux, const struct draw_view *view, int player,
                            struct text *text) {
    text_printf(text, "%s%s", view_text(view, player_names[player]), view_text(view, N_(": ")));
    for (uint32_t rest = anneaux->pawns[player]; rest != 0; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        char name[3];
        cell_name(cell, name);
        text_string(text, name);
        if (is_spent(anneaux, cell))
            text_printf(text, " %s", view_text(view, N_("spent")));
        text_string(text, ", ");
    }
    text_printf(text, "%s %d, %s %d", view_text(view, N_("in reserve")), anneaux->reserve[player],
                view_text(view, N_("lost")), lost_of(anneaux, player));
    if (state_of(anneaux, view, player) != NULL)
        text_printf(text, ", %s", view_text(view, state_of(anneaux, view, player)));
    text_char(text, '.');
}

static void anneaux_describe(const struct tab_rules *rules, const struct tab_position *position,
                             const struct draw_view *view, struct text *text) {
    const struct anneaux *anneaux = anneaux_of(position);
    for (int player = 0; player < anneaux_players(rules); player++) {
        if (player > 0)
            text_char(text, ' ');
        describe_player(anneaux, view, player, text);
    }
    if (locked_ring(anneaux, view) != ANNEAUX_NOT_TURNED)
        text_printf(text, " %s %c.", view_text(view, N_("Ring turned last:")), 'a' + locked_ring(anneaux, view));
}

static void anneaux_svg(const struct tab_rules *rules, const struct tab_position *position,
                        const struct draw_view *view, struct text *svg) {
    const struct anneaux *anneaux = anneaux_of(position);
    char words[1024];
    struct text description = text_begin(words, sizeof words);
    anneaux_describe(rules, position, view, &description);
    text_end(&description);
    svg_begin(svg, SVG_WIDTH, SVG_HEIGHT, view_text(view, tab_game_title(rules->game)), words);
    text_string(svg, "<defs>\n");
    for (int player = 0; player < anneaux_players(rules); player++)
        svg_define(svg, player);
    text_string(svg, "</defs>\n");
    svg_board(anneaux, view, svg);
    for (int player = 0; player < anneaux_players(rules); player++)
        svg_player(anneaux, view, player, svg);
    if (anneaux_due(anneaux) != 0 && view_outcome(view, anneaux->outcome) == TAB_ONGOING)
        svg_due(anneaux, view, svg);
    svg_end(svg);
}

static const struct draw_sign signs[] = {
    {"(1) :1:", N_("a pawn of player 1, and a spent one")},
    {"\xE2\x97\x8B", N_("a free cell")},
    {"b- b+", N_("turn ring b back, or on")},
    {"b\xC3\x97", N_("ring b may not be turned now")},
    {NULL, NULL},
};

const struct draw_game anneaux_drawing = {
    .players = player_names, .signs = signs, .inks = player_inks, .describe = anneaux_describe, .svg = anneaux_svg};
