/* thinker.c - the engine in a thread of its own. */
#include "thinker.h"
#include "../opening.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct thinker {
    struct tab_engine *engine;
    int pipe[2];
    pthread_t thread;
    bool running; /* there is a thread to join */

    /* What it thinks about; the thread's own while it runs. */
    struct tab_rules rules;
    struct tab_position position;
    struct tab_limits limits;
    uint64_t *past;
    int past_count;
    struct tab_thought thought;

    pthread_mutex_t mutex; /* of all below */
    struct thinker_news news;
    bool fresh;
};

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct thinker *thinker_new(const struct tab_engine_options *options) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (thinker == NULL)
        return NULL;
    char damage[OPENING_DAMAGE]; /* of no interest to who plays */
    thinker->engine = opening_engine_new(options, NULL, damage);
    if (thinker->engine == NULL || pipe(thinker->pipe) != 0) {
        tab_engine_free(thinker->engine);
        free(thinker);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(thinker->pipe[i], F_SETFL, O_NONBLOCK);
    pthread_mutex_init(&thinker->mutex, NULL);
    return thinker;
}

void thinker_free(struct thinker *thinker) {
    if (thinker == NULL)
        return;
    thinker_cancel(thinker);
    close(thinker->pipe[0]);
    close(thinker->pipe[1]);
    pthread_mutex_destroy(&thinker->mutex);
    tab_engine_free(thinker->engine);
    free(thinker->past);
    free(thinker);
}

int thinker_descriptor(const struct thinker *thinker) { return thinker->pipe[0]; }

/* ---- In the thread -------------------------------------------------------------------------------------------- */

/* A full pipe is no loss: the reader has something to collect anyway. */
static void reader_wake(const struct thinker *thinker) {
    if (write(thinker->pipe[1], "", 1) != 1)
        return;
}

static void news_take(void *context, const struct tab_info *info) {
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->mutex);
    struct thinker_news *news = &thinker->news;
    news->depth = info->depth;
    news->nodes = info->nodes;
    news->milliseconds = info->milliseconds;
    if (info->index < THINKER_LINES) {
        news->line[info->index] = *info->line;
        news->lines = info->index >= news->lines ? info->index + 1 : news->lines;
    }
    thinker->fresh = true;
    pthread_mutex_unlock(&thinker->mutex);
    reader_wake(thinker);
}

static void *thinker_run(void *argument) {
    struct thinker *thinker = argument;
    struct tab_thought *thought = &thinker->thought;
    tab_engine_think(thinker->engine, &thinker->rules, &thinker->position, thinker->past, thinker->past_count,
                     &thinker->limits, news_take, thinker, thought);
    pthread_mutex_lock(&thinker->mutex);
    struct thinker_news *news = &thinker->news;
    news->done = true;
    news->move = thought->move;
    news->depth = thought->depth;
    news->nodes = thought->nodes;
    news->milliseconds = thought->milliseconds;
    news->lines = thought->lines < THINKER_LINES ? thought->lines : THINKER_LINES;
    memcpy(news->line, thought->line, (size_t)news->lines * sizeof *news->line);
    thinker->fresh = true;
    pthread_mutex_unlock(&thinker->mutex);
    reader_wake(thinker);
    return NULL;
}

/* ---- For the user --------------------------------------------------------------------------------------------- */

static void pipe_empty(const struct thinker *thinker) {
    char bytes[64];
    while (read(thinker->pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

static void thread_end(struct thinker *thinker) {
    pthread_join(thinker->thread, NULL);
    thinker->running = false;
}

void thinker_stop(struct thinker *thinker) {
    if (thinker->running)
        tab_engine_stop(thinker->engine);
}

void thinker_cancel(struct thinker *thinker) {
    if (!thinker->running)
        return;
    tab_engine_stop(thinker->engine);
    thread_end(thinker);
    thinker->fresh = false;
    pipe_empty(thinker);
}

static bool past_copy(struct thinker *thinker, const struct tab_match *match) {
    const int count = tab_match_ply(match);
    uint64_t *past = realloc(thinker->past, (size_t)(count + 1) * sizeof *past);
    if (past == NULL)
        return false;
    memcpy(past, tab_match_past(match), (size_t)count * sizeof *past);
    thinker->past = past;
    thinker->past_count = count;
    return true;
}

bool thinker_start(struct thinker *thinker, const struct tab_match *match, const struct tab_engine_options *options,
                   const struct tab_limits *limits) {
    thinker_cancel(thinker);
    if (!past_copy(thinker, match) || !tab_engine_configure(thinker->engine, options))
        return false;
    tab_engine_arm(thinker->engine);
    thinker->rules = *tab_match_rules(match);
    thinker->position = *tab_match_position(match);
    thinker->limits = *limits;
    thinker->news = (struct thinker_news){0};
    thinker->fresh = false;
    thinker->running = pthread_create(&thinker->thread, NULL, thinker_run, thinker) == 0;
    return thinker->running;
}

bool thinker_collect(struct thinker *thinker, struct thinker_news *news) {
    if (!thinker->running)
        return false;
    pipe_empty(thinker);
    pthread_mutex_lock(&thinker->mutex);
    bool fresh = thinker->fresh;
    thinker->fresh = false;
    if (fresh)
        *news = thinker->news;
    pthread_mutex_unlock(&thinker->mutex);
    if (fresh && news->done)
        thread_end(thinker);
    return fresh;
}
