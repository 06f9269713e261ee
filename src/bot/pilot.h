/* pilot.h - an engine that thinks in a thread of its own, so that the connection never waits for it. The engine stays open
 * from game to game as long as they have the same rules. */
#ifndef TABLIER_BOT_PILOT_H
#define TABLIER_BOT_PILOT_H

#include "../arena/client.h"
#include "../arena/orders.h"

enum { GAME_NAME = 32 };

/* What to think about. */
struct task {
    char game[GAME_NAME];
    uint64_t serial; /* chosen by the asker */
    char spec[TAB_SPEC_TEXT];
    char *position; /* the whole line; the pilot frees it */
    char go[GO_TEXT];
    int64_t allowed_ms;
};

struct thought {
    char game[GAME_NAME];
    uint64_t serial;
    bool good;
    struct reply reply;
    struct failure failure; /* unless it is good */
};

/* `wake` is called in its thread when there is a thought to take. NULL when there is no memory or no thread. */
struct pilot *pilot_new(const struct contender *contender, void (*wake)(void *context), void *context);
/* Ends what it does, and the engine. */
void pilot_free(struct pilot *pilot);

bool pilot_idle(struct pilot *pilot);
/* The game it thought about last, "": none. */
const char *pilot_game(const struct pilot *pilot);
/* Only when it is idle. */
void pilot_think(struct pilot *pilot, const struct task *task);
/* Takes what it has found; false when there is nothing (yet). */
bool pilot_take(struct pilot *pilot, struct thought *thought);
/* Nobody wants to know any more what it finds for this game. */
void pilot_drop(struct pilot *pilot, const char *game);

#endif
