/* bot.c - a program that plays on a server: what it asks, what it is told, and how it begins and ends. */
#include "bot_inside.h"

#include "../engine/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINGER_MS = 60000, ID_MAX = 1000000000 };

/* ---- Asking --------------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *json, const char *key) {
    const char *text = json_string_value(json_object_get(json, key));
    return text != NULL ? text : "";
}

void bot_ask(struct bot *bot, enum ask ask, const char *what, json_t *json) {
    bot->next_id = bot->next_id % ID_MAX + 1;
    json_object_set_new(json, "id", json_integer(bot->next_id));
    for (int i = 0; ask != ASK_NOTHING && i < ASKED_MAX; i++) {
        struct asked *asked = &bot->asked[i];
        if (asked->ask != ASK_NOTHING)
            continue;
        *asked = (struct asked){.ask = ask, .id = bot->next_id};
        snprintf(asked->what, sizeof asked->what, "%s", what);
        break;
    }
    char *text = json_dumps(json, JSON_COMPACT);
    if (text != NULL)
        connection_send(bot->connection, text);
    free(text);
    json_decref(json);
}

static struct asked asked_take(struct bot *bot, const json_t *json) {
    const json_t *id = json_object_get(json, "id");
    for (int i = 0; id != NULL && i < ASKED_MAX; i++)
        if (bot->asked[i].ask != ASK_NOTHING && bot->asked[i].id == json_integer_value(id)) {
            const struct asked asked = bot->asked[i];
            bot->asked[i].ask = ASK_NOTHING;
            return asked;
        }
    return (struct asked){.ask = ASK_NOTHING};
}

void bot_tell(const struct bot *bot, enum bot_event event, const struct bout *bout, const char *text) {
    const struct bot_news news = {
        .event = event,
        .game = bout != NULL ? bout->game : "",
        .spec = bout != NULL ? bout->spec : "",
        .text = text,
        .payoff = bout != NULL ? bout->payoff : 0,
        .players = bout != NULL && bout->match != NULL ? tab_rules_players(&bout->rules) : 0,
    };
    bot->options.news(bot->options.context, &news);
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

struct bout *bot_find(struct bot *bot, const char *game) {
    for (int i = 0; game[0] != '\0' && i < BOT_GAMES_MAX; i++)
        if (strcmp(bot->bouts[i].game, game) == 0)
            return &bot->bouts[i];
    return NULL;
}

void bot_forget(struct bot *bot, struct bout *bout) {
    for (int i = 0; i < bot->options.games; i++)
        pilot_drop(bot->pilots[i], bout->game);
    bout_free(bout);
}

/* A free place, or that of a game that is over. */
static struct bout *place_find(struct bot *bot) {
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bouts[i].game[0] == '\0')
            return &bot->bouts[i];
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bouts[i].state == BOUT_OVER) {
            bot_ask(bot, ASK_NOTHING, "", json_pack("{s:s, s:s}", "t", "unwatch", "game", bot->bouts[i].game));
            bot_forget(bot, &bot->bouts[i]);
            return &bot->bouts[i];
        }
    return NULL;
}

static void bout_watch(struct bot *bot, const struct bout *bout) {
    json_t *json = json_pack("{s:s, s:s}", "t", "watch", "game", bout->game);
    if (bout->number > 0)
        json_object_set_new(json, "number", json_integer(bout->number));
    bot_ask(bot, ASK_WATCH, bout->game, json);
}

struct bout *bot_follow(struct bot *bot, const char *game) {
    struct bout *bout = bot_find(bot, game);
    if (bout == NULL && strlen(game) < GAME_NAME && (bout = place_find(bot)) != NULL)
        snprintf(bout->game, sizeof bout->game, "%s", game);
    if (bout != NULL)
        bout_watch(bot, bout);
    return bout;
}

/* Tells people that a game has begun or is over, once. */
static void bout_announce(struct bot *bot, struct bout *bout) {
    if (bout->mine > 0 && bout->state == BOUT_PLAYING && !bout->told) {
        bout->told = true;
        bot_tell(bot, BOT_BEGAN, bout, bout->others);
    }
    if (bout->state == BOUT_OVER && bout->told) {
        bout->told = false;
        bot->finished++;
        for (int i = 0; i < bot->options.games; i++)
            pilot_drop(bot->pilots[i], bout->game);
        bot_tell(bot, bout->aborted ? BOT_ABORTED : bout->payoff >= 1 ? BOT_WON : BOT_NOT_WON, bout, bout->others);
    }
}

/* What follows when a game was told, or something in it. */
static void bout_see(struct bot *bot, struct bout *bout, enum bout_outcome outcome) {
    if (outcome == BOUT_BEHIND) {
        bout->number = 0;
        bout_watch(bot, bout);
        return;
    }
    if (outcome == BOUT_STRANGE || (bout->mine == 0 && bout->match != NULL)) {
        bot_forget(bot, bout);
        return;
    }
    bout_announce(bot, bout);
    bot_play(bot, bout);
    bot_seek_games(bot);
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

static void hello_answered(struct bot *bot, const json_t *json) {
    size_t index;
    const json_t *line;
    bot->greeted = true;
    bot_tell(bot, BOT_CONNECTED, NULL, "");
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bouts[i].game[0] != '\0')
            bout_watch(bot, &bot->bouts[i]);
    json_array_foreach(json_object_get(json, "games"), index, line) {
        if (bot_find(bot, text_of(line, "game")) != NULL)
            continue;
        /* An open game of before is our challenge, as far as it can be told. */
        struct bout *bout = bot_follow(bot, text_of(line, "game"));
        if (bout != NULL)
            bout->own = strcmp(text_of(line, "state"), "open") == 0;
    }
    bot_seek_games(bot);
}

/* The connection is as it was: what was found meanwhile is sent. */
static void watch_answered(struct bot *bot, struct bout *bout) {
    if (bout->move[0] != '\0')
        bout->again = clock_now();
    bot_play(bot, bout);
}

static void answer_take(struct bot *bot, const struct asked *asked, const json_t *json, bool good) {
    struct bout *bout = bot_find(bot, asked->what);
    const char *code = text_of(json, "code");
    switch (asked->ask) {
    case ASK_HELLO:
        if (good)
            hello_answered(bot, json);
        return;
    case ASK_JOIN:
        bot->joining--;
        if (good)
            bot_follow(bot, asked->what);
        return;
    case ASK_CREATE:
        bot->creating--;
        bout = good ? bot_follow(bot, text_of(json, "game")) : NULL;
        if (bout != NULL) {
            bout->own = true;
            memcpy(bout->spec, asked->what, sizeof bout->spec);
        }
        return;
    case ASK_WATCH:
        if (bout != NULL && good)
            watch_answered(bot, bout);
        else if (bout != NULL)
            bot_forget(bot, bout);
        return;
    case ASK_MOVE:
        if (bout != NULL && !good)
            bot_refused_move(bot, bout, code);
        return;
    case ASK_NOTHING: return;
    }
}

/* ---- What the server tells ------------------------------------------------------------------------------------ */

static void message_take(struct bot *bot, const json_t *json) {
    const char *type = text_of(json, "t"), *game = text_of(json, "game");
    const struct asked asked = asked_take(bot, json);
    struct bout *bout = bot_find(bot, game);
    if (strcmp(type, "ok") == 0 || strcmp(type, "error") == 0) {
        answer_take(bot, &asked, json, strcmp(type, "ok") == 0);
    } else if (strcmp(type, "game") == 0 && bout != NULL) {
        const enum bout_outcome outcome = bout_take_game(bout, json);
        if (outcome == BOUT_GOOD && bout->mine > 0)
            bot_see_offers(bot, bout, json);
        bout_see(bot, bout, outcome);
    } else if (strcmp(type, "event") == 0 && bout != NULL) {
        const enum bout_outcome outcome = bout_take_event(bout, json);
        if (strcmp(text_of(json, "kind"), "offer") == 0)
            bot_see_offer(bot, bout, json);
        bout_see(bot, bout, outcome);
    } else if (strcmp(type, "begin") == 0) {
        bot->seek_at = 0;
        bot_follow(bot, game);
    } else if (strcmp(type, "lobby") == 0) {
        bot_see_lobby(bot, json);
    }
}

static void connection_lost(struct bot *bot) {
    memset(bot->asked, 0, sizeof bot->asked);
    bot->greeted = bot->lobby_on = false;
    bot->seek_at = 0;
    bot->creating = bot->joining = 0;
}

/* Once a second, and when an engine is done. */
static void bot_look(struct bot *bot) {
    if (bot->stop_asked && !bot->stopping) {
        bot->stopping = true;
        bot_tell(bot, BOT_STOPPING, NULL, "");
    }
    bot_collect(bot);
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        struct bout *bout = &bot->bouts[i];
        if (bout->state == BOUT_OVER && clock_now() - bout->over_at > LINGER_MS) {
            bot_ask(bot, ASK_NOTHING, "", json_pack("{s:s, s:s}", "t", "unwatch", "game", bout->game));
            bot_forget(bot, bout);
        } else {
            bot_play(bot, bout);
        }
    }
    bot_seek_games(bot);
}

static void bot_hear(void *context, enum connection_event event, const char *text) {
    struct bot *bot = context;
    json_t *json;
    switch (event) {
    case CONNECTION_OPENED: bot_ask(bot, ASK_HELLO, "", json_pack("{s:s, s:i}", "t", "hello", "version", 1)); return;
    case CONNECTION_RECEIVED:
        json = json_loads(text, 0, NULL);
        message_take(bot, json);
        json_decref(json);
        return;
    case CONNECTION_LOST:
    case CONNECTION_REFUSED:
        bot->refused = event == CONNECTION_REFUSED;
        connection_lost(bot);
        bot_tell(bot, bot->refused ? BOT_REFUSED : BOT_LOST, NULL, text);
        return;
    case CONNECTION_WOKEN: bot_look(bot); return;
    }
}

/* ---- Beginning and end ---------------------------------------------------------------------------------------- */

static void bot_wake(void *context) {
    struct bot *bot = context;
    connection_wake(bot->connection);
}

struct bot *bot_new(const struct bot_options *options) {
    struct bot *bot = calloc(1, sizeof *bot);
    if (bot == NULL)
        return NULL;
    bot->options = *options;
    bot->options.connection.tell = bot_hear;
    bot->options.connection.context = bot;
    bot->connection = connection_new(&bot->options.connection);
    if (bot->connection != NULL)
        return bot;
    free(bot);
    return NULL;
}

void bot_free(struct bot *bot) {
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        pilot_free(bot->pilots[i]);
    connection_free(bot->connection);
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        bout_free(&bot->bouts[i]);
    free(bot);
}

/* Whether there is a game for which somebody sits and waits. */
static bool game_waits(const struct bot *bot) {
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bouts[i].state == BOUT_PLAYING && !bot->bouts[i].waits)
            return true;
    return bot->joining + bot->creating > 0;
}

bool bot_run(struct bot *bot) {
    for (int i = 0; i < bot->options.games; i++) {
        bot->pilots[i] = pilot_new(&bot->options.contender, bot_wake, bot);
        if (bot->pilots[i] == NULL)
            return false;
    }
    for (;;) {
        const bool enough = bot->options.count > 0 && bot->finished >= bot->options.count;
        const bool done = enough || (bot->stopping && !game_waits(bot));
        if (bot->refused || (done && connection_settled(bot->connection)))
            return !bot->refused;
        connection_turn(bot->connection);
    }
}

void bot_stop(struct bot *bot) {
    bot->stop_asked = true;
    connection_wake(bot->connection);
}
