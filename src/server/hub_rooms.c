/* hub_rooms.c - games in memory, who watches them, and what time does to them. */
#include "hub_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_WATCHERS = 4 };

static struct room **bucket_of(struct hub *hub, const char *id) {
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (; *id != '\0'; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619U;
    return &hub->buckets[hash % BUCKETS];
}

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct room *room_new(struct hub *hub, const char *id) {
    struct room *room = calloc(1, sizeof *room), **bucket = bucket_of(hub, id);
    if (room == NULL)
        return NULL;
    room->game = game_make(id);
    if (room->game == NULL) {
        free(room);
        return NULL;
    }
    room->waiting_end = &room->waiting;
    room->touched = hub_now(hub);
    room->chained = *bucket;
    *bucket = room;
    room->next = hub->rooms;
    if (room->next != NULL)
        room->next->previous = room;
    hub->rooms = room;
    hub->counts.rooms++;
    return room;
}

void room_free(struct hub *hub, struct room *room) {
    struct room **at = bucket_of(hub, room->game->id);
    while (*at != room)
        at = &(*at)->chained;
    *at = room->chained;
    if (room->previous != NULL)
        room->previous->next = room->next;
    else
        hub->rooms = room->next;
    if (room->next != NULL)
        room->next->previous = room->previous;
    while (room->watcher_count > 0)
        room_unwatch(room, room->watchers[0]);
    waiting_free(room);
    chats_free(room);
    free(room->watchers);
    free(room->presence);
    game_drop(room->game);
    free(room);
    hub->counts.rooms--;
}

/* Chat on its way refers to its room without holding it up. */
static bool room_in_pending(const struct hub *hub, const struct room *room) {
    for (const struct pending *each = hub->pending; each != NULL; each = each->next)
        if (each->room == room || each->other == room)
            return true;
    return false;
}

/* Nobody watches a room, waits for it or changes it. */
static bool room_unused(const struct hub *hub, const struct room *room) {
    return room->watcher_count == 0 && room->waiting == NULL && room->pending == 0 && !room_in_pending(hub, room);
}

/* ---- Loading -------------------------------------------------------------------------------------------------- */

static bool row_apply(void *context, const struct store_row *row) {
    struct room *room = context;
    struct event *event = malloc(sizeof *event);
    const bool good =
        event != NULL && event_decode(event, row->data, row->number, row->at) && game_apply(room->game, event, row->at);
    free(event);
    return good;
}

/* Reads what there is of a game into a new room. */
static enum refusal room_read(struct hub *hub, struct room *room) {
    if (!store_read_events(hub->ports.store, room->game->id, 0, row_apply, room) || !chat_read(hub, room, false))
        return REFUSE_STORE;
    return room->game->match != NULL ? REFUSE_NOTHING : REFUSE_GAME;
}

struct room *room_load(struct hub *hub, const char *id, enum refusal *why) {
    struct room *room = room_new(hub, id);
    *why = room != NULL ? room_read(hub, room) : REFUSE_FULL;
    if (*why != REFUSE_NOTHING) {
        if (room != NULL)
            room_free(hub, room);
        return NULL;
    }
    for (int i = 0; i < room->game->setup.players; i++)
        room->away_since[i] = hub_now(hub);
    hub->unfinished += room->game->state != GAME_OVER;
    room->kept = !hub->ports.store->shared && room->game->state != GAME_OVER;
    gaps_skip(hub, room->game);
    presence_ask(hub, room);
    return room;
}

struct room *room_loaded(struct hub *hub, const char *id) {
    struct room *room = *bucket_of(hub, id);
    while (room != NULL && strcmp(room->game->id, id) != 0)
        room = room->chained;
    return room;
}

/* The game that is over, was looked at longest ago and can be put out for `newcomer`; NULL when there is none. */
static struct room *room_stale(const struct hub *hub, const struct room *newcomer) {
    struct room *stale = NULL;
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        if (room != newcomer && room->game->state == GAME_OVER && (stale == NULL || room->touched <= stale->touched) &&
            room_unused(hub, room))
            stale = room;
    return stale;
}

/* Games that are over come back into memory when somebody looks at them, but not without end. */
static struct room *room_visit(struct hub *hub, const char *id, enum refusal *why) {
    struct room *room = room_load(hub, id, why);
    if (room == NULL || room->game->state != GAME_OVER || hub->counts.rooms - hub->unfinished <= hub->limits.games)
        return room;
    struct room *stale = room_stale(hub, room);
    if (stale != NULL) {
        room_free(hub, stale);
        return room;
    }
    room_free(hub, room);
    *why = REFUSE_FULL;
    return NULL;
}

struct room *room_find(struct hub *hub, const char *id, enum refusal *why) {
    *why = REFUSE_GAME;
    if (!game_id_good(id))
        return NULL;
    struct room *room = room_loaded(hub, id);
    if (room == NULL)
        room = room_visit(hub, id, why);
    /* A room without a position is one whose first event is on its way: nobody knows of it yet. */
    if (room == NULL || room->game->match == NULL)
        return NULL;
    room->touched = hub_now(hub);
    return room;
}

bool name_note(void *context, const struct store_row *row) {
    struct names *names = context;
    if (names->count == names->room) {
        const int room = names->room > 0 ? 2 * names->room : 64;
        void *ids = realloc(names->ids, (size_t)room * sizeof *names->ids);
        if (ids == NULL)
            return false;
        names->ids = ids;
        names->room = room;
    }
    strncpy(names->ids[names->count], row->game, GAME_ID_TEXT - 1);
    names->ids[names->count++][GAME_ID_TEXT - 1] = '\0';
    return true;
}

void names_clear(struct names *names) {
    free(names->ids);
    *names = (struct names){.ids = NULL};
}

bool rooms_load(struct hub *hub) {
    struct names names = {.ids = NULL};
    enum refusal why;
    bool good = gaps_read(hub) && store_read_open(hub->ports.store, name_note, &names);
    for (int i = 0; i < names.count && good; i++)
        good = room_load(hub, names.ids[i], &why) != NULL;
    names_clear(&names);
    return good;
}

bool rooms_owned(struct hub *hub, const struct visitor *visitor) {
    struct names names = {.ids = NULL};
    enum refusal why;
    if (!hub->ports.store->shared)
        return true;
    const bool good = store_read_playing(hub->ports.store, visitor, name_note, &names);
    for (int i = 0; i < names.count; i++)
        room_find(hub, names.ids[i], &why);
    names_clear(&names);
    return good;
}

/* ---- Who watches ---------------------------------------------------------------------------------------------- */

static int watcher_index(const struct room *room, const struct client *client) {
    for (int i = 0; i < room->watcher_count; i++)
        if (room->watchers[i] == client)
            return i;
    return -1;
}

bool room_watch(struct room *room, struct client *client) {
    if (watcher_index(room, client) >= 0)
        return true;
    if (client->room_count == WATCH_MAX)
        return false;
    if (room->watcher_count == room->watcher_room) {
        const int more = room->watcher_room > 0 ? 2 * room->watcher_room : FIRST_WATCHERS;
        struct client **watchers = realloc(room->watchers, (size_t)more * sizeof *watchers);
        if (watchers == NULL)
            return false;
        room->watchers = watchers;
        room->watcher_room = more;
    }
    room->watchers[room->watcher_count++] = client;
    client->rooms[client->room_count++] = room;
    room->touched = hub_now(client->hub);
    room_presence(room);
    return true;
}

void room_unwatch(struct room *room, struct client *client) {
    const int index = watcher_index(room, client);
    if (index < 0)
        return;
    room->watchers[index] = room->watchers[--room->watcher_count];
    for (int i = 0; i < client->room_count; i++)
        if (client->rooms[i] == room) {
            client->rooms[i] = client->rooms[--client->room_count];
            break;
        }
    room->touched = hub_now(client->hub);
    room_presence(room);
}

/* ---- Time ----------------------------------------------------------------------------------------------------- */

static void room_expire(struct hub *hub, struct room *room, int64_t now) {
    const struct hub_limits *limits = &hub->limits;
    struct event event;
    const int64_t idle = room->game->state == GAME_OPEN ? limits->challenge_ms : limits->idle_ms;
    if (request_time(room->game, now, limits->lag_ms, limits->first_move_ms, idle, &event) == REFUSE_NOTHING)
        room_submit(hub, room, &event, NULL);
}

/* A move made in advance that only this server would play. */
static bool room_promised(const struct hub *hub, const struct room *room) {
    for (int i = 0; i < room->game->setup.players; i++)
        if (room->premove[i].move[0] != '\0' && strcmp(room->premove[i].node, hub->ports.store->node) == 0)
            return room->game->state != GAME_OVER;
    return false;
}

static bool room_needless(const struct hub *hub, const struct room *room, int64_t now) {
    return (room->game->state == GAME_OVER || !room->kept) && !room_promised(hub, room) &&
           now - room->touched > hub->limits.linger_ms && room_unused(hub, room);
}

/* After lost news all games are to be read again: a few in each tick, so that people are served meanwhile. */
static bool read_take(struct hub *hub) { return hub->reads > 0 && hub->reads-- > 0; }

static void room_tick(struct hub *hub, struct room *room, int64_t now) {
    if (room->presence_changed) {
        /* Challenges of those who are away are hidden. */
        hub->lobby_changed = hub->lobby_changed || room->game->state == GAME_OPEN;
        presence_tell(hub, room);
    }
    if (room->unheard_chat && read_take(hub))
        room->unheard_chat = !chat_read(hub, room, true);
    if (room->pending != 0)
        return;
    if (room_needless(hub, room, now)) {
        hub->lobby_stale = hub->lobby_stale || (room->game->setup.listed && room->game->state != GAME_OVER);
        room_free(hub, room);
        return;
    }
    if (room->kept && room->game->state != GAME_OVER && hub->failing_since == 0)
        room_expire(hub, room, now);
    if (room->pending == 0 && (!room->unheard || read_take(hub)) && room->game->state != GAME_OVER)
        room_follow(hub, room);
}

void rooms_tick(struct hub *hub) {
    const int64_t now = hub_now(hub);
    bool timed = false;
    hub->reads = hub->limits.reads_per_tick;
    hub->counts.games_open = hub->counts.games_playing = hub->unfinished = 0;
    for (struct room *next, *room = hub->rooms; room != NULL; room = next) {
        next = room->next;
        hub->unfinished += room->game->state != GAME_OVER;
        if (room->unheard && room->pending == 0 && read_take(hub))
            waiting_run(hub, room);
        if (room->game->match == NULL)
            continue;
        hub->counts.games_open += room->kept && room->game->state == GAME_OPEN;
        hub->counts.games_playing += room->kept && room->game->state == GAME_PLAYING;
        timed = timed || game_timed(room->game);
        room_tick(hub, room, now);
    }
    nodes_tick(hub, now, timed);
}
