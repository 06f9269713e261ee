/* cup.c - a tournament in a database, with a clock that moves only when told. */
#include "cup.h"
#include "testing.h"

#include "server/store_events.h"
#include "server/store_schema.h"

#include <stdio.h>
#include <stdlib.h>

const char *const cup_id = "tournament01";
enum database_kind cup_kind;

/* ---- The outside ---------------------------------------------------------------------------------------------- */

static int64_t outside_now(void *context, int64_t *set) {
    const struct cup *fixture = context;
    *set = fixture->set;
    return fixture->now;
}

static void outside_random(void *context, void *bytes, size_t count) {
    struct cup *fixture = context;
    for (size_t i = 0; i < count; i++) {
        fixture->random = fixture->random * 6364136223846793005U + (fixture->stuck ? 0 : 1442695040888963407U);
        ((unsigned char *)bytes)[i] = fixture->stuck ? 7 : (unsigned char)(fixture->random >> 56);
    }
}

static void outside_game(void *context, const char *game) {
    struct cup *fixture = context;
    assert_in_range(fixture->told_count, 0, CUP_TOLD_MAX - 1);
    snprintf(fixture->told[fixture->told_count++], GAME_ID_TEXT, "%s", game);
}

static void outside_tournament(void *context, const char *tournament, int64_t revision) {
    struct cup *fixture = context;
    assert_string_equal(tournament, cup_id);
    assert_true(revision > fixture->revision);
    fixture->revision = revision;
    fixture->changes++;
}

struct director *cup_director(struct cup *fixture) {
    const struct director_options options = {.address = fixture->database.address,
                                             .pause_ms = CUP_PAUSE_MS,
                                             .wave_ms = CUP_WAVE_MS,
                                             .context = fixture,
                                             .now = outside_now,
                                             .random = outside_random,
                                             .tell_game = outside_game,
                                             .tell_tournament = outside_tournament};
    struct director *director = director_new(&options, NULL);
    assert_non_null(director);
    return director;
}

int cup_begin(void **state) {
    struct cup *fixture = calloc(1, sizeof *fixture);
    fixture->now = 1700000000000;
    tab_random_seed(&fixture->luck, 5);
    database_begin(&fixture->database, cup_kind);
    fixture->sql = database_open(&fixture->database);
    assert_true(schema_update(fixture->sql, NULL));
    fixture->director = cup_director(fixture);
    *state = fixture;
    return 0;
}

int cup_end(void **state) {
    struct cup *fixture = *state;
    director_free(fixture->director);
    sql_close(fixture->sql);
    database_end(&fixture->database);
    free(fixture);
    return 0;
}

/* ---- Hands ---------------------------------------------------------------------------------------------------- */

struct visitor cup_visitor(int number) { return (struct visitor){{1, (unsigned char)number}}; }

void cup_enter(struct cup *fixture, int number) {
    struct entrant entrant = {.number = number, .visitor = cup_visitor(number), .here = true, .since = fixture->now};
    snprintf(entrant.name, sizeof entrant.name, "player %d", number);
    assert_int_equal(entrant_insert(fixture->sql, cup_id, &entrant), SQL_GOOD);
}

void cup_make(struct cup *fixture, enum tournament_kind wanted, int length, int players) {
    struct tournament tournament = {.kind = wanted,
                                    .name = "Club",
                                    .spec = "siam",
                                    .time = {.kind = TIME_FISCHER, .base_ms = 60000},
                                    .rounds = wanted == TOURNAMENT_SWISS ? length : 0,
                                    .minutes = wanted == TOURNAMENT_ARENA ? length : 0,
                                    .creator = cup_visitor(1),
                                    .creator_name = "player 1",
                                    .created = fixture->now,
                                    .starts = fixture->now + 1000,
                                    .seed = 3};
    snprintf(tournament.id, sizeof tournament.id, "%s", cup_id);
    assert_int_equal(tournament_insert(fixture->sql, &tournament), SQL_GOOD);
    for (int number = 1; number <= players; number++)
        cup_enter(fixture, number);
}

void cup_turn(struct cup *fixture, int64_t ms) {
    fixture->now += ms;
    assert_true(director_turn(fixture->director));
}

struct tournament_book cup_book(struct cup *fixture) {
    struct tournament_book book;
    assert_int_equal(book_read(fixture->sql, cup_id, &book), SQL_GOOD);
    assert_string_equal(book.tournament.id, cup_id);
    return book;
}

enum tournament_state cup_state(struct cup *fixture) {
    struct tournament tournament;
    assert_int_equal(tournament_read(fixture->sql, cup_id, &tournament), SQL_GOOD);
    return tournament.state;
}

static bool event_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    struct event event;
    assert_true(event_decode(&event, columns[2].text, columns[0].integer, columns[1].integer));
    assert_true(game_apply(context, &event, event.at));
    return true;
}

struct game *cup_game(struct cup *fixture, const char *id) {
    struct game *game = game_make(id);
    const struct sql_value values[] = {sql_text(id)};
    assert_int_equal(sql_run(fixture->sql, "SELECT number, at, data FROM event WHERE game = $1 ORDER BY number", values,
                             1, event_note, game),
                     SQL_GOOD);
    assert_non_null(game->match);
    return game;
}

struct closing {
    struct cup *fixture;
    struct game *game;
};

static enum sql_outcome closing_run(struct sql *sql, void *context) {
    const struct closing *closing = context;
    return tournament_game_ended(sql, closing->game, closing->fixture->now);
}

void cup_game_count(struct cup *fixture, struct game *game) {
    struct closing closing = {.fixture = fixture, .game = game};
    assert_int_equal(sql_transaction(fixture->sql, closing_run, &closing), SQL_GOOD);
    game_drop(game);
}

void cup_game_finish(struct cup *fixture, const char *id, enum end_reason reason, int winner) {
    struct game *game = cup_game(fixture, id);
    const struct event end = {
        .kind = EVENT_END, .number = game->number + 1, .at = fixture->now, .reason = reason, .winner = winner};
    assert_true(game_apply(game, &end, fixture->now));
    cup_game_count(fixture, game);
}

int cup_games_finish(struct cup *fixture, bool all) {
    struct tournament_book book = cup_book(fixture);
    int left = 0;
    for (int i = 0; i < book.meeting_count; i++) {
        const uint32_t lot = tab_random_below(&fixture->luck, 8);
        if (book.meetings[i].ended != 0)
            continue;
        if (!all && lot % 2 == 0)
            left++;
        else
            cup_game_finish(fixture, book.meetings[i].game, lot < 2 ? END_AGREED : END_RESIGNED,
                            lot < 2 ? 0 : 1 + (int)lot % 3 % 2);
    }
    book_free(&book);
    return left;
}

int cup_points(struct cup *fixture) {
    struct tournament_book book = cup_book(fixture);
    struct standing standings[16];
    int sum = 0;
    assert_true(book_standings(&book, standings));
    for (int i = 0; i < book.entrant_count; i++)
        sum += standings[i].points;
    book_free(&book);
    return sum;
}
