/* test_anneaux.c - Three Rings: what bad texts are answered, and single rules in positions made for them. */
#include "testing.h"

/* ---- Bad texts ------------------------------------------------------------------------------------------------ */

struct bad {
    const char *spec, *position, *text; /* what is not NULL last is the bad one */
    size_t at;
    const char *what;
};

static struct bad bad_specs[] = {
    {"anneaux:players=5", NULL, NULL, 16, "unknown value '5'; the values are: 2, 3, 4"},
    {"anneaux:players=1", NULL, NULL, 16, "unknown value '1'; the values are: 2, 3, 4"},
    {"anneaux:spent=never", NULL, NULL, 14, "unknown value 'never'; the values are: until-moved, while-standing"},
    {"anneaux:rings=4", NULL, NULL, 8, "unknown option 'rings'; the options are: players, spent, repetition"},
    {"anneaux:players=3,players=3", NULL, NULL, 18, "the option 'players' is given twice"},
    {"anneaux:", NULL, NULL, 8, "an option is missing here; write key=value"},
};

static struct bad bad_positions[] = {
    /* the fields */
    {"anneaux", "", NULL, 0, "the text ends before the field 'board'"},
    {"anneaux", "......../......../........ 1 10,10 -", NULL, 36, "the text ends before the field 'due'"},
    {"anneaux", "......../......../........ 1 10,10 - - -", NULL, 38, "nothing may follow the field 'due'"},
    {"anneaux", "......../......../........  1 10,10 - -", NULL, 27, "one space too many before the field 'status'"},
    /* the board */
    {"anneaux", "......./......../........ 1 10,10 - -", NULL, 7, "ring a has only 7 of its eight cells"},
    {"anneaux", "......../........./........ 1 10,10 - -", NULL, 17, "ring b has more than eight cells"},
    {"anneaux", "......../......../ 1 10,10 - -", NULL, 18, "ring c has only 0 of its eight cells"},
    {"anneaux", "......../........ 1 10,10 - -", NULL, 17, "the board ends after ring b"},
    {"anneaux", "......../......../......../ 1 10,10 - -", NULL, 26, "the board has more than three rings"},
    {"anneaux", "......../...3..../........ 1 10,10 - -", NULL, 12,
     "'3' cannot stand on a cell; allowed are . 1 2 A B"},
    {"anneaux", "......../...C..../........ 1 10,10 - -", NULL, 12,
     "'C' cannot stand on a cell; allowed are . 1 2 A B"},
    {"anneaux:players=3", "......../...0..../........ 1 10,10,10 - -", NULL, 12,
     "'0' cannot stand on a cell; allowed are . 1 2 3 A B C"},
    {"anneaux:players=4", "......../...a..../........ 1 10,10,10,10 - -", NULL, 12,
     "'a' cannot stand on a cell; allowed are . 1 2 3 4 A B C D"},
    {"anneaux", "1111AAAA/111...../........ 1 0,10 - -", NULL, 0,
     "player 1 has 11 pawns on the board, but only ten in all"},
    /* the status */
    {"anneaux", "......../......../........ 3 10,10 - -", NULL, 27, "the status '3' is none of 1 2 1# 2# ="},
    {"anneaux:players=3", "......../......../........ 4# 10,10,10 - -", NULL, 27,
     "the status '4#' is none of 1 2 3 1# 2# 3# ="},
    {"anneaux", "......../......../........ 1# 10,10 - -", NULL, 27, "player 1 has not won: 2 players are left"},
    {"anneaux", "111...../2......./........ 1 5,x - -", NULL, 27,
     "only player 1 is left and has won: the status is 1#"},
    {"anneaux", "111...../2......./........ 2# 5,x - -", NULL, 27,
     "only player 1 is left and has won: the status is 1#"},
    {"anneaux", "111...../2......./........ = 5,x - -", NULL, 27,
     "only player 1 is left and has won: the status is 1#"},
    {"anneaux", "1......./2......./........ 1 x,x - -", NULL, 27,
     "every player is eliminated; the last one left has won"},
    {"anneaux:players=3", "1......./2......./........ 2 5,x,9 - -", NULL, 27, "player 2 is to move, but eliminated"},
    {"anneaux:repetition=none", "......../......../........ = 10,10 - -", NULL, 27,
     "there are no draws with repetition=none"},
    /* the reserves */
    {"anneaux", "......../......../........ 1 10 - -", NULL, 31,
     "the reserves end after player 1; there are 2 players"},
    {"anneaux", "......../......../........ 1 10,10,10 - -", NULL, 34, "nothing may follow the reserve of player 2"},
    {"anneaux:players=4", "......../......../........ 1 10,10,10 - -", NULL, 37,
     "the reserves end after player 3; there are 4 players"},
    {"anneaux", "......../......../........ 1 10, - -", NULL, 32, "a number is missing"},
    {"anneaux", "......../......../........ 1 11,10 - -", NULL, 29, "the number is greater than 10"},
    {"anneaux", "......../......../........ 1 09,10 - -", NULL, 29, "a number has no leading zeros"},
    {"anneaux", "......../......../........ 1 10,-1 - -", NULL, 32, "'-' is not a digit"},
    {"anneaux", "1......./......../........ 1 10,10 - -", NULL, 29, "player 1 has 11 pawns, but only ten in all"},
    {"anneaux", "1......./..B...../........ 1 9,10 - -", NULL, 31, "player 2 has 11 pawns, but only ten in all"},
    {"anneaux", "1......./..B...../........ 1 9,1 - -", NULL, 31,
     "player 2 has only 2 pawns left and is eliminated: the reserve is x"},
    {"anneaux:players=3", "1......./..B...../3......3 1 9,9,0 - -", NULL, 33,
     "player 3 has only 2 pawns left and is eliminated: the reserve is x"},
    {"anneaux:players=3", "1......./..B...../3..3...3 1 9,9,x - -", NULL, 33,
     "player 3 has 3 pawns on the board and is not eliminated"},
    /* the ring turned last */
    {"anneaux", "......../......../........ 1 10,10 d -", NULL, 35, "the ring turned last 'd' is none of a b c -"},
    {"anneaux", "......../......../........ 1 10,10 ab -", NULL, 35, "the ring turned last 'ab' is none of a b c -"},
    /* what is due */
    {"anneaux", "111...../222...../........ 1 5,5 - 1", NULL, 35, "player 1 takes pawns from the others only"},
    {"anneaux", "111...../222...../........ 1 5,5 - 3", NULL, 35, "'3' is no player pawns are taken from"},
    {"anneaux", "111...../222...../........ 1 5,5 - 2-", NULL, 36, "'-' is no player pawns are taken from"},
    {"anneaux", "111...../222...../........ 1 5,5 - 2222", NULL, 38, "player 2 has only 3 pawns on the board to take"},
    {"anneaux:players=3", "111...../222...../333..... 2 5,5,5 - 13", NULL, 38,
     "pawns of player 3 are taken earlier in the order"},
    {"anneaux:players=3", "111...../222...../333..... 1 5,5,5 - 232", NULL, 39,
     "pawns of player 2 are taken earlier in the order"},
    {"anneaux", "111...../2......./........ 1# 5,x - 2", NULL, 36, "nothing is due any more when the game is over"},
    {"anneaux", "111...../2222..../........ = 5,5 - 2", NULL, 35, "nothing is due any more when the game is over"},
};

#define OPENING "1......./.2....../........ 1 9,9 b -"
#define TAKING "A1A..2../.1....2./2..1.2.. 1 3,5 b 2"
#define FLYING "1.1...../....2.2./1..2...1 1 0,6 a -"

static struct bad bad_moves[] = {
    /* no move at all */
    {"anneaux", OPENING, "", 0, "the move is empty"},
    {"anneaux", OPENING, "d1", 0, "'d1' is no move; moves look like b3 b3-b4 a+ c- xa1 pass"},
    {"anneaux", OPENING, "a9", 0, "'a9' is no move; moves look like b3 b3-b4 a+ c- xa1 pass"},
    {"anneaux", OPENING, "a", 0, "'a' is no move; moves look like b3 b3-b4 a+ c- xa1 pass"},
    {"anneaux", OPENING, "passe", 0, "'passe' is no move; moves look like b3 b3-b4 a+ c- xa1 pass"},
    {"anneaux", OPENING, "a1a2", 2, "a cell is followed by nothing or by - and another cell, as in b3-b4"},
    {"anneaux", OPENING, "a1-", 3, "after - comes the cell to go to, a1 to c8"},
    {"anneaux", OPENING, "a1-a0", 3, "after - comes the cell to go to, a1 to c8"},
    {"anneaux", OPENING, "a1-a2x", 5, "nothing may follow here"},
    {"anneaux", OPENING, "a+1", 2, "nothing may follow here"},
    {"anneaux", TAKING, "x", 1, "after x comes the cell of the pawn to take, a1 to c8"},
    {"anneaux", TAKING, "xd4", 1, "after x comes the cell of the pawn to take, a1 to c8"},
    {"anneaux", TAKING, "xa6+", 3, "nothing may follow here"},
    /* against the rules */
    {"anneaux", OPENING, "b2", 0, "the cell is occupied"},
    {"anneaux", OPENING, "b2-b3", 0, "the pawn on this cell is not yours"},
    {"anneaux", OPENING, "c4-c5", 0, "there is no pawn on this cell"},
    {"anneaux", OPENING, "b+", 0, "ring b was turned last; another ring has to be turned first"},
    {"anneaux", OPENING, "B-", 0, "ring b was turned last; another ring has to be turned first"},
    {"anneaux", OPENING, "xb2", 0, "no pawn is to be taken now"},
    {"anneaux", OPENING, "pass", 0, "you may pass only when you have no other move"},
    {"anneaux", TAKING, "xa1", 1, "the pawn to be taken now is one of player 2's"},
    {"anneaux", TAKING, "xa4", 1, "the pawn to be taken now is one of player 2's"},
    {"anneaux", TAKING, "a4", 0, "a pawn of player 2 has to be taken first, as in xa1"},
    {"anneaux", TAKING, "pass", 0, "a pawn of player 2 has to be taken first, as in xa1"},
    {"anneaux", FLYING, "a2", 0, "your reserve is empty"},
    {"anneaux", FLYING, "b+", 0, "you have four pawns or fewer and no reserve: you can only fly"},
    {"anneaux", FLYING, "a1-b5", 3, "the cell is occupied"},
    {"anneaux", FLYING, "a1-a1", 3, "the cell is occupied"},
    {"anneaux", "1.1...../....2.2./1..2...1 1 1,6 a -", "a1-a5", 3,
     "a pawn slides to an adjacent cell; it flies only when the reserve is empty and four pawns or fewer are on the "
     "board"},
    {"anneaux", "111...../2......./........ 1# 5,x - -", "a4", 0, "the game is over, no move is left"},
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
    struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position;
    struct tab_error error = {0};
    assert_false(tab_position_parse(&rules, bad->position, &position, &error));
    check_error(bad, &error);
}

static void test_bad_move(void **state) {
    const struct bad *bad = *state;
    struct tab_rules rules = testing_rules(bad->spec);
    struct tab_position position = testing_position(&rules, bad->position);
    tab_move move;
    struct tab_error error = {0};
    assert_false(tab_move_parse(&rules, &position, bad->text, &move, &error));
    check_error(bad, &error);
}

static const char *bad_spec_name(const void *row) { return ((const struct bad *)row)->spec; }
static const char *bad_position_name(const void *row) { return ((const struct bad *)row)->position; }
static const char *bad_move_name(const void *row) { return ((const struct bad *)row)->text; }

/* ---- Single rules --------------------------------------------------------------------------------------------- */

struct play {
    const char *name, *spec, *from, *moves, *at;
};

#define STANDING "anneaux:spent=while-standing"
#define THREE "anneaux:players=3"
#define FOUR "anneaux:players=4"

static struct play plays[] = {
    /* arcs */
    {"an arc over the border of sectors 8 and 1", "anneaux", "1......1/2......./........ 1 8,9 - -", "a2",
     "1A.....A/2......./........ 1 7,9 - 2"},
    {"an arc by its end", "anneaux", "11....../2......./........ 1 8,9 - -", "a8",
     "1A.....A/2......./........ 1 7,9 - 2"},
    {"four in a row: the pawn is in the middle", "anneaux", "11.1..../2......./........ 1 7,9 - -", "a3",
     "1A1A..../2......./........ 1 6,9 - 2"},
    {"five in a row count once", "anneaux", "11.11.../2222..../........ 1 6,6 - -", "a3",
     "1A1A1.../2222..../........ 1 5,6 - 2"},
    {"the next pawn is spent, an arc to the other side counts", "anneaux", "11.A..../2......./........ 1 7,9 - -", "a3",
     "A1AA..../2......./........ 1 6,9 - 2"},
    {"an arc with a spent pawn does not count", "anneaux", "1A....../2......./........ 1 8,9 - -", "a3",
     "1A1...../2......./........ 2 7,9 - -"},
    {"the middle pawn of an arc makes another line", "anneaux", "A1A...../2......./........ 1 7,9 - -", "b2 c8 c2",
     "A1A...../21....../.1.....2 1 5,8 - 2"},
    {"a pawn that slides away and back is fresh, its partner is not", "anneaux", "A1A...../2......./........ 1 7,9 - -",
     "a1-a8 b2 a8-a1", "11A...../22....../........ 2 7,8 - -"},
    {"a spent pawn counts in the arc it moves into", "anneaux", "...1.1../2...A.../........ 1 7,9 - -", "b5-a5",
     "...A1A../2......./........ 1 7,9 - 2"},
    {"a pawn does not count where it came from", "anneaux", "111...../2......./........ 1 7,9 - -", "a3-a4",
     "11.1..../2......./........ 2 7,9 - -"},
    /* spokes */
    {"a spoke spends nobody", "anneaux", "1......./1......2/........ 1 8,9 - -", "c1",
     "1......./1......2/1....... 1 7,9 - 2"},
    {"arc and spoke are both judged before anyone is spent", "anneaux", "1......./1....222/.11..... 1 6,7 - -", "c1",
     "1......./1....222/A1A..... 1 5,7 - 22"},
    {"a spent pawn spoils a spoke", "anneaux", "A......./1......2/........ 1 8,9 - -", "c1",
     "A......./1......2/1....... 2 7,9 - -"},
    /* turning */
    {"turning makes two spokes at once", "anneaux", "1.1...../.1.1..../.1.1..22 1 4,8 c -", "a+",
     ".1.1..../.1.1..../.1.1..22 1 4,8 a 22"},
    {"turning back over the border of sectors 1 and 8", "anneaux", "1......./.......1/2......1 1 7,9 c -", "a-",
     ".......1/.......1/2......1 1 7,9 a 2"},
    {"spent pawns turn with their ring and stay spent", "anneaux", "A......./.1....../.1....2. 1 7,9 c -", "a+",
     ".A....../.1....../.1....2. 2 7,9 a -"},
    {"a spoke made for another player gives nothing, now or later", "anneaux", "2......./.2....../.2....1. 1 9,7 c -",
     "a+ b8", ".2....../.2.....2/.2....1. 1 9,6 a -"},
    {"no arc is made by turning", "anneaux", "111...../2......./........ 1 7,9 c -", "a+",
     ".111..../2......./........ 2 7,9 a -"},
    {"an empty ring may be turned", "anneaux", "1......./2......./........ 1 9,9 b -", "c-",
     "1......./2......./........ 2 9,9 c -"},
    {"a ring may be turned again after another", "anneaux", "1......./2......./........ 1 9,9 a -", "b+ a+",
     ".1....../.2....../........ 1 9,9 a -"},
    /* taking */
    {"nobody has a pawn to take: the turn passes", "anneaux", "11....../......../........ 1 8,10 - -", "a3",
     "A1A...../......../........ 2 7,10 - -"},
    {"no more is due than there is", THREE, "1......./1......./.11.2.33 1 6,9,8 - -", "c1",
     "1......./1......./A1A.2.33 1 5,9,8 - 233"},
    {"first from the next player, 4 before 1", FOUR, "33....../1......./2..44... 3 9,9,8,8 - -", "a3",
     "C3C...../1......./2..44... 3 9,9,7,8 - 412"},
    {"the same player takes all, then the next one moves", FOUR, "33....../1......./2..44... 3 9,9,8,8 - -",
     "a3 xc4 xb1 xc1", "C3C...../......../....4... 4 9,9,7,8 - -"},
    {"a spent pawn may be taken", "anneaux", "11....../B2B...../........ 1 8,7 - -", "a3 xb1",
     "A1A...../.2B...../........ 2 7,7 - -"},
    {"pawns of eliminated players are taken too", THREE, "11....../22....../333..... 1 8,x,7 - -", "a3 xb2 xc1",
     "A1A...../2......./.33..... 3 7,x,7 - -"},
    /* elimination */
    {"with two pawns left a player is out, the reserve too", THREE, "11....../2......./333..... 1 8,2,7 - -", "a3 xb1",
     "A1A...../......../333..... 1 7,x,7 - 3"},
    {"with three pawns left a player is in", THREE, "11....../2......./333..... 1 8,3,7 - -", "a3 xb1",
     "A1A...../......../333..... 1 7,3,7 - 3"},
    {"what is due from a player just eliminated is still taken", THREE, "1......./1..222../.11..333 1 6,0,7 - -",
     "c1 xb4", "1......./1...22../A1A..333 1 5,x,7 - 233"},
    {"play passes over eliminated players", FOUR, "11....../2......./33...... 4 5,x,x,9 - -", "b4 b5 b6",
     "11....../2..414../33...... 1 4,x,x,7 - -"},
    {"the last player left wins", "anneaux", "11....../222...../........ 1 8,0 - -", "a3 xb3",
     "A1A...../22....../........ 1# 7,x - -"},
    {"the last player left wins whatever is due", "anneaux", "1......./1..222../.11..... 1 6,0 - -", "c1 xb4",
     "1......./1...22../A1A..... 1# 5,x - -"},
    {"winning among eliminated players", FOUR, "11....../222...../33...44. 1 8,0,x,x - -", "a3 xb1",
     "A1A...../.22...../33...44. 1# 7,x,x,x - -"},
    /* flying */
    {"four pawns and no reserve fly", "anneaux", "1.1...../....2.2./1..2...1 1 0,6 a -", "c8-a2",
     "A1A...../....2.2./1..2.... 1 0,6 a 2"},
    {"a flyer on a full board passes", THREE, "12313212/23123233/32323232 1 0,0,0 a -", "pass",
     "12313212/23123233/32323232 2 0,0,0 a -"},
    /* while-standing */
    {"ends are fresh again when the middle leaves", STANDING, "A1A...../2......./........ 1 7,9 - -", "a2-b2",
     "1.1...../21....../........ 2 7,9 - -"},
    {"until-moved: ends stay spent when the middle leaves", "anneaux", "A1A...../2......./........ 1 7,9 - -", "a2-b2",
     "A.A...../21....../........ 2 7,9 - -"},
    {"an end that is now a middle is fresh again", STANDING, "A1A1..../2......./........ 1 6,9 - -", "a1-a8",
     ".111...1/2......./........ 2 6,9 - -"},
    {"an end of another three stays spent", STANDING, ".1A11.../2......./........ 1 6,9 - -", "a2-a1",
     "1.A11.../2......./........ 2 6,9 - -"},
    {"the spent pawns of others are refreshed, too, after all is taken", THREE ",spent=while-standing",
     "11....../B2B...../3.33.... 1 8,7,7 - -", "a3 xb2", "A1A...../B.B...../3.33.... 1 7,7,7 - 3"},
    {"the last taking ends the action", THREE ",spent=while-standing", "11....../B2B...../3.33.... 1 8,7,7 - -",
     "a3 xb2 xc1", "A1A...../2.2...../..33.... 2 7,7,7 - -"},
    {"turning a ring keeps three standing", STANDING, "A1A...../2......./........ 1 7,9 b -", "a+",
     ".A1A..../2......./........ 2 7,9 a -"},
    {"nobody stays spent without cause when the game is won", STANDING, "11....../B2B...../........ 1 8,0 - -",
     "a3 xb1", "A1A...../.22...../........ 1# 7,x - -"},
    /* repetition */
    {"twice is no draw", "anneaux", NULL, "a+ b+ a+ b+", "......../......../........ 1 10,10 b -"},
    {"the third occurrence is a draw", "anneaux", NULL, "a+ b+ a- b- a+", "......../......../........ = 10,10 a -"},
    {"repetition=none", "anneaux:repetition=none", NULL, "a+ b+ a- b- a+", "......../......../........ 2 10,10 a -"},
    {"the first position counts", THREE, "11.1..../22..2.../3....... 1 6,6,x a -", "c+ a+ c- a- c+ a+ c- a-",
     "11.1..../22..2.../3....... = 6,6,x a -"},
    {"another ring turned last is another position", THREE, "11.1..../22..2.../........ 1 6,6,x b -",
     "c+ a+ c- a- c+ a+ c- a-", "11.1..../22..2.../........ 1 6,6,x a -"},
};

static void test_play(void **state) {
    const struct play *play = *state;
    struct tab_match *match = testing_match(play->spec, play->from, play->moves);
    char text[TAB_POSITION_TEXT];
    tab_position_format(tab_match_rules(match), tab_match_position(match), text, sizeof text);
    tab_match_free(match);
    assert_string_equal(text, play->at);
}

static const char *play_name(const void *row) { return ((const struct play *)row)->name; }

/* ---- Results -------------------------------------------------------------------------------------------------- */

struct ending {
    const char *spec, *position;
    int winner;
    double payoff[TAB_PLAYERS_MAX];
    const char *reason;
};

static struct ending endings[] = {
    {"anneaux", "A1A...../22....../........ 1# 7,x - -", 1, {1}, "everyone else is eliminated"},
    {FOUR, "11....../2......./33...444 4# x,x,x,7 - -", 4, {0, 0, 0, 1}, "everyone else is eliminated"},
    {"anneaux", "......../......../........ = 10,10 a -", 0, {0.5, 0.5}, "the game was declared a draw"},
    {THREE, "11.1..../22..2.../3....... = 6,6,x a -", 0, {0.5, 0.5, 0}, "the game was declared a draw"},
    {FOUR,
     "11.1..../22....../3....... = 6,x,9,10 a -",
     0,
     {1.0 / 3, 0, 1.0 / 3, 1.0 / 3},
     "the game was declared a draw"},
};

static void test_ending(void **state) {
    const struct ending *ending = *state;
    struct tab_rules rules = testing_rules(ending->spec);
    struct tab_position position = testing_position(&rules, ending->position);
    struct tab_result result;
    tab_position_result(&rules, &position, &result);
    assert_true(result.over);
    assert_int_equal(result.winner, ending->winner);
    assert_string_equal(result.reason, ending->reason);
    for (int player = 0; player < tab_rules_players(&rules); player++)
        assert_true(result.payoff[player] == ending->payoff[player]);
    assert_int_equal(tab_position_player(&rules, &position), 0);
    assert_int_equal(tab_position_count(&rules, &position), 0);
}

static const char *ending_name(const void *row) { return ((const struct ending *)row)->position; }

#define ROWS(table) table, sizeof *(table), (int)(sizeof(table) / sizeof *(table))

int main(void) {
    int failures = testing_run_rows("bad specs", test_bad_spec, ROWS(bad_specs), bad_spec_name);
    failures += testing_run_rows("bad positions", test_bad_position, ROWS(bad_positions), bad_position_name);
    failures += testing_run_rows("bad moves", test_bad_move, ROWS(bad_moves), bad_move_name);
    failures += testing_run_rows("single rules", test_play, ROWS(plays), play_name);
    return failures + testing_run_rows("endings", test_ending, ROWS(endings), ending_name);
}
