/* khantsin.c - drawings of Khan Tsin: the dragon winding over the page, with the piles standing on its back.
 *
 *         (w)              A baron is (r), (b) or (w); the bottom one stands on the dragon. The number of a square
 *     (b) (r)     (b)      that the player to move may take from has a pointer. With two speeds the dragon's back is
 *     (r) (r)     (w)      drawn with one, two or three lines on simple, double and triple squares.
 *     =1^==2^==3===4^=
 *
 * Player 1's end is below on the left; the other end is above: on the left in the terminal, where the dragon turns
 * once, on the right in SVG, where it turns twice. */
#include "draw.h"
#include "svg.h"
#include "../rules/khantsin.h"

static const char *const player_names[] = {N_("South"), N_("North")};
static const char baron_letters[] = "rbw";

/* ---- What both drawings show ---------------------------------------------------------------------------------- */

/* Everything a drawing looks at. */
struct scene {
    const struct tab_rules *rules;
    const struct tab_position *position;
    const struct khantsin *khantsin;
    const struct draw_view *view;
    uint64_t playable; /* piles the player to move may take from */
};

static struct scene scene_make(const struct tab_rules *rules, const struct tab_position *position,
                               const struct draw_view *view) {
    struct scene scene = {rules, position, khantsin_of(position), view, 0};
    if (view_outcome(view, scene.khantsin->outcome) == TAB_ONGOING && !khantsin_in_setup(scene.khantsin))
        scene.playable = khantsin_playable(khantsin_occupied(scene.khantsin), scene.khantsin->mover);
    return scene;
}

static bool is_playable(const struct scene *scene, int square) { return scene->playable >> square & 1; }

/* How far along the dragon a square is drawn, from the end below. */
static int drawn_place(const struct scene *scene, int square) {
    return scene->view->turned ? KHANTSIN_SQUARES - 1 - square : square;
}

static bool drawn_below(const struct scene *scene, int side) { return (side == 0) != scene->view->turned; }

static bool two_speeds(const struct scene *scene) { return scene->rules->choice[KHANTSIN_OPTION_SPEED] != 0; }

static int leap_of(const struct scene *scene, int square) { return khantsin_dragon_of(scene->rules)->leap[square]; }

/* Whether the last move left or reached a square. */
static bool square_last(const struct scene *scene, int square) {
    if (scene->view->before == NULL)
        return false;
    const tab_move move = scene->view->last;
    switch (khantsin_move_kind(move)) {
    case KHANTSIN_FLY: return square == khantsin_move_from(move) || square == khantsin_move_to(move);
    case KHANTSIN_PLACE: return square == khantsin_move_to(move);
    case KHANTSIN_PASS:
    case KHANTSIN_KIND_COUNT: break;
    }
    return false;
}

/* The lowest level of a square's pile that the last move brought or turned; above the pile when there is none. */
static int last_level(const struct scene *scene, int square) {
    const int height = khantsin_height(khantsin_pile(scene->khantsin, square));
    const tab_move move = scene->view->last;
    if (!square_last(scene, square) || square != khantsin_move_to(move))
        return height;
    if (khantsin_move_kind(move) == KHANTSIN_PLACE || khantsin_move_flips(move) & KHANTSIN_RETURNED)
        return 0;
    return height - khantsin_move_taken(move);
}

/* What there is to say about a side; NULL when nothing. */
static const char *state_of(const struct scene *scene, int side) {
    const struct khantsin *khantsin = scene->khantsin;
    const int outcome = view_outcome(scene->view, khantsin->outcome);
    if (outcome == TAB_DRAWN)
        return N_("draw");
    if (outcome != TAB_ONGOING)
        return outcome == side + 1 ? N_("won") : NULL;
    if (khantsin->mover != side)
        return NULL;
    if (khantsin_in_setup(khantsin))
        return N_("to place a baron");
    return khantsin_can_move(scene->rules, khantsin, side) ? N_("to move") : N_("must pass");
}

/* Barons a side still has to place. */
static int barons_left(const struct scene *scene, int side) {
    return KHANTSIN_OF_COLOUR - __builtin_popcountll(scene->khantsin->counts[2 * side]);
}

static const char *reason_of(const struct scene *scene) {
    struct tab_result result;
    view_result(scene->rules, scene->position, scene->view, &result);
    return result.reason;
}

/* ---- Canvas --------------------------------------------------------------------------------------------------- */

enum {
    LINE_SQUARES = 18, /* two lines of squares */
    LINE_COLUMN = 3,   /* after the head or the tail */
    PILE_COLUMNS = 3   /* of a baron, and of the number below the pile with its sign */
};

/* How large everything is, as there is room. */
struct plan {
    int cell;         /* columns of a square */
    int levels;       /* barons that are drawn of a pile; of a higher one the upper ones, and how many are below */
    int upper, lower; /* rows of the dragon's back under the piles */
    int turn;         /* column where it turns */
    int news;         /* column of the last move */
};

static struct plan plan_make(const struct draw_canvas *canvas) {
    const bool wide = canvas->room_columns >= DRAW_COLUMNS;
    struct plan plan = {.cell = wide ? 4 : 3, .levels = (canvas->room_rows - 4) / 2, .news = wide ? 42 : 36};
    plan.upper = plan.levels + 1;
    plan.lower = plan.upper + plan.levels + 1;
    plan.turn = LINE_COLUMN + LINE_SQUARES * plan.cell + 1;
    return plan;
}

static const enum draw_ink baron_inks[] = {DRAW_RED, DRAW_BLACK, DRAW_WHITE};
static const enum draw_ink side_inks[] = {DRAW_LABEL, DRAW_LABEL}; /* no colour belongs to a side */

static int cell_row(const struct scene *scene, const struct plan *plan, int square) {
    return drawn_place(scene, square) < LINE_SQUARES ? plan->lower : plan->upper;
}

static int cell_column(const struct scene *scene, const struct plan *plan, int square) {
    const int place = drawn_place(scene, square);
    const int from_left = place < LINE_SQUARES ? place : 2 * LINE_SQUARES - 1 - place;
    return LINE_COLUMN + from_left * plan->cell;
}

static void canvas_pile(const struct scene *scene, const struct plan *plan, int square, struct draw_canvas *canvas) {
    const uint32_t pile = khantsin_pile(scene->khantsin, square);
    const int row = cell_row(scene, plan, square), column = cell_column(scene, plan, square),
              last = last_level(scene, square);
    const int height = khantsin_height(pile), hidden = height > plan->levels ? height - plan->levels + 1 : 0;
    if (hidden > 0) {
        const char more[] = {'+', (char)('0' + hidden), '\0'};
        canvas_text(canvas, row - 1, column, more, DRAW_LABEL, 0);
    }
    for (int level = 0; level < height; level++) {
        if (level < hidden)
            continue;
        const enum khantsin_colour colour = khantsin_baron(pile, level);
        const char baron[] = {'(', baron_letters[colour], ')', '\0'};
        const int above = level - hidden + (hidden > 0);
        canvas_text(canvas, row - 1 - above, column, baron, baron_inks[colour],
                    DRAW_BOLD | (level >= last ? DRAW_LAST : 0));
    }
}

/* The dragon's back under a pile, with the number of the square. */
static void canvas_back(const struct scene *scene, const struct plan *plan, int square, struct draw_canvas *canvas) {
    static const uint32_t backs[] = {0x2500, 0x2550, 0x2261}; /* one, two, three lines */
    const int lines = two_speeds(scene) ? leap_of(scene, square) - 1 : 1;
    const int row = cell_row(scene, plan, square), column = cell_column(scene, plan, square);
    const bool playable = is_playable(scene, square);
    for (int i = 0; i < plan->cell; i++)
        canvas_put(canvas, row, column + i, backs[lines], "-=#"[lines], DRAW_DIM, 0);
    char name[8];
    struct text text = text_begin(name, sizeof name);
    text_number(&text, square + 1);
    text_end(&text);
    const bool wide = plan->cell > PILE_COLUMNS;
    const int after =
        canvas_text(canvas, row, column + wide, name, playable ? DRAW_MARK : DRAW_LABEL, playable ? DRAW_BOLD : 0);
    if (playable)
        canvas_put(canvas, row, after, 0x25B2, '^', DRAW_MARK, DRAW_BOLD);
    if (square_last(scene, square))
        canvas_style(canvas, row, column, 1, PILE_COLUMNS, DRAW_LAST);
    canvas_spot(canvas, name, row - plan->levels, column, plan->levels + 1, PILE_COLUMNS);
}

/* Head, tail, and the turn between the two lines. */
static void canvas_dragon(const struct scene *scene, const struct plan *plan, struct draw_canvas *canvas) {
    const int head = scene->view->turned ? plan->lower : plan->upper, tail = plan->lower + plan->upper - head;
    canvas_text(canvas, head, 0, "<@=", DRAW_DIM, DRAW_BOLD);
    canvas_text(canvas, tail, 0, "~~=", DRAW_DIM, 0);
    for (int row = plan->upper + 1; row < plan->lower; row++)
        canvas_put(canvas, row, plan->turn, 0x2551, '|', DRAW_DIM, 0);
    for (int i = 0; i < 2; i++) {
        canvas_put(canvas, i == 0 ? plan->upper : plan->lower, plan->turn - 1, 0x2550, '=', DRAW_DIM, 0);
        canvas_put(canvas, i == 0 ? plan->upper : plan->lower, plan->turn, i == 0 ? 0x2557 : 0x255D, '+', DRAW_DIM, 0);
    }
}

/* A player's name and state, on the side of that player's end. */
static void canvas_player(const struct scene *scene, const struct plan *plan, int side, struct draw_canvas *canvas) {
    const int row = drawn_below(scene, side) ? plan->lower + 1 : 0;
    const char *state = state_of(scene, side);
    int column = canvas_text(canvas, row, 0, view_text(scene->view, player_names[side]), side_inks[side], DRAW_BOLD);
    if (state != NULL) {
        canvas_put(canvas, row, column + 1, 0x25BA, '>', side_inks[side], DRAW_BOLD);
        column = canvas_text(canvas, row, column + 3, view_text(scene->view, state), DRAW_LABEL, DRAW_BOLD);
    }
    if (!khantsin_in_setup(scene->khantsin))
        return;
    char words[16];
    struct text text = text_begin(words, sizeof words);
    text_printf(&text, "%d (%c)", barons_left(scene, side), baron_letters[side]);
    text_end(&text);
    canvas_text(canvas, row, column + 2, words, baron_inks[side], DRAW_BOLD);
}

/* On the right above and below: the last move, and why the game is over. */
static void canvas_news(const struct scene *scene, const struct plan *plan, struct draw_canvas *canvas) {
    const char *reason = reason_of(scene);
    if (scene->view->before != NULL) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(scene->rules, scene->view->before, scene->view->last, move, sizeof move);
        int column = canvas_text(canvas, 0, plan->news, view_text(scene->view, N_("Last move:")), DRAW_LABEL, 0);
        canvas_text(canvas, 0, column + 1, move, DRAW_PLAIN, DRAW_BOLD);
    }
    if (reason != NULL)
        canvas_text(canvas, plan->lower + 1, plan->news, view_text(scene->view, reason), DRAW_LABEL, 0);
}

void khantsin_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                     struct draw_canvas *canvas) {
    const struct scene scene = scene_make(rules, position, view);
    const struct plan plan = plan_make(canvas);
    canvas_dragon(&scene, &plan, canvas);
    for (int square = 0; square < KHANTSIN_SQUARES; square++) {
        canvas_pile(&scene, &plan, square, canvas);
        canvas_back(&scene, &plan, square, canvas);
    }
    for (int side = 0; side < 2; side++)
        canvas_player(&scene, &plan, side, canvas);
    canvas_news(&scene, &plan, canvas);
}

/* ---- SVG ------------------------------------------------------------------------------------------------------ */

enum {
    ROW_SQUARES = 12, /* three rows of squares */
    CELL = 64,
    ROWS_X = 138, /* middle of the first square of a row */
    ROWS_Y = 222, /* middle of the back in the top row */
    PITCH = 196,  /* from row to row */
    ROWS_END = ROWS_X + (ROW_SQUARES - 1) * CELL,
    TURN = 56, /* radius of a turn */
    SVG_WIDTH = ROWS_X + ROWS_END,
    SVG_HEIGHT = ROWS_Y + 2 * PITCH + 98,
    STEP = 15, /* a baron's height */
    MARGIN = 30,
    UPPER_X = SVG_WIDTH - MARGIN - 300 /* of the name of the player above */
};

/* A baron's top is an ellipse around the origin. The head looks left, its neck ends at the origin; so does the tail. */
static const char shapes[] =
    "<defs>\n"
    "<path id=\"khantsin-baron\" d=\"M-23 0 V15 A23 7 0 0 0 23 15 V0\" stroke-width=\"2\"/>\n"
    "<g id=\"khantsin-head\" stroke=\"#1f4a37\" stroke-width=\"3\" stroke-linejoin=\"round\" "
    "stroke-linecap=\"round\">\n"
    "<path d=\"M-20 -26 Q-8 -58 18 -56 Q4 -44 2 -24 Z\" fill=\"#d9b45b\"/>\n"
    "<path d=\"M-36 -24 Q-30 -50 -10 -54 Q-18 -40 -18 -24 Z\" fill=\"#d9b45b\"/>\n"
    "<path d=\"M2 -29 H-28 Q-50 -32 -62 -14 Q-84 -16 -86 0 Q-86 10 -74 11 L-42 14 Q-60 18 -70 18 Q-62 30 -40 29 H2\""
    " fill=\"#6fa583\"/>\n"
    "<path d=\"M-74 11 L-66 17 L-60 12 L-54 17 L-48 13\" fill=\"#fff\" stroke-width=\"2\"/>\n"
    "<path d=\"M-80 8 Q-100 14 -94 34 M-72 12 Q-86 26 -78 42\" fill=\"none\" stroke=\"#d9b45b\"/>\n"
    "<circle cx=\"-48\" cy=\"-12\" r=\"7\" fill=\"#fff\" stroke-width=\"2\"/>\n"
    "<circle cx=\"-50\" cy=\"-11\" r=\"3\" fill=\"#1f4a37\" stroke=\"none\"/>\n"
    "<circle cx=\"-78\" cy=\"-4\" r=\"2\" fill=\"#1f4a37\" stroke=\"none\"/>\n"
    "</g>\n"
    "<g id=\"khantsin-tail\" stroke=\"#1f4a37\" stroke-width=\"3\" stroke-linejoin=\"round\">\n"
    "<path d=\"M-62 -20 Q-74 -44 -94 -40 Q-82 -26 -84 -6 Q-72 -4 -58 -12 Z\" fill=\"#d9b45b\"/>\n"
    "<path d=\"M2 -29 Q-30 -28 -48 -12 Q-58 -4 -66 -18 Q-68 22 -38 26 Q-20 29 2 29\" fill=\"#6fa583\"/>\n"
    "</g>\n"
    "</defs>\n";

#define LAST_LINE "#d39a00" /* around barons that moved last; the colour of the squares is too pale for white ones */

static const char *const baron_fills[] = {"#c8372d", "#2b2b2e", "#fdfaf2"};
static const char *const baron_tops[] = {"#e0645a", "#505056", "#ffffff"};
static const char *const baron_lines[] = {"#5e130d", "#0c0c0d", "#6d665a"};
static const char *const baron_words[] = {"#ffffff", "#ffffff", "#3a2f25"};

static int place_x(int place) {
    const int along = place % ROW_SQUARES;
    return ROWS_X + CELL * (place / ROW_SQUARES == 1 ? ROW_SQUARES - 1 - along : along);
}

static int place_y(int place) { return ROWS_Y + PITCH * (2 - place / ROW_SQUARES); }

/* The same line with a pen of another width; `dashes` may be NULL. */
static void svg_body(struct text *svg, int width, const char *colour, const char *dashes) {
    const int first = ROWS_X - CELL / 2, last = ROWS_END + CELL / 2, straight = PITCH - 2 * TURN;
    text_printf(svg, "<path d=\"M%d %d H%d a%d %d 0 0 0 %d %d v%d a%d %d 0 0 0 %d %d ", first, ROWS_Y + 2 * PITCH,
                ROWS_END, TURN, TURN, TURN, -TURN, -straight, TURN, TURN, -TURN, -TURN);
    text_printf(svg, "H%d a%d %d 0 0 1 %d %d v%d a%d %d 0 0 1 %d %d H%d\"", ROWS_X, TURN, TURN, -TURN, -TURN, -straight,
                TURN, TURN, TURN, -TURN, last);
    text_printf(svg, " fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"", colour, width);
    if (dashes != NULL)
        text_printf(svg, " stroke-dasharray=\"%s\"", dashes);
    text_string(svg, "/>\n");
}

static void svg_dragon(const struct scene *scene, struct text *svg) {
    const char *const below = scene->view->turned ? "khantsin-head" : "khantsin-tail";
    const char *const above = scene->view->turned ? "khantsin-tail" : "khantsin-head";
    svg_body(svg, 61, "#1f4a37", NULL);
    svg_body(svg, 55, "#6fa583", NULL);
    svg_body(svg, 55, "#5f9675", "3 13");
    svg_use(svg, below, ROWS_X - CELL / 2, place_y(0), 0, 100);
    text_printf(svg, "<use href=\"#%s\" transform=\"translate(%d %d) scale(-1 1)\"/>\n", above, ROWS_END + CELL / 2,
                place_y(KHANTSIN_SQUARES - 1));
}

/* A square: a plate on the dragon's back, its number, and with two speeds as many dots as it leaps. */
static void svg_square(const struct scene *scene, int square, struct text *svg) {
    const int place = drawn_place(scene, square), x = place_x(place), y = place_y(place);
    const bool playable = is_playable(scene, square), two = two_speeds(scene);
    const int mover = scene->khantsin->mover, middle = two ? x - 11 : x;
    const struct svg_font font = {14, SVG_MIDDLE, SVG_STRONG, playable ? "#ffffff" : "#12301f"};
    char name[8];
    struct text text = text_begin(name, sizeof name);
    text_number(&text, square + 1);
    text_end(&text);
    text_printf(svg,
                "<ellipse cx=\"%d\" cy=\"%d\" rx=\"29\" ry=\"13\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"/>\n", x,
                y - 8, square_last(scene, square) ? SVG_LAST : SVG_BOARD,
                playable ? svg_player_fill[mover] : SVG_BOARD_LINE, playable ? 5 : 2);
    if (playable)
        svg_box(svg, middle - 12, y + 8, 24, 17, 8, svg_player_fill[mover], svg_player_line[mover]);
    svg_word(svg, middle, y + 21, &font, name);
    for (int i = 0; two && i < leap_of(scene, square); i++)
        svg_disc(svg, x + 9 + 9 * i, y + 16, 3, "#fff4dd", "#12301f");
}

static void svg_pile(const struct scene *scene, int square, struct text *svg) {
    const uint32_t pile = khantsin_pile(scene->khantsin, square);
    const int place = drawn_place(scene, square), x = place_x(place), height = khantsin_height(pile);
    const int last = last_level(scene, square);
    for (int level = 0; level < height; level++) {
        const enum khantsin_colour colour = khantsin_baron(pile, level);
        const int top = place_y(place) - 6 - STEP * (level + 1);
        const char *const line = level >= last ? LAST_LINE : baron_lines[colour];
        const char letter[] = {baron_letters[colour], '\0'};
        const struct svg_font font = {12, SVG_MIDDLE, SVG_STRONG, baron_words[colour]};
        text_printf(svg, "<use href=\"#khantsin-baron\" x=\"%d\" y=\"%d\" fill=\"%s\" stroke=\"%s\"/>\n", x, top,
                    baron_fills[colour], line);
        text_printf(svg,
                    "<ellipse cx=\"%d\" cy=\"%d\" rx=\"23\" ry=\"7\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                    x, top, baron_tops[colour], line);
        svg_word(svg, x, top + STEP + 3, &font, letter);
    }
}

/* A player's name and state, on the side of that player's end; what is left to place during the set-up. */
static void svg_player(const struct scene *scene, int side, struct text *svg) {
    const bool below = drawn_below(scene, side);
    const int line = below ? SVG_HEIGHT - 24 : 42, x = below ? MARGIN : UPPER_X;
    const struct svg_font name = {26, SVG_START, SVG_STRONG, svg_player_line[side]};
    const struct svg_font words = {18, SVG_START, SVG_REGULAR, SVG_INK};
    const char *state = state_of(scene, side);
    svg_word(svg, x, line, &name, view_text(scene->view, player_names[side]));
    if (state != NULL) {
        svg_pointer(svg, x + 92, line - 8, 90, 16, svg_player_fill[side], svg_player_line[side]);
        svg_word(svg, x + 108, line - 1, &words, view_text(scene->view, state));
    }
    for (int i = 0; khantsin_in_setup(scene->khantsin) && i < barons_left(scene, side); i++)
        svg_disc(svg, below ? x + 310 + 26 * i : x - 26 * (i + 1), line - 8, 10, baron_fills[side], baron_lines[side]);
}

/* Opposite the names: the last move above, and why the game is over below. */
static void svg_news(const struct scene *scene, struct text *svg) {
    const struct svg_font left = {18, SVG_START, SVG_REGULAR, SVG_INK}, right = {18, SVG_END, SVG_REGULAR, SVG_INK};
    const char *reason = reason_of(scene);
    if (scene->view->before != NULL) {
        char move[TAB_MOVE_TEXT], line[128];
        tab_move_format(scene->rules, scene->view->before, scene->view->last, move, sizeof move);
        struct text text = text_begin(line, sizeof line);
        text_printf(&text, "%s %s", view_text(scene->view, N_("Last move:")), move);
        text_end(&text);
        svg_word(svg, MARGIN, 41, &left, line);
    }
    if (reason != NULL)
        svg_word(svg, SVG_WIDTH - MARGIN, SVG_HEIGHT - 25, &right, view_text(scene->view, reason));
}

/* Writes the position in words, for those who do not see the drawing: every pile from bottom to top. */
static void describe_scene(const struct scene *scene, struct text *text) {
    for (int side = 0; side < 2; side++)
        if (state_of(scene, side) != NULL)
            text_printf(text, "%s%s%s. ", view_text(scene->view, player_names[side]), view_text(scene->view, N_(": ")),
                        view_text(scene->view, state_of(scene, side)));
    const uint64_t occupied = khantsin_occupied(scene->khantsin);
    text_string(text,
                view_text(scene->view, occupied != 0 ? N_("Piles from bottom to top:") : N_("The board is empty")));
    const char *separator = "";
    for (uint64_t rest = occupied; rest != 0; rest &= rest - 1) {
        const int square = __builtin_ctzll(rest);
        const uint32_t pile = khantsin_pile(scene->khantsin, square);
        text_printf(text, "%s %d", separator, square + 1);
        for (int level = 0; level < khantsin_height(pile); level++)
            text_printf(text, " %c", baron_letters[khantsin_baron(pile, level)]);
        separator = ",";
    }
    text_char(text, '.');
}

static void khantsin_describe(const struct tab_rules *rules, const struct tab_position *position,
                              const struct draw_view *view, struct text *text) {
    const struct scene scene = scene_make(rules, position, view);
    describe_scene(&scene, text);
}

static void khantsin_svg(const struct tab_rules *rules, const struct tab_position *position,
                         const struct draw_view *view, struct text *svg) {
    const struct scene scene = scene_make(rules, position, view);
    char words[1024];
    struct text description = text_begin(words, sizeof words);
    describe_scene(&scene, &description);
    text_end(&description);
    svg_begin(svg, SVG_WIDTH, SVG_HEIGHT, view_text(view, tab_game_title(rules->game)), words);
    text_string(svg, shapes);
    svg_dragon(&scene, svg);
    for (int square = 0; square < KHANTSIN_SQUARES; square++)
        svg_square(&scene, square, svg);
    for (int square = 0; square < KHANTSIN_SQUARES; square++)
        svg_pile(&scene, square, svg);
    for (int side = 0; side < 2; side++)
        svg_player(&scene, side, svg);
    svg_news(&scene, svg);
    svg_end(svg);
}

static const struct draw_sign signs[] = {
    {"(r) (b) (w)", N_("a red, a black and a white baron")},
    {"3\xE2\x96\xB2", N_("a pile that the player to move may take from")},
    {"<@= ~~=", N_("head and tail of the dragon")},
    {"\xE2\x94\x80 \xE2\x95\x90 \xE2\x89\xA1", N_("its back; with two speeds, how far one flies from there")},
    {"+3", N_("so many barons more below, where there is no room for them")},
    {NULL, NULL},
};

const struct draw_game khantsin_drawing = {
    .players = player_names, .signs = signs, .inks = side_inks, .describe = khantsin_describe, .svg = khantsin_svg};
