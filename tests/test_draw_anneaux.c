/* test_draw_anneaux.c - which cells and rings a drawing of Three Rings marks, and what it says about the players. */
#include "testing.h"
#include "draw/draw.h"

#include <stdio.h>
#include <string.h>

struct row {
    const char *name, *spec, *position, *move, *shown;
};

/* The canvas after `move`, which may be NULL. */
static void row_draw(const struct row *row, struct draw_canvas *canvas) {
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position before = testing_position(&rules, row->position), after = before;
    struct draw_view view = {.before = row->move != NULL ? &before : NULL};
    if (row->move != NULL) {
        assert_true(tab_move_parse(&rules, &before, row->move, &view.last, NULL));
        tab_position_play(&rules, &after, view.last);
    }
    draw_canvas(&rules, &after, &view, canvas);
}

/* Names of the spots of which the first cell is as `wanted` says, separated by spaces. */
static void check_spots(const struct row *row, bool (*wanted)(const struct draw_cell *cell)) {
    struct draw_canvas canvas;
    row_draw(row, &canvas);
    char shown[256] = "";
    for (int i = 0; i < canvas.spots; i++) {
        const struct draw_spot *spot = &canvas.spot[i];
        if (wanted(&canvas.cell[spot->row][spot->column]))
            snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%s", shown[0] != '\0' ? " " : "",
                     spot->name);
    }
    assert_string_equal(shown, row->shown);
}

/* ---- The last move -------------------------------------------------------------------------------------------- */

static struct row last_rows[] = {
    {"placing", "anneaux", "1......./2......./........ 1 9,9 - -", "c4", "c4"},
    {"sliding", "anneaux", "1......./2......./........ 1 9,9 - -", "a1-a8", "a1 a8"},
    {"flying", "anneaux", "1.1...../....2.2./1..2...1 1 0,6 a -", "a1-c6", "a1 c6"},
    {"turning", "anneaux", "1......./2......./........ 1 9,9 - -", "b-", "b1 b2 b3 b4 b5 b6 b7 b8"},
    {"taking", "anneaux", "A1A..2../.1....2./2..1.2.. 1 3,5 b 2", "xb7", "b7"},
    {"passing", "anneaux:players=3", "12313212/23123233/32323232 1 0,0,0 a -", "pass", ""},
    {"no move", "anneaux", "1......./2......./........ 1 9,9 - -", NULL, ""},
};

static bool is_last(const struct draw_cell *cell) { return (cell->style & DRAW_LAST) != 0; }

static void test_last(void **state) { check_spots(*state, is_last); }

/* ---- The ring that may not be turned -------------------------------------------------------------------------- */

static struct row locked_rows[] = {
    {"none yet", "anneaux", "1......./2......./........ 1 9,9 - -", NULL, ""},
    {"the inner ring", "anneaux", "1......./2......./........ 1 9,9 a -", NULL, "a+ a-"},
    {"the outer ring, just turned", "anneaux", "1......./2......./........ 1 9,9 a -", "c+", "c+ c-"},
    {"nothing is locked when the game is over", "anneaux", "A1A...../22....../........ 1# 7,x a -", NULL, ""},
};

static bool is_marked(const struct draw_cell *cell) { return cell->ink == DRAW_MARK; }

static void test_locked(void **state) { check_spots(*state, is_marked); }

/* ---- Spent pawns ---------------------------------------------------------------------------------------------- */

static struct row spent_rows[] = {
    {"none", "anneaux", "111...../2......./........ 1 5,9 - -", NULL, ""},
    {"both players'", "anneaux", "A1A...../.B2B..../........ 1 5,5 - -", NULL, "a1 a3 b2 b4"},
    {"of an arc just made", "anneaux", "1.1...../2......./........ 1 5,9 - -", "a2", "a1 a3"},
};

static bool is_spent(const struct draw_cell *cell) { return cell->ascii == ':'; }

static void test_spent(void **state) { check_spots(*state, is_spent); }

/* ---- Where moves are made ------------------------------------------------------------------------------------- */

static struct row spot_rows[] = {
    {"cells and handles", "anneaux", "......../......../........ 1 10,10 - -", NULL,
     "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3 c4 c5 c6 c7 c8 a+ a- b+ b- c+ c-"},
    {"passing", "anneaux:players=3", "12313212/23123233/32323232 1 0,0,0 a -", NULL,
     "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3 c4 c5 c6 c7 c8 a+ a- b+ b- c+ c- pass"},
};

static bool is_any(const struct draw_cell *cell) { return cell != NULL; }

static void test_spots(void **state) { check_spots(*state, is_any); }

/* ---- The description of the SVG ------------------------------------------------------------------------------- */

static struct row description_rows[] = {
    {"start", "anneaux", "......../......../........ 1 10,10 - -", NULL,
     "<desc>Player 1: in reserve 10, lost 0, to move. Player 2: in reserve 10, lost 0.</desc>"},
    {"taking, with a ring turned last", "anneaux", "A1A..2../.1....2./2..1.2.. 1 3,5 b 2", NULL,
     "<desc>Player 1: a1 spent, a2, a3 spent, b2, c4, in reserve 3, lost 2, takes. "
     "Player 2: a6, b7, c1, c6, in reserve 5, lost 1. Ring turned last: b.</desc>"},
    {"flying, one eliminated", "anneaux:players=3", "1.1...../....2.2./1..2...3 1 0,6,x a -", NULL,
     "<desc>Player 1: a1, a3, c1, in reserve 0, lost 7, to move, flying. "
     "Player 2: b5, b7, c4, in reserve 6, lost 1. "
     "Player 3: c8, in reserve 0, lost 9, eliminated. Ring turned last: a.</desc>"},
    {"drawn", "anneaux", "......../......../........ = 10,10 a -", NULL,
     "<desc>Player 1: in reserve 10, lost 0, draw. Player 2: in reserve 10, lost 0, draw.</desc>"},
};

static void test_description(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position = testing_position(&rules, row->position);
    struct draw_view view = {.before = NULL};
    char svg[32768];
    assert_in_range(draw_svg(&rules, &position, &view, svg, sizeof svg), 1, sizeof svg - 1);
    if (strstr(svg, row->shown) == NULL)
        fail_msg("no %s in %.900s", row->shown, svg);
}

static const char *name_of(const void *row) { return ((const struct row *)row)->name; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    int failures = testing_run_rows("last move", test_last, ROWS(last_rows), name_of);
    failures += testing_run_rows("locked ring", test_locked, ROWS(locked_rows), name_of);
    failures += testing_run_rows("spent pawns", test_spent, ROWS(spent_rows), name_of);
    failures += testing_run_rows("spots", test_spots, ROWS(spot_rows), name_of);
    return failures + testing_run_rows("description", test_description, ROWS(description_rows), name_of);
}
