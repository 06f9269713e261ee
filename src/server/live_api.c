/* live_api.c - routes about running games: the desk prepares what the hub is asked. */
#include "desk.h"
#include "event.h"

#include <string.h>

enum { EVENTS_MOST = 200 };

desk_function message_post, games_own, game_show, game_events, challenges_list;

static void hub_answers(struct desk_answer *answer, json_t *message) {
    answer->json = message;
    answer->live = DESK_MESSAGE;
}

/* Messages that mean something only on a connection that stays. */
void message_post(const struct desk_request *request, struct desk_answer *answer) {
    static const char *const staying[] = {"hello", "name",   "watch", "unwatch",    "lobby",
                                          "seek",  "unseek", "mute",  "tournament", "premove"};
    const char *type = json_string_value(json_object_get(request->body, "t"));
    if (word_find(staying, sizeof staying / sizeof *staying, type) >= 0)
        desk_refuse(answer, 400, "type", "this message is for connections that stay: see docs/protocol.md");
    else
        hub_answers(answer, json_incref(request->body));
}

void games_own(const struct desk_request *request, struct desk_answer *answer) {
    (void)request;
    hub_answers(answer, json_pack("{s:s}", "t", "games"));
}

void challenges_list(const struct desk_request *request, struct desk_answer *answer) {
    (void)request;
    hub_answers(answer, json_pack("{s:s}", "t", "challenges"));
}

static bool game_named(const struct desk_request *request, struct desk_answer *answer) {
    if (game_id_good(request->parts[0]))
        return true;
    desk_refuse(answer, 404, "game", "there is no such game");
    return false;
}

void game_show(const struct desk_request *request, struct desk_answer *answer) {
    if (game_named(request, answer))
        hub_answers(answer, json_pack("{s:s, s:s}", "t", "look", "game", request->parts[0]));
}

struct events_list {
    const char *game;
    json_t *events;
};

/* Events for everybody: without whose the seats are. */
static bool event_row(void *context, const struct sql_value *columns, int count) {
    const struct events_list *list = context;
    struct event event;
    (void)count;
    if (!event_decode(&event, columns[2].text, columns[0].integer, columns[1].integer))
        return false;
    json_array_append_new(list->events, event_json(list->game, &event));
    return true;
}

void game_events(const struct desk_request *request, struct desk_answer *answer) {
    if (!game_named(request, answer))
        return;
    struct events_list list = {.game = request->parts[0], .events = json_array()};
    const struct sql_value values[] = {sql_text(list.game), sql_integer(desk_number(request, "after", 0)),
                                       sql_integer(EVENTS_MOST)};
    if (sql_run(request->sql,
                "SELECT number, at, data FROM event WHERE game = $1 AND number > $2 ORDER BY number LIMIT $3", values,
                3, event_row, &list) != SQL_GOOD) {
        json_decref(list.events);
        desk_refuse_store(answer);
        return;
    }
    answer->json = json_pack("{s:o}", "events", list.events);
    answer->live = DESK_EVENTS;
}
