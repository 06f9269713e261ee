/* siam.c - drawings of Siam: the board, what stands on it, the two reserves.
 *
 *     +-------+-------+
 *     |   ^   |  ###  |     (E) an elephant, [R] a rhino, with an arrow on the side it faces; a rock fills its square.
 *   5 |  (E)  | ##### |     The player on the lower side of the board has the reserve below, the other one above.
 *     |       | ##### |     In SVG the animals are seen from above and turned the way they face.
 *     +-------+-------+ */
#include "draw.h"
#include "svg.h"
#include "../rules/siam.h"

static const char *const player_names[] = {N_("Elephants"), N_("Rhinos")};

/* ---- What both drawings show ---------------------------------------------------------------------------------- */

/* Where a square is drawn: file from the left, line from above. */
static int drawn_file(const struct draw_view *view, int square) {
    int file = square % SIAM_STRIDE;
    return view->turned ? SIAM_SIZE - 1 - file : file;
}

static int drawn_line(const struct draw_view *view, int square) {
    int rank = square / SIAM_STRIDE;
    return view->turned ? rank : SIAM_SIZE - 1 - rank;
}

static enum siam_facing drawn_facing(const struct draw_view *view, const struct siam *siam, int square) {
    enum siam_facing facing = siam_facing_at(siam, square);
    return view->turned ? siam_opposite(facing) : facing;
}

static bool drawn_below(const struct draw_view *view, int side) { return (side == 0) != view->turned; }

static void square_name(int square, char name[3]) {
    name[0] = (char)('a' + square % SIAM_STRIDE);
    name[1] = (char)('1' + square / SIAM_STRIDE);
    name[2] = '\0';
}

/* Squares of the last move: where it began and ended, and where something was pushed from or to. */
static uint32_t last_squares(const struct draw_view *view) {
    if (view->before == NULL)
        return 0;
    const uint32_t occupied = siam_occupied(siam_of(view->before));
    const enum siam_kind kind = siam_move_kind(view->last);
    uint32_t square = UINT32_C(1) << siam_move_to(view->last);
    uint32_t squares = square | UINT32_C(1) << siam_move_from(view->last);
    if (kind != SIAM_PUSH && kind != SIAM_ENTER_PUSH)
        return squares;
    while (square & occupied) {
        square = siam_step(square, siam_move_facing(view->last)) & SIAM_BOARD;
        squares |= square;
    }
    return squares;
}

/* Squares to mark as forbidden. */
static uint32_t barred(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view) {
    return view_outcome(view, siam->outcome) == TAB_ONGOING ? siam_barred(rules, siam) : 0;
}

static int reserve_of(const struct siam *siam, int side) {
    return SIAM_ANIMALS - __builtin_popcount(siam->animals[side]);
}

/* What there is to say about a side; NULL when nothing. */
static const char *state_of(const struct siam *siam, const struct draw_view *view, int side) {
    const int outcome = view_outcome(view, siam->outcome);
    if (outcome == TAB_ONGOING)
        return siam->mover == side ? N_("to move") : NULL;
    if (outcome == TAB_DRAWN)
        return N_("draw");
    return outcome == side + 1 ? N_("won") : NULL;
}

/* With exits=once: whether a side has left the board of its own will; NULL otherwise. */
static const char *exit_of(const struct tab_rules *rules, const struct siam *siam, int side) {
    if (rules->choice[SIAM_OPTION_EXITS] == 0)
        return NULL;
    return siam->exits[side] == 0 ? N_("may still leave once") : N_("may not leave again");
}

/* ---- Canvas --------------------------------------------------------------------------------------------------- */

enum {
    BOARD_COLUMN = 2,
    SLOT_COLUMNS = 4, /* a place in a reserve */
    NEWS_ROWS = 4     /* for the reason of an end */
};

/* How large everything is, as there is room. */
struct plan {
    int rows, columns; /* inside a square */
    int foot;          /* row of the lower edge of the board */
    int files;         /* row of the letters below it, or on it */
    int panel;         /* column of what stands beside it */
};

static struct plan plan_make(const struct draw_canvas *canvas) {
    const bool large = canvas->room_rows >= DRAW_ROWS - 1 && canvas->room_columns >= DRAW_COLUMNS;
    struct plan plan = {.rows = large ? 3 : 2, .columns = large ? 7 : 5};
    plan.foot = SIAM_SIZE * (plan.rows + 1);
    plan.files = plan.foot + 1 < canvas->room_rows ? plan.foot + 1 : plan.foot;
    plan.panel = BOARD_COLUMN + SIAM_SIZE * (plan.columns + 1) + (large ? 4 : 3);
    return plan;
}

static const char *const animal_texts[] = {"(E)", "[R]"};
static const enum draw_ink animal_inks[] = {DRAW_FIRST, DRAW_SECOND};

/* First row and column inside a square. */
static int inside_row(const struct plan *plan, const struct draw_view *view, int square) {
    return drawn_line(view, square) * (plan->rows + 1) + 1;
}

static int inside_column(const struct plan *plan, const struct draw_view *view, int square) {
    return BOARD_COLUMN + drawn_file(view, square) * (plan->columns + 1) + 1;
}

/* Lower half, full, upper half block; a low square has no upper half. */
static void canvas_rock(struct draw_canvas *canvas, const struct plan *plan, int row, int column) {
    static const uint32_t glyphs[] = {0x2584, 0x2588, 0x2580};
    for (int i = 0; i < plan->rows; i++) {
        const int from = i == 0 && plan->rows > 2 ? 2 : 1;
        for (int j = from; j < plan->columns - from; j++)
            canvas_put(canvas, row + i, column + j, glyphs[i], '#', DRAW_NEUTRAL, 0);
    }
}

/* In a low square the animal stands above or below the middle, so that the arrow has its place. */
static void canvas_animal(struct draw_canvas *canvas, const struct plan *plan, int row, int column, int side,
                          enum siam_facing facing) {
    static const uint32_t arrows[] = {0x25B2, 0x25BA, 0x25BC, 0x25C4};
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 2, 0, -2};
    const int middle_row = row + (plan->rows > 2 || down[facing] <= 0 ? 1 : 0), middle = column + plan->columns / 2;
    canvas_text(canvas, middle_row, middle - 1, animal_texts[side], animal_inks[side], DRAW_BOLD);
    canvas_put(canvas, middle_row + down[facing], middle + right[facing], arrows[facing], "^>v<"[facing],
               animal_inks[side], DRAW_BOLD);
}

static void canvas_square(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view,
                          const struct plan *plan, int square, struct draw_canvas *canvas) {
    const uint32_t bit = UINT32_C(1) << square;
    const int row = inside_row(plan, view, square), column = inside_column(plan, view, square);
    if (barred(rules, siam, view) & bit)
        canvas_put(canvas, row, column + plan->columns - 1, 0xD7, 'x', DRAW_MARK, DRAW_BOLD);
    if (siam->rocks & bit)
        canvas_rock(canvas, plan, row, column);
    for (int side = 0; side < 2; side++)
        if (siam->animals[side] & bit)
            canvas_animal(canvas, plan, row, column, side, drawn_facing(view, siam, square));
    if (last_squares(view) & bit)
        canvas_style(canvas, row, column, plan->rows, plan->columns, DRAW_LAST);
    char name[3];
    square_name(square, name);
    canvas_spot(canvas, name, row, column, plan->rows, plan->columns);
}

static void canvas_board(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view,
                         const struct plan *plan, struct draw_canvas *canvas) {
    canvas_grid(canvas,
                &(struct draw_grid){.column = BOARD_COLUMN,
                                    .down = SIAM_SIZE,
                                    .across = SIAM_SIZE,
                                    .height = plan->rows,
                                    .width = plan->columns},
                DRAW_DIM);
    for (int i = 0; i < SIAM_SIZE; i++) {
        int square = i * (SIAM_STRIDE + 1); /* on the long diagonal: each file and each rank once */
        canvas_put(canvas, plan->files, inside_column(plan, view, square) + plan->columns / 2, (uint32_t)('a' + i),
                   (char)('a' + i), DRAW_DIM, 0);
        canvas_put(canvas, inside_row(plan, view, square) + plan->rows / 2, 0, (uint32_t)('1' + i), (char)('1' + i),
                   DRAW_DIM, 0);
    }
    for (uint32_t rest = SIAM_BOARD; rest != 0; rest &= rest - 1)
        canvas_square(rules, siam, view, plan, __builtin_ctz(rest), canvas);
}

/* A player's name and state, and the reserve below it. */
static void canvas_player(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view,
                          const struct plan *plan, int side, struct draw_canvas *canvas) {
    const int row = drawn_below(view, side) ? plan->foot - 4 : 1;
    const char *state = state_of(siam, view, side);
    int column =
        canvas_text(canvas, row, plan->panel, view_text(view, player_names[side]), animal_inks[side], DRAW_BOLD);
    if (state != NULL) {
        canvas_put(canvas, row, column + 1, 0x25BA, '>', animal_inks[side], DRAW_BOLD);
        canvas_text(canvas, row, column + 3, view_text(view, state), DRAW_LABEL, DRAW_BOLD);
    }
    const int reserve = reserve_of(siam, side);
    for (int i = 0; i < SIAM_ANIMALS; i++) {
        bool there = i < reserve;
        canvas_text(canvas, row + 2, plan->panel + SLOT_COLUMNS * i, there ? animal_texts[side] : " \xC2\xB7 ",
                    there ? animal_inks[side] : DRAW_DIM, 0);
    }
    canvas_spot(canvas, side == 0 ? "@1" : "@2", row + 2, plan->panel, 1, SLOT_COLUMNS * SIAM_ANIMALS - 1);
    const char *exit = exit_of(rules, siam, side);
    if (exit != NULL)
        canvas_wrap(canvas, row + 3, plan->panel, 2, view_text(view, exit), DRAW_LABEL);
}

/* Between the two reserves: the last move, and why the game is over. */
static void canvas_news(const struct tab_rules *rules, const struct tab_position *position, const struct plan *plan,
                        const struct draw_view *view, struct draw_canvas *canvas) {
    const int row = plan->foot / 2 - 1;
    if (view->before != NULL) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules, view->before, view->last, move, sizeof move);
        int column = canvas_text(canvas, row, plan->panel, view_text(view, N_("Last move:")), DRAW_LABEL, 0);
        canvas_text(canvas, row, column + 1, move, DRAW_PLAIN, DRAW_BOLD);
    }
    struct tab_result result;
    view_result(rules, position, view, &result);
    if (result.over)
        canvas_wrap(canvas, row + 1, plan->panel, NEWS_ROWS, view_text(view, result.reason), DRAW_LABEL);
}

void siam_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                 struct draw_canvas *canvas) {
    const struct siam *siam = siam_of(position);
    const struct plan plan = plan_make(canvas);
    canvas_board(rules, siam, view, &plan, canvas);
    for (int side = 0; side < 2; side++)
        canvas_player(rules, siam, view, &plan, side, canvas);
    canvas_news(rules, position, &plan, view, canvas);
}

/* ---- SVG ------------------------------------------------------------------------------------------------------ */

enum {
    SQUARE = 100,
    BOARD_X = 46,
    BOARD_Y = 96,
    BOARD_END = BOARD_Y + SIAM_SIZE * SQUARE,
    SVG_WIDTH = 2 * BOARD_X + SIAM_SIZE * SQUARE,
    SVG_HEIGHT = BOARD_END + BOARD_Y + 22,
    SLOT = 58 /* a place in a reserve */
};

/* Both animals head north around the origin of a square 100 wide; what tells them apart besides colour: the elephant
 * stands on a disc and has wide ears, tusks and a trunk; the rhino stands on a square, with small ears and a horn. */
static const char shapes[] =
    "<defs>\n"
    "<g id=\"siam-elephant\" stroke=\"" SVG_FIRST_LINE "\" stroke-width=\"2\" stroke-linejoin=\"round\">\n"
    "<circle r=\"45\" fill=\"" SVG_FIRST "\"/>\n"
    "<path d=\"M0 -43 L9 -33 H-9 Z\" fill=\"#fff\" stroke=\"none\"/>\n"
    "<path d=\"M0 36 Q-3 40 1 43\" fill=\"none\"/>\n"
    "<ellipse cy=\"19\" rx=\"18\" ry=\"19\" fill=\"#c3d1de\"/>\n"
    "<path d=\"M-9 -7 C-20 -24 -40 -14 -36 3 C-32 17 -18 15 -10 6 Z\" fill=\"#a3b7c9\"/>\n"
    "<path d=\"M9 -7 C20 -24 40 -14 36 3 C32 17 18 15 10 6 Z\" fill=\"#a3b7c9\"/>\n"
    "<path d=\"M-8 -12 Q-13 -19 -9 -27 Q-8 -20 -4 -15 Z\" fill=\"#fff\" stroke-width=\"1\"/>\n"
    "<path d=\"M8 -12 Q13 -19 9 -27 Q8 -20 4 -15 Z\" fill=\"#fff\" stroke-width=\"1\"/>\n"
    "<path d=\"M-13 6 C-15 -7 -8 -11 -5 -16 L-4 -29 Q0 -33 4 -29 L5 -16 C8 -11 15 -7 13 6 Q0 16 -13 6 Z\" "
    "fill=\"#dfe8f0\"/>\n"
    "<path d=\"M-3 -25 H3 M-3 -20 H3\" fill=\"none\" stroke-width=\"1\"/>\n"
    "<circle cx=\"-7\" cy=\"-4\" r=\"2\" fill=\"" SVG_FIRST_LINE "\" stroke=\"none\"/>\n"
    "<circle cx=\"7\" cy=\"-4\" r=\"2\" fill=\"" SVG_FIRST_LINE "\" stroke=\"none\"/>\n"
    "</g>\n"
    "<g id=\"siam-rhino\" stroke=\"#2e1a05\" stroke-width=\"2\" stroke-linejoin=\"round\">\n"
    "<rect x=\"-42\" y=\"-42\" width=\"84\" height=\"84\" rx=\"10\" fill=\"" SVG_SECOND "\" stroke=\"" SVG_SECOND_LINE
    "\"/>\n"
    "<path d=\"M0 -41 L9 -31 H-9 Z\" fill=\"#fff\" stroke=\"none\"/>\n"
    "<path d=\"M0 37 V41\" fill=\"none\" stroke-width=\"3\"/>\n"
    "<path d=\"M-22 14 Q-24 38 0 38 Q24 38 22 14 Q20 -2 0 -2 Q-20 -2 -22 14 Z\" fill=\"#5d4e42\"/>\n"
    "<path d=\"M-19 26 Q0 33 19 26 M-20 10 Q0 17 20 10\" fill=\"none\" stroke-width=\"1\"/>\n"
    "<path d=\"M-12 3 Q-24 -1 -21 -12 Q-13 -9 -9 -2 Z\" fill=\"#4a3d33\"/>\n"
    "<path d=\"M12 3 Q24 -1 21 -12 Q13 -9 9 -2 Z\" fill=\"#4a3d33\"/>\n"
    "<path d=\"M-14 6 C-15 -4 -12 -10 -11 -16 Q-10 -23 0 -23 Q10 -23 11 -16 C12 -10 15 -4 14 6 Q0 15 -14 6 Z\" "
    "fill=\"#7d6a5a\"/>\n"
    "<path d=\"M-7 -13 Q-3 -18 0 -29 Q3 -18 7 -13 Q0 -8 -7 -13 Z\" fill=\"#fff4dd\" stroke-width=\"1\"/>\n"
    "<path d=\"M-4 -2 Q-1 -5 0 -10 Q1 -5 4 -2 Q0 1 -4 -2 Z\" fill=\"#fff4dd\" stroke-width=\"1\"/>\n"
    "<circle cx=\"-9\" cy=\"-6\" r=\"2\" fill=\"#fff4dd\" stroke=\"none\"/>\n"
    "<circle cx=\"9\" cy=\"-6\" r=\"2\" fill=\"#fff4dd\" stroke=\"none\"/>\n"
    "</g>\n"
    "<g id=\"siam-rock\" stroke=\"" SVG_ROCK_LINE "\" stroke-width=\"2\" stroke-linejoin=\"round\">\n"
    "<path d=\"M-38 26 L-40 2 L-26 -22 L-4 -36 L20 -30 L36 -10 L40 22 L26 34 L-24 35 Z\" fill=\"" SVG_ROCK "\""
    " stroke=\"none\"/>\n"
    "<path d=\"M-26 -22 L-4 -36 L20 -30 L6 -14 L-18 -6 Z\" fill=\"#b5b1ae\" stroke=\"none\"/>\n"
    "<path d=\"M6 -14 L20 -30 L36 -10 L40 22 L26 34 L12 12 Z\" fill=\"#6c6866\" stroke=\"none\"/>\n"
    "<path d=\"M-38 26 L-40 2 L-26 -22 L-4 -36 L20 -30 L36 -10 L40 22 L26 34 L-24 35 Z\" fill=\"none\"/>\n"
    "</g>\n"
    "</defs>\n";

static const char *const animal_ids[] = {"siam-elephant", "siam-rhino"};

static int square_x(const struct draw_view *view, int square) { return BOARD_X + SQUARE * drawn_file(view, square); }
static int square_y(const struct draw_view *view, int square) { return BOARD_Y + SQUARE * drawn_line(view, square); }

static void svg_square(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view, int square,
                       struct text *svg) {
    const uint32_t bit = UINT32_C(1) << square;
    const int x = square_x(view, square), y = square_y(view, square);
    svg_box(svg, x, y, SQUARE, SQUARE, 0, last_squares(view) & bit ? SVG_LAST : SVG_BOARD, SVG_BOARD_LINE);
    if (barred(rules, siam, view) & bit)
        svg_cross(svg, x + SQUARE / 2, y + SQUARE / 2, SQUARE / 3, SVG_MARK);
    if (siam->rocks & bit)
        svg_use(svg, "siam-rock", x + SQUARE / 2, y + SQUARE / 2, 0, 100);
    for (int side = 0; side < 2; side++)
        if (siam->animals[side] & bit)
            svg_use(svg, animal_ids[side], x + SQUARE / 2, y + SQUARE / 2, 90 * (int)drawn_facing(view, siam, square),
                    100);
}

static void svg_board(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view,
                      struct text *svg) {
    static const struct svg_font coordinate = {20, SVG_MIDDLE, SVG_REGULAR, SVG_FAINT};
    svg_box(svg, BOARD_X - 6, BOARD_Y - 6, SIAM_SIZE * SQUARE + 12, SIAM_SIZE * SQUARE + 12, 8, SVG_BOARD_LINE, NULL);
    for (uint32_t rest = SIAM_BOARD; rest != 0; rest &= rest - 1)
        svg_square(rules, siam, view, __builtin_ctz(rest), svg);
    for (int i = 0; i < SIAM_SIZE; i++) {
        int square = i * (SIAM_STRIDE + 1);
        char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('1' + i), '\0'};
        svg_word(svg, square_x(view, square) + SQUARE / 2, BOARD_END + 28, &coordinate, file);
        svg_word(svg, BOARD_X / 2, square_y(view, square) + SQUARE / 2 + 7, &coordinate, rank);
    }
}

/* A player's name, state and reserve, above or below the board. */
static void svg_player(const struct tab_rules *rules, const struct siam *siam, const struct draw_view *view, int side,
                       struct text *svg) {
    const struct svg_font name = {26, SVG_START, SVG_STRONG, svg_player_line[side]};
    const struct svg_font words = {18, SVG_START, SVG_REGULAR, SVG_INK};
    const int middle = drawn_below(view, side) ? SVG_HEIGHT - 42 : 44;
    const int right = BOARD_X + SIAM_SIZE * SQUARE - SLOT / 2;
    const char *state = state_of(siam, view, side), *exit = exit_of(rules, siam, side);
    int line = middle + 9 - (state != NULL ? 12 : 0) - (exit != NULL ? 12 : 0);
    svg_word(svg, BOARD_X, line, &name, view_text(view, player_names[side]));
    if (state != NULL) {
        line += 24;
        svg_pointer(svg, BOARD_X + 8, line - 6, 90, 14, svg_player_fill[side], svg_player_line[side]);
        svg_word(svg, BOARD_X + 24, line, &words, view_text(view, state));
    }
    if (exit != NULL)
        svg_word(svg, BOARD_X, line + 24, &words, view_text(view, exit));
    for (int i = 0; i < SIAM_ANIMALS; i++) {
        int x = right - (SIAM_ANIMALS - 1 - i) * SLOT;
        if (i < reserve_of(siam, side))
            svg_use(svg, animal_ids[side], x, middle, drawn_below(view, side) ? 0 : 180, 60);
        else
            svg_disc(svg, x, middle, 6, SVG_BOARD, NULL);
    }
}

/* Writes the pieces in words, for those who do not see the drawing. */
static void describe_side(const struct siam *siam, const struct draw_view *view, int side, struct text *text) {
    static const char *const directions[] = {N_("north"), N_("east"), N_("south"), N_("west")};
    text_printf(text, "%s%s", view_text(view, player_names[side]), view_text(view, N_(": ")));
    for (uint32_t rest = siam->animals[side]; rest != 0; rest &= rest - 1) {
        int square = __builtin_ctz(rest);
        char name[3];
        square_name(square, name);
        text_printf(text, "%s %s, ", name, view_text(view, directions[siam_facing_at(siam, square)]));
    }
    text_printf(text, "%s %d", view_text(view, N_("in reserve")), reserve_of(siam, side));
    if (state_of(siam, view, side) != NULL)
        text_printf(text, ", %s", view_text(view, state_of(siam, view, side)));
    text_string(text, ". ");
}

static void siam_describe(const struct tab_rules *rules, const struct tab_position *position,
                          const struct draw_view *view, struct text *text) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    for (int side = 0; side < 2; side++)
        describe_side(siam, view, side, text);
    text_string(text, view_text(view, N_("Rocks:")));
    for (uint32_t rest = siam->rocks; rest != 0; rest &= rest - 1) {
        char name[3];
        square_name(__builtin_ctz(rest), name);
        text_printf(text, " %s", name);
    }
    text_char(text, '.');
}

static void siam_svg(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                     struct text *svg) {
    const struct siam *siam = siam_of(position);
    char words[1024];
    struct text description = text_begin(words, sizeof words);
    siam_describe(rules, position, view, &description);
    text_end(&description);
    svg_begin(svg, SVG_WIDTH, SVG_HEIGHT, view_text(view, tab_game_title(rules->game)), words);
    text_string(svg, shapes);
    svg_board(rules, siam, view, svg);
    for (int side = 0; side < 2; side++)
        svg_player(rules, siam, view, side, svg);
    svg_end(svg);
}

static const struct draw_sign signs[] = {
    {"(E) [R]", N_("an elephant, a rhino; the arrow is on the side it faces")},
    {"\xC3\x97", N_("nobody may enter here now")},
    {NULL, NULL},
};

const struct draw_game siam_drawing = {
    .players = player_names, .signs = signs, .inks = animal_inks, .describe = siam_describe, .svg = siam_svg};
