/* hub_presence.c - who of the players is here, and how many watch: on this server, and on those that share its store. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Here ----------------------------------------------------------------------------------------------------- */

/* The seats whose players watch on this server, a bit each. */
static unsigned seats_here(const struct room *room) {
    unsigned seats = 0;
    for (int i = 0; i < room->watcher_count; i++) {
        const int seat = room_seat(room, room->watchers[i]);
        if (seat > 0)
            seats |= 1U << (seat - 1);
    }
    return seats;
}

void room_presence(struct room *room) {
    unsigned seats = seats_here(room);
    for (int i = 0; i < room->presence_count; i++)
        seats |= room->presence[i].seats;
    for (int i = 0; i < room->game->setup.players; i++) {
        if (room->game->setup.seats[i].kind == SEAT_ENGINE || (seats & 1U << i) != 0)
            room->away_since[i] = 0;
        else if (room->away_since[i] == 0)
            room->away_since[i] = room->touched;
    }
    room->presence_changed = true;
}

int room_watchers(const struct room *room) {
    int count = room->watcher_count;
    for (int i = 0; i < room->presence_count; i++)
        count += room->presence[i].watchers;
    return count;
}

/* The other servers are told when something has changed that they cannot see. */
static void presence_share(struct hub *hub, struct room *room) {
    const unsigned seats = seats_here(room);
    if (!hub->ports.store->shared || (seats == room->told_seats && room->watcher_count == room->told_watchers))
        return;
    room->told_seats = seats;
    room->told_watchers = room->watcher_count;
    tell_submit(hub, json_pack("{s:s, s:s, s:i, s:i}", "tell", "here", "game", room->game->id, "seats", (int)seats,
                               "watchers", room->watcher_count));
}

void presence_write(const struct hub *hub, const struct room *room, json_t *json) {
    json_t *here = json_array(), *claims = json_array();
    for (int i = 0; i < room->game->setup.players; i++) {
        const int64_t since = room->away_since[i];
        json_array_append_new(here, json_boolean(since == 0));
        json_array_append_new(claims, json_integer(since == 0 ? 0 : (json_int_t)(since + hub->limits.away_ms)));
    }
    json_object_set_new(json, "here", here);
    json_object_set_new(json, "claims", claims);
    json_object_set_new(json, "watchers", json_integer(room_watchers(room)));
}

void presence_tell(struct hub *hub, struct room *room) {
    json_t *json = json_pack("{s:s, s:s}", "t", "here", "game", room->game->id);
    presence_write(hub, room, json);
    room->presence_changed = false;
    room_send(room, json);
    presence_share(hub, room);
}

/* ---- Elsewhere ------------------------------------------------------------------------------------------------ */

static struct presence *presence_find(struct room *room, const char *node) {
    for (int i = 0; i < room->presence_count; i++)
        if (strcmp(room->presence[i].node, node) == 0)
            return &room->presence[i];
    return NULL;
}

static struct presence *presence_make(struct room *room, const char *node) {
    struct presence *presence = presence_find(room, node);
    if (presence != NULL)
        return presence;
    presence = realloc(room->presence, (size_t)(room->presence_count + 1) * sizeof *presence);
    if (presence == NULL)
        return NULL;
    room->presence = presence;
    presence = &room->presence[room->presence_count++];
    *presence = (struct presence){.watchers = 0};
    snprintf(presence->node, sizeof presence->node, "%s", node);
    return presence;
}

void presence_hear(struct hub *hub, const char *node, const json_t *json) {
    const char *game = json_string_value(json_object_get(json, "game"));
    struct room *room = game != NULL ? room_loaded(hub, game) : NULL;
    struct presence *presence = room != NULL && room->game->match != NULL ? presence_make(room, node) : NULL;
    if (presence == NULL)
        return;
    presence->seats = (unsigned)json_integer_value(json_object_get(json, "seats"));
    presence->watchers = (int)json_integer_value(json_object_get(json, "watchers"));
    room->touched = hub_now(hub); /* since when they are away */
    if (presence->watchers <= 0)
        *presence = room->presence[--room->presence_count];
    room_presence(room);
}

/* A server that has just read a game asks who is there; it is told what it cannot know. */
void presence_answer(struct hub *hub, struct room *room) {
    if (room->game->match == NULL || room->watcher_count == 0)
        return;
    room->told_watchers = -1;
    presence_share(hub, room);
}

void presence_ask(struct hub *hub, const struct room *room) {
    if (!hub->ports.store->shared)
        return;
    json_t *json = json_pack("{s:s}", "tell", "who");
    if (room != NULL)
        json_object_set_new(json, "game", json_string(room->game->id));
    tell_submit(hub, json);
}

void presence_forget(struct hub *hub, const char *node) {
    for (struct room *room = hub->rooms; room != NULL; room = room->next) {
        const int count = room->presence_count;
        for (int i = count - 1; i >= 0; i--)
            if (node == NULL || strcmp(room->presence[i].node, node) == 0)
                room->presence[i] = room->presence[--room->presence_count];
        if (room->presence_count == count)
            continue;
        room->touched = hub_now(hub); /* since when they are away */
        room_presence(room);
    }
}
