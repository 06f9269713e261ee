/* hub.c - the life of the hub and of its clients. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR };

const struct hub_limits hub_limits_usual = {
    .connections = 10000,
    .connections_per_address = 50,
    .games = 20000,
    .games_per_visitor = 50,
    .games_per_address_hour = 200,
    .messages_per_second = 10,
    .chat_bytes = 400,
    .chat_lines = 500,
    .reads_per_tick = 50,
    .lag_ms = 250,
    .first_move_ms = 60 * SECOND,
    .away_ms = 60 * SECOND,
    .challenge_ms = (int64_t)7 * DAY,
    .idle_ms = (int64_t)60 * DAY,
    .linger_ms = 600 * SECOND,
};

struct hub *hub_new(const struct hub_ports *ports, const struct hub_limits *limits) {
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->ports = *ports;
    hub->limits = *limits;
    hub->pending_end = &hub->pending;
    hub->addresses = address_book_new();
    if (hub->addresses != NULL && store_read_secret(ports->store, &hub->secret) && nodes_begin(hub) && rooms_load(hub))
        return hub;
    hub_free(hub);
    return NULL;
}

void hub_free(struct hub *hub) {
    pending_free(hub);
    seeks_free(hub);
    while (hub->clients != NULL)
        hub_disconnect(hub, hub->clients);
    while (hub->rooms != NULL)
        room_free(hub, hub->rooms);
    address_book_free(hub->addresses);
    nodes_end(hub);
    free(hub);
}

/* ---- Clients -------------------------------------------------------------------------------------------------- */

struct client *hub_connect(struct hub *hub, void *socket, const struct visitor *visitor, const char *address) {
    if (hub->counts.connections >= hub->limits.connections)
        return NULL;
    struct client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return NULL;
    client->address = address_enter(hub->addresses, address, hub->limits.connections_per_address);
    if (client->address == NULL) {
        free(client);
        return NULL;
    }
    client->hub = hub;
    client->socket = socket;
    client->visitor = *visitor;
    client->credit_at = hub_now(hub);
    client->credit = 3 * hub->limits.messages_per_second * SECOND;
    visitor_handle(&hub->secret, visitor, client->handle);
    client->next = hub->clients;
    if (client->next != NULL)
        client->next->previous = client;
    hub->clients = client;
    hub->counts.connections++;
    return client;
}

void hub_greet(struct client *client) { client->greeted = true; }

void hub_account(struct client *client, int64_t account, const char *name, bool bot) {
    client->account = account;
    client->bot = bot;
    snprintf(client->name, sizeof client->name, "%s", name);
}

void hub_disconnect(struct hub *hub, struct client *client) {
    while (client->room_count > 0)
        room_unwatch(client->rooms[0], client);
    seek_end(client);
    pending_forget(hub, client);
    waiting_forget(hub, client);
    if (client->previous != NULL)
        client->previous->next = client->next;
    else
        hub->clients = client->next;
    if (client->next != NULL)
        client->next->previous = client->previous;
    address_leave(hub->addresses, client->address, hub_now(hub));
    hub->lobby_changed = true; /* their challenges are hidden */
    hub->counts.connections--;
    free(client);
}

void hub_lag(struct client *client, int64_t milliseconds) {
    client->lag = client->lag == 0 ? milliseconds : (3 * client->lag + milliseconds) / 4;
}

/* ---- Time and the end ----------------------------------------------------------------------------------------- */

void hub_tick(struct hub *hub) {
    rooms_tick(hub);
    seeks_tick(hub);
    lobby_tick(hub);
}

void hub_stop(struct hub *hub) {
    hub->stopping = true;
    alive_submit(hub);
    nodes_leave(hub);
    hub->last_ticket = hub->ticket;
    for (struct client *client = hub->clients; client != NULL; client = client->next)
        client_send(client, json_pack("{s:s}", "t", "stopping"));
}

bool hub_settled(const struct hub *hub) { return hub->pending == NULL || hub->pending->ticket > hub->last_ticket; }

struct hub_counts hub_count(const struct hub *hub) {
    struct hub_counts counts = hub->counts;
    counts.nodes = 1;
    counts.store_failing = hub->failing_since != 0;
    for (int i = 0; i < hub->peer_count; i++)
        counts.nodes += !hub->peers[i].dead;
    return counts;
}

char *hub_record(struct hub *hub, const char *game, enum refusal *why) {
    const struct room *room = room_find(hub, game, why);
    char *record = room != NULL ? game_record(room->game) : NULL;
    if (room != NULL && record == NULL)
        *why = REFUSE_FULL;
    return record;
}

/* ---- Messages about the connection itself --------------------------------------------------------------------- */

static bool name_set(const struct request *request) {
    const char *name = request_text(request, "name");
    if (name[0] != '\0' && !text_showable(name, NAME_TEXT - 1)) {
        request_refuse_field(request, "name");
        return false;
    }
    if (request->client->account == 0)
        snprintf(request->client->name, NAME_TEXT, "%s", name);
    return true;
}

/* The games in memory that a visitor has not finished. */
static json_t *games_json(const struct hub *hub, const struct client *client) {
    json_t *games = json_array();
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        if (room->game->match != NULL && room->game->state != GAME_OVER && room_seat(room, client) > 0) {
            json_t *game = game_json_summary(room->game);
            json_object_set_new(game, "mine", json_integer(room_seat(room, client)));
            json_array_append_new(games, game);
        }
    return games;
}

void message_hello(const struct request *request) {
    if (request_number(request, "version", 0) != HUB_VERSION) {
        request_refuse(request, REFUSE_VERSION);
        return;
    }
    if (!name_set(request))
        return;
    request->client->greeted = true;
    rooms_owned(request->hub, &request->client->visitor);
    request_answer(request, json_pack("{s:i, s:I, s:s, s:s, s:b, s:o}", "version", HUB_VERSION, "now",
                                      (json_int_t)hub_now(request->hub), "who", request->client->handle, "name",
                                      request->client->name, "user", request->client->account != 0, "games",
                                      games_json(request->hub, request->client)));
}

void message_name(const struct request *request) {
    if (name_set(request))
        request_answer(request, json_pack("{s:s}", "name", request->client->name));
}

void message_ping(const struct request *request) {
    request_answer(request, json_pack("{s:I}", "now", (json_int_t)hub_now(request->hub)));
}

/* Finished games of a visitor, the latest first, with what is written of them. */
struct finished {
    const struct request *request;
    json_t *games;
};

static bool finished_note(void *context, const struct store_row *row) {
    struct finished *finished = context;
    enum refusal why;
    struct room *room = room_find(finished->request->hub, row->game, &why);
    if (room != NULL && room->game->state == GAME_OVER) {
        json_t *game = game_json_summary(room->game);
        game_json_state(room->game, hub_now(finished->request->hub), game);
        json_object_set_new(game, "mine", json_integer(room_seat(room, finished->request->client)));
        json_array_append_new(finished->games, game);
    }
    return true;
}

void message_games(const struct request *request) {
    enum { MOST = 20 };
    struct finished finished = {.request = request, .games = json_array()};
    const struct visitor *visitor = &request->client->visitor;
    if (!store_read_owned(request->hub->ports.store, visitor, MOST, finished_note, &finished) ||
        !rooms_owned(request->hub, visitor)) {
        json_decref(finished.games);
        request_refuse(request, REFUSE_STORE);
        return;
    }
    request_answer(request, json_pack("{s:o, s:o}", "games", games_json(request->hub, request->client), "finished",
                                      finished.games));
}
