/* bot_find.c - finding games: challenges of others, offers of its own, quick pairing. */
#include "bot_inside.h"

#include "../engine/clock.h"

#include <string.h>
#include <sys/random.h>

enum { SEEK_MS = 20000, OFFER_MS = 5000 };

int bot_busy(const struct bot *bot) {
    int count = bot->joining;
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        const struct bout *bout = &bot->bouts[i];
        count += bout->game[0] != '\0' && bout->state != BOUT_OVER && !(bout->own && bout->state == BOUT_OPEN);
    }
    return count;
}

bool bot_has_room(const struct bot *bot) {
    const int count = bot->options.count;
    const int busy = bot_busy(bot);
    return !bot->stopping && busy < bot->options.games && (count == 0 || bot->finished + busy < count);
}

/* Whether it plays a game, with whatever options. */
static bool spec_fits(const struct bot *bot, const char *spec) {
    const size_t length = strcspn(spec, ":");
    for (int i = 0; i < bot->options.spec_count; i++)
        if (strcspn(bot->options.specs[i], ":") == length && strncmp(bot->options.specs[i], spec, length) == 0)
            return true;
    return false;
}

/* ---- Challenges of others ------------------------------------------------------------------------------------- */

void bot_see_lobby(struct bot *bot, const json_t *json) {
    size_t index;
    const json_t *line;
    json_array_foreach(json_object_get(json, "challenges"), index, line) {
        const char *game = json_string_value(json_object_get(line, "game"));
        const char *spec = json_string_value(json_object_get(line, "spec"));
        if (!bot_has_room(bot))
            return;
        if (game == NULL || spec == NULL || !spec_fits(bot, spec) || bot_find(bot, game) != NULL)
            continue;
        bot->joining++;
        bot_ask(bot, ASK_JOIN, game, json_pack("{s:s, s:s}", "t", "join", "game", game));
    }
}

static void lobby_watch(struct bot *bot) {
    const bool want = (bot->options.ways & BOT_JOIN) != 0 && bot_has_room(bot);
    if (want == bot->lobby_on)
        return;
    bot->lobby_on = want;
    bot_ask(bot, ASK_NOTHING, "", json_pack("{s:s, s:b}", "t", "lobby", "on", want));
}

/* ---- Offers of its own ---------------------------------------------------------------------------------------- */

static struct bout *offer_find(struct bot *bot, const char *spec) {
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        struct bout *bout = &bot->bouts[i];
        if (bout->game[0] != '\0' && bout->own && bout->state <= BOUT_OPEN && strcmp(bout->spec, spec) == 0)
            return bout;
    }
    return NULL;
}

/* One seat is the bot's, any of them. */
static void offer_make(struct bot *bot, const char *spec) {
    struct tab_rules rules;
    struct tab_error error;
    unsigned char luck = 0;
    json_t *seats = json_array();
    const bool good = tab_rules_parse(&rules, spec, &error) && getrandom(&luck, sizeof luck, 0) == sizeof luck;
    const int players = good ? tab_rules_players(&rules) : 0;
    for (int i = 0; i < players; i++)
        json_array_append_new(seats, json_pack("{s:s}", "kind", i == luck % players ? "me" : "open"));
    bot->creating++;
    bot_ask(bot, ASK_CREATE, spec,
            json_pack("{s:s, s:s, s:o, s:o, s:b}", "t", "create", "spec", spec, "clock",
                      json_loads(bot->options.clock, 0, NULL), "seats", seats, "listed", 1));
}

/* Gives up seats in games that have not begun, when there is no room for them: those of its own offers, and in the end
 * all. */
static void offers_take_back(struct bot *bot) {
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        struct bout *bout = &bot->bouts[i];
        if (bout->state != BOUT_OPEN || !(bout->own || bot->stopping))
            continue;
        bot_ask(bot, ASK_NOTHING, bout->game, json_pack("{s:s, s:s}", "t", "leave", "game", bout->game));
        bot_forget(bot, bout);
    }
}

static void offers_see(struct bot *bot) {
    const bool want = (bot->options.ways & BOT_OFFER) != 0 && bot_has_room(bot);
    if (!want)
        offers_take_back(bot);
    if (!want || bot->creating > 0 || clock_now() < bot->offer_at)
        return;
    for (int i = 0; i < bot->options.spec_count; i++)
        if (offer_find(bot, bot->options.specs[i]) == NULL) {
            bot->offer_at = clock_now() + OFFER_MS; /* in case it is refused */
            offer_make(bot, bot->options.specs[i]);
            return;
        }
}

/* ---- Quick pairing -------------------------------------------------------------------------------------------- */

static void seek_see(struct bot *bot) {
    const bool want = (bot->options.ways & BOT_SEEK) != 0 && bot_has_room(bot);
    const int64_t now = clock_now();
    if (!want && bot->seek_at != 0)
        bot_ask(bot, ASK_NOTHING, "", json_pack("{s:s}", "t", "unseek"));
    if (!want)
        bot->seek_at = 0;
    if (!want || (bot->seek_at != 0 && now - bot->seek_at < SEEK_MS))
        return;
    bot->seek_at = now;
    bot->seek = (bot->seek + 1) % bot->options.spec_count;
    bot_ask(bot, ASK_NOTHING, "",
            json_pack("{s:s, s:s, s:o}", "t", "seek", "spec", bot->options.specs[bot->seek], "clock",
                      json_loads(bot->options.clock, 0, NULL)));
}

void bot_seek_games(struct bot *bot) {
    if (!bot->greeted)
        return;
    lobby_watch(bot);
    offers_see(bot);
    seek_see(bot);
}
