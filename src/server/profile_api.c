/* profile_api.c - what an account shows of itself: since when, and its games; and to itself, everything. */
#include "accounts.h"
#include "game_load.h"
#include "owned.h"
#include "ratings.h"
#include "tokens.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

desk_function user_show, user_games, account_games_file, account_data_file;

enum { PAGE_GAMES = 20, PAGE_LOOKED_AT = 200, FILE_GAMES = 100000, CURSOR_TEXT = 40 };

/* ---- The profile ---------------------------------------------------------------------------------------------- */

/* The account in the path; false, with a refusal, when there is none. */
static bool user_find(const struct desk_request *request, struct account *account, struct desk_answer *answer) {
    if (account_find(request->sql, request->parts[0], account) != SQL_GOOD)
        desk_refuse_store(answer);
    else if (account->id == 0)
        desk_refuse(answer, 404, "user", "there is no such account");
    else
        return true;
    return false;
}

static json_t *user_json(const struct account *account) {
    return json_pack("{s:s, s:I, s:b}", "name", account->name, "created", (json_int_t)account->created, "bot",
                     account->bot);
}

void user_show(const struct desk_request *request, struct desk_answer *answer) {
    struct account account;
    if (user_find(request, &account, answer))
        desk_say(answer, user_json(&account));
}

/* ---- Its games ------------------------------------------------------------------------------------------------ */

/* A place in the list as text: when the game began, and its name. */
static bool place_read(const char *text, struct owned_place *place) {
    char *end;
    if (strspn(text, "0123456789") == 0 || strlen(text) >= CURSOR_TEXT)
        return false;
    place->began = strtoll(text, &end, 10);
    if (*end != '.' || !game_id_good(end + 1))
        return false;
    memcpy(place->game, end + 1, GAME_ID_TEXT);
    return true;
}

/* A game by link is shown to nobody who does not have the link; its players see all of theirs. */
static bool game_shown(const struct game *game, bool own) {
    return own ||
           (game->state != GAME_OPEN && (game->setup.listed || game->setup.rated || game->setup.tournament[0] != '\0'));
}

static json_t *game_line(const struct game *game, int seat, int64_t now) {
    json_t *line = game_json_summary(game);
    game_json_state(game, now, line);
    json_object_set_new(line, "mine", json_integer(seat));
    json_object_set_new(line, "created", json_integer(game->created));
    json_object_set_new(line, "rated", json_boolean(game->setup.rated));
    return line;
}

/* Adds a game when it is to be seen. False when the database does not work. */
static bool game_add(const struct desk_request *request, const struct account *account, const char *id, json_t *games) {
    struct game *game;
    if (game_load(request->sql, id, &game) != SQL_GOOD)
        return false;
    const int seat = game != NULL ? game_seat_of(game, &account->visitor) : 0;
    if (seat != 0 && game_shown(game, request->account == account->id))
        json_array_append_new(games, game_line(game, seat, request->now));
    game_drop(game);
    return true;
}

void user_games(const struct desk_request *request, struct desk_answer *answer) {
    const char *before = desk_text(request, "before");
    struct account account;
    struct owned_place place;
    struct owned owned = {.count = 0};
    char next[CURSOR_TEXT] = "";
    if (before[0] != '\0' && !place_read(before, &place)) {
        desk_refuse_field(answer, "before");
        return;
    }
    if (!user_find(request, &account, answer))
        return;
    bool good = owned_read(request->sql, &account.visitor, before[0] != '\0' ? &place : NULL, PAGE_LOOKED_AT, &owned) ==
                SQL_GOOD;
    json_t *games = json_array();
    int at = 0;
    for (; at < owned.count && good && json_array_size(games) < PAGE_GAMES; at++)
        good = game_add(request, &account, owned.places[at].game, games);
    if (at > 0 && (at < owned.count || at == PAGE_LOOKED_AT))
        snprintf(next, sizeof next, "%" PRId64 ".%s", owned.places[at - 1].began, owned.places[at - 1].game);
    free(owned.places);
    json_t *json = json_pack("{s:o, s:s}", "games", games, "next", next);
    if (good) {
        desk_say(answer, json);
        return;
    }
    json_decref(json);
    desk_refuse_store(answer);
}

/* ---- Everything, as files ------------------------------------------------------------------------------------- */

/* A text that grows. */
struct text {
    char *bytes;
    size_t length, room;
};

static bool text_add(struct text *text, const char *more) {
    const size_t length = strlen(more);
    if (text->length + length >= text->room) {
        const size_t room = 2 * (text->length + length) + 1024;
        char *bytes = realloc(text->bytes, room);
        if (bytes == NULL)
            return false;
        text->bytes = bytes;
        text->room = room;
    }
    memcpy(text->bytes + text->length, more, length + 1);
    text->length += length;
    return true;
}

/* What is done with each game of who asks, the latest first; false ends it. */
typedef bool own_game_function(void *context, const struct game *game, int seat);

static bool own_games(const struct desk_request *request, own_game_function *each, void *context) {
    struct owned owned;
    bool good = owned_read(request->sql, &request->visitor, NULL, FILE_GAMES, &owned) == SQL_GOOD;
    for (int i = 0; i < owned.count && good; i++) {
        struct game *game;
        good = game_load(request->sql, owned.places[i].game, &game) == SQL_GOOD;
        const int seat = good && game != NULL ? game_seat_of(game, &request->visitor) : 0;
        good = good && (seat == 0 || each(context, game, seat));
        game_drop(game);
    }
    free(owned.places);
    return good;
}

static bool record_add(void *context, const struct game *game, int seat) {
    struct text *text = context;
    char *record = game_record(game);
    (void)seat;
    const bool good = record != NULL && (text->length == 0 || text_add(text, "\n")) && text_add(text, record);
    free(record);
    return good;
}

void account_games_file(const struct desk_request *request, struct desk_answer *answer) {
    struct text text = {.bytes = NULL};
    if (!text_add(&text, "") || !own_games(request, record_add, &text)) {
        free(text.bytes);
        desk_refuse_store(answer);
        return;
    }
    *answer = (struct desk_answer){.status = 200,
                                   .text = text.bytes,
                                   .type = "application/x-chess-pgn; charset=utf-8",
                                   .attachment = "tablier-games.pgn"};
}

struct own_lines {
    json_t *games;
    int64_t now;
};

static bool line_add(void *context, const struct game *game, int seat) {
    const struct own_lines *lines = context;
    return json_array_append_new(lines->games, game_line(game, seat, lines->now)) == 0;
}

static bool said_note(void *context, const struct sql_value *columns, int count) {
    json_t *line = json_loads(columns[1].text, JSON_REJECT_DUPLICATES, NULL);
    (void)count;
    json_object_del(line, "who");
    json_object_set_new(line, "game", json_string(columns[0].text));
    return json_array_append_new(context, line) == 0;
}

bool said_read(const struct desk_request *request, sql_row_function *each, void *context) {
    char handle[HANDLE_TEXT], pattern[HANDLE_TEXT + 16];
    visitor_handle(request->secret, &request->visitor, handle);
    snprintf(pattern, sizeof pattern, "%%\"who\":\"%s\"%%", handle);
    const struct sql_value value = sql_text(pattern);
    return sql_run(request->sql, "SELECT game, data, number FROM chat WHERE data LIKE $1 ORDER BY game, number", &value,
                   1, each, context) == SQL_GOOD;
}

static bool tournament_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    return json_array_append_new(context, json_pack("{s:s, s:s, s:b, s:b}", "tournament", columns[0].text, "title",
                                                    columns[1].text, "creator", columns[2].integer != 0, "entrant",
                                                    columns[3].integer != 0)) == 0;
}

static bool report_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    return json_array_append_new(context,
                                 json_pack("{s:I, s:s, s:I, s:I, s:s, s:s}", "at", (json_int_t)columns[0].integer,
                                           "game", columns[1].text, "seat", (json_int_t)columns[2].integer, "line",
                                           (json_int_t)columns[3].integer, "text", columns[4].text, "address",
                                           columns[5].text)) == 0;
}

static bool ban_note(void *context, const struct sql_value *columns, int count) {
    (void)count;
    return json_array_append_new(context, json_pack("{s:I, s:I, s:s}", "at", (json_int_t)columns[0].integer, "expires",
                                                    (json_int_t)columns[1].integer, "reason", columns[2].text)) == 0;
}

/* Lists that are the rows of one statement. */
static const struct data_list {
    const char *key;
    bool of_visitor; /* what $1 is; else the account */
    const char *statement;
    sql_row_function *note;
} data_lists[] = {
    {"tournaments", true,
     "SELECT id, tournament.name, CASE WHEN creator = $1 THEN 1 ELSE 0 END,"
     " CASE WHEN entrant.number IS NULL THEN 0 ELSE 1 END"
     " FROM tournament LEFT JOIN entrant ON entrant.tournament = tournament.id AND entrant.visitor = $1"
     " WHERE creator = $1 OR entrant.number IS NOT NULL ORDER BY created, id",
     tournament_note},
    {"reports", true, "SELECT at, game, seat, line, text, address FROM report WHERE visitor = $1 ORDER BY id",
     report_note},
    {"bans", false, "SELECT at, expires, reason FROM ban WHERE account = $1 ORDER BY id", ban_note},
};

static bool data_list_add(const struct desk_request *request, const struct data_list *list, json_t *json) {
    const struct sql_value value =
        list->of_visitor ? sql_bytes(request->visitor.bytes, VISITOR_BYTES) : sql_integer(request->account);
    json_t *rows = json_array();
    return json_object_set_new(json, list->key, rows) == 0 &&
           sql_run(request->sql, list->statement, &value, 1, list->note, rows) == SQL_GOOD;
}

static bool data_add(const struct desk_request *request, json_t *json) {
    json_t *said = json_array(), *standing = standing_json(request->sql, request->account, request->now);
    struct own_lines lines = {.games = json_array(), .now = request->now};
    bool good = json_object_update(json, standing) == 0;
    json_decref(standing);
    good = json_object_set_new(json, "games", lines.games) == 0 && good;
    good = json_object_set_new(json, "chat", said) == 0 && good;
    good = good && own_games(request, line_add, &lines) && said_read(request, said_note, said) &&
           json_object_set_new(json, "sessions", sessions_json(request)) == 0 &&
           json_object_set_new(json, "tokens", tokens_json(request)) == 0;
    for (size_t i = 0; i < sizeof data_lists / sizeof *data_lists && good; i++)
        good = data_list_add(request, &data_lists[i], json);
    return good;
}

void account_data_file(const struct desk_request *request, struct desk_answer *answer) {
    struct account account;
    json_t *json = account_read(request->sql, request->account, &account) == SQL_GOOD && account.id != 0
                       ? user_json(&account)
                       : NULL;
    if (json == NULL || !data_add(request, json)) {
        json_decref(json);
        desk_refuse_store(answer);
        return;
    }
    desk_say(answer, json);
    answer->attachment = "tablier-account.json";
}
