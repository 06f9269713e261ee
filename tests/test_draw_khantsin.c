/* test_draw_khantsin.c - what a drawing of Khan Tsin marks, and where the piles stand. */
#include "testing.h"
#include "draw/draw.h"

#include <stdio.h>
#include <string.h>

#define SQUARES_16 "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-"
#define EMPTY SQUARES_16 "/" SQUARES_16 "/-/-/-/- 1"
#define STRIPES "r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w"
#define LATE "-/-/-/-/-/-/-/-/-/-/-/-/-/-/wbwrbbrr/-/bwwwrbbr/wrbrwwrb/rbbwrww/bb/wrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-"
#define WON "rrrbbbwww/-/-/-/-/-/-/-/-/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w 2#"

struct row {
    const char *name, *spec, *position, *move, *expected;
    bool turned;
};

static void draw_row(const struct row *row, struct draw_canvas *canvas) {
    const struct tab_rules rules = testing_rules(row->spec);
    struct tab_position before = testing_position(&rules, row->position), after = before;
    struct draw_view view = {.turned = row->turned};
    if (row->move != NULL) {
        view.before = &before;
        assert_true(tab_move_parse(&rules, &before, row->move, &view.last, NULL));
        tab_position_play(&rules, &after, view.last);
    }
    draw_canvas(&rules, &after, &view, canvas);
}

/* ---- Piles that may be taken from ----------------------------------------------------------------------------- */

static struct row playable_rows[] = {
    {"set-up", "khantsin", EMPTY, NULL, "", false},
    {"South", "khantsin", STRIPES " 1", NULL, "1 2 3 4", false},
    {"North", "khantsin", STRIPES " 2", NULL, "33 34 35 36", false},
    {"North, from the other side", "khantsin", STRIPES " 2", NULL, "33 34 35 36", true},
    {"South, late", "khantsin", LATE " 1", NULL, "15 17 18 19", false},
    {"North, late", "khantsin", LATE " 2", NULL, "18 19 20 21", false},
    {"a player who must pass", "khantsin:speed=two", LATE " 1", NULL, "15 17 18 19", false},
    {"won", "khantsin", WON, NULL, "", false},
};

static void test_playable(void **state) {
    const struct row *row = *state;
    struct draw_canvas canvas;
    char marked[256] = "";
    draw_row(row, &canvas);
    for (int i = 0; i < canvas.spots; i++) {
        const struct draw_spot *spot = &canvas.spot[i];
        bool found = false;
        for (int column = spot->column; column < spot->column + spot->columns; column++)
            found |= canvas.cell[spot->row + spot->rows - 1][column].ink == DRAW_MARK;
        if (found)
            snprintf(marked + strlen(marked), sizeof marked - strlen(marked), "%s%s", marked[0] ? " " : "", spot->name);
    }
    assert_string_equal(marked, row->expected);
}

/* ---- Piles and the last move ---------------------------------------------------------------------------------- */

/* Expected: every square of the last move with its pile from bottom to top, barons that moved in upper case. */
static struct row last_rows[] = {
    {"a placement", "khantsin", EMPTY, "17", "17 R", false},
    {"a whole pile", "khantsin", STRIPES " 1", "2-36", "2 / 36 wB", false},
    {"a whole pile, from the other side", "khantsin", STRIPES " 1", "2-36", "2 / 36 wB", true},
    {"a part", "khantsin", LATE " 2", "21:2-20", "20 bbRR / 21 w", false},
    {"nine", "khantsin", LATE " 1", "19:1-15", "15 wbwrbbrrW / 19 rbbwrw", false},
    {"carried turned over", "khantsin:flips=both", LATE " 2", "21-20i", "20 bbRRW / 21 ", false},
    {"all turned over", "khantsin:flips=both", STRIPES " 1", "2-36r", "2 / 36 BW", false},
    {"a pass", "khantsin:speed=two", LATE " 1", "pass", "", false},
};

static bool spot_is_last(const struct draw_canvas *canvas, const struct draw_spot *spot) {
    return canvas->cell[spot->row + spot->rows - 1][spot->column].style & DRAW_LAST;
}

static void spot_write(const struct draw_canvas *canvas, const struct draw_spot *spot, char *text) {
    sprintf(text, "%s ", spot->name);
    for (int row = spot->row + spot->rows - 2; row >= spot->row; row--) {
        const struct draw_cell *cell = &canvas->cell[row][spot->column + 1];
        if (cell->ascii == ' ')
            break;
        char letter[] = {cell->style & DRAW_LAST ? (char)(cell->ascii - 'a' + 'A') : cell->ascii, '\0'};
        strcat(text, letter);
    }
}

static void test_last(void **state) {
    const struct row *row = *state;
    struct draw_canvas canvas;
    char marked[256] = "";
    draw_row(row, &canvas);
    for (int i = 0; i < canvas.spots; i++) {
        if (!spot_is_last(&canvas, &canvas.spot[i]))
            continue;
        if (marked[0] != '\0')
            strcat(marked, marked[strlen(marked) - 1] == ' ' ? "/ " : " / ");
        spot_write(&canvas, &canvas.spot[i], marked + strlen(marked));
    }
    assert_string_equal(marked, row->expected);
}

/* ---- The description of the SVG, and what only the SVG shows -------------------------------------------------- */

static struct row svg_rows[] = {
    {"set-up", "khantsin", EMPTY, NULL, "<desc>South: to place a baron. The board is empty.</desc>", false},
    {"late", "khantsin", LATE " 2", NULL,
     "<desc>North: to move. Piles from bottom to top: 15 w b w r b b r r, 17 b w w w r b b r, 18 w r b r w w r b, "
     "19 r b b w r w w, 20 b b, 21 w r r.</desc>",
     false},
    {"pass", "khantsin:speed=two", LATE " 1", NULL, "<desc>South: must pass. Piles", false},
    {"won", "khantsin", WON, NULL, "<desc>North: won. Piles from bottom to top: 1 r r r b b b w w w, 10 r,", false},
    {"why it is over", "khantsin", WON, NULL, ">a pile of nine was made<", false},
    {"last move", "khantsin", STRIPES " 1", "2-36", ">Last move: 2-36<", false},
};

static void test_svg(void **state) {
    const struct row *row = *state;
    const struct tab_rules rules = testing_rules(row->spec);
    struct tab_position before = testing_position(&rules, row->position), after = before;
    struct draw_view view = {.turned = row->turned};
    char svg[65536];
    if (row->move != NULL) {
        view.before = &before;
        assert_true(tab_move_parse(&rules, &before, row->move, &view.last, NULL));
        tab_position_play(&rules, &after, view.last);
    }
    assert_in_range(draw_svg(&rules, &after, &view, svg, sizeof svg), 1, sizeof svg - 1);
    if (strstr(svg, row->expected) == NULL)
        fail_msg("no %s in %.900s", row->expected, svg);
}

/* Simple, double and triple squares look different with two speeds, and only then. */
static void test_dragon(void **state) {
    (void)state;
    static const char dragon[] = "dragon=112233112233112233112233112233112233";
    for (int two = 0; two < 2; two++) {
        char spec[TAB_SPEC_TEXT];
        struct draw_canvas canvas;
        snprintf(spec, sizeof spec, "khantsin:%s%s", two ? "speed=two," : "", dragon);
        draw_row(&(struct row){.spec = spec, .position = STRIPES " 1"}, &canvas);
        for (int i = 0; i < 36; i++) {
            const struct draw_spot *spot = &canvas.spot[i];
            const char back = canvas.cell[spot->row + spot->rows - 1][spot->column].ascii;
            assert_int_equal(back, two ? "-=#"[i % 6 / 2] : '=');
        }
    }
}

static const char *name_of(const void *row) { return ((const struct row *)row)->name; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_dragon)};
    int failures = testing_run_rows("playable piles", test_playable, ROWS(playable_rows), name_of);
    failures += testing_run_rows("last move", test_last, ROWS(last_rows), name_of);
    failures += testing_run_rows("svg", test_svg, ROWS(svg_rows), name_of);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
