/* fuzz_bot.c - what a server tells a program that plays on it. Input: its messages, a line each; a line `o`, `l` or `w`: the
 * connection is opened, lost, or a second has gone by. Whatever comes, the bot asks in JSON and ends when it is told to. */
#include "fuzz.h"

#include "bot/bot.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- A connection that says what the input has ---------------------------------------------------------------- */

struct connection {
    struct connection_options options;
};

static char *script;

struct connection *connection_new(const struct connection_options *options) {
    struct connection *connection = malloc(sizeof *connection);
    fuzz_check(connection != NULL);
    connection->options = *options;
    return connection;
}

void connection_free(struct connection *connection) { free(connection); }

void connection_turn(struct connection *connection) {
    const struct connection_options *options = &connection->options;
    if (*script == '\0') {
        options->tell(options->context, CONNECTION_REFUSED, "that is all");
        return;
    }
    const char *line = fuzz_line(&script);
    enum connection_event event = CONNECTION_RECEIVED;
    if (strcmp(line, "o") == 0)
        event = CONNECTION_OPENED;
    else if (strcmp(line, "l") == 0)
        event = CONNECTION_LOST;
    else if (strcmp(line, "w") == 0)
        event = CONNECTION_WOKEN;
    options->tell(options->context, event, line);
}

void connection_send(struct connection *connection, const char *text) {
    (void)connection;
    json_t *json = json_loads(text, 0, NULL);
    fuzz_check(json_is_string(json_object_get(json, "t")) && json_is_integer(json_object_get(json, "id")));
    json_decref(json);
}

bool connection_settled(const struct connection *connection) {
    (void)connection;
    return true;
}

void connection_wake(struct connection *connection) { (void)connection; }

/* ---- An engine that has always thought about it --------------------------------------------------------------- */

struct pilot {
    struct thought thought;
    bool done;
};

struct pilot *pilot_new(const struct contender *contender, void (*wake)(void *context), void *context) {
    (void)contender;
    (void)wake;
    (void)context;
    return calloc(1, sizeof(struct pilot));
}

void pilot_free(struct pilot *pilot) { free(pilot); }

bool pilot_idle(struct pilot *pilot) { return !pilot->done; }

const char *pilot_game(const struct pilot *pilot) { return pilot->thought.game; }

void pilot_think(struct pilot *pilot, const struct task *task) {
    pilot->thought = (struct thought){.serial = task->serial, .good = true, .reply = {.move = "@c1n"}};
    memcpy(pilot->thought.game, task->game, sizeof pilot->thought.game);
    pilot->done = true;
    fuzz_check(strncmp(task->position, "position ", 9) == 0 && strncmp(task->go, "go", 2) == 0);
    free(task->position);
}

bool pilot_take(struct pilot *pilot, struct thought *thought) {
    const bool done = pilot->done;
    *thought = pilot->thought;
    pilot->done = false;
    return done;
}

void pilot_drop(struct pilot *pilot, const char *game) {
    if (pilot->done && strcmp(pilot->thought.game, game) == 0)
        pilot->done = false;
}

/* ---- The bot -------------------------------------------------------------------------------------------------- */

static void news_check(void *context, const struct bot_news *news) {
    (void)context;
    fuzz_check(news->game != NULL && news->spec != NULL && news->text != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct bot_options options = {.news = news_check,
                                  .games = 2,
                                  .specs = {"siam", "anneaux:players=3"},
                                  .spec_count = 2,
                                  .ways = BOT_JOIN | BOT_OFFER | BOT_SEEK,
                                  .clock = "{\"kind\":\"none\"}"};
    script = text;
    struct bot *bot = bot_new(&options);
    fuzz_check(bot != NULL && !bot_run(bot));
    bot_free(bot);
    free(text);
    return 0;
}
