/* test_puzzles.c - every puzzle that is shipped proven again, what the reader refuses, and the complete search against
 * a plain one. */
#include "puzzles/collection.h"
#include "puzzles/exhaust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { SHIPPED = 20, SOLVER_MIB = 64 };

/* ---- Shipped puzzles ------------------------------------------------------------------------------------------ */

/* The file of a game, which the caller frees. */
static char *file_text(const char *game, size_t *length) {
    char path[512];
    char *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, TEST_DATA "/../../data/puzzles/%s.json", game);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const ssize_t got = getdelim(&text, &room, '\0', file);
    fclose(file);
    assert_true(got > 0);
    *length = (size_t)got;
    return text;
}

static const char *item_name(const void *row) { return ((const struct collection_item *)row)->id; }

static void test_shipped(void **state) {
    const struct collection_item *item = *state;
    const struct tab_rules rules = testing_rules(item->spec);
    struct puzzler *puzzler = puzzler_new(&rules);
    assert_non_null(puzzler);
    assert_true(puzzler_prove(puzzler, &item->puzzle));
    /* What is not the solution is not proven. */
    struct puzzle wrong = item->puzzle;
    tab_move moves[TAB_MOVES_MAX];
    tab_position_moves(&rules, &wrong.position, moves);
    wrong.line[0] = moves[0] == wrong.line[0] ? moves[1] : moves[0];
    wrong.plies = 1;
    wrong.turns = 1;
    assert_false(puzzler_prove(puzzler, &wrong));
    puzzler_free(puzzler);
}

/* A win ends the game, or makes the taking that ends it due. */
static void test_ends(void **state) {
    const struct collection_item *item = *state;
    const struct tab_rules rules = testing_rules(item->spec);
    struct tab_position position = item->puzzle.position;
    const int player = tab_position_player(&rules, &position);
    struct tab_result result;
    for (int i = 0; i < item->puzzle.plies; i++) {
        assert_true(tab_position_legal(&rules, &position, item->puzzle.line[i]));
        tab_position_play(&rules, &position, item->puzzle.line[i]);
    }
    if (item->puzzle.kind != PUZZLE_WIN)
        return;
    while (tab_position_player(&rules, &position) == player) {
        tab_move moves[TAB_MOVES_MAX];
        char text[TAB_MOVE_TEXT];
        tab_position_moves(&rules, &position, moves);
        tab_move_format(&rules, &position, moves[0], text, sizeof text);
        assert_int_equal(text[0], 'x');
        tab_position_play(&rules, &position, moves[0]);
    }
    tab_position_result(&rules, &position, &result);
    assert_int_equal(result.winner, player);
}

/* The solver's win takes as many turns as the puzzle's, and is known to be the shortest. In Three Rings a puzzle ends with
 * the action that makes the last takings due, elsewhere with the game. */
static void test_solved_as_short(void **state) {
    const struct collection_item *item = *state;
    const struct tab_rules rules = testing_rules(item->spec);
    struct tab_position position = item->puzzle.position;
    const int player = tab_position_player(&rules, &position);
    struct tab_solver *solver = tab_solver_new(&rules, SOLVER_MIB);
    struct tab_proof proof;
    int turns = 0;
    if (item->puzzle.kind == PUZZLE_WIN) {
        assert_non_null(solver);
        assert_true(tab_solver_solve(solver, &position, NULL, 0, &(struct tab_limits){0}, NULL, NULL, &proof));
        assert_int_equal(proof.winner, player);
        assert_int_equal(proof.length, proof.plies);
        assert_true(proof.shortest);
        for (int i = 0, last = 0; i < proof.length; i++) {
            const int now = tab_position_player(&rules, &position);
            turns += now == player && last != player;
            last = now;
            tab_position_play(&rules, &position, proof.line[i]);
        }
        assert_int_equal(turns, item->puzzle.turns);
        if (strcmp(tab_game_id(rules.game), "anneaux") != 0)
            assert_int_equal(proof.plies, item->puzzle.plies);
    }
    tab_solver_free(solver);
}

/* What is taken on the way costs no turn: in both positions other moves do as well, with more takings. */
static const char *const by_many_ways[] = {
    "[{\"id\":\"win\",\"spec\":\"anneaux\",\"position\":\"21.....2/21..12.2/.1...2.2 2 0,0 a -\","
    "\"kind\":\"win\",\"plies\":3,\"turns\":2,\"line\":[\"c6-c7\",\"a2-a3\",\"c+\"]}]",
    "[{\"id\":\"take\",\"spec\":\"anneaux\",\"position\":\"B11..2.2/.1212.../1.21...1 1 1,0 a -\","
    "\"kind\":\"capture\",\"plies\":4,\"turns\":2,\"line\":[\"c1-c2\",\"xc3\",\"a6-a7\",\"a4\"]}]",
};

static const char *many_name(const void *row) { return *(const char *const *)row; }

static void test_turns_count(void **state) {
    const char *text = *(const char *const *)*state;
    const struct tab_rules rules = testing_rules("anneaux");
    struct collection *collection = calloc(1, sizeof *collection);
    struct puzzler *puzzler = puzzler_new(&rules);
    struct tab_error error;
    int number;
    assert_true(collection != NULL && puzzler != NULL);
    collection->game = rules.game;
    assert_true(collection_read(collection, text, strlen(text), &number, &error));
    assert_false(puzzler_prove(puzzler, &collection->items[0].puzzle));
    puzzler_free(puzzler);
    free(collection);
}

static int shipped_run(const char *game) {
    struct collection *collection = calloc(1, sizeof *collection);
    struct tab_error error;
    size_t length;
    int number;
    char *text = file_text(game, &length);
    int failures = collection == NULL;
    if (collection != NULL) {
        collection->game = tab_game_find(game);
        failures += !collection_read(collection, text, length, &number, &error) || collection->count != SHIPPED;
        failures += testing_run_rows(game, test_shipped, collection->items, sizeof collection->items[0],
                                     collection->count, item_name);
        failures += testing_run_rows(game, test_solved_as_short, collection->items, sizeof collection->items[0],
                                     collection->count, item_name);
        failures += testing_run_rows(game, test_ends, collection->items, sizeof collection->items[0], collection->count,
                                     item_name);
        /* What is read is written as it was. */
        char *again = collection_write(collection);
        failures += again == NULL || strcmp(again, text) != 0;
        free(again);
    }
    free(text);
    free(collection);
    return failures;
}

/* ---- Bad files ------------------------------------------------------------------------------------------------ */

struct bad {
    const char *text;
    int number; /* of the puzzle; 0: the file as a whole */
    const char *what;
};

#define PUZZLE(spec, position, kind, plies, line)                                                                      \
    "[{\"id\":\"x\",\"spec\":\"" spec "\",\"position\":\"" position "\",\"kind\":\"" kind "\",\"plies\":" plies        \
    ",\"turns\":1,\"line\":[" line "]}]"
#define START "5/5/1###1/5/5 1 0 00"

static const struct bad bad_files[] = {
    {"[", 0, "this is not JSON; see line 1, column 1"},
    {"{}", 0, "this is not an array of at most 1000 puzzles"},
    {"[7]", 1, "id, spec, position, kind, plies, turns or line is missing or wrong"},
    {"[{\"id\":\"x\"}]", 1, "id, spec, position, kind, plies, turns or line is missing or wrong"},
    {PUZZLE("siam", START, "riddle", "1", "\"@c1n\""), 1, "'riddle' is no kind of puzzle"},
    {PUZZLE("santasi", START, "win", "1", "\"@c1n\""), 1, "the puzzle is of another game: santasi"},
    {PUZZLE("siam", "5/5 1 0 00", "win", "1", "\"@c1n\""), 1, "the board ends after rank 4"},
    {PUZZLE("siam", START, "win", "1", "\"@c3n\""), 1, "animals enter on the edge only"},
    {PUZZLE("siam", START, "win", "1", "5"), 1, "'line' is not a list of moves, or too long"},
    {PUZZLE("siam", START, "win", "2", "\"@c1n\""), 1, "'plies' is not the length of 'line'"},
};

static const char *bad_name(const void *row) { return ((const struct bad *)row)->what; }

static void test_bad(void **state) {
    const struct bad *bad = *state;
    struct collection *collection = calloc(1, sizeof *collection);
    struct tab_error error;
    char message[TAB_ERROR_TEXT];
    int number;
    assert_non_null(collection);
    collection->game = tab_game_find("siam");
    assert_false(collection_read(collection, bad->text, strlen(bad->text), &number, &error));
    assert_int_equal(number, bad->number);
    assert_int_equal(collection->count, 0);
    tab_error_format(&error, NULL, message, sizeof message);
    assert_string_equal(message, bad->what);
    free(collection);
}

/* ---- The complete search -------------------------------------------------------------------------------------- */

/* Whether a player forces a win within so many plies, in the plainest way. */
static bool plainly_wins(const struct tab_rules *rules, const struct tab_position *position, int player, int plies) {
    struct tab_result result;
    tab_move moves[TAB_MOVES_MAX];
    tab_position_result(rules, position, &result);
    if (result.over || plies == 0)
        return result.winner == player;
    const bool mine = tab_position_player(rules, position) == player;
    const int count = tab_position_moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        if (plainly_wins(rules, &next, player, plies - 1) == mine)
            return mine;
    }
    return !mine;
}

struct ending {
    const char *spec;
    int plies;
};

/* Three Rings counts what is due as taken, and has no place here. */
static const struct ending endings[] = {{"siam", 1}, {"siam", 2}, {"siam", 3}, {"santasi", 3}, {"khantsin", 2}};

static const char *ending_name(const void *row) { return ((const struct ending *)row)->spec; }

/* Compares the last positions of random games, and the positions after every move in them. */
static void test_exhaust(void **state) {
    enum { GAMES = 6, MOVES = 600, BACK = 4, NODES = 1000000 };
    const struct ending *ending = *state;
    const struct tab_rules rules = testing_rules(ending->spec);
    struct exhaust *exhaust = exhaust_new(&rules);
    struct tab_random random;
    int wins = 0;
    assert_non_null(exhaust);
    tab_random_seed(&random, testing_seed(ending->spec));
    for (int game = 0; game < GAMES; game++) {
        struct tab_position positions[MOVES + 1];
        int length = 0;
        tab_position_start(&rules, &positions[0]);
        for (; length < MOVES && tab_position_player(&rules, &positions[length]) != 0; length++) {
            positions[length + 1] = positions[length];
            tab_position_play(&rules, &positions[length + 1], tab_random_move(&random, &rules, &positions[length]));
        }
        for (int i = length > BACK ? length - BACK : 0; i < length; i++) {
            const int player = tab_position_player(&rules, &positions[i]);
            const bool wanted = plainly_wins(&rules, &positions[i], player, ending->plies);
            exhaust_begin(exhaust, goal_win(&rules, player), NODES);
            assert_int_equal(exhaust_forces(exhaust, &positions[i], ending->plies), wanted);
            assert_false(exhaust_spent(exhaust));
            wins += wanted;
        }
    }
    assert_true(wins > 0);
    exhaust_free(exhaust);
}

#define COUNT(rows) (int)(sizeof(rows) / sizeof(rows)[0])

int main(void) {
    int failures = 0;
    for (int i = 0; i < tab_game_count(); i++)
        failures += shipped_run(tab_game_id(tab_game_at(i)));
    failures += testing_run_rows("turns", test_turns_count, (void *)by_many_ways, sizeof by_many_ways[0],
                                 COUNT(by_many_ways), many_name);
    failures +=
        testing_run_rows("bad files", test_bad, (void *)bad_files, sizeof bad_files[0], COUNT(bad_files), bad_name);
    failures += testing_run_rows("complete search", test_exhaust, (void *)endings, sizeof endings[0], COUNT(endings),
                                 ending_name);
    return failures;
}
