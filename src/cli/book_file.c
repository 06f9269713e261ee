/* book_file.c - long proofs of San Ta Si's opening, kept in a file. */
#include "book_file.h"

#include "../engine/mib.h"
#include "../engine/santasi_prover.h"
#include "../file.h"
#include "../lock.h"
#include "command.h"
#include "interrupt.h"
#include "json_print.h"
#include "progress.h"
#include "report.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAVE_SECONDS = 5, SIZE_LIMIT = 1 << 28 };

/* A book being proven. */
struct work {
    const struct tab_rules *rules;
    const struct book_task *task;
    struct santasi_prover *prover;
    struct progress progress;
    time_t saved;
    int status;         /* of the last attempt to save */
    _Atomic bool ended; /* it failed, and nothing is proven that cannot be kept; or somebody ended the proof */
    json_t *moves;      /* what is proven of the first moves; NULL: it is printed as text */
};

/* ---- The file ------------------------------------------------------------------------------------------------- */

static void work_save(struct work *work) {
    const size_t size = santasi_prover_write(work->prover, NULL, 0);
    unsigned char *bytes = malloc(size);
    if (bytes != NULL && santasi_prover_write(work->prover, bytes, size) == size) {
        work->status = file_write(work->task->path, bytes, size)
                           ? STATUS_GOOD
                           : report_failure(N_("cannot write '%s': %s"), work->task->path, translate_errno(errno));
    } else {
        work->status = report_no_memory();
    }
    if (work->status != STATUS_GOOD)
        atomic_store(&work->ended, true);
    work->saved = time(NULL);
    free(bytes);
}

static int work_recall(struct work *work) {
    const char *path = work->task->path;
    size_t size;
    int status = STATUS_GOOD;
    char *bytes = file_read(path, SIZE_LIMIT, &size);
    struct santasi_book book;
    struct tab_error error;
    if (bytes == NULL && errno == ENOENT)
        return STATUS_GOOD;
    if (bytes == NULL)
        return report_failure(N_("cannot read '%s': %s"), path, translate_errno(errno));
    if (!santasi_book_open(&book, work->rules, (const unsigned char *)bytes, size, &error)) {
        char text[TAB_ERROR_TEXT];
        translate_error(&error, text, sizeof text);
        status = report_input(N_("'%s', byte %zu: %s"), path, error.at, text);
    } else if (!santasi_prover_recall(work->prover, &book)) {
        status = report_no_memory();
    }
    free(bytes);
    return status;
}

/* ---- The proof ------------------------------------------------------------------------------------------------ */

static void work_proven(void *context) {
    struct work *work = context;
    if (time(NULL) - work->saved >= SAVE_SECONDS)
        work_save(work);
}

static void work_progress(void *context, uint64_t nodes, uint64_t milliseconds) {
    struct work *work = context;
    char what[64];
    (void)milliseconds;
    if (interrupt_count() > 0)
        atomic_store(&work->ended, true);
    snprintf(what, sizeof what, _("solve: %zu positions proven,"), santasi_prover_count(work->prover));
    progress_count(&work->progress, what, (double)nodes / 1e6);
}

/* Who wins, of an outcome for the player to move; 0: nobody. */
static int winner_of(int player, int outcome) { return outcome == 0 ? 0 : outcome > 0 ? player : 3 - player; }

static void winner_print(const char *what, int winner) {
    if (winner == 0)
        printf(_("%s: draw\n"), what);
    else
        printf(_("%s: player %d wins\n"), what, winner);
}

static void move_tell(struct work *work, const char *move, int winner) {
    if (work->moves != NULL)
        json_array_append_new(work->moves, json_pack("{s:s, s:i}", "move", move, "winner", winner));
    else
        winner_print(move, winner);
}

/* Tells what is proven of the position after each first move, each once whatever the site. */
static bool first_moves_tell(struct work *work, const struct tab_position *start,
                             const struct santasi_proving *proving) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(work->rules, start, moves);
    for (int i = 0; i < count; i++) {
        char text[TAB_MOVE_TEXT];
        struct tab_position next = *start;
        int outcome;
        tab_move_format(work->rules, start, moves[i], text, sizeof text);
        if (strchr(text, '1') == NULL)
            continue;
        tab_position_play(work->rules, &next, moves[i]);
        if (!santasi_prover_prove(work->prover, &next, proving, &outcome))
            return false;
        move_tell(work, text, winner_of(2, outcome));
    }
    return true;
}

/* Prints all of it as JSON. */
static int book_json(struct work *work, const struct tab_position *start, bool known, int winner, bool complete) {
    json_t *object = json_position(work->rules, start);
    json_object_set_new(object, "known", json_boolean(known));
    if (known)
        json_object_set_new(object, "winner", json_integer(winner));
    json_object_set(object, "moves", work->moves);
    json_object_set_new(object, "complete", json_boolean(complete));
    return json_print(object);
}

static int work_run(struct work *work) {
    const struct santasi_proving proving = {.limits = {.stop = &work->ended,
                                                       .milliseconds = work->task->milliseconds,
                                                       .progress = work_progress,
                                                       .context = work},
                                            .proven = work_proven};
    struct tab_position start;
    int outcome = 0;
    tab_position_start(work->rules, &start);
    work->progress = progress_begin();
    const bool known = santasi_prover_prove(work->prover, &start, &proving, &outcome);
    const bool complete = known && santasi_prover_extend(work->prover, work->task->plies, &proving);
    progress_end(&work->progress);
    if (work->status == STATUS_GOOD)
        work_save(work);
    if (known && work->moves == NULL)
        winner_print(_("start"), winner_of(1, outcome));
    const bool all = complete && first_moves_tell(work, &start, &proving);
    if (work->moves != NULL) {
        const int status = book_json(work, &start, known, winner_of(1, outcome), all);
        return work->status != STATUS_GOOD ? work->status : status != STATUS_GOOD || all ? status : STATUS_OPEN;
    }
    if (!all)
        puts(_("not proven within the limits"));
    return work->status != STATUS_GOOD || all ? work->status : STATUS_OPEN;
}

/* Proves, and lets Ctrl-C end that with what is proven so far. */
static int work_prove(struct work *work) {
    interrupt_begin(1);
    const int status = work_run(work);
    const bool interrupted = interrupt_count() > 0;
    interrupt_end();
    if (!interrupted || (status != STATUS_GOOD && status != STATUS_OPEN))
        return status;
    return report_failure(N_("interrupted; the same call continues with the book: %s"), work->task->path);
}

int book_file_prove(const struct tab_rules *rules, const struct book_task *task) {
    struct work work = {.rules = rules, .task = task, .saved = time(NULL)};
    struct lock lock;
    if (!lock_begin(&lock, task->path))
        return errno == EAGAIN ? report_file(task->path)
                               : report_failure(N_("cannot write '%s': %s"), task->path, translate_errno(errno));
    work.prover = santasi_prover_new(rules, mib_bytes(task->mib));
    work.moves = task->json ? json_array() : NULL;
    int status = work.prover != NULL ? work_recall(&work) : report_no_memory();
    if (status == STATUS_GOOD) {
        work_save(&work); /* before anything is proven: there may be no way to keep it */
        status = work.status == STATUS_GOOD ? work_prove(&work) : work.status;
    }
    json_decref(work.moves);
    santasi_prover_free(work.prover);
    lock_end(&lock);
    return status;
}
