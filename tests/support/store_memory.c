/* store_memory.c - a store that forgets. */
#include "store_memory.h"

#include <stdlib.h>
#include <string.h>

struct line {
    struct store_change change;
    char *data;
};

/* What is kept, and by how many stores. */
struct shelf {
    struct line *lines;
    int count, room, users;
};

struct store_memory {
    struct store store;
    struct shelf *shelf;
    struct store_result *results;
    int result_count, result_room, result_taken;
    bool hold, fail;
};

static struct store_memory *memory_of(struct store *store) { return (struct store_memory *)store; }

static void line_add(struct shelf *shelf, const struct store_change *change) {
    if (shelf->count == shelf->room) {
        shelf->room = shelf->room > 0 ? 2 * shelf->room : 64;
        shelf->lines = realloc(shelf->lines, (size_t)shelf->room * sizeof *shelf->lines);
    }
    struct line *line = &shelf->lines[shelf->count++];
    line->change = *change;
    line->data = strdup(change->data != NULL ? change->data : "");
    line->change.data = line->data;
}

/* As the tables of a database would: no event twice. */
static bool change_possible(const struct store_memory *memory, const struct store_change *change) {
    for (int i = 0; i < memory->shelf->count && change->kind != STORE_ALIVE; i++)
        if (memory->shelf->lines[i].change.kind == change->kind &&
            memory->shelf->lines[i].change.number == change->number &&
            strcmp(memory->shelf->lines[i].change.game, change->game) == 0)
            return false;
    return true;
}

static bool memory_submit(struct store *store, uint64_t ticket, const struct store_change *changes, int count) {
    struct store_memory *memory = memory_of(store);
    if (memory->result_count == memory->result_room) {
        memory->result_room = memory->result_room > 0 ? 2 * memory->result_room : 64;
        memory->results = realloc(memory->results, (size_t)memory->result_room * sizeof *memory->results);
    }
    enum store_outcome outcome = memory->fail ? STORE_FAILED : STORE_GOOD;
    for (int i = 0; i < count && outcome == STORE_GOOD; i++)
        if (!change_possible(memory, &changes[i]))
            outcome = STORE_CONFLICT;
    for (int i = 0; i < count && outcome == STORE_GOOD; i++)
        line_add(memory->shelf, &changes[i]);
    memory->results[memory->result_count++] = (struct store_result){.ticket = ticket, .outcome = outcome};
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

static bool lines_read(struct store_memory *memory, enum store_kind kind, const char *game, int64_t after,
                       store_row_function *each, void *context) {
    for (int i = 0; i < memory->shelf->count; i++) {
        const struct store_change change = memory->shelf->lines[i].change;
        const struct store_row row = {
            .game = change.game, .number = change.number, .at = change.at, .data = change.data};
        if (change.kind == kind && change.number > after && strcmp(change.game, game) == 0 && !each(context, &row))
            return false;
    }
    return true;
}

static bool memory_read_events(struct store *store, const char *game, int64_t after, store_row_function *each,
                               void *context) {
    return lines_read(memory_of(store), STORE_EVENT, game, after, each, context);
}

static bool memory_read_chat(struct store *store, const char *game, int64_t after, store_row_function *each,
                             void *context) {
    return lines_read(memory_of(store), STORE_CHAT, game, after, each, context);
}

static bool game_over(const struct store_memory *memory, const char *game) {
    for (int i = 0; i < memory->shelf->count; i++)
        if (memory->shelf->lines[i].change.over && strcmp(memory->shelf->lines[i].change.game, game) == 0)
            return true;
    return false;
}

static bool memory_read_open(struct store *store, store_row_function *each, void *context) {
    struct store_memory *memory = memory_of(store);
    for (int i = 0; i < memory->shelf->count; i++) {
        const struct store_change change = memory->shelf->lines[i].change;
        const struct store_row row = {.game = change.game, .at = change.at, .data = ""};
        if (change.kind == STORE_EVENT && change.number == 1 && !game_over(memory, change.game) && !each(context, &row))
            return false;
    }
    return true;
}

static bool memory_read_owned(struct store *store, const struct visitor *visitor, int most, store_row_function *each,
                              void *context) {
    struct store_memory *memory = memory_of(store);
    for (int i = memory->shelf->count - 1; i >= 0 && most > 0; i--) {
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
    return true;
}

static int64_t memory_read_alive(struct store *store) {
    const struct store_memory *memory = memory_of(store);
    int64_t alive = 0;
    for (int i = 0; i < memory->shelf->count; i++)
        if (memory->shelf->lines[i].change.kind == STORE_ALIVE)
            alive = memory->shelf->lines[i].change.at;
    return alive;
}

static bool memory_read_secret(struct store *store, struct secret *secret) {
    (void)store;
    memset(secret, 's', sizeof *secret);
    return true;
}

static void memory_close(struct store *store) {
    struct store_memory *memory = memory_of(store);
    struct shelf *shelf = memory->shelf;
    free(memory->results);
    free(memory);
    if (--shelf->users > 0)
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
    .read_alive = memory_read_alive,
    .read_secret = memory_read_secret,
    .close = memory_close,
};

static struct store *store_on(struct shelf *shelf) {
    struct store_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL || shelf == NULL)
        abort();
    memory->store.functions = &functions;
    memory->shelf = shelf;
    shelf->users++;
    return &memory->store;
}

struct store *store_memory_new(void) {
    return store_on(calloc(1, sizeof(struct shelf)));
}

struct store *store_memory_share(struct store *store) {
    return store_on(memory_of(store)->shelf);
}

void store_memory_hold(struct store *store, bool hold) { memory_of(store)->hold = hold; }

void store_memory_fail(struct store *store, bool fail) { memory_of(store)->fail = fail; }
