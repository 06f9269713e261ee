/* test_tournament.c - whole tournaments in a database. */
#include "cup.h"
#include "database.h"
#include "testing.h"

#include "server/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Swiss ---------------------------------------------------------------------------------------------------- */

/* Everybody has as many lines as there were rounds, no two the same, and every game has begun. */
static void swiss_check(struct cup *fixture, int players, int rounds) {
    struct tournament_book book = cup_book(fixture);
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
            struct game *game = cup_game(fixture, meeting->game);
            assert_string_equal(game->setup.tournament, cup_id);
            assert_int_equal(game->state, GAME_PLAYING);
            const struct visitor first = cup_visitor(meeting->first);
            assert_int_equal(game_seat_of(game, &first), 1);
            game_drop(game);
        }
    }
    for (int number = 1; number <= players; number++)
        assert_int_equal(lines[number], rounds);
    book_free(&book);
}

static void test_swiss(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 5, 7);
    cup_turn(fixture, 0);
    assert_int_equal(cup_state(fixture), TOURNAMENT_AHEAD);
    cup_turn(fixture, 1000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
    for (int round = 1; round <= 5; round++) {
        assert_int_equal(fixture->told_count, 3 * round);
        while (cup_games_finish(fixture, false) > 0)
            cup_turn(fixture, 500);
        cup_turn(fixture, 500);
        cup_turn(fixture, CUP_PAUSE_MS / 2);
        struct tournament_book book = cup_book(fixture);
        assert_int_equal(book.tournament.round, round); /* there is a pause */
        assert_true(round == 5 || book.tournament.next_at > fixture->now);
        book_free(&book);
        cup_turn(fixture, CUP_PAUSE_MS / 2);
    }
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
    swiss_check(fixture, 7, 5);
    cup_turn(fixture, CUP_LONG_MS);
    swiss_check(fixture, 7, 5);
}

/* A result that is told twice counts once, and one of a game that belongs to no tournament not at all. */
static void test_once(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 1000);
    struct tournament_book book = cup_book(fixture);
    cup_game_finish(fixture, book.meetings[0].game, END_RESIGNED, 1);
    assert_int_equal(cup_points(fixture), 2);
    struct tournament before, after;
    assert_int_equal(tournament_read(fixture->sql, cup_id, &before), SQL_GOOD);
    cup_game_finish(fixture, book.meetings[0].game, END_RESIGNED, 2);
    assert_int_equal(tournament_read(fixture->sql, cup_id, &after), SQL_GOOD);
    assert_int_equal(before.revision, after.revision);
    assert_int_equal(cup_points(fixture), 2);
    book_free(&book);
    book = cup_book(fixture);
    assert_int_equal(book.meetings[0].points[0], 2);
    book_free(&book);
}

/* Whoever does not come loses, and is not paired again until they come back; the other one has a point. */
static void test_absent(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 1000);
    struct tournament_book book = cup_book(fixture);
    const int absent = book.meetings[0].first;
    cup_game_finish(fixture, book.meetings[0].game, END_ABORTED, 0);
    cup_game_finish(fixture, book.meetings[1].game, END_AGREED, 0);
    book_free(&book);
    book = cup_book(fixture);
    assert_int_equal(book.meetings[0].points[0], 0);
    assert_int_equal(book.meetings[0].points[1], 2);
    assert_false(book.meetings[0].played);
    assert_true(book.meetings[1].played);
    assert_false(book.entrants[absent - 1].here);
    assert_true(book.entrants[absent % 4].here);
    cup_turn(fixture, 500);
    cup_turn(fixture, CUP_PAUSE_MS);
    struct entrant back = book.entrants[absent - 1];
    book_free(&book);
    book = cup_book(fixture);
    assert_int_equal(book.meeting_count, 4); /* one game and a bye */
    for (int i = 2; i < 4; i++)
        assert_true(book.meetings[i].first != absent && book.meetings[i].second != absent);
    assert_int_equal(book.meetings[3].second, MEETING_BYE);
    assert_int_equal(book.meetings[3].points[0], 2);
    book_free(&book);
    back.here = true;
    assert_int_equal(entrant_update(fixture->sql, cup_id, &back), SQL_GOOD);
    cup_games_finish(fixture, true);
    cup_turn(fixture, 500);
    cup_turn(fixture, CUP_PAUSE_MS);
    book = cup_book(fixture);
    assert_int_equal(book.meeting_count, 6);
    book_free(&book);
}

/* A game that whoever runs the server ends before anybody has moved is a draw, and nobody is absent. */
static void test_halted(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 1000);
    struct tournament_book book = cup_book(fixture);
    const char *words[] = {book.meetings[0].game};
    const struct admin admin = {.sql = fixture->sql, .who = "root", .now = fixture->now, .reason = ""};
    struct tab_error error;
    json_decref(admin_find("games", "abort")->run(&admin, words, &error));
    struct game *game = cup_game(fixture, words[0]);
    assert_int_equal(game->state, GAME_OVER);
    cup_game_count(fixture, game);
    cup_game_finish(fixture, book.meetings[1].game, END_AGREED, 0);
    book_free(&book);
    book = cup_book(fixture);
    assert_int_equal(book.meetings[0].points[0], 1);
    assert_int_equal(book.meetings[0].points[1], 1);
    assert_true(book.meetings[0].played);
    for (int i = 0; i < book.entrant_count; i++)
        assert_true(book.entrants[i].here);
    book_free(&book);
    cup_turn(fixture, 500);
    cup_turn(fixture, CUP_PAUSE_MS);
    book = cup_book(fixture);
    assert_int_equal(book.meeting_count, 4);
    assert_int_not_equal(book.meetings[3].second, MEETING_BYE);
    book_free(&book);
}

/* A Swiss waits for two players, but not for ever; it ends early when only one is left. */
static void test_few(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 1);
    cup_turn(fixture, 60000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_AHEAD);
    cup_turn(fixture, 3600000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_CANCELLED);
}

static void test_left_alone(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 2);
    cup_turn(fixture, 1000);
    struct tournament_book book = cup_book(fixture);
    cup_game_finish(fixture, book.meetings[0].game, END_ABORTED, 0);
    book_free(&book);
    cup_turn(fixture, 500);
    cup_turn(fixture, CUP_PAUSE_MS);
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
}

/* ---- Arena ---------------------------------------------------------------------------------------------------- */

static void test_arena(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_ARENA, 10, 7);
    cup_turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 3);
    const int64_t end = fixture->now + 10 * 60000;
    while (fixture->now < end - CUP_WAVE_MS) {
        cup_turn(fixture, CUP_WAVE_MS);
        cup_games_finish(fixture, false);
    }
    cup_turn(fixture, CUP_WAVE_MS);
    struct tournament_book book = cup_book(fixture);
    const int games = book.meeting_count;
    bool busy[8] = {false};
    assert_true(games > 40);
    for (int i = 0; i < games; i++) /* nobody plays twice at the same time */
        if (book.meetings[i].ended == 0) {
            assert_false(busy[book.meetings[i].first] || busy[book.meetings[i].second]);
            busy[book.meetings[i].first] = busy[book.meetings[i].second] = true;
        }
    book_free(&book);
    if (cup_games_finish(fixture, false) > 0) { /* the last games are played to their end, and no new ones begin */
        cup_turn(fixture, CUP_WAVE_MS);
        assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
        cup_games_finish(fixture, true);
    }
    cup_turn(fixture, CUP_WAVE_MS);
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
    book = cup_book(fixture);
    assert_int_equal(book.meeting_count, games);
    book_free(&book);
}

/* Three wins in a row: 2, 2 and 4; the third counts double. Who wins late is found by when games ended. */
static void test_fire(void **state) {
    struct cup *fixture = *state;
    struct standing standings[2];
    cup_make(fixture, TOURNAMENT_ARENA, 60, 2);
    cup_turn(fixture, 1000);
    for (int game = 0; game < 3; game++) {
        struct tournament_book book = cup_book(fixture);
        const struct meeting *meeting = &book.meetings[game];
        assert_int_equal(book.meeting_count, game + 1);
        cup_game_finish(fixture, meeting->game, END_RESIGNED, meeting->first == 1 ? 1 : 2);
        book_free(&book);
        cup_turn(fixture, CUP_WAVE_MS);
    }
    struct tournament_book book = cup_book(fixture);
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
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_ARENA, 60, 1);
    cup_turn(fixture, 1000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
    assert_int_equal(fixture->told_count, 0);
    cup_enter(fixture, 2);
    cup_turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 1);
}

/* ---- The clock is set ----------------------------------------------------------------------------------------- */

static void clock_set(struct cup *fixture, int64_t ms) {
    fixture->now += ms;
    fixture->set += ms;
}

static const int64_t sets[] = {3700000, -3600000};

/* A pause is as long as it was to be. */
static void test_clock_set_swiss(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 1000);
    for (int i = 0; i < 2; i++) {
        cup_games_finish(fixture, true);
        cup_turn(fixture, 500);
        clock_set(fixture, sets[i]);
        const int changes = fixture->changes;
        cup_turn(fixture, CUP_PAUSE_MS / 2);
        assert_int_equal(fixture->changes, changes + 1); /* for `next` is another one */
        cup_turn(fixture, CUP_PAUSE_MS / 2 - 1);
        assert_int_equal(fixture->told_count, 2 * (i + 1));
        cup_turn(fixture, 1);
        assert_int_equal(fixture->told_count, 2 * (i + 2));
    }
}

/* An arena is as long as it was to be, and who waits in it has waited for as long. */
static void test_clock_set_arena(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_ARENA, 60, 2);
    cup_turn(fixture, 1000);
    for (int i = 0; i < 2; i++) {
        cup_games_finish(fixture, true);
        clock_set(fixture, sets[i]);
        cup_turn(fixture, CUP_WAVE_MS);
        assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
        cup_turn(fixture, CUP_LONG_MS);
        assert_int_equal(fixture->told_count, i + 2);
    }
    cup_games_finish(fixture, true);
    cup_turn(fixture, 60 * 60000 - 2 * (CUP_LONG_MS + CUP_WAVE_MS) - 1);
    assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
    cup_games_finish(fixture, true);
    cup_turn(fixture, 1);
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
}

/* What is announced is announced for a time of day. */
static void test_clock_set_ahead(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    clock_set(fixture, -3600000);
    cup_turn(fixture, 3600000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_AHEAD);
    cup_turn(fixture, 1000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_RUNNING);
}

/* ---- Directors ------------------------------------------------------------------------------------------------ */

/* Of two directors one acts; when it is gone the other goes on. */
static void test_two_directors(void **state) {
    struct cup *fixture = *state;
    struct director *first = fixture->director, *second = cup_director(fixture);
    cup_make(fixture, TOURNAMENT_ARENA, 600, 8);
    cup_turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 4);
    cup_games_finish(fixture, true);
    fixture->director = second;
    cup_turn(fixture, CUP_WAVE_MS);
    assert_int_equal(fixture->told_count, 4); /* it is not its turn */
    fixture->director = first;
    cup_turn(fixture, 0);
    assert_int_equal(fixture->told_count, 8);
    cup_games_finish(fixture, true);
    fixture->director = second;
    cup_turn(fixture, 30000); /* the first one was not heard of for long */
    assert_int_equal(fixture->told_count, 12);
    cup_games_finish(fixture, true);
    fixture->director = first;
    cup_turn(fixture, CUP_WAVE_MS);
    assert_int_equal(fixture->told_count, 12);
    director_free(second); /* and gives it back */
    cup_turn(fixture, CUP_WAVE_MS);
    assert_int_equal(fixture->told_count, 16);
}

/* A director that is killed after every turn leaves nothing behind that another one would miss. */
static void test_killed(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 6);
    for (int round = 0; round < 100 && cup_state(fixture) != TOURNAMENT_OVER; round++) {
        director_free(fixture->director);
        fixture->director = cup_director(fixture);
        cup_turn(fixture, CUP_PAUSE_MS);
        cup_games_finish(fixture, false);
    }
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
    swiss_check(fixture, 6, 3);
}

/* What cannot be written whole is not written at all, and is done later. */
static void test_whole_or_not(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    fixture->now += 1000;
    fixture->stuck = true; /* two games of the same name */
    assert_false(director_turn(fixture->director));
    struct tournament_book book = cup_book(fixture);
    assert_int_equal(book.meeting_count, 0);
    assert_int_equal(book.tournament.state, TOURNAMENT_AHEAD);
    assert_int_equal(fixture->told_count, 0);
    book_free(&book);
    fixture->stuck = false;
    cup_turn(fixture, 1000);
    assert_int_equal(fixture->told_count, 2);
}

/* Every change is told once, also one that somebody else has made. */
static void test_told(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 0);
    assert_int_equal(fixture->changes, 1);
    cup_turn(fixture, 100);
    assert_int_equal(fixture->changes, 1);
    assert_int_equal(tournament_touch(fixture->sql, cup_id, fixture->now), SQL_GOOD);
    cup_turn(fixture, 100);
    assert_int_equal(fixture->changes, 2);
    cup_turn(fixture, 1000);
    assert_int_equal(fixture->changes, 3);
    cup_turn(fixture, CUP_LONG_MS);
    assert_int_equal(fixture->changes, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CUP_TEST(test_swiss),
        CUP_TEST(test_once),
        CUP_TEST(test_absent),
        CUP_TEST(test_halted),
        CUP_TEST(test_few),
        CUP_TEST(test_left_alone),
        CUP_TEST(test_arena),
        CUP_TEST(test_fire),
        CUP_TEST(test_late),
        CUP_TEST(test_clock_set_swiss),
        CUP_TEST(test_clock_set_arena),
        CUP_TEST(test_clock_set_ahead),
        CUP_TEST(test_two_directors),
        CUP_TEST(test_killed),
        CUP_TEST(test_whole_or_not),
        CUP_TEST(test_told),
    };
    int failures = 0;
    for (cup_kind = 0; cup_kind < DATABASE_COUNT; cup_kind++)
        failures += cmocka_run_group_tests_name(database_names[cup_kind], tests, NULL, NULL);
    return failures;
}
