/* arena.c - several games at a time, each in a thread that talks to the engines of one game. */
#include "arena.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { LOOK_UP_MS = 100 }; /* how often the caller is asked for orders */

struct ended_game {
    struct game game;
    struct ended_game *next;
};

struct arena {
    const struct arena_plan *plan;
    _Atomic bool abandoned;
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t news;
    int64_t next; /* number of the next game to begin */
    int64_t last; /* games there are */
    bool closing;
    int running; /* threads */
    struct ended_game *first, **end;
};

/* ---- Rehearsal ------------------------------------------------------------------------------------------------ */

bool arena_rehearse(const struct contest *contest, int *who, struct failure *failure) {
    for (*who = 0; *who < contest->contender_count; ++*who) {
        struct client client;
        bool good =
            client_open(&client, &contest->contenders[*who], contest->spec, contest->patience_ms, NULL, failure);
        client_close(&client);
        if (!good)
            return false;
    }
    return true;
}

/* ---- Threads -------------------------------------------------------------------------------------------------- */

/* The number of the next game that has to be played, -1 when there is none. */
static int64_t game_next(struct arena *arena) {
    const bool *finished = arena->plan->finished;
    while (finished != NULL && arena->next < arena->last && finished[arena->next])
        arena->next++;
    return arena->closing || arena->next >= arena->last ? -1 : arena->next++;
}

static void *thread_run(void *argument) {
    struct arena *arena = argument;
    const struct contest *contest = arena->plan->contest;
    struct crew crew = {0};
    for (;;) {
        pthread_mutex_lock(&arena->lock);
        int64_t number = game_next(arena);
        pthread_mutex_unlock(&arena->lock);
        struct ended_game *ended = number >= 0 ? calloc(1, sizeof *ended) : NULL;
        if (ended == NULL)
            break;
        struct fixture fixture = schedule_fixture(&contest->schedule, number);
        game_play(&ended->game, contest, &fixture, &crew, &arena->abandoned);
        pthread_mutex_lock(&arena->lock);
        *arena->end = ended;
        arena->end = &ended->next;
        pthread_cond_signal(&arena->news);
        pthread_mutex_unlock(&arena->lock);
    }
    crew_dismiss(&crew);
    pthread_mutex_lock(&arena->lock);
    arena->running--;
    pthread_cond_signal(&arena->news);
    pthread_mutex_unlock(&arena->lock);
    return NULL;
}

/* The threads get no signals: those meant for the program go to the one that runs the arena. Returns how many were
 * started. */
static int threads_start(struct arena *arena, pthread_t *threads, int count) {
    sigset_t all, before;
    int started = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    arena->running = count;
    while (started < count && pthread_create(&threads[started], NULL, thread_run, arena) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_mutex_lock(&arena->lock);
    arena->running -= count - started;
    pthread_mutex_unlock(&arena->lock);
    return started;
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

static void order_obey(struct arena *arena) {
    enum arena_order order = arena->plan->order(arena->plan->context);
    if (order == ARENA_ABANDON)
        atomic_store(&arena->abandoned, true);
    if (order == ARENA_GO_ON)
        return;
    pthread_mutex_lock(&arena->lock);
    arena->closing = true;
    pthread_mutex_unlock(&arena->lock);
}

/* Waits for games that have ended and takes them all; NULL after a while without any. *running tells whether there may
 * be more. */
static struct ended_game *games_await(struct arena *arena, bool *running) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_UP_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&arena->lock);
    if (arena->first == NULL && arena->running > 0)
        pthread_cond_timedwait(&arena->news, &arena->lock, &until);
    struct ended_game *games = arena->first;
    arena->first = NULL;
    arena->end = &arena->first;
    *running = arena->running > 0;
    pthread_mutex_unlock(&arena->lock);
    return games;
}

static void arena_watch(struct arena *arena) {
    const struct arena_plan *plan = arena->plan;
    bool running = true;
    while (running) {
        struct ended_game *games = games_await(arena, &running);
        while (games != NULL) {
            struct ended_game *next = games->next;
            if (games->game.failure.fault != FAULT_ABANDONED || !atomic_load(&arena->abandoned))
                plan->take(plan->context, &games->game);
            order_obey(arena);
            game_free(&games->game);
            free(games);
            games = next;
        }
        order_obey(arena);
    }
}

bool arena_run(const struct arena_plan *plan) {
    struct arena arena = {.plan = plan, .last = schedule_games(&plan->contest->schedule)};
    pthread_condattr_t monotonic;
    pthread_t *threads = calloc((size_t)plan->concurrency, sizeof *threads);
    if (threads == NULL)
        return false;
    arena.end = &arena.first;
    pthread_mutex_init(&arena.lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&arena.news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    int started = threads_start(&arena, threads, plan->concurrency);
    if (started > 0)
        arena_watch(&arena);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&arena.news);
    pthread_mutex_destroy(&arena.lock);
    free(threads);
    return started > 0;
}
