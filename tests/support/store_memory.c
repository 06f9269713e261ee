/* store_memory.c - a store that forgets. */
#include "store_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A change that was written, and by whom; of an event that begins a game also who keeps it. */
struct line {
    struct store_change change;
    char *data;
    char node[NODE_TEXT], keeper[NODE_TEXT];
    bool gone; /* taken back: a seek, a server */
};

enum { STORES_MAX = 4, NEWS_MAX = 256, GAPS_MAX = 16 };

struct gap {
    int64_t began, ended;
};

/* What is kept, and by which stores. */
struct shelf {
    struct line *lines;
    int count, room;
    struct store_memory *stores[STORES_MAX];
    int store_count;
    unsigned named;
    struct gap gaps[GAPS_MAX];
    int gap_count;
};

struct store_memory {
    struct store store;
    struct shelf *shelf;
    struct store_result *results;
    int result_count, result_room, result_taken;
    bool hold, fail, blind, deaf, missed;
    int64_t *clock, slow; /* what a reading takes by this clock; NULL: nothing */
    struct line *news;    /* what others have written since it was last asked */
    int news_count;
};

static struct store_memory *memory_of(struct store *store) { return (struct store_memory *)store; }

static void line_add(struct shelf *shelf, const struct store_change *change, const char *node) {
    if (shelf->count == shelf->room) {
        shelf->room = shelf->room > 0 ? 2 * shelf->room : 64;
        shelf->lines = realloc(shelf->lines, (size_t)shelf->room * sizeof *shelf->lines);
    }
    struct line *line = &shelf->lines[shelf->count++];
    *line = (struct line){.change = *change};
    snprintf(line->node, sizeof line->node, "%s", node);
    snprintf(line->keeper, sizeof line->keeper, "%s", node);
    line->data = strdup(change->data != NULL ? change->data : "");
    line->change.data = line->data;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static struct line *seek_find(struct shelf *shelf, const char *node, int64_t number) {
    for (int i = 0; i < shelf->count; i++)
        if (shelf->lines[i].change.kind == STORE_SEEK && !shelf->lines[i].gone &&
            shelf->lines[i].change.number == number && strcmp(shelf->lines[i].node, node) == 0)
            return &shelf->lines[i];
    return NULL;
}

/* As the tables of a database would: no event twice, no seek that is not there. */
static bool change_possible(const struct store_memory *memory, const struct store_change *change) {
    if (change->kind == STORE_TAKE)
        return seek_find(memory->shelf, change->game, change->number) != NULL;
    for (int i = 0; i < memory->shelf->count && (change->kind == STORE_EVENT || change->kind == STORE_CHAT); i++)
        if (memory->shelf->lines[i].change.kind == change->kind &&
            memory->shelf->lines[i].change.number == change->number &&
            strcmp(memory->shelf->lines[i].change.game, change->game) == 0)
            return false;
    return true;
}

static bool game_over(const struct shelf *shelf, const char *game) {
    for (int i = 0; i < shelf->count; i++)
        if (shelf->lines[i].change.over && strcmp(shelf->lines[i].change.game, game) == 0)
            return true;
    return false;
}

/* The last sign of life of a server. */
static int64_t alive_of(const struct shelf *shelf, const char *node) {
    int64_t alive = 0;
    for (int i = 0; i < shelf->count; i++)
        if (shelf->lines[i].change.kind == STORE_ALIVE && !shelf->lines[i].gone &&
            strcmp(shelf->lines[i].node, node) == 0)
            alive = shelf->lines[i].change.at;
    return alive;
}

/* Games begun by or given to a server that is not alive since `at` go to another one; returns how many. */
static int games_keep(struct shelf *shelf, int64_t at, const char *node) {
    int count = 0;
    for (int i = 0; i < shelf->count; i++) {
        struct line *line = &shelf->lines[i];
        if (line->change.kind != STORE_EVENT || line->change.number != 1 || game_over(shelf, line->change.game) ||
            (line->keeper[0] != '\0' && alive_of(shelf, line->keeper) >= at))
            continue;
        snprintf(line->keeper, sizeof line->keeper, "%s", node);
        count++;
    }
    return count;
}

static void node_leave(struct shelf *shelf, const char *node) {
    for (int i = 0; i < shelf->count; i++) {
        struct line *line = &shelf->lines[i];
        if (line->change.kind == STORE_EVENT && strcmp(line->keeper, node) == 0)
            line->keeper[0] = '\0';
        if (line->change.kind == STORE_SEEK && strcmp(line->node, node) == 0)
            line->gone = true;
    }
}

static void gap_add(struct shelf *shelf, int64_t began, int64_t ended) {
    if (shelf->gap_count < GAPS_MAX)
        shelf->gaps[shelf->gap_count++] = (struct gap){.began = began, .ended = ended};
}

/* No gap reaches beyond `now`. */
static void gaps_cut(struct shelf *shelf, int64_t now) {
    for (int i = shelf->gap_count - 1; i >= 0; i--) {
        if (shelf->gaps[i].ended > now)
            shelf->gaps[i].ended = now;
        if (shelf->gaps[i].began >= now)
            shelf->gaps[i] = shelf->gaps[--shelf->gap_count];
    }
}

static void clock_write(struct shelf *shelf, int64_t before, int64_t now) {
    if (now > before)
        gap_add(shelf, before, now);
    else
        gaps_cut(shelf, now);
}

static int change_write(struct store_memory *memory, const struct store_change *change) {
    struct shelf *shelf = memory->shelf;
    const char *node = memory->store.node;
    struct line *seek;
    switch (change->kind) {
    case STORE_EVENT:
    case STORE_CHAT:
    case STORE_ALIVE:
    case STORE_SEEK: line_add(shelf, change, node); break;
    case STORE_UNSEEK:
    case STORE_TAKE:
        seek = seek_find(shelf, change->kind == STORE_TAKE ? change->game : node, change->number);
        if (seek != NULL)
            seek->gone = true;
        break;
    case STORE_GAP: clock_write(shelf, change->number, change->at); break;
    case STORE_KEEP: return games_keep(shelf, change->at, node);
    case STORE_LEAVE: node_leave(shelf, node); break;
    case STORE_TELL:
    case STORE_KIND_COUNT: break;
    }
    return 0;
}

/* The other stores of the same shelf hear of a change. */
static void change_tell(struct store_memory *memory, const struct store_change *change) {
    const struct shelf *shelf = memory->shelf;
    for (int i = 0; i < shelf->store_count; i++) {
        struct store_memory *other = shelf->stores[i];
        if (other == memory || !other->store.shared || other->deaf || other->news_count == NEWS_MAX)
            continue;
        other->news = realloc(other->news, NEWS_MAX * sizeof *other->news);
        struct line *news = &other->news[other->news_count++];
        *news = (struct line){.change = *change, .data = strdup(change->data != NULL ? change->data : "")};
        snprintf(news->node, sizeof news->node, "%s", memory->store.node);
        if (change->kind == STORE_SEEK || change->kind == STORE_UNSEEK)
            memcpy(news->change.game, memory->store.node, sizeof news->change.game);
    }
}

static bool memory_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    struct store_memory *memory = memory_of(store);
    if (memory->result_count == memory->result_room) {
        memory->result_room = memory->result_room > 0 ? 2 * memory->result_room : 64;
        memory->results = realloc(memory->results, (size_t)memory->result_room * sizeof *memory->results);
    }
    enum store_outcome outcome = memory->fail ? STORE_FAILED : STORE_GOOD;
    int kept = 0;
    for (int i = 0; i < count && outcome == STORE_GOOD; i++)
        if (!change_possible(memory, &changes[i]))
            outcome = STORE_CONFLICT;
    for (int i = 0; i < count && outcome == STORE_GOOD; i++) {
        kept += change_write(memory, &changes[i]);
        change_tell(memory, &changes[i]);
    }
    memory->results[memory->result_count++] = (struct store_result){.ticket = ticket, .outcome = outcome, .kept = kept};
    return true;
}

static int memory_collect(struct store *store, struct store_result *results, int most) {
    struct store_memory *memory = memory_of(store);
    int count = 0;
    while (!memory->hold && count < most && memory->result_taken < memory->result_count)
        results[count++] = memory->results[memory->result_taken++];
    if (memory->result_taken == memory->result_count)
        memory->result_taken = memory->result_count = 0;
    return count;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static bool lines_read(struct store_memory *memory, enum store_kind kind, const char *game, int64_t after,
                       store_row_function *each, void *context) {
    for (int i = 0; i < memory->shelf->count && !memory->blind; i++) {
        const struct store_change change = memory->shelf->lines[i].change;
        const struct store_row row = {
            .game = change.game, .number = change.number, .at = change.at, .data = change.data};
        if (change.kind == kind && change.number > after && strcmp(change.game, game) == 0 && !each(context, &row))
            return false;
    }
    return !memory->blind;
}

static bool memory_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                               void *context) {
    if (memory_of(store)->clock != NULL)
        *memory_of(store)->clock += memory_of(store)->slow;
    return lines_read(memory_of(store), STORE_EVENT, game, after, each, context);
}

static bool memory_read_chat(struct store *store, const char *game, int64_t after, store_row_function *each,
                             void *context) {
    return lines_read(memory_of(store), STORE_CHAT, game, after, each, context);
}

/* The first events of games that are not over, the latest first, for which `chosen` is true. */
typedef bool choose_function(const struct store_memory *memory, const struct line *line, const void *what);

static bool games_read(struct store *store, choose_function *chosen, const void *what, int most,
                       store_row_function *each, void *context) {
    const struct store_memory *memory = memory_of(store);
    for (int i = memory->shelf->count - 1; i >= 0 && most > 0 && !memory->blind; i--) {
        const struct line *line = &memory->shelf->lines[i];
        const struct store_row row = {.game = line->change.game, .at = line->change.at, .data = ""};
        if (line->change.kind != STORE_EVENT || line->change.number != 1 ||
            game_over(memory->shelf, line->change.game) || !chosen(memory, line, what))
            continue;
        most--;
        if (!each(context, &row))
            return false;
    }
    return !memory->blind;
}

static bool kept_chosen(const struct store_memory *memory, const struct line *line, const void *what) {
    (void)what;
    return !memory->store.shared || strcmp(line->keeper, memory->store.node) == 0;
}

static bool memory_read_open(struct store *store, store_row_function *each, void *context) {
    return games_read(store, kept_chosen, NULL, INT32_MAX, each, context);
}

static bool owned_chosen(const struct store_memory *memory, const struct line *first, const void *what) {
    for (int i = 0; i < memory->shelf->count; i++) {
        const struct store_change *change = &memory->shelf->lines[i].change;
        for (int j = 0; j < STORE_OWNERS_MAX && change->kind == STORE_EVENT; j++)
            if (strcmp(change->game, first->change.game) == 0 && visitor_equal(&change->owners[j], what))
                return true;
    }
    return false;
}

static bool memory_read_playing(struct store *store, const struct visitor *visitor, store_row_function *each,
                                void *context) {
    return games_read(store, owned_chosen, visitor, INT32_MAX, each, context);
}

static bool listed_chosen(const struct store_memory *memory, const struct line *first, const void *what) {
    bool begun = false;
    for (int i = 0; i < memory->shelf->count; i++) {
        const struct store_change *change = &memory->shelf->lines[i].change;
        begun = begun || (strcmp(change->game, first->change.game) == 0 && change->begun);
    }
    return first->change.listed && begun == *(const bool *)what;
}

static bool memory_read_listed(struct store *store, bool begun, int most, store_row_function *each, void *context) {
    return games_read(store, listed_chosen, &begun, most, each, context);
}

static bool memory_read_begun(struct store *store, int64_t since, store_row_function *each, void *context) {
    const struct shelf *shelf = memory_of(store)->shelf;
    for (int i = 0; i < shelf->count; i++) {
        const struct store_change *change = &shelf->lines[i].change;
        for (int j = 0; j < STORE_OWNERS_MAX; j++) {
            char visitor[VISITOR_TEXT];
            const struct store_row row = {.game = change->game, .data = visitor};
            visitor_format(&change->owners[j], visitor);
            if (change->kind == STORE_EVENT && change->at >= since && !visitor_nobody(&change->owners[j]) &&
                !game_over(shelf, change->game) && !each(context, &row))
                return false;
        }
    }
    return true;
}

static bool memory_read_seeks(struct store *store, store_row_function *each, void *context) {
    const struct shelf *shelf = memory_of(store)->shelf;
    for (int i = 0; i < shelf->count; i++) {
        const struct line *line = &shelf->lines[i];
        const struct store_row row = {
            .game = line->node, .number = line->change.number, .at = line->change.at, .data = line->data};
        if (line->change.kind == STORE_SEEK && !line->gone && !each(context, &row))
            return false;
    }
    return true;
}

static bool memory_read_nodes(struct store *store, store_node_function *each, void *context) {
    const struct shelf *shelf = memory_of(store)->shelf;
    for (int i = 0; i < shelf->count; i++) {
        const struct line *line = &shelf->lines[i];
        const struct store_node node = {.node = line->node, .alive = line->change.at, .data = line->data};
        if (line->change.kind == STORE_ALIVE && !line->gone && line->change.at == alive_of(shelf, line->node) &&
            !each(context, &node))
            return false;
    }
    return true;
}

static bool memory_read_gaps(struct store *store, store_row_function *each, void *context) {
    const struct shelf *shelf = memory_of(store)->shelf;
    for (int i = 0; i < shelf->gap_count; i++) {
        const struct store_row row = {.number = shelf->gaps[i].began, .at = shelf->gaps[i].ended};
        if (!each(context, &row))
            return false;
    }
    return true;
}

static int64_t memory_read_clock(struct store *store) {
    (void)store;
    return 0;
}

static bool memory_enter(struct store *store, int64_t now) {
    struct store_memory *memory = memory_of(store);
    struct shelf *shelf = memory->shelf;
    const struct store_change change = {.kind = STORE_ALIVE, .at = now, .data = "{}"};
    int64_t alive = 0;
    for (int i = 0; i < shelf->count; i++)
        if (shelf->lines[i].change.kind == STORE_ALIVE && (!store->shared || shelf->lines[i].change.at > alive))
            alive = shelf->lines[i].change.at;
    if (alive != 0 && now - alive > (store->shared ? STORE_GRACE_MS : 0))
        gap_add(shelf, alive, now);
    if (!store->shared)
        gaps_cut(shelf, now);
    line_add(shelf, &change, store->node);
    return true;
}

static const enum news_kind news_kinds[STORE_KIND_COUNT] = {
    [STORE_EVENT] = NEWS_EVENT, [STORE_CHAT] = NEWS_CHAT, [STORE_ALIVE] = NEWS_KIND_COUNT,
    [STORE_GAP] = NEWS_GAP,     [STORE_SEEK] = NEWS_SEEK, [STORE_UNSEEK] = NEWS_UNSEEK,
    [STORE_TAKE] = NEWS_UNSEEK, [STORE_TELL] = NEWS_TOLD, [STORE_KEEP] = NEWS_KIND_COUNT,
    [STORE_LEAVE] = NEWS_LEFT,
};

static void memory_collect_news(struct store *store, store_news_function *each, void *context) {
    struct store_memory *memory = memory_of(store);
    struct line *news = memory->news;
    const int count = memory->news_count;
    memory->news = NULL;
    memory->news_count = 0;
    for (int i = 0; i < count; i++) {
        const struct store_change *change = &news[i].change;
        const struct store_news told = {.kind = news_kinds[change->kind],
                                        .node = news[i].node,
                                        .game = change->game,
                                        .number = change->number,
                                        .at = change->at,
                                        .over = change->over,
                                        .data = news[i].data};
        if (told.kind != NEWS_KIND_COUNT)
            each(context, &told);
        free(news[i].data);
    }
    free(news);
    const struct store_news missed = {.kind = NEWS_MISSED, .node = "", .game = "", .data = ""};
    if (memory->missed && !memory->deaf) {
        memory->missed = false;
        each(context, &missed);
    }
}

static bool memory_read_owned(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                              void *context) {
    struct store_memory *memory = memory_of(store);
    for (int i = memory->shelf->count - 1; i >= 0 && most > 0 && !memory->blind; i--) {
        const struct store_change change = memory->shelf->lines[i].change;
        const struct store_row row = {.game = change.game, .at = change.at, .data = ""};
        bool owned = false;
        for (int j = 0; j < STORE_OWNERS_MAX; j++)
            owned = owned || visitor_equal(&change.owners[j], visitor);
        if (change.kind != STORE_EVENT || !owned)
            continue;
        most--;
        if (!each(context, &row))
            return false;
    }
    return !memory->blind;
}

static bool memory_read_secret(struct store *store, struct secret *secret) {
    (void)store;
    memset(secret, 's', sizeof *secret);
    return true;
}

static void memory_close(struct store *store) {
    struct store_memory *memory = memory_of(store);
    struct shelf *shelf = memory->shelf;
    for (int i = 0; i < memory->news_count; i++)
        free(memory->news[i].data);
    free(memory->news);
    free(memory->results);
    for (int i = 0; i < shelf->store_count; i++)
        if (shelf->stores[i] == memory)
            shelf->stores[i] = shelf->stores[--shelf->store_count];
    free(memory);
    if (shelf->store_count > 0)
        return;
    for (int i = 0; i < shelf->count; i++)
        free(shelf->lines[i].data);
    free(shelf->lines);
    free(shelf);
}

static const struct store_functions functions = {
    .submit = memory_submit,
    .collect = memory_collect,
    .read_events = memory_read_events,
    .read_chat = memory_read_chat,
    .read_open = memory_read_open,
    .read_owned = memory_read_owned,
    .read_playing = memory_read_playing,
    .read_listed = memory_read_listed,
    .read_begun = memory_read_begun,
    .read_seeks = memory_read_seeks,
    .read_nodes = memory_read_nodes,
    .read_gaps = memory_read_gaps,
    .read_clock = memory_read_clock,
    .enter = memory_enter,
    .collect_news = memory_collect_news,
    .read_secret = memory_read_secret,
    .close = memory_close,
};

static struct store *store_on(struct shelf *shelf) {
    struct store_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL || shelf == NULL || shelf->store_count == STORES_MAX)
        abort();
    memory->store.functions = &functions;
    memory->shelf = shelf;
    snprintf(memory->store.node, sizeof memory->store.node, "node%u", ++shelf->named % 1000U);
    shelf->stores[shelf->store_count++] = memory;
    return &memory->store;
}

struct store *store_memory_new(void) { return store_on(calloc(1, sizeof(struct shelf))); }

struct store *store_memory_share(struct store *store, bool shared) {
    struct store *other = store_on(memory_of(store)->shelf);
    other->shared = shared;
    return other;
}

void store_memory_deafen(struct store *store, bool deaf) {
    memory_of(store)->deaf = deaf;
    memory_of(store)->missed = true;
}

void store_memory_hold(struct store *store, bool hold) { memory_of(store)->hold = hold; }

void store_memory_fail(struct store *store, bool fail) { memory_of(store)->fail = fail; }

void store_memory_slow(struct store *store, int64_t *clock, int64_t milliseconds) {
    memory_of(store)->clock = clock;
    memory_of(store)->slow = milliseconds;
}

void store_memory_blind(struct store *store, bool blind) { memory_of(store)->blind = blind; }
