/* hub_chat.c - what people say in a game. Players hear players and spectators hear spectators, so that nobody whispers
 * moves; and everybody can mute anybody. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How fast lines may follow each other: one each `every_ms`, and `ahead` more at once. */
struct pace {
    int every_ms, ahead;
};

static const struct pace player_pace = {.every_ms = 700}; /* of a connection, and of a player on all of theirs */
static const struct pace spectators_pace = {.every_ms = 2000, .ahead = 9};

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
    const json_int_t seat = json_integer_value(json_object_get(json, "seat"));
    const bool good = who != NULL && name != NULL && text != NULL && seat >= 0 && seat <= TAB_PLAYERS_MAX;
    if (good) {
        *line = (struct chat_line){.number = row->number, .at = row->at, .seat = (int)seat, .text = strdup(text)};
        snprintf(line->who, sizeof line->who, "%s", who);
        snprintf(line->name, sizeof line->name, "%s", name);
    }
    json_decref(json);
    return good && line->text != NULL;
}

/* ---- In a room ------------------------------------------------------------------------------------------------ */

void line_free(struct chat_line *line) {
    if (line != NULL)
        free(line->text);
    free(line);
}

void chats_free(struct room *room) {
    for (int kind = 0; kind < CHAT_COUNT; kind++)
        for (int i = 0; i < room->chats[kind].count; i++)
            line_free(room->chats[kind].lines[i]);
}

static enum chat_kind chat_of(int seat) { return seat > 0 ? CHAT_PLAYERS : CHAT_SPECTATORS; }

/* Where a line goes among those that are kept. They come in order but for those of several servers at once. */
static int line_place(const struct chat *chat, int64_t number) {
    int place = chat->count;
    while (place > 0 && chat->lines[place - 1]->number > number)
        place--;
    return place;
}

/* Whether it is kept, or was. */
static bool line_known(const struct chat *chat, int64_t number) {
    const int place = line_place(chat, number);
    return place > 0 ? chat->lines[place - 1]->number == number : chat->count == CHAT_KEPT;
}

static void line_keep(struct room *room, struct chat_line *line) {
    struct chat *chat = &room->chats[chat_of(line->seat)];
    if (chat->count == CHAT_KEPT) {
        line_free(chat->lines[0]);
        memmove(chat->lines, chat->lines + 1, (size_t)--chat->count * sizeof *chat->lines);
    }
    const int place = line_place(chat, line->number);
    memmove(chat->lines + place + 1, chat->lines + place, (size_t)(chat->count++ - place) * sizeof *chat->lines);
    chat->lines[place] = line;
    room->voices[line->seat].lines++;
    room->chat_number = line->number > room->chat_number ? line->number : room->chat_number;
    room->chat_heard = line->number > room->chat_heard ? line->number : room->chat_heard;
}

static bool line_heard(const struct room *room, const struct chat_line *line, const struct client *client) {
    if (chat_of(line->seat) != chat_of(room_seat(room, client)))
        return false;
    for (int i = 0; i < client->mute_count; i++)
        if (strcmp(client->mutes[i], line->who) == 0)
            return false;
    return true;
}

static json_t *line_told(const struct room *room, const struct chat_line *line) {
    json_t *json = line_json(line);
    json_object_set_new(json, "game", json_string(room->game->id));
    return json;
}

json_t *chat_json(const struct room *room, const struct client *client) {
    json_t *lines = json_array();
    const struct chat *chat = &room->chats[chat_of(room_seat(room, client))];
    for (int i = 0; i < chat->count; i++)
        if (line_heard(room, chat->lines[i], client))
            json_array_append_new(lines, line_told(room, chat->lines[i]));
    return lines;
}

/* Sends a line to whoever may hear it. */
static void line_send(const struct room *room, const struct chat_line *line, struct client *client) {
    if (!line_heard(room, line, client))
        return;
    json_t *json = line_told(room, line);
    json_object_set_new(json, "t", json_string("chat"));
    client_send(client, json);
}

static void line_deliver(const struct room *room, const struct chat_line *line) {
    for (int i = 0; i < room->watcher_count; i++)
        line_send(room, line, room->watchers[i]);
}

void chat_send_after(const struct room *room, struct client *client, int64_t number) {
    const struct chat *chat = &room->chats[chat_of(room_seat(room, client))];
    for (int i = line_place(chat, number); i < chat->count; i++)
        line_send(room, chat->lines[i], client);
}

void chat_take(struct room *room, struct chat_line *line) {
    if (line_known(&room->chats[chat_of(line->seat)], line->number)) {
        line_free(line);
        return;
    }
    line_deliver(room, line);
    line_keep(room, line);
}

static void chat_forget(const struct chat *chat, const char *handle, const char *heir) {
    for (int i = 0; i < chat->count; i++) {
        struct chat_line *line = chat->lines[i];
        if (strcmp(line->who, handle) != 0)
            continue;
        if (heir[0] == '\0')
            line->name[0] = '\0';
        snprintf(line->who, sizeof line->who, "%s", heir[0] != '\0' ? heir : HANDLE_NOBODY);
    }
}

void hub_forget(struct hub *hub, const char *handle, const char *heir) {
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        for (int kind = 0; kind < CHAT_COUNT; kind++)
            chat_forget(&room->chats[kind], handle, heir);
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

/* Whether it is too early for another line. A line takes up `every_ms` from when it was said, or from when those before
 * it have passed; who is not more than `ahead` lines in advance may go on. */
static bool voice_rests(const struct pace *pace, int64_t paid, int64_t now) {
    return paid - now > (int64_t)pace->ahead * pace->every_ms;
}

static int64_t voice_pay(const struct pace *pace, int64_t paid, int64_t now) {
    return (paid > now ? paid : now) + pace->every_ms;
}

static enum refusal chat_allow(const struct request *request, struct voice *voice, const struct pace *pace) {
    struct client *client = request->client;
    if (voice->lines >= request->hub->limits.chat_lines)
        return REFUSE_CHAT;
    if (voice_rests(&player_pace, client->chat_paid, request->at) || voice_rests(pace, voice->paid, request->at))
        return REFUSE_RATE;
    client->chat_paid = voice_pay(&player_pace, client->chat_paid, request->at);
    voice->paid = voice_pay(pace, voice->paid, request->at);
    return REFUSE_NOTHING;
}

void message_chat(const struct request *request) {
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    if (!text_showable(request_text(request, "text"), (size_t)request->hub->limits.chat_bytes)) {
        request_refuse_field(request, "text");
        return;
    }
    const int seat = room_seat(room, request->client);
    const enum refusal refusal = chat_allow(request, &room->voices[seat], seat > 0 ? &player_pace : &spectators_pace);
    struct chat_line *line = refusal == REFUSE_NOTHING ? line_make(request, room) : NULL;
    if (line != NULL)
        chat_submit(request->hub, room, line, request);
    else
        request_refuse(request, refusal != REFUSE_NOTHING ? refusal : REFUSE_FULL);
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
