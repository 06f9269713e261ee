/* hub_follow.c - what follows when a game has changed: requests that waited, moves made in advance, engines. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Requests that wait --------------------------------------------------------------------------------------- */

bool room_wait(struct room *room, const struct request *request) {
    struct waiting *waiting = room->waiting_count < WAITING_MAX ? calloc(1, sizeof *waiting) : NULL;
    if (waiting == NULL)
        return false;
    *waiting = (struct waiting){.client = request->client,
                                .message = request->message,
                                .json = json_incref((json_t *)request->json),
                                .id = request->id,
                                .at = request->at,
                                .again = request->again};
    *room->waiting_end = waiting;
    room->waiting_end = &waiting->next;
    room->waiting_count++;
    request->client->waiting++;
    return true;
}

static struct waiting *waiting_take(struct room *room) {
    struct waiting *first = room->waiting;
    room->waiting = first->next;
    if (room->waiting == NULL)
        room->waiting_end = &room->waiting;
    room->waiting_count--;
    if (first->client != NULL)
        first->client->waiting--;
    return first;
}

static void waiting_release(struct waiting *waiting) {
    json_decref(waiting->json);
    free(waiting);
}

void waiting_free(struct room *room) {
    while (room->waiting != NULL)
        waiting_release(waiting_take(room));
}

void waiting_forget(struct hub *hub, struct client *client) {
    for (struct room *room = hub->rooms; room != NULL && client->waiting > 0; room = room->next)
        for (struct waiting *each = room->waiting; each != NULL; each = each->next)
            if (each->client == client) {
                each->client = NULL;
                client->waiting--;
            }
}

void waiting_run(struct hub *hub, struct room *room) {
    if (room->unheard && room->pending == 0)
        room_hear(hub, room);
    while (room->pending == 0 && !room->unheard && room->waiting != NULL) {
        struct waiting *waiting = waiting_take(room);
        const struct request request = {.hub = hub,
                                        .client = waiting->client,
                                        .message = waiting->message,
                                        .json = waiting->json,
                                        .id = waiting->id,
                                        .at = waiting->at,
                                        .again = waiting->again};
        if (waiting->client != NULL)
            message_run(&request);
        waiting_release(waiting);
    }
}

/* ---- Moves made in advance ------------------------------------------------------------------------------------ */

/* Every connection of the seat is told, so that all of them show the same. */
static void premove_tell(const struct room *room, int seat) {
    for (int i = 0; i < room->watcher_count; i++)
        if (room_seat(room, room->watchers[i]) == seat)
            client_send(room->watchers[i],
                        json_pack("{s:s, s:s, s:i, s:s}", "t", "premove", "game", room->game->id, "ply",
                                  room->premove[seat - 1].ply, "move", room->premove[seat - 1].move));
}

static void premove_drop(struct room *room, int seat) {
    if (room->premove[seat - 1].move[0] == '\0')
        return;
    room->premove[seat - 1].move[0] = '\0';
    premove_tell(room, seat);
}

void premoves_drop(struct room *room) {
    for (int seat = 1; seat <= room->game->setup.players; seat++)
        premove_drop(room, seat);
}

static void premove_share(struct hub *hub, const struct room *room, int seat) {
    if (hub->ports.store->shared)
        tell_submit(hub, json_pack("{s:s, s:s, s:i, s:i, s:s}", "tell", "premove", "game", room->game->id, "seat", seat,
                                   "ply", room->premove[seat - 1].ply, "move", room->premove[seat - 1].move));
}

static void premove_note(struct room *room, const char *node, int seat, int ply, const char *move) {
    const bool known = room->premove[seat - 1].ply == ply && strcmp(room->premove[seat - 1].move, move) == 0;
    room->premove[seat - 1].ply = ply;
    snprintf(room->premove[seat - 1].move, TAB_MOVE_TEXT, "%s", move);
    snprintf(room->premove[seat - 1].node, NODE_TEXT, "%s", node);
    if (!known)
        premove_tell(room, seat);
}

void premove_set(struct hub *hub, struct room *room, int seat, int ply, const char *move) {
    premove_note(room, hub->ports.store->node, seat, ply, move);
    premove_share(hub, room, seat);
}

void premove_hear(struct hub *hub, const char *node, const json_t *json) {
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *move = json_string_value(json_object_get(json, "move"));
    const int seat = (int)json_integer_value(json_object_get(json, "seat"));
    struct room *room = game != NULL ? room_loaded(hub, game) : NULL;
    if (room != NULL && move != NULL && seat >= 1 && seat <= room->game->setup.players)
        premove_note(room, node, seat, (int)json_integer_value(json_object_get(json, "ply")), move);
}

void premoves_answer(struct hub *hub, struct room *room) {
    for (int seat = 1; seat <= room->game->setup.players; seat++)
        if (room->premove[seat - 1].move[0] != '\0' &&
            strcmp(room->premove[seat - 1].node, hub->ports.store->node) == 0)
            premove_share(hub, room, seat);
}

/* Whether it is this server that plays it; that of another one that is gone is played by the game's keeper. */
static bool premove_own(struct hub *hub, const struct room *room, int seat) {
    const char *node = room->premove[seat - 1].node;
    return strcmp(node, hub->ports.store->node) == 0 || (room->kept && !peer_alive(hub, node));
}

static void premove_run(struct hub *hub, struct room *room, int seat) {
    struct event event;
    struct tab_error error;
    const struct move_request request = {.ply = room->premove[seat - 1].ply,
                                         .move = room->premove[seat - 1].move,
                                         .now = hub_charged(hub, hub_now(hub)),
                                         .lag = hub->limits.lag_ms};
    if (room->premove[seat - 1].move[0] == '\0' || request.ply > tab_match_ply(room->game->match) ||
        !premove_own(hub, room, seat))
        return;
    const enum refusal refusal = request_move(room->game, seat, &request, &event, &error);
    premove_drop(room, seat);
    if (refusal == REFUSE_NOTHING)
        room_submit(hub, room, &event, NULL);
}

/* Those that another server has played, and those that nobody will. */
static void premoves_lapse(struct room *room) {
    for (int seat = 1; seat <= room->game->setup.players; seat++)
        if (room->game->state != GAME_PLAYING || !game_person(room->game, seat) ||
            room->premove[seat - 1].ply < tab_match_ply(room->game->match))
            premove_drop(room, seat);
}

/* ---- Engines -------------------------------------------------------------------------------------------------- */

static void engine_ask(struct hub *hub, struct room *room, int seat) {
    struct game *game = room->game;
    const struct hub_job job = {.game = game->id,
                                .moved = game->moved,
                                .rules = &game->rules,
                                .position = tab_match_position(game->match),
                                .past = tab_match_past(game->match),
                                .past_count = tab_match_ply(game->match),
                                .level = game->setup.seats[seat - 1].level};
    if (room->asked != game->moved && hub->ports.think(hub->ports.context, &job))
        room->asked = game->moved;
}

void room_follow(struct hub *hub, struct room *room) {
    waiting_run(hub, room);
    if (room->game->match != NULL)
        premoves_lapse(room);
    const int turn = room->pending == 0 ? game_turn(room->game) : 0;
    if (turn == 0)
        return;
    if (game_person(room->game, turn))
        premove_run(hub, room, turn);
    else if (room->kept)
        engine_ask(hub, room, turn);
}

void hub_thought(struct hub *hub, const char *game, int64_t moved, const char *move) {
    struct room *room = room_loaded(hub, game);
    struct event event;
    struct tab_error error;
    if (room == NULL || room->asked != moved)
        return;
    room->asked = 0; /* it may be asked again, should this come to nothing */
    const int turn = game_turn(room->game);
    if (room->pending != 0 || room->game->moved != moved || turn == 0 || game_person(room->game, turn))
        return;
    const struct move_request request = {
        .ply = tab_match_ply(room->game->match), .move = move, .now = hub_now(hub), .lag = 0};
    if (request_move(room->game, turn, &request, &event, &error) != REFUSE_NOTHING)
        return;
    room->asked = moved;
    room_submit(hub, room, &event, NULL);
}
