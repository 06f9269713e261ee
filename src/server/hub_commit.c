/* hub_commit.c - events on their way to the store, and what happens when they are confirmed. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS = 64 };

/* ---- The way there -------------------------------------------------------------------------------------------- */

static struct pending *pending_new(enum store_kind kind, struct room *room, const struct request *request) {
    struct pending *pending = calloc(1, sizeof *pending);
    if (pending == NULL)
        return NULL;
    pending->kind = kind;
    pending->room = room;
    pending->id = NO_ID;
    if (request != NULL) {
        pending->client = request->client;
        pending->id = request->id;
        pending->message = request->message;
        pending->json = json_incref((json_t *)request->json);
        pending->at = request->at;
        pending->again = request->again;
    }
    return pending;
}

/* NULL is allowed. */
static void pending_drop(struct pending *pending) {
    if (pending == NULL)
        return;
    line_free(pending->line);
    json_decref(pending->json);
    free(pending);
}

/* Whether a game is over with an event. */
static bool event_ends(struct game *game, const struct event *event) {
    tab_move move;
    if (event->kind == EVENT_END)
        return true;
    return event->kind == EVENT_MOVE &&
           tab_move_parse(&game->rules, tab_match_position(game->match), event->move, &move, NULL) &&
           game_ends_with(game, move);
}

/* Whether a game is played from an event on: nobody is missing any more. */
static bool event_begins(const struct game *game, const struct event *event) {
    const struct game_setup *setup = event->kind == EVENT_CREATE ? &event->setup : &game->setup;
    int open = 0;
    for (int i = 0; i < setup->players; i++)
        open += setup->seats[i].kind == SEAT_OPEN;
    return (event->kind == EVENT_CREATE && open == 0) || (event->kind == EVENT_JOIN && open == 1);
}

static void change_fill(struct store_change *change, struct game *game, const struct event *event, const char *data) {
    *change = (struct store_change){.kind = STORE_EVENT, .number = event->number, .at = event->at, .data = data};
    memcpy(change->game, game->id, sizeof change->game);
    change->over = event_ends(game, event);
    change->begun = event_begins(game, event);
    change->listed = event->kind == EVENT_CREATE && event->setup.listed;
    if (event->kind == EVENT_CREATE)
        for (int i = 0; i < event->setup.players; i++)
            change->owners[i] = event->setup.seats[i].owner;
    else
        change->owners[0] = event->owner;
}

static void refuse_if_asked(const struct request *request, enum refusal refusal) {
    if (request != NULL)
        request_refuse(request, refusal);
}

/* Submits the changes of a pending and appends it to the queue; false, and it is freed, when the store takes no more. */
static bool pending_submit(struct hub *hub, struct pending *pending, const struct store_change *changes, int count) {
    pending->ticket = ++hub->ticket;
    pending->sent = hub_now(hub);
    if (!store_submit(hub->ports.store, pending->ticket, changes, count)) {
        store_failed(hub, pending->sent);
        pending_drop(pending);
        return false;
    }
    *hub->pending_end = pending;
    hub->pending_end = &pending->next;
    hub->counts.store_waiting++;
    return true;
}

/* `ahead`: how many events of the game are submitted with it, before it. */
static void event_stamp(const struct hub *hub, const struct game *game, int ahead, struct event *event) {
    event->number = game->number + 1 + ahead;
    event->at = hub_now(hub);
}

/* Submits what a pending declines, and then its event. */
static bool events_submit(struct hub *hub, struct pending *pending) {
    struct store_change changes[OFFER_COUNT + 1] = {0};
    char *data[OFFER_COUNT + 1];
    struct game *game = pending->room->game;
    bool good = true;
    int count = 0;
    for (; count <= pending->decline_count; count++) {
        struct event *event = count < pending->decline_count ? &pending->declines[count] : &pending->event;
        event_stamp(hub, game, count, event);
        data[count] = event_encode(event);
        good = good && data[count] != NULL;
        change_fill(&changes[count], game, event, data[count]);
    }
    if (good)
        good = pending_submit(hub, pending, changes, count);
    else
        pending_drop(pending);
    while (count > 0)
        free(data[--count]);
    return good;
}

void room_submit(struct hub *hub, struct room *room, const struct event *event, const struct request *request) {
    struct pending *pending = pending_new(STORE_EVENT, room, request);
    if (pending != NULL) {
        pending->event = *event;
        pending->decline_count = move_declines(room->game, event, pending->declines);
    }
    if (pending != NULL && events_submit(hub, pending))
        room->pending = hub->ticket;
    else
        refuse_if_asked(request, REFUSE_STORE);
}

/* A room for a new game, with its first event; NULL when there is no memory. */
static struct room *game_prepare(struct hub *hub, const struct game_setup *setup, struct event *event) {
    char id[GAME_ID_TEXT];
    do
        game_id_make(hub->ports.random, hub->ports.context, id);
    while (room_loaded(hub, id) != NULL);
    struct room *room = room_new(hub, id);
    *event = (struct event){.kind = EVENT_CREATE, .setup = *setup};
    if (room == NULL)
        return NULL;
    room->kept = true;
    event_stamp(hub, room->game, 0, event);
    return room;
}

/* Seeks that become a game are used up with it; where nobody else can, nothing is to be written. */
static int seeks_fill(const struct hub *hub, const struct pending *pending, struct store_change *changes) {
    const int count = hub->ports.store->shared ? pending->seek_count : 0;
    for (int i = 0; i < count; i++) {
        changes[i] = (struct store_change){.kind = STORE_TAKE, .number = pending->seeks[i]->number, .data = ""};
        memcpy(changes[i].game, pending->seeks[i]->node, sizeof changes[i].game);
    }
    return count;
}

/* Submits a new game, together with an event of an older one, or seeks, when there are some in `pending`. */
static bool game_pend(struct hub *hub, struct pending *pending, struct room *room, const struct event *event) {
    struct store_change changes[STORE_CHANGES_MAX];
    char *data[2] = {event_encode(event), NULL};
    int count = seeks_fill(hub, pending, changes);
    bool good = data[0] != NULL;
    if (good && pending->room != room) {
        data[1] = event_encode(&pending->event);
        good = data[1] != NULL;
        if (good)
            change_fill(&changes[count++], pending->room->game, &pending->event, data[1]);
    }
    if (good)
        change_fill(&changes[count++], room->game, event, data[0]);
    else
        pending_drop(pending);
    good = good && pending_submit(hub, pending, changes, count);
    free(data[0]);
    free(data[1]);
    if (good)
        room->pending = hub->ticket;
    return good;
}

void game_submit(struct hub *hub, const struct game_setup *setup, const struct request *request) {
    struct pending *pending = pending_new(STORE_EVENT, NULL, request);
    struct room *room = pending != NULL ? game_prepare(hub, setup, &pending->event) : NULL;
    if (room == NULL) {
        pending_drop(pending);
        refuse_if_asked(request, REFUSE_FULL);
        return;
    }
    pending->room = room;
    const struct event event = pending->event;
    if (game_pend(hub, pending, room, &event))
        return;
    room_free(hub, room);
    refuse_if_asked(request, REFUSE_STORE);
}

bool pairing_submit(struct hub *hub, const struct game_setup *setup, struct seek *const *seeks) {
    struct pending *pending = pending_new(STORE_EVENT, NULL, NULL);
    struct room *room = pending != NULL ? game_prepare(hub, setup, &pending->event) : NULL;
    if (room == NULL) {
        pending_drop(pending);
        return false;
    }
    pending->room = room;
    pending->seek_count = setup->players;
    memcpy(pending->seeks, seeks, (size_t)setup->players * sizeof *pending->seeks);
    const struct event event = pending->event;
    if (game_pend(hub, pending, room, &event))
        return true;
    room_free(hub, room);
    return false;
}

void rematch_submit(struct hub *hub, struct room *room, struct event *event, const struct request *request) {
    struct game_setup setup;
    struct pending *pending = pending_new(STORE_EVENT, room, request);
    rematch_setup(room->game, &setup);
    struct room *other = pending != NULL ? game_prepare(hub, &setup, &pending->other_event) : NULL;
    if (other == NULL) {
        pending_drop(pending);
        refuse_if_asked(request, REFUSE_FULL);
        return;
    }
    memcpy(event->game, other->game->id, sizeof event->game);
    event_stamp(hub, room->game, 0, event);
    pending->event = *event;
    pending->other = other;
    const struct event first = pending->other_event;
    if (game_pend(hub, pending, other, &first)) {
        room->pending = hub->ticket;
        return;
    }
    room_free(hub, other);
    refuse_if_asked(request, REFUSE_STORE);
}

void chat_submit(struct hub *hub, struct room *room, struct chat_line *line, const struct request *request) {
    struct pending *pending = pending_new(STORE_CHAT, room, request);
    struct store_change change = {.kind = STORE_CHAT, .number = line->number, .at = line->at};
    memcpy(change.game, room->game->id, sizeof change.game);
    char *data = pending != NULL ? chat_encode(line) : NULL;
    change.data = data;
    if (pending != NULL)
        pending->line = line;
    const bool good = data != NULL && pending_submit(hub, pending, &change, 1);
    if (data == NULL)
        pending_drop(pending);
    free(data);
    if (!good)
        refuse_if_asked(request, REFUSE_STORE);
}

void change_submit(struct hub *hub, const struct store_change *change) {
    struct pending *pending = pending_new(change->kind, NULL, NULL);
    if (pending != NULL)
        pending_submit(hub, pending, change, 1);
}

bool seek_submit(struct hub *hub, struct seek *seek, const struct request *request) {
    struct pending *pending = pending_new(STORE_SEEK, NULL, request);
    char *data = pending != NULL ? seek_encode(seek) : NULL;
    const struct store_change change = {.kind = STORE_SEEK, .number = seek->number, .at = seek->at, .data = data};
    if (data == NULL) {
        pending_drop(pending);
        return false;
    }
    pending->seeks[0] = seek;
    pending->seek_count = 1;
    const bool good = pending_submit(hub, pending, &change, 1);
    free(data);
    return good;
}

/* ---- The way back --------------------------------------------------------------------------------------------- */

/* Tells each watcher which seat they have: somebody came, went, or took a seat to another device. */
static void mine_tell(struct room *room) {
    for (int i = 0; i < room->watcher_count; i++)
        client_send(room->watchers[i], json_pack("{s:s, s:s, s:i}", "t", "mine", "game", room->game->id, "seat",
                                                 room_seat(room, room->watchers[i])));
}

static void event_tell(struct hub *hub, struct room *room, const struct event *event) {
    json_t *json = event_json(room->game->id, event);
    json_object_set_new(json, "t", json_string("event"));
    game_json_state(room->game, hub_now(hub), json);
    room_send(room, json);
    if (event->kind == EVENT_JOIN || event->kind == EVENT_LEAVE || event->kind == EVENT_DEVICE)
        mine_tell(room);
}

void created_tell(struct hub *hub, const struct room *room, const struct client *except) {
    for (struct client *client = hub->clients; client != NULL; client = client->next)
        if (client != except && client->greeted && room_seat(room, client) > 0)
            client_send(client, json_pack("{s:s, s:s, s:s}", "t", "begin", "game", room->game->id, "previous",
                                          room->game->setup.previous));
}

bool event_take(struct hub *hub, struct room *room, const struct event *event) {
    room->touched = hub_now(hub);
    if (!game_apply(room->game, event, hub_now(hub)))
        return false;
    hub->lobby_changed = hub->lobby_changed || event->kind != EVENT_MOVE || room->game->state == GAME_OVER;
    if (event->kind == EVENT_CREATE || event->kind == EVENT_JOIN || event->kind == EVENT_DEVICE)
        room_presence(room);
    if (event->kind != EVENT_CREATE)
        event_tell(hub, room, event);
    if (event->kind == EVENT_TAKEBACK) /* they were meant for moves that are no more */
        premoves_drop(room);
    return true;
}

static void event_confirm(struct hub *hub, struct room *room, const struct event *event) {
    room->pending = 0;
    if (!event_take(hub, room, event)) {
        room->unheard = true; /* only without memory: it is read again */
        return;
    }
    hub->counts.events++;
    hub->counts.moves += event->kind == EVENT_MOVE;
    hub->counts.games_created += event->kind == EVENT_CREATE;
}

static void pending_answer(const struct hub *hub, const struct pending *pending) {
    const struct room *room = pending->room;
    if (pending->client == NULL)
        return;
    const struct request request = {.hub = (struct hub *)hub, .client = pending->client, .id = pending->id};
    if (room->game->match == NULL) { /* a new game that found no memory: it is told of when there is some */
        request_refuse(&request, REFUSE_FULL);
        return;
    }
    json_t *fields = json_pack("{s:s}", "game", room->game->id);
    if (pending->line == NULL)
        json_object_set_new(fields, "number", json_integer(room->game->number));
    if (pending->event.kind == EVENT_CREATE || pending->event.kind == EVENT_JOIN || pending->event.kind == EVENT_DEVICE)
        json_object_set_new(fields, "seat", json_integer(room_seat(room, pending->client)));
    request_answer(&request, fields);
}

static void pending_confirm(struct hub *hub, struct pending *pending) {
    if (pending->line != NULL) {
        chat_take(pending->room, pending->line);
        pending->line = NULL;
        const struct request request = {.hub = hub, .client = pending->client, .id = pending->id};
        if (pending->client != NULL)
            request_answer(&request, json_pack("{s:s}", "game", pending->room->game->id));
        return;
    }
    for (int i = 0; i < pending->decline_count; i++)
        event_confirm(hub, pending->room, &pending->declines[i]);
    event_confirm(hub, pending->room, &pending->event);
    if (pending->other != NULL) {
        event_confirm(hub, pending->other, &pending->other_event);
        created_tell(hub, pending->other, NULL);
        room_follow(hub, pending->other);
    } else if (pending->event.kind == EVENT_CREATE)
        created_tell(hub, pending->room, pending->client);
    pending_answer(hub, pending);
    room_follow(hub, pending->room);
}

/* It has not happened. A new game goes without a trace. */
static void pending_refuse(struct hub *hub, struct pending *pending) {
    const struct request request = {.hub = hub, .client = pending->client, .id = pending->id};
    if (pending->client != NULL)
        request_refuse(&request, REFUSE_STORE);
    if (pending->other != NULL)
        room_free(hub, pending->other);
    if (pending->line != NULL || pending->room == NULL)
        return;
    pending->room->pending = 0;
    pending->room->asked = 0;
    if (pending->event.kind == EVENT_CREATE)
        room_free(hub, pending->room);
    else
        waiting_run(hub, pending->room);
}

static void pending_settle(struct hub *hub, struct pending *pending, const struct store_result *result) {
    const bool begins = pending->line == NULL && pending->event.kind == EVENT_CREATE;
    if (result->outcome == STORE_CONFLICT && !begins)
        pending_yield(hub, pending);
    else if (result->outcome != STORE_GOOD)
        pending_refuse(hub, pending);
    else
        pending_confirm(hub, pending);
    seeks_settle(hub, pending->seeks, pending->seek_count, result->outcome == STORE_GOOD);
    if (result->outcome == STORE_CONFLICT && pending->seek_count > 0)
        seeks_read(hub);
}

static void result_take(struct hub *hub, const struct store_result *result) {
    struct pending *pending = hub->pending;
    if (pending == NULL || pending->ticket != result->ticket)
        return;
    hub->pending = pending->next;
    hub->counts.store_waiting--;
    if (hub->pending == NULL)
        hub->pending_end = &hub->pending;
    if (result->outcome == STORE_FAILED)
        store_failed(hub, pending->sent);
    else
        store_works(hub);
    const struct request request = {.hub = hub, .client = pending->client, .id = pending->id};
    if (pending->room != NULL)
        pending_settle(hub, pending, result);
    else if (pending->kind == STORE_SEEK)
        seek_written(hub, pending->seeks[0], &request, result->outcome == STORE_GOOD);
    else if (pending->kind == STORE_KEEP)
        kept_settle(hub, result);
    else if (pending->kind == STORE_ALIVE)
        beat_settle(hub, result->outcome == STORE_GOOD);
    pending_drop(pending);
}

void hub_collect(struct hub *hub) {
    struct store_result results[RESULTS];
    int count;
    do {
        count = store_collect(hub->ports.store, results, RESULTS);
        for (int i = 0; i < count; i++)
            result_take(hub, &results[i]);
    } while (count > 0);
    nodes_collect(hub);
}

void pending_forget(struct hub *hub, const struct client *client) {
    for (struct pending *each = hub->pending; each != NULL; each = each->next)
        if (each->client == client)
            each->client = NULL;
}

void pending_free(struct hub *hub) {
    for (struct pending *next, *each = hub->pending; each != NULL; each = next) {
        next = each->next;
        pending_drop(each);
    }
    hub->pending = NULL;
    hub->pending_end = &hub->pending;
}
