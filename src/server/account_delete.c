/* account_delete.c - an account that goes, with everything that says whose it was.
 *
 * Its sessions end first, so that nobody plays on, and its places in tournaments go to nobody. Then, one game after the
 * other: a game that is being played is given up and counted, for the others' sake, the name goes out of all its events,
 * and the seat becomes that of a visitor whom nobody can be. What others did in these games stays as it is. Then its lines
 * of chat lose their name, reports and the administration's log theirs, and at last the account goes, with its tokens and
 * ratings. Whoever stops this half-way finds the account still there, and can ask again. */
#include "accounts.h"
#include "game_load.h"
#include "game_request.h"
#include "ledger.h"
#include "owned.h"
#include "reports.h"
#include "store_events.h"
#include "tournament.h"
#include "warden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

desk_function account_delete;

enum { GAMES_AT_A_TIME = 1000, ROUNDS = 1000, TRIES = 3 };

struct farewell {
    const struct desk_request *request;
    struct visitor nobody; /* who has the seat from now on */
    const char *game;
    int seat;      /* 0: it had one once */
    int64_t since; /* the number of the event with which it got that */
};

/* ---- Events --------------------------------------------------------------------------------------------------- */

static bool owner_is(const json_t *json, const struct visitor *visitor) {
    const char *text = json_string_value(json_object_get(json, "owner"));
    struct visitor owner;
    return text != NULL && visitor_parse(&owner, text) && visitor_equal(&owner, visitor);
}

/* Takes the name, and whose it was, out of a seat or an event about one. */
static void name_drop(const struct farewell *farewell, json_t *json) {
    char text[VISITOR_TEXT];
    visitor_format(&farewell->nobody, text);
    if (json_object_get(json, "name") != NULL)
        json_object_set_new(json, "name", json_string(""));
    if (owner_is(json, &farewell->request->visitor))
        json_object_set_new(json, "owner", json_string(text));
    json_object_del(json, "user");
    json_object_del(json, "bot");
}

/* Whether anything had to go. Who had the seat before, and left it, keeps their name. */
static bool event_clean(const struct farewell *farewell, json_t *event, int64_t number) {
    const int own = number >= farewell->since ? farewell->seat : 0;
    const json_t *seats = json_object_get(json_object_get(event, "setup"), "seats");
    const struct visitor *visitor = &farewell->request->visitor;
    bool changed = false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        if ((int)i + 1 != own && !owner_is(seat, visitor))
            continue;
        name_drop(farewell, seat);
        changed = true;
    }
    const bool named = json_object_get(event, "owner") != NULL;
    const int seat = (int)json_integer_value(json_object_get(event, "seat"));
    if (named && ((own != 0 && seat == own) || owner_is(event, visitor))) {
        name_drop(farewell, event);
        changed = true;
    }
    return changed;
}

struct cleaning {
    const struct farewell *farewell;
    struct sql *sql;
    enum sql_outcome outcome;
};

/* Columns: number, data. */
static bool event_rewrite(void *context, const struct sql_value *columns, int count) {
    struct cleaning *cleaning = context;
    json_t *event = json_loads(columns[1].text, JSON_REJECT_DUPLICATES, NULL);
    (void)count;
    if (event != NULL && event_clean(cleaning->farewell, event, columns[0].integer)) {
        char *data = json_dumps(event, JSON_COMPACT);
        const struct sql_value values[] = {sql_text(data), sql_text(cleaning->farewell->game), columns[0]};
        cleaning->outcome = data == NULL
                                ? SQL_LOST
                                : sql_run(cleaning->sql, "UPDATE event SET data = $1 WHERE game = $2 AND number = $3",
                                          values, 3, NULL, NULL);
        free(data);
    }
    json_decref(event);
    return cleaning->outcome == SQL_GOOD;
}

static bool join_note(void *context, const struct sql_value *columns, int count) {
    struct farewell *farewell = context;
    json_t *event = json_loads(columns[1].text, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = json_string_value(json_object_get(event, "kind"));
    (void)count;
    if (kind != NULL && strcmp(kind, event_words[EVENT_JOIN]) == 0 &&
        json_integer_value(json_object_get(event, "seat")) == farewell->seat)
        farewell->since = columns[0].integer;
    json_decref(event);
    return true;
}

static enum sql_outcome events_clean(struct sql *sql, struct farewell *farewell) {
    static const char read[] = "SELECT number, data FROM event WHERE game = $1 ORDER BY number";
    const struct sql_value value = sql_text(farewell->game);
    farewell->since = 1;
    const enum sql_outcome found = sql_run(sql, read, &value, 1, join_note, farewell);
    if (found != SQL_GOOD)
        return found;
    struct cleaning cleaning = {.farewell = farewell, .sql = sql, .outcome = SQL_GOOD};
    const enum sql_outcome outcome = sql_run(sql, read, &value, 1, event_rewrite, &cleaning);
    return cleaning.outcome != SQL_GOOD ? cleaning.outcome : outcome;
}

/* ---- One game ------------------------------------------------------------------------------------------------- */

/* Adds an event to a game that was read; it is told apart by `game->number` alone. */
static enum sql_outcome event_add(struct sql *sql, struct game *game, struct event *event, int64_t now) {
    event->number = game->number + 1;
    event->at = now > game->changed ? now : game->changed;
    char *data = event_encode(event);
    struct store_change change = {.kind = STORE_EVENT, .number = event->number, .at = event->at, .data = data};
    memcpy(change.game, game->id, sizeof change.game);
    bool good = data != NULL && game_apply(game, event, event->at);
    change.over = event->kind == EVENT_END;
    good = good && events_write(sql, &change, 1);
    free(data);
    return good ? SQL_GOOD : SQL_CONFLICT;
}

/* What somebody who goes does in a game: leaves it, aborts it, or gives it up. */
static bool game_quit(const struct game *game, int seat, struct event *event) {
    if (game->state == GAME_OPEN)
        return request_leave(game, seat, event) == REFUSE_NOTHING;
    return game->state == GAME_PLAYING &&
           (request_abort(game, seat, event) == REFUSE_NOTHING || request_resign(game, seat, event) == REFUSE_NOTHING);
}

/* The game counts while the seat is still the account's: afterwards nobody could tell against whom the others played. */
static enum sql_outcome game_end(struct sql *sql, struct farewell *farewell) {
    struct event event;
    struct game *game;
    enum sql_outcome outcome = game_load(sql, farewell->game, &game);
    farewell->seat = game != NULL ? game_seat_of(game, &farewell->request->visitor) : 0;
    if (farewell->seat != 0 && game_quit(game, farewell->seat, &event))
        outcome = event_add(sql, game, &event, farewell->request->now);
    game_drop(game);
    return outcome == SQL_GOOD ? ledger_count(sql, farewell->game, farewell->request->now) : outcome;
}

static enum sql_outcome seat_empty(struct sql *sql, const struct farewell *farewell) {
    struct event event = {
        .kind = EVENT_DEVICE, .seat = farewell->seat, .renamed = true, .name = "", .owner = farewell->nobody};
    struct game *game;
    enum sql_outcome outcome = game_load(sql, farewell->game, &game);
    if (game != NULL && game->setup.seats[farewell->seat - 1].kind == SEAT_PERSON)
        outcome = event_add(sql, game, &event, farewell->request->now);
    game_drop(game);
    return outcome;
}

/* Tells of the seats that have lost their name with the events: whoever got one by a personal link of the account sat
 * there under its name. `before` is the game as it was. */
static enum sql_outcome seats_unname(struct sql *sql, const struct farewell *farewell, const struct game *before) {
    struct game *game;
    enum sql_outcome outcome = game_load(sql, farewell->game, &game);
    for (int i = 0; game != NULL && i < game->setup.players && outcome == SQL_GOOD; i++) {
        const struct game_seat *seat = &game->setup.seats[i];
        struct event event = {.kind = EVENT_DEVICE, .seat = i + 1, .renamed = true, .name = "", .owner = seat->owner};
        if (strcmp(seat->name, before->setup.seats[i].name) != 0)
            outcome = event_add(sql, game, &event, farewell->request->now);
    }
    game_drop(game);
    return outcome;
}

static enum sql_outcome names_clean(struct sql *sql, struct farewell *farewell) {
    struct game *before;
    enum sql_outcome outcome = game_load(sql, farewell->game, &before);
    if (outcome == SQL_GOOD)
        outcome = events_clean(sql, farewell);
    if (outcome == SQL_GOOD && before != NULL)
        outcome = seats_unname(sql, farewell, before);
    game_drop(before);
    return outcome;
}

static enum sql_outcome game_leave(struct sql *sql, void *context) {
    struct farewell *farewell = context;
    const struct sql_value values[] = {sql_bytes(farewell->request->visitor.bytes, VISITOR_BYTES),
                                       sql_text(farewell->game)};
    enum sql_outcome outcome = game_end(sql, farewell);
    if (outcome == SQL_GOOD && farewell->seat != 0)
        outcome = seat_empty(sql, farewell);
    if (outcome == SQL_GOOD)
        outcome = names_clean(sql, farewell);
    if (outcome == SQL_GOOD)
        outcome = reports_unname_seat(sql, farewell->game, farewell->seat);
    return outcome == SQL_GOOD
               ? sql_run(sql, "DELETE FROM owner WHERE visitor = $1 AND game = $2", values, 2, NULL, NULL)
               : outcome;
}

/* Somebody may move in the game at the same time; then once more. */
static enum sql_outcome game_forget(const struct desk_request *request, const char *game) {
    struct farewell farewell = {.request = request, .game = game};
    enum sql_outcome outcome = SQL_CONFLICT;
    for (int i = 0; i < TRIES && outcome == SQL_CONFLICT; i++) {
        request->random(NULL, farewell.nobody.bytes, VISITOR_BYTES);
        outcome = sql_transaction(request->sql, game_leave, &farewell);
    }
    if (outcome == SQL_GOOD)
        desk_tell_game(request->desk, game);
    return outcome;
}

static enum sql_outcome games_forget(const struct desk_request *request) {
    enum sql_outcome outcome = SQL_GOOD;
    for (int round = 0; round < ROUNDS && outcome == SQL_GOOD; round++) {
        struct owned owned;
        outcome = owned_read(request->sql, &request->visitor, NULL, GAMES_AT_A_TIME, &owned);
        for (int i = 0; i < owned.count && outcome == SQL_GOOD; i++)
            outcome = game_forget(request, owned.places[i].game);
        free(owned.places);
        if (owned.count == 0)
            return outcome;
    }
    return outcome == SQL_GOOD ? SQL_BUSY : outcome;
}

/* ---- What it said --------------------------------------------------------------------------------------------- */

static bool said_forget(void *context, const struct sql_value *columns, int count) {
    struct sql *sql = context;
    json_t *line = json_loads(columns[1].text, JSON_REJECT_DUPLICATES, NULL);
    (void)count;
    json_object_set_new(line, "name", json_string(""));
    json_object_set_new(line, "who", json_string(HANDLE_NOBODY));
    char *data = line != NULL ? json_dumps(line, JSON_COMPACT) : NULL;
    const struct sql_value values[] = {sql_text(data), columns[0], columns[2]};
    const bool good =
        data != NULL &&
        sql_run(sql, "UPDATE chat SET data = $1 WHERE game = $2 AND number = $3", values, 3, NULL, NULL) == SQL_GOOD &&
        reports_unname_line(sql, columns[0].text, columns[2].integer) == SQL_GOOD;
    json_decref(line);
    free(data);
    return good;
}

static enum sql_outcome chat_forget(struct sql *sql, void *context) {
    return said_read(context, said_forget, sql) ? SQL_GOOD : SQL_LOST;
}

/* ---- The account ---------------------------------------------------------------------------------------------- */

static enum sql_outcome sessions_go(struct sql *sql, void *context) { return sessions_delete(sql, context); }

/* Its places in tournaments: it is not paired any more. */
static enum sql_outcome places_forget(struct sql *sql, void *context) {
    const struct desk_request *request = context;
    struct visitor nobody;
    request->random(NULL, nobody.bytes, VISITOR_BYTES);
    return tournament_forget(sql, &request->visitor, &nobody, request->now);
}

/* What it has reported, and what the administration has done to it. */
static enum sql_outcome traces_forget(struct sql *sql, void *context) {
    const struct desk_request *request = context;
    struct visitor nobody;
    request->random(NULL, nobody.bytes, VISITOR_BYTES);
    const enum sql_outcome outcome = reports_forget(sql, &request->visitor, &nobody, request->account_name);
    return outcome == SQL_GOOD ? deeds_forget(sql, request->account, request->account_name) : outcome;
}

/* Tokens, ratings and whatever else refers to the account goes with it. */
static enum sql_outcome account_go(struct sql *sql, void *context) {
    struct sessions_end *end = context;
    const struct sql_value value = sql_integer(end->account);
    const enum sql_outcome outcome = sessions_delete(sql, end);
    return outcome == SQL_GOOD ? sql_run(sql, "DELETE FROM account WHERE id = $1", &value, 1, NULL, NULL) : outcome;
}

bool account_forget(const struct desk_request *request) {
    struct sessions_end end = {.account = request->account};
    char handle[HANDLE_TEXT];
    visitor_handle(request->secret, &request->visitor, handle);
    bool good = sql_transaction(request->sql, sessions_go, &end) == SQL_GOOD;
    sessions_close(request, &end);
    good = good && sql_transaction(request->sql, places_forget, (void *)request) == SQL_GOOD &&
           games_forget(request) == SQL_GOOD &&
           sql_transaction(request->sql, chat_forget, (void *)request) == SQL_GOOD &&
           sql_transaction(request->sql, traces_forget, (void *)request) == SQL_GOOD;
    desk_forget(request->desk, handle, "");
    good = good && sql_transaction(request->sql, account_go, &end) == SQL_GOOD;
    sessions_close(request, &end);
    sql_log_clear(request->sql);
    return good;
}

void account_delete(const struct desk_request *request, struct desk_answer *answer) {
    struct account account;
    if (!account_prove(request, request->account_name, desk_text(request, "password"), &account, answer))
        return;
    const bool good = account_forget(request);
    who_session_cookie("", 0, request->secure, answer->cookies[0], DESK_COOKIE_TEXT);
    who_device_cookie(&(struct device){.account = 0}, request->secret, request->now, 0, request->secure,
                      answer->cookies[1], DESK_COOKIE_TEXT);
    if (good)
        desk_say(answer, json_pack("{s:b}", "deleted", 1));
    else
        desk_refuse_store(answer);
}
