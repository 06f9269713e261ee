/* stage.c - a hub with an outside made for tests. */
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

static struct hub *hub_open(struct stage *stage) {
    const struct hub_ports ports = {.context = stage,
                                    .now = outside_now,
                                    .random = outside_random,
                                    .send = outside_send,
                                    .close = outside_close,
                                    .think = outside_think,
                                    .store = stage->store};
    return hub_new(&ports, &stage->limits);
}

/* ---- Life ----------------------------------------------------------------------------------------------------- */

void stage_begin(struct stage *stage, const struct hub_limits *limits) {
    *stage = (struct stage){.now = FIRST_NOW, .limits = *limits};
    if (sodium_init() < 0)
        abort();
    stage->store = store_memory_new();
    stage->hub = hub_open(stage);
}

void stage_end(struct stage *stage) {
    hub_free(stage->hub);
    for (int i = 0; i < stage->people_count; i++)
        json_decref(stage->people[i].inbox);
    store_close(stage->store);
}

bool stage_restart(struct stage *stage, int64_t away) {
    struct store_result result;
    hub_free(stage->hub);
    for (int i = 0; i < stage->people_count; i++)
        stage->people[i].client = NULL;
    store_memory_hold(stage->store, false);
    while (store_collect(stage->store, &result, 1) > 0)
        continue;
    stage->job_game[0] = '\0';
    stage->now += away;
    stage->hub = hub_open(stage);
    return stage->hub != NULL;
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

bool stage_connect(struct stage *stage, struct person *person, const char *visitor, const char *address) {
    struct visitor who = {{1}};
    for (size_t i = 0; i < strlen(visitor) && i + 1 < VISITOR_BYTES; i++)
        who.bytes[i + 1] = (unsigned char)visitor[i];
    if (person->client == NULL)
        person->client = hub_connect(stage->hub, person, &who, address);
    person->closed = false;
    return person->client != NULL;
}

void stage_disconnect(struct stage *stage, struct person *person) {
    if (person->client != NULL)
        hub_disconnect(stage->hub, person->client);
    person->client = NULL;
}

void stage_say(struct stage *stage, struct person *person, const char *text, size_t length) {
    if (person->client == NULL)
        return;
    hub_receive(stage->hub, person->client, text, length);
    hub_collect(stage->hub);
}

void stage_wait(struct stage *stage, int64_t milliseconds) {
    stage->now += milliseconds;
    hub_tick(stage->hub);
    hub_collect(stage->hub);
}
