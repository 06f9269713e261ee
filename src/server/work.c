/* work.c - a process that does what has to be done for a service beside serving. */
#include "work.h"
#include "../rules/game.h"
#include "../translate.h"
#include "chores.h"
#include "journal.h"
#include "signals.h"
#include "sql.h"
#include "store_schema.h"

#include <stdatomic.h>
#include <stdio.h>

/* A signal may come before there is anything to stop. */
struct work {
    struct chores *_Atomic chores;
    atomic_bool stopping;
};

static void signal_stop(void *context) {
    struct work *work = context;
    atomic_store(&work->stopping, true);
    struct chores *chores = atomic_load(&work->chores);
    if (chores != NULL)
        chores_stop(chores);
}

static bool tables_update(const char *address, struct tab_error *error) {
    struct sql *sql = sql_open(address, error);
    const bool good = sql != NULL && schema_update(sql, error);
    sql_close(sql);
    return good;
}

/* A file of SQLite belongs to the service that serves from it, which counts the games itself. */
static struct chores_options options_of(const struct work_options *options) {
    const int64_t *numbers = options->settings->numbers;
    return (struct chores_options){.address = options->address,
                                   .ledgers = sql_remote(options->address),
                                   .analysts = options->threads,
                                   .mib = (int)numbers[SETTING_analysis_mib],
                                   .proof_mib = (int)numbers[SETTING_engine_proof_mib],
                                   .move_ms = (int)numbers[SETTING_analysis_ms],
                                   .once = options->once};
}

bool work_run(const struct work_options *options, struct tab_error *error) {
    const struct chores_options wanted = options_of(options);
    struct work work = {.chores = NULL};
    struct signals signals;
    char name[SETTING_TEXT], threads[16];
    if (!tables_update(options->address, error))
        return false;
    if (!signals_begin(&signals, signal_stop, &work))
        return error_set(error, 0, N_("out of memory"), NULL, NULL);
    struct chores *chores = chores_new(&wanted, error);
    if (chores != NULL) {
        atomic_store(&work.chores, chores);
        if (atomic_load(&work.stopping))
            chores_stop(chores);
        sql_name(options->address, name, sizeof name);
        snprintf(threads, sizeof threads, "%d", options->threads);
        journal_write(JOURNAL_INFO, "work", "store", name, "threads", threads, NULL);
        chores_wait(chores);
        atomic_store(&work.chores, NULL);
    }
    signals_end(&signals);
    if (chores != NULL)
        chores_free(chores);
    journal_write(JOURNAL_INFO, "stop", NULL);
    return chores != NULL;
}
