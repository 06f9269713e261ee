/* pilot.c - an engine that thinks in a thread of its own. */
#include "pilot.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { PATIENCE_MS = 30000 };

enum pilot_state { PILOT_IDLE, PILOT_ASKED, PILOT_THINKING, PILOT_DONE, PILOT_ENDING };

struct pilot {
    const struct contender *contender;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    enum pilot_state state;
    char game[GAME_NAME]; /* the last one; changed only by who asks */
    struct task task;
    struct thought thought;
    _Atomic bool dropped; /* breaks off what it thinks */

    /* Of the thread alone. */
    struct client client;
    char spec[TAB_SPEC_TEXT], known[GAME_NAME]; /* what the engine is set up for, "": for nothing */
};

/* ---- In the thread -------------------------------------------------------------------------------------------- */

static uint32_t seed_draw(void) {
    uint32_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return 1;
    return seed >> 1;
}

/* Sees to it that the engine is there and knows which game it plays. */
static bool engine_prepare(struct pilot *pilot, const struct task *task, struct failure *failure) {
    if (pilot->client.process.pid == 0 || strcmp(pilot->spec, task->spec) != 0) {
        client_close(&pilot->client);
        pilot->known[0] = '\0';
        if (!client_open(&pilot->client, pilot->contender, task->spec, PATIENCE_MS, &pilot->dropped, failure))
            return false;
        memcpy(pilot->spec, task->spec, sizeof pilot->spec);
    }
    if (strcmp(pilot->known, task->game) == 0)
        return true;
    if (!client_new_game(&pilot->client, seed_draw(), failure))
        return false;
    memcpy(pilot->known, task->game, sizeof pilot->known);
    return true;
}

static void task_do(struct pilot *pilot, const struct task *task, struct thought *thought) {
    *thought = (struct thought){.serial = task->serial};
    memcpy(thought->game, task->game, sizeof thought->game);
    thought->good =
        engine_prepare(pilot, task, &thought->failure) &&
        client_think(&pilot->client, task->position, task->go, task->allowed_ms, &thought->reply, &thought->failure);
    if (!thought->good)
        client_close(&pilot->client);
}

static void *pilot_run(void *argument) {
    struct pilot *pilot = argument;
    struct thought thought;
    pthread_mutex_lock(&pilot->mutex);
    while (pilot->state != PILOT_ENDING) {
        if (pilot->state != PILOT_ASKED) {
            pthread_cond_wait(&pilot->asked, &pilot->mutex);
            continue;
        }
        pilot->state = PILOT_THINKING;
        const struct task task = pilot->task;
        pthread_mutex_unlock(&pilot->mutex);
        task_do(pilot, &task, &thought);
        free(task.position);
        pthread_mutex_lock(&pilot->mutex);
        if (pilot->state == PILOT_ENDING)
            break;
        pilot->thought = thought;
        pilot->state = PILOT_DONE;
        pilot->wake(pilot->context);
    }
    pthread_mutex_unlock(&pilot->mutex);
    client_close(&pilot->client);
    return NULL;
}

/* ---- From outside --------------------------------------------------------------------------------------------- */

struct pilot *pilot_new(const struct contender *contender, void (*wake)(void *context), void *context) {
    struct pilot *pilot = calloc(1, sizeof *pilot);
    if (pilot == NULL)
        return NULL;
    pilot->contender = contender;
    pilot->wake = wake;
    pilot->context = context;
    pthread_mutex_init(&pilot->mutex, NULL);
    pthread_cond_init(&pilot->asked, NULL);
    if (pthread_create(&pilot->thread, NULL, pilot_run, pilot) == 0)
        return pilot;
    free(pilot);
    return NULL;
}

void pilot_free(struct pilot *pilot) {
    if (pilot == NULL)
        return;
    pthread_mutex_lock(&pilot->mutex);
    if (pilot->state == PILOT_ASKED)
        free(pilot->task.position);
    pilot->state = PILOT_ENDING;
    pilot->dropped = true;
    pthread_cond_signal(&pilot->asked);
    pthread_mutex_unlock(&pilot->mutex);
    pthread_join(pilot->thread, NULL);
    pthread_cond_destroy(&pilot->asked);
    pthread_mutex_destroy(&pilot->mutex);
    free(pilot);
}

bool pilot_idle(struct pilot *pilot) {
    pthread_mutex_lock(&pilot->mutex);
    const bool idle = pilot->state == PILOT_IDLE;
    pthread_mutex_unlock(&pilot->mutex);
    return idle;
}

const char *pilot_game(const struct pilot *pilot) { return pilot->game; }

void pilot_think(struct pilot *pilot, const struct task *task) {
    memcpy(pilot->game, task->game, sizeof pilot->game);
    pthread_mutex_lock(&pilot->mutex);
    pilot->dropped = false;
    pilot->task = *task;
    pilot->state = PILOT_ASKED;
    pthread_cond_signal(&pilot->asked);
    pthread_mutex_unlock(&pilot->mutex);
}

bool pilot_take(struct pilot *pilot, struct thought *thought) {
    pthread_mutex_lock(&pilot->mutex);
    const bool done = pilot->state == PILOT_DONE;
    if (done) {
        *thought = pilot->thought;
        pilot->state = PILOT_IDLE;
    }
    pthread_mutex_unlock(&pilot->mutex);
    return done;
}

void pilot_drop(struct pilot *pilot, const char *game) {
    pthread_mutex_lock(&pilot->mutex);
    if (strcmp(pilot->game, game) == 0 && (pilot->state == PILOT_ASKED || pilot->state == PILOT_THINKING))
        pilot->dropped = true;
    pthread_mutex_unlock(&pilot->mutex);
}
