/* test_draw_santasi.c - what a drawing of San Ta Si shows of the towers, and what it marks. */
#include "testing.h"
#include "draw/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 5, SITES = 3, STRIP = 2, TOWER_ROWS = 17 };

static const struct draw_spot *spot_find(const struct draw_canvas *canvas, const char *name) {
    for (int i = 0; i < canvas->spots; i++)
        if (strcmp(canvas->spot[i].name, name) == 0)
            return &canvas->spot[i];
    fail_msg("no spot %s", name);
    return NULL;
}

/* ---- The last move -------------------------------------------------------------------------------------------- */

struct row {
    const char *name, *spec, *position, *move, *expected;
    bool turned;
};

static struct row last_rows[] = {
    {"first cylinder", "santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "sE1", "1 sE", false},
    {"the core", "santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "bA2", "2 bA", false},
    {"seen from the other side", "santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "bC3", "3 bC", true},
    {"on top of another", "santasi", "-,-,b,s,-/-,-,-,-,-/-,-,-,-,- 1", "bD1", "1 bD", false},
    {"hidden at once", "santasi", "-,-,-,-,-/-,-,-,s,b/-,-,-,-,- 1", "sB2", "2 sB", false},
    {"the last of its kind", "santasi:set=1x1+1x1+1x1+1x1+1x1", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "sD3", "3 sD",
     false},
};

/* Names the spots with a cell in the style, in the order of their names. */
static void spots_styled(const struct draw_canvas *canvas, int style, char *names, size_t size) {
    names[0] = '\0';
    for (int i = 0; i < canvas->spots; i++) {
        const struct draw_spot *spot = &canvas->spot[i];
        bool found = false;
        for (int cell = 0; cell < spot->rows * spot->columns; cell++)
            found |= canvas->cell[spot->row + cell / spot->columns][spot->column + cell % spot->columns].style & style;
        if (found)
            snprintf(names + strlen(names), size - strlen(names), "%s%s", names[0] != '\0' ? " " : "", spot->name);
    }
}

static void test_last(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position before = testing_position(&rules, row->position), after = before;
    struct draw_view view = {.before = &before, .turned = row->turned};
    struct draw_canvas canvas;
    char marked[64];
    assert_true(tab_move_parse(&rules, &before, row->move, &view.last, NULL));
    tab_position_play(&rules, &after, view.last);
    draw_canvas(&rules, &after, &view, &canvas);
    spots_styled(&canvas, DRAW_LAST, marked, sizeof marked);
    assert_string_equal(marked, row->expected);
}

/* ---- Spots ---------------------------------------------------------------------------------------------------- */

/* Towers stand from left to right, from right to left when seen from the other side. */
static void test_places(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("santasi");
    struct tab_position position;
    struct draw_canvas straight, turned;
    tab_position_start(&rules, &position);
    draw_canvas(&rules, &position, &(struct draw_view){.turned = false}, &straight);
    draw_canvas(&rules, &position, &(struct draw_view){.turned = true}, &turned);
    assert_int_equal(straight.spots, SITES + 2 * SIZES);
    for (int site = 0; site < SITES; site++) {
        const char name[] = {(char)('1' + site), '\0'}, other[] = {(char)('3' - site), '\0'};
        assert_int_equal(spot_find(&straight, name)->column, spot_find(&turned, other)->column);
    }
    assert_true(spot_find(&straight, "1")->column < spot_find(&straight, "2")->column);
    assert_true(spot_find(&straight, "2")->column < spot_find(&straight, "3")->column);
}

/* ---- The towers in random play -------------------------------------------------------------------------------- */

/* Letters of a colour in the towers that are bold: the tops of visible cylinders, A once and the others twice. */
static int bold_letters(const struct draw_canvas *canvas, char colour, bool core) {
    int count = 0;
    for (int site = 0; site < SITES; site++) {
        const int left = site * (STRIP * (2 * SIZES - 1) + 2), middle = left + STRIP * (SIZES - 1);
        for (int row = 0; row < TOWER_ROWS; row++)
            for (int column = left; column < left + STRIP * (2 * SIZES - 1); column++)
                if ((column == middle) == core)
                    count += canvas->cell[row][column].ascii == colour && canvas->cell[row][column].style & DRAW_BOLD;
    }
    return count;
}

static void check_visible(const struct tab_rules *rules, const struct tab_position *position,
                          const struct draw_canvas *canvas) {
    struct tab_score lines[TAB_SCORES_MAX];
    tab_position_score(rules, position, lines);
    for (int player = 0; player < 2; player++) {
        const char colour = "bs"[player];
        int rings = bold_letters(canvas, colour, false);
        assert_int_equal(rings % 2, 0);
        assert_int_equal(rings / 2 + bold_letters(canvas, colour, true), lines[0].value[player]);
    }
}

/* In every column the highest cell is the letter of its top cylinder, on both sides; an empty column has no cell. */
static void check_tops(const struct tab_rules *rules, const struct tab_position *position,
                       const struct draw_canvas *canvas) {
    char text[TAB_POSITION_TEXT], *rest = NULL;
    tab_position_format(rules, position, text, sizeof text);
    char *column = strtok_r(text, ",/ ", &rest);
    for (int i = 0; i < SITES * SIZES; i++, column = strtok_r(NULL, ",/ ", &rest)) {
        const int size = i % SIZES, left = i / SIZES * (STRIP * (2 * SIZES - 1) + 2);
        const int near = left + STRIP * (SIZES - 1 - size), far = left + STRIP * (SIZES - 1 + size) + (size > 0);
        int row = 0;
        while (row < TOWER_ROWS && canvas->cell[row][near].ascii == ' ')
            row++;
        assert_int_equal(row == TOWER_ROWS, column[0] == '-');
        if (column[0] == '-')
            continue;
        assert_int_equal(canvas->cell[row][near].ascii, column[strlen(column) - 1]);
        assert_int_equal(canvas->cell[row][far].ascii, column[strlen(column) - 1]);
    }
}

static struct row play_rows[] = {
    {"the box", "santasi", NULL, NULL, NULL, false},
    {"many flat ones", "santasi:set=6x7+6x5+6x6+6x4+6x3", NULL, NULL, NULL, false},
    {"high and flat", "santasi:set=6x999+6x1+6x500+6x3+6x77", NULL, NULL, NULL, false},
    {"all alike", "santasi:set=1x5+1x5+1x5+1x5+1x5", NULL, NULL, NULL, false},
};

static void test_play(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_random random;
    tab_random_seed(&random, 3);
    for (int game = 0; game < testing_soak(20); game++) {
        struct tab_position position;
        tab_position_start(&rules, &position);
        while (tab_position_player(&rules, &position) != 0) {
            tab_random_playout(&random, &rules, &position, 3);
            struct draw_canvas canvas;
            draw_canvas(&rules, &position, &(struct draw_view){.before = NULL}, &canvas);
            check_tops(&rules, &position, &canvas);
            if (strcmp(row->spec, "santasi") == 0) /* others can have more tops in a tower than there are rows */
                check_visible(&rules, &position, &canvas);
        }
    }
}

/* ---- The description of the SVG ------------------------------------------------------------------------------- */

static struct row description_rows[] = {
    {"start", "santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", NULL,
     "<desc>Tower 1: A -, B -, C -, D -, E -; height 0. Tower 2: A -, B -, C -, D -, E -; height 0. "
     "Tower 3: A -, B -, C -, D -, E -; height 0. Blue: visible 0, to move. Silver: visible 0.</desc>",
     false},
    {"under way", "santasi", "sb,-,s,bs,b/-,-,-,-,-/-,-,-,-,s 2", NULL,
     "<desc>Tower 1: A silver blue, B -, C silver, D blue silver, E blue; height 92. "
     "Tower 2: A -, B -, C -, D -, E -; height 0. Tower 3: A -, B -, C -, D -, E silver; height 43. "
     "Blue: visible 2. Silver: visible 2, to move.</desc>",
     false},
    {"won", "santasi:set=1x10+1x10+1x10+1x10+1x10", "-,-,-,b,-/s,b,b,-,b/b,s,s,s,s 1#", NULL,
     "Blue: visible 2, won. Silver: visible 1.</desc>", false},
    {"what decided", "santasi:set=1x10+1x20+1x30+1x40+1x50", "-,-,s,-,b/-,s,-,bs,s/sb,b,b,-,- 2#", NULL,
     ">visible cylinders equal; the highest tower decides</text>", false},
    {"drawn", "santasi:set=1x10+1x10+1x10+1x10+1x10", "s,b,s,b,s/b,s,b,s,b/-,-,-,-,- =", NULL,
     "Blue: visible 1, draw. Silver: visible 1, draw.</desc>", false},
};

static void test_description(void **state) {
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position = testing_position(&rules, row->position);
    struct draw_view view = {.before = NULL};
    static char svg[65536];
    assert_in_range(draw_svg(&rules, &position, &view, svg, sizeof svg), 1, sizeof svg - 1);
    if (strstr(svg, row->expected) == NULL)
        fail_msg("no %s in %.900s", row->expected, svg);
}

static const char *name_of(const void *row) { return ((const struct row *)row)->name; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places)};
    int failures = testing_run_rows("last move", test_last, ROWS(last_rows), name_of);
    failures += testing_run_rows("towers", test_play, ROWS(play_rows), name_of);
    failures += testing_run_rows("description", test_description, ROWS(description_rows), name_of);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
