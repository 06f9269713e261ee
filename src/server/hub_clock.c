/* hub_clock.c - what is measured by the hub's clock, when nobody was there to measure it or the clock is set. */
#include "hub_inside.h"

#include <stdlib.h>

/* ---- Times that do not count ---------------------------------------------------------------------------------- */

static bool gap_add(struct hub *hub, int64_t began, int64_t ended) {
    struct gap *gaps = realloc(hub->gaps, (size_t)(hub->gap_count + 1) * sizeof *gaps);
    if (gaps == NULL)
        return false;
    hub->gaps = gaps;
    gaps[hub->gap_count++] = (struct gap){.began = began, .ended = ended};
    return true;
}

static bool gap_note(void *context, const struct store_row *row) { return gap_add(context, row->number, row->at); }

bool gaps_read(struct hub *hub) { return store_read_gaps(hub->ports.store, gap_note, hub); }

void gaps_skip(const struct hub *hub, struct game *game) {
    const int64_t began = game->turn_began, now = hub_now(hub);
    int64_t skipped = 0;
    for (int i = 0; i < hub->gap_count; i++)
        if (hub->gaps[i].ended > began)
            skipped += hub->gaps[i].ended - (hub->gaps[i].began > began ? hub->gaps[i].began : began);
    /* What is ahead of us was written by a clock that was fast: as far as we know it was just now. */
    game_clock_shift(game, began + skipped > now ? now - began : skipped);
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

/* ---- Setting the clock ---------------------------------------------------------------------------------------- */

static void room_shift(struct room *room, int64_t ms) {
    game_clock_shift(room->game, ms);
    room->touched += ms;
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        room->away_since[i] += room->away_since[i] != 0 ? ms : 0;
    for (int i = 0; i <= TAB_PLAYERS_MAX; i++)
        room->voices[i].paid += ms;
    for (struct waiting *waiting = room->waiting; waiting != NULL; waiting = waiting->next)
        waiting->at += ms;
}

void hub_clock_set(struct hub *hub, int64_t ms) {
    const int64_t now = hub_now(hub);
    const struct store_change change = {.kind = STORE_CLOCK, .number = now - ms, .at = now, .data = ""};
    for (struct room *room = hub->rooms; room != NULL; room = room->next)
        room_shift(room, ms);
    for (struct client *client = hub->clients; client != NULL; client = client->next) {
        client->credit_at += ms;
        client->chat_paid += ms;
    }
    for (struct seek *seek = hub->seeks; seek != NULL; seek = seek->next)
        seek->at += ms;
    for (struct pending *pending = hub->pending; pending != NULL; pending = pending->next)
        pending->at += ms;
    hub->lobby_at += ms;
    hub->paired_at += ms;
    if (ms > 0)
        gap_add(hub, now - ms, now);
    else
        gaps_cut(hub, now);
    change_submit(hub, &change);
    alive_submit(hub);
}
