/* engines.c - engines for seats. */
#include "engines.h"
#include "../opening.h"
#include "journal.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_MAX = 1024, NICENESS = 15 };

struct job {
    struct job *next;
    struct engine_answer answer;
    struct tab_rules rules;
    struct tab_position position;
    uint64_t *past;
    int past_count;
    int level;
};

struct worker {
    struct engines *engines;
    struct tab_engine *engine;
    pthread_t thread;
    bool running;
};

struct engines {
    struct tab_knowledge *knowledge; /* all of them have it */
    struct worker *workers;
    int count;
    struct engines_options options;
    store_wake_function *wake;
    void *context;

    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t changed;
    struct job *waiting, **waiting_end, *done, **done_end;
    int jobs;
    bool ending;
};

static void job_free(struct job *job) {
    free(job->past);
    free(job);
}

static void jobs_free(struct job *first) {
    for (struct job *next; first != NULL; first = next) {
        next = first->next;
        job_free(first);
    }
}

static void list_append(struct job ***end, struct job *job) {
    job->next = NULL;
    **end = job;
    *end = &job->next;
}

static struct job *list_take(struct job **first, struct job ***end) {
    struct job *job = *first;
    if (job != NULL && (*first = job->next) == NULL)
        *end = first;
    return job;
}

/* ---- In the threads ------------------------------------------------------------------------------------------- */

static struct tab_engine_options engine_options(const struct engines *engines) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = engines->options.mib;
    options.proof_mib = engines->options.proof_mib;
    return options;
}

static void job_think(struct worker *worker, struct job *job, struct tab_thought *thought) {
    struct tab_engine_options options = engine_options(worker->engines);
    const struct tab_limits limits = {.move_ms = worker->engines->options.move_ms};
    options.level = job->level;
    randombytes_buf(&options.seed, sizeof options.seed);
    job->answer.move[0] = '\0';
    if (!tab_engine_configure(worker->engine, &options))
        return;
    tab_engine_think(worker->engine, &job->rules, &job->position, job->past, job->past_count, &limits, NULL, NULL,
                     thought);
    tab_move_format(&job->rules, &job->position, thought->move, job->answer.move, sizeof job->answer.move);
}

static void *worker_run(void *argument) {
    struct worker *worker = argument;
    struct engines *engines = worker->engines;
    struct tab_thought *thought = malloc(sizeof *thought);
    if (thought == NULL)
        return NULL;
    (void)!nice(NICENESS); /* of this thread; should it be refused, we go on as we are */
    pthread_mutex_lock(&engines->mutex);
    while (!engines->ending) {
        struct job *job = list_take(&engines->waiting, &engines->waiting_end);
        if (job == NULL) {
            pthread_cond_wait(&engines->changed, &engines->mutex);
            continue;
        }
        pthread_mutex_unlock(&engines->mutex);
        job_think(worker, job, thought);
        pthread_mutex_lock(&engines->mutex);
        list_append(&engines->done_end, job);
        engines->wake(engines->context);
    }
    pthread_mutex_unlock(&engines->mutex);
    free(thought);
    return NULL;
}

/* ---- The other side ------------------------------------------------------------------------------------------- */

static bool worker_begin(struct engines *engines, struct worker *worker) {
    const struct tab_engine_options options = engine_options(engines);
    worker->engines = engines;
    worker->engine = tab_engine_new(&options);
    if (worker->engine != NULL)
        tab_engine_use(worker->engine, engines->knowledge);
    worker->running = worker->engine != NULL && pthread_create(&worker->thread, NULL, worker_run, worker) == 0;
    return worker->running;
}

struct engines *engines_new(const struct engines_options *options, store_wake_function *wake, void *context) {
    struct engines *engines = calloc(1, sizeof *engines);
    if (engines == NULL)
        return NULL;
    engines->workers = calloc((size_t)options->threads, sizeof *engines->workers);
    engines->options = *options;
    engines->wake = wake;
    engines->context = context;
    engines->waiting_end = &engines->waiting;
    engines->done_end = &engines->done;
    pthread_mutex_init(&engines->mutex, NULL);
    pthread_cond_init(&engines->changed, NULL);
    char damage[OPENING_DAMAGE];
    engines->knowledge = opening_knowledge(NULL, damage);
    if (damage[0] != '\0')
        journal_write(JOURNAL_WARNING, "book damaged", "reason", damage, NULL);
    bool good = engines->workers != NULL;
    for (; good && engines->count < options->threads; engines->count++)
        good = worker_begin(engines, &engines->workers[engines->count]);
    if (good)
        return engines;
    engines_free(engines);
    return NULL;
}

void engines_free(struct engines *engines) {
    pthread_mutex_lock(&engines->mutex);
    engines->ending = true;
    pthread_cond_broadcast(&engines->changed);
    pthread_mutex_unlock(&engines->mutex);
    for (int i = 0; i < engines->count; i++) {
        struct worker *worker = &engines->workers[i];
        if (worker->running) {
            tab_engine_stop(worker->engine);
            pthread_join(worker->thread, NULL);
        }
        tab_engine_free(worker->engine);
    }
    jobs_free(engines->waiting);
    jobs_free(engines->done);
    pthread_cond_destroy(&engines->changed);
    pthread_mutex_destroy(&engines->mutex);
    tab_knowledge_free(engines->knowledge);
    free(engines->workers);
    free(engines);
}

static struct job *job_new(const struct hub_job *asked) {
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    job->past = malloc((size_t)(asked->past_count + 1) * sizeof *job->past);
    if (job->past == NULL) {
        free(job);
        return NULL;
    }
    if (asked->past_count > 0)
        memcpy(job->past, asked->past, (size_t)asked->past_count * sizeof *job->past);
    memcpy(job->answer.game, asked->game, sizeof job->answer.game);
    job->answer.moved = asked->moved;
    job->past_count = asked->past_count;
    job->rules = *asked->rules;
    job->position = *asked->position;
    job->level = asked->level;
    return job;
}

bool engines_ask(struct engines *engines, const struct hub_job *asked) {
    struct job *job = job_new(asked);
    if (job == NULL)
        return false;
    pthread_mutex_lock(&engines->mutex);
    const bool fits = engines->jobs < JOBS_MAX;
    if (fits) {
        engines->jobs++;
        list_append(&engines->waiting_end, job);
        pthread_cond_signal(&engines->changed);
    }
    pthread_mutex_unlock(&engines->mutex);
    if (!fits)
        job_free(job);
    return fits;
}

bool engines_collect(struct engines *engines, struct engine_answer *answer) {
    pthread_mutex_lock(&engines->mutex);
    struct job *job = list_take(&engines->done, &engines->done_end);
    engines->jobs -= job != NULL;
    pthread_mutex_unlock(&engines->mutex);
    if (job == NULL)
        return false;
    *answer = job->answer;
    job_free(job);
    return true;
}
