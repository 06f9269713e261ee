/* hub_lobby.c - finding somebody to play with: new games, open challenges, quick pairing, games to look at. */
#include "hub_inside.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LOBBY_INTERVAL_MS = 1000 };

/* ---- New games ------------------------------------------------------------------------------------------------ */

static int games_of(struct hub *hub, const struct client *client, int *all) {
    int own = 0;
    *all = 0;
    rooms_owned(hub, &client->visitor);
    for (const struct room *room = hub->rooms; room != NULL; room = room->next) {
        const bool on = room->game->match == NULL || room->game->state != GAME_OVER;
        *all += on;
        own += on && room->game->match != NULL && room_seat(room, client) > 0;
    }
    return own;
}

bool lobby_allows(const struct request *request) {
    struct hub *hub = request->hub;
    int all;
    enum refusal refusal = REFUSE_NOTHING;
    if (hub->stopping)
        refusal = REFUSE_STOPPING;
    else if (games_of(hub, request->client, &all) >= hub->limits.games_per_visitor)
        refusal = REFUSE_LIMIT;
    else if (all >= hub->limits.games)
        refusal = REFUSE_FULL;
    else if (!address_may_create(request->client->address, hub->limits.games_per_address_hour, request->at))
        refusal = REFUSE_LIMIT;
    if (refusal != REFUSE_NOTHING)
        request_refuse(request, refusal);
    return refusal == REFUSE_NOTHING;
}

bool game_allows(const struct request *request) {
    if (!lobby_allows(request))
        return false;
    address_created(request->client->address);
    return true;
}

void seat_take(struct game_seat *seat, const struct client *client, const struct game_setup *setup) {
    *seat = (struct game_seat){.kind = SEAT_PERSON, .owner = client->visitor, .rating = client_rating(client, setup)};
    seat->user = client->account != 0;
    seat->bot = client->bot;
    memcpy(seat->name, client->name, sizeof seat->name);
}

/* {"kind":"me"}, {"kind":"open"} or {"kind":"engine","level":3}. */
static bool seat_read(const json_t *json, const struct client *client, const struct game_setup *setup,
                      struct game_seat *seat) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *level = json_object_get(json, "level");
    *seat = (struct game_seat){.kind = SEAT_OPEN};
    if (kind == NULL || json_object_size(json) != (strcmp(kind, "engine") == 0 ? 2 : 1))
        return false;
    if (strcmp(kind, "me") == 0) {
        seat_take(seat, client, setup);
        return true;
    }
    if (strcmp(kind, "open") == 0)
        return true;
    seat->kind = SEAT_ENGINE;
    seat->level = (int)json_integer_value(level);
    return strcmp(kind, "engine") == 0 && json_is_integer(level) && json_integer_value(level) >= 1 &&
           json_integer_value(level) <= TAB_LEVEL_MAX;
}

/* Exactly one seat is the asker's. */
static bool seats_read(const struct request *request, struct game_setup *setup) {
    const json_t *seats = json_object_get(request->json, "seats");
    int own = 0;
    if (json_array_size(seats) != (size_t)setup->players)
        return false;
    for (int i = 0; i < setup->players; i++) {
        if (!seat_read(json_array_get(seats, (size_t)i), request->client, setup, &setup->seats[i]))
            return false;
        own += setup->seats[i].kind == SEAT_PERSON;
    }
    return own == 1;
}

bool setup_read(const struct request *request, struct game_setup *setup, struct tab_rules *rules) {
    struct tab_error error;
    const char *wrong;
    *setup = (struct game_setup){.listed = false};
    if (!tab_rules_parse(rules, request_text(request, "spec"), &error)) {
        request_refuse_text(request, REFUSE_SPEC, &error);
        return false;
    }
    if (!time_read(&setup->time, json_object_get(request->json, "clock"), &wrong)) {
        request_refuse_field(request, "clock");
        return false;
    }
    setup->rated = json_is_true(json_object_get(request->json, "rated"));
    tab_rules_format(rules, setup->spec, sizeof setup->spec);
    setup->players = tab_rules_players(rules);
    return true;
}

/* A position to begin at: one in which somebody can move. */
static bool first_read(const struct request *request, const struct tab_rules *rules, struct game_setup *setup) {
    const char *first = request_text(request, "first");
    struct tab_position position;
    struct tab_error error;
    if (first[0] == '\0')
        return true;
    if (!tab_position_parse(rules, first, &position, &error)) {
        request_refuse_text(request, REFUSE_SPEC, &error);
        return false;
    }
    if (tab_position_player(rules, &position) == 0) {
        request_refuse(request, REFUSE_OVER);
        return false;
    }
    tab_position_format(rules, &position, setup->first, sizeof setup->first);
    return true;
}

void message_create(const struct request *request) {
    struct game_setup setup;
    struct tab_rules rules;
    if (!setup_read(request, &setup, &rules) || !first_read(request, &rules, &setup))
        return;
    setup.listed = json_is_true(json_object_get(request->json, "listed"));
    if (!seats_read(request, &setup))
        request_refuse_field(request, "seats");
    else if (rated_allows(request, &setup) && game_allows(request))
        game_submit(request->hub, &setup, request);
}

/* ---- The lists ------------------------------------------------------------------------------------------------ */

/* Whether somebody who made a challenge is there to play it; a game of days can wait. */
static bool challenge_alive(const struct room *room) {
    if (room->game->setup.time.kind == TIME_DAYS)
        return true;
    for (int i = 0; i < room->game->setup.players; i++)
        if (room->game->setup.seats[i].kind == SEAT_PERSON && room->away_since[i] == 0)
            return true;
    return false;
}

/* Where the store is shared, games of other servers are listed as well: the latest are held in memory here. */
static void lobby_read(struct hub *hub) {
    struct names names = {.ids = NULL};
    enum refusal why;
    if (!hub->lobby_stale)
        return;
    hub->lobby_stale = !store_read_listed(hub->ports.store, false, LOBBY_MAX, name_note, &names) ||
                       !store_read_listed(hub->ports.store, true, LOBBY_MAX, name_note, &names);
    for (int i = names.count - 1; i >= 0; i--)
        room_find(hub, names.ids[i], &why);
    names_clear(&names);
}

static json_t *lobby_json(struct hub *hub) {
    lobby_read(hub);
    json_t *challenges = json_array(), *live = json_array();
    for (const struct room *room = hub->rooms; room != NULL; room = room->next) {
        if (room->game->match == NULL || !room->game->setup.listed)
            continue;
        json_t *list = room->game->state == GAME_OPEN && challenge_alive(room) ? challenges
                       : room->game->state == GAME_PLAYING                     ? live
                                                                               : NULL;
        if (list != NULL && json_array_size(list) < LOBBY_MAX)
            json_array_append_new(list, game_json_summary(room->game));
    }
    return json_pack("{s:s, s:o, s:o, s:i, s:i}", "t", "lobby", "challenges", challenges, "live", live, "players",
                     nodes_players(hub), "playing", nodes_playing(hub));
}

void message_lobby(const struct request *request) {
    request->client->lobby = json_is_true(json_object_get(request->json, "on"));
    request_answer(request, NULL);
    if (request->client->lobby)
        client_send(request->client, lobby_json(request->hub));
}

void message_challenges(const struct request *request) {
    json_t *lobby = lobby_json(request->hub);
    request_answer(request, lobby); /* with another `t` */
}

void lobby_tick(struct hub *hub) {
    const int64_t now = hub_now(hub);
    if (!hub->lobby_changed || now - hub->lobby_at < LOBBY_INTERVAL_MS)
        return;
    hub->lobby_changed = false;
    hub->lobby_at = now;
    json_t *json = NULL;
    for (struct client *client = hub->clients; client != NULL; client = client->next) {
        if (!client->lobby)
            continue;
        if (json == NULL)
            json = lobby_json(hub);
        client_send(client, json_incref(json));
    }
    json_decref(json);
}
