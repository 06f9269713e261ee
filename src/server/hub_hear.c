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

/* Whether somebody who is connected has a seat in a game. */
static bool room_wanted(const struct hub *hub, const struct room *room) {
    for (const struct client *client = hub->clients; client != NULL; client = client->next)
        if (client->greeted && room_seat(room, client) > 0)
            return true;
    return false;
}

/* A game that is not in memory. */
static void game_meet(struct hub *hub, const char *id) {
    struct room *room = room_load(hub, id);
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
