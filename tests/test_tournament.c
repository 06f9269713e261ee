/* test_tournament.c - whole tournaments in a database, with a clock that moves only when told. */
#include "database.h"
#include "played.h"
#include "testing.h"

#include "server/admin.h"
#include "server/director.h"
#include "server/game.h"
#include "server/store_events.h"
#include "server/store_schema.h"
#include "server/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAUSE_MS = 20000, WAVE_MS = 4000, LONG_MS = 600000, TOLD_MAX = 4096 };

static enum database_kind kind;
static const char *const cup = "tournament01";

struct fixture {
    struct database database;
    struct sql *sql;
    struct director *director;
    int64_t now, set; /* the clock, and by how much it was set */
    uint64_t random;
    bool stuck; /* chance gives always the same */
    struct tab_random luck;
    char told[TOLD_MAX][GAME_ID_TEXT]; /* games that were said to have begun */
    int told_count, changes;
    int64_t revision;
};

/* ---- The outside ---------------------------------------------------------------------------------------------- */

static int64_t outside_now(void *context, int64_t *set) {
    const struct fixture *fixture = context;
    *set = fixture->set;
    return fixture->now;
}

static void outside_random(void *context, void *bytes, size_t count) {
    struct fixture *fixture = context;
    for (size_t i = 0; i < count; i++) {
        fixture->random = fixture->random * 6364136223846793005U + (fixture->stuck ? 0 : 1442695040888963407U);
        ((unsigned char *)bytes)[i] = fixture->stuck ? 7 : (unsigned char)(fixture->random >> 56);
    }
}

static void outside_game(void *context, const char *game) {
    struct fixture *fixture = context;
    assert_in_range(fixture->told_count, 0, TOLD_MAX - 1);
    snprintf(fixture->told[fixture->told_count++], GAME_ID_TEXT, "%s", game);
}

static void outside_tournament(void *context, const char *tournament, int64_t revision) {
    struct fixture *fixture = context;
    assert_string_equal(tournament, cup);
    assert_true(revision > fixture->revision);
    fixture->revision = revision;
    fixture->changes++;
}

static struct director *director_make(struct fixture *fixture) {
    const struct director_options options = {.address = fixture->database.address,
                                             .pause_ms = PAUSE_MS,
                                             .wave_ms = WAVE_MS,
                                             .context = fixture,
                                             .now = outside_now,
                                             .random = outside_random,
                                             .tell_game = outside_game,
                                             .tell_tournament = outside_tournament};
    struct director *director = director_new(&options, NULL);
    assert_non_null(director);
    return director;
}

static int fixture_begin(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->now = 1700000000000;
    tab_random_seed(&fixture->luck, 5);
    database_begin(&fixture->database, kind);
    fixture->sql = database_open(&fixture->database);
    assert_true(schema_update(fixture->sql, NULL));
    fixture->director = director_make(fixture);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state) {
    struct fixture *fixture = *state;
    director_free(fixture->director);
    sql_close(fixture->sql);
    database_end(&fixture->database);
    free(fixture);
    return 0;
}

/* ---- Hands ---------------------------------------------------------------------------------------------------- */

static struct visitor visitor_of(int number) { return (struct visitor){{1, (unsigned char)number}}; }

static void enter(struct fixture *fixture, int number) {
    struct entrant entrant = {.number = number, .visitor = visitor_of(number), .here = true, .since = fixture->now};
    snprintf(entrant.name, sizeof entrant.name, "player %d", number);
    assert_int_equal(entrant_insert(fixture->sql, cup, &entrant), SQL_GOOD);
}

static void tournament_make(struct fixture *fixture, enum tournament_kind wanted, int length, int players) {
    struct tournament tournament = {.kind = wanted,
                                    .name = "Club",
                                    .spec = "siam",
                                    .time = {.kind = TIME_FISCHER, .base_ms = 60000},
                                    .rounds = wanted == TOURNAMENT_SWISS ? length : 0,
                                    .minutes = wanted == TOURNAMENT_ARENA ? length : 0,
                                    .creator = visitor_of(1),
                                    .creator_name = "player 1",
                                    .created = fixture->now,
                                    .starts = fixture->now + 1000,
                                    .seed = 3};
    snprintf(tournament.id, sizeof tournament.id, "%s", cup);
    assert_int_equal(tournament_insert(fixture->sql, &tournament), SQL_GOOD);
    for (int number = 1; number <= players; number++)
        enter(fixture, number);
}

static void turn(struct fixture *fixture, int64_t ms) {
    fixture->now += ms;
    assert_true(director_turn(fixture->director));
}

static struct tournament_book book_of(struct fixture *fixture) {
    struct tournament_book book;
    assert_int_equal(book_read(fixture->sql, cup, &book), SQL_GOOD);
    assert_string_equal(book.tournament.id, cup);
    return book;
}

static enum tournament_state state_of(struct fixture *fixture) {
    struct tournament tournament;
    assert_int_equal(tournament_read(fixture->sql, cup, &tournament), SQL_GOOD);
    return tournament.state;
}

static bool event_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    struct event event;
    assert_true(event_decode(&event, columns[2].text, columns[0].integer, columns[1].integer));
    assert_true(game_apply(context, &event, event.at));
    return true;
}

static struct game *game_read(struct fixture *fixture, const char *id) {
    struct game *game = game_make(id);
    const struct sql_value values[] = {sql_text(id)};
    assert_int_equal(sql_run(fixture->sql, "SELECT number, at, data FROM event WHERE game = $1 ORDER BY number", values,
                             1, event_note, game),
                     SQL_GOOD);
    assert_non_null(game->match);
    return game;
}

struct closing {
    struct fixture *fixture;
    struct game *game;
};

static enum sql_outcome closing_run(struct sql *sql, void *context) {
    const struct closing *closing = context;
    return tournament_game_ended(sql, closing->game, closing->fixture->now);
}

/* Ends a game and has it counted; winner 0: agreed on a draw. END_ABORTED: nobody has moved. */
static void game_finish(struct fixture *fixture, const char *id, enum end_reason reason, int winner) {
    struct closing closing = {.fixture = fixture, .game = game_read(fixture, id)};
    const struct event end = {
        .kind = EVENT_END, .number = closing.game->number + 1, .at = fixture->now, .reason = reason, .winner = winner};
    assert_true(game_apply(closing.game, &end, fixture->now));
    assert_int_equal(sql_transaction(fixture->sql, closing_run, &closing), SQL_GOOD);
    game_drop(closing.game);
}

/* Ends a random half of the games being played, or all; returns how many are left. */
static int games_finish(struct fixture *fixture, bool all) {
    struct tournament_book book = book_of(fixture);
    int left = 0;
    for (int i = 0; i < book.meeting_count; i++) {
        const uint32_t lot = tab_random_below(&fixture->luck, 8);
        if (book.meetings[i].ended != 0)
            continue;
        if (!all && lot % 2 == 0)
            left++;
        else
            game_finish(fixture, book.meetings[i].game, lot < 2 ? END_AGREED : END_RESIGNED,
                        lot < 2 ? 0 : 1 + (int)lot % 3 % 2);
    }
    book_free(&book);
    return left;
}

/* ---- Swiss ---------------------------------------------------------------------------------------------------- */

/* Everybody has as many lines as there were rounds, no two the same, and every game has begun. */
static void swiss_check(struct fixture *fixture, int players, int rounds) {
    struct tournament_book book = book_of(fixture);
    int lines[16] = {0};
    assert_int_equal(book.meeting_count, rounds * ((players + 1) / 2));
    for (int i = 0; i < book.meeting_count; i++) {
        const struct meeting *meeting = &book.meetings[i];
        lines[meeting->first]++;
        lines[meeting->second]++;
        for (int j = 0; j < i; j++)
            assert_false((book.meetings[j].first == meeting->first && book.meetings[j].second == meeting->second) ||
                         (book.meetings[j].first == meeting->second && book.meetings[j].second == meeting->first));
        if (meeting->second != MEETING_BYE) {
            struct game *game = game_read(fixture, meeting->game);
            assert_string_equal(game->setup.tournament, cup);
            assert_int_equal(game->state, GAME_PLAYING);
            const struct visitor first = visitor_of(meeting->first);
            assert_int_equal(game_seat_of(game, &first), 1);
            game_drop(game);
        }
    }
    for (int number = 1; number <= players; number++)
        assert_int_equal(lines[number], rounds);
    book_free(&book);
}

static void test_swiss(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 5, 7);
    turn(fixture, 0);
    assert_int_equal(state_of(fixture), TOURNAMENT_AHEAD);
    turn(fixture, 1000);
    assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
    for (int round = 1; round <= 5; round++) {
        assert_int_equal(fixture->told_count, 3 * round);
        while (games_finish(fixture, false) > 0)
            turn(fixture, 500);
        turn(fixture, 500);
        turn(fixture, PAUSE_MS / 2);
        struct tournament_book book = book_of(fixture);
        assert_int_equal(book.tournament.round, round); /* there is a pause */
        assert_true(round == 5 || book.tournament.next_at > fixture->now);
        book_free(&book);
        turn(fixture, PAUSE_MS / 2);
    }
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
    swiss_check(fixture, 7, 5);
    turn(fixture, LONG_MS);
    swiss_check(fixture, 7, 5);
}

static int points_sum(struct fixture *fixture) {
    struct tournament_book book = book_of(fixture);
    struct standing standings[16];
    int sum = 0;
    assert_true(book_standings(&book, standings));
    for (int i = 0; i < book.entrant_count; i++)
        sum += standings[i].points;
    book_free(&book);
    return sum;
}

/* A result that is told twice counts once, and one of a game that belongs to no tournament not at all. */
static void test_once(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 1000);
    struct tournament_book book = book_of(fixture);
    game_finish(fixture, book.meetings[0].game, END_RESIGNED, 1);
    assert_int_equal(points_sum(fixture), 2);
    struct tournament before, after;
    assert_int_equal(tournament_read(fixture->sql, cup, &before), SQL_GOOD);
    game_finish(fixture, book.meetings[0].game, END_RESIGNED, 2);
    assert_int_equal(tournament_read(fixture->sql, cup, &after), SQL_GOOD);
    assert_int_equal(before.revision, after.revision);
    assert_int_equal(points_sum(fixture), 2);
    book_free(&book);
    book = book_of(fixture);
    assert_int_equal(book.meetings[0].points[0], 2);
    book_free(&book);
}

/* Whoever does not come loses, and is not paired again until they come back; the other one has a point. */
static void test_absent(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 1000);
    struct tournament_book book = book_of(fixture);
    const int absent = book.meetings[0].first;
    game_finish(fixture, book.meetings[0].game, END_ABORTED, 0);
    game_finish(fixture, book.meetings[1].game, END_AGREED, 0);
    book_free(&book);
    book = book_of(fixture);
    assert_int_equal(book.meetings[0].points[0], 0);
    assert_int_equal(book.meetings[0].points[1], 2);
    assert_false(book.meetings[0].played);
    assert_true(book.meetings[1].played);
    assert_false(book.entrants[absent - 1].here);
    assert_true(book.entrants[absent % 4].here);
    turn(fixture, 500);
    turn(fixture, PAUSE_MS);
    struct entrant back = book.entrants[absent - 1];
    book_free(&book);
    book = book_of(fixture);
    assert_int_equal(book.meeting_count, 4); /* one game and a bye */
    for (int i = 2; i < 4; i++)
        assert_true(book.meetings[i].first != absent && book.meetings[i].second != absent);
    assert_int_equal(book.meetings[3].second, MEETING_BYE);
    assert_int_equal(book.meetings[3].points[0], 2);
    book_free(&book);
    back.here = true;
    assert_int_equal(entrant_update(fixture->sql, cup, &back), SQL_GOOD);
    games_finish(fixture, true);
    turn(fixture, 500);
    turn(fixture, PAUSE_MS);
    book = book_of(fixture);
    assert_int_equal(book.meeting_count, 6);
    book_free(&book);
}

/* A game that whoever runs the server ends before anybody has moved is a draw, and nobody is absent. */
static void test_halted(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 1000);
    struct tournament_book book = book_of(fixture);
    const char *words[] = {book.meetings[0].game};
    const struct admin admin = {.sql = fixture->sql, .who = "root", .now = fixture->now, .reason = ""};
    struct tab_error error;
    json_decref(admin_find("games", "abort")->run(&admin, words, &error));
    struct closing closing = {.fixture = fixture, .game = game_read(fixture, words[0])};
    assert_int_equal(closing.game->state, GAME_OVER);
    assert_int_equal(sql_transaction(fixture->sql, closing_run, &closing), SQL_GOOD);
    game_drop(closing.game);
    game_finish(fixture, book.meetings[1].game, END_AGREED, 0);
    book_free(&book);
    book = book_of(fixture);
    assert_int_equal(book.meetings[0].points[0], 1);
    assert_int_equal(book.meetings[0].points[1], 1);
    assert_true(book.meetings[0].played);
    for (int i = 0; i < book.entrant_count; i++)
        assert_true(book.entrants[i].here);
    book_free(&book);
    turn(fixture, 500);
    turn(fixture, PAUSE_MS);
    book = book_of(fixture);
    assert_int_equal(book.meeting_count, 4);
    assert_int_not_equal(book.meetings[3].second, MEETING_BYE);
    book_free(&book);
}

/* A Swiss waits for two players, but not for ever; it ends early when only one is left. */
static void test_few(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 1);
    turn(fixture, 60000);
    assert_int_equal(state_of(fixture), TOURNAMENT_AHEAD);
    turn(fixture, 3600000);
    assert_int_equal(state_of(fixture), TOURNAMENT_CANCELLED);
}

static void test_left_alone(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 2);
    turn(fixture, 1000);
    struct tournament_book book = book_of(fixture);
    game_finish(fixture, book.meetings[0].game, END_ABORTED, 0);
    book_free(&book);
    turn(fixture, 500);
    turn(fixture, PAUSE_MS);
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
}

/* ---- Arena ---------------------------------------------------------------------------------------------------- */

static void test_arena(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_ARENA, 10, 7);
    turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 3);
    const int64_t end = fixture->now + 10 * 60000;
    while (fixture->now < end - WAVE_MS) {
        turn(fixture, WAVE_MS);
        games_finish(fixture, false);
    }
    turn(fixture, WAVE_MS);
    struct tournament_book book = book_of(fixture);
    const int games = book.meeting_count;
    bool busy[8] = {false};
    assert_true(games > 40);
    for (int i = 0; i < games; i++) /* nobody plays twice at the same time */
        if (book.meetings[i].ended == 0) {
            assert_false(busy[book.meetings[i].first] || busy[book.meetings[i].second]);
            busy[book.meetings[i].first] = busy[book.meetings[i].second] = true;
        }
    book_free(&book);
    if (games_finish(fixture, false) > 0) { /* the last games are played to their end, and no new ones begin */
        turn(fixture, WAVE_MS);
        assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
        games_finish(fixture, true);
    }
    turn(fixture, WAVE_MS);
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
    book = book_of(fixture);
    assert_int_equal(book.meeting_count, games);
    book_free(&book);
}

/* Three wins in a row: 2, 2 and 4; the third counts double. Who wins late is found by when games ended. */
static void test_fire(void **state) {
    struct fixture *fixture = *state;
    struct standing standings[2];
    tournament_make(fixture, TOURNAMENT_ARENA, 60, 2);
    turn(fixture, 1000);
    for (int game = 0; game < 3; game++) {
        struct tournament_book book = book_of(fixture);
        const struct meeting *meeting = &book.meetings[game];
        assert_int_equal(book.meeting_count, game + 1);
        game_finish(fixture, meeting->game, END_RESIGNED, meeting->first == 1 ? 1 : 2);
        book_free(&book);
        turn(fixture, WAVE_MS);
    }
    struct tournament_book book = book_of(fixture);
    assert_true(book_standings(&book, standings));
    assert_int_equal(standings[0].entrant->number, 1);
    assert_int_equal(standings[0].points, 8);
    assert_int_equal(standings[0].streak, 3);
    assert_int_equal(standings[1].points, 0);
    assert_non_null(book_top(&book, standings));
    book_free(&book);
}

/* Who comes late plays from then on. */
static void test_late(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_ARENA, 60, 1);
    turn(fixture, 1000);
    assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
    assert_int_equal(fixture->told_count, 0);
    enter(fixture, 2);
    turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 1);
}

/* ---- The clock is set ----------------------------------------------------------------------------------------- */

static void clock_set(struct fixture *fixture, int64_t ms) {
    fixture->now += ms;
    fixture->set += ms;
}

static const int64_t sets[] = {3700000, -3600000};

/* A pause is as long as it was to be. */
static void test_clock_set_swiss(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 1000);
    for (int i = 0; i < 2; i++) {
        games_finish(fixture, true);
        turn(fixture, 500);
        clock_set(fixture, sets[i]);
        const int changes = fixture->changes;
        turn(fixture, PAUSE_MS / 2);
        assert_int_equal(fixture->changes, changes + 1); /* for `next` is another one */
        turn(fixture, PAUSE_MS / 2 - 1);
        assert_int_equal(fixture->told_count, 2 * (i + 1));
        turn(fixture, 1);
        assert_int_equal(fixture->told_count, 2 * (i + 2));
    }
}

/* An arena is as long as it was to be, and who waits in it has waited for as long. */
static void test_clock_set_arena(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_ARENA, 60, 2);
    turn(fixture, 1000);
    for (int i = 0; i < 2; i++) {
        games_finish(fixture, true);
        clock_set(fixture, sets[i]);
        turn(fixture, WAVE_MS);
        assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
        turn(fixture, LONG_MS);
        assert_int_equal(fixture->told_count, i + 2);
    }
    games_finish(fixture, true);
    turn(fixture, 60 * 60000 - 2 * (LONG_MS + WAVE_MS) - 1);
    assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
    games_finish(fixture, true);
    turn(fixture, 1);
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
}

/* What is announced is announced for a time of day. */
static void test_clock_set_ahead(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    clock_set(fixture, -3600000);
    turn(fixture, 3600000);
    assert_int_equal(state_of(fixture), TOURNAMENT_AHEAD);
    turn(fixture, 1000);
    assert_int_equal(state_of(fixture), TOURNAMENT_RUNNING);
}

/* ---- Directors ------------------------------------------------------------------------------------------------ */

/* Of two directors one acts; when it is gone the other goes on. */
static void test_two_directors(void **state) {
    struct fixture *fixture = *state;
    struct director *first = fixture->director, *second = director_make(fixture);
    tournament_make(fixture, TOURNAMENT_ARENA, 600, 8);
    turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 4);
    games_finish(fixture, true);
    fixture->director = second;
    turn(fixture, WAVE_MS);
    assert_int_equal(fixture->told_count, 4); /* it is not its turn */
    fixture->director = first;
    turn(fixture, 0);
    assert_int_equal(fixture->told_count, 8);
    games_finish(fixture, true);
    fixture->director = second;
    turn(fixture, 30000); /* the first one was not heard of for long */
    assert_int_equal(fixture->told_count, 12);
    games_finish(fixture, true);
    fixture->director = first;
    turn(fixture, WAVE_MS);
    assert_int_equal(fixture->told_count, 12);
    director_free(second); /* and gives it back */
    turn(fixture, WAVE_MS);
    assert_int_equal(fixture->told_count, 16);
}

/* A director that is killed after every turn leaves nothing behind that another one would miss. */
static void test_killed(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 6);
    for (int round = 0; round < 100 && state_of(fixture) != TOURNAMENT_OVER; round++) {
        director_free(fixture->director);
        fixture->director = director_make(fixture);
        turn(fixture, PAUSE_MS);
        games_finish(fixture, false);
    }
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
    swiss_check(fixture, 6, 3);
}

/* What cannot be written whole is not written at all, and is done later. */
static void test_whole_or_not(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    fixture->now += 1000;
    fixture->stuck = true; /* two games of the same name */
    assert_false(director_turn(fixture->director));
    struct tournament_book book = book_of(fixture);
    assert_int_equal(book.meeting_count, 0);
    assert_int_equal(book.tournament.state, TOURNAMENT_AHEAD);
    assert_int_equal(fixture->told_count, 0);
    book_free(&book);
    fixture->stuck = false;
    turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 2);
}

/* Every change is told once, also one that somebody else has made. */
static void test_told(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 0);
    assert_int_equal(fixture->changes, 1);
    turn(fixture, 100);
    assert_int_equal(fixture->changes, 1);
    assert_int_equal(tournament_touch(fixture->sql, cup, fixture->now), SQL_GOOD);
    turn(fixture, 100);
    assert_int_equal(fixture->changes, 2);
    turn(fixture, 1000);
    assert_int_equal(fixture->changes, 3);
    turn(fixture, LONG_MS);
    assert_int_equal(fixture->changes, 3);
}

/* ---- Ends of another kind ------------------------------------------------------------------------------------- */

static const struct meeting *top_of(const struct tournament_book *book) {
    struct standing standings[16];
    assert_true(book_standings(book, standings));
    return book_top(book, standings);
}

/* Nobody is paired any more; games being played are played to their end, and are over then. */
static void test_cancelled(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    turn(fixture, 1000);
    struct tournament_book book = book_of(fixture);
    book.tournament.state = TOURNAMENT_CANCELLED;
    assert_int_equal(tournament_update(fixture->sql, &book.tournament, fixture->now), SQL_GOOD);
    assert_non_null(top_of(&book));
    book_free(&book);
    turn(fixture, 1000);
    const int changes = fixture->changes;
    games_finish(fixture, true);
    turn(fixture, LONG_MS);
    assert_int_equal(fixture->changes, changes + 1); /* who looks is told */
    assert_int_equal(fixture->told_count, 2);
    assert_int_equal(points_sum(fixture), 4);
    book = book_of(fixture);
    assert_int_equal(book.tournament.state, TOURNAMENT_CANCELLED);
    assert_null(top_of(&book));
    for (int number = 1; number <= 4; number++)
        assert_false(book_busy(&book, number));
    book_free(&book);
}

/* Without a time to begin it is forgotten after a week. */
static void test_forgotten(void **state) {
    struct fixture *fixture = *state;
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 4);
    struct tournament_book book = book_of(fixture);
    book.tournament.starts = 0;
    assert_int_equal(tournament_update(fixture->sql, &book.tournament, fixture->now), SQL_GOOD);
    book_free(&book);
    turn(fixture, 6 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(state_of(fixture), TOURNAMENT_AHEAD);
    turn(fixture, 2 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(state_of(fixture), TOURNAMENT_CANCELLED);
}

struct becoming {
    struct visitor from, to;
    int64_t now;
};

static enum sql_outcome claim_run(struct sql *sql, void *context) {
    const struct becoming *becoming = context;
    return tournament_claim(sql, &becoming->from, &becoming->to, 7, "Anna", becoming->now);
}

static enum sql_outcome forget_run(struct sql *sql, void *context) {
    const struct becoming *becoming = context;
    return tournament_forget(sql, &becoming->from, &becoming->to, becoming->now);
}

/* Somebody becomes somebody else, and who looks at the tournament is told of it. */
static void become(struct fixture *fixture, sql_function *run, const struct visitor *from, const struct visitor *to) {
    struct becoming becoming = {.from = *from, .to = *to, .now = fixture->now};
    turn(fixture, 0);
    const int changes = fixture->changes;
    assert_int_equal(sql_transaction(fixture->sql, run, &becoming), SQL_GOOD);
    turn(fixture, 0);
    assert_int_equal(fixture->changes, changes + 1);
}

/* A guest who becomes an account keeps the place; an account that is deleted leaves no name. */
static void test_people(void **state) {
    struct fixture *fixture = *state;
    const struct visitor guest = visitor_of(1), other = visitor_of(2), account = visitor_of(99),
                         nobody = visitor_of(200);
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 2);
    become(fixture, claim_run, &guest, &account);
    become(fixture, claim_run, &other, &account); /* is there already: nothing changes but the revision */
    struct tournament_book book = book_of(fixture);
    assert_non_null(book_visitor(&book, &account));
    assert_string_equal(book_visitor(&book, &account)->name, "Anna");
    assert_int_equal(book_visitor(&book, &account)->account, 7);
    assert_null(book_visitor(&book, &guest));
    assert_string_equal(book_visitor(&book, &other)->name, "player 2");
    assert_true(visitor_equal(&book.tournament.creator, &account));
    book_free(&book);
    turn(fixture, 1000);
    become(fixture, forget_run, &account, &nobody);
    book = book_of(fixture);
    assert_null(book_visitor(&book, &account));
    assert_string_equal(book.entrants[0].name, "");
    assert_false(book.entrants[0].here);
    assert_string_equal(book.tournament.creator_name, "");
    assert_false(visitor_equal(&book.tournament.creator, &account));
    book_free(&book);
}

/* Where nothing has begun nothing is left. */
static void test_forget_ahead(void **state) {
    struct fixture *fixture = *state;
    const struct visitor account = visitor_of(2), nobody = visitor_of(200);
    tournament_make(fixture, TOURNAMENT_SWISS, 3, 3);
    become(fixture, forget_run, &account, &nobody);
    struct tournament_book book = book_of(fixture);
    assert_int_equal(book.entrant_count, 2);
    assert_int_equal(book.entrants[1].number, 3);
    book_free(&book);
}

/* Whoever runs the server gives an account another name; who looks at the tournament is told when that changes it. */
static void rename_account(struct fixture *fixture, const char *from, const char *to, bool told) {
    const char *words[] = {from, to};
    const struct admin admin = {.sql = fixture->sql, .who = "root", .now = fixture->now, .reason = ""};
    const int changes = fixture->changes;
    struct tab_error error;
    json_t *done = admin_find("users", "rename")->run(&admin, words, &error);
    assert_non_null(done);
    json_decref(done);
    turn(fixture, 0);
    assert_int_equal(fixture->changes, changes + told);
}

/* What the first entrant, who made it, is called in the tournament and in its latest game. */
static void names_check(struct fixture *fixture, const char *here, const char *in_game) {
    struct tournament_book book = book_of(fixture);
    assert_string_equal(book.entrants[0].name, here);
    assert_string_equal(book.tournament.creator_name, here);
    if (book.meeting_count > 0) {
        struct game *game = game_read(fixture, book.meetings[book.meeting_count - 1].game);
        const int seat = game_seat_of(game, &book.entrants[0].visitor);
        assert_string_equal(game->setup.seats[seat - 1].name, in_game);
        game_drop(game);
    }
    book_free(&book);
}

/* A new name holds for what comes; games that have begun and tournaments that have ended keep the old one. */
static void test_renamed(void **state) {
    struct fixture *fixture = *state;
    const struct visitor guest = visitor_of(1), account = played_visitor("anna");
    tournament_make(fixture, TOURNAMENT_SWISS, 2, 2);
    played_account(fixture->sql, "anna");
    become(fixture, claim_run, &guest, &account);
    rename_account(fixture, "anna", "Berta", true);
    names_check(fixture, "Berta", "");
    turn(fixture, 1000);
    rename_account(fixture, "Berta", "Carla", true);
    names_check(fixture, "Carla", "Berta");
    games_finish(fixture, true);
    turn(fixture, 500);
    turn(fixture, PAUSE_MS);
    names_check(fixture, "Carla", "Carla");
    games_finish(fixture, true);
    turn(fixture, 500);
    assert_int_equal(state_of(fixture), TOURNAMENT_OVER);
    rename_account(fixture, "Carla", "Dora", false);
    names_check(fixture, "Carla", "Carla");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(test_swiss),
        TEST(test_once),
        TEST(test_absent),
        TEST(test_halted),
        TEST(test_few),
        TEST(test_left_alone),
        TEST(test_arena),
        TEST(test_fire),
        TEST(test_late),
        TEST(test_two_directors),
        TEST(test_killed),
        TEST(test_told),
        TEST(test_whole_or_not),
        TEST(test_cancelled),
        TEST(test_forgotten),
        TEST(test_people),
        TEST(test_forget_ahead),
        TEST(test_renamed),
        TEST(test_clock_set_swiss),
        TEST(test_clock_set_arena),
        TEST(test_clock_set_ahead),
    };
    int failures = 0;
    for (kind = 0; kind < DATABASE_COUNT; kind++)
        failures += cmocka_run_group_tests_name(database_names[kind], tests, NULL, NULL);
    return failures;
}
