/* test_siam.c - Siam against a plain reading of its rules, and what must hold inside its positions. */
#include "testing.h"
#include "reference_siam.h"
#include "rules/siam.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 400, GAMES = 2, TEXTS = 3000 };

/* ---- Odd positions -------------------------------------------------------------------------------------------- */

/* Puts pieces on random free squares of an odd board, on a few lines only to make long runs. */
static void scatter(struct tab_random *random, char board[25], const char *pieces, int count, int squares) {
    for (int i = 0; i < count; i++) {
        uint32_t at;
        do
            at = tab_random_below(random, (uint32_t)squares);
        while (board[at] != '.');
        board[at] = pieces[tab_random_below(random, (uint32_t)strlen(pieces))];
    }
}

/* The text of a position that play may never reach: any animals and rocks anywhere, at any ply. */
static void odd_position(struct tab_random *random, bool once, char *text, size_t size) {
    char board[25], ranks[40];
    int squares = tab_random_below(random, 3) == 0 ? 15 : 25, used = 0;
    memset(board, '.', sizeof board);
    scatter(random, board, "#", 3, squares);
    scatter(random, board, "NESW", (int)tab_random_below(random, 6), squares);
    scatter(random, board, "nesw", (int)tab_random_below(random, 6), squares);
    bool upright = tab_random_below(random, 2) == 0;
    for (int i = 0; i < 25; i++) {
        char piece = board[upright ? i : i % 5 * 5 + i / 5];
        if (i > 0 && i % 5 == 0)
            ranks[used++] = '/';
        if (piece == '.' && i % 5 > 0 && ranks[used - 1] >= '1' && ranks[used - 1] <= '4')
            ranks[used - 1]++;
        else
            ranks[used++] = piece == '.' ? '1' : piece;
    }
    ranks[used] = '\0';
    uint32_t ply = tab_random_below(random, 8), exits = once ? tab_random_below(random, 4) : 0;
    snprintf(text, size, "%s %u %u %u%u", ranks, ply % 2 + 1, ply, exits / 2, exits % 2);
}

/* ---- Comparison ----------------------------------------------------------------------------------------------- */

static void compare_play(const char *spec, const struct tab_rules *rules, struct tab_position position,
                         const char *move_text) {
    char text[TAB_POSITION_TEXT], expected[TAB_POSITION_TEXT];
    struct reference_siam reference;
    tab_position_format(rules, &position, text, sizeof text);
    assert_true(reference_siam_read(&reference, spec, text));
    reference_siam_play(&reference, move_text);
    reference_siam_write(&reference, expected, sizeof expected);
    tab_move move;
    assert_true(tab_move_parse(rules, &position, move_text, &move, NULL));
    tab_position_play(rules, &position, move);
    tab_position_format(rules, &position, text, sizeof text);
    assert_string_equal(text, expected);
    struct tab_result result;
    tab_position_result(rules, &position, &result);
    assert_int_equal(result.over, reference.winner != 0);
    assert_int_equal(result.winner, reference.winner);
}

/* Compares the legal moves of a position, and where a few or all of them lead. */
static void compare_moves(const char *spec, const struct tab_rules *rules, const struct tab_position *position,
                          int step) {
    char text[TAB_POSITION_TEXT];
    struct reference_siam reference;
    reference_text expected[REFERENCE_MOVES_MAX];
    tab_position_format(rules, position, text, sizeof text);
    assert_true(reference_siam_read(&reference, spec, text));
    int count = reference_siam_moves(&reference, expected);
    tab_move moves[TAB_MOVES_MAX];
    if (tab_position_moves(rules, position, moves) != count)
        fail_msg("%s %s: %d moves, expected %d", spec, text, tab_position_count(rules, position), count);
    for (int i = 0; i < count; i++) {
        tab_move move;
        if (!tab_move_parse(rules, position, expected[i], &move, NULL))
            fail_msg("%s %s: %s is refused", spec, text, expected[i]);
    }
    for (int i = 0; i < count; i += step)
        compare_play(spec, rules, *position, expected[i]);
}

static void test_odd_positions(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < testing_soak(POSITIONS); i++) {
        char text[TAB_POSITION_TEXT];
        odd_position(&random, strstr(*state, "exits=once") != NULL, text, sizeof text);
        struct tab_position position = testing_position(&rules, text);
        compare_moves(*state, &rules, &position, 1);
    }
}

/* ---- Random games --------------------------------------------------------------------------------------------- */

static int bits(uint32_t word) { return __builtin_popcount(word); }

static void check_inside(const struct tab_position *position, uint32_t ply) {
    const struct siam *siam = siam_of(position);
    const uint32_t animals = siam->animals[0] | siam->animals[1];
    bool won = siam->outcome > 0;
    assert_true(bits(siam->animals[0]) <= SIAM_ANIMALS && bits(siam->animals[1]) <= SIAM_ANIMALS);
    assert_int_equal(bits(siam->rocks), won ? SIAM_ROCKS - 1 : SIAM_ROCKS);
    assert_int_equal(bits(animals | siam->rocks), bits(siam->animals[0]) + bits(siam->animals[1]) + bits(siam->rocks));
    assert_int_equal((animals | siam->rocks) & ~SIAM_BOARD, 0);
    assert_int_equal((siam->facing[0] | siam->facing[1]) & ~animals, 0);
    assert_int_equal(siam->ply, ply);
    assert_int_equal(siam->mover, ply % 2);
}

static void test_random_games(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < testing_soak(GAMES); i++) {
        struct tab_position position;
        uint32_t ply = 0;
        tab_position_start(&rules, &position);
        check_inside(&position, ply);
        while (tab_position_player(&rules, &position) != 0) {
            if (ply < 8 || ply % 16 == 0)
                compare_moves(*state, &rules, &position, 5);
            tab_random_playout(&random, &rules, &position, 1);
            check_inside(&position, ++ply);
        }
        assert_true(siam_of(&position)->outcome > 0);
    }
}

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

/* Replaces one character of a position text by one that is likely to make another. */
static void edit(struct tab_random *random, char *text) {
    static const char likely[] = "12345#NESWnesw/ 0=x";
    uint32_t at = tab_random_below(random, (uint32_t)strlen(text));
    text[at] = likely[tab_random_below(random, sizeof likely - 1)];
}

/* The two readers accept the same texts. */
static void test_readers_agree(void **state) {
    struct tab_rules rules = testing_rules(*state);
    struct tab_random random;
    int accepted = 0, texts = testing_soak(TEXTS);
    tab_random_seed(&random, testing_seed(*state));
    for (int i = 0; i < texts; i++) {
        char text[TAB_POSITION_TEXT];
        odd_position(&random, tab_random_below(&random, 8) == 0, text, sizeof text);
        for (uint32_t edits = tab_random_below(&random, 4); edits > 0; edits--)
            edit(&random, text);
        struct reference_siam reference;
        struct tab_position position;
        bool good = tab_position_parse(&rules, text, &position, NULL);
        if (good != reference_siam_read(&reference, *state, text))
            fail_msg("'%s' is %s", text, good ? "accepted" : "refused");
        accepted += good;
    }
    assert_in_range(accepted, texts / 10, texts - texts / 10);
}

/* ---- Pushes by hand ------------------------------------------------------------------------------------------- */

/* A push and what it leads to. */
struct push_row {
    const char *name, *spec, *from, *move, *to;
};

static const struct push_row push_rows[] = {
    {"the pusher wins alone", "siam", "1#3/1N3/2##1/5/5 1 6 00", "b4b5n", "1N3/5/2##1/5/5 1# 7 00"},
    {"the opponent's animal is nearer and faces the push", "siam", "1#3/1n3/1N##1/5/5 1 6 00", "b3b4n",
     "1n3/1N3/2##1/5/5 2# 7 00"},
    {"nearer, but it faces sideways", "siam", "1#3/1e3/1N##1/5/5 1 6 00", "b3b4n", "1e3/1N3/2##1/5/5 1# 7 00"},
    {"a sideways one nearest, behind it one that faces the push", "siam", "1#3/1w3/1n##1/1N3/5 1 6 00", "b2b3n",
     "1w3/1n3/1N##1/5/5 2# 7 00"},
    {"one comes from outside and the opponent's help wins", "siam", "5/5/E#e##/5/5 1 6 00", "@a3e",
     "5/5/EE#e#/5/5 2# 7 00"},
    {"an animal that is pushed off goes back to its owner", "siam", "5/5/1###1/3En/5 1 6 00", "d2e2e",
     "5/5/1###1/4E/5 2 7 00"},
    {"one's own too", "siam", "5/5/1###1/3ES/5 1 6 00", "d2e2e", "5/5/1###1/4E/5 2 7 00"},
    {"a rock that stays on the board ends nothing", "siam", "5/5/1###1/1N3/5 1 6 00", "b2b3n",
     "5/1#3/1N##1/5/5 2 7 00"},
    {"an enemy that faces the push helps", "siam", "5/5/Ee##1/3#1/5 1 6 00", "a3b3e", "5/5/1Ee##/3#1/5 2 7 00"},
    {"two against one in the end, with total", "siam:push=total", "5/5/1###1/EweE1/5 1 6 00", "a2b2e",
     "5/5/1###1/1EweE/5 2 7 00"},
    {"being pushed off is no exit", "siam:exits=once", "5/5/1###1/3En/5 1 6 00", "d2e2e", "5/5/1###1/4E/5 2 7 00"},
    {"an animal is pushed onto a barred square", "siam:openings=crossed", "2n2/5/1###1/5/eE3 2 3 00", "@a1e",
     "2n2/5/1###1/5/eeE2 1 4 00"},
};

static void test_push_row(void **state) {
    const struct push_row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position position = testing_position(&rules, row->from);
    tab_move move;
    char text[TAB_POSITION_TEXT];
    assert_true(tab_move_parse(&rules, &position, row->move, &move, NULL));
    tab_position_play(&rules, &position, move);
    tab_position_format(&rules, &position, text, sizeof text);
    assert_string_equal(text, row->to);
}

static const char *push_row_name(const void *row) { return ((const struct push_row *)row)->name; }

static void test_score(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position = testing_position(&rules, "N3s/5/1###1/E4/W3s 1 8 00");
    struct tab_score lines[TAB_SCORES_MAX];
    assert_int_equal(tab_position_score(&rules, &position, lines), 2);
    assert_string_equal(lines[0].label, "animals on the board");
    assert_string_equal(lines[1].label, "animals in reserve");
    static const int expected[2][2] = {{3, 2}, {2, 3}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lines[i].number, 0);
        for (int player = 0; player < TAB_PLAYERS_MAX; player++)
            assert_int_equal(lines[i].value[player], player < 2 ? expected[i][player] : 0);
    }
}

/* ---- The end of the ply counter ------------------------------------------------------------------------------- */

/* The greatest ply that can be written is not passed, and the turns still alternate. */
static void test_ply_limit(void **state) {
    (void)state;
    struct tab_rules rules = testing_rules("siam");
    struct tab_position position = testing_position(&rules, "5/5/1###1/5/5 2 999999999 00");
    struct tab_random random;
    tab_random_seed(&random, 1);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(tab_position_player(&rules, &position), i % 2 == 0 ? 2 : 1);
        char text[TAB_POSITION_TEXT];
        tab_position_format(&rules, &position, text, sizeof text);
        struct tab_position again = testing_position(&rules, text);
        assert_memory_equal(&again, &position, sizeof again);
        tab_random_playout(&random, &rules, &position, 1);
    }
}

/* All combinations of the options that change play or reading. */
static const char *spec_of(const void *row) { return row; }

int main(void) {
    char specs[64][TAB_SPEC_TEXT];
    int count = 0, next = 0;
    while (count < 64 && testing_spec(&next, specs[count], sizeof specs[count]) != NULL)
        count += strncmp(specs[count], "siam", 4) == 0;
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_ply_limit), cmocka_unit_test(test_score)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("pushes", test_push_row, (void *)push_rows, sizeof *push_rows,
                                 sizeof push_rows / sizeof *push_rows, push_row_name);
    failures += testing_run_rows("odd positions", test_odd_positions, specs, sizeof *specs, count, spec_of);
    failures += testing_run_rows("random games", test_random_games, specs, sizeof *specs, count, spec_of);
    failures += testing_run_rows("readers agree", test_readers_agree, specs, sizeof *specs, count, spec_of);
    return failures;
}
