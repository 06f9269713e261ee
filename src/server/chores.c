/* chores.c - threads that look for work in the database. */
#include "chores.h"
#include "../rules/game.h"
#include "../translate.h"
#include "accounts.h"
#include "analyst.h"
#include "ledger.h"
#include "reports.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { LEDGER_MS = 200, ANALYST_MS = 500, FAILED_MS = 500, CLOCK_MS = 10000, TIDY_MS = 3600 * 1000 };

struct chore {
    struct chores *chores;
    struct sql *sql;
    struct analyst *analyst; /* NULL: a ledger */
    int64_t ahead;           /* how far the clock of the database is, of that of this machine */
    int64_t clock_at;        /* when that is asked again, by the clock that nobody sets */
    int64_t tidy_at;         /* by the same */
    pthread_t thread;
    bool running;
};

struct chores {
    struct chores_options options;
    struct chore *list;
    int count;
    atomic_bool ending;
    pthread_mutex_t mutex; /* only to sleep with */
    pthread_cond_t changed;
};

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now_ms(void) { return clock_ms(CLOCK_REALTIME); }

/* All who share a database go by its clock, as servers do. A server alone goes by the system's. */
static void clock_ask(struct chore *chore) {
    const int64_t before = now_ms(), steady = clock_ms(CLOCK_MONOTONIC);
    const int64_t answer = steady >= chore->clock_at ? sql_clock(chore->sql) : 0;
    if (answer == 0)
        return;
    chore->ahead = answer - (before + now_ms()) / 2;
    chore->clock_at = steady + CLOCK_MS;
}

static int64_t chore_now(void *context) { return now_ms() + ((const struct chore *)context)->ahead; }

/* ---- In the threads ------------------------------------------------------------------------------------------- */

/* Sleeps, unless it is over. */
static void chores_rest(struct chores *chores, int ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&chores->mutex);
    if (!atomic_load(&chores->ending))
        pthread_cond_timedwait(&chores->changed, &chores->mutex, &until);
    pthread_mutex_unlock(&chores->mutex);
}

/* Takes away, now and then, what is kept for a time only. What fails is tried again the next time. */
static void chore_tidy(struct chore *chore) {
    const int64_t now = chore_now(chore), steady = clock_ms(CLOCK_MONOTONIC);
    if (steady < chore->tidy_at)
        return;
    chore->tidy_at = steady + TIDY_MS;
    sessions_expire(chore->sql, now);
    reports_tidy(chore->sql, now);
    sql_log_clear(chore->sql);
}

/* How long to rest after one thing was done; -1: for ever. */
static int ledger_turn(struct chore *chore) {
    const struct chores_options *options = &chore->chores->options;
    char told[GAME_ID_TEXT];
    switch (ledger_step(chore->sql, chore_now(chore), told)) {
    case LEDGER_DONE:
        if (told[0] != '\0' && options->tell != NULL)
            options->tell(options->context, told);
        return 0;
    case LEDGER_IDLE: chore_tidy(chore); return options->once ? -1 : LEDGER_MS;
    case LEDGER_FAILED: break;
    }
    return FAILED_MS;
}

static int analyst_turn(const struct chore *chore) {
    switch (analyst_step(chore->analyst, chore->sql)) {
    case ANALYST_DONE: return 0;
    case ANALYST_IDLE: return chore->chores->options.once ? -1 : ANALYST_MS;
    case ANALYST_FAILED: break;
    }
    return FAILED_MS;
}

static void *chore_run(void *argument) {
    struct chore *chore = argument;
    while (!atomic_load(&chore->chores->ending)) {
        clock_ask(chore);
        const int rest = chore->analyst != NULL ? analyst_turn(chore) : ledger_turn(chore);
        if (rest < 0)
            break;
        if (rest > 0)
            chores_rest(chore->chores, rest);
    }
    return NULL;
}

/* ---- The other side ------------------------------------------------------------------------------------------- */

static bool chore_begin(struct chores *chores, struct chore *chore, bool analyses, struct tab_error *error) {
    const struct analyst_options options = {.mib = chores->options.mib,
                                            .proof_mib = chores->options.proof_mib,
                                            .move_ms = chores->options.move_ms,
                                            .ending = &chores->ending,
                                            .context = chore,
                                            .now = chore_now};
    chore->chores = chores;
    chore->sql = sql_open(chores->options.address, error);
    if (chore->sql == NULL)
        return false;
    chore->analyst = analyses ? analyst_new(&options) : NULL;
    chore->running =
        (chore->analyst != NULL) == analyses && pthread_create(&chore->thread, NULL, chore_run, chore) == 0;
    return chore->running || error_set(error, 0, N_("out of memory"), NULL, NULL);
}

static void sleep_prepare(struct chores *chores) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&chores->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&chores->mutex, NULL);
}

struct chores *chores_new(const struct chores_options *options, struct tab_error *error) {
    const int total = options->ledgers + options->analysts;
    struct chores *chores = calloc(1, sizeof *chores);
    if (chores == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    chores->options = *options;
    sleep_prepare(chores);
    chores->list = calloc((size_t)total + 1, sizeof *chores->list);
    bool good = chores->list != NULL;
    if (!good)
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    while (good && chores->count < total) {
        struct chore *chore = &chores->list[chores->count++];
        good = chore_begin(chores, chore, chores->count > options->ledgers, error);
    }
    if (good)
        return chores;
    chores_stop(chores);
    chores_free(chores);
    return NULL;
}

void chores_stop(struct chores *chores) {
    pthread_mutex_lock(&chores->mutex);
    atomic_store(&chores->ending, true);
    pthread_cond_broadcast(&chores->changed);
    pthread_mutex_unlock(&chores->mutex);
    for (int i = 0; i < chores->count; i++)
        if (chores->list[i].analyst != NULL)
            analyst_stop(chores->list[i].analyst);
}

void chores_wait(struct chores *chores) {
    for (int i = 0; i < chores->count; i++) {
        if (chores->list[i].running)
            pthread_join(chores->list[i].thread, NULL);
        chores->list[i].running = false;
    }
}

void chores_free(struct chores *chores) {
    chores_wait(chores);
    for (int i = 0; i < chores->count; i++) {
        analyst_free(chores->list[i].analyst);
        sql_close(chores->list[i].sql);
    }
    pthread_cond_destroy(&chores->changed);
    pthread_mutex_destroy(&chores->mutex);
    free(chores->list);
    free(chores);
}
