/* bot_play.c - playing: the engine is asked once for every position in which it is the bot's turn; what it finds is sent
 * until the server has it. A move names how many were made before, so it is never made twice. */
#include "bot_inside.h"

#include "../engine/clock.h"

#include <stdio.h>
#include <string.h>

enum { AGAIN_MS = 1000, FAILURES_MAX = 3 };

static void move_send(struct bot *bot, struct bout *bout) {
    bout->again = 0;
    bot_ask(bot, ASK_MOVE, bout->game,
            json_pack("{s:s, s:s, s:i, s:s}", "t", "move", "game", bout->game, "ply", tab_match_ply(bout->match),
                      "move", bout->move));
}

/* The engine that thought about this game before, or else any that is free. */
static struct pilot *pilot_choose(struct bot *bot, const struct bout *bout) {
    struct pilot *chosen = NULL;
    for (int i = 0; i < bot->options.games; i++) {
        struct pilot *pilot = bot->pilots[i];
        if (pilot_idle(pilot) && (chosen == NULL || strcmp(pilot_game(pilot), bout->game) == 0))
            chosen = pilot;
    }
    return chosen;
}

static void bout_give_up(struct bot *bot, struct bout *bout) {
    if (clock_now() < bout->again)
        return;
    bout->again = clock_now() + AGAIN_MS;
    bot_ask(bot, ASK_NOTHING, bout->game, json_pack("{s:s, s:s}", "t", "resign", "game", bout->game));
}

void bot_play(struct bot *bot, struct bout *bout) {
    struct task task;
    if (!bout_due(bout) || !bot->greeted)
        return;
    if (bout->failures >= FAILURES_MAX) {
        bout_give_up(bot, bout);
        return;
    }
    if (bout->move[0] != '\0') {
        if (bout->again != 0 && clock_now() >= bout->again)
            move_send(bot, bout);
        return;
    }
    struct pilot *pilot = bout->thinking ? NULL : pilot_choose(bot, bout);
    if (pilot == NULL || !bout_task(bout, &bot->options.allowance, &task))
        return;
    bout->thinking = true;
    pilot_think(pilot, &task);
}

/* An engine that fails is started anew and asked again; one that goes on failing gives the game up. */
static void failure_take(struct bot *bot, struct bout *bout, const struct failure *failure) {
    const struct bot_news news = {.event = BOT_FAILED, .game = bout->game, .failure = failure};
    bot->options.news(bot->options.context, &news);
    bout->failures++;
    bot_play(bot, bout);
}

static void thought_take(struct bot *bot, const struct thought *thought) {
    struct bout *bout = bot_find(bot, thought->game);
    struct tab_error error = {0};
    struct failure failure;
    tab_move move;
    if (bout == NULL || bout->serial != thought->serial || !bout_due(bout))
        return;
    bout->thinking = false;
    if (!thought->good) {
        if (thought->failure.fault != FAULT_ABANDONED)
            failure_take(bot, bout, &thought->failure);
        return;
    }
    const struct tab_position *position = tab_match_position(bout->match);
    if (!tab_move_parse(&bout->rules, position, thought->reply.move, &move, &error)) {
        failure_set_move(&failure, thought->reply.move, &error);
        failure_take(bot, bout, &failure);
        return;
    }
    bout->failures = 0;
    tab_move_format(&bout->rules, position, move, bout->move, sizeof bout->move);
    move_send(bot, bout);
}

void bot_collect(struct bot *bot) {
    struct thought thought;
    for (int i = 0; i < bot->options.games; i++)
        if (pilot_take(bot->pilots[i], &thought))
            thought_take(bot, &thought);
}

void bot_refused_move(struct bot *bot, struct bout *bout, const char *code) {
    static const char *const passing[] = {"store", "busy", "rate", "open"};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (strcmp(code, passing[i]) == 0) {
            bout->again = clock_now() + AGAIN_MS;
            return;
        }
    bot_tell(bot, BOT_TROUBLE, bout, code);
    bout->number = 0; /* the whole game, please */
    bot_ask(bot, ASK_WATCH, bout->game, json_pack("{s:s, s:s}", "t", "watch", "game", bout->game));
}

static void offer_answer(struct bot *bot, const struct bout *bout, const char *offer) {
    const bool agree = strcmp(offer, "rematch") == 0 && bot_has_room(bot);
    bot_ask(bot, ASK_NOTHING, bout->game,
            json_pack("{s:s, s:s, s:s}", "t", agree ? "offer" : "decline", "game", bout->game, "offer", offer));
}

void bot_see_offer(struct bot *bot, const struct bout *bout, const json_t *event) {
    const char *offer = json_string_value(json_object_get(event, "offer"));
    if (offer != NULL && json_integer_value(json_object_get(event, "seat")) != bout->mine)
        offer_answer(bot, bout, offer);
}

void bot_see_offers(struct bot *bot, const struct bout *bout, const json_t *game) {
    const char *offer;
    json_t *seats;
    json_object_foreach(json_object_get(game, "offers"), offer, seats) {
        if (json_array_size(seats) > 0)
            offer_answer(bot, bout, offer);
    }
}
