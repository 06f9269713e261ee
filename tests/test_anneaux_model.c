/* test_anneaux_model.c - Three Rings against a second implementation, slow and plain, that works on texts.
 *
 * The model keeps a character for each cell, as in position texts, and lists of the cells of every possible line. In
 * random play and from random positions both must agree on every position text and on every legal move. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RINGS = 3, SECTORS = 8, CELLS = 24, PAWNS = 10, MOVES_MAX = 128 };

typedef char word[TAB_MOVE_TEXT];

struct model {
    int players;
    bool standing; /* spent=while-standing */
    char cell[CELLS];
    char status[4];
    int reserve[TAB_PLAYERS_MAX]; /* -1: eliminated */
    char turned;
    char due[64]; /* "" when nothing is due */
};

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

static struct model model_read(const char *spec, const char *text) {
    struct model model = {.players = 2, .standing = strstr(spec, "while-standing") != NULL};
    if (strstr(spec, "players=") != NULL)
        model.players = strstr(spec, "players=")[strlen("players=")] - '0';
    char rings[RINGS][SECTORS + 1], reserves[32], due[64];
    assert_int_equal(sscanf(text, "%8[^/]/%8[^/]/%8[^ ] %3s %31s %c %63s", rings[0], rings[1], rings[2], model.status,
                            reserves, &model.turned, due),
                     7);
    for (int cell = 0; cell < CELLS; cell++)
        model.cell[cell] = rings[cell / SECTORS][cell % SECTORS];
    char *from = reserves;
    for (int player = 0; player < model.players; player++) {
        model.reserve[player] = *from == 'x' ? -1 : atoi(from);
        from += strcspn(from, ",") + 1;
    }
    strcpy(model.due, strcmp(due, "-") == 0 ? "" : due);
    return model;
}

static void model_write(const struct model *model, char text[TAB_POSITION_TEXT]) {
    char reserves[32] = "";
    for (int player = 0; player < model->players; player++) {
        char number[16];
        snprintf(number, sizeof number, model->reserve[player] < 0 ? "x" : "%d", model->reserve[player]);
        strcat(strcat(reserves, player > 0 ? "," : ""), number);
    }
    snprintf(text, TAB_POSITION_TEXT, "%.8s/%.8s/%.8s %s %s %c %s", model->cell, &model->cell[SECTORS],
             &model->cell[2 * SECTORS], model->status, reserves, model->turned,
             model->due[0] != '\0' ? model->due : "-");
}

static int cell_of(const char *name) { return (name[0] - 'a') * SECTORS + name[1] - '1'; }

static void cell_name(int cell, char name[3]) {
    name[0] = (char)('a' + cell / SECTORS);
    name[1] = (char)('1' + cell % SECTORS);
    name[2] = '\0';
}

/* ---- Board ---------------------------------------------------------------------------------------------------- */

/* The letter of a fresh pawn of whoever stands on a cell, '.' for nobody. */
static char colour_at(const struct model *model, int cell) {
    char letter = model->cell[cell];
    return letter >= 'A' && letter <= 'D' ? (char)(letter - 'A' + '1') : letter;
}

static int pawns_of(const struct model *model, char colour) {
    int pawns = 0;
    for (int cell = 0; cell < CELLS; cell++)
        pawns += colour_at(model, cell) == colour;
    return pawns;
}

static bool adjacent(int one, int other) {
    int around = abs(one % SECTORS - other % SECTORS), across = abs(one / SECTORS - other / SECTORS);
    return (across == 0 && (around == 1 || around == SECTORS - 1)) || (around == 0 && across == 1);
}

/* The cell `steps` sectors further on the same ring. */
static int along(int cell, int steps) { return cell / SECTORS * SECTORS + (cell + steps + SECTORS) % SECTORS; }

static bool fresh_three(const struct model *model, char colour, const int line[3]) {
    return model->cell[line[0]] == colour && model->cell[line[1]] == colour && model->cell[line[2]] == colour;
}

/* Whether a pawn is an end of three of its colour on its ring. */
static bool stands(const struct model *model, int cell) {
    char colour = colour_at(model, cell);
    return (colour_at(model, along(cell, 1)) == colour && colour_at(model, along(cell, 2)) == colour) ||
           (colour_at(model, along(cell, -1)) == colour && colour_at(model, along(cell, -2)) == colour);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static bool model_flies(const struct model *model, int player) {
    return model->reserve[player] == 0 && pawns_of(model, (char)('1' + player)) <= 4;
}

static int add_slides(const struct model *model, char colour, bool flies, word *moves, int count) {
    for (int pair = 0; pair < CELLS * CELLS; pair++) {
        int from = pair / CELLS, to = pair % CELLS;
        char one[3], other[3];
        if (colour_at(model, from) != colour || model->cell[to] != '.' || (!flies && !adjacent(from, to)))
            continue;
        cell_name(from, one);
        cell_name(to, other);
        snprintf(moves[count++], sizeof *moves, "%s-%s", one, other);
    }
    return count;
}

/* Adds the cells that hold a letter, each as a move after a prefix. */
static int add_cells(const struct model *model, const char *prefix, char colour, word *moves, int count) {
    for (int cell = 0; cell < CELLS; cell++) {
        char name[3];
        cell_name(cell, name);
        if (colour_at(model, cell) == colour)
            snprintf(moves[count++], sizeof *moves, "%s%s", prefix, name);
    }
    return count;
}

static int model_moves(const struct model *model, word moves[MOVES_MAX]) {
    if (model->status[0] == '=' || model->status[1] == '#')
        return 0;
    if (model->due[0] != '\0')
        return add_cells(model, "x", model->due[0], moves, 0);
    const char colour = model->status[0];
    const int player = colour - '1';
    int count = add_slides(model, colour, model_flies(model, player), moves, 0);
    if (count == 0 && model_flies(model, player))
        strcpy(moves[count++], "pass");
    if (model_flies(model, player))
        return count;
    if (model->reserve[player] > 0)
        count = add_cells(model, "", '.', moves, count);
    for (const char *turn = "a+a-b+b-c+c-"; *turn != '\0'; turn += 2)
        if (turn[0] != model->turned)
            snprintf(moves[count++], sizeof *moves, "%.2s", turn);
    return count;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static int players_left(const struct model *model) {
    int left = 0;
    for (int player = 0; player < model->players; player++)
        left += model->reserve[player] >= 0;
    return left;
}

static void end_turn(struct model *model) {
    char after[CELLS];
    memcpy(after, model->cell, sizeof after);
    for (int cell = 0; cell < CELLS; cell++)
        if (model->standing && model->cell[cell] != '.' && !stands(model, cell))
            after[cell] = colour_at(model, cell);
    memcpy(model->cell, after, sizeof after);
    if (model->status[1] == '#')
        return;
    do {
        model->status[0] = (char)(model->status[0] - '0' < model->players ? model->status[0] + 1 : '1');
    } while (model->reserve[model->status[0] - '1'] < 0);
}

static void take(struct model *model, int cell) {
    const char colour = colour_at(model, cell);
    const int player = colour - '1';
    assert_int_equal(colour, model->due[0]);
    model->cell[cell] = '.';
    memmove(model->due, model->due + 1, strlen(model->due));
    if (model->reserve[player] >= 0 && pawns_of(model, colour) + model->reserve[player] <= 2)
        model->reserve[player] = -1;
    if (players_left(model) == 1) {
        model->due[0] = '\0';
        model->status[1] = '#';
    }
    if (model->due[0] == '\0')
        end_turn(model);
}

/* Arcs of fresh pawns through a cell, the one it is the middle of first; marks the ends of the one that counts. */
static int count_arc(struct model *model, int cell) {
    static const int first[] = {-1, -2, 0};
    for (int i = 0; i < 3; i++) {
        const int arc[] = {along(cell, first[i]), along(cell, first[i] + 1), along(cell, first[i] + 2)};
        if (!fresh_three(model, model->status[0], arc))
            continue;
        for (int end = 0; end < 3; end += 2)
            model->cell[arc[end]] = (char)(model->status[0] - '1' + 'A');
        return 1;
    }
    return 0;
}

static int count_spokes(const struct model *model, int first, int last) {
    int spokes = 0;
    for (int sector = first; sector <= last; sector++) {
        const int spoke[] = {sector, sector + SECTORS, sector + 2 * SECTORS};
        spokes += fresh_three(model, model->status[0], spoke);
    }
    return spokes;
}

static int turn(struct model *model, const char *move) {
    char before[CELLS];
    memcpy(before, model->cell, sizeof before);
    const int ring = move[0] - 'a', step = move[1] == '+' ? 1 : -1;
    for (int cell = ring * SECTORS; cell < (ring + 1) * SECTORS; cell++)
        model->cell[along(cell, step)] = before[cell];
    model->turned = move[0];
    return count_spokes(model, 0, SECTORS - 1);
}

static int arrive(struct model *model, const char *move) {
    const int to = cell_of(move[2] == '-' ? move + 3 : move);
    if (move[2] == '-')
        model->cell[cell_of(move)] = '.';
    else
        model->reserve[model->status[0] - '1']--;
    model->cell[to] = model->status[0];
    int spokes = count_spokes(model, to % SECTORS, to % SECTORS);
    return spokes + count_arc(model, to);
}

static void model_play(struct model *model, const char *move) {
    if (move[0] == 'x') {
        take(model, cell_of(move + 1));
        return;
    }
    int lines = 0;
    if (strcmp(move, "pass") != 0)
        lines = move[1] == '+' || move[1] == '-' ? turn(model, move) : arrive(model, move);
    for (int i = 1; i < model->players; i++) {
        const char owner = (char)('1' + (model->status[0] - '1' + i) % model->players);
        for (int pawn = 0; pawn < lines && pawn < pawns_of(model, owner); pawn++)
            strcat(model->due, (const char[]){owner, '\0'});
    }
    if (model->due[0] == '\0')
        end_turn(model);
}

/* ---- Comparing ------------------------------------------------------------------------------------------------ */

static int compare_words(const void *one, const void *other) { return strcmp(one, other); }

static void check_moves(const struct model *model, const struct tab_rules *rules, const struct tab_position *position,
                        const char *text) {
    word expected[MOVES_MAX], found[MOVES_MAX];
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    assert_int_equal(tab_position_count(rules, position), count);
    if (model_moves(model, expected) != count)
        fail_msg("%s: %d moves, not %d", text, count, model_moves(model, expected));
    for (int i = 0; i < count; i++)
        tab_move_format(rules, position, moves[i], found[i], sizeof found[i]);
    qsort(expected, (size_t)count, sizeof *expected, compare_words);
    qsort(found, (size_t)count, sizeof *found, compare_words);
    for (int i = 0; i < count; i++)
        assert_string_equal(found[i], expected[i]);
}

/* What was taken so far, to check where pawns have gone. */
struct tally {
    int lost[TAB_PLAYERS_MAX];
};

/* On the board, in reserve, and lost: ten; eliminated with two or fewer. */
static void check_tally(const struct model *model, const struct tab_rules *rules, const struct tab_position *position,
                        const struct tally *tally) {
    struct tab_score score[TAB_SCORES_MAX];
    assert_int_equal(tab_position_score(rules, position, score), 3);
    for (int player = 0; player < model->players; player++) {
        int pawns = pawns_of(model, (char)('1' + player)), reserve = model->reserve[player];
        assert_int_equal(score[0].value[player], pawns);
        assert_int_equal(score[1].value[player], reserve < 0 ? 0 : reserve);
        assert_int_equal(score[2].value[player], tally->lost[player]);
        assert_int_equal(score[0].value[player] + score[1].value[player] + score[2].value[player], PAWNS);
        assert_int_equal(reserve < 0, score[0].value[player] + score[1].value[player] <= 2);
    }
}

/* Plays random moves on both sides; stops at the end of the game or after `plies`. */
static void compare_play(const char *spec, const char *from, struct tab_random *random, int plies) {
    struct tab_rules rules = testing_rules(spec);
    struct tab_position position = testing_position(&rules, from);
    struct model model = model_read(spec, from);
    struct tally tally = {0};
    struct tab_score score[TAB_SCORES_MAX];
    tab_position_score(&rules, &position, score);
    memcpy(tally.lost, score[2].value, sizeof tally.lost);
    char text[TAB_POSITION_TEXT], expected[TAB_POSITION_TEXT];
    for (int ply = 0;; ply++) {
        tab_position_format(&rules, &position, text, sizeof text);
        model_write(&model, expected);
        assert_string_equal(text, expected);
        check_moves(&model, &rules, &position, text);
        check_tally(&model, &rules, &position, &tally);
        if (tab_position_player(&rules, &position) == 0 || ply == plies)
            return;
        tab_move move = tab_random_move(random, &rules, &position);
        word move_text;
        tab_move_format(&rules, &position, move, move_text, sizeof move_text);
        struct model before = model;
        tab_position_play(&rules, &position, move);
        model_play(&model, move_text);
        for (int player = 0; player < model.players; player++) {
            bool taken = move_text[0] == 'x' && before.due[0] == '1' + player;
            bool dropped = before.reserve[player] >= 0 && model.reserve[player] < 0;
            tally.lost[player] += taken + (dropped ? before.reserve[player] : 0);
        }
    }
}

/* ---- Tests ---------------------------------------------------------------------------------------------------- */

struct row {
    const char *spec;
};

static struct row rows[] = {
    {"anneaux"},
    {"anneaux:players=3"},
    {"anneaux:players=4"},
    {"anneaux:spent=while-standing"},
    {"anneaux:players=3,spent=while-standing"},
    {"anneaux:players=4,spent=while-standing"},
};

static void test_random_games(void **state) {
    enum { GAMES = 40, PLIES = 400 };
    const struct row *row = *state;
    struct tab_rules rules = testing_rules(row->spec);
    struct tab_position start;
    struct tab_random random;
    char text[TAB_POSITION_TEXT];
    tab_position_start(&rules, &start);
    tab_position_format(&rules, &start, text, sizeof text);
    tab_random_seed(&random, 3);
    for (int game = 0; game < GAMES; game++)
        compare_play(row->spec, text, &random, PLIES);
}

/* A random board of few or many pawns, spent ones among them, with random reserves. False when nobody could move. */
static bool random_position(const struct row *row, struct tab_random *random, char text[TAB_POSITION_TEXT]) {
    struct model model = model_read(row->spec, "......../......../........ 1 0,0,0,0 - -");
    const uint32_t density = 1 + tab_random_below(random, 16);
    for (int cell = 0; cell < CELLS; cell++) {
        int player = (int)tab_random_below(random, (uint32_t)model.players);
        bool stays = tab_random_below(random, 16) < density && pawns_of(&model, (char)('1' + player)) < PAWNS;
        char spent = tab_random_below(random, 4) == 0 ? 'A' : '1';
        model.cell[cell] = stays ? (char)(spent + player) : '.';
    }
    for (int player = 0; player < model.players; player++) {
        int pawns = pawns_of(&model, (char)('1' + player));
        uint32_t most = tab_random_below(random, 2) * (uint32_t)(PAWNS - pawns);
        model.reserve[player] = (int)tab_random_below(random, most + 1);
        if (pawns + model.reserve[player] <= 2)
            model.reserve[player] = -1;
    }
    model.status[0] = (char)('1' + tab_random_below(random, (uint32_t)model.players));
    model.turned = "abc-"[tab_random_below(random, 4)];
    model_write(&model, text);
    return players_left(&model) > 1 && model.reserve[model.status[0] - '1'] >= 0;
}

static void test_random_positions(void **state) {
    enum { POSITIONS = 400, PLIES = 12 };
    struct row *row = *state;
    struct tab_random random;
    tab_random_seed(&random, 5);
    for (int made = 0; made < POSITIONS;) {
        char text[TAB_POSITION_TEXT];
        if (!random_position(row, &random, text))
            continue;
        compare_play(row->spec, text, &random, PLIES);
        made++;
    }
}

static const char *name_of(const void *row) { return ((const struct row *)row)->spec; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    int failures = testing_run_rows("random games", test_random_games, ROWS(rows), name_of);
    return failures + testing_run_rows("random positions", test_random_positions, ROWS(rows), name_of);
}
