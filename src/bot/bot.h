/* bot.h - a program that plays on a server: it finds games as it is told, lets an engine think, sends its moves, and comes
 * back when the connection is lost. docs/protocol.md describes the messages. */
#ifndef TABLIER_BOT_BOT_H
#define TABLIER_BOT_BOT_H

#include "connection.h"
#include "pilot.h"

enum { BOT_GAMES_MAX = 16, BOT_SPECS_MAX = 8, BOT_CLOCK = 96 };

/* How games are found; several go together. */
enum bot_way {
    BOT_JOIN = 1,  /* open challenges of others that fit */
    BOT_OFFER = 2, /* an open challenge of its own for each of the games */
    BOT_SEEK = 4   /* quick pairing, one of the games after the other */
};

/* What is told to people while it runs. */
enum bot_event {
    BOT_CONNECTED,
    BOT_LOST,    /* text: why */
    BOT_REFUSED, /* text: why; the bot ends */
    BOT_BEGAN,   /* game, spec, text: against whom */
    BOT_WON,     /* game, spec, text */
    BOT_NOT_WON, /* lost, drawn, shared with others: payoff says how */
    BOT_ABORTED,
    BOT_FAILED,  /* game, failure: of the engine */
    BOT_TROUBLE, /* game, text: why a move was not taken */
    BOT_STOPPING
};

struct bot_news {
    enum bot_event event;
    const char *game, *spec, *text;
    const struct failure *failure;
    double payoff;
    int players;
};

struct bot_options {
    struct connection_options connection; /* `tell` and `context` are the bot's own */
    struct contender contender;
    struct allowance allowance;       /* without a clock */
    const char *specs[BOT_SPECS_MAX]; /* the games it plays: what it offers; ids of what it joins */
    int spec_count;
    char clock[BOT_CLOCK]; /* of its offers, as JSON */
    unsigned ways;
    int games; /* at a time */
    int count; /* it ends after so many; 0: never */
    void (*news)(void *context, const struct bot_news *news);
    void *context;
};

/* Starts no threads; NULL when there is no memory or there are no certificates. */
struct bot *bot_new(const struct bot_options *options);
void bot_free(struct bot *bot);
/* To be called once. Plays until it is asked to stop and no game waits for it, or the server does not want it. True when it ended well. */
bool bot_run(struct bot *bot);
/* From any thread: takes no new games, and ends when those with a clock are over. */
void bot_stop(struct bot *bot);

#endif
