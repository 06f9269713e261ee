/* fuzz_hub.c - conversations with the hub of the service: whatever is said, in whatever order, it answers in JSON, and a
 * hub made anew from the store knows the same games. */
#include "fuzz.h"
#include "stage.h"
#include "store_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 200 };

static struct person *person_of(struct stage *stage, char letter) {
    const char name[] = {(char)('a' + ((letter - 'a') & 3)), '\0'};
    return stage_person(stage, name);
}

static void greet(struct stage *stage, struct person *person) {
    static const char hello[] = "{\"t\":\"hello\",\"version\":1,\"name\":\"x\"}";
    if (stage_connect(stage, person, person->name, "192.0.2.1"))
        stage_say(stage, person, hello, sizeof hello - 1);
}

/* a+ connects, a- goes, a>TEXT says something, for a to d; w250 waits; h r f g of the store; eMOVE from the engine. */
static void line_run(struct stage *stage, const char *line, size_t length) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", length > 1 ? (int)(length - 1) : 0, line + 1);
    if (length > 1 && line[1] == '+')
        greet(stage, person_of(stage, line[0]));
    else if (length > 1 && line[1] == '-')
        stage_disconnect(stage, person_of(stage, line[0]));
    else if (length > 1 && line[1] == '>')
        stage_say(stage, person_of(stage, line[0]), line + 2, length - 2);
    else if (line[0] == 'w')
        stage_wait(stage, strtol(text, NULL, 10) % 1000000000);
    else if (line[0] == 'h' || line[0] == 'r')
        store_memory_hold(stage->node->store, line[0] == 'h');
    else if (line[0] == 'f' || line[0] == 'g')
        store_memory_fail(stage->node->store, line[0] == 'f');
    else if (line[0] == 'e')
        hub_thought(stage->node->hub, stage->job_game, stage->job_moved, text);
    hub_collect(stage->node->hub);
}

/* What is written of the games that are not over. */
struct games {
    struct stage *stage;
    char *records[LINES];
    int count;
    bool compare;
};

static bool game_note(void *context, const struct store_row *row) {
    struct games *games = context;
    if (games->count == LINES)
        return false;
    enum refusal why;
    char *record = hub_record(games->stage->node->hub, row->game, &why);
    fuzz_check(record != NULL);
    if (!games->compare)
        games->records[games->count++] = record;
    else {
        fuzz_check(strcmp(games->records[games->count++], record) == 0);
        free(record);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct stage *stage = malloc(sizeof *stage);
    struct games games = {.stage = stage};
    const char *at = (const char *)data, *end = at + size;
    struct hub_limits limits = hub_limits_usual;
    limits.messages_per_second = 1000; /* no time passes between them */
    stage_begin(stage, &limits, &stage_memory);
    for (int i = 0; i < 3; i++)
        greet(stage, person_of(stage, "abc"[i]));
    for (int line = 0; line < LINES && at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline != NULL ? newline : end;
        if (stop > at)
            line_run(stage, at, (size_t)(stop - at));
        at = stop + 1;
    }
    store_memory_hold(stage->node->store, false);
    hub_collect(stage->node->hub);
    store_read_open(stage->node->store, game_note, &games);
    fuzz_check(stage_restart(stage, 1000));
    games.compare = true;
    games.count = 0;
    store_read_open(stage->node->store, game_note, &games);
    for (int i = 0; i < games.count; i++)
        free(games.records[i]);
    stage_end(stage);
    free(stage);
    return 0;
}
