/* test_scene.c - pieces in places: they say what the position says, and none is lost or changed on its way. */
#include "testing.h"

#include "scene/scene.h"

#include <string.h>

enum { POSITIONS = 400, PLIES_MAX = 120 };

/* ---- In every position of every game -------------------------------------------------------------------------- */

/* A position put together again from its pieces and fields is the same. */
static void check_draft(const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT], composed[TAB_POSITION_TEXT];
    struct scene_draft draft;
    struct tab_error error;
    tab_position_format(rules, position, text, sizeof text);
    scene_draft(rules, position, &draft);
    assert_true(scene_compose(rules, &draft, composed, &error));
    assert_string_equal(composed, text);
}

static bool piece_stands(const struct scene_piece *one, const struct scene_piece *other) {
    return strcmp(one->place, other->place) == 0 && one->level == other->level && one->facing == other->facing;
}

static bool motion_touches(const struct scene_motion *motion, const char *place) {
    for (int i = 0; i < motion->places; i++)
        if (strcmp(motion->place[i], place) == 0)
            return true;
    return false;
}

/* Every piece before is one after, of the same kind and owner; on the board only the places touched change. */
static void check_motion(const struct tab_rules *rules, const struct tab_position *position, tab_move move) {
    struct tab_position next = *position;
    struct scene before, after;
    struct scene_motion motion;
    bool reached[SCENE_PIECES_MAX] = {false};
    tab_position_play(rules, &next, move);
    scene_pieces(rules, position, &before);
    scene_pieces(rules, &next, &after);
    scene_follow(rules, position, move, &motion);
    assert_int_equal(after.count, before.count);
    assert_int_equal(motion.count, before.count);
    for (int i = 0; i < motion.count; i++) {
        const struct scene_piece *from = &before.piece[i], *to = &after.piece[motion.to[i]];
        assert_in_range(motion.to[i], 0, after.count - 1);
        assert_false(reached[motion.to[i]]);
        reached[motion.to[i]] = true;
        assert_string_equal(to->kind, from->kind);
        assert_int_equal(to->player, from->player);
        if (motion_touches(&motion, from->place) || motion_touches(&motion, to->place))
            continue;
        assert_true(piece_stands(from, to) || strncmp(to->place, "taken", 5) == 0);
    }
}

static void check_names(const struct scene *scene) {
    for (int i = 0; i < scene->count; i++)
        assert_int_equal(scene_find(scene, scene->piece[i].place, scene->piece[i].kind, scene->piece[i].level), i);
}

static void test_random_games(void **state) {
    const char *spec = *state;
    const struct tab_rules rules = testing_rules(spec);
    struct tab_position position;
    struct tab_random random;
    struct scene scene;
    tab_random_seed(&random, testing_seed(spec));
    tab_position_start(&rules, &position);
    const int positions = testing_soak(POSITIONS);
    for (int i = 0, ply = 0; i < positions; i++, ply++) {
        check_draft(&rules, &position);
        scene_pieces(&rules, &position, &scene);
        check_names(&scene);
        if (tab_position_player(&rules, &position) == 0 || ply == PLIES_MAX) {
            tab_position_start(&rules, &position);
            ply = 0;
        }
        const tab_move move = tab_random_move(&random, &rules, &position);
        check_motion(&rules, &position, move);
        tab_position_play(&rules, &position, move);
    }
}

/* ---- Where pieces go ------------------------------------------------------------------------------------------ */

/* A piece before a move and where it is after it. */
struct journey {
    const char *name, *spec, *position, *move;
    const char *from;
    const char *kind;
    int level;
    const char *to;
    int to_level;
};

static const struct journey journeys[] = {
    {"a walk", "siam", "5/5/1###1/5/2N2 1 2 00", "c1c2e", "c1", "elephant", 0, "c2", 0},
    {"the pusher", "siam", "5/5/1###1/2N2/5 1 2 00", "c2c3n", "c2", "elephant", 0, "c3", 0},
    {"what is pushed", "siam", "5/5/1###1/2N2/5 1 2 00", "c2c3n", "c3", "rock", 0, "c4", 0},
    {"pushed off the board", "siam", "2e2/2N2/1###1/5/5 1 2 00", "c4c5n", "c5", "rhino", 0, "@2", 4},
    {"pushed off by one that enters", "siam", "NNNNE/5/1###1/5/5 2 1 00", "@a5e", "e5", "elephant", 0, "@1", 0},
    {"the one that enters", "siam", "NNNNE/5/1###1/5/5 2 1 00", "@a5e", "@2", "rhino", 4, "a5", 0},
    {"a rock pushed off", "siam", "2#2/2N2/1##2/5/5 1 2 00", "c4c5n", "c5", "rock", 0, "taken0", 0},
    {"one that leaves", "siam", "5/5/1###1/5/2N2 1 2 00", "c1-", "c1", "elephant", 0, "@1", 4},
    {"a cylinder", "santasi", "-,-,-,-,-/-,-,s,-,b/-,-,-,-,- 1", "bD2", "bD", "D", 3, "2", 0},
    {"a baron of the set-up", "khantsin", "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- 1",
     "17", "stock", "red", 11, "17", 0},
    {"a baron carried", "khantsin:setup=striped",
     "rb/-/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w 1", "1-3", "1", "black", 1, "3", 2},
    {"carried and inverted", "khantsin:flips=both,setup=striped",
     "rb/-/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w 1", "1-3i", "1", "black", 1, "3", 1},
    {"under a pile returned", "khantsin:flips=both,setup=striped",
     "rb/-/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w/r/b/w 1", "1-3r", "3", "white", 0, "3", 2},
    {"a pawn placed", "anneaux", "......../......../........ 1 10,10 - -", "b3", "@1", "pawn", 9, "b3", 0},
    {"round the end of a ring", "anneaux", "1......2/......../........ 1 9,9 - -", "a+", "a8", "pawn", 0, "a1", 0},
    {"back over the end", "anneaux", "1......2/......../........ 1 9,9 - -", "a-", "a1", "pawn", 0, "a8", 0},
    {"a ring that stays", "anneaux", "1......2/1......./........ 1 8,9 - -", "a+", "b1", "pawn", 0, "b1", 0},
    {"a pawn taken", "anneaux", "111....2/......../........ 1 7,9 - 2", "xa8", "a8", "pawn", 0, "taken2", 0},
};

static const char *journey_name(const void *row) { return ((const struct journey *)row)->name; }

static void test_journey(void **state) {
    const struct journey *journey = *state;
    const struct tab_rules rules = testing_rules(journey->spec);
    const struct tab_position position = testing_position(&rules, journey->position);
    struct tab_position next = position;
    struct tab_error error;
    tab_move move;
    struct scene before, after;
    struct scene_motion motion;
    if (!tab_move_parse(&rules, &position, journey->move, &move, &error))
        fail_msg("%s", error.what);
    tab_position_play(&rules, &next, move);
    scene_pieces(&rules, &position, &before);
    scene_pieces(&rules, &next, &after);
    scene_follow(&rules, &position, move, &motion);
    const int piece = scene_find(&before, journey->from, journey->kind, journey->level);
    assert_true(piece >= 0);
    assert_string_equal(after.piece[motion.to[piece]].place, journey->to);
    assert_int_equal(after.piece[motion.to[piece]].level, journey->to_level);
}

/* A reserve goes with the player it belonged to. */
static void test_elimination(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("anneaux:players=3");
    const struct tab_position position = testing_position(&rules, "222...../111...../333..... 1 0,0,7 a 2");
    struct tab_position next = position;
    tab_move move;
    struct scene scene;
    assert_true(tab_move_parse(&rules, &position, "xa1", &move, NULL));
    check_motion(&rules, &position, move);
    tab_position_play(&rules, &next, move);
    scene_pieces(&rules, &next, &scene);
    assert_int_equal(scene.count, 30);
    assert_int_equal(scene_height(&scene, "taken2", "pawn"), 8);
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

/* What an edited draft becomes: a piece put elsewhere, a field given another value. */
struct edit {
    const char *name, *spec, *position;
    const char *from;
    int level;
    const char *to; /* NULL: no piece is moved */
    const char *key, *value;
    const char *text; /* what comes out, or what is wrong with it */
    bool good;
};

static const struct edit edits[] = {
    {"the other player moves", "siam", "5/5/1###1/5/5 1 0 00", "", 0, NULL, "player", "2", "5/5/1###1/5/5 2 1 00",
     true},
    {"a game drawn", "siam", "5/5/1###1/5/5 1 0 00", "", 0, NULL, "player", "=", "5/5/1###1/5/5 = 0 00", true},
    {"a rock out is a win", "siam", "5/5/1###1/5/5 1 0 00", "b3", 0, "taken0", "player", "2", "5/5/2##1/5/5 2# 0 00",
     true},
    {"no ply", "siam", "5/5/1###1/5/5 1 0 00", "", 0, NULL, "ply", "x", "'{1}' is not a digit", false},
    {"a cylinder built", "santasi", "-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1", "bC", 1, "2", "", "",
     "-,-,-,-,-/-,-,b,-,-/-,-,-,-,- 2", true},
    {"a pawn in the reserve", "anneaux", "1......./......../........ 2 9,10 - -", "a1", 0, "@1", "player", "1",
     "......../......../........ 1 10,10 - -", true},
    {"nothing to take", "anneaux", "1......./......../........ 2 9,10 - -", "", 0, NULL, "due", "1",
     "1......./......../........ 2 9,10 - 1", true},
    {"who is to take", "anneaux", "1......./......../........ 2 9,10 - -", "", 0, NULL, "due", "2",
     "player {1} takes pawns from the others only", false},
};

static const char *edit_name(const void *row) { return ((const struct edit *)row)->name; }

static void test_edit(void **state) {
    const struct edit *edit = *state;
    const struct tab_rules rules = testing_rules(edit->spec);
    const struct tab_position position = testing_position(&rules, edit->position);
    struct scene_draft draft;
    struct tab_error error;
    char text[TAB_POSITION_TEXT];
    scene_draft(&rules, &position, &draft);
    if (edit->to != NULL)
        scene_drop(&draft.scene, scene_find(&draft.scene, edit->from, NULL, edit->level), edit->to);
    for (int i = 0; i < draft.fields; i++)
        if (strcmp(draft.field[i].key, edit->key) == 0)
            strcpy(draft.field[i].value, edit->value);
    assert_int_equal(scene_compose(&rules, &draft, text, &error), edit->good);
    assert_string_equal(edit->good ? text : error.what, edit->text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_elimination)};
    int failures = testing_run_specs("scene in random games", test_random_games);
    failures += testing_run_rows("journeys", test_journey, (void *)journeys, sizeof *journeys,
                                 sizeof journeys / sizeof *journeys, journey_name);
    failures +=
        testing_run_rows("drafts", test_edit, (void *)edits, sizeof *edits, sizeof edits / sizeof *edits, edit_name);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
