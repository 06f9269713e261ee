/* test_draw_siam.c - which squares a drawing of Siam marks, and what it says about the rules. */
#include "testing.h"
#include "draw/draw.h"

#include <stdio.h>
#include <string.h>

struct row {
    const char *name, *spec, *position, *move, *marked;
};

/* ---- The last move -------------------------------------------------------------------------------------------- */

static struct row last_rows[] = {
    {"entering", "siam", "5/5/1###1/5/5 1 0 00", "@a1n", "a1"},
    {"walking", "siam", "5/5/1###1/5/E4 1 2 00", "a1b1n", "a1 b1"},
    {"turning", "siam", "5/5/1###1/5/E4 1 2 00", "a1n", "a1"},
    {"leaving", "siam", "5/5/1###1/5/E4 1 2 00", "a1-", "a1"},
    {"pushing a rock", "siam", "5/5/1###1/2N2/5 1 2 00", "c2c3n", "c2 c3 c4"},
    {"pushing a rock onto the edge of a gap", "siam", "5/5/#1##1/2N2/5 1 2 00", "c2c3n", "c2 c3 c4"},
    {"pushing an animal off", "siam", "2e2/2N2/1###1/5/5 1 2 00", "c4c5n", "c4 c5"},
    {"pushing three", "siam", "5/5/EEw#1/2##1/5 1 2 00", "a3b3e", "a3 b3 c3 d3 e3"},
    {"entering by a push", "siam", "5/5/1###1/5/2e2 1 2 00", "@c1n", "c1 c2"},
};

static bool spot_has_style(const struct draw_canvas *canvas, const struct draw_spot *spot, int style) {
    for (int row = spot->row; row < spot->row + spot->rows; row++)
        for (int column = spot->column; column < spot->column + spot->columns; column++)
            if (!(canvas->cell[row][column].style & style))
                return false;
    return true;
}

static void test_last(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position before = testing_position(&rules, row->position), after = before;
    struct draw_view view = {.before = &before};
    assert_true(tab_move_parse(&rules, &before, row->move, &view.last, NULL));
    tab_position_play(&rules, &after, view.last);
    struct draw_canvas canvas;
    draw_canvas(&rules, &after, &view, &canvas);
    char marked[128] = "";
    for (int i = 0; i < canvas.spots; i++)
        if (spot_has_style(&canvas, &canvas.spot[i], DRAW_LAST))
            snprintf(marked + strlen(marked), sizeof marked - strlen(marked), "%s%s", marked[0] != '\0' ? " " : "",
                     canvas.spot[i].name);
    assert_string_equal(marked, row->marked);
}

/* ---- Squares barred by the opening ---------------------------------------------------------------------------- */

static struct row barred_rows[] = {
    {"free opening", "siam", "5/5/1###1/5/5 1 0 00", NULL, ""},
    {"crossed opening, first turn", "siam:openings=crossed", "5/5/1###1/5/5 1 0 00", NULL, "c1 c5"},
    {"crossed opening, fourth turn", "siam:openings=crossed", "n4/5/1###1/5/E4 2 3 00", NULL, "c1 c5"},
    {"crossed opening, fifth turn", "siam:openings=crossed", "n4/5/1###1/5/E4 1 4 00", NULL, ""},
    {"crossed opening, game over", "siam:openings=crossed", "n4/5/1###1/5/E4 = 3 00", NULL, ""},
};

static bool spot_has_ink(const struct draw_canvas *canvas, const struct draw_spot *spot, enum draw_ink ink) {
    for (int row = spot->row; row < spot->row + spot->rows; row++)
        for (int column = spot->column; column < spot->column + spot->columns; column++)
            if (canvas->cell[row][column].ink == ink)
                return true;
    return false;
}

static void test_barred(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position = testing_position(&rules, row->position);
    struct draw_view view = {.before = NULL};
    struct draw_canvas canvas;
    draw_canvas(&rules, &position, &view, &canvas);
    char marked[128] = "";
    for (int i = 0; i < canvas.spots; i++)
        if (spot_has_ink(&canvas, &canvas.spot[i], DRAW_MARK))
            snprintf(marked + strlen(marked), sizeof marked - strlen(marked), "%s%s", marked[0] != '\0' ? " " : "",
                     canvas.spot[i].name);
    assert_string_equal(marked, row->marked);
}

/* ---- The description of the SVG ------------------------------------------------------------------------------- */

static struct row description_rows[] = {
    {"start", "siam", "5/5/1###1/5/5 1 0 00", NULL,
     "<desc>Elephants: in reserve 5, to move. Rhinos: in reserve 5. Rocks: b3 c3 d3.</desc>"},
    {"won", "siam", "N4/5/#3#/5/2s1E 1# 20 00", NULL,
     "<desc>Elephants: e1 east, a5 north, in reserve 3, won. Rhinos: c1 south, in reserve 4. Rocks: a3 e3.</desc>"},
    {"drawn", "siam", "5/5/1###1/5/5 = 8 00", NULL,
     "<desc>Elephants: in reserve 5, draw. Rhinos: in reserve 5, draw. Rocks: b3 c3 d3.</desc>"},
};

static void test_description(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position = testing_position(&rules, row->position);
    struct draw_view view = {.before = NULL};
    char svg[32768];
    assert_in_range(draw_svg(&rules, &position, &view, svg, sizeof svg), 1, sizeof svg - 1);
    if (strstr(svg, row->marked) == NULL)
        fail_msg("no %s in %.600s", row->marked, svg);
}

static const char *name_of(const void *row) { return ((const struct row *)row)->name; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    int failures = testing_run_rows("last move", test_last, ROWS(last_rows), name_of);
    failures += testing_run_rows("barred squares", test_barred, ROWS(barred_rows), name_of);
    failures += testing_run_rows("description", test_description, ROWS(description_rows), name_of);
    return failures;
}
