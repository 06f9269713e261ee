/* hub_hear.c - events that somebody else has written: a claim of games, a tournament, another server. */
#include "hub_inside.h"

#include <stdlib.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

struct hearing {
    struct hub *hub;
    struct room *room;
};

static bool row_hear(void *context, const struct store_row *row) {
    struct hearing *hearing = context;
    struct event *event = malloc(sizeof *event);
    const bool taken = event != NULL && event_decode(event, row->data, row->number, row->at) &&
                       event_take(hearing->hub, hearing->room, event);
    if (taken && event->kind == EVENT_CREATE)
        created_tell(hearing->hub, hearing->room, NULL);
    free(event);
    return taken;
}

/* What cannot be read now, or finds no memory, is tried again with the next tick. */
void room_hear(struct hub *hub, struct room *room) {
    struct hearing hearing = {.hub = hub, .room = room};
    room->unheard = !store_read_events(hub->ports.store, room->game->id, room->game->number, row_hear, &hearing);
}

void room_catch_up(struct hub *hub, struct room *room) {
    if (hub->ports.store->shared && room->pending == 0)
        room_hear(hub, room);
}

bool request_renew(const struct request *request, struct room *room) {
    const int64_t number = room->game->number;
    struct request again = *request;
    if (request->again)
        return false;
    room_catch_up(request->hub, room);
    if (room->game->number == number)
        return false;
    again.again = true;
    message_run(&again);
    return true;
}

/* Whether somebody who is connected has a seat in a game. */
static bool room_wanted(const struct hub *hub, const struct room *room) {
    for (const struct client *client = hub->clients; client != NULL; client = client->next)
        if (client->greeted && room_seat(room, client) > 0)
            return true;
    return false;
}

/* A game that is not in memory. */
static void game_meet(struct hub *hub, const char *id) {
    enum refusal why;
    struct room *room = room_load(hub, id, &why);
    if (room == NULL)
        return;
    if (room->game->state == GAME_OVER || (!room->game->setup.listed && !room_wanted(hub, room))) {
        room_free(hub, room);
        return;
    }
    hub->lobby_changed = true;
    created_tell(hub, room, NULL);
    room_follow(hub, room);
}

void hub_hear(struct hub *hub, const char *game) {
    if (!game_id_good(game))
        return;
    struct room *room = room_loaded(hub, game);
    if (room == NULL) {
        game_meet(hub, game);
        return;
    }
    room->unheard = true;
    if (room->pending == 0)
        room_follow(hub, room);
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

/* An event of a game that is not in memory matters when it begins the game of somebody here, or changes the lists. */
static void stranger_hear(struct hub *hub, const struct store_news *news, const struct event *event) {
    if (event == NULL || event->kind != EVENT_MOVE || news->over)
        hub->lobby_stale = hub->lobby_changed = true;
    /* Begun by a program that is no server: nobody keeps it. */
    hub->keep_due = hub->keep_due || (news->number == 1 && news->node[0] == '\0');
    bool wanted = event == NULL;
    for (int i = 0; event != NULL && event->kind == EVENT_CREATE && i < event->setup.players; i++)
        for (const struct client *client = hub->clients; client != NULL && !wanted; client = client->next)
            wanted = client->greeted && visitor_equal(&client->visitor, &event->setup.seats[i].owner);
    if (wanted && news->number == 1)
        game_meet(hub, news->game);
}

void event_hear(struct hub *hub, const struct store_news *news) {
    struct room *room = room_loaded(hub, news->game);
    struct event *event = malloc(sizeof *event);
    const bool decoded = event != NULL && news->data != NULL && event_decode(event, news->data, news->number, news->at);
    if (room == NULL)
        stranger_hear(hub, news, decoded ? event : NULL);
    else if (news->number > room->game->number) {
        /* What follows directly needs not be read. */
        const bool next = decoded && room->pending == 0 && !room->unheard && room->game->match != NULL &&
                          news->number == room->game->number + 1;
        room->unheard = !next || !event_take(hub, room, event);
        if (room->pending == 0)
            room_follow(hub, room);
    }
    free(event);
}

void line_hear(struct hub *hub, const struct store_news *news) {
    struct room *room = room_loaded(hub, news->game);
    const struct store_row row = {.game = news->game, .number = news->number, .at = news->at, .data = news->data};
    struct chat_line *line = room != NULL && news->data != NULL ? chat_decode(&row) : NULL;
    if (line != NULL)
        chat_take(room, line);
    else if (room != NULL)
        room->unheard_chat = true;
}

/* ---- Being second --------------------------------------------------------------------------------------------- */

/* The number was taken: the line gets the next one. */
static void line_yield(struct hub *hub, struct pending *pending, const struct request *request) {
    struct room *room = pending->room;
    struct chat_line *line = pending->line;
    if (!chat_read(hub, room, true) || pending->again) {
        request_refuse(request, REFUSE_BUSY);
        return;
    }
    pending->line = NULL;
    line->number = ++room->chat_number;
    chat_submit(hub, room, line, request);
}

void pending_yield(struct hub *hub, struct pending *pending) {
    struct room *room = pending->room;
    const struct request request = {.hub = hub,
                                    .client = pending->client,
                                    .message = pending->message,
                                    .json = pending->json,
                                    .id = pending->id,
                                    .at = pending->at,
                                    .again = true};
    if (pending->line != NULL) {
        if (pending->client != NULL)
            line_yield(hub, pending, &request);
        return;
    }
    if (pending->other != NULL)
        room_free(hub, pending->other);
    room->pending = 0;
    room->asked = 0;
    room_hear(hub, room);
    if (pending->client != NULL && !pending->again)
        message_run(&request);
    else if (pending->client != NULL)
        request_refuse(&request, REFUSE_BUSY);
    room_follow(hub, room);
}
