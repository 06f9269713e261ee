/* admin_games.c - the administration of games. */
#include "../rules/game.h"
#include "../translate.h"
#include "admin_inside.h"
#include "game_load.h"
#include "store_events.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_SHOWN = 200, TRIES = 3 };

/* ---- Looking -------------------------------------------------------------------------------------------------- */

struct list {
    const struct admin *admin;
    json_t *games;
    enum sql_outcome outcome;
};

static void names_add(const struct game *game, json_t *line) {
    char text[(NAME_TEXT + 2) * TAB_PLAYERS_MAX] = "";
    for (int i = 0; i < game->setup.players; i++) {
        const struct game_seat *seat = &game->setup.seats[i];
        const size_t length = strlen(text);
        const char *name = seat->kind == SEAT_OPEN ? "-" : seat->name[0] != '\0' ? seat->name : "?";
        if (seat->kind == SEAT_ENGINE)
            snprintf(text + length, sizeof text - length, "%sengine:%d", i > 0 ? ", " : "", seat->level);
        else
            snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? ", " : "", name);
    }
    json_object_set_new(line, "players", json_string(text));
}

static json_t *game_line(const struct game *game) {
    json_t *line = json_pack("{s:s, s:s, s:I, s:I, s:s, s:i}", "game", game->id, "spec", game->setup.spec, "created",
                             (json_int_t)game->created, "changed", (json_int_t)game->changed, "state",
                             game_state_words[game->state], "ply", tab_match_ply(game->match));
    names_add(game, line);
    return line;
}

static bool game_row(void *context, const struct sql_value *columns, int count) {
    struct list *list = context;
    struct game *game = NULL;
    (void)count;
    list->outcome = game_load(list->admin->sql, columns[0].text, &game);
    if (game != NULL)
        json_array_append_new(list->games, game_line(game));
    game_drop(game);
    return list->outcome == SQL_GOOD;
}

json_t *admin_games(const struct admin *admin, const char *const *words, struct tab_error *error) {
    bool all;
    if (!admin_all(words[0], &all, error))
        return NULL;
    const struct sql_value values[] = {sql_integer(all), sql_integer(GAMES_SHOWN)};
    struct list list = {.admin = admin, .games = json_array(), .outcome = SQL_GOOD};
    const enum sql_outcome outcome =
        sql_run(admin->sql, "SELECT id FROM game WHERE over = 0 OR over = $1 ORDER BY began DESC LIMIT $2", values, 2,
                game_row, &list);
    if (outcome == SQL_GOOD && list.outcome == SQL_GOOD)
        return json_pack("{s:o}", "games", list.games);
    json_decref(list.games);
    return admin_lost(admin, error);
}

/* The game of a name; NULL, with the reason, when there is none. */
static struct game *game_named(const struct admin *admin, const char *id, struct tab_error *error) {
    struct game *game = NULL;
    if (game_id_good(id) && game_load(admin->sql, id, &game) != SQL_GOOD) {
        admin_lost(admin, error);
        return NULL;
    }
    if (game == NULL)
        error_set(error, 0, N_("there is no game '{1}'"), id, NULL);
    return game;
}

json_t *admin_game(const struct admin *admin, const char *const *words, struct tab_error *error) {
    static const char *const columns[] = {"inumber", "@at", "tdata"};
    struct game *game = game_named(admin, words[0], error);
    if (game == NULL)
        return NULL;
    json_t *json = game_line(game);
    char *record = game_record(game);
    json_object_set_new(json, "record", json_string(record != NULL ? record : ""));
    free(record);
    game_drop(game);
    const struct sql_value id = sql_text(words[0]);
    json_t *chat = admin_list(admin, "chat", "SELECT number, at, data FROM chat WHERE game = $1 ORDER BY number", &id,
                              1, columns, error);
    if (chat == NULL) {
        json_decref(json);
        return NULL;
    }
    json_object_update(json, chat);
    json_decref(chat);
    return json;
}

/* ---- Ending --------------------------------------------------------------------------------------------------- */

struct abortion {
    const struct admin *admin;
    const char *id;
    bool missing, over;
};

static enum sql_outcome abort_write(struct sql *sql, const struct admin *admin, struct game *game) {
    struct event event = {.kind = EVENT_END, .reason = END_ABORTED, .halted = true, .number = game->number + 1};
    event.at = admin->now > game->changed ? admin->now : game->changed;
    char *data = event_encode(&event);
    struct store_change change = {
        .kind = STORE_EVENT, .number = event.number, .at = event.at, .data = data, .over = true};
    memcpy(change.game, game->id, sizeof change.game);
    const bool good = data != NULL && game_apply(game, &event, event.at) && events_write(sql, &change, 1);
    free(data);
    return good ? SQL_GOOD : SQL_CONFLICT;
}

static enum sql_outcome abort_run(struct sql *sql, void *context) {
    struct abortion *abortion = context;
    const struct admin *admin = abortion->admin;
    struct game *game = NULL;
    enum sql_outcome outcome = game_load(sql, abortion->id, &game);
    abortion->missing = game == NULL;
    abortion->over = game != NULL && game->state == GAME_OVER;
    if (outcome == SQL_GOOD && game != NULL && !abortion->over) {
        outcome = abort_write(sql, admin, game);
        if (outcome == SQL_GOOD)
            outcome = deed_write(sql, admin->now, admin->who, 0, "abort", abortion->id, admin->reason);
        if (outcome == SQL_GOOD)
            outcome = admin_tell_game(admin, abortion->id);
    }
    game_drop(game);
    return outcome;
}

/* Somebody may move at the same time; then once more. */
json_t *admin_abort(const struct admin *admin, const char *const *words, struct tab_error *error) {
    struct abortion abortion = {.admin = admin, .id = game_id_good(words[0]) ? words[0] : ""};
    enum sql_outcome outcome = SQL_CONFLICT;
    for (int i = 0; i < TRIES && outcome == SQL_CONFLICT; i++)
        outcome = sql_transaction(admin->sql, abort_run, &abortion);
    if (outcome != SQL_GOOD)
        return admin_lost(admin, error);
    if (abortion.missing)
        error_set(error, 0, N_("there is no game '{1}'"), words[0], NULL);
    else if (abortion.over)
        error_set(error, 0, N_("the game is over"), NULL, NULL);
    else
        return json_pack("{s:s}", "done", words[0]);
    return NULL;
}
