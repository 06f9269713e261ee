/* test_draw.c - what holds for the drawings of every game, in positions of random play; and canvases kept as files. */
#include "testing.h"
#include "xml.h"
#include "draw/draw.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- Canvas --------------------------------------------------------------------------------------------------- */

static void check_cell(const struct draw_cell *cell) {
    if (wcwidth((wchar_t)cell->glyph) != 1)
        fail_msg("U+%04X is not one column wide", (unsigned)cell->glyph);
    assert_in_range(cell->ascii, ' ', '~');
    assert_in_range(cell->ink, 0, DRAW_INK_COUNT - 1);
    assert_in_range(cell->style, 0, DRAW_BOLD | DRAW_LAST);
    if (cell->glyph == ' ')
        assert_int_equal(cell->ascii, ' ');
}

static void check_cells(const struct draw_canvas *canvas) {
    assert_in_range(canvas->rows, 1, DRAW_ROWS);
    assert_in_range(canvas->columns, 1, DRAW_COLUMNS);
    for (int row = 0; row < DRAW_ROWS; row++) {
        for (int column = 0; column < DRAW_COLUMNS; column++) {
            check_cell(&canvas->cell[row][column]);
            if (row >= canvas->rows || column >= canvas->columns)
                assert_int_equal(canvas->cell[row][column].glyph, ' ');
        }
    }
}

static void check_spots(const struct draw_canvas *canvas) {
    assert_in_range(canvas->spots, 1, DRAW_SPOTS);
    for (int i = 0; i < canvas->spots; i++) {
        const struct draw_spot *spot = &canvas->spot[i];
        assert_true(spot->name[0] != '\0' && memchr(spot->name, '\0', sizeof spot->name) != NULL);
        assert_true(spot->row >= 0 && spot->rows >= 1 && spot->row + spot->rows <= canvas->rows);
        assert_true(spot->column >= 0 && spot->columns >= 1 && spot->column + spot->columns <= canvas->columns);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(spot->name, canvas->spot[j].name);
    }
}

static int marked_cells(const struct draw_canvas *canvas) {
    int count = 0;
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++)
            count += (canvas->cell[row][column].style & DRAW_LAST) != 0;
    return count;
}

/* The last move is marked if one is given; a pass happens nowhere. */
static void check_last(const struct tab_rules *rules, const struct draw_view *view, const struct draw_canvas *canvas) {
    if (view->before == NULL) {
        assert_int_equal(marked_cells(canvas), 0);
        return;
    }
    char move[TAB_MOVE_TEXT];
    tab_move_format(rules, view->before, view->last, move, sizeof move);
    if (strcmp(move, "pass") != 0 && marked_cells(canvas) == 0)
        fail_msg("the last move %s is not marked", move);
}

static bool cells_equal(const struct draw_canvas *one, const struct draw_canvas *other) {
    for (int row = 0; row < DRAW_ROWS; row++) {
        for (int column = 0; column < DRAW_COLUMNS; column++) {
            const struct draw_cell *first = &one->cell[row][column], *second = &other->cell[row][column];
            if (first->glyph != second->glyph || first->ascii != second->ascii || first->ink != second->ink ||
                first->style != second->style)
                return false;
        }
    }
    return true;
}

/* What was on the canvas before must not matter. */
static void check_canvas(const struct tab_rules *rules, const struct tab_position *position,
                         const struct draw_view *view) {
    struct draw_canvas canvas, again;
    memset(&canvas, 0x55, sizeof canvas);
    memset(&again, 0, sizeof again);
    draw_canvas(rules, position, view, &canvas);
    check_cells(&canvas);
    check_spots(&canvas);
    check_last(rules, view, &canvas);
    draw_canvas(rules, position, view, &again);
    assert_true(cells_equal(&canvas, &again));
    assert_int_equal(canvas.spots, again.spots);
    assert_memory_equal(canvas.spot, again.spot, sizeof *canvas.spot * (size_t)canvas.spots);
}

static bool spot_is_there(const struct draw_canvas *canvas, const char *name) {
    for (int i = 0; i < canvas->spots; i++)
        if (strcmp(canvas->spot[i].name, name) == 0)
            return true;
    return false;
}

/* With less room everything that can be chosen is still there, and nothing is drawn beyond the room. */
static void check_rooms(const struct tab_rules *rules, const struct tab_position *position,
                        const struct draw_view *view) {
    static const int rooms[][2] = {{DRAW_ROWS_LEAST, DRAW_COLUMNS_LEAST},
                                   {DRAW_ROWS_LEAST, DRAW_COLUMNS},
                                   {DRAW_ROWS - 1, DRAW_COLUMNS},
                                   {DRAW_ROWS, DRAW_COLUMNS_LEAST}};
    struct draw_canvas large, canvas;
    draw_canvas(rules, position, view, &large);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        struct draw_view smaller = *view;
        smaller.rows = rooms[i][0];
        smaller.columns = rooms[i][1];
        check_canvas(rules, position, &smaller);
        draw_canvas(rules, position, &smaller, &canvas);
        assert_true(canvas.rows <= smaller.rows && canvas.columns <= smaller.columns);
        for (int spot = 0; spot < large.spots; spot++)
            assert_true(spot_is_there(&canvas, large.spot[spot].name));
    }
}

/* ---- SVG ------------------------------------------------------------------------------------------------------ */

/* The whole drawing, to be freed, in a buffer of exactly its size. */
static char *svg_new(const struct tab_rules *rules, const struct tab_position *position, const struct draw_view *view) {
    size_t length = draw_svg(rules, position, view, NULL, 0);
    char *svg = malloc(length + 1);
    assert_int_equal(draw_svg(rules, position, view, svg, length + 1), length);
    assert_int_equal(strlen(svg), length);
    return svg;
}

/* A buffer too small gets the beginning of the text, ended by a zero, and nothing beyond its size. */
static void check_short_buffers(const struct tab_rules *rules, const struct tab_position *position,
                                const struct draw_view *view) {
    char *svg = svg_new(rules, position, view);
    const size_t length = strlen(svg), sizes[] = {1, 2, length / 2, length};
    char *buffer = malloc(length + 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memset(buffer, '#', length + 1);
        assert_int_equal(draw_svg(rules, position, view, buffer, sizes[i]), length);
        assert_memory_equal(buffer, svg, sizes[i] - 1);
        assert_int_equal(buffer[sizes[i] - 1], '\0');
        assert_int_equal(buffer[sizes[i]], '#');
    }
    free(svg);
    free(buffer);
}

/* Every shape that is used is defined in the drawing itself; nothing is fetched or run. */
static void check_references(const char *svg) {
    static const char reference[] = "href=\"";
    for (const char *at = strstr(svg, reference); at != NULL; at = strstr(at, reference)) {
        at += strlen(reference);
        assert_int_equal(*at, '#');
        char definition[64];
        snprintf(definition, sizeof definition, "id=\"%.*s\"", (int)strcspn(at + 1, "\""), at + 1);
        if (strstr(svg, definition) == NULL)
            fail_msg("%s is used but not there", definition);
    }
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "<image"));
    assert_null(strstr(svg, "url(http"));
}

static void check_svg(const struct tab_rules *rules, const struct tab_position *position,
                      const struct draw_view *view) {
    char *svg = svg_new(rules, position, view), *again = svg_new(rules, position, view);
    size_t at = 0;
    const char *fault = xml_fault(svg, &at);
    if (fault != NULL)
        fail_msg("%s at \"%.60s\"", fault, svg + at);
    assert_memory_equal(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", 52);
    assert_non_null(strstr(svg, "<title>"));
    assert_non_null(strstr(svg, "<desc>"));
    check_references(svg);
    assert_string_equal(svg, again);
    free(svg);
    free(again);
}

/* ---- Translation ---------------------------------------------------------------------------------------------- */

/* A language that has everything XML and terminals could stumble over. */
static const char *translate_oddly(const char *english) {
    (void)english;
    return "\xC3\xA9<&>\"";
}

/* No English word is left: nowhere four letters in a row. `text` may be UTF-8. */
static void check_no_words(const char *text, size_t length) {
    int letters = 0;
    for (size_t i = 0; i < length; i++) {
        bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
        letters = letter ? letters + 1 : 0;
        if (letters == 4)
            fail_msg("not translated: \"%.*s\"", (int)length, text);
    }
}

static void check_translated(const struct tab_rules *rules, const struct tab_position *position) {
    const struct draw_view view = {.translate = translate_oddly};
    struct draw_canvas canvas;
    draw_canvas(rules, position, &view, &canvas);
    for (int row = 0; row < canvas.rows; row++) {
        char line[DRAW_COLUMNS];
        for (int column = 0; column < DRAW_COLUMNS; column++)
            line[column] = canvas.cell[row][column].glyph < 0x80 ? (char)canvas.cell[row][column].glyph : '?';
        check_no_words(line, sizeof line);
    }
    check_svg(rules, position, &view);
    char *svg = svg_new(rules, position, &view);
    for (const char *text = strchr(svg, '>'); text != NULL; text = strchr(text, '>')) {
        text++;
        size_t length = strcspn(text, "<");
        char *plain = strndup(text, length);
        for (char *entity = strstr(plain, "&quot;"); entity != NULL; entity = strstr(entity, "&quot;"))
            memset(entity, ' ', strlen("&quot;"));
        check_no_words(plain, length);
        free(plain);
    }
    free(svg);
}

/* ---- Random play ---------------------------------------------------------------------------------------------- */

struct row {
    char spec[TAB_SPEC_TEXT];
};

static void check_position(const struct tab_rules *rules, const struct tab_position *position,
                           const struct tab_position *before, tab_move last) {
    const struct draw_view views[] = {
        {.before = NULL},
        {.turned = true},
        {.before = before, .last = last},
        {.before = before, .last = last, .turned = true},
    };
    for (size_t i = 0; i < (before != NULL ? 4 : 2); i++) {
        check_canvas(rules, position, &views[i]);
        check_rooms(rules, position, &views[i]);
        check_svg(rules, position, &views[i]);
    }
    check_short_buffers(rules, position, &views[0]);
    check_translated(rules, position);
}

/* Looks at the start, at some positions on the way, and at the end of a random game. */
static void test_random_play(void **state) {
    enum { PLIES_MAX = 400 };
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position, before;
    struct tab_random random;
    tab_random_seed(&random, 7);
    tab_position_start(&rules, &position);
    check_position(&rules, &position, NULL, 0);
    for (int ply = 1; ply <= PLIES_MAX && tab_position_player(&rules, &position) != 0; ply++) {
        before = position;
        tab_move last = tab_random_move(&random, &rules, &position);
        tab_position_play(&rules, &position, last);
        bool over = tab_position_player(&rules, &position) == 0;
        if (ply <= 2 || over || tab_random_below(&random, 24) == 0)
            check_position(&rules, &position, &before, last);
    }
}

static void test_drawn(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position;
    tab_position_start(&rules, &position);
    rules.game->declare_draw(&position);
    check_position(&rules, &position, NULL, 0);
}

/* A text on a canvas; NULL: it is not there. */
static const struct draw_cell *text_find(const struct draw_canvas *canvas, const char *text) {
    const int length = (int)strlen(text);
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column + length <= canvas->columns; column++) {
            int same = 0;
            while (same < length && canvas->cell[row][column + same].ascii == text[same])
                same++;
            if (same == length)
                return &canvas->cell[row][column];
        }
    return NULL;
}

/* Names have the colour that everything else about a player has; where colours belong to nobody, they have none. */
static void test_names(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position;
    struct draw_canvas canvas;
    tab_position_start(&rules, &position);
    draw_canvas(&rules, &position, &(struct draw_view){.turned = false}, &canvas);
    for (int player = 1; player <= tab_rules_players(&rules); player++) {
        const struct draw_cell *name = text_find(&canvas, draw_player(&rules, player));
        assert_non_null(name);
        assert_int_equal(name->ink, draw_player_ink(&rules, player));
    }
}

static void test_inks(void **state) {
    (void)state;
    const struct tab_rules towers = testing_rules("santasi"), dragon = testing_rules("khantsin");
    assert_int_equal(draw_player_ink(&towers, 1), DRAW_FIRST);
    assert_int_equal(draw_player_ink(&towers, 2), DRAW_NEUTRAL);
    for (int player = 1; player <= 2; player++)
        assert_int_equal(draw_player_ink(&dragon, player), DRAW_LABEL);
}

static const char *row_name(const void *row) { return ((const struct row *)row)->spec; }

static int run_random_play(void) {
    int count = 0, index = 0;
    struct row *rows = NULL, next;
    while (testing_spec(&index, next.spec, sizeof next.spec) != NULL) {
        rows = realloc(rows, sizeof *rows * (size_t)(count + 1));
        rows[count++] = next;
    }
    int failures = testing_run_rows("random play", test_random_play, rows, sizeof *rows, count, row_name);
    free(rows);
    struct row games[16];
    for (count = 0; count < tab_game_count(); count++)
        snprintf(games[count].spec, sizeof games[count].spec, "%s", tab_game_id(tab_game_at(count)));
    failures += testing_run_rows("names", test_names, games, sizeof *games, count, row_name);
    return failures + testing_run_rows("drawn games", test_drawn, games, sizeof *games, count, row_name);
}

/* ---- The checker of XML itself -------------------------------------------------------------------------------- */

struct xml_row {
    const char *text, *fault;
};

static struct xml_row xml_rows[] = {
    {"<a/>", NULL},
    {"<a b=\"1\" c=\"&lt;\">x &amp; y<d>z</d></a>\n", NULL},
    {"", "an element is missing"},
    {"x<a/>", "an element is missing"},
    {"</a>", "an element is missing"},
    {"<a>", "the text ends too early"},
    {"<a></b>", "a closing tag that does not fit"},
    {"<a><b></a></b>", "a closing tag that does not fit"},
    {"<a/><b/>", "something after the element"},
    {"<a b=1/>", "an attribute without a quoted value"},
    {"<a b/>", "an attribute without a quoted value"},
    {"<a b=\"1\"c=\"2\"/>", "attributes without a space between them"},
    {"<a b=\"1\" b=\"2\"/>", "an attribute given twice"},
    {"<a b=\"<\"/>", "a bare < or >"},
    {"<a b=\"1/>", "a bare < or >"},
    {"<a>1 > 0</a>", "a bare < or >"},
    {"<a>x & y</a>", "a bare &"},
    {"<a>&eacute;</a>", "a bare &"},
    {"<a>\x1B</a>", "a control character"},
    {"<a><>x</a>", "a name is missing"},
    {"<a / >", "a tag that does not end"},
};

static void test_xml(void **state) {
    const struct xml_row *row = *state;
    size_t at = 0;
    const char *fault = xml_fault(row->text, &at);
    if (row->fault == NULL)
        assert_null(fault);
    else
        assert_string_equal(fault, row->fault);
}

static const char *xml_name(const void *row) { return ((const struct xml_row *)row)->text; }

/* ---- Canvases kept as files ----------------------------------------------------------------------------------- */

/* tests/data/draw/NAME.txt shows the position with Unicode, NAME.ascii.txt without; blanks at the end of lines are
 * left out. Moves are played from the position, or from the start when that is NULL, and the last one is marked. */
struct golden {
    const char *name, *spec, *position, *moves;
    bool turned;
    int rows, columns; /* the room; 0: all */
};

static struct golden goldens[] = {
    {"siam-start", "siam", NULL, "", false, 0, 0},
    {"siam-turned", "siam:exits=once", "1n2w/2E2/1###1/N2s1/4W 2 21 10", "b5a5w", true, 0, 0},
    {"siam-won", "siam:openings=crossed", "2#2/2N2/2e2/1#1#1/W3s 1 20 00", "c4c5n", false, 0, 0},
    {"santasi-start", "santasi", NULL, "", false, 0, 0},
    {"santasi-middle", "santasi", "s,b,s,bs,b/s,ss,s,sb,b/-,b,-,bb,sb 1", "sE1", false, 0, 0},
    {"santasi-turned", "santasi:set=6x999+6x1+6x500+6x3+6x77", "s,sbbb,s,bssbs,b/s,bbs,-,ss,b/s,bss,s,bbbbs,s 1", "bC2",
     true, 0, 0},
    {"santasi-over", "santasi", "b,b,s,ss,bs/bss,bbs,bbs,bbss,bs/sb,ss,-,bb,b 2", "sE2", false, 0, 0},
    {"anneaux-start", "anneaux", NULL, "", false, 0, 0},
    {"anneaux-taking", "anneaux", "1....2.2/.1.2..../.1.2..A1 1 2,5 b -", "a+", false, 0, 0},
    {"anneaux-turned", "anneaux:players=4", "11.4..2./.22..3.4/3..D4D1. 2 0,2,x,3 b -", "b7", true, 0, 0},
    {"anneaux-pass", "anneaux:players=3", "12313212/23123233/32323232 1 0,0,0 a -", "", false, 0, 0},
    {"anneaux-won", "anneaux", "11....../222...../....B... 1 8,0 c 22", "xb3 xb2", false, 0, 0},
    {"khantsin-setup", "khantsin", NULL, "17 4 36", false, 0, 0},
    {"khantsin-play", "khantsin:setup=striped", NULL, "3-36 35-2 2-20 36-1 1:2-20", false, 0, 0},
    {"khantsin-turned", "khantsin:speed=two",
     "-/-/-/-/-/-/-/-/-/wr/-/-/w/w/w/br/wwbbb/r/wbb/br/brww/rrb/ww/rr/-/rrbbb/r/-/-/-/w/-/-/-/-/- 1", "10:1-21", true,
     0, 0},
    {"khantsin-won", "khantsin",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/bw/bwrwrbr/b/brbbwww/wrwbwb/ww/-/bbrrr/-/-/rr/-/-/-/-/-/-/-/-/-/-/wrrb 2",
     "20:1-22 15-22 20-22", false, 0, 0},
};

#define LEAST DRAW_ROWS_LEAST, DRAW_COLUMNS_LEAST

static struct golden small_goldens[] = {
    {"siam-small", "siam:exits=once", "1n2w/2E2/1###1/N2s1/4W 2 21 10", "b5a5w", false, LEAST},
    {"siam-lower", "siam", NULL, "@c1n", false, DRAW_ROWS - 1, DRAW_COLUMNS},
    {"santasi-small", "santasi", "s,b,s,bs,b/s,ss,s,sb,b/-,b,-,bb,sb 1", "sE1", false, LEAST},
    {"santasi-lower", "santasi", "s,b,s,bs,b/s,ss,s,sb,b/-,b,-,bb,sb 1", "sE1", false, DRAW_ROWS - 1, DRAW_COLUMNS},
    {"anneaux-small", "anneaux:players=4", "11.4..2./.22..3.4/3..D4D1. 2 0,2,x,3 b -", "b7", false, LEAST},
    {"anneaux-lower", "anneaux", NULL, "a1", false, DRAW_ROWS - 1, DRAW_COLUMNS},
    {"khantsin-small", "khantsin",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/bw/bwrwrbr/b/brbbwww/wrwbwb/ww/-/bbrrr/-/-/rr/-/-/-/-/-/-/-/-/-/-/wrrb 2",
     "20:1-22 15-22 20-22", false, LEAST},
    {"khantsin-lower", "khantsin:setup=striped", NULL, "3-36 35-2", false, DRAW_ROWS - 1, DRAW_COLUMNS},
};

static void append_utf8(char **out, uint32_t glyph) {
    if (glyph < 0x80) {
        *(*out)++ = (char)glyph;
    } else if (glyph < 0x800) {
        *(*out)++ = (char)(0xC0 | glyph >> 6);
        *(*out)++ = (char)(0x80 | (glyph & 0x3F));
    } else {
        *(*out)++ = (char)(0xE0 | glyph >> 12);
        *(*out)++ = (char)(0x80 | (glyph >> 6 & 0x3F));
        *(*out)++ = (char)(0x80 | (glyph & 0x3F));
    }
}

static void canvas_print(const struct draw_canvas *canvas, bool ascii, char *out) {
    for (int row = 0; row < canvas->rows; row++) {
        const struct draw_cell *cells = canvas->cell[row];
        int columns = canvas->columns;
        while (columns > 0 && cells[columns - 1].glyph == ' ')
            columns--;
        for (int column = 0; column < columns; column++)
            append_utf8(&out, ascii ? (uint32_t)cells[column].ascii : cells[column].glyph);
        *out++ = '\n';
    }
    *out = '\0';
}

static void golden_draw(const struct golden *golden, struct draw_canvas *canvas) {
    struct tab_rules rules = testing_rules(golden->spec);
    struct tab_position position, before;
    tab_position_start(&rules, &position);
    if (golden->position != NULL)
        position = testing_position(&rules, golden->position);
    struct draw_view view = {.turned = golden->turned, .rows = golden->rows, .columns = golden->columns};
    char *moves = strdup(golden->moves), *rest = NULL;
    for (char *word = strtok_r(moves, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        before = position;
        view.before = &before;
        assert_true(tab_move_parse(&rules, &position, word, &view.last, NULL));
        tab_position_play(&rules, &position, view.last);
    }
    free(moves);
    draw_canvas(&rules, &position, &view, canvas);
}

static void check_lines(const char *path, const char *kept, const char *drawn) {
    for (int line = 1; *kept != '\0' || *drawn != '\0'; line++) {
        size_t length = strcspn(kept, "\n"), drawn_length = strcspn(drawn, "\n");
        if (length != drawn_length || memcmp(kept, drawn, length) != 0)
            fail_msg("%s:%d has\n%.*s\nbut drawn is\n%.*s", path, line, (int)length, kept, (int)drawn_length, drawn);
        kept += length + (kept[length] != '\0');
        drawn += drawn_length + (drawn[drawn_length] != '\0');
    }
}

static void check_file(const char *name, const char *drawn) {
    char path[512], kept[DRAW_ROWS * (DRAW_COLUMNS * 3 + 1) + 1];
    snprintf(path, sizeof path, "%s/draw/%s", TEST_DATA, name);
    FILE *stream = fopen(path, "r");
    size_t length = stream != NULL ? fread(kept, 1, sizeof kept - 1, stream) : 0;
    kept[length] = '\0';
    if (stream != NULL)
        fclose(stream);
    check_lines(path, kept, drawn);
}

static void test_golden(void **state) {
    const struct golden *golden = *state;
    struct draw_canvas canvas;
    golden_draw(golden, &canvas);
    char name[64], drawn[DRAW_ROWS * (DRAW_COLUMNS * 3 + 1) + 1];
    for (int ascii = 0; ascii < 2; ascii++) {
        snprintf(name, sizeof name, "%s%s.txt", golden->name, ascii ? ".ascii" : "");
        canvas_print(&canvas, ascii, drawn);
        check_file(name, drawn);
    }
}

static const char *golden_name(const void *row) { return ((const struct golden *)row)->name; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    const struct CMUnitTest inks[] = {cmocka_unit_test(test_inks)};
    int failures = run_random_play();
    failures += testing_run_group("inks", inks, 1, NULL, NULL);
    failures += testing_run_rows("xml", test_xml, ROWS(xml_rows), xml_name);
    failures += testing_run_rows("goldens", test_golden, ROWS(goldens), golden_name);
    failures += testing_run_rows("smaller goldens", test_golden, ROWS(small_goldens), golden_name);
    return failures;
}
