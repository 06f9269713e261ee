/* played.c - games in a database as if people had played them. */
#include "played.h"
#include "server/game.h"
#include "server/store_events.h"
#include "server/store_schema.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AN_HOUR = 3600000 };

const struct played_game played_rated = {.id = "GameNumber01",
                                         .spec = "siam",
                                         .one = "anna",
                                         .other = "bert",
                                         .moves = "@a1n @a5s",
                                         .rated = true,
                                         .at = AN_HOUR,
                                         .reason = END_RESIGNED,
                                         .winner = 1};

struct sql *played_open(struct database *database, enum database_kind kind) {
    struct tab_error error = {0};
    database_begin(database, kind);
    struct sql *sql = database_open(database);
    if (!schema_update(sql, &error))
        fail_msg("%s %s %s", error.what, error.argument[0], error.argument[1]);
    return sql;
}

void played_close(struct database *database, struct sql *sql) {
    sql_close(sql);
    database_end(database);
}

static bool number_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    *(int64_t *)context = columns[0].kind == SQL_REAL ? (int64_t)columns[0].real : columns[0].integer;
    return false;
}

int64_t played_number(struct sql *sql, const char *statement) {
    int64_t number = -1;
    if (sql_run(sql, statement, NULL, 0, number_note, &number) != SQL_GOOD)
        fail_msg("%s: %s", statement, sql_problem(sql));
    return number;
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

struct visitor played_visitor(const char *name) {
    struct visitor visitor = {{1}};
    for (size_t i = 0; i < strlen(name) && i + 1 < VISITOR_BYTES; i++)
        visitor.bytes[i + 1] = (unsigned char)name[i];
    return visitor;
}

void played_account(struct sql *sql, const char *name) {
    const struct visitor visitor = played_visitor(name);
    const struct sql_value values[] = {sql_text(name), sql_bytes(visitor.bytes, VISITOR_BYTES)};
    assert_int_equal(sql_run(sql,
                             "INSERT INTO account (id, name, folded, password, visitor, created)"
                             " SELECT coalesce(max(id), 0) + 1, $1, $1, '', $2, 0 FROM account",
                             values, 2, NULL, NULL),
                     SQL_GOOD);
}

/* Writes an event of a game and lets it happen. */
static void event_add(struct sql *sql, struct game *game, struct event *event) {
    struct store_change change = {.kind = STORE_EVENT, .number = event->number, .at = event->at};
    char *data = event_encode(event);
    change.data = data;
    memcpy(change.game, game->id, sizeof change.game);
    assert_true(game_apply(game, event, event->at));
    change.over = game->state == GAME_OVER;
    assert_true(events_write(sql, &change, 1));
    free(data);
}

static enum sql_outcome game_add(struct sql *sql, void *context) {
    const struct played_game *play = context;
    struct game *game = game_make(play->id);
    const char *const names[] = {play->one, play->other};
    struct event event = {.kind = EVENT_CREATE, .number = 1, .at = play->at, .setup = {.rated = play->rated}};
    struct tab_rules rules = testing_rules(play->spec);
    snprintf(event.setup.spec, sizeof event.setup.spec, "%s", play->spec);
    event.setup.players = tab_rules_players(&rules);
    event.setup.time = (struct time_control){.kind = TIME_FISCHER, .base_ms = 300000, .increment_ms = 5000};
    for (int i = 0; i < event.setup.players; i++) {
        event.setup.seats[i] = (struct game_seat){.kind = SEAT_PERSON, .owner = played_visitor(names[i % 2])};
        snprintf(event.setup.seats[i].name, NAME_TEXT, "%s", names[i % 2]);
    }
    event_add(sql, game, &event);
    char move[TAB_MOVE_TEXT];
    int used;
    for (const char *at = play->moves; sscanf(at, "%15s%n", move, &used) == 1; at += used) {
        event = (struct event){.kind = EVENT_MOVE, .number = game->number + 1, .at = play->at, .seat = game_turn(game)};
        snprintf(event.move, sizeof event.move, "%s", move);
        event_add(sql, game, &event);
    }
    if (play->given_up != 0) {
        event = (struct event){.kind = EVENT_REPLACE, .number = game->number + 1, .at = play->at, .level = 5};
        event.seat = play->given_up;
        event.reason = END_RESIGNED;
        event_add(sql, game, &event);
    }
    if (play->reason != END_RULES) {
        event = (struct event){.kind = EVENT_END, .number = game->number + 1, .at = play->at};
        event.reason = play->reason;
        event.winner = play->winner;
        event_add(sql, game, &event);
    }
    assert_int_equal(game->state, GAME_OVER);
    game_drop(game);
    return SQL_GOOD;
}

void played_add(struct sql *sql, const struct played_game *game) {
    assert_int_equal(sql_transaction(sql, game_add, (void *)game), SQL_GOOD);
}
