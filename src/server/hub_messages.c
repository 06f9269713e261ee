/* hub_messages.c - the messages there are: what fields each has, and which function does it. A message is checked
 * against its row before its function sees it. */
#include "fields.h"
#include "hub_inside.h"

#include <string.h>

enum { ID_MAX = 2147483647 };

struct message {
    const char *type;
    message_function *run;
    bool changes; /* a game, so that it has to wait for events on their way */
    struct field fields[FIELDS_MAX];
};

#define GAME {.name = "game", .type = FIELD_GAME}
#define OFFER {.name = "offer", .type = FIELD_WORD, .words = offer_words, .word_count = OFFER_COUNT}
#define PLY {.name = "ply", .type = FIELD_NUMBER, .most = TAB_RECORD_PLIES_MAX}
#define SPEC {.name = "spec", .type = FIELD_TEXT, .least = 1, .most = TAB_SPEC_TEXT - 1}
#define CLOCK {.name = "clock", .type = FIELD_OBJECT}
#define RATED {.name = "rated", .type = FIELD_SWITCH, .optional = true}

static const struct message messages[] = {
    {"hello",
     message_hello,
     false,
     {{.name = "version", .type = FIELD_NUMBER, .most = ID_MAX},
      {.name = "name", .type = FIELD_TEXT, .optional = true, .most = NAME_TEXT - 1}}},
    {"ping", message_ping, false, {{.name = NULL}}},
    {"name", message_name, false, {{.name = "name", .type = FIELD_TEXT, .most = NAME_TEXT - 1}}},
    {"create",
     message_create,
     false,
     {SPEC,
      CLOCK,
      {.name = "seats", .type = FIELD_LIST},
      {.name = "first", .type = FIELD_TEXT, .optional = true, .most = TAB_POSITION_TEXT - 1},
      {.name = "listed", .type = FIELD_SWITCH, .optional = true},
      RATED}},
    {"join",
     message_join,
     true,
     {GAME, {.name = "seat", .type = FIELD_NUMBER, .optional = true, .least = 1, .most = TAB_PLAYERS_MAX}}},
    {"leave", message_leave, true, {GAME}},
    {"watch",
     message_watch,
     false,
     {GAME,
      {.name = "number", .type = FIELD_NUMBER, .optional = true, .most = INT64_MAX},
      {.name = "line", .type = FIELD_NUMBER, .optional = true, .most = INT64_MAX}}},
    {"unwatch", message_unwatch, false, {GAME}},
    {"move",
     message_move,
     true,
     {GAME, PLY, {.name = "move", .type = FIELD_TEXT, .least = 1, .most = TAB_MOVE_TEXT - 1}}},
    {"premove", message_premove, true, {GAME, PLY, {.name = "move", .type = FIELD_TEXT, .most = TAB_MOVE_TEXT - 1}}},
    {"resign", message_resign, true, {GAME}},
    {"abort", message_abort, true, {GAME}},
    {"claim", message_claim, true, {GAME}},
    {"offer", message_offer, true, {GAME, OFFER}},
    {"decline", message_decline, true, {GAME, OFFER}},
    {"chat", message_chat, false, {GAME, {.name = "text", .type = FIELD_TEXT, .least = 1, .most = INT64_MAX}}},
    {"mute",
     message_mute,
     false,
     {{.name = "who", .type = FIELD_TEXT, .least = HANDLE_TEXT - 1, .most = HANDLE_TEXT - 1},
      {.name = "on", .type = FIELD_SWITCH}}},
    {"link", message_link, false, {GAME}},
    {"device",
     message_device,
     true,
     {GAME,
      {.name = "seat", .type = FIELD_NUMBER, .least = 1, .most = TAB_PLAYERS_MAX},
      {.name = "token", .type = FIELD_TEXT, .most = TOKEN_TEXT - 1}}},
    {"lobby", message_lobby, false, {{.name = "on", .type = FIELD_SWITCH}}},
    {"seek", message_seek, false, {SPEC, CLOCK, RATED, {.name = "bots", .type = FIELD_SWITCH, .optional = true}}},
    {"unseek", message_unseek, false, {{.name = NULL}}},
    {"games", message_games, false, {{.name = NULL}}},
    {"record", message_record, false, {GAME}},
    {"look", message_look, false, {GAME}},
    {"challenges", message_challenges, false, {{.name = NULL}}},
    {"tournament",
     message_tournament,
     false,
     {{.name = "tournament", .type = FIELD_GAME}, {.name = "on", .type = FIELD_SWITCH}}},
};

/* What every message may have. */
static const struct field common[FIELDS_MAX] = {
    {.name = "t", .type = FIELD_TEXT, .most = INT64_MAX},
    {.name = "id", .type = FIELD_NUMBER, .most = ID_MAX},
};

static const struct message *message_find(const char *type) {
    for (size_t i = 0; type != NULL && i < sizeof messages / sizeof *messages; i++)
        if (strcmp(messages[i].type, type) == 0)
            return &messages[i];
    return NULL;
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

void message_run(const struct request *request) {
    const struct message *message = request->message;
    struct room *room = message->changes ? request_room(request) : NULL;
    if (message->changes && room == NULL)
        return;
    if (room != NULL && room->unheard && room->pending == 0)
        room_hear(request->hub, room);
    if (room == NULL || (room->pending == 0 && !room->unheard))
        message->run(request);
    else if (!room_wait(room, request))
        request_refuse(request, REFUSE_BUSY);
}

static void message_receive(struct request *request, json_t *json) {
    const json_t *id = json_object_get(json, "id");
    const struct message *message = message_find(json_string_value(json_object_get(json, "t")));
    request->json = json;
    request->message = message;
    if (json_is_integer(id) && json_integer_value(id) >= 0 && json_integer_value(id) <= ID_MAX)
        request->id = json_integer_value(id);
    if (!json_is_object(json))
        request_refuse(request, REFUSE_JSON);
    else if (id != NULL && request->id == NO_ID)
        request_refuse_field(request, "id");
    else if (message == NULL)
        request_refuse(request, REFUSE_TYPE);
    else if (request->client->greeted != (message->run != message_hello))
        request_refuse(request, REFUSE_HELLO);
    else {
        const char *wrong = fields_check(message->fields, common, json);
        if (wrong != NULL)
            request_refuse_field(request, wrong);
        else
            message_run(request);
    }
}

/* A connection may send so many messages a second, and three times that at once. Whoever goes on regardless is cut off. */
static bool rate_take(struct hub *hub, struct client *client, int64_t now) {
    const int64_t rate = hub->limits.messages_per_second, most = 3 * rate * 1000;
    int64_t credit = client->credit + (now - client->credit_at) * rate;
    credit = credit < most ? credit : most;
    client->credit_at = now;
    const bool good = credit >= 1000;
    client->credit = (int)(good ? credit - 1000 : credit);
    client->excess = good ? 0 : client->excess + 1;
    if (client->excess > 3 * rate)
        hub->ports.close(hub->ports.context, client->socket, HUB_CLOSE_RATE);
    return good;
}

void hub_receive(struct hub *hub, struct client *client, const char *text, size_t length) {
    struct request request = {.hub = hub, .client = client, .id = NO_ID, .at = hub_now(hub)};
    hub->counts.messages++;
    if (!rate_take(hub, client, request.at)) {
        request_refuse(&request, REFUSE_RATE);
        return;
    }
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    message_receive(&request, json);
    json_decref(json);
}

/* ---- For the functions ---------------------------------------------------------------------------------------- */

struct room *request_room(const struct request *request) {
    enum refusal why;
    struct room *room = room_find(request->hub, request_text(request, "game"), &why);
    if (room == NULL)
        request_refuse(request, why);
    return room;
}

const char *request_text(const struct request *request, const char *key) {
    const char *text = json_string_value(json_object_get(request->json, key));
    return text != NULL ? text : "";
}

int64_t request_number(const struct request *request, const char *key, int64_t otherwise) {
    const json_t *number = json_object_get(request->json, key);
    return number != NULL ? json_integer_value(number) : otherwise;
}
