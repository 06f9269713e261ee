/* test_tournament_people.c - tournaments that end before their time, and people in them who become somebody else. */
#include "cup.h"
#include "database.h"
#include "played.h"
#include "testing.h"

#include "server/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ends of another kind ------------------------------------------------------------------------------------- */

static const struct meeting *top_of(const struct tournament_book *book) {
    struct standing standings[16];
    assert_true(book_standings(book, standings));
    return book_top(book, standings);
}

/* Nobody is paired any more; games being played are played to their end, and are over then. */
static void test_cancelled(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    cup_turn(fixture, 1000);
    struct tournament_book book = cup_book(fixture);
    book.tournament.state = TOURNAMENT_CANCELLED;
    assert_int_equal(tournament_update(fixture->sql, &book.tournament, fixture->now), SQL_GOOD);
    assert_non_null(top_of(&book));
    book_free(&book);
    cup_turn(fixture, 1000);
    const int changes = fixture->changes;
    cup_games_finish(fixture, true);
    cup_turn(fixture, CUP_LONG_MS);
    assert_int_equal(fixture->changes, changes + 1); /* who looks is told */
    assert_int_equal(fixture->told_count, 2);
    assert_int_equal(cup_points(fixture), 4);
    book = cup_book(fixture);
    assert_int_equal(book.tournament.state, TOURNAMENT_CANCELLED);
    assert_null(top_of(&book));
    for (int number = 1; number <= 4; number++)
        assert_false(book_busy(&book, number));
    book_free(&book);
}

/* Without a time to begin it is forgotten after a week. */
static void test_forgotten(void **state) {
    struct cup *fixture = *state;
    cup_make(fixture, TOURNAMENT_SWISS, 3, 4);
    struct tournament_book book = cup_book(fixture);
    book.tournament.starts = 0;
    assert_int_equal(tournament_update(fixture->sql, &book.tournament, fixture->now), SQL_GOOD);
    book_free(&book);
    cup_turn(fixture, 6 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_AHEAD);
    cup_turn(fixture, 2 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(cup_state(fixture), TOURNAMENT_CANCELLED);
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
static void become(struct cup *fixture, sql_function *run, const struct visitor *from, const struct visitor *to) {
    struct becoming becoming = {.from = *from, .to = *to, .now = fixture->now};
    cup_turn(fixture, 0);
    const int changes = fixture->changes;
    assert_int_equal(sql_transaction(fixture->sql, run, &becoming), SQL_GOOD);
    cup_turn(fixture, 0);
    assert_int_equal(fixture->changes, changes + 1);
}

/* A guest who becomes an account keeps the place; an account that is deleted leaves no name. */
static void test_people(void **state) {
    struct cup *fixture = *state;
    const struct visitor guest = cup_visitor(1), other = cup_visitor(2), account = cup_visitor(99),
                         nobody = cup_visitor(200);
    cup_make(fixture, TOURNAMENT_SWISS, 3, 2);
    become(fixture, claim_run, &guest, &account);
    become(fixture, claim_run, &other, &account); /* is there already: nothing changes but the revision */
    struct tournament_book book = cup_book(fixture);
    assert_non_null(book_visitor(&book, &account));
    assert_string_equal(book_visitor(&book, &account)->name, "Anna");
    assert_int_equal(book_visitor(&book, &account)->account, 7);
    assert_null(book_visitor(&book, &guest));
    assert_string_equal(book_visitor(&book, &other)->name, "player 2");
    assert_true(visitor_equal(&book.tournament.creator, &account));
    book_free(&book);
    cup_turn(fixture, 1000);
    become(fixture, forget_run, &account, &nobody);
    book = cup_book(fixture);
    assert_null(book_visitor(&book, &account));
    assert_string_equal(book.entrants[0].name, "");
    assert_false(book.entrants[0].here);
    assert_string_equal(book.tournament.creator_name, "");
    assert_false(visitor_equal(&book.tournament.creator, &account));
    book_free(&book);
}

/* Where nothing has begun nothing is left. */
static void test_forget_ahead(void **state) {
    struct cup *fixture = *state;
    const struct visitor account = cup_visitor(2), nobody = cup_visitor(200);
    cup_make(fixture, TOURNAMENT_SWISS, 3, 3);
    become(fixture, forget_run, &account, &nobody);
    struct tournament_book book = cup_book(fixture);
    assert_int_equal(book.entrant_count, 2);
    assert_int_equal(book.entrants[1].number, 3);
    book_free(&book);
}

/* Whoever runs the server gives an account another name; who looks at the tournament is told when that changes it. */
static void rename_account(struct cup *fixture, const char *from, const char *to, bool told) {
    const char *words[] = {from, to};
    const struct admin admin = {.sql = fixture->sql, .who = "root", .now = fixture->now, .reason = ""};
    const int changes = fixture->changes;
    struct tab_error error;
    json_t *done = admin_find("users", "rename")->run(&admin, words, &error);
    assert_non_null(done);
    json_decref(done);
    cup_turn(fixture, 0);
    assert_int_equal(fixture->changes, changes + told);
}

/* What the first entrant, who made it, is called in the tournament and in its latest game. */
static void names_check(struct cup *fixture, const char *here, const char *in_game) {
    struct tournament_book book = cup_book(fixture);
    assert_string_equal(book.entrants[0].name, here);
    assert_string_equal(book.tournament.creator_name, here);
    if (book.meeting_count > 0) {
        struct game *game = cup_game(fixture, book.meetings[book.meeting_count - 1].game);
        const int seat = game_seat_of(game, &book.entrants[0].visitor);
        assert_string_equal(game->setup.seats[seat - 1].name, in_game);
        game_drop(game);
    }
    book_free(&book);
}

/* A new name holds for what comes; games that have begun and tournaments that have ended keep the old one. */
static void test_renamed(void **state) {
    struct cup *fixture = *state;
    const struct visitor guest = cup_visitor(1), account = played_visitor("anna");
    cup_make(fixture, TOURNAMENT_SWISS, 2, 2);
    played_account(fixture->sql, "anna");
    become(fixture, claim_run, &guest, &account);
    rename_account(fixture, "anna", "Berta", true);
    names_check(fixture, "Berta", "");
    cup_turn(fixture, 1000);
    rename_account(fixture, "Berta", "Carla", true);
    names_check(fixture, "Carla", "Berta");
    cup_games_finish(fixture, true);
    cup_turn(fixture, 500);
    cup_turn(fixture, CUP_PAUSE_MS);
    names_check(fixture, "Carla", "Carla");
    cup_games_finish(fixture, true);
    cup_turn(fixture, 500);
    assert_int_equal(cup_state(fixture), TOURNAMENT_OVER);
    rename_account(fixture, "Carla", "Dora", false);
    names_check(fixture, "Carla", "Carla");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CUP_TEST(test_cancelled),    CUP_TEST(test_forgotten), CUP_TEST(test_people),
        CUP_TEST(test_forget_ahead), CUP_TEST(test_renamed),
    };
    int failures = 0;
    for (cup_kind = 0; cup_kind < DATABASE_COUNT; cup_kind++)
        failures += cmocka_run_group_tests_name(database_names[cup_kind], tests, NULL, NULL);
    return failures;
}
