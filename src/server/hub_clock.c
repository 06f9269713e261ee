/* hub_clock.c - what is measured by the hub's clock, when nobody was there to measure it or the clock is set. */
#include "hub_inside.h"

#include <stdlib.h>

enum { FAILING_MS = 1000 }; /* a store that fails for less is none that fails */

/* ---- Times that do not count ---------------------------------------------------------------------------------- */

/* Gaps that meet become one, so that no time is in two of them: every server notes its own. Returns it, NULL when there
 * is no memory. */
static const struct gap *gap_add(struct hub *hub, int64_t began, int64_t ended) {
    struct gap *gaps = realloc(hub->gaps, (size_t)(hub->gap_count + 1) * sizeof *gaps);
    int count = 0;
    if (gaps == NULL)
        return NULL;
    for (int i = 0; i < hub->gap_count; i++)
        if (gaps[i].ended < began || gaps[i].began > ended)
            gaps[count++] = gaps[i];
        else {
            began = gaps[i].began < began ? gaps[i].began : began;
            ended = gaps[i].ended > ended ? gaps[i].ended : ended;
        }
    gaps[count++] = (struct gap){.began = began, .ended = ended};
    hub->gaps = gaps;
    hub->gap_count = count;
    return &gaps[count - 1];
}

static bool gap_note(void *context, const struct store_row *row) {
    return gap_add(context, row->number, row->at) != NULL;
}

bool gaps_read(struct hub *hub) { return store_read_gaps(hub->ports.store, gap_note, hub); }

void gaps_skip(const struct hub *hub, struct game *game) {
    const int64_t told = game->turn_told, now = hub_now(hub);
    int64_t skipped = 0;
    for (int i = 0; i < hub->gap_count; i++)
        if (hub->gaps[i].ended > told)
            skipped += hub->gaps[i].ended - (hub->gaps[i].began > told ? hub->gaps[i].began : told);
    /* What is ahead of us was written by a clock that was fast: as far as we know it was just now. */
    game_clock_skip(game, told + skipped > now ? now - told : skipped);
}

/* There are new gaps: who watches a game whose clock is another one by that is told. */
static void clocks_skip(struct hub *hub) {
    for (struct room *room = hub->rooms; room != NULL; room = room->next) {
        const int64_t began = room->game->turn_began;
        gaps_skip(hub, room->game);
        if (room->game->match == NULL || room->game->turn_began == began || !game_clock_runs(room->game))
            continue;
        for (int i = 0; i < room->watcher_count; i++)
            room_send_game(room, room->watchers[i], NULL);
    }
}

void gap_hear(struct hub *hub, int64_t began, int64_t ended) {
    gap_add(hub, began, ended);
    clocks_skip(hub);
}

bool gaps_hear(struct hub *hub) {
    const bool good = gaps_read(hub);
    clocks_skip(hub);
    return good;
}

/* A gap that reaches beyond `now` was written by a clock that was fast, and has ended by now. */
static void gaps_cut(struct hub *hub, int64_t now) {
    int count = 0;
    for (int i = 0; i < hub->gap_count; i++) {
        struct gap gap = hub->gaps[i];
        gap.ended = gap.ended < now ? gap.ended : now;
        if (gap.began < gap.ended)
            hub->gaps[count++] = gap;
    }
    hub->gap_count = count;
}

/* ---- While the store fails ------------------------------------------------------------------------------------ */

/* Nobody could come back meanwhile. */
static void away_skip(struct room *room, int64_t began, int64_t ended) {
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        if (room->away_since[i] != 0) {
            room->away_since[i] += ended - (room->away_since[i] > began ? room->away_since[i] : began);
            room->presence_changed = true;
        }
}

void store_failed(struct hub *hub, int64_t since) {
    hub->counts.store_failures++;
    if (hub->failing_since == 0)
        hub->failing_since = since;
}

void store_works(struct hub *hub) {
    const int64_t began = hub->failing_since, now = hub_now(hub);
    hub->failing_since = 0;
    if (began == 0 || now - began < FAILING_MS)
        return;
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        away_skip(room, began, now);
    const struct gap *gap = gap_add(hub, began, now);
    if (gap == NULL)
        return;
    /* With one just before it, which may be what could not be written. */
    const struct store_change change = {.kind = STORE_GAP, .number = gap->began, .at = gap->ended, .data = ""};
    clocks_skip(hub);
    change_submit(hub, &change);
}

int64_t hub_charged(const struct hub *hub, int64_t at) {
    return hub->failing_since != 0 && hub->failing_since < at ? hub->failing_since : at;
}

/* ---- Setting the clock ---------------------------------------------------------------------------------------- */

static void room_shift(const struct hub *hub, struct room *room, int64_t ms) {
    if (ms > 0)
        gaps_skip(hub, room->game);
    else
        game_clock_shift(room->game, ms);
    room->touched += ms;
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        room->away_since[i] += room->away_since[i] != 0 ? ms : 0;
    for (int i = 0; i <= TAB_PLAYERS_MAX; i++)
        room->voices[i].paid += ms;
    for (struct waiting *waiting = room->waiting; waiting != NULL; waiting = waiting->next)
        waiting->at += ms;
}

static void pending_shift(struct pending *pending, int64_t ms) {
    pending->at += ms;
    pending->sent += ms;
}

void hub_clock_set(struct hub *hub, int64_t ms) {
    const int64_t now = hub_now(hub);
    const struct store_change change = {.kind = STORE_GAP, .number = now - ms, .at = now, .data = ""};
    if (ms > 0)
        gap_add(hub, now - ms, now);
    else
        gaps_cut(hub, now);
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        room_shift(hub, room, ms);
    for (struct client *client = hub->clients; client != NULL; client = client->next) {
        client->credit_at += ms;
        client->chat_paid += ms;
    }
    for (struct seek *seek = hub->seeks; seek != NULL; seek = seek->next)
        seek->at += ms;
    for (struct pending *pending = hub->pending; pending != NULL; pending = pending->next)
        pending_shift(pending, ms);
    hub->lobby_at += ms;
    hub->paired_at += ms;
    if (hub->failing_since != 0 && ms < 0)
        hub->failing_since += ms; /* else what was put forward is part of that time */
    change_submit(hub, &change);
    alive_submit(hub);
}
