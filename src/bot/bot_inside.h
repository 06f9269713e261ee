/* bot_inside.h - what the files of the bot share. */
#ifndef TABLIER_BOT_INSIDE_H
#define TABLIER_BOT_INSIDE_H

#include "bot.h"
#include "bout.h"

enum ask { ASK_NOTHING, ASK_HELLO, ASK_WATCH, ASK_JOIN, ASK_CREATE, ASK_MOVE };

enum { ASKED_MAX = 64 };

/* A request that is not answered yet. */
struct asked {
    enum ask ask; /* ASK_NOTHING: a free place */
    int id;
    char what[TAB_SPEC_TEXT]; /* the game's name, or the spec of a new one */
};

struct bot {
    struct bot_options options;
    struct connection *connection;
    struct pilot *pilots[BOT_GAMES_MAX]; /* as many as games at a time */
    struct bout bouts[BOT_GAMES_MAX];
    struct asked asked[ASKED_MAX];
    int next_id;
    bool greeted, stopping, refused, lobby_on;
    _Atomic bool stop_asked;
    int finished;
    int seek;         /* which of the games is sought */
    int64_t seek_at;  /* since when; 0: not at all */
    int64_t offer_at; /* when an offer may be made again */
    int creating;     /* offers on their way */
    int joining;      /* and challenges of others that were asked for */
};

/* ---- Messages: bot.c ------------------------------------------------------------------------------------------ */

/* Sends a request and frees it; what becomes of it is noted unless it is ASK_NOTHING. */
void bot_ask(struct bot *bot, enum ask ask, const char *what, json_t *json);
void bot_tell(const struct bot *bot, enum bot_event event, const struct bout *bout, const char *text);
struct bout *bot_find(struct bot *bot, const char *game);
/* Follows a game from now on; nothing when there is no place for it. */
struct bout *bot_follow(struct bot *bot, const char *game);
void bot_forget(struct bot *bot, struct bout *bout);

/* ---- Finding games: bot_find.c -------------------------------------------------------------------------------- */

/* Games it plays or is about to: all but its own challenges. */
int bot_busy(const struct bot *bot);
bool bot_has_room(const struct bot *bot);
/* Makes and takes back offers and seeks, as there is room for games. */
void bot_seek_games(struct bot *bot);
/* Joins what fits of the lobby. */
void bot_see_lobby(struct bot *bot, const json_t *json);

/* ---- Playing: bot_play.c -------------------------------------------------------------------------------------- */

/* A game has changed, or a second has gone by: begins to think, sends moves again. */
void bot_play(struct bot *bot, struct bout *bout);
/* Takes what the engines have found. */
void bot_collect(struct bot *bot);
void bot_refused_move(struct bot *bot, struct bout *bout, const char *code);
/* Somebody offers something, or has while the bot did not listen: a rematch is agreed to, anything else is declined. What
 * comes just before a move of the bot has been declined with it; then the answer is refused, and that is all. */
void bot_see_offer(struct bot *bot, const struct bout *bout, const json_t *event);
void bot_see_offers(struct bot *bot, const struct bout *bout, const json_t *game);

#endif
