/* test_random_play.c - what must hold in every position of every game, checked in random play. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

/* Positions checked for each spec, and how many of the moves of each are read back from their text. */
enum { POSITIONS = 600, MOVES_READ = 3, PLIES_MAX = 1000000 };

typedef char move_text[TAB_MOVE_TEXT];

/* A position under test with its legal moves and their texts. */
struct scene {
    struct tab_rules rules;
    struct tab_position position;
    struct tab_random random;
    tab_move moves[TAB_MOVES_MAX];
    move_text texts[TAB_MOVES_MAX], sorted[TAB_MOVES_MAX];
    int count;
};

static int compare_texts(const void *one, const void *other) { return strcmp(one, other); }

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

static void check_position_text(const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT], again_text[TAB_POSITION_TEXT];
    assert_true(tab_position_format(rules, position, text, sizeof text) < sizeof text);
    struct tab_position again = testing_position(rules, text);
    assert_memory_equal(&again, position, sizeof again);
    assert_true(tab_position_hash(rules, &again) == tab_position_hash(rules, position));
    assert_true(tab_position_repeats(rules, &again, position));
    tab_position_format(rules, &again, again_text, sizeof again_text);
    assert_string_equal(again_text, text);
}

static void check_moves_unique(struct scene *scene) {
    for (int i = 0; i < scene->count; i++) {
        size_t length =
            tab_move_format(&scene->rules, &scene->position, scene->moves[i], scene->texts[i], sizeof scene->texts[i]);
        assert_in_range(length, 1, TAB_MOVE_TEXT - 1);
        assert_int_equal(strcspn(scene->texts[i], " \t\n"), length);
    }
    memcpy(scene->sorted, scene->texts, sizeof *scene->texts * (size_t)scene->count);
    qsort(scene->sorted, (size_t)scene->count, sizeof *scene->sorted, compare_texts);
    for (int i = 1; i < scene->count; i++)
        assert_string_not_equal(scene->sorted[i - 1], scene->sorted[i]);
}

static void text_upper(const char *text, move_text upper) {
    size_t i = 0;
    for (; text[i] != '\0'; i++)
        upper[i] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
    upper[i] = '\0';
}

/* Whether a text in upper case means one legal move only. */
static bool upper_is_clear(const struct scene *scene, const char *upper) {
    int alike = 0;
    for (int i = 0; i < scene->count; i++) {
        move_text other;
        text_upper(scene->texts[i], other);
        alike += strcmp(other, upper) == 0;
    }
    return alike == 1;
}

static void check_move_read(const struct scene *scene, int index) {
    tab_move read = ~scene->moves[index];
    assert_true(tab_move_parse(&scene->rules, &scene->position, scene->texts[index], &read, NULL));
    assert_int_equal(read, scene->moves[index]);
    assert_true(tab_position_legal(&scene->rules, &scene->position, read));
    move_text upper;
    text_upper(scene->texts[index], upper);
    if (!upper_is_clear(scene, upper))
        return;
    read = ~scene->moves[index];
    assert_true(tab_move_parse(&scene->rules, &scene->position, upper, &read, NULL));
    assert_int_equal(read, scene->moves[index]);
}

/* ---- Positions ------------------------------------------------------------------------------------------------ */

static void check_score(const struct scene *scene) {
    struct tab_score lines[TAB_SCORES_MAX];
    int count = tab_position_score(&scene->rules, &scene->position, lines);
    assert_in_range(count, 1, TAB_SCORES_MAX);
    for (int i = 0; i < count; i++)
        assert_true(lines[i].label != NULL && lines[i].label[0] != '\0');
}

static void check_ongoing(struct scene *scene) {
    struct tab_result result;
    tab_position_result(&scene->rules, &scene->position, &result);
    assert_false(result.over);
    assert_int_equal(result.winner, 0);
    assert_null(result.reason);
    assert_in_range(tab_position_player(&scene->rules, &scene->position), 1, tab_rules_players(&scene->rules));
    scene->count = tab_position_moves(&scene->rules, &scene->position, scene->moves);
    assert_in_range(scene->count, 1, TAB_MOVES_MAX);
    assert_int_equal(tab_position_count(&scene->rules, &scene->position), scene->count);
    assert_false(tab_position_legal(&scene->rules, &scene->position, UINT32_MAX));
    check_position_text(&scene->rules, &scene->position);
    check_moves_unique(scene);
    check_score(scene);
}

static void check_over(const struct scene *scene) {
    struct tab_result result;
    tab_move moves[TAB_MOVES_MAX];
    tab_position_result(&scene->rules, &scene->position, &result);
    assert_true(result.over);
    assert_true(result.reason != NULL && result.reason[0] != '\0');
    int players = tab_rules_players(&scene->rules);
    assert_in_range(result.winner, 0, players);
    double sum = 0;
    for (int i = 0; i < TAB_PLAYERS_MAX; i++) {
        assert_true(result.payoff[i] >= 0 && (i < players || result.payoff[i] == 0));
        sum += result.payoff[i];
    }
    assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
    if (result.winner != 0)
        assert_true(result.payoff[result.winner - 1] == 1);
    assert_int_equal(tab_position_moves(&scene->rules, &scene->position, moves), 0);
    assert_int_equal(tab_position_count(&scene->rules, &scene->position), 0);
    check_position_text(&scene->rules, &scene->position);
    check_score(scene);
}

/* Plays one of the moves; the position it is played from stays what it was, byte by byte. */
static void play(struct scene *scene, tab_move move) {
    struct tab_position copy = scene->position, next = scene->position;
    tab_position_play(&scene->rules, &next, move);
    assert_memory_equal(&scene->position, &copy, sizeof copy);
    assert_memory_not_equal(&next, &copy, sizeof next);
    scene->position = next;
}

/* Plays one random game to its end and returns its length. */
static int play_game(struct scene *scene) {
    int ply = 0;
    tab_position_start(&scene->rules, &scene->position);
    for (; ply < PLIES_MAX && tab_position_player(&scene->rules, &scene->position) != 0; ply++) {
        check_ongoing(scene);
        int chosen = 0;
        for (int i = 0; i < MOVES_READ; i++) {
            chosen = (int)tab_random_below(&scene->random, (uint32_t)scene->count);
            check_move_read(scene, chosen);
        }
        play(scene, scene->moves[chosen]);
    }
    check_over(scene);
    return ply;
}

static void test_random_games(void **state) {
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->rules = testing_rules(*state);
    tab_random_seed(&scene->random, testing_seed(*state));
    for (int played = 0; played < testing_soak(POSITIONS);)
        played += play_game(scene);
    free(scene);
}

/* Every legal move of some positions, not a few of many. */
static void test_every_move(void **state) {
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->rules = testing_rules(*state);
    tab_random_seed(&scene->random, ~testing_seed(*state));
    for (int i = 0; i < testing_soak(4); i++) {
        tab_position_start(&scene->rules, &scene->position);
        tab_random_playout(&scene->random, &scene->rules, &scene->position, i * 11);
        if (tab_position_player(&scene->rules, &scene->position) == 0)
            continue;
        check_ongoing(scene);
        for (int j = 0; j < scene->count; j++) {
            struct tab_position before = scene->position;
            check_move_read(scene, j);
            play(scene, scene->moves[j]);
            check_position_text(&scene->rules, &scene->position);
            scene->position = before;
        }
    }
    free(scene);
}

int main(void) {
    int failures = testing_run_specs("random games", test_random_games);
    failures += testing_run_specs("every move", test_every_move);
    return failures;
}
