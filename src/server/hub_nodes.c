/* hub_nodes.c - several servers on one store.
 *
 * Every game that is not over has a keeper, the server that looks after its clock and plays for its engines; the others
 * have it in memory while somebody there looks at it. What any of them writes reaches the others as news. A server
 * shows every second that it is alive; the games of one that does not are kept by the others. When two believe that
 * they keep a game, both may write its next event, and the store takes one of them. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 1000,    /* between two signs of life */
    DEAD_MS = 5000,    /* without one, by who has shown its own meanwhile */
    PAUSE_MS = 3000,   /* without a tick: the others may have thought that we are dead */
    KEEP_MS = 10000,   /* between two looks for games that nobody keeps */
    LOADS = 50,        /* games read in one tick */
    MISSED_MS = 600000 /* new games that may have been missed are not older */
};

static bool shared(const struct hub *hub) { return hub->ports.store->shared; }

/* ---- What is submitted ---------------------------------------------------------------------------------------- */

void tell_submit(struct hub *hub, json_t *json) {
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    const struct store_change change = {.kind = STORE_TELL, .data = text};
    if (text != NULL)
        change_submit(hub, &change);
    free(text);
    json_decref(json);
}

void hub_tell(struct hub *hub, json_t *json) {
    if (shared(hub))
        tell_submit(hub, json);
    else
        json_decref(json);
}

void alive_submit(struct hub *hub) {
    char data[96];
    snprintf(data, sizeof data, "{\"players\":%d,\"playing\":%d}", hub->counts.connections, hub->counts.games_playing);
    const struct store_change change = {.kind = STORE_ALIVE, .at = hub_now(hub), .data = data};
    hub->alive_at = change.at;
    change_submit(hub, &change);
}

static void keep_submit(struct hub *hub) {
    const struct store_change change = {.kind = STORE_KEEP, .at = hub_now(hub) - DEAD_MS, .data = ""};
    hub->keep_at = hub_now(hub);
    hub->keep_due = false;
    change_submit(hub, &change);
}

void nodes_leave(struct hub *hub) {
    const struct store_change change = {.kind = STORE_LEAVE, .data = ""};
    if (shared(hub))
        change_submit(hub, &change);
}

/* ---- Who else there is ---------------------------------------------------------------------------------------- */

static struct peer *peer_find(struct hub *hub, const char *node) {
    for (int i = 0; i < hub->peer_count; i++)
        if (strcmp(hub->peers[i].node, node) == 0)
            return &hub->peers[i];
    return NULL;
}

bool peer_alive(struct hub *hub, const char *node) {
    const struct peer *peer = peer_find(hub, node);
    return peer != NULL && !peer->dead;
}

static struct peer *peer_make(struct hub *hub, const char *node) {
    struct peer *peer = peer_find(hub, node);
    if (peer != NULL)
        return peer;
    peer = realloc(hub->peers, (size_t)(hub->peer_count + 1) * sizeof *peer);
    if (peer == NULL)
        return NULL;
    hub->peers = peer;
    peer = &hub->peers[hub->peer_count++];
    *peer = (struct peer){.seen = hub_now(hub)};
    snprintf(peer->node, sizeof peer->node, "%s", node);
    return peer;
}

/* Its people are gone, they come again elsewhere; its games need a keeper. */
static void peer_lose(struct hub *hub, struct peer *peer) {
    if (peer->dead)
        return;
    peer->dead = true;
    peer->players = peer->playing = 0;
    presence_forget(hub, peer->node);
    seeks_drop(hub, peer->node);
    hub->keep_due = hub->lobby_changed = true;
}

static bool peer_note(void *context, const struct store_node *node) {
    struct hub *hub = context;
    struct peer *peer = strcmp(node->node, hub->ports.store->node) != 0 ? peer_make(hub, node->node) : NULL;
    if (peer == NULL)
        return true;
    peer->listed = true;
    if (peer->alive == node->alive)
        return true;
    json_t *json = json_loads(node->data, 0, NULL);
    const int players = (int)json_integer_value(json_object_get(json, "players"));
    hub->lobby_changed = hub->lobby_changed || players != peer->players;
    peer->players = players;
    peer->playing = (int)json_integer_value(json_object_get(json, "playing"));
    peer->alive = node->alive;
    peer->seen = hub_now(hub);
    peer->dead = hub_now(hub) - node->alive > DEAD_MS;
    json_decref(json);
    return true;
}

static void peers_read(struct hub *hub) {
    const int64_t now = hub_now(hub);
    for (int i = 0; i < hub->peer_count; i++)
        hub->peers[i].listed = false;
    if (!store_read_nodes(hub->ports.store, peer_note, hub))
        return;
    const bool steady = hub->steady_since != 0 && now - hub->steady_since > DEAD_MS;
    for (int i = hub->peer_count - 1; i >= 0; i--) {
        struct peer *peer = &hub->peers[i];
        if (!peer->listed || (steady && now - peer->seen > DEAD_MS))
            peer_lose(hub, peer);
        if (!peer->listed)
            *peer = hub->peers[--hub->peer_count];
    }
}

int nodes_players(const struct hub *hub) {
    int players = hub->counts.connections;
    for (int i = 0; i < hub->peer_count; i++)
        players += hub->peers[i].players;
    return players;
}

int nodes_playing(const struct hub *hub) {
    int playing = hub->counts.games_playing;
    for (int i = 0; i < hub->peer_count; i++)
        playing += hub->peers[i].playing;
    return playing;
}

/* ---- Which games are ours to keep ----------------------------------------------------------------------------- */

static void kept_read(struct hub *hub) {
    names_clear(&hub->keeping);
    if (!store_read_open(hub->ports.store, name_note, &hub->keeping)) {
        hub->missed = true;
        return;
    }
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        room->kept = room->kept && room->game->match == NULL;
}

/* A few at a time, for there may be many. */
static void kept_load(struct hub *hub) {
    enum refusal why;
    for (int i = 0; i < LOADS && hub->keeping.count > 0; i++) {
        struct room *room = room_find(hub, hub->keeping.ids[--hub->keeping.count], &why);
        if (room != NULL && room->game->state != GAME_OVER)
            room->kept = true;
    }
}

void kept_settle(struct hub *hub, const struct store_result *result) {
    hub->keep_due = hub->keep_due || result->outcome != STORE_GOOD;
    if (result->kept > 0)
        kept_read(hub);
}

/* When we could not show that we live for a while, others may keep our games by now. */
void beat_settle(struct hub *hub, bool good) {
    const int64_t now = hub_now(hub);
    if (!good || !shared(hub)) {
        hub->steady_since = 0;
        return;
    }
    hub->missed = hub->missed || (hub->beaten_at != 0 && now - hub->beaten_at > PAUSE_MS);
    hub->beaten_at = now;
    if (hub->steady_since == 0)
        hub->steady_since = now;
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

static void who_answer(struct hub *hub, const json_t *json) {
    const char *game = json_string_value(json_object_get(json, "game"));
    for (struct room *room = game == NULL ? hub->rooms : NULL; room != NULL; room = room->next) {
        presence_answer(hub, room);
        premoves_answer(hub, room);
    }
    struct room *asked = game != NULL ? room_loaded(hub, game) : NULL;
    if (asked == NULL)
        return;
    presence_answer(hub, asked);
    premoves_answer(hub, asked);
}

static void told_hear(struct hub *hub, const struct store_news *news) {
    json_t *json = news->data != NULL ? json_loads(news->data, 0, NULL) : NULL;
    const char *type = json_string_value(json_object_get(json, "tell"));
    if (type != NULL && strcmp(type, "here") == 0)
        presence_hear(hub, news->node, json);
    else if (type != NULL && strcmp(type, "who") == 0)
        who_answer(hub, json);
    else if (type != NULL && strcmp(type, "premove") == 0)
        premove_hear(hub, news->node, json);
    else if (type != NULL)
        hub->ports.told(hub->ports.context, json);
    json_decref(json);
}

static void left_hear(struct hub *hub, const char *node) {
    struct peer *peer = peer_find(hub, node);
    if (peer != NULL)
        peer_lose(hub, peer);
    hub->keep_due = true;
}

static void news_take(void *context, const struct store_news *news) {
    struct hub *hub = context;
    switch (news->kind) {
    case NEWS_EVENT: event_hear(hub, news); break;
    case NEWS_CHAT: line_hear(hub, news); break;
    case NEWS_SEEK:
    case NEWS_UNSEEK: seek_hear(hub, news); break;
    case NEWS_TOLD: told_hear(hub, news); break;
    case NEWS_LEFT: left_hear(hub, news->node); break;
    case NEWS_GAP: gap_hear(hub, news->number, news->at); break;
    case NEWS_MISSED: hub->missed = true; break;
    case NEWS_KIND_COUNT: break;
    }
}

void nodes_collect(struct hub *hub) {
    if (shared(hub))
        store_collect_news(hub->ports.store, news_take, hub);
}

/* A seat in a game that began while nobody could tell us. */
static bool begun_meet(void *context, const struct store_row *row) {
    struct hub *hub = context;
    struct visitor visitor;
    if (room_loaded(hub, row->game) != NULL || !visitor_parse(&visitor, row->data))
        return true;
    for (const struct client *client = hub->clients; client != NULL; client = client->next)
        if (client->greeted && visitor_equal(&client->visitor, &visitor))
            return name_note(&hub->begun, row);
    return true;
}

/* Reads again everything that may have changed unheard. */
static void missed_read(struct hub *hub) {
    hub->lobby_stale = hub->lobby_changed = hub->keep_due = true;
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        room->unheard = room->unheard_chat = true;
    hub->missed = !gaps_hear(hub);
    seeks_read(hub);
    kept_read(hub);
    presence_forget(hub, NULL);
    presence_ask(hub, NULL);
    names_clear(&hub->begun);
    store_read_begun(hub->ports.store, hub_now(hub) - MISSED_MS, begun_meet, hub);
}

/* A few at a time, likewise. */
static void begun_load(struct hub *hub) {
    for (int i = 0; i < LOADS && hub->begun.count > 0; i++)
        hub_hear(hub, hub->begun.ids[--hub->begun.count]);
}

/* ---- Time ----------------------------------------------------------------------------------------------------- */

static void shared_tick(struct hub *hub, int64_t now) {
    if (now - hub->alive_at >= BEAT_MS) {
        alive_submit(hub);
        peers_read(hub);
    }
    if (hub->missed)
        missed_read(hub);
    if (hub->keep_due || now - hub->keep_at >= KEEP_MS)
        keep_submit(hub);
    kept_load(hub);
    begun_load(hub);
}

/* The time that a tick takes is no pause: where much is to be read, it would be read again for that. */
void nodes_tick(struct hub *hub, int64_t began, bool timed) {
    const int64_t now = hub_now(hub);
    if (hub->stopping)
        return;
    if (!shared(hub)) {
        /* A store that fails is asked again, so that it is known when it is good. */
        if ((timed || hub->failing_since != 0) && now - hub->alive_at >= BEAT_MS)
            alive_submit(hub);
        return;
    }
    hub->missed = hub->missed || (hub->ticked_at != 0 && began - hub->ticked_at > PAUSE_MS);
    shared_tick(hub, now);
    hub->ticked_at = hub_now(hub);
}

bool nodes_begin(struct hub *hub) {
    if (!store_enter(hub->ports.store, hub_now(hub)))
        return false;
    hub->lobby_stale = hub->keep_due = shared(hub);
    if (shared(hub))
        seeks_read(hub);
    return true;
}

void nodes_end(struct hub *hub) {
    names_clear(&hub->keeping);
    names_clear(&hub->begun);
    free(hub->peers);
    free(hub->gaps);
}
