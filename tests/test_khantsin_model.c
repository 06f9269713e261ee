/* test_khantsin_model.c - Khan Tsin against a second implementation, slow and plain, that works on texts.
 *
 * The model keeps every pile as the letters of its text and tries every square, number of barons, target and suffix
 * against the rules as they are written. Random games and boards thrown together, with every option and with random
 * dragons, must look the same to both. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 36, PILE_MAX = 9, GAMES = 2, BOARDS = 60 };

typedef char word[2 * TAB_MOVE_TEXT];

struct model {
    char pile[SQUARES][PILE_MAX + 1]; /* from bottom to top */
    char status[4];
    bool inverts, returns; /* what the option flips allows */
    bool two_speeds, north_first;
    char dragon[SQUARES + 1];
};

static void model_options(struct model *model, const char *spec) {
    *model = (struct model){.inverts = strstr(spec, "flips=carried") || strstr(spec, "flips=both"),
                            .returns = strstr(spec, "flips=landed") || strstr(spec, "flips=both"),
                            .two_speeds = strstr(spec, "speed=two") != NULL,
                            .north_first = strstr(spec, "first=north") != NULL};
    const char *dragon = strstr(spec, "dragon=");
    for (int i = 0; i < SQUARES; i++)
        model->dragon[i] = dragon != NULL ? dragon[strlen("dragon=") + (size_t)i] : "213"[i % 3];
}

static void model_read(struct model *model, const char *text) {
    for (int square = 0; square < SQUARES; square++) {
        size_t length = strcspn(text, "/ ");
        snprintf(model->pile[square], sizeof *model->pile, "%.*s", *text == '-' ? 0 : (int)length, text);
        text += length + 1;
    }
    snprintf(model->status, sizeof model->status, "%s", text);
}

static void model_write(const struct model *model, char text[TAB_POSITION_TEXT]) {
    text[0] = '\0';
    for (int square = 0; square < SQUARES; square++) {
        strcat(text, square > 0 ? "/" : "");
        strcat(text, model->pile[square][0] != '\0' ? model->pile[square] : "-");
    }
    strcat(strcat(text, " "), model->status);
}

/* ---- Rules ---------------------------------------------------------------------------------------------------- */

static int letters_in(const char *text, char letter) {
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == letter;
    return count;
}

static int barons_of(const struct model *model, char letter) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += letters_in(model->pile[square], letter);
    return count;
}

static void turn_over(char *pile) {
    for (size_t low = 0, high = strlen(pile); low + 1 < high; low++) {
        char letter = pile[low];
        pile[low] = pile[--high];
        pile[high] = letter;
    }
}

/* Piles on the way from one square to another, the last one included. */
static int distance(const struct model *model, int from, int to) {
    const int step = from < to ? 1 : -1;
    int piles = 0;
    for (int square = from; square != to; square += step)
        piles += model->pile[square + step][0] != '\0';
    return piles;
}

static bool is_near(const struct model *model, char player, int square) {
    const int end = player == '1' ? -1 : SQUARES, step = player == '1' ? 1 : -1;
    int piles = 0;
    for (int at = end + step; at != square + step; at += step)
        piles += model->pile[at][0] != '\0';
    return model->pile[square][0] != '\0' && piles <= 4;
}

static bool in_reach(const struct model *model, int from, int to) {
    if (from == to || model->pile[to][0] == '\0')
        return false;
    const int piles = distance(model, from, to);
    return !model->two_speeds || piles > 4 || piles == model->dragon[from] - '0';
}

/* The pile a flight gives; suffixes are numbered in their order: none, i, r, ir. */
static void land(const struct model *model, int from, int taken, int to, int suffix, char pile[2 * PILE_MAX + 1]) {
    char carried[PILE_MAX + 1];
    strcpy(carried, model->pile[from] + strlen(model->pile[from]) - (size_t)taken);
    if (suffix & 1)
        turn_over(carried);
    sprintf(pile, "%s%s", model->pile[to], carried);
    if (suffix & 2)
        turn_over(pile);
}

static bool flight_legal(const struct model *model, int from, int taken, int to) {
    char pile[2 * PILE_MAX + 1];
    land(model, from, taken, to, 0, pile);
    return strlen(pile) > strlen(model->pile[from]) && letters_in(pile, 'r') <= 3 && letters_in(pile, 'b') <= 3 &&
           letters_in(pile, 'w') <= 3;
}

static bool suffix_legal(const struct model *model, int from, int taken, int to, int suffix) {
    char pile[2 * PILE_MAX + 1], other[2 * PILE_MAX + 1];
    if ((suffix & 1 && !model->inverts) || (suffix & 2 && !model->returns))
        return false;
    land(model, from, taken, to, suffix, pile);
    for (int earlier = 0; earlier < suffix; earlier++) {
        land(model, from, taken, to, earlier, other);
        if (suffix_legal(model, from, taken, to, earlier) && strcmp(pile, other) == 0)
            return false;
    }
    return true;
}

static int add_flights(const struct model *model, int from, int to, word *moves) {
    static const char *const suffixes[] = {"", "i", "r", "ir"};
    const int height = (int)strlen(model->pile[from]);
    int count = 0;
    for (int taken = 1; taken <= height; taken++) {
        const char number[] = {taken < height ? ':' : '\0', (char)('0' + taken), '\0'};
        for (int suffix = 0; suffix < 4 && flight_legal(model, from, taken, to); suffix++)
            if (suffix_legal(model, from, taken, to, suffix))
                snprintf(moves[count++], sizeof *moves, "%d%s-%d%s", from + 1, number, to + 1, suffixes[suffix]);
    }
    return count;
}

static int model_flights(const struct model *model, char player, word moves[TAB_MOVES_MAX]) {
    int count = 0;
    for (int from = 0; from < SQUARES; from++)
        for (int to = 0; to < SQUARES; to++)
            if (is_near(model, player, from) && in_reach(model, from, to))
                count += add_flights(model, from, to, moves + count);
    return count;
}

static bool model_stuck(const struct model *model) {
    static word moves[TAB_MOVES_MAX];
    return model_flights(model, '1', moves) == 0 && model_flights(model, '2', moves) == 0;
}

static int model_moves(const struct model *model, word moves[TAB_MOVES_MAX]) {
    int count = 0;
    if (model->status[0] == '=' || model->status[1] == '#')
        return 0;
    if (barons_of(model, 'w') > 0) {
        count = model_flights(model, model->status[0], moves);
        if (count == 0)
            strcpy(moves[count++], "pass");
        return count;
    }
    for (int square = 0; square < SQUARES; square++)
        if (model->pile[square][0] == '\0')
            snprintf(moves[count++], sizeof *moves, "%d", square + 1);
    return count;
}

static void model_place(struct model *model, int square) {
    strcpy(model->pile[square], model->status[0] == '1' ? "r" : "b");
    if (barons_of(model, 'r') == 12)
        strcpy(model->status, "2");
    if (barons_of(model, 'b') < 12)
        return;
    for (int other = 0; other < SQUARES; other++)
        if (model->pile[other][0] == '\0')
            strcpy(model->pile[other], "w");
    strcpy(model->status, model->north_first ? "2" : "1");
}

/* Plays a legal move given as text. */
static void model_play(struct model *model, const char *move) {
    int from, taken = 0, to;
    if (strchr(move, '-') == NULL && strcmp(move, "pass") != 0) {
        model_place(model, atoi(move) - 1);
        return;
    }
    const char player = model->status[0];
    strcpy(model->status, player == '1' ? "2" : "1");
    if (strcmp(move, "pass") == 0)
        return;
    if (sscanf(move, "%d:%d-%d", &from, &taken, &to) != 3)
        assert_int_equal(sscanf(move, "%d-%d", &from, &to), 2);
    char *source = model->pile[--from], pile[2 * PILE_MAX + 1];
    if (taken == 0)
        taken = (int)strlen(source);
    const int suffix = (strchr(move, 'i') != NULL) + 2 * (strchr(move, 'r') != NULL);
    land(model, from, taken, --to, suffix, pile);
    source[strlen(source) - (size_t)taken] = '\0';
    strcpy(model->pile[to], pile);
    if (strlen(pile) == PILE_MAX)
        snprintf(model->status, sizeof model->status, "%c#", player);
    else if (model_stuck(model))
        strcpy(model->status, "=");
}

/* ---- Comparison ----------------------------------------------------------------------------------------------- */

static int compare_words(const void *one, const void *other) { return strcmp(one, other); }

static void check_moves(const struct model *model, const struct tab_rules *rules, const struct tab_position *position) {
    static word expected[TAB_MOVES_MAX], found[TAB_MOVES_MAX];
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    assert_int_equal(count, model_moves(model, expected));
    assert_int_equal(tab_position_count(rules, position), count);
    for (int i = 0; i < count; i++)
        tab_move_format(rules, position, moves[i], found[i], sizeof found[i]);
    qsort(expected, (size_t)count, sizeof *expected, compare_words);
    qsort(found, (size_t)count, sizeof *found, compare_words);
    for (int i = 0; i < count; i++)
        assert_string_equal(found[i], expected[i]);
}

static void check_same(const struct model *model, const struct tab_rules *rules, const struct tab_position *position) {
    char expected[TAB_POSITION_TEXT], found[TAB_POSITION_TEXT];
    model_write(model, expected);
    tab_position_format(rules, position, found, sizeof found);
    assert_string_equal(found, expected);
    check_moves(model, rules, position);
}

static int squares_sum(const struct model *model) {
    int sum = 0;
    for (int square = 0; square < SQUARES; square++)
        sum += (int)(strlen(model->pile[square]) * strlen(model->pile[square]));
    return sum;
}

/* Plays a game to its end in both, and checks what the rules promise about all games. */
static void check_game(struct model *model, const struct tab_rules *rules, struct tab_random *random) {
    struct tab_position position;
    char text[TAB_POSITION_TEXT];
    tab_position_start(rules, &position);
    tab_position_format(rules, &position, text, sizeof text);
    model_read(model, text);
    check_same(model, rules, &position);
    while (tab_position_player(rules, &position) != 0) {
        word move;
        const int sum = squares_sum(model);
        const tab_move chosen = tab_random_move(random, rules, &position);
        tab_move_format(rules, &position, chosen, move, sizeof move);
        tab_position_play(rules, &position, chosen);
        model_play(model, move);
        check_same(model, rules, &position);
        assert_true(squares_sum(model) > sum || strcmp(move, "pass") == 0);
        for (const char *letter = "rbw"; barons_of(model, 'w') > 0 && *letter != '\0'; letter++)
            assert_int_equal(barons_of(model, *letter), 12);
    }
}

/* Throws the 36 barons onto a few squares, in piles of eight at most; false when they do not fit. */
static bool board_throw(struct model *model, struct tab_random *random) {
    int place[SQUARES];
    const int piles = 5 + (int)tab_random_below(random, 4);
    memset(model->pile, 0, sizeof model->pile);
    for (int i = 0; i < piles; i++)
        place[i] = (int)tab_random_below(random, SQUARES);
    for (int baron = 0; baron < SQUARES; baron++) {
        const char letter = "rbw"[baron % 3];
        int tries = 100;
        char *pile;
        do
            pile = model->pile[place[tab_random_below(random, (uint32_t)piles)]];
        while (--tries > 0 && (letters_in(pile, letter) == 3 || strlen(pile) == PILE_MAX - 1));
        if (tries == 0)
            return false;
        memmove(pile + 1, pile, strlen(pile) + 1);
        pile[0] = letter;
    }
    return true;
}

/* A board decides by itself whether the game goes on: the reader must agree with every status or refuse it. */
static void check_statuses(struct model *model, const struct tab_rules *rules) {
    static const char *const statuses[] = {"1", "2", "=", "1#", "2#"};
    const bool stuck = model_stuck(model);
    for (int i = 0; i < 5; i++) {
        struct tab_position position;
        char text[TAB_POSITION_TEXT];
        strcpy(model->status, statuses[i]);
        model_write(model, text);
        const bool good = stuck ? i == 2 : i < 2;
        assert_int_equal(tab_position_parse(rules, text, &position, NULL), good);
        if (good)
            check_same(model, rules, &position);
    }
}

static void test_model(void **state) {
    char spec[TAB_SPEC_TEXT];
    struct model model;
    struct tab_random random;
    tab_random_seed(&random, testing_seed(*state));
    for (int round = 0; round < testing_soak(GAMES); round++) {
        int used = snprintf(spec, sizeof spec, "%s%cdragon=", (const char *)*state, strchr(*state, ':') ? ',' : ':');
        for (int i = 0; i < SQUARES; i++)
            used += snprintf(spec + used, sizeof spec - (size_t)used, "%d", 1 + (int)tab_random_below(&random, 3));
        if (round % 2 == 0 || strstr(*state, "dragon=") != NULL)
            snprintf(spec, sizeof spec, "%s", (const char *)*state);
        const struct tab_rules rules = testing_rules(spec);
        model_options(&model, spec);
        check_game(&model, &rules, &random);
        for (int board = 0; board < BOARDS / GAMES; board++)
            if (board_throw(&model, &random))
                check_statuses(&model, &rules);
    }
}

/* The boards above are worth something only if they contain the rare cases. */
static void test_rare_cases(void **state) {
    (void)state;
    struct model model;
    struct tab_random random;
    int stuck = 0, passes = 0;
    static word moves[TAB_MOVES_MAX];
    tab_random_seed(&random, 1);
    for (int board = 0; board < 32 * BOARDS; board++) {
        model_options(&model, board % 2 ? "khantsin" : "khantsin:speed=two");
        if (!board_throw(&model, &random))
            continue;
        bool south = model_flights(&model, '1', moves) > 0, north = model_flights(&model, '2', moves) > 0;
        stuck += !south && !north;
        passes += south != north;
    }
    assert_true(stuck > 10 && passes > 10);
}

static const char *name_of(const void *row) { return row; }

int main(void) {
    enum { SPECS_MAX = 128 };
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_rare_cases)};
    char(*specs)[TAB_SPEC_TEXT] = calloc(SPECS_MAX, sizeof *specs);
    int count = 0, index = 0;
    while (count < SPECS_MAX && testing_spec(&index, specs[count], sizeof *specs) != NULL)
        count += strncmp(specs[count], "khantsin", strlen("khantsin")) == 0 &&
                 strstr(specs[count], "repetition=none") == NULL; /* positions do not repeat */
    int failures = testing_run_rows("model", test_model, specs, sizeof *specs, count, name_of);
    free(specs);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
