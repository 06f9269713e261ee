/* test_arena.c - what matches are made of: ENGINE words, schedules, openings, tallies, records. */
#include "testing.h"

#include "arena/journal.h"
#include "arena/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---------------------------------------------------------------------------------------------------- */

struct bad_row {
    const char *text;
    int at;
    const char *what; /* the beginning of the message */
};

static const char *bad_name(const void *row) { return ((const struct bad_row *)row)->text; }

static void bad_check(const struct bad_row *row, bool read, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    assert_false(read);
    tab_error_format(error, NULL, message, sizeof message);
    if (strncmp(message, row->what, strlen(row->what)) != 0 || (int)error->at != row->at)
        fail_msg("%s: at %d: %s", row->text, (int)error->at, message);
}

static struct bad_row bad_sprts[] = {
    {"", 0, "expected elo0,elo1"},
    {"0", 1, "expected elo0,elo1"},
    {"0,", 2, "expected elo0,elo1"},
    {"a,5", 0, "expected elo0,elo1"},
    {"0,5,0.05", 8, "expected elo0,elo1"},
    {"0,5,0.05,0.05,0.05", 14, "expected elo0,elo1"},
    {"0,5,pentanomial", 4, "expected elo0,elo1"},
    {"0,5,logistic,normalized", 13, "nothing may follow"},
    {"0,1e3", 2, "expected elo0,elo1"},
    {"5,5", 2, "elo1 must be greater"},
    {"5,0", 2, "elo1 must be greater"},
    {"-201,0", 0, "the Elo difference"},
    {"0,5,0,0.05", 4, "alpha and beta"},
    {"0,5,0.05,0.5", 9, "alpha and beta"},
};

static void test_bad_sprt(void **state) {
    struct sprt sprt, before;
    struct tab_error error = {0};
    memset(&before, 7, sizeof before);
    memcpy(&sprt, &before, sizeof sprt);
    bool read = sprt_parse(&sprt, ((const struct bad_row *)*state)->text, &error);
    bad_check(*state, read, &error);
    assert_memory_equal(&sprt, &before, sizeof sprt);
}

static void test_good_sprts(void **state) {
    (void)state;
    struct sprt sprt;
    assert_true(sprt_parse(&sprt, "0,5", NULL));
    assert_true(sprt.elo0 == 0.0 && sprt.elo1 == 5.0 && sprt.alpha == 0.05 && sprt.beta == 0.05 && sprt.normalized);
    assert_true(sprt_parse(&sprt, "-2.5,1.5,0.01,0.1,logistic", NULL));
    assert_true(sprt.elo0 == -2.5 && sprt.elo1 == 1.5 && sprt.alpha == 0.01 && sprt.beta == 0.1 && !sprt.normalized);
    assert_true(sprt_parse(&sprt, "0,5,normalized", NULL));
    assert_true(sprt.normalized);
}

static struct bad_row bad_engines[] = {
    {"", 0, "unknown engine ''; the engines are: tablier, uct, mcts, greedy, random, cmd=PROGRAM"},
    {"stockfish", 0, "unknown engine 'stockfish'"},
    {"Tablier", 0, "unknown engine 'Tablier'"},
    {"tablier,", 8, "expected key=value, not ''"},
    {"tablier,,st=5", 8, "expected key=value"},
    {"tablier,st", 8, "expected key=value, not 'st'"},
    {"tablier,time=5", 8, "unknown key 'time'; the keys are: name, tc, st"},
    {"tablier,st=5,st=6", 13, "the key st is given twice"},
    {"tablier,st=", 11, "a number is missing"},
    {"tablier,st=0", 11, "the limit must be greater than 0"},
    {"tablier,st=-5", 11, "'-' is not a digit"},
    {"tablier,st=1000000001", 11, "the number is greater"},
    {"tablier,nodes=1e6", 15, "'e' is not a digit"},
    {"tablier,depth=101", 14, "the number is greater than 100"},
    {"tablier,tc=", 11, "a clock is SECONDS"},
    {"tablier,tc=1+", 13, "a clock is SECONDS"},
    {"tablier,tc=1:30", 12, "a clock is SECONDS"},
    {"tablier,tc=1.2345", 16, "a clock is SECONDS"},
    {"tablier,tc=0+1", 11, "a clock needs some time"},
    {"tablier,tc=99999999", 19, "a clock is SECONDS"},
    {"tablier,name=", 13, "a name has 1 to 47 bytes"},
    {"tablier,name=123456789012345678901234567890123456789012345678", 13, "a name has 1 to 47 bytes"},
    {"tablier,option.=5", 16, "the option has no name"},
    {"tablier,hash=5,option.Hash=6", 27, "the option Hash is given twice"},
    {"uct,option.Search=mcts", 18, "the option Search is given twice"},
    {"tablier,name='x", 13, "this quote is not closed"},
    {"tablier,name=a\nquit", 14, "only printable characters"},
    {"tablier,name=\xff", 13, "only printable characters"},
    {"cmd=", 4, "a program is missing"},
    {"cmd=,st=5", 4, "a program is missing"},
    {"cmd='' x", 8, "a program is missing"},
    {"cmd=\"x", 4, "this quote is not closed"},
};

static void test_bad_engine(void **state) {
    struct contender contender, before;
    struct tab_error error = {0};
    memset(&before, 7, sizeof before);
    memcpy(&contender, &before, sizeof contender);
    bool read = contender_parse(&contender, ((const struct bad_row *)*state)->text, &error);
    bad_check(*state, read, &error);
    assert_memory_equal(&contender, &before, sizeof contender);
}

static void test_good_engines(void **state) {
    (void)state;
    struct contender contender;
    assert_true(contender_parse(&contender, "uct,tc=60+0.6,nodes=500,hash=2,name='a, b',option.Log File=x=y", NULL));
    assert_string_equal(contender.name, "a, b");
    assert_true(contender.allowance.clock_ms == 60000 && contender.allowance.increment_ms == 600);
    assert_true(contender.allowance.nodes == 500 && contender.allowance.move_ms == 0);
    assert_int_equal(contender.setting_count, 3);
    assert_string_equal(contender.settings[0].value, "uct");
    assert_string_equal(contender.settings[1].name, "Hash");
    assert_string_equal(contender.settings[2].name, "Log File");
    assert_string_equal(contender.settings[2].value, "x=y");
    contender_free(&contender);
    assert_true(contender_parse(&contender, "cmd=/opt/my\\ engine  -x 'a, b' \"\",st=20,depth=3", NULL));
    assert_string_equal(contender.name, "my engine");
    assert_string_equal(contender.arguments[0], "/opt/my engine");
    assert_string_equal(contender.arguments[1], "-x");
    assert_string_equal(contender.arguments[2], "a, b");
    assert_string_equal(contender.arguments[3], "");
    assert_null(contender.arguments[4]);
    assert_true(contender.allowance.move_ms == 20 && contender.allowance.depth == 3);
    contender_free(&contender);
    assert_true(contender_parse(&contender, "cmd=/", NULL));
    assert_string_equal(contender.name, "/");
    contender_free(&contender);
    assert_true(contender_parse(&contender, "cmd=xééééééééééééééééééééé", NULL));
    assert_string_equal(contender.name, "xééééééééééééééééé");
    contender_free(&contender);
    assert_true(contender_parse(&contender, "tablier,tc=0.05", NULL));
    assert_true(contender.allowance.clock_ms == 50 && contender.allowance.increment_ms == 0);
    contender_free(&contender);
}

static void test_names_become_different(void **state) {
    (void)state;
    static const char *const words[] = {"tablier", "tablier,name=tablier-2", "tablier", "uct", "tablier", "uct,name=x"};
    enum { COUNT = sizeof words / sizeof *words };
    struct contender contenders[COUNT];
    int first, second;
    for (int i = 0; i < COUNT; i++)
        assert_true(contender_parse(&contenders[i], words[i], NULL));
    assert_true(contenders_distinguish(contenders, COUNT, &first, &second));
    assert_string_equal(contenders[0].name, "tablier");
    assert_string_equal(contenders[1].name, "tablier-2");
    assert_string_equal(contenders[2].name, "tablier-3");
    assert_string_equal(contenders[4].name, "tablier-4");
    contenders[3].named = true;
    snprintf(contenders[3].name, sizeof contenders[3].name, "x");
    assert_false(contenders_distinguish(contenders, COUNT, &first, &second));
    assert_true(first == 3 && second == 5);
    for (int i = 0; i < COUNT; i++)
        contender_free(&contenders[i]);
}

/* ---- Schedules ------------------------------------------------------------------------------------------------ */

struct schedule_row {
    const char *name;
    int contenders, players;
    bool gauntlet;
    int meetings, seatings;
    const char *seats; /* of the games of the first round */
};

static struct schedule_row schedules[] = {
    {"two of two", 2, 2, false, 1, 2, "01 10 "},
    {"three of two", 3, 2, false, 3, 2, "01 10 02 20 12 21 "},
    {"three of two, gauntlet", 3, 2, true, 2, 2, "01 10 02 20 "},
    {"three of three", 3, 3, false, 1, 3, "012 120 201 "},
    {"four of three, gauntlet", 4, 3, true, 3, 3, "012 120 201 013 130 301 023 230 302 "},
    {"two of three", 2, 3, false, 2, 3, "010 100 001 101 011 110 "},
    {"two of four", 2, 4, false, 1, 2, "0101 1010 "},
    {"three of four", 3, 4, false, 3, 4, "0120 1200 2001 0012 1201 2011 0112 1120 2012 0122 1220 2201 "},
};

static const char *schedule_name(const void *row) { return ((const struct schedule_row *)row)->name; }

static void test_schedule(void **state) {
    const struct schedule_row *row = *state;
    struct schedule schedule;
    char seats[128] = "";
    assert_true(schedule_make(&schedule, row->contenders, row->players, row->gauntlet, 3 * row->seatings));
    assert_int_equal(schedule.meeting_count, row->meetings);
    assert_int_equal(schedule.seatings, row->seatings);
    const int64_t per_round = (int64_t)row->meetings * row->seatings, games = schedule_games(&schedule);
    assert_int_equal(games, 3 * per_round);
    for (int64_t number = 0; number < games; number++) {
        struct fixture fixture = schedule_fixture(&schedule, number);
        assert_int_equal(fixture.number, number);
        assert_int_equal(fixture.round, number / per_round);
        for (int seat = 0; number < per_round && seat < row->players; seat++) {
            char digit[] = {(char)('0' + fixture.contenders[seat]), '\0'};
            strcat(seats, digit);
        }
        if (number < per_round)
            strcat(seats, " ");
    }
    assert_string_equal(seats, row->seats);
    schedule_free(&schedule);
}

static void test_rounds_cut_short(void **state) {
    (void)state;
    struct schedule schedule;
    int games[3] = {0};
    assert_true(schedule_make(&schedule, 3, 2, false, 5));
    assert_int_equal(schedule_games(&schedule), 15);
    for (long number = 0; number < 15; number++) {
        struct fixture fixture = schedule_fixture(&schedule, number);
        games[fixture.meeting]++;
        assert_int_equal(fixture.round, number / 6);
        assert_true(number < 12 || fixture.seating == 0);
    }
    assert_true(games[0] == 5 && games[1] == 5 && games[2] == 5);
    schedule_free(&schedule);
}

/* ---- Openings ------------------------------------------------------------------------------------------------- */

static struct bad_row bad_openings[] = {
    {"random:", 7, "a number is missing"},        {"random:x", 7, "'x' is not a digit"},
    {"random:1-", 9, "a number is missing"},      {"random:5-4", 9, "the greatest number"},
    {"random:1-201", 9, "the number is greater"}, {"random:1-2-3", 10, "'-' is not a digit"},
    {"even:", 5, "a number is missing"},          {"even:5-4", 7, "the greatest number"},
};

static void test_bad_openings(void **state) {
    struct openings openings = {0};
    struct tab_error error = {0};
    bool listed, read = openings_parse(&openings, ((const struct bad_row *)*state)->text, &listed, &error);
    bad_check(*state, read, &error);
}

static struct bad_row bad_lines[] = {
    {"@c1n @c9n", 6, "after @ comes the square"},
    {"5/5/1###1/5/2N2 3 1 00", 16, "the status '3'"},
    {"  5/5/1###1/5/2N2 3 1 00", 18, "the status '3'"},
    {"@e2w @a1e @a1n a2b2w @b1n @c1n e2d2n c1c2e d2d3n @d1n d3d4n @e1n d4d5n", 0, "the game is over"},
};

static void test_bad_lines(void **state) {
    struct openings openings = {0};
    struct tab_rules rules = testing_rules("siam");
    struct tab_error error = {0};
    bool read = openings_add(&openings, &rules, ((const struct bad_row *)*state)->text, &error);
    bad_check(*state, read, &error);
    assert_int_equal(openings.line_count, 0);
    openings_free(&openings);
}

static void test_listed_openings(void **state) {
    (void)state;
    struct openings openings = {.kind = OPENINGS_LISTED};
    struct tab_rules rules = testing_rules("siam");
    static const char *const lines[] = {"# for readers", "", " @c1n @c5s ", "#", "5/5/1###1/5/2N2 2 1 00\r\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_true(openings_add(&openings, &rules, lines[i], NULL));
    assert_int_equal(openings.line_count, 2);
    for (long number = 0; number < 6; number++) {
        struct tab_match *match = opening_begin(&openings, &rules, number);
        assert_int_equal(tab_match_ply(match), number % 2 == 0 ? 2 : 0);
        assert_int_equal(tab_position_player(&rules, tab_match_position(match)), number % 2 == 0 ? 1 : 2);
        tab_match_free(match);
    }
    openings_free(&openings);
}

/* Even openings come again, have the length asked for, and are more even than random ones are on average. */
static void test_even_openings(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    struct tab_engine *engine = tab_engine_new(&options);
    struct tab_thought *thought = malloc(sizeof *thought);
    int leads[2] = {0};
    for (int even = 0; even < 2; even++) {
        struct openings openings = {0};
        bool listed;
        assert_true(openings_parse(&openings, even ? "even:2-5" : "random:2-5", &listed, NULL));
        openings.seed = 9;
        for (long number = 0; number < 8; number++) {
            const struct tab_limits limits = {.nodes = 500, .depth = 50};
            struct tab_match *match = opening_begin(&openings, &rules, number);
            assert_in_range(tab_match_ply(match), 2, 5);
            tab_engine_think(engine, &rules, tab_match_position(match), NULL, 0, &limits, NULL, NULL, thought);
            leads[even] += abs(thought->line[0].centi);
            if (number % 4 == 3) {
                struct tab_match *again = opening_begin(&openings, &rules, number);
                assert_true(tab_position_repeats(&rules, tab_match_position(match), tab_match_position(again)));
                tab_match_free(again);
            }
            tab_match_free(match);
        }
    }
    assert_true(2 * leads[1] < leads[0]);
    free(thought);
    tab_engine_free(engine);
}

/* Random openings go on, have the length asked for, come again, and come after a set-up in games that have one. */
static void test_random_openings(void **state) {
    struct openings openings = {.kind = OPENINGS_RANDOM, .least = 2, .most = 5, .seed = 9};
    struct tab_rules rules = testing_rules(*state);
    struct tab_position start;
    struct tab_random random;
    int lengths[6] = {0};
    tab_position_start(&rules, &start);
    tab_random_seed(&random, 1);
    bool set_up = tab_random_deal(&random, &rules, &start);
    for (long number = 0; number < 60; number++) {
        struct tab_match *match = opening_begin(&openings, &rules, number);
        struct tab_match *again = opening_begin(&openings, &rules, number);
        assert_true(tab_match_ply(match) >= 2 && tab_match_ply(match) <= 5);
        lengths[tab_match_ply(match)]++;
        assert_int_not_equal(tab_position_player(&rules, tab_match_position(match)), 0);
        assert_memory_equal(tab_match_position(match), tab_match_position(again), sizeof(struct tab_position));
        struct tab_position first = *tab_match_position_at(match, 0);
        assert_false(tab_random_deal(&random, &rules, &first) && set_up);
        tab_match_free(match);
        tab_match_free(again);
    }
    assert_true(lengths[2] > 0 && lengths[3] > 0 && lengths[4] > 0 && lengths[5] > 0);
}

static void test_no_opening_is_that_long(void **state) {
    (void)state;
    struct openings openings = {.kind = OPENINGS_RANDOM, .least = 31, .most = 31};
    struct tab_rules rules = testing_rules("santasi");
    assert_null(opening_begin(&openings, &rules, 0));
}

/* ---- Tallies and records -------------------------------------------------------------------------------------- */

static void contest_make(struct contest *contest, const char *spec, int contenders, long games) {
    static const char *const names[] = {"tablier,name=A", "uct,name=B,st=20", "random,name=C,tc=1.5+0.25"};
    *contest = (struct contest){.rules = testing_rules(spec), .contender_count = contenders, .plies_max = 100};
    tab_rules_format(&contest->rules, contest->spec, sizeof contest->spec);
    contest->openings = (struct openings){.kind = OPENINGS_RANDOM, .least = 1, .most = 3, .seed = 5};
    for (int i = 0; i < contenders; i++)
        assert_true(contender_parse(&contest->contenders[i], names[i], NULL));
    assert_true(schedule_make(&contest->schedule, contenders, tab_rules_players(&contest->rules), false, games));
}

static void contest_drop(struct contest *contest) {
    for (int i = 0; i < contest->contender_count; i++)
        contender_free(&contest->contenders[i]);
    schedule_free(&contest->schedule);
}

static void tally_play(struct tally *tally, long number, double one, double two, int culprit) {
    struct fixture fixture = schedule_fixture(&tally->contest->schedule, number);
    double payoff[TAB_PLAYERS_MAX] = {one, two};
    assert_true(tally_add(tally, &fixture, payoff, culprit, false));
}

static void test_tally_of_two(void **state) {
    (void)state;
    struct contest contest;
    struct tally tally;
    contest_make(&contest, "siam", 2, 7);
    assert_true(tally_begin(&tally, &contest));
    /* A wins both games of the first round and draws both of the third; the games of the second come in between, and
     * go one to each. Then A fails in the round cut short. */
    tally_play(&tally, 0, 1.0, 0.0, 0);
    tally_play(&tally, 2, 0.0, 1.0, 0);
    tally_play(&tally, 4, 0.5, 0.5, 0);
    tally_play(&tally, 1, 0.0, 1.0, 0);
    tally_play(&tally, 5, 0.5, 0.5, 0);
    tally_play(&tally, 3, 0.0, 1.0, 0);
    tally_play(&tally, 6, 0.0, 1.0, 1);
    const struct standing *first = &tally.standings[0];
    const long expected[ROUND_SCORES] = {0, 0, 2, 0, 1};
    assert_memory_equal(tally.duels[0].scores, expected, sizeof expected);
    assert_true(first->games == 7 && first->won == 3 && first->drawn == 2 && first->lost == 2);
    assert_true(first->points == 4.0 && first->failures == 1 && tally.standings[1].failures == 0);
    assert_true(first->rounds.count == 3);
    testing_near(sample_mean(&first->rounds), 2.0 / 3.0, 1e-12);
    testing_near(sample_mean(&tally.standings[1].rounds), 1.0 / 3.0, 1e-12);
    tally_end(&tally);
    contest_drop(&contest);
}

/* Two engines in the seats of three players: each round has a mean for both, and the means weigh seats. */
static void test_tally_of_shared_seats(void **state) {
    (void)state;
    struct contest contest;
    struct tally tally;
    contest_make(&contest, "anneaux:players=3", 2, 3);
    assert_true(tally_begin(&tally, &contest));
    for (long number = 0; number < schedule_games(&contest.schedule); number++) {
        struct fixture fixture = schedule_fixture(&contest.schedule, number);
        double payoff[TAB_PLAYERS_MAX] = {0};
        int winner = fixture.contenders[0] == 0 ? 0 : fixture.contenders[1] == 0 ? 1 : 2;
        payoff[winner] = 1.0; /* A wins whatever it sits in */
        assert_true(tally_add(&tally, &fixture, payoff, 0, false));
    }
    assert_int_equal(tally.standings[0].games, 9);
    assert_int_equal(tally.standings[1].games, 9);
    assert_int_equal(tally.standings[0].won, 6);
    assert_int_equal(tally.standings[0].rounds.count, 2);
    testing_near(sample_mean(&tally.standings[0].rounds), (0.5 + 1.0) / 2, 1e-12);
    testing_near(sample_mean(&tally.standings[1].rounds), 0.0, 1e-12);
    tally_end(&tally);
    contest_drop(&contest);
}

/* A game as an arena would leave it: random moves, by agreement of nobody. */
static struct game game_make(const struct contest *contest, long number) {
    struct game game = {.fixture = schedule_fixture(&contest->schedule, number)};
    struct tab_random random;
    tab_random_seed(&random, (uint64_t)number);
    game.match = opening_begin(&contest->openings, &contest->rules, game.fixture.round);
    game.opening = tab_match_ply(game.match);
    game.remarks = calloc(10, sizeof *game.remarks);
    for (int i = 0; i < 10 && tab_position_player(&contest->rules, tab_match_position(game.match)) != 0; i++) {
        assert_true(
            tab_match_play(game.match, tab_random_move(&random, &contest->rules, tab_match_position(game.match))));
        game.remarks[i] =
            (struct remark){.reply = {.scored = i % 2 == 0, .centi = 10 * i}, .timed = true, .clock_ms = 5};
    }
    game.result = (struct tab_result){.over = true, .winner = 2, .payoff = {0.0, 1.0}, .reason = "a player failed"};
    game.culprit = 1;
    failure_set(&game.failure, FAULT_CRASH, "ended by signal {1}", "\x01 11", NULL);
    return game;
}

/* What was written counts when the match goes on, in any order, and a game cut off in the middle is played again. */
static void test_records_are_counted_again(void **state) {
    (void)state;
    struct contest contest;
    struct tally tally;
    struct tab_error error = {0};
    char text[20000] = "";
    bool finished[6] = {false};
    size_t kept, whole = 0;
    contest_make(&contest, "siam", 3, 2);
    assert_true(tally_begin(&tally, &contest));
    static const long numbers[] = {5, 0, 2};
    for (int i = 0; i < 3; i++) {
        struct game game = game_make(&contest, numbers[i]);
        whole = i == 2 ? strlen(text) : 0;
        char *record = journal_format(&contest, &game, "2024.05.31");
        assert_non_null(record);
        assert_non_null(strstr(record, "[Termination \"ended by signal ? 11\"]"));
        strcat(text, record);
        free(record);
        game_free(&game);
    }
    text[strlen(text) - 40] = '\0';
    assert_true(journal_read(text, strlen(text), &tally, finished, &kept, &error));
    assert_int_equal(kept, whole);
    assert_true(finished[0] && finished[5] && !finished[2] && !finished[1]);
    assert_int_equal(tally.games, 2);
    assert_true(tally.standings[0].failures == 1 && tally.standings[2].failures == 1);
    assert_int_equal(tally.standings[1].won, 2);
    tally_end(&tally);
    contest_drop(&contest);
}

struct strange_row {
    const char *name, *find, *replace, *what;
};

/* Records that do not belong to the match are not counted. */
static struct strange_row strange[] = {
    {"other rules", "[Game \"siam\"]", "[Game \"siam:exits=once\"]", "this game has other rules"},
    {"other players", "[Player1 \"A\"]", "[Player1 \"Z\"]", "this game has other players"},
    {"no number", "[Round \"1\"]", "[Round \"-\"]", "the tag Round"},
    {"zero", "[Round \"1\"]", "[Round \"0\"]", "the tag Round"},
    {"too great a number", "[Round \"1\"]", "[Round \"7\"]", "the tag Round"},
    {"another number", "[Round \"1\"]", "[Round \"2\"]", "this game has other players"},
    {"another opening", "[Round \"1\"]", "[Round \"3\"]", "this game has another opening"},
    {"no result", "0-1", "*", "this game has no result"},
};

static const char *strange_name(const void *row) { return ((const struct strange_row *)row)->name; }

static void text_replace(char *text, const char *find, const char *replace) {
    char copy[8000];
    for (char *found = text; (found = strstr(found, find)) != NULL; found += strlen(replace)) {
        snprintf(copy, sizeof copy, "%s%s", replace, found + strlen(find));
        strcpy(found, copy);
    }
}

static void test_strange_record(void **state) {
    const struct strange_row *row = *state;
    struct contest contest;
    struct tally tally;
    struct tab_error error = {0};
    char text[8000];
    bool finished[6] = {false};
    size_t kept;
    contest_make(&contest, "siam", 2, 6);
    assert_true(tally_begin(&tally, &contest));
    struct game game = game_make(&contest, 0);
    char *record = journal_format(&contest, &game, "2024.05.31");
    snprintf(text, sizeof text, "%s", record);
    text_replace(text, row->find, row->replace);
    assert_false(journal_read(text, strlen(text), &tally, finished, &kept, &error));
    assert_int_equal(strncmp(error.what, row->what, strlen(row->what)), 0);
    assert_int_equal(tally.games, 0);
    free(record);
    game_free(&game);
    tally_end(&tally);
    contest_drop(&contest);
}

#define ROWS(group, test, rows, name)                                                                                  \
    testing_run_rows(group, test, rows, sizeof *(rows), (int)(sizeof(rows) / sizeof *(rows)), name)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_sprts),
        cmocka_unit_test(test_good_engines),
        cmocka_unit_test(test_names_become_different),
        cmocka_unit_test(test_rounds_cut_short),
        cmocka_unit_test(test_listed_openings),
        cmocka_unit_test(test_even_openings),
        cmocka_unit_test(test_no_opening_is_that_long),
        cmocka_unit_test(test_tally_of_two),
        cmocka_unit_test(test_tally_of_shared_seats),
        cmocka_unit_test(test_records_are_counted_again),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += ROWS("bad SPRTs", test_bad_sprt, bad_sprts, bad_name);
    failures += ROWS("bad engines", test_bad_engine, bad_engines, bad_name);
    failures += ROWS("bad openings", test_bad_openings, bad_openings, bad_name);
    failures += ROWS("bad lines", test_bad_lines, bad_lines, bad_name);
    failures += ROWS("schedules", test_schedule, schedules, schedule_name);
    failures += ROWS("strange records", test_strange_record, strange, strange_name);
    failures += testing_run_games("random openings", test_random_openings);
    return failures;
}
