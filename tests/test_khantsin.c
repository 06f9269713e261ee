/* test_khantsin.c - Khan Tsin: what bad texts are answered, single rules in positions made for them, random set-ups. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EMPTY_4 "-/-/-/-"
#define EMPTY_8 EMPTY_4 "/" EMPTY_4
#define EMPTY_16 EMPTY_8 "/" EMPTY_8
#define EMPTY_24 EMPTY_16 "/" EMPTY_8
#define EMPTY_28 EMPTY_24 "/" EMPTY_4
#define EMPTY_36 EMPTY_28 "/" EMPTY_8
#define STRIPES_12 "r/b/w/r/b/w/r/b/w/r/b/w"
#define STRIPES_24 STRIPES_12 "/" STRIPES_12
#define STRIPES_36 STRIPES_24 "/" STRIPES_12
#define RED_12 "r/r/r/r/r/r/r/r/r/r/r/r"
#define BLACK_11 "b/b/b/b/b/b/b/b/b/b/b"
#define WHITE_12 "w/w/w/w/w/w/w/w/w/w/w/w"

/* ---- Bad texts ------------------------------------------------------------------------------------------------ */

struct bad {
    const char *spec, *position, *move; /* what is not NULL last is the bad one */
    size_t at;
    const char *what;
};

static struct bad bad_specs[] = {
    {"khantsin:first=west", NULL, NULL, 15, "unknown value 'west'; the values are: south, north"},
    {"khantsin:setup=random", NULL, NULL, 15, "unknown value 'random'; the values are: players, striped"},
    {"khantsin:flips=all", NULL, NULL, 15, "unknown value 'all'; the values are: none, carried, landed, both"},
    {"khantsin:speed=three", NULL, NULL, 15, "unknown value 'three'; the values are: flight, two"},
    {"khantsin:speeds=two", NULL, NULL, 9,
     "unknown option 'speeds'; the options are: first, setup, flips, speed, dragon, repetition"},
    {"khantsin:dragon=", NULL, NULL, 16, "the dragon has only 0 of its 36 squares"},
    {"khantsin:dragon=123", NULL, NULL, 19, "the dragon has only 3 of its 36 squares"},
    {"khantsin:dragon=12312312312312312312312312312312312", NULL, NULL, 51, "the dragon has only 35 of its 36 squares"},
    {"khantsin:dragon=1231231231231231231231231231231231231", NULL, NULL, 52, "the dragon has more than 36 squares"},
    {"khantsin:dragon=123123123123123123123123123123123120", NULL, NULL, 51,
     "'0' is no kind of square; allowed are 1, 2 and 3"},
    {"khantsin:dragon=4", NULL, NULL, 16, "'4' is no kind of square; allowed are 1, 2 and 3"},
    {"khantsin:speed=two,dragon=12a", NULL, NULL, 28, "'a' is no kind of square; allowed are 1, 2 and 3"},
};

static struct bad bad_positions[] = {
    /* the fields */
    {"khantsin", "", NULL, 0, "the text ends before the field 'board'"},
    {"khantsin", EMPTY_36, NULL, 71, "the text ends before the field 'status'"},
    {"khantsin", EMPTY_36 "  1", NULL, 72, "one space too many before the field 'status'"},
    {"khantsin", EMPTY_36 " 1 0", NULL, 73, "nothing may follow the field 'status'"},
    {"khantsin", EMPTY_36 " 3", NULL, 72, "the status '3' is none of 1 2 1# 2# ="},
    /* the board */
    {"khantsin", EMPTY_24 " 1", NULL, 47, "the board ends after square 24 of 36"},
    {"khantsin", EMPTY_24 "/ 1", NULL, 48, "square 25 is missing; write - for an empty one"},
    {"khantsin", EMPTY_36 "/- 1", NULL, 71, "the board has more than 36 squares"},
    {"khantsin", EMPTY_36 "/ 1", NULL, 71, "the board has more than 36 squares"},
    {"khantsin", "/" EMPTY_36 " 1", NULL, 0, "square 1 is missing; write - for an empty one"},
    {"khantsin", "-//" EMPTY_28 " 1", NULL, 2, "square 2 is missing; write - for an empty one"},
    {"khantsin", "--/" EMPTY_28 " 1", NULL, 0, "'-' is no baron; allowed are r, b, w, and - for an empty square"},
    {"khantsin", "r-/" EMPTY_28 " 1", NULL, 1, "'-' is no baron; allowed are r, b, w, and - for an empty square"},
    {"khantsin", "-/R/" EMPTY_28 " 1", NULL, 2, "'R' is no baron; allowed are r, b, w, and - for an empty square"},
    {"khantsin", "-/4/" EMPTY_28 " 1", NULL, 2, "'4' is no baron; allowed are r, b, w, and - for an empty square"},
    /* harmony and numbers */
    {"khantsin", "-/rrbrr/" EMPTY_28 " 1", NULL, 6, "square 2 holds more than three red barons"},
    {"khantsin", "bbbb/" EMPTY_28 " 1", NULL, 3, "square 1 holds more than three black barons"},
    {"khantsin", "-/-/rrrbbbwwww/" EMPTY_28 " 1", NULL, 13, "square 3 holds more than three white barons"},
    {"khantsin", RED_12 "/r/" EMPTY_28 " 1", NULL, 24, "there are more than twelve red barons"},
    {"khantsin", RED_12 "/" BLACK_11 "/bb/" EMPTY_28 " 1", NULL, 47, "there are more than twelve black barons"},
    {"khantsin", "-/" WHITE_12 "/ww/" EMPTY_28 " 1", NULL, 26, "there are more than twelve white barons"},
    /* the set-up */
    {"khantsin", EMPTY_36 " 2", NULL, 72, "the set-up is under way, and player 1 is to place"},
    {"khantsin", EMPTY_36 " =", NULL, 72, "the set-up is under way, and player 1 is to place"},
    {"khantsin", EMPTY_36 " 1#", NULL, 72, "the set-up is under way, and player 1 is to place"},
    {"khantsin", RED_12 "/" EMPTY_24 " 1", NULL, 72, "the set-up is under way, and player 2 is to place"},
    {"khantsin", RED_12 "/" BLACK_11 "/-/" RED_12 " 1", NULL, 48, "there are more than twelve red barons"},
    {"khantsin", "b/-/-/-/" EMPTY_24 "/-/-/-/r/r/r/r/r 2", NULL, 0,
     "black barons are placed, but only 5 of the twelve red ones"},
    {"khantsin", RED_12 "/" BLACK_11 "/b/-/-/-/-/" EMPTY_8 " 1", NULL, 0,
     "the white barons are missing: they fill what red and black leave"},
    {"khantsin", "rr/r/-/-/" EMPTY_24 "/" EMPTY_8 " 1", NULL, 0,
     "only 3 of the 36 barons; a set-up has single red and black ones"},
    {"khantsin", "w/-/-/-/" EMPTY_24 "/" EMPTY_8 " 1", NULL, 0,
     "only 1 of the 36 barons; a set-up has single red and black ones"},
    {"khantsin", "-/b/w/r/b/w/r/b/w/r/b/w/" STRIPES_24 " 1", NULL, 0,
     "only 35 of the 36 barons; a set-up has single red and black ones"},
    {"khantsin:setup=striped", EMPTY_36 " 1", NULL, 0, "only 0 of the 36 barons, and setup=striped has no set-up"},
    /* the status */
    {"khantsin", STRIPES_36 " =", NULL, 72, "the game is not drawn: a player can move"},
    {"khantsin", STRIPES_36 " 2#", NULL, 72, "nobody has won: there is no pile of nine"},
    {"khantsin", "rrrbbbwww/-/-/-/-/-/-/-/-/r/b/w/" STRIPES_24 " 1", NULL, 80,
     "there is a pile of nine, so a player has won"},
    {"khantsin", "rrrbbbwww/-/-/-/-/-/-/-/-/r/b/w/" STRIPES_24 " =", NULL, 80,
     "there is a pile of nine, so a player has won"},
    {"khantsin", "rrrbbbwww/-/-/-/-/-/-/-/wbrwbrwbr/-/-/-/-/-/-/-/-/-/r/b/w/r/b/w/" STRIPES_12 " 1#", NULL, 24,
     "a second pile of nine; the first one ended the game"},
    {"khantsin:setup=striped,speed=two",
     "-/-/-/-/-/-/brrbbrw/-/-/-/-/-/-/-/wwbwbbr/-/bbwbwrwr/-/-/-/rbbwwrr/-/-/-/rwrbrww/-/-/-/-/-/-/-/-/-/-/- 2", NULL,
     103, "neither player can move, so the game is drawn"},
};

/* South may take from 2, 4, 6 and 9. */
#define PLAY "-/rbr/-/w/-/wwwb/-/-/bb/r/r/r/-/-/-/-/-/-/rr/rr/rb/wb/wb/wb/wb/wb/wwb/-/-/b/r/w/-/-/-/r 1"
#define STUCK_SOUTH                                                                                                    \
    "-/-/-/-/-/-/-/-/-/-/-/-/-/-/wbwrbbrr/-/bwwwrbbr/wrbrwwrb/rbbwrww/bb/wrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- 1"

static struct bad bad_moves[] = {
    /* the set-up */
    {"khantsin", NULL, "", 0, "the move is empty"},
    {"khantsin", NULL, "0", 0, "'0' is no square from 1 to 36 to place a baron on"},
    {"khantsin", NULL, "37", 0, "'37' is no square from 1 to 36 to place a baron on"},
    {"khantsin", NULL, "05", 0, "'05' is no square from 1 to 36 to place a baron on"},
    {"khantsin", NULL, "117", 0, "'117' is no square from 1 to 36 to place a baron on"},
    {"khantsin", NULL, "5-17", 0, "'5-17' is no square from 1 to 36 to place a baron on"},
    {"khantsin", NULL, "pass", 0, "'pass' is no square from 1 to 36 to place a baron on"},
    {"khantsin", "-/-/r/-/" EMPTY_24 "/" EMPTY_8 " 1", "3", 0, "square 3 already holds a baron"},
    /* no move at all */
    {"khantsin", PLAY, "17", 2, "here comes - and the square to land on, as in 5-17"},
    {"khantsin", PLAY, "a-17", 0, "'a-17' does not begin with a square from 1 to 36; moves look like 5-17 or 5:2-17"},
    {"khantsin", PLAY, "0-17", 0, "'0-17' does not begin with a square from 1 to 36; moves look like 5-17 or 5:2-17"},
    {"khantsin", PLAY, "37-17", 0, "'37-17' does not begin with a square from 1 to 36; moves look like 5-17 or 5:2-17"},
    {"khantsin", PLAY, "02-17", 0, "'02-17' does not begin with a square from 1 to 36; moves look like 5-17 or 5:2-17"},
    {"khantsin", PLAY, "2:-17", 2, "after : comes the number of barons taken, from 1 to 8"},
    {"khantsin", PLAY, "2:0-17", 2, "after : comes the number of barons taken, from 1 to 8"},
    {"khantsin", PLAY, "2:9-17", 2, "after : comes the number of barons taken, from 1 to 8"},
    {"khantsin", PLAY, "2:1", 3, "here comes - and the square to land on, as in 5-17"},
    {"khantsin", PLAY, "2-", 2, "a square from 1 to 36 to land on is missing here"},
    {"khantsin", PLAY, "2-40", 2, "a square from 1 to 36 to land on is missing here"},
    {"khantsin", PLAY, "2-9x", 3, "after the squares only i, r or ir may follow"},
    {"khantsin", PLAY, "2-9ri", 3, "after the squares only i, r or ir may follow"},
    {"khantsin", PLAY, "2-9 ", 3, "after the squares only i, r or ir may follow"},
    /* what is taken */
    {"khantsin", PLAY, "1-9", 0, "no pile stands on square 1"},
    {"khantsin", PLAY, "10-9", 0, "square 10 is not one of the four piles nearest to your end"},
    {"khantsin", PLAY, "36-9", 0, "square 36 is not one of the four piles nearest to your end"},
    {"khantsin", PLAY, "2:4-9", 2, "the pile of square 2 has a height of only 3"},
    {"khantsin", PLAY, "2:3-9", 2, "the number is left out when the whole pile is taken"},
    /* where it lands */
    {"khantsin", PLAY, "2-2", 2, "the barons fly to another square"},
    {"khantsin", PLAY, "2-3", 2, "square 3 is empty, and barons land on piles only"},
    {"khantsin", PLAY, "6:3-10", 4, "never lower: the pile obtained has a height of 4, the pile left 4"},
    {"khantsin", PLAY, "2:1-4", 4, "never lower: the pile obtained has a height of 2, the pile left 3"},
    {"khantsin", PLAY, "2-19", 2, "harmony: the pile would hold 4 red barons, and three of a colour is the most"},
    {"khantsin", PLAY, "6-27", 2, "harmony: the pile would hold 5 white barons, and three of a colour is the most"},
    {"khantsin:speed=two", PLAY, "4-2", 2,
     "out of reach at a distance of 1: a double square leaps exactly 2, and flights go more than 4"},
    {"khantsin:speed=two", PLAY, "4-11", 2,
     "out of reach at a distance of 4: a double square leaps exactly 2, and flights go more than 4"},
    {"khantsin:speed=two", PLAY, "2-10", 2,
     "out of reach at a distance of 4: a simple square leaps exactly 1, and flights go more than 4"},
    {"khantsin:speed=two", PLAY, "9-4", 2,
     "out of reach at a distance of 2: a triple square leaps exactly 3, and flights go more than 4"},
    /* flips */
    {"khantsin", PLAY, "2-9i", 3, "the option flips does not let you turn over the barons carried"},
    {"khantsin", PLAY, "2-9r", 3, "the option flips does not let you turn over the pile obtained"},
    {"khantsin:flips=carried", PLAY, "2-9ir", 3, "the option flips does not let you turn over the pile obtained"},
    {"khantsin:flips=landed", PLAY, "2-9I", 3, "the option flips does not let you turn over the barons carried"},
    {"khantsin:flips=carried", PLAY, "2-9i", 3, "this gives the same pile as 2-9; write that"},
    {"khantsin:flips=both", PLAY, "2-9ir", 3, "this gives the same pile as 2-9r; write that"},
    /* passes */
    {"khantsin", PLAY, "pass", 0, "you may pass only when you have no move"},
    {"khantsin", PLAY, "PASS", 0, "you may pass only when you have no move"},
    {"khantsin:speed=two", STUCK_SOUTH, "15:1-17", 0, "you have no move; the only text is pass"},
    {"khantsin", "rrrbbbwww/-/-/-/-/-/-/-/-/r/b/w/" STRIPES_24 " 2#", "10-11", 0, "the game is over, no move is left"},
};

static void check_error(const struct bad *bad, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    tab_error_format(error, NULL, message, sizeof message);
    assert_string_equal(message, bad->what);
    assert_int_equal(error->at, bad->at);
}

static void test_bad_spec(void **state) {
    const struct bad *bad = *state;
    struct tab_rules rules;
    struct tab_error error = {0};
    assert_false(tab_rules_parse(&rules, bad->spec, &error));
    check_error(bad, &error);
}

static void test_bad_position(void **state) {
    const struct bad *bad = *state;
    const struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position;
    struct tab_error error = {0};
    assert_false(tab_position_parse(&rules, bad->position, &position, &error));
    check_error(bad, &error);
}

static void test_bad_move(void **state) {
    const struct bad *bad = *state;
    const struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position;
    struct tab_error error = {0};
    tab_move move;
    tab_position_start(&rules, &position);
    if (bad->position != NULL)
        position = testing_position(&rules, bad->position);
    assert_false(tab_move_parse(&rules, &position, bad->move, &move, &error));
    check_error(bad, &error);
}

/* Whatever has the form of a move is legal, or there is a reason at a place inside it. */
static void test_every_text(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("khantsin:flips=carried,speed=two");
    const struct tab_position position = testing_position(&rules, PLAY);
    static const char *const suffixes[] = {"", "i", "r", "ir"};
    int legal = 0;
    for (int i = 0; i < 37 * 9 * 20 * 4; i++) {
        char text[TAB_MOVE_TEXT], again[TAB_MOVE_TEXT];
        const int taken = i / 37 % 9;
        const char number[] = {taken > 0 ? ':' : '\0', (char)('0' + taken), '\0'};
        snprintf(text, sizeof text, "%d%s-%d%s", i / 37 / 9 % 20, number, i % 37, suffixes[i / 37 / 9 / 20]);
        struct tab_error error = {0};
        tab_move move;
        if (tab_move_parse(&rules, &position, text, &move, &error)) {
            tab_move_format(&rules, &position, move, again, sizeof again);
            assert_string_equal(again, text);
            legal++;
        } else {
            assert_non_null(error.what);
            assert_true(error.at <= strlen(text));
        }
    }
    assert_int_equal(legal, tab_position_count(&rules, &position));
}

static const char *bad_name(const void *row) { return ((const struct bad *)row)->what; }

/* ---- Single rules --------------------------------------------------------------------------------------------- */

struct story {
    const char *name, *spec, *position, *moves, *after;
};

#define SETUP_MOVES "1 2 3 4 5 6 7 8 9 10 11 12 25 26 27 28 29 30 31 32 33 34 35"
#define SETUP_DONE RED_12 "/" WHITE_12 "/" BLACK_11 "/b"

static struct story stories[] = {
    {"South places first", "khantsin", NULL, "36", EMPTY_28 "/-/-/-/-/-/-/-/r 1"},
    {"South places before a North that moves first", "khantsin:first=north", NULL, "36", EMPTY_28 "/-/-/-/-/-/-/-/r 1"},
    {"twelve red barons, then North", "khantsin", NULL, "1 2 3 4 5 6 7 8 9 10 11 12", RED_12 "/" EMPTY_24 " 2"},
    {"white fills the rest", "khantsin", NULL, SETUP_MOVES " 36", SETUP_DONE " 1"},
    {"North begins to play", "khantsin:first=north", NULL, SETUP_MOVES " 36", SETUP_DONE " 2"},
    {"striped squares", "khantsin:setup=striped", NULL, "", STRIPES_36 " 1"},
    {"striped squares, North begins", "khantsin:setup=striped,first=north", NULL, "", STRIPES_36 " 2"},
    {"the whole pile", "khantsin:setup=striped", NULL, "3-36",
     "r/b/-/r/b/w/r/b/w/r/b/w/" STRIPES_12 "/r/b/w/r/b/w/r/b/w/r/b/ww 2"},
    {"the top in its order", "khantsin", PLAY, "2:2-9",
     "-/r/-/w/-/wwwb/-/-/bbbr/r/r/r/-/-/-/-/-/-/rr/rr/rb/wb/wb/wb/wb/wb/wwb/-/-/b/r/w/-/-/-/r 2"},
    {"the barons carried turned over", "khantsin:flips=carried", PLAY, "2:2-9i",
     "-/r/-/w/-/wwwb/-/-/bbrb/r/r/r/-/-/-/-/-/-/rr/rr/rb/wb/wb/wb/wb/wb/wwb/-/-/b/r/w/-/-/-/r 2"},
    {"the pile obtained turned over", "khantsin:flips=landed", PLAY, "2:2-9r",
     "-/r/-/w/-/wwwb/-/-/rbbb/r/r/r/-/-/-/-/-/-/rr/rr/rb/wb/wb/wb/wb/wb/wwb/-/-/b/r/w/-/-/-/r 2"},
    {"both turned over", "khantsin:flips=both", PLAY, "2:2-9ir",
     "-/r/-/w/-/wwwb/-/-/brbb/r/r/r/-/-/-/-/-/-/rr/rr/rb/wb/wb/wb/wb/wb/wwb/-/-/b/r/w/-/-/-/r 2"},
    {"nine wins", "khantsin", STUCK_SOUTH, "19:1-15",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/wbwrbbrrw/-/bwwwrbbr/wrbrwwrb/rbbwrw/bb/wrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- 1#"},
    {"nine wins turned over", "khantsin:flips=both", STUCK_SOUTH, "19:1-15r",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/wrrbbrwbw/-/bwwwrbbr/wrbrwwrb/rbbwrw/bb/wrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- 1#"},
    {"nine wins for North", "khantsin",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/bw/bwrwrbr/b/brbbwww/wrwbwb/ww/-/bbrrr/-/-/rr/-/-/-/-/-/-/-/-/-/-/wrrb 2",
     "20:1-22 15-22 20-22",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/bwrwrbr/b/brbbwww/wrwbwb/-/-/bbrrrwbww/-/-/rr/-/-/-/-/-/-/-/-/-/-/wrrb 2#"},
    {"a pass gives the turn away", "khantsin:speed=two", STUCK_SOUTH, "pass",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/wbwrbbrr/-/bwwwrbbr/wrbrwwrb/rbbwrww/bb/wrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- 2"},
    {"a player left without a move passes, and the other goes on", "khantsin",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/rwwwbbb/-/-/-/-/-/-/-/-/rwrwr/brbwwbwr/wrbrrbwb/-/bbrwwrrb/-/-/-/-/- 1",
     "18:3-27 pass 18:1-29",
     "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/rww/-/-/-/-/-/-/-/-/rwrwrbbb/brbwwbwr/wrbrrbwbw/-/bbrwwrrb/-/-/-/-/- 1#"},
    {"a draw when neither can move", "khantsin:speed=two",
     "-/-/-/rwbwbrbr/-/-/-/brwwbrbr/-/-/-/-/-/-/-/-/-/wwrwrr/-/-/-/-/wrbwbb/-/-/-/-/-/-/-/-/-/-/bbbrrwww/-/- 1",
     "23:2-18",
     "-/-/-/rwbwbrbr/-/-/-/brwwbrbr/-/-/-/-/-/-/-/-/-/wwrwrrbb/-/-/-/-/wrbw/-/-/-/-/-/-/-/-/-/-/bbbrrwww/-/- ="},
};

static void test_story(void **state) {
    const struct story *story = *state;
    const struct tab_rules rules = testing_rules(story->spec);
    struct tab_position position;
    tab_position_start(&rules, &position);
    if (story->position != NULL)
        position = testing_position(&rules, story->position);
    char *moves = strdup(story->moves), *rest = NULL, after[TAB_POSITION_TEXT];
    for (char *word = strtok_r(moves, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        tab_move move;
        assert_true(tab_move_parse(&rules, &position, word, &move, NULL));
        tab_position_play(&rules, &position, move);
    }
    free(moves);
    tab_position_format(&rules, &position, after, sizeof after);
    assert_string_equal(after, story->after);
}

static const char *story_name(const void *row) { return ((const struct story *)row)->name; }

/* ---- Flips that give the same pile ---------------------------------------------------------------------------- */

/* What may follow 1-2 when the pile of square 1 lands on that of square 2. */
struct flips {
    const char *option, *carried, *below, *texts;
};

static struct flips flips[] = {
    {"none", "rb", "w", "1-2"},
    {"carried", "r", "w", "1-2"},
    {"carried", "rb", "w", "1-2 1-2i"},
    {"carried", "bb", "w", "1-2"},
    {"carried", "rbr", "w", "1-2"},
    {"carried", "rbb", "rb", "1-2 1-2i"},
    {"landed", "b", "b", "1-2"},
    {"landed", "b", "r", "1-2 1-2r"},
    {"landed", "r", "rb", "1-2"},
    {"landed", "br", "r", "1-2"},
    {"landed", "rb", "r", "1-2 1-2r"},
    {"both", "r", "r", "1-2"},
    {"both", "r", "w", "1-2 1-2r"},
    {"both", "bb", "w", "1-2 1-2r"},
    {"both", "rb", "w", "1-2 1-2i 1-2ir 1-2r"},
    {"both", "rb", "r", "1-2 1-2i 1-2r"},  /* rbr is the same turned over: ir is i */
    {"both", "br", "r", "1-2 1-2i 1-2ir"}, /* likewise, r is none */
    {"both", "r", "rb", "1-2"},
    {"both", "bwr", "rwb", "1-2 1-2i 1-2ir"},
    {"both", "rwb", "rwb", "1-2 1-2i 1-2r"},
};

/* A position that begins with two piles; the other barons stand alone. */
static void board_complete(const char *first, const char *second, char text[TAB_POSITION_TEXT]) {
    int squares = 2;
    sprintf(text, "%s/%s", first, second);
    for (const char *letter = "rbw"; *letter != '\0'; letter++) {
        int left = 12;
        for (size_t i = 0; i < strlen(first) + strlen(second); i++)
            left -= (i < strlen(first) ? first[i] : second[i - strlen(first)]) == *letter;
        for (; left > 0; left--, squares++)
            sprintf(text + strlen(text), "/%c", *letter);
    }
    for (; squares < 36; squares++)
        strcat(text, "/-");
    strcat(text, " 1");
}

static int compare_words(const void *one, const void *other) { return strcmp(one, other); }

static void test_flips(void **state) {
    const struct flips *row = *state;
    char spec[TAB_SPEC_TEXT], text[TAB_POSITION_TEXT], words[4][TAB_MOVE_TEXT], texts[64] = "";
    snprintf(spec, sizeof spec, "khantsin:flips=%s", row->option);
    board_complete(row->carried, row->below, text);
    const struct tab_rules rules = testing_rules(spec);
    const struct tab_position position = testing_position(&rules, text);
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(&rules, &position, moves);
    size_t found = 0;
    for (int i = 0; i < count; i++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(&rules, &position, moves[i], move, sizeof move);
        if (strncmp(move, "1-2", 3) == 0 && strspn(move + 3, "ir") == strlen(move + 3))
            strcpy(words[found++], move);
    }
    qsort(words, found, sizeof *words, compare_words);
    for (size_t i = 0; i < found; i++)
        strcat(strcat(texts, i > 0 ? " " : ""), words[i]);
    assert_string_equal(texts, row->texts);
}

static const char *flips_name(const void *row) { return ((const struct flips *)row)->texts; }

/* ---- Random set-ups ------------------------------------------------------------------------------------------- */

static void deal(const char *spec, uint64_t seed, char text[TAB_POSITION_TEXT]) {
    const struct tab_rules rules = testing_rules(spec);
    struct tab_position position;
    struct tab_random random;
    tab_random_seed(&random, seed);
    tab_position_start(&rules, &position);
    assert_true(tab_random_deal(&random, &rules, &position));
    tab_position_format(&rules, &position, text, TAB_POSITION_TEXT);
}

/* Every square gets one baron, twelve of each colour; over many seeds each square gets each colour about as often. */
static void test_deal_even(void **state) {
    (void)state;
    enum { DEALS = 900 };
    int seen[36][3] = {{0}};
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        char text[TAB_POSITION_TEXT];
        int barons[3] = {0};
        deal("khantsin", seed, text);
        assert_int_equal(strlen(text), 73);
        assert_string_equal(text + 71, " 1");
        for (int square = 0; square < 36; square++) {
            const char *letter = strchr("rbw", text[2 * square]);
            assert_non_null(letter);
            barons[letter - "rbw"]++;
            seen[square][letter - "rbw"]++;
        }
        assert_true(barons[0] == 12 && barons[1] == 12 && barons[2] == 12);
    }
    for (int square = 0; square < 36; square++)
        for (int colour = 0; colour < 3; colour++)
            assert_in_range(seen[square][colour], DEALS / 3 - 70, DEALS / 3 + 70); /* five standard deviations */
}

static void test_deal_seed(void **state) {
    (void)state;
    char one[TAB_POSITION_TEXT], same[TAB_POSITION_TEXT], other[TAB_POSITION_TEXT], north[TAB_POSITION_TEXT];
    deal("khantsin", 42, one);
    deal("khantsin", 42, same);
    deal("khantsin", 43, other);
    deal("khantsin:first=north", 42, north);
    assert_string_equal(one, same);
    assert_string_not_equal(one, other);
    one[72] = '2';
    assert_string_equal(one, north);
}

/* What is placed already stays. */
static void test_deal_rest(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("khantsin");
    struct tab_position position = testing_position(&rules, RED_12 "/" EMPTY_16 "/-/-/-/-/-/-/b/b 2");
    struct tab_random random;
    char text[TAB_POSITION_TEXT];
    tab_random_seed(&random, 1);
    assert_true(tab_random_deal(&random, &rules, &position));
    tab_position_format(&rules, &position, text, sizeof text);
    assert_memory_equal(text, RED_12, strlen(RED_12));
    assert_string_equal(text + 68, "b/b 1");
}

static void check_no_deal(const char *spec, const char *text) {
    const struct tab_rules rules = testing_rules(spec);
    struct tab_position position, before;
    struct tab_random random;
    tab_random_seed(&random, 1);
    tab_position_start(&rules, &position);
    if (text != NULL)
        position = testing_position(&rules, text);
    before = position;
    assert_false(tab_random_deal(&random, &rules, &position));
    assert_memory_equal(&position, &before, sizeof position);
}

static void test_deal_nothing(void **state) {
    (void)state;
    check_no_deal("khantsin:setup=striped", NULL);
    check_no_deal("khantsin", PLAY);
    check_no_deal("khantsin", "rrrbbbwww/-/-/-/-/-/-/-/-/r/b/w/" STRIPES_24 " 2#");
    for (int i = 0; i < tab_game_count(); i++)
        if (strcmp(tab_game_id(tab_game_at(i)), "khantsin") != 0)
            check_no_deal(tab_game_id(tab_game_at(i)), NULL);
}

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_text), cmocka_unit_test(test_deal_even),    cmocka_unit_test(test_deal_seed),
        cmocka_unit_test(test_deal_rest),  cmocka_unit_test(test_deal_nothing),
    };
    int failures = testing_run_rows("bad specs", test_bad_spec, ROWS(bad_specs), bad_name);
    failures += testing_run_rows("bad positions", test_bad_position, ROWS(bad_positions), bad_name);
    failures += testing_run_rows("bad moves", test_bad_move, ROWS(bad_moves), bad_name);
    failures += testing_run_rows("single rules", test_story, ROWS(stories), story_name);
    failures += testing_run_rows("flips", test_flips, ROWS(flips), flips_name);
    return failures + cmocka_run_group_tests(tests, NULL, NULL);
}
