/* hub_seek.c - quick pairing: who waits for anybody to play the same game with.
 *
 * A hub knows everybody who waits, on its own server and on those that share its store, and pairs its own people. Where
 * the store is shared, a seek is written there before it counts, and the game that two seeks become is written together
 * with their end; so nobody is paired twice, whichever server is faster. */
#include "hub_inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIR_INTERVAL_MS = 1000 };

static bool shared(const struct hub *hub) { return hub->ports.store->shared; }

/* ---- The list ------------------------------------------------------------------------------------------------- */

static bool seek_own(const struct hub *hub, const struct seek *seek) {
    return strcmp(seek->node, hub->ports.store->node) == 0;
}

static struct seek *seek_find(struct hub *hub, const char *node, int64_t number) {
    struct seek *seek = hub->seeks;
    while (seek != NULL && (seek->number != number || strcmp(seek->node, node) != 0))
        seek = seek->next;
    return seek;
}

static struct seek *seek_add(struct hub *hub, const char *node, int64_t number, const struct game_setup *setup,
                             int64_t at) {
    struct seek *seek = calloc(1, sizeof *seek);
    if (seek == NULL)
        return NULL;
    *seek = (struct seek){.number = number, .setup = *setup, .at = at, .next = hub->seeks};
    snprintf(seek->node, sizeof seek->node, "%s", node);
    hub->seeks = seek;
    return seek;
}

/* Nobody here is interested in it any more. */
static void seek_detach(struct seek *seek) {
    if (seek->client == NULL)
        return;
    seek->client->hub->counts.seeks--;
    seek->client->seek = NULL;
    seek->client = NULL;
}

static void seek_remove(struct hub *hub, struct seek *seek) {
    struct seek **at = &hub->seeks;
    while (*at != seek)
        at = &(*at)->next;
    *at = seek->next;
    seek_detach(seek);
    free(seek);
}

static void seek_withdraw(struct hub *hub, struct seek *seek) {
    const struct store_change change = {.kind = STORE_UNSEEK, .number = seek->number, .data = ""};
    if (shared(hub) && !seek->gone)
        change_submit(hub, &change);
    seek_remove(hub, seek);
}

void seek_end(struct client *client) {
    struct seek *seek = client->seek;
    if (seek == NULL)
        return;
    seek_detach(seek);
    if (!seek->busy)
        seek_withdraw(client->hub, seek);
}

void seeks_free(struct hub *hub) {
    while (hub->seeks != NULL)
        seek_remove(hub, hub->seeks);
}

/* ---- Pairing -------------------------------------------------------------------------------------------------- */

static bool seeker_bot(const struct seek *seek) { return seek->setup.seats[0].bot; }

static bool seeker_takes_programs(const struct seek *seek) { return seeker_bot(seek) || seek->bots; }

static bool seek_matches(const struct seek *one, const struct seek *other) {
    char time[TIME_TEXT], other_time[TIME_TEXT];
    time_format(&one->setup.time, time);
    time_format(&other->setup.time, other_time);
    return !other->busy && one->setup.rated == other->setup.rated && strcmp(one->setup.spec, other->setup.spec) == 0 &&
           strcmp(time, other_time) == 0;
}

static const struct visitor *seeker_of(const struct seek *seek) { return &seek->setup.seats[0].owner; }

/* Finds those who wait for the same, the longest first, each visitor once; returns how many, up to `most`. Either all are
 * people or all are programs, as the asker is; or `mixed`, and each of them would play with programs. */
static int seeks_find(const struct hub *hub, const struct seek *asker, struct seek **found, int most, bool mixed) {
    int count = 0;
    assert(most > 0);
    for (struct seek *seek = hub->seeks; seek != NULL; seek = seek->next) {
        bool fits = seek != asker && seek_matches(asker, seek) &&
                    (mixed ? seeker_takes_programs(seek) : seeker_bot(seek) == seeker_bot(asker)) &&
                    !visitor_equal(seeker_of(seek), seeker_of(asker));
        for (int i = 0; i < count && fits; i++)
            fits = !visitor_equal(seeker_of(seek), seeker_of(found[i]));
        if (!fits || (count == most && found[count - 1]->at <= seek->at))
            continue;
        int at = count < most ? count++ : count - 1;
        for (; at > 0 && found[at - 1]->at > seek->at; at--)
            found[at] = found[at - 1];
        found[at] = seek;
    }
    return count;
}

/* Fills the list when there are enough: one's own kind first. */
static bool seeks_gather(const struct hub *hub, const struct seek *asker, struct seek **found, int most) {
    return seeks_find(hub, asker, found, most, false) == most ||
           (seeker_takes_programs(asker) && seeks_find(hub, asker, found, most, true) == most);
}

/* Who gets which seat is a matter of luck. */
static void seats_shuffle(struct hub *hub, struct game_setup *setup) {
    for (int i = setup->players - 1; i > 0; i--) {
        uint32_t random;
        hub->ports.random(hub->ports.context, &random, sizeof random);
        const int other = (int)(random % (uint32_t)(i + 1));
        const struct game_seat seat = setup->seats[i];
        setup->seats[i] = setup->seats[other];
        setup->seats[other] = seat;
    }
}

static void seek_pair(struct hub *hub, struct seek *seek) {
    struct seek *paired[TAB_PLAYERS_MAX] = {seek};
    struct game_setup setup = seek->setup;
    if (!seeks_gather(hub, seek, paired + 1, setup.players - 1))
        return;
    for (int i = 0; i < setup.players; i++) {
        setup.seats[i] = paired[i]->setup.seats[0];
        paired[i]->busy = true;
    }
    seats_shuffle(hub, &setup);
    if (!pairing_submit(hub, &setup, paired))
        seeks_settle(hub, paired, setup.players, false);
}

void seeks_settle(struct hub *hub, struct seek *const *seeks, int count, bool paired) {
    for (int i = 0; i < count; i++) {
        struct seek *seek = seeks[i];
        seek->busy = false;
        if (paired && seek->client != NULL)
            address_created(seek->client->address); /* a seek is no game before it becomes one */
        if (paired || seek->gone)
            seek_remove(hub, seek);
        else if (seek->client == NULL && seek_own(hub, seek))
            seek_withdraw(hub, seek);
    }
}

void seeks_tick(struct hub *hub) {
    const int64_t now = hub_now(hub);
    if (now - hub->paired_at < PAIR_INTERVAL_MS)
        return;
    hub->paired_at = now;
    for (struct seek *next, *seek = hub->seeks; seek != NULL; seek = next) {
        next = seek->next;
        if (seek->client != NULL && !seek->busy && now - seek->at >= PAIR_INTERVAL_MS)
            seek_pair(hub, seek);
    }
}

/* ---- Those of other servers ----------------------------------------------------------------------------------- */

/* A seek is written as the first event of the game it is for, with who else will do. */
char *seek_encode(const struct seek *seek) {
    const struct event event = {.kind = EVENT_CREATE, .setup = seek->setup};
    char *game = event_encode(&event);
    json_t *json = game != NULL ? json_pack("{s:s, s:b}", "game", game, "bots", seek->bots) : NULL;
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    free(game);
    return text;
}

static void seek_note(struct hub *hub, const char *node, int64_t number, int64_t at, const char *data) {
    struct event *event = malloc(sizeof *event);
    json_t *json = json_loads(data, JSON_REJECT_DUPLICATES, NULL);
    const char *game = json_string_value(json_object_get(json, "game"));
    if (event != NULL && game != NULL && event_decode(event, game, 1, at) && event->kind == EVENT_CREATE) {
        struct seek *seek = seek_add(hub, node, number, &event->setup, at);
        if (seek != NULL)
            seek->bots = json_is_true(json_object_get(json, "bots"));
    }
    json_decref(json);
    free(event);
}

void seek_hear(struct hub *hub, const struct store_news *news) {
    struct seek *seek = seek_find(hub, news->game, news->number);
    if (news->kind == NEWS_SEEK && seek == NULL && news->data != NULL)
        seek_note(hub, news->game, news->number, news->at, news->data);
    if (news->kind != NEWS_UNSEEK || seek == NULL)
        return;
    if (seek->busy)
        seek->gone = true;
    else
        seek_remove(hub, seek);
}

static bool seek_row(void *context, const struct store_row *row) {
    struct hub *hub = context;
    struct seek *seek = seek_find(hub, row->game, row->number);
    if (seek == NULL && strcmp(row->game, hub->ports.store->node) != 0) {
        seek_note(hub, row->game, row->number, row->at, row->data);
        seek = seek_find(hub, row->game, row->number);
    }
    if (seek != NULL)
        seek->seen = true;
    return true;
}

void seeks_read(struct hub *hub) {
    for (struct seek *seek = hub->seeks; seek != NULL; seek = seek->next)
        seek->seen = seek->busy;
    if (!store_read_seeks(hub->ports.store, seek_row, hub))
        return;
    for (struct seek *next, *seek = hub->seeks; seek != NULL; seek = next) {
        next = seek->next;
        if (!seek->seen)
            seek_remove(hub, seek);
    }
}

void seeks_drop(struct hub *hub, const char *node) {
    for (struct seek *next, *seek = hub->seeks; seek != NULL; seek = next) {
        next = seek->next;
        if (strcmp(seek->node, node) == 0 && !seek->busy)
            seek_remove(hub, seek);
    }
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

void seek_written(struct hub *hub, struct seek *seek, const struct request *request, bool good) {
    seek->busy = false;
    if (!good && request->client != NULL)
        request_refuse(request, REFUSE_STORE);
    if (!good)
        seek_remove(hub, seek);
    else if (seek->client == NULL)
        seek_withdraw(hub, seek);
    else {
        request_answer(request, NULL);
        seek_pair(hub, seek);
    }
}

void message_seek(const struct request *request) {
    struct client *client = request->client;
    struct hub *hub = request->hub;
    struct game_setup setup;
    struct tab_rules rules;
    if (!setup_read(request, &setup, &rules) || !rated_allows(request, &setup) || !lobby_allows(request))
        return;
    setup.listed = true;
    seat_take(&setup.seats[0], client, &setup);
    seek_end(client);
    struct seek *seek = seek_add(hub, hub->ports.store->node, ++hub->seek_number, &setup, request->at);
    if (seek == NULL) {
        request_refuse(request, REFUSE_FULL);
        return;
    }
    seek->bots = json_is_true(json_object_get(request->json, "bots"));
    seek->client = client;
    client->seek = seek;
    hub->counts.seeks++;
    seek->busy = true;
    if (!shared(hub))
        seek_written(hub, seek, request, true);
    else if (!seek_submit(hub, seek, request))
        seek_written(hub, seek, request, false);
}

void message_unseek(const struct request *request) {
    seek_end(request->client);
    request_answer(request, NULL);
}
