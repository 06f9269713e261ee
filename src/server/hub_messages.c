/* hub_messages.c - the messages there are: what fields each has, and which function does it.
 *
 * A message is checked against its row before its function sees it: every field that is not optional is there, of its
 * type and within its bounds, and there are no others. */
#include "hub_inside.h"

#include <string.h>

enum field_type {
    FIELD_END,
    FIELD_NUMBER,
    FIELD_TEXT,
    FIELD_GAME,
    FIELD_SWITCH,
    FIELD_OBJECT,
    FIELD_LIST,
    FIELD_OFFER
};

struct field {
    const char *name;
    enum field_type type;
    bool optional;
    int64_t least, most; /* of a number; of a text the least and most bytes */
};

enum { FIELDS_MAX = 7, ID_MAX = 2147483647 };

struct message {
    const char *type;
    message_function *run;
    bool changes; /* a game, so that it has to wait for events on their way */
    struct field fields[FIELDS_MAX];
};

#define GAME                                                                                                           \
    { .name = "game", .type = FIELD_GAME }
#define OFFER                                                                                                          \
    { .name = "offer", .type = FIELD_OFFER }
#define PLY                                                                                                            \
    { .name = "ply", .type = FIELD_NUMBER, .most = TAB_RECORD_PLIES_MAX }
#define SPEC                                                                                                           \
    { .name = "spec", .type = FIELD_TEXT, .least = 1, .most = TAB_SPEC_TEXT - 1 }
#define CLOCK                                                                                                          \
    { .name = "clock", .type = FIELD_OBJECT }
#define RATED                                                                                                          \
    { .name = "rated", .type = FIELD_SWITCH, .optional = true }

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
     {GAME, {.name = "number", .type = FIELD_NUMBER, .optional = true, .most = INT64_MAX}}},
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
    {"seek", message_seek, false, {SPEC, CLOCK, RATED}},
    {"unseek", message_unseek, false, {{.name = NULL}}},
    {"games", message_games, false, {{.name = NULL}}},
    {"record", message_record, false, {GAME}},
    {"tournament",
     message_tournament,
     false,
     {{.name = "tournament", .type = FIELD_GAME}, {.name = "on", .type = FIELD_SWITCH}}},
};

/* ---- Checking ------------------------------------------------------------------------------------------------- */

static bool text_fits(const json_t *value, const struct field *field) {
    const size_t length = json_string_length(value);
    /* A zero byte would end the text for some and not for others. */
    return json_is_string(value) && strlen(json_string_value(value)) == length && (int64_t)length >= field->least &&
           (int64_t)length <= field->most;
}

static bool field_fits(const json_t *value, const struct field *field) {
    switch (field->type) {
    case FIELD_NUMBER:
        return json_is_integer(value) && json_integer_value(value) >= field->least &&
               json_integer_value(value) <= field->most;
    case FIELD_TEXT: return text_fits(value, field);
    case FIELD_GAME: return json_is_string(value) && game_id_good(json_string_value(value));
    case FIELD_SWITCH: return json_is_boolean(value);
    case FIELD_OBJECT: return json_is_object(value);
    case FIELD_LIST: return json_is_array(value);
    case FIELD_OFFER: return word_find(offer_words, OFFER_COUNT, json_string_value(value)) >= 0;
    case FIELD_END: break;
    }
    return false;
}

static const struct field *field_find(const struct message *message, const char *name) {
    for (int i = 0; i < FIELDS_MAX && message->fields[i].name != NULL; i++)
        if (strcmp(message->fields[i].name, name) == 0)
            return &message->fields[i];
    return NULL;
}

/* The name of a field that is missing, not good or not known; NULL when all are good. */
static const char *fields_check(const struct message *message, json_t *json) {
    const char *name;
    json_t *value;
    for (int i = 0; i < FIELDS_MAX && message->fields[i].name != NULL; i++)
        if (!message->fields[i].optional && json_object_get(json, message->fields[i].name) == NULL)
            return message->fields[i].name;
    json_object_foreach(json, name, value) {
        if (strcmp(name, "t") == 0 || strcmp(name, "id") == 0)
            continue;
        const struct field *field = field_find(message, name);
        if (field == NULL || !field_fits(value, field))
            return name;
    }
    return NULL;
}

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
    if (room == NULL || room->pending == 0)
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
        const char *wrong = fields_check(message, json);
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
    struct room *room = room_find(request->hub, request_text(request, "game"));
    if (room == NULL)
        request_refuse(request, REFUSE_GAME);
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
