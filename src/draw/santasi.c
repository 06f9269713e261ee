/* santasi.c - drawings of San Ta Si: three towers cut through the middle, and the pieces that remain.
 *
 *             b#             The columns stand inside each other, A in the middle and E outside, so every column but A
 *     s:      ##      :s     is met twice. In the terminal the letter of its colour stands on top of a cylinder; one
 *     ::  b   ##   b  ::     that can be seen from outside is solid, one that is hidden is dotted.
 *     ::  .   ##   .  ::
 *     E=D=C=B=A==B=C=D=E */
#include "draw.h"
#include "svg.h"
#include "../rules/santasi.h"

static const char *const colour_names[] = {N_("Blue"), N_("Silver")};
static const enum draw_ink colour_inks[] = {DRAW_FIRST, DRAW_NEUTRAL}; /* which are shown blue and grey */
static const char colour_letters[] = "bs";
static const char size_letters[] = "ABCDE";

/* ---- What both drawings show ---------------------------------------------------------------------------------- */

enum { STRIPS = 2 * SANTASI_SIZES - 1 /* of a tower cut through the middle */ };

/* Everything a drawing looks at. */
struct scene {
    const struct tab_rules *rules;
    const struct tab_position *position;
    const struct santasi_set *set;
    const struct santasi *santasi;
    const struct draw_view *view;
    struct santasi_count count;
    int room; /* the height that fills the drawing */
};

static int larger(int one, int other) { return one > other ? one : other; }

static int tower_height(const struct santasi *santasi, int site) {
    int height = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        height = larger(height, santasi_height(santasi, santasi_column(size, site)));
    return height;
}

static struct scene scene_make(const struct tab_rules *rules, const struct tab_position *position,
                               const struct draw_view *view) {
    struct scene scene = {rules, position, santasi_set_of(rules), santasi_of(position), view, {{{0}}, 0}, 0};
    santasi_count_visible(scene.set, scene.santasi, &scene.count);
    for (int site = 0; site < SANTASI_SITES; site++)
        scene.room = larger(scene.room, tower_height(scene.santasi, site));
    /* Three of the highest piece have room, so that the first ones do not look like skyscrapers. */
    for (int size = 0; size < SANTASI_SIZES; size++)
        scene.room = larger(scene.room, 3 * scene.set->height[size]);
    return scene;
}

/* Where a tower is drawn, from the left. */
static int drawn_place(const struct draw_view *view, int site) {
    return view->turned ? SANTASI_SITES - 1 - site : site;
}

static bool cylinder_visible(const struct scene *scene, int column, int level) {
    int hidden = santasi_cylinders(scene->santasi, column) - santasi_visible(scene->set, scene->santasi, column);
    return level >= hidden;
}

/* Whether a cylinder is the one that was added by the last move. */
static bool cylinder_last(const struct scene *scene, int column, int level) {
    return scene->view->before != NULL && santasi_move_column(scene->view->last) == column &&
           level == santasi_cylinders(scene->santasi, column) - 1;
}

static int visible_total(const struct scene *scene, int colour) {
    int sum = 0;
    for (int site = 0; site < SANTASI_SITES; site++)
        sum += scene->count.visible[site][colour];
    return sum;
}

/* What there is to say about a side; NULL when nothing. */
static const char *state_of(const struct scene *scene, int colour) {
    const int outcome = view_outcome(scene->view, scene->santasi->outcome);
    if (outcome == TAB_ONGOING)
        return tab_position_player(scene->rules, scene->position) == colour + 1 ? N_("to move") : NULL;
    if (outcome == TAB_DRAWN)
        return N_("draw");
    return outcome == colour + 1 ? N_("won") : NULL;
}

/* ---- Canvas --------------------------------------------------------------------------------------------------- */

enum {
    BASE_ROWS = 5,      /* below the towers: base, counts, number, height, news */
    NUMBERS_INDENT = 6, /* of the first of the two columns of numbers in the panel */
    NUMBERS_COLUMNS = 5,
    CYLINDERS_MAX = 2 * SANTASI_COUNT_MAX * SANTASI_SIZES
};

/* How large everything is, as there is room. */
struct plan {
    int base;   /* row of the base, as many rows as a tower has */
    int strip;  /* columns of a strip: of two the outer one bears the letter */
    int tower;  /* columns of a tower */
    int pitch;  /* and from one to the next */
    int panel;  /* column of the panel */
    int number; /* column of its first numbers */
};

static struct plan plan_make(const struct draw_canvas *canvas) {
    struct plan plan = {
        .base = canvas->room_rows - BASE_ROWS,
        .strip = canvas->room_columns >= DRAW_COLUMNS ? 2 : 1,
    };
    plan.tower = STRIPS * plan.strip;
    plan.pitch = plan.tower + (plan.strip > 1 ? 2 : 3);
    plan.panel = SANTASI_SITES * plan.pitch;
    plan.number = plan.panel + NUMBERS_INDENT;
    return plan;
}

/* The tops of a tower's cylinders in rising order without doubles, and the row over the base where each is drawn. */
struct axis {
    int count;
    int height[CYLINDERS_MAX];
    int row[CYLINDERS_MAX];
};

static void axis_insert(struct axis *axis, int height) {
    int at = axis->count;
    while (at > 0 && axis->height[at - 1] > height)
        at--;
    if (at > 0 && axis->height[at - 1] == height)
        return;
    for (int i = axis->count; i > at; i--)
        axis->height[i] = axis->height[i - 1];
    axis->height[at] = height;
    axis->count++;
}

/* Rows are to scale as far as they can be: tops that differ get rows that differ while there are enough rows, since
 * a small difference decides what can be nested and what can be seen. */
static void axis_scale(struct axis *axis, int room, int rows) {
    const bool apart = axis->count <= rows;
    for (int i = 0; i < axis->count; i++) {
        int scaled = larger((axis->height[i] * rows + room / 2) / room, 1);
        axis->row[i] = apart && i > 0 ? larger(scaled, axis->row[i - 1] + 1) : scaled;
    }
    for (int i = axis->count - 1, limit = rows; apart && i >= 0; i--, limit--) {
        if (axis->row[i] > limit)
            axis->row[i] = limit;
        limit = axis->row[i];
    }
}

static int axis_row(const struct axis *axis, int height) {
    int at = 0;
    while (at < axis->count && axis->height[at] < height)
        at++;
    return height == 0 ? 0 : axis->row[at];
}

/* A cylinder where it is cut. */
struct strip {
    int low, high; /* rows over the base */
    int colour;
    bool visible;
    int style;
};

/* Draws a cylinder into one of its two strips: `outer` is the column of characters on its outer side, where the letter
 * of its colour stands on top; a hidden one leaves the rest of the strip free. */
static void canvas_strip(struct draw_canvas *canvas, int base, const struct strip *strip, int outer, int inner) {
    static const uint32_t bodies[] = {0x2588, 0x2592}; /* full block, medium shade */
    const uint32_t body = strip->visible ? bodies[strip->colour] : 0xB7, rest = strip->visible ? body : ' ';
    const char ascii = strip->visible ? "#:"[strip->colour] : '.', rest_ascii = strip->visible ? ascii : ' ';
    const enum draw_ink ink = colour_inks[strip->colour];
    const char letter = colour_letters[strip->colour];
    for (int row = strip->low + 1; row <= strip->high; row++) {
        const bool top = row == strip->high;
        canvas_put(canvas, base - row, inner, rest, rest_ascii, ink, strip->style);
        canvas_put(canvas, base - row, outer, top ? (uint32_t)letter : body, top ? letter : ascii, ink, strip->style);
    }
}

static void canvas_cylinder(const struct scene *scene, const struct plan *plan, const struct axis *axis, int column,
                            int level, int left, struct draw_canvas *canvas) {
    const int size = santasi_size(column), step = scene->set->height[size];
    const int high = axis_row(axis, step * (level + 1)), below = axis_row(axis, step * level);
    const bool visible = cylinder_visible(scene, column, level);
    const struct strip strip = {
        .low = below < high ? below : high - 1,
        .high = high,
        .colour = (int)santasi_cylinder(scene->santasi, column, level),
        .visible = visible,
        .style = (visible ? DRAW_BOLD : 0) | (cylinder_last(scene, column, level) ? DRAW_LAST : 0),
    };
    const int near = left + plan->strip * (SANTASI_SIZES - 1 - size);
    const int far = left + plan->strip * (SANTASI_SIZES - 1 + size);
    if (size > 0)
        canvas_strip(canvas, plan->base, &strip, far + plan->strip - 1, far);
    canvas_strip(canvas, plan->base, &strip, near, near + plan->strip - 1);
}

/* What stands under a tower: the sizes on its base, how many cylinders each column has, its number and height. */
static void canvas_base(const struct scene *scene, const struct plan *plan, int site, int left,
                        struct draw_canvas *canvas) {
    char words[48];
    for (int strip = 0; strip < STRIPS; strip++) {
        const bool right = strip >= SANTASI_SIZES; /* where the outer side of a strip is on its right */
        const int size = right ? strip - SANTASI_SIZES + 1 : SANTASI_SIZES - 1 - strip;
        const int cylinders = santasi_cylinders(scene->santasi, santasi_column(size, site));
        const int column = left + plan->strip * strip;
        const int outer = right ? column + plan->strip - 1 : column, inner = right ? column : column + plan->strip - 1;
        canvas_put(canvas, plan->base, inner, 0x2550, '=', DRAW_DIM, 0);
        canvas_put(canvas, plan->base, outer, (uint32_t)size_letters[size], size_letters[size], DRAW_LABEL, 0);
        struct text text = text_begin(words, sizeof words);
        text_number(&text, cylinders);
        text_end(&text);
        const bool many = cylinders >= 10;
        canvas_text(canvas, plan->base + 1, many ? column : outer,
                    cylinders == 0             ? "\xC2\xB7"
                    : many && plan->strip == 1 ? "+"
                                               : words,
                    DRAW_DIM, 0);
    }
    const int middle = left + plan->strip * (SANTASI_SIZES - 1);
    canvas_put(canvas, plan->base + 2, middle, (uint32_t)('1' + site), (char)('1' + site), DRAW_LABEL, DRAW_BOLD);
    struct text text = text_begin(words, sizeof words);
    text_printf(&text, "%s %d", view_text(scene->view, N_("height")), tower_height(scene->santasi, site));
    text_end(&text);
    canvas_text(canvas, plan->base + 3, larger(middle - 5, left), words, DRAW_LABEL, 0);
}

static void canvas_tower(const struct scene *scene, const struct plan *plan, int site, struct draw_canvas *canvas) {
    const int left = drawn_place(scene->view, site) * plan->pitch;
    struct axis axis = {0};
    for (int size = 0; size < SANTASI_SIZES; size++)
        for (int level = santasi_cylinders(scene->santasi, santasi_column(size, site)); level > 0; level--)
            axis_insert(&axis, level * scene->set->height[size]);
    axis_scale(&axis, scene->room, plan->base);
    for (int size = 0; size < SANTASI_SIZES; size++) {
        int column = santasi_column(size, site), cylinders = santasi_cylinders(scene->santasi, column);
        for (int level = 0; level < cylinders; level++)
            canvas_cylinder(scene, plan, &axis, column, level, left, canvas);
    }
    canvas_base(scene, plan, site, left, canvas);
    const char name[] = {(char)('1' + site), '\0'};
    canvas_spot(canvas, name, 0, left, plan->base + 3, plan->tower);
}

/* One line of a table in the panel: a number for each colour. */
static void canvas_numbers(const struct plan *plan, int row, const int values[SANTASI_COLOUR_COUNT],
                           struct draw_canvas *canvas) {
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
        char words[16];
        struct text text = text_begin(words, sizeof words);
        text_printf(&text, "%3d", values[colour]);
        text_end(&text);
        canvas_text(canvas, row, plan->number + NUMBERS_COLUMNS * colour, words, colour_inks[colour],
                    values[colour] > 0 ? DRAW_BOLD : 0);
    }
}

/* The head of a table in the panel: what it counts, and the two colours. */
static void canvas_head(const struct scene *scene, const struct plan *plan, int row, const char *title,
                        struct draw_canvas *canvas) {
    canvas_text(canvas, row, plan->panel, view_text(scene->view, title), DRAW_LABEL, 0);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++)
        canvas_text(canvas, row + 1, plan->number + NUMBERS_COLUMNS * colour,
                    view_text(scene->view, colour_names[colour]), colour_inks[colour], 0);
}

/* The pieces that remain, with the height of each size. */
static void canvas_pieces(const struct scene *scene, const struct plan *plan, int row, struct draw_canvas *canvas) {
    canvas_head(scene, plan, row, N_("To be placed"), canvas);
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int line = row + 2 + size;
        int values[SANTASI_COLOUR_COUNT];
        char words[16];
        struct text text = text_begin(words, sizeof words);
        text_printf(&text, "%c%4d", size_letters[size], scene->set->height[size]);
        text_end(&text);
        canvas_text(canvas, line, plan->panel, words, DRAW_LABEL, 0);
        for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
            const char name[] = {colour_letters[colour], size_letters[size], '\0'};
            values[colour] = santasi_left(scene->santasi, (enum santasi_colour)colour, size);
            canvas_spot(canvas, name, line, plan->number + NUMBERS_COLUMNS * colour, 1, NUMBERS_COLUMNS - 1);
        }
        canvas_numbers(plan, line, values, canvas);
        if (scene->view->before != NULL && santasi_size(santasi_move_column(scene->view->last)) == size)
            canvas_style(canvas, line, plan->number + NUMBERS_COLUMNS * (int)santasi_move_colour(scene->view->last), 1,
                         NUMBERS_COLUMNS - 1, DRAW_LAST);
    }
}

static void canvas_visible(const struct scene *scene, const struct plan *plan, int row, struct draw_canvas *canvas) {
    canvas_head(scene, plan, row, N_("Visible"), canvas);
    for (int site = 0; site < SANTASI_SITES; site++) {
        canvas_put(canvas, row + 2 + site, plan->panel, (uint32_t)('1' + site), (char)('1' + site), DRAW_LABEL, 0);
        canvas_numbers(plan, row + 2 + site, scene->count.visible[site], canvas);
    }
    const int line = row + 2 + SANTASI_SITES, totals[] = {visible_total(scene, 0), visible_total(scene, 1)};
    canvas_text(canvas, line, plan->panel, view_text(scene->view, N_("sum")), DRAW_LABEL, 0);
    canvas_numbers(plan, line, totals, canvas);
}

/* The last move, and what decided. */
static void canvas_news(const struct scene *scene, const struct plan *plan, struct draw_canvas *canvas) {
    int column = 0;
    if (scene->view->before != NULL) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(scene->rules, scene->view->before, scene->view->last, move, sizeof move);
        column =
            canvas_text(canvas, plan->base + BASE_ROWS - 1, 0, view_text(scene->view, N_("Last move:")), DRAW_LABEL, 0);
        column = canvas_text(canvas, plan->base + BASE_ROWS - 1, column + 1, move, DRAW_PLAIN, DRAW_BOLD) + 2;
    }
    struct tab_result result;
    view_result(scene->rules, scene->position, scene->view, &result);
    if (result.over)
        canvas_text(canvas, plan->base + BASE_ROWS - 1, column, view_text(scene->view, result.reason), DRAW_LABEL, 0);
}

void santasi_canvas(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view,
                    struct draw_canvas *canvas) {
    const struct scene scene = scene_make(rules, position, view);
    const struct plan laid = plan_make(canvas), *plan = &laid;
    for (int site = 0; site < SANTASI_SITES; site++)
        canvas_tower(&scene, plan, site, canvas);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
        const char *state = state_of(&scene, colour);
        int column = canvas_text(canvas, colour, plan->panel, view_text(view, colour_names[colour]),
                                 colour_inks[colour], DRAW_BOLD);
        if (state == NULL)
            continue;
        canvas_put(canvas, colour, column + 1, 0x25BA, '>', colour_inks[colour], DRAW_BOLD);
        canvas_text(canvas, colour, column + 3, view_text(view, state), DRAW_LABEL, DRAW_BOLD);
    }
    canvas_pieces(&scene, plan, 3, canvas);
    canvas_visible(&scene, plan, 11, canvas);
    canvas_news(&scene, plan, canvas);
}

/* ---- SVG ------------------------------------------------------------------------------------------------------ */

enum {
    STRIP = 26,
    TOWER = STRIPS * STRIP,
    TOWER_GAP = 54,
    MARGIN = 60,
    SVG_WIDTH = 2 * MARGIN + SANTASI_SITES * TOWER + (SANTASI_SITES - 1) * TOWER_GAP,
    TOWER_TOP = 76,
    TOWER_ROOM = 420,
    BASE_Y = TOWER_TOP + TOWER_ROOM,
    PIECES_BASE = BASE_Y + 172,
    SVG_HEIGHT = PIECES_BASE + 58,
    PIECE_PERCENT = 40 /* pieces that remain, compared with those of the towers */
};

static const char *const svg_fills[] = {SVG_FIRST, "#c6cdd6"};
static const char *const svg_lines[] = {SVG_FIRST_LINE, "#59626d"};
static const char last_line[] = "#b98a00"; /* around the cylinder of the last move, whose own colour must show */

static int scaled(const struct scene *scene, int height) { return height * TOWER_ROOM / scene->room; }

/* A cylinder cut through at one of its two sides. */
static void svg_strip(struct text *svg, int x, int y, int height, int colour, bool visible, bool last) {
    text_printf(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"",
                x, y, STRIP, height, svg_fills[colour], last ? last_line : svg_lines[colour], last ? 4 : 2);
    text_string(svg, visible ? "/>\n" : " fill-opacity=\"0.4\" stroke-dasharray=\"3 3\"/>\n");
}

static void svg_cylinder(const struct scene *scene, int column, int level, int left, struct text *svg) {
    const int size = santasi_size(column), step = scene->set->height[size];
    const int high = scaled(scene, step * (level + 1)), low = scaled(scene, step * level);
    const int colour = (int)santasi_cylinder(scene->santasi, column, level);
    const bool visible = cylinder_visible(scene, column, level), last = cylinder_last(scene, column, level);
    svg_strip(svg, left + STRIP * (SANTASI_SIZES - 1 - size), BASE_Y - high, high - low, colour, visible, last);
    if (size > 0)
        svg_strip(svg, left + STRIP * (SANTASI_SIZES - 1 + size), BASE_Y - high, high - low, colour, visible, last);
}

/* Draws along both sides of a column what can be seen of it from outside. */
static void svg_outside(const struct scene *scene, int column, int left, struct text *svg) {
    const int size = santasi_size(column), own = santasi_height(scene->santasi, column);
    int wider = 0;
    for (int other = column + SANTASI_SITES; other < SANTASI_COLUMNS; other += SANTASI_SITES)
        wider = larger(wider, santasi_height(scene->santasi, other));
    if (own <= wider)
        return;
    const int from = left + STRIP * (SANTASI_SIZES - 1 - size), to = left + STRIP * (SANTASI_SIZES + size);
    const int high = BASE_Y - scaled(scene, own), low = BASE_Y - scaled(scene, wider);
    text_printf(svg,
                "<path d=\"M%d %d V%d M%d %d V%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"6\""
                " stroke-linecap=\"round\"/>\n",
                from, low, high, to, low, high, SVG_INK);
}

/* A number with the sign of its colour: a blue disc or a silver square. */
static void svg_number(int value, int x, int y, int colour, struct text *svg) {
    static const struct svg_font font = {20, SVG_START, SVG_STRONG, SVG_INK};
    char words[16];
    struct text text = text_begin(words, sizeof words);
    text_number(&text, value);
    text_end(&text);
    if (colour == SANTASI_BLUE)
        svg_disc(svg, x, y - 6, 7, svg_fills[colour], svg_lines[colour]);
    else
        svg_box(svg, x - 7, y - 13, 14, 14, 0, svg_fills[colour], svg_lines[colour]);
    svg_word(svg, x + 14, y + 1, &font, words);
}

/* What stands under a tower: its base with the sizes, its number, its height and what is visible of it. */
static void svg_base(const struct scene *scene, int site, int left, struct text *svg) {
    static const struct svg_font letter = {16, SVG_MIDDLE, SVG_REGULAR, SVG_FAINT};
    static const struct svg_font number = {24, SVG_MIDDLE, SVG_STRONG, SVG_INK};
    static const struct svg_font words = {16, SVG_MIDDLE, SVG_REGULAR, SVG_INK};
    const int middle = left + TOWER / 2;
    svg_box(svg, left - 12, BASE_Y + 1, TOWER + 24, 12, 4, SVG_BOARD, SVG_BOARD_LINE);
    for (int strip = 0; strip < STRIPS; strip++) {
        int size = strip < SANTASI_SIZES ? SANTASI_SIZES - 1 - strip : strip - SANTASI_SIZES + 1;
        const char name[] = {size_letters[size], '\0'};
        svg_word(svg, left + STRIP * strip + STRIP / 2, BASE_Y + 31, &letter, name);
    }
    const char name[] = {(char)('1' + site), '\0'};
    svg_word(svg, middle, BASE_Y + 58, &number, name);
    char line[128];
    struct text text = text_begin(line, sizeof line);
    text_printf(&text, "%s %d", view_text(scene->view, N_("height")), tower_height(scene->santasi, site));
    text_end(&text);
    svg_word(svg, middle, BASE_Y + 80, &words, line);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++)
        svg_number(scene->count.visible[site][colour], middle + (colour == 0 ? -74 : 46), BASE_Y + 56, colour, svg);
}

static void svg_tower(const struct scene *scene, int site, struct text *svg) {
    const int left = MARGIN + drawn_place(scene->view, site) * (TOWER + TOWER_GAP);
    for (int size = 0; size < SANTASI_SIZES; size++) {
        int column = santasi_column(size, site), cylinders = santasi_cylinders(scene->santasi, column);
        for (int level = 0; level < cylinders; level++)
            svg_cylinder(scene, column, level, left, svg);
    }
    for (int size = 0; size < SANTASI_SIZES; size++)
        svg_outside(scene, santasi_column(size, site), left, svg);
    svg_base(scene, site, left, svg);
}

/* A kind of piece that remains, seen from outside, how many there are and how high they are; a dashed outline when
 * there are none. */
static void svg_piece(const struct scene *scene, int colour, int size, int x, struct text *svg) {
    static const struct svg_font font = {16, SVG_MIDDLE, SVG_REGULAR, SVG_INK};
    static const struct svg_font faint = {14, SVG_MIDDLE, SVG_REGULAR, SVG_FAINT};
    const int width = (2 * size + 1) * STRIP * PIECE_PERCENT / 100;
    const int height = larger(scaled(scene, scene->set->height[size]) * PIECE_PERCENT / 100, 1);
    const int left = santasi_left(scene->santasi, (enum santasi_colour)colour, size);
    text_printf(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"",
                x, PIECES_BASE - height, width, height, left > 0 ? svg_fills[colour] : "none", svg_lines[colour]);
    text_string(svg, left > 0 ? "/>\n" : " stroke-dasharray=\"3 3\" opacity=\"0.5\"/>\n");
    char words[32];
    struct text text = text_begin(words, sizeof words);
    text_printf(&text, "%d\xC2\xA0%c", left, size_letters[size]);
    text_end(&text);
    svg_word(svg, x + width / 2, PIECES_BASE + 20, &font, words);
    text = text_begin(words, sizeof words);
    text_number(&text, scene->set->height[size]);
    text_end(&text);
    svg_word(svg, x + width / 2, PIECES_BASE + 38, &faint, words);
}

/* The pieces of one colour that remain: blue on the left, silver on the right. */
static void svg_pieces(const struct scene *scene, int colour, struct text *svg) {
    enum { GAP = 28, ALL = SANTASI_SIZES * SANTASI_SIZES * STRIP * PIECE_PERCENT / 100 + (SANTASI_SIZES - 1) * GAP };
    int x = colour == SANTASI_BLUE ? MARGIN : SVG_WIDTH - MARGIN - ALL;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        svg_piece(scene, colour, size, x, svg);
        x += (2 * size + 1) * STRIP * PIECE_PERCENT / 100 + GAP;
    }
}

/* A player's name, what is visible of the colour, and the player's state. */
static void svg_player(const struct scene *scene, int colour, struct text *svg) {
    const bool left = colour == SANTASI_BLUE;
    const struct svg_font name = {26, left ? SVG_START : SVG_END, SVG_STRONG, svg_lines[colour]};
    const struct svg_font words = {18, left ? SVG_START : SVG_END, SVG_REGULAR, SVG_INK};
    const char *state = state_of(scene, colour);
    char line[128];
    struct text text = text_begin(line, sizeof line);
    text_printf(&text, "%s %d", view_text(scene->view, N_("visible:")), visible_total(scene, colour));
    if (state != NULL)
        text_printf(&text, " \xE2\x80\x93 %s", view_text(scene->view, state));
    text_end(&text);
    const int x = left ? MARGIN : SVG_WIDTH - MARGIN;
    svg_word(svg, x, 38, &name, view_text(scene->view, colour_names[colour]));
    svg_word(svg, x, 62, &words, line);
}

/* What decided the game, between the players. */
static void svg_reason(const struct scene *scene, struct text *svg) {
    static const struct svg_font font = {18, SVG_MIDDLE, SVG_REGULAR, SVG_INK};
    struct tab_result result;
    view_result(scene->rules, scene->position, scene->view, &result);
    if (result.over)
        svg_word(svg, SVG_WIDTH / 2, 38, &font, view_text(scene->view, result.reason));
}

/* Writes the towers in words, from bottom to top, for those who do not see the drawing. */
static void describe_tower(const struct scene *scene, int site, struct text *text) {
    static const char *const words[] = {N_("blue"), N_("silver")};
    text_printf(text, "%s %d%s", view_text(scene->view, N_("Tower")), site + 1, view_text(scene->view, N_(":")));
    for (int size = 0; size < SANTASI_SIZES; size++) {
        int column = santasi_column(size, site), cylinders = santasi_cylinders(scene->santasi, column);
        text_printf(text, "%s %c", size > 0 ? "," : "", size_letters[size]);
        for (int level = 0; level < cylinders; level++)
            text_printf(text, " %s", view_text(scene->view, words[santasi_cylinder(scene->santasi, column, level)]));
        if (cylinders == 0)
            text_string(text, " -");
    }
    text_printf(text, "%s%s %d. ", view_text(scene->view, N_("; ")), view_text(scene->view, N_("height")),
                tower_height(scene->santasi, site));
}

static void describe_scene(const struct scene *scene, struct text *text) {
    for (int site = 0; site < SANTASI_SITES; site++)
        describe_tower(scene, site, text);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
        const char *state = state_of(scene, colour);
        text_printf(text, "%s%s%s %d", view_text(scene->view, colour_names[colour]), view_text(scene->view, N_(": ")),
                    view_text(scene->view, N_("visible")), visible_total(scene, colour));
        if (state != NULL)
            text_printf(text, ", %s", view_text(scene->view, state));
        text_string(text, colour == SANTASI_BLUE ? ". " : ".");
    }
}

static void santasi_describe(const struct tab_rules *rules, const struct tab_position *position,
                             const struct draw_view *view, struct text *text) {
    const struct scene scene = scene_make(rules, position, view);
    describe_scene(&scene, text);
}

static void santasi_svg(const struct tab_rules *rules, const struct tab_position *position,
                        const struct draw_view *view, struct text *svg) {
    const struct scene scene = scene_make(rules, position, view);
    char words[2048];
    struct text description = text_begin(words, sizeof words);
    describe_scene(&scene, &description);
    text_end(&description);
    svg_begin(svg, SVG_WIDTH, SVG_HEIGHT, view_text(view, tab_game_title(rules->game)), words);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
        svg_player(&scene, colour, svg);
        svg_pieces(&scene, colour, svg);
    }
    for (int site = 0; site < SANTASI_SITES; site++)
        svg_tower(&scene, site, svg);
    svg_reason(&scene, svg);
    svg_end(svg);
}

static const struct draw_sign signs[] = {
    {"b s", N_("the top of a blue and of a silver cylinder")},
    {"\xE2\x96\x88 \xE2\x96\x92", N_("what is seen of them from outside")},
    {"\xC2\xB7", N_("what is hidden; on the base: nothing stands there")},
    {NULL, NULL},
};

const struct draw_game santasi_drawing = {
    .players = colour_names, .signs = signs, .inks = colour_inks, .describe = santasi_describe, .svg = santasi_svg};
