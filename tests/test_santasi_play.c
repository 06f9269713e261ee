/* test_santasi_play.c - random play of San Ta Si with many sets, beside its rules written a second time: slowly, from
 * the letters of the columns, and in the words of the rules. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 5, SITES = 3, COUNT_MAX = 6, CYLINDERS_MAX = 2 * COUNT_MAX };

/* ---- The rules a second time ---------------------------------------------------------------------------------- */

struct model {
    int count[SIZES], height[SIZES];
    char column[SITES][SIZES][CYLINDERS_MAX + 1]; /* from bottom to top, b and s */
};

static int column_height(const struct model *model, int site, int size) {
    return (int)strlen(model->column[site][size]) * model->height[size];
}

static int tower_height(const struct model *model, int site) {
    int height = 0;
    for (int size = 0; size < SIZES; size++)
        if (column_height(model, site, size) > height)
            height = column_height(model, site, size);
    return height;
}

static int built(const struct model *model, char colour, int size) {
    int sum = 0;
    for (int site = 0; site < SITES; site++)
        for (const char *at = model->column[site][size]; *at != '\0'; at++)
            sum += *at == colour;
    return sum;
}

static bool model_legal(const struct model *model, char colour, int size, int site) {
    const int own = column_height(model, site, size);
    if (built(model, colour, size) == model->count[size])
        return false;
    if (own == 0)
        return true;
    return (size > 0 && column_height(model, site, size - 1) > own) ||
           (size + 1 < SIZES && column_height(model, site, size + 1) > own);
}

/* The top of the cylinder must rise above every wider column of its tower. */
static bool model_sees(const struct model *model, int site, int size, int level) {
    for (int wider = size + 1; wider < SIZES; wider++)
        if (column_height(model, site, wider) >= (level + 1) * model->height[size])
            return false;
    return true;
}

static int model_visible(const struct model *model, int site, char colour) {
    int sum = 0;
    for (int size = 0; size < SIZES; size++)
        for (int level = 0; model->column[site][size][level] != '\0'; level++)
            sum += model->column[site][size][level] == colour && model_sees(model, site, size, level);
    return sum;
}

/* Visible cylinders of a colour in the towers that no other is higher than. */
static int model_visible_highest(const struct model *model, char colour) {
    int sum = 0;
    for (int site = 0; site < SITES; site++) {
        bool highest = true;
        for (int other = 0; other < SITES; other++)
            highest = highest && tower_height(model, other) <= tower_height(model, site);
        sum += highest ? model_visible(model, site, colour) : 0;
    }
    return sum;
}

static int model_visible_all(const struct model *model, char colour) {
    return model_visible(model, 0, colour) + model_visible(model, 1, colour) + model_visible(model, 2, colour);
}

/* ---- A game played in both ------------------------------------------------------------------------------------ */

/* What happened in many games, so that a test can say that it has seen everything. */
struct seen {
    int games, stuck, draws, tie_breaks;
};

struct game {
    struct tab_rules rules;
    struct tab_position position;
    struct tab_random random;
    struct model model;
    int ply;
};

static void check_moves(const struct game *game) {
    char expected[256] = "", found[256] = "";
    int count = 0;
    for (const char *colour = "bs"; *colour != '\0'; colour++) {
        for (int i = 0; i < SIZES * SITES; i++) {
            if (!model_legal(&game->model, *colour, i / SITES, i % SITES))
                continue;
            sprintf(expected + strlen(expected), "%c%c%d ", *colour, 'A' + i / SITES, i % SITES + 1);
            count++;
        }
    }
    tab_move moves[TAB_MOVES_MAX];
    assert_int_equal(tab_position_moves(&game->rules, &game->position, moves), count);
    assert_int_equal(tab_position_count(&game->rules, &game->position), count);
    for (int i = 0; i < count; i++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(&game->rules, &game->position, moves[i], text, sizeof text);
        sprintf(found + strlen(found), "%s ", text);
    }
    assert_string_equal(found, expected);
}

static void check_score(const struct game *game) {
    struct tab_score lines[TAB_SCORES_MAX];
    assert_int_equal(tab_position_score(&game->rules, &game->position, lines), 2 + SITES);
    for (int player = 0; player < 2; player++) {
        const char colour = "bs"[player];
        assert_int_equal(lines[0].value[player], model_visible_all(&game->model, colour));
        for (int site = 0; site < SITES; site++)
            assert_int_equal(lines[1 + site].value[player], model_visible(&game->model, site, colour));
        assert_int_equal(lines[1 + SITES].value[player], model_visible_highest(&game->model, colour));
    }
}

/* The text says what the model says, and reading it gives the same position back. */
static void check_text(const struct game *game) {
    char expected[TAB_POSITION_TEXT] = "", text[TAB_POSITION_TEXT];
    for (int i = 0; i < SITES * SIZES; i++) {
        const char *column = game->model.column[i / SIZES][i % SIZES];
        sprintf(expected + strlen(expected), "%s%s", *column != '\0' ? column : "-",
                i % SIZES < SIZES - 1   ? ","
                : i < SITES * SIZES - 1 ? "/"
                                        : " ");
    }
    tab_position_format(&game->rules, &game->position, text, sizeof text);
    assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
    struct tab_position again = testing_position(&game->rules, text);
    assert_memory_equal(&again, &game->position, sizeof again);
    assert_true(tab_position_hash(&game->rules, &again) == tab_position_hash(&game->rules, &game->position));
}

static void play(struct game *game) {
    tab_move move = tab_random_move(&game->random, &game->rules, &game->position);
    char text[TAB_MOVE_TEXT];
    tab_move_format(&game->rules, &game->position, move, text, sizeof text);
    assert_int_equal(tab_position_player(&game->rules, &game->position), game->ply % 2 + 1);
    tab_position_play(&game->rules, &game->position, move);
    char *column = game->model.column[text[2] - '1'][text[1] - 'A'];
    column[strlen(column) + 1] = '\0';
    column[strlen(column)] = text[0];
    game->ply++;
}

static void check_result(const struct game *game, struct seen *seen) {
    const struct model *model = &game->model;
    int lead = model_visible_all(model, 'b') - model_visible_all(model, 's'), total = 0;
    const bool tied = lead == 0;
    if (tied)
        lead = model_visible_highest(model, 'b') - model_visible_highest(model, 's');
    struct tab_result result;
    tab_position_result(&game->rules, &game->position, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, lead > 0 ? 1 : lead < 0 ? 2 : 0);
    assert_string_equal(result.reason, !tied       ? "more visible cylinders"
                                       : lead != 0 ? "visible cylinders equal; the highest tower decides"
                                                   : "visible cylinders equal, in the highest tower too");
    for (int size = 0; size < SIZES; size++)
        total += 2 * model->count[size];
    seen->games++;
    seen->stuck += game->ply < total;
    seen->draws += tied && lead == 0;
    seen->tie_breaks += tied && lead != 0;
}

static void play_game(const char *spec, const struct model *model, uint64_t seed, struct seen *seen) {
    struct game game = {.rules = testing_rules(spec), .model = *model};
    tab_random_seed(&game.random, seed);
    tab_position_start(&game.rules, &game.position);
    for (;;) {
        check_moves(&game);
        check_score(&game);
        check_text(&game);
        if (tab_position_player(&game.rules, &game.position) == 0)
            break;
        play(&game);
    }
    check_result(&game, seen);
}

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

/* Sets with heights up to a limit: the lower, the more columns are equally high. `ties` and `stuck`: whether some games
 * must have been equal in visible cylinders, or ended with cylinders left over. */
struct row {
    const char *name;
    uint32_t count_limit, height_limit;
    int sets;
    bool ties, stuck;
};

static struct row rows[] = {
    {"heights alike", 3, 1, 40, false, true},    {"heights 1 to 3", 6, 3, 100, true, true},
    {"heights 1 to 60", 4, 60, 100, true, true}, {"any set", COUNT_MAX, 999, 60, true, true},
    {"one of each", 1, 999, 60, true, false},
};

static void random_set(struct tab_random *random, const struct row *row, struct model *model, char *spec) {
    *model = (struct model){0};
    strcpy(spec, "santasi:set=");
    for (int size = 0; size < SIZES; size++) {
        model->count[size] = (int)tab_random_below(random, row->count_limit) + 1;
        model->height[size] = (int)tab_random_below(random, row->height_limit) + 1;
        sprintf(spec + strlen(spec), "%s%dx%d", size > 0 ? "+" : "", model->count[size], model->height[size]);
    }
}

static void test_sets(void **state) {
    const struct row *row = *state;
    struct tab_random random;
    struct seen seen = {0};
    tab_random_seed(&random, row->height_limit);
    for (int i = 0; i < testing_soak(row->sets); i++) {
        struct model model;
        char spec[TAB_SPEC_TEXT];
        random_set(&random, row, &model, spec);
        play_game(spec, &model, (uint64_t)i, &seen);
    }
    assert_int_equal(seen.games, testing_soak(row->sets));
    assert_int_equal(seen.draws + seen.tie_breaks > 0, row->ties);
    assert_int_equal(seen.stuck > 0, row->stuck);
}

/* With the set of the box everything can always be built. */
static void test_box(void **state) {
    (void)state;
    static const struct model box = {.count = {3, 3, 2, 4, 3}, .height = {46, 38, 52, 30, 43}};
    struct seen seen = {0};
    for (int i = 0; i < testing_soak(200); i++)
        play_game("santasi", &box, (uint64_t)i, &seen);
    assert_int_equal(seen.stuck, 0);
    assert_true(seen.draws > 0 && seen.tie_breaks > 0);
}

/* The order in which cylinders of different columns are built leaves no trace. */
static void test_order(void **state) {
    (void)state;
    static const char *const orders[] = {"bE1 sC2 bA3 sE3", "sE3 bA3 sC2 bE1", "sC2 sE3 bE1 bA3"};
    struct tab_rules rules = testing_rules("santasi");
    struct tab_position first;
    for (int i = 0; i < 3; i++) {
        struct tab_position position;
        tab_position_start(&rules, &position);
        for (const char *at = orders[i]; *at != '\0'; at += strspn(at, " ")) {
            char text[TAB_MOVE_TEXT];
            tab_move move;
            sscanf(at, "%15s", text);
            at += strlen(text);
            assert_true(tab_move_parse(&rules, &position, text, &move, NULL));
            tab_position_play(&rules, &position, move);
        }
        if (i == 0)
            first = position;
        assert_memory_equal(&position, &first, sizeof first);
        assert_true(tab_position_repeats(&rules, &position, &first));
    }
}

static const char *name_of(const void *row) { return ((const struct row *)row)->name; }

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_box), cmocka_unit_test(test_order)};
    int failures =
        testing_run_rows("random sets", test_sets, rows, sizeof *rows, (int)(sizeof rows / sizeof *rows), name_of);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
