/* cmd_analyse.c - `tablier analyse`: what the engine thinks about the moves of recorded games. */
#include "../analysis.h"
#include "progress.h"
#include "record_file.h"
#include "report.h"
#include "thinking.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_MS = 1000 };

/* How far the work has come, in positions of all games. */
struct work {
    struct progress progress;
    int done, total;
};

static bool work_step(void *context, int ply, const struct tab_thought *thought) {
    struct work *work = context;
    (void)ply;
    (void)thought;
    progress_step(&work->progress, N_("moves analysed"), ++work->done, work->total);
    return true;
}

/* Counts the positions there are to look at. */
static int work_count(struct record_file *file, struct work *work) {
    struct tab_record *record;
    int status = record_file_next(file, &record);
    while (record != NULL) {
        work->total += analysis_positions(record);
        tab_record_free(record);
        status = record_file_next(file, &record);
    }
    file->at = 0;
    return status;
}

static int games_analyse(const struct arguments *arguments, struct record_file *file, const struct analysis *analysis,
                         const struct work *work) {
    int status = STATUS_GOOD;
    struct tab_record *record;
    while (status == STATUS_GOOD) {
        status = record_file_next(file, &record);
        if (record == NULL)
            break;
        status = thinking_check(arguments, tab_record_rules(record));
        const bool done = status == STATUS_GOOD && analysis_run(analysis, record);
        progress_end(&work->progress);
        if (status == STATUS_GOOD)
            status = done ? record_write(record) : report_no_memory();
        tab_record_free(record);
    }
    return status;
}

static int file_analyse(const struct arguments *arguments, struct record_file *file) {
    struct tab_engine_options options = thinking_options(arguments);
    options.contempt = 0; /* it judges for both players */
    struct work work = {.progress = progress_begin()};
    struct analysis analysis = {
        .engine = thinking_engine(&options, NULL),
        .limits = thinking_limits(arguments, DEFAULT_MS),
        .thought = malloc(sizeof *analysis.thought),
        .step = work_step,
        .context = &work,
    };
    int status = work_count(file, &work);
    if (analysis.engine == NULL || analysis.thought == NULL)
        status = report_no_memory();
    if (status == STATUS_GOOD)
        status = games_analyse(arguments, file, &analysis, &work);
    tab_engine_free(analysis.engine);
    free(analysis.thought);
    return status;
}

static int analyse_run(const struct arguments *arguments) {
    struct record_file file;
    int status = record_file_open(&file, arguments_text(arguments, "FILE"));
    if (status == STATUS_GOOD)
        status = file_analyse(arguments, &file);
    record_file_close(&file);
    return status;
}

const struct command analyse_command = {
    .name = "analyse",
    .summary = N_("find the mistakes in recorded games"),
    .description =
        N_("Goes through a file of records and writes it to standard output with the engine's opinion: the value of "
           "every move of the main lines, for the player who made it, and marks for moves that lost 10% ($6, dubious), "
           "20% ($2, a mistake) or 30% ($4, a blunder) of all chances to win, with the line that would have been best "
           "as a variation. The limits are for each move; without one it is one second. With --nodes or --depth and "
           "one thread the same file always gives the same result."),
    .words = (const struct parameter[]){WORD_RECORD_FILE, PARAMETERS_END},
    .options = (const struct parameter[]){OPTIONS_LIMITS, OPTIONS_ENGINE, PARAMETERS_END},
    .run = analyse_run,
};
