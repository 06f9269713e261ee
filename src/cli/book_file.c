/* book_file.c - long proofs of San Ta Si's opening, kept in a file. */
#include "book_file.h"

#include "../engine/santasi_prover.h"
#include "command.h"
#include "progress.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAVE_SECONDS = 5, PATH_TEXT = 4096, SIZE_LIMIT = 1 << 28 };

/* A book being proven. */
struct work {
    const struct tab_rules *rules;
    const struct book_task *task;
    struct santasi_prover *prover;
    struct progress progress;
    time_t saved;
    int status; /* of the last attempt to save */
};

/* ---- The file ------------------------------------------------------------------------------------------------- */

/* Reads a whole file; NULL with *size 0 when there is none. */
static unsigned char *file_read(const char *path, size_t *size, int *status) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long length = 0;
    *size = 0;
    *status = STATUS_GOOD;
    if (file == NULL && errno == ENOENT)
        return NULL;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) < 0 || length > SIZE_LIMIT ||
        fseek(file, 0, SEEK_SET) != 0 || (bytes = malloc((size_t)length + 1)) == NULL ||
        fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        *status =
            report_failure(N_("cannot read '%s': %s"), path, errno != 0 ? translate_errno(errno) : _("too large"));
        free(bytes);
        bytes = NULL;
    } else {
        *size = (size_t)length;
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

/* Replaces a file in one step: whoever reads it meets the old or the new one, whole. */
static int file_replace(const char *path, const unsigned char *bytes, size_t size) {
    char fresh[PATH_TEXT];
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
        return report_failure(N_("the name '%s' is too long"), path);
    FILE *file = fopen(fresh, "wb");
    if (file == NULL)
        return report_failure(N_("cannot write '%s': %s"), fresh, translate_errno(errno));
    bool good = fwrite(bytes, 1, size, file) == size && fflush(file) == 0 && fsync(fileno(file)) == 0;
    good = fclose(file) == 0 && good;
    if (!good || rename(fresh, path) != 0)
        return report_failure(N_("cannot write '%s': %s"), path, translate_errno(errno));
    return STATUS_GOOD;
}

static void work_save(struct work *work) {
    const size_t size = santasi_prover_write(work->prover, NULL, 0);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) {
        work->status = report_no_memory();
        return;
    }
    santasi_prover_write(work->prover, bytes, size);
    work->status = file_replace(work->task->path, bytes, size);
    work->saved = time(NULL);
    free(bytes);
}

static int work_recall(struct work *work) {
    size_t size;
    int status;
    unsigned char *bytes = file_read(work->task->path, &size, &status);
    struct santasi_book book;
    struct tab_error error;
    if (bytes == NULL)
        return status;
    if (!santasi_book_open(&book, work->rules, bytes, size, &error)) {
        char text[TAB_ERROR_TEXT];
        translate_error(&error, text, sizeof text);
        status = report_failure(N_("'%s', byte %zu: %s"), work->task->path, error.at, text);
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
    snprintf(what, sizeof what, _("solve: %zu positions proven,"), santasi_prover_count(work->prover));
    progress_count(&work->progress, what, (double)nodes / 1e6);
}

/* Prints the outcome for the player to move as a result. */
static void outcome_print(const char *what, int player, int outcome) {
    if (outcome == 0)
        printf("%s draw\n", what);
    else
        printf("%s win %d\n", what, outcome > 0 ? player : 3 - player);
}

/* Prints what is proven of the position after each first move, each once whatever the site. */
static bool first_moves_print(struct work *work, const struct tab_position *start,
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
        outcome_print(text, 2, outcome);
    }
    return true;
}

static int work_run(struct work *work) {
    const struct santasi_proving proving = {
        .limits = {.milliseconds = work->task->milliseconds, .progress = work_progress, .context = work},
        .proven = work_proven};
    struct tab_position start;
    int outcome = 0;
    tab_position_start(work->rules, &start);
    work->progress = progress_begin();
    const bool known = santasi_prover_prove(work->prover, &start, &proving, &outcome);
    const bool complete = known && santasi_prover_extend(work->prover, work->task->plies, &proving);
    progress_end(&work->progress);
    work_save(work);
    if (known)
        outcome_print("start", 1, outcome);
    if (!complete || !first_moves_print(work, &start, &proving))
        puts("unknown");
    return work->status;
}

int book_file_prove(const struct tab_rules *rules, const struct book_task *task) {
    struct work work = {.rules = rules, .task = task, .saved = time(NULL)};
    work.prover = santasi_prover_new(rules, (size_t)task->mib << 20);
    if (work.prover == NULL)
        return report_no_memory();
    int status = work_recall(&work);
    if (status == STATUS_GOOD)
        status = work_run(&work);
    santasi_prover_free(work.prover);
    return status;
}
