/* hub_send.c - messages to clients. */
#include "hub_inside.h"

#include <stdlib.h>
#include <string.h>

static void text_send(struct client *client, const char *text, size_t length) {
    client->hub->ports.send(client->hub->ports.context, client->socket, text, length);
}

void client_send(struct client *client, json_t *json) {
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    if (text != NULL)
        text_send(client, text, strlen(text));
    free(text);
    json_decref(json);
}

void room_send(struct room *room, json_t *json) {
    char *text = json != NULL && room->watcher_count > 0 ? json_dumps(json, JSON_COMPACT) : NULL;
    const size_t length = text != NULL ? strlen(text) : 0;
    for (int i = 0; text != NULL && i < room->watcher_count; i++)
        text_send(room->watchers[i], text, length);
    free(text);
    json_decref(json);
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

static void id_set(const struct request *request, json_t *json) {
    if (request->id != NO_ID)
        json_object_set_new(json, "id", json_integer(request->id));
}

void request_answer(const struct request *request, json_t *fields) {
    json_t *json = fields != NULL ? fields : json_object();
    json_object_set_new(json, "t", json_string("ok"));
    id_set(request, json);
    client_send(request->client, json);
}

static json_t *refusal_json(const struct request *request, enum refusal refusal) {
    json_t *json =
        json_pack("{s:s, s:s, s:s}", "t", "error", "code", refusal_code(refusal), "message", refusal_meaning(refusal));
    id_set(request, json);
    request->hub->counts.refused++;
    return json;
}

void request_refuse(const struct request *request, enum refusal refusal) {
    client_send(request->client, refusal_json(request, refusal));
}

void request_refuse_field(const struct request *request, const char *field) {
    json_t *json = refusal_json(request, REFUSE_FIELD);
    json_object_set_new(json, "field", json_string(field));
    client_send(request->client, json);
}

void request_refuse_text(const struct request *request, enum refusal refusal, const struct tab_error *error) {
    json_t *json = refusal_json(request, refusal);
    char message[TAB_ERROR_TEXT];
    tab_error_format(error, NULL, message, sizeof message);
    json_object_set_new(json, "message", json_string(message));
    json_object_set_new(json, "at", json_integer((json_int_t)error->at));
    client_send(request->client, json);
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

int room_seat(const struct room *room, const struct client *client) {
    return game_seat_of(room->game, &client->visitor);
}

void room_send_game(struct room *room, struct client *client, const struct request *request) {
    const int seat = room_seat(room, client);
    json_t *json = game_json(room->game, hub_now(client->hub));
    json_object_set_new(json, "t", json_string("game"));
    json_object_set_new(json, "mine", json_integer(seat));
    presence_write(client->hub, room, json);
    json_object_set_new(json, "chat", chat_json(room, client));
    if (seat > 0 && room->premove[seat - 1].move[0] != '\0')
        json_object_set_new(
            json, "premove",
            json_pack("{s:i, s:s}", "ply", room->premove[seat - 1].ply, "move", room->premove[seat - 1].move));
    if (request != NULL)
        id_set(request, json);
    client_send(client, json);
}
