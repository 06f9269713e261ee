/* stage.c - hubs with an outside made for tests. */
#include "stage.h"
#include "store_memory.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_NOW = 1000000 };

/* ---- The outside ---------------------------------------------------------------------------------------------- */

static int64_t outside_now(void *context) { return ((struct stage *)context)->now; }

static void outside_random(void *context, void *bytes, size_t count) {
    struct stage *stage = context;
    unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++) {
        stage->random = stage->random * 6364136223846793005U + 1442695040888963407U;
        at[i] = (unsigned char)(stage->random >> 33);
    }
}

static void outside_send(void *context, void *socket, const char *text, size_t length) {
    (void)context;
    struct person *person = socket;
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (json == NULL)
        abort(); /* the hub sends nothing but JSON */
    json_array_append_new(person->inbox, json);
}

static void outside_close(void *context, void *socket, enum hub_close why) {
    (void)context;
    (void)why;
    ((struct person *)socket)->closed = true;
}

static bool outside_think(void *context, const struct hub_job *job) {
    struct stage *stage = context;
    snprintf(stage->job_game, sizeof stage->job_game, "%s", job->game);
    stage->job_moved = job->moved;
    stage->job_level = job->level;
    return true;
}

/* Every account is as strong as its number says, at Siam. */
static int outside_rating(void *context, int64_t account, const char *game, enum time_class class) {
    (void)context;
    return strcmp(game, "siam") == 0 && class != CLASS_DAYS ? 1400 + 100 * (int)account : 0;
}

static void outside_told(void *context, const json_t *json) {
    struct stage *stage = context;
    const char *what = json_string_value(json_object_get(json, "tell"));
    snprintf(stage->told, sizeof stage->told, "%s", what != NULL ? what : "");
}

static bool node_open(struct stage *stage, struct node *node) {
    const struct hub_ports ports = {.context = stage,
                                    .now = outside_now,
                                    .random = outside_random,
                                    .send = outside_send,
                                    .close = outside_close,
                                    .think = outside_think,
                                    .rating = outside_rating,
                                    .told = outside_told,
                                    .store = node->store};
    node->hub = hub_new(&ports, &stage->limits);
    return node->hub != NULL;
}

/* ---- Stores --------------------------------------------------------------------------------------------------- */

static struct store *memory_again(struct store *store) {
    struct store_result result;
    store_memory_hold(store, false);
    while (store_collect(store, &result, 1) > 0)
        continue;
    if (!store->shared)
        return store;
    struct store *again = store_memory_share(store, true); /* another name among the servers */
    store_close(store);
    return again;
}

static void memory_elsewhere(struct store *store, const struct store_change *one) {
    struct store *elsewhere = store_memory_share(store, false);
    if (!store_submit(elsewhere, 1, one, 1))
        abort();
    store_close(elsewhere);
}

const struct stage_stores stage_memory = {.first = store_memory_new,
                                          .again = memory_again,
                                          .hold = store_memory_hold,
                                          .refuse = store_memory_fail,
                                          .blind = store_memory_blind,
                                          .elsewhere = memory_elsewhere};

/* ---- Life ----------------------------------------------------------------------------------------------------- */

void stage_begin(struct stage *stage, const struct hub_limits *limits, const struct stage_stores *stores) {
    *stage = (struct stage){.now = FIRST_NOW, .limits = *limits, .stores = stores};
    if (sodium_init() < 0)
        abort();
    stage->node = &stage->nodes[stage->node_count++];
    stage->node->store = stores->first();
    if (!node_open(stage, stage->node))
        abort();
}

void stage_cluster(struct stage *stage) {
    stage->node->store->shared = true;
    if (!stage_restart(stage, 0))
        abort();
}

bool stage_node(struct stage *stage, int number) {
    if (number < 1 || number > stage->node_count + 1 || number > NODES_MAX)
        return false;
    stage->node = &stage->nodes[number - 1];
    if (number <= stage->node_count)
        return true;
    stage->node_count++;
    stage->node->store = store_memory_share(stage->nodes[0].store, stage->nodes[0].store->shared);
    return node_open(stage, stage->node);
}

void stage_end(struct stage *stage) {
    for (int i = 0; i < stage->node_count; i++) {
        if (stage->nodes[i].hub != NULL)
            hub_free(stage->nodes[i].hub);
        store_close(stage->nodes[i].store);
    }
    for (int i = 0; i < stage->people_count; i++)
        json_decref(stage->people[i].inbox);
}

void stage_kill(struct stage *stage) {
    struct node *node = stage->node;
    for (int i = 0; i < stage->people_count; i++)
        if (stage->people[i].hub == node->hub)
            stage->people[i].client = NULL;
    if (node->hub != NULL)
        hub_free(node->hub);
    node->hub = NULL;
    stage->job_game[0] = '\0';
}

bool stage_restart(struct stage *stage, int64_t away) {
    struct node *node = stage->node;
    stage_kill(stage);
    node->store = stage->stores->again(node->store);
    stage->now += away;
    return node_open(stage, node);
}

void stage_set_clock(struct stage *stage, int64_t milliseconds) {
    stage->now += milliseconds;
    hub_clock_set(stage->node->hub, milliseconds);
    stage_collect(stage);
}

/* ---- People --------------------------------------------------------------------------------------------------- */

struct person *stage_person(struct stage *stage, const char *name) {
    for (int i = 0; i < stage->people_count; i++)
        if (strcmp(stage->people[i].name, name) == 0)
            return &stage->people[i];
    if (stage->people_count == PEOPLE_MAX)
        return NULL;
    struct person *person = &stage->people[stage->people_count++];
    snprintf(person->name, sizeof person->name, "%s", name);
    person->inbox = json_array();
    return person;
}

struct visitor stage_visitor(const char *name) {
    struct visitor visitor = {{1}};
    for (size_t i = 0; i < strlen(name) && i + 1 < VISITOR_BYTES; i++)
        visitor.bytes[i + 1] = (unsigned char)name[i];
    return visitor;
}

bool stage_connect(struct stage *stage, struct person *person, const char *visitor, const char *address) {
    const struct visitor who = stage_visitor(visitor);
    if (person->client == NULL) {
        person->hub = stage->node->hub;
        person->client = hub_connect(person->hub, person, &who, address);
    }
    person->closed = false;
    return person->client != NULL;
}

void stage_disconnect(struct stage *stage, struct person *person) {
    (void)stage;
    if (person->client != NULL)
        hub_disconnect(person->hub, person->client);
    person->client = NULL;
}

/* What one server hears may be news for another. */
void stage_collect(struct stage *stage) {
    enum { ROUNDS = 4 };
    for (int i = 0; i < ROUNDS * stage->node_count; i++)
        if (stage->nodes[i % stage->node_count].hub != NULL)
            hub_collect(stage->nodes[i % stage->node_count].hub);
}

void stage_say(struct stage *stage, struct person *person, const char *text, size_t length) {
    if (person->client == NULL)
        return;
    hub_receive(person->hub, person->client, text, length);
    stage_collect(stage);
}

void stage_wait(struct stage *stage, int64_t milliseconds) {
    stage->now += milliseconds;
    for (int i = 0; i < stage->node_count; i++)
        if (stage->nodes[i].hub != NULL)
            hub_tick(stage->nodes[i].hub);
    stage_collect(stage);
}
