/* cmd_puzzles.c - `tablier puzzles`: positions with one solution, from games of the engine. */
#include "../file.h"
#include "../lock.h"
#include "../puzzles/collection.h"
#include "command.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "thinking.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_COUNT = 20, GAMES_IN_VAIN = 500, FILE_SIZE_MAX = 16 << 20 };

/* Reads the puzzles of a file that is there already. */
static int collection_open(struct collection *collection, const char *path) {
    size_t length;
    struct tab_error error;
    int number, status = STATUS_GOOD;
    char *text = file_read(path, FILE_SIZE_MAX, &length);
    if (text == NULL)
        return errno == ENOENT ? STATUS_GOOD : report_failure("%s: %s", path, translate_errno(errno));
    if (length > 0 && !collection_read(collection, text, length, &number, &error)) {
        char message[TAB_ERROR_TEXT];
        translate_error(&error, message, sizeof message);
        status = number > 0 ? report_input(N_("%s: puzzle %d: %s"), path, number, message)
                            : report_input("%s: %s", path, message);
    }
    free(text);
    return status;
}

static int collection_save(const struct collection *collection, const char *path) {
    char *text = collection_write(collection);
    if (text == NULL)
        return report_no_memory();
    int status = STATUS_GOOD;
    if (!file_write(path, text, strlen(text)))
        status = report_failure("%s: %s", path, translate_errno(errno));
    free(text);
    return status;
}

/* Plays games until there are enough puzzles, or many games in turn have given none. */
static int collection_make(struct collection *collection, struct collector *collector, int wanted, const char *path) {
    struct progress progress = progress_begin();
    uint64_t number = collector_next(collector, collection);
    int vain = 0;
    /* A file that cannot be written is no surprise after all the work. */
    int status = collection->count < wanted ? collection_save(collection, path) : STATUS_GOOD;
    interrupt_begin(1);
    while (status == STATUS_GOOD && collection->count < wanted && vain < GAMES_IN_VAIN && interrupt_count() == 0) {
        progress_step(&progress, N_("puzzles"), collection->count, wanted);
        const enum collector_answer answer = collector_play(collector, number++, collection);
        vain = answer == COLLECTOR_NOTHING ? vain + 1 : 0;
        if (answer != COLLECTOR_NOTHING)
            status = answer == COLLECTOR_ADDED ? collection_save(collection, path) : report_no_memory();
    }
    progress_end(&progress);
    const bool interrupted = interrupt_count() > 0;
    interrupt_end();
    if (status == STATUS_GOOD && collection->count < wanted && interrupted)
        return report_failure(N_("interrupted after %d of %d puzzles"), collection->count, wanted);
    if (status == STATUS_GOOD && collection->count < wanted)
        return report_failure(
            N_("%s: only %d of %d puzzles; the last %d games gave none that is new in kind or length"), path,
            collection->count, wanted, GAMES_IN_VAIN);
    return status;
}

/* Extends the file, which no other run may write meanwhile. */
static int file_extend(const struct tab_rules *rules, uint64_t seed, int wanted, const char *path) {
    struct collection *collection = calloc(1, sizeof *collection);
    struct collector *collector = collector_new(rules, seed, wanted);
    struct lock lock = {0};
    int status;
    if (collection == NULL || collector == NULL) {
        status = report_no_memory();
    } else if (!lock_begin(&lock, path)) {
        status = report_file(path);
    } else {
        collection->game = rules->game;
        status = collection_open(collection, path);
        if (status == STATUS_GOOD)
            status = collection_make(collection, collector, wanted, path);
    }
    lock_end(&lock);
    collector_free(collector);
    free(collection);
    return status;
}

static int puzzles_run(const struct arguments *arguments) {
    const char *spec = arguments_text(arguments, "SPEC");
    struct tab_rules rules;
    struct tab_error error;
    if (!tab_rules_parse(&rules, spec, &error))
        return report_text("SPEC", spec, &error);
    if (tab_rules_players(&rules) != 2)
        return report_call(arguments->command, N_("puzzles are for games of two players"));
    return file_extend(&rules, (uint64_t)arguments_number(arguments, "seed", 1),
                       (int)arguments_number(arguments, "count", DEFAULT_COUNT), arguments_text(arguments, "out"));
}

const struct command puzzles_command = {
    .name = "puzzles",
    .summary = N_("make puzzles from games of the engine"),
    .description =
        N_("Lets the engine play quick games against itself and keeps positions in which one move, or one line of "
           "moves, is proven to be the only solution: win in so many moves, the only move that does not lose, and in "
           "Three Rings the best capture. The file is an array of JSON with one puzzle on a line, easy ones first.\n"
           "A file that is there already is extended: interrupted, the same call goes on where it stopped. What is "
           "found depends on the game, the number of puzzles and the seed only."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){{.name = "out",
                                           .value = "FILE",
                                           .summary = N_("where the puzzles go"),
                                           .kind = PARAMETER_FILE,
                                           .needed = true},
                                          {.name = "count",
                                           .value = "N",
                                           .summary = N_("how many puzzles the file shall hold"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = COLLECTION_MAX,
                                           .initial = DEFAULT_COUNT},
                                          OPTION_SEED,
                                          PARAMETERS_END},
    .run = puzzles_run,
};
