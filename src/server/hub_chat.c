/* hub_chat.c - what people say in a game. Players hear players and spectators hear spectators, so that nobody whispers
 * moves; and everybody can mute anybody. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAT_INTERVAL_MS = 700 };

/* ---- Lines as JSON -------------------------------------------------------------------------------------------- */

static json_t *line_json(const struct chat_line *line) {
    return json_pack("{s:I, s:I, s:i, s:s, s:s, s:s}", "number", (json_int_t)line->number, "at", (json_int_t)line->at,
                     "seat", line->seat, "who", line->who, "name", line->name, "text", line->text);
}

char *chat_encode(const struct chat_line *line) {
    json_t *json = line_json(line);
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

static bool line_decode(struct chat_line *line, const struct store_row *row) {
    json_t *json = json_loads(row->data, JSON_REJECT_DUPLICATES, NULL);
    const char *who = json_string_value(json_object_get(json, "who"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *text = json_string_value(json_object_get(json, "text"));
    const bool good = who != NULL && name != NULL && text != NULL;
    if (good) {
        *line = (struct chat_line){.number = row->number, .at = row->at, .text = strdup(text)};
        line->seat = (int)json_integer_value(json_object_get(json, "seat"));
        snprintf(line->who, sizeof line->who, "%s", who);
        snprintf(line->name, sizeof line->name, "%s", name);
    }
    json_decref(json);
    return good && line->text != NULL;
}

/* ---- In a room ------------------------------------------------------------------------------------------------ */

static struct chat_line *line_place(struct room *room, int64_t number) { return &room->chat[number % CHAT_KEPT]; }

static void line_keep(struct room *room, struct chat_line *line) {
    struct chat_line *place = line_place(room, line->number);
    room->chat_number = line->number > room->chat_number ? line->number : room->chat_number;
    room->chat_heard = line->number > room->chat_heard ? line->number : room->chat_heard;
    free(place->text);
    *place = *line;
    free(line);
}

static bool line_heard(const struct room *room, const struct chat_line *line, const struct client *client) {
    if ((line->seat > 0) != (room_seat(room, client) > 0))
        return false;
    for (int i = 0; i < client->mute_count; i++)
        if (strcmp(client->mutes[i], line->who) == 0)
            return false;
    return true;
}

json_t *chat_json(const struct room *room, const struct client *client) {
    json_t *lines = json_array();
    const int64_t from = room->chat_number > CHAT_KEPT ? room->chat_number - CHAT_KEPT + 1 : 1;
    for (int64_t number = from; number <= room->chat_number; number++) {
        const struct chat_line *line = &room->chat[number % CHAT_KEPT];
        if (line->text != NULL && line->number == number && line_heard(room, line, client))
            json_array_append_new(lines, line_json(line));
    }
    return lines;
}

static void line_deliver(const struct room *room, const struct chat_line *line) {
    for (int i = 0; i < room->watcher_count; i++) {
        if (!line_heard(room, line, room->watchers[i]))
            continue;
        json_t *json = line_json(line);
        json_object_set_new(json, "t", json_string("chat"));
        json_object_set_new(json, "game", json_string(room->game->id));
        client_send(room->watchers[i], json);
    }
}

void chat_take(struct room *room, struct chat_line *line) {
    const struct chat_line *known = line_place(room, line->number);
    if (known->text != NULL && known->number >= line->number) {
        free(line->text);
        free(line);
        return;
    }
    line_deliver(room, line);
    line_keep(room, line);
}

void hub_forget(struct hub *hub, const char *handle) {
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        for (int i = 0; i < CHAT_KEPT; i++) {
            struct chat_line *line = &room->chat[i];
            if (line->text == NULL || strcmp(line->who, handle) != 0)
                continue;
            line->name[0] = '\0';
            memcpy(line->who, HANDLE_NOBODY, sizeof line->who);
        }
}

/* ---- From the store ------------------------------------------------------------------------------------------- */

struct chat_line *chat_decode(const struct store_row *row) {
    struct chat_line *line = malloc(sizeof *line);
    if (line != NULL && line_decode(line, row))
        return line;
    free(line);
    return NULL;
}

struct chat_reading {
    struct room *room;
    bool tell;
};

static bool line_read(void *context, const struct store_row *row) {
    const struct chat_reading *reading = context;
    struct chat_line *line = chat_decode(row);
    if (line == NULL)
        return false;
    if (reading->tell)
        chat_take(reading->room, line);
    else
        line_keep(reading->room, line);
    return true;
}

bool chat_read(struct hub *hub, struct room *room, bool tell) {
    struct chat_reading reading = {.room = room, .tell = tell};
    return store_read_chat(hub->ports.store, room->game->id, room->chat_heard, line_read, &reading);
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

static struct chat_line *line_make(const struct request *request, struct room *room) {
    struct chat_line *line = calloc(1, sizeof *line);
    char *text = line != NULL ? strdup(request_text(request, "text")) : NULL;
    if (text == NULL) {
        free(line);
        return NULL;
    }
    *line = (struct chat_line){.number = ++room->chat_number, .at = request->at, .text = text};
    line->seat = room_seat(room, request->client);
    memcpy(line->who, request->client->handle, sizeof line->who);
    memcpy(line->name, request->client->name, sizeof line->name);
    return line;
}

void message_chat(const struct request *request) {
    struct client *client = request->client;
    const struct hub_limits *limits = &request->hub->limits;
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    if (!text_showable(request_text(request, "text"), (size_t)limits->chat_bytes)) {
        request_refuse_field(request, "text");
        return;
    }
    if (room->chat_number >= limits->chat_lines || request->at - client->chat_at < CHAT_INTERVAL_MS) {
        request_refuse(request, room->chat_number >= limits->chat_lines ? REFUSE_CHAT : REFUSE_RATE);
        return;
    }
    struct chat_line *line = line_make(request, room);
    if (line == NULL) {
        request_refuse(request, REFUSE_FULL);
        return;
    }
    client->chat_at = request->at;
    chat_submit(request->hub, room, line, request);
}

void message_mute(const struct request *request) {
    struct client *client = request->client;
    const char *who = request_text(request, "who");
    int at = 0;
    while (at < client->mute_count && strcmp(client->mutes[at], who) != 0)
        at++;
    const bool on = json_is_true(json_object_get(request->json, "on")), known = at < client->mute_count;
    if (on && !known && client->mute_count == MUTES_MAX) {
        request_refuse(request, REFUSE_LIMIT);
        return;
    }
    if (on && !known)
        memcpy(client->mutes[client->mute_count++], who, HANDLE_TEXT);
    if (!on && known)
        memmove(client->mutes[at], client->mutes[--client->mute_count], HANDLE_TEXT);
    request_answer(request, NULL);
}
