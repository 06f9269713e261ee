/* cmd_tables.c - `tablier tables`: builds and checks tables of endings. */
#include "../engine/ending_build.h"
#include "../lock.h"
#include "../tables/ending_file.h"
#include "command.h"
#include "progress.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHECK_INTERVAL = 1 << 12 };

/* ---- Showing -------------------------------------------------------------------------------------------------- */

/* How many placements are won, drawn and lost, and the longest way to an end. */
struct census {
    uint64_t won, drawn, lost;
    int longest;
};

static struct census table_count(const struct endings *endings, int own, int other) {
    const struct ending_table *table = &endings->table[own][other];
    struct census census = {0};
    for (uint32_t number = 0; number < table->size; number++) {
        const int value = table->values[number];
        const uint64_t weight = (uint64_t)ending_weight(endings->space, own, other, number);
        *(value > 0 ? &census.won : value < 0 ? &census.lost : &census.drawn) += weight;
        if (abs(value) > census.longest)
            census.longest = abs(value);
    }
    return census;
}

static void table_print(const struct endings *endings, const char *directory, int own, int other) {
    const struct census census = table_count(endings, own, other);
    const double percent = 100.0 / (double)(census.won + census.drawn + census.lost);
    printf("%dv%d  %" PRIu64 " positions, %" PRIu32 " values, %" PRIu64 " bytes  win %.3f%%  draw %.3f%%  loss %.3f%%  "
           "longest %d plies\n",
           own, other, census.won + census.drawn + census.lost, endings->table[own][other].size,
           ending_file_size(directory, own, other), percent * (double)census.won, percent * (double)census.drawn,
           percent * (double)census.lost, census.longest);
    fflush(stdout);
}

static void part_print(const struct endings *endings, const char *directory, int part) {
    const int fewer = endings_parts[part][0], more = endings_parts[part][1];
    table_print(endings, directory, fewer, more);
    if (fewer != more)
        table_print(endings, directory, more, fewer);
}

/* ---- Building ------------------------------------------------------------------------------------------------- */

static bool build_progress(void *context, const char *what, uint64_t done, uint64_t total) {
    progress_step(context, what, (int)done, (int)total);
    return true;
}

static bool part_build(struct endings *endings, int part) {
    struct progress progress = progress_begin();
    struct ending_build *build = malloc(sizeof *build);
    if (build == NULL)
        return false;
    const bool begun = ending_build_begin(build, endings, part, build_progress, &progress);
    while (begun && ending_build_layer(build))
        continue;
    const bool complete = begun && ending_build_complete(build);
    ending_build_end(build);
    free(build);
    progress_end(&progress);
    return complete;
}

/* Builds what is not there yet. Each part is written as soon as it is complete, so a build that was broken off
 * continues from there. */
static int parts_build(const char *directory, struct endings *endings) {
    for (int part = 0; part < ENDINGS_PARTS; part++) {
        enum ending_file_status status = ending_file_read(directory, endings, part);
        if (status == ENDING_FILE_MISSING || status == ENDING_FILE_DAMAGED) {
            if (!part_build(endings, part))
                return report_no_memory();
            status = ending_file_write(directory, endings, part);
        }
        if (status != ENDING_FILE_GOOD)
            return report_failure("%s: %s", directory, _(ending_file_text(status)));
        part_print(endings, directory, part);
    }
    return STATUS_GOOD;
}

/* Builds, unless another run builds into the same folder. */
static int tables_build(const char *directory, struct endings *endings) {
    mkdir(directory, 0777); /* it may be there */
    const int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return report_file(directory);
    const int status = lock_open_file(folder) ? parts_build(directory, endings) : report_file(directory);
    close(folder);
    return status;
}

/* ---- Checking ------------------------------------------------------------------------------------------------- */

/* Compares every value, or each of so many, with those after its moves. */
static bool table_check(const struct endings *endings, int own, int other, uint32_t every) {
    const struct ending_table *table = &endings->table[own][other];
    struct progress progress = progress_begin();
    struct tab_rules rules;
    bool good = tab_rules_parse(&rules, "anneaux", NULL);
    for (uint32_t number = 0; number < table->size && good; number++) {
        if (number % every != 0)
            continue;
        struct tab_position position;
        const struct ending ending = ending_of_number(endings->space, own, other, number);
        endings_position(&rules, &ending, &position);
        good = endings_check(endings, &rules, &position);
        if (number % CHECK_INTERVAL == 0)
            progress_step(&progress, N_("positions checked"), (int)number, (int)table->size);
    }
    progress_end(&progress);
    return good;
}

static int tables_verify(const char *directory, struct endings *endings, uint32_t every) {
    int found = 0;
    for (int part = 0; part < ENDINGS_PARTS; part++) {
        const int fewer = endings_parts[part][0], more = endings_parts[part][1];
        const enum ending_file_status status = ending_file_read(directory, endings, part);
        if (status == ENDING_FILE_MISSING)
            continue;
        if (status != ENDING_FILE_GOOD)
            return report_failure(N_("%s: %dv%d: %s"), directory, fewer, more, _(ending_file_text(status)));
        if (!table_check(endings, fewer, more, every) || (fewer != more && !table_check(endings, more, fewer, every)))
            return report_failure(N_("%s: %dv%d: a value does not follow from those after its moves"), directory, fewer,
                                  more);
        printf("%dv%d good\n", fewer, more);
        fflush(stdout);
        found++;
    }
    if (found == 0)
        return report_failure("%s: %s", directory, _(ending_file_text(ENDING_FILE_MISSING)));
    return STATUS_GOOD;
}

static int tables_run(const struct arguments *arguments) {
    const char *directory = arguments_text(arguments, "dir");
    const bool builds = strcmp(arguments_text(arguments, "ACTION"), "build") == 0;
    const int refused = builds ? option_refuse(arguments, "every", "verify") : STATUS_GOOD;
    if (refused != STATUS_GOOD)
        return refused;
    struct endings *endings = endings_new();
    if (endings == NULL)
        return report_no_memory();
    const int status = builds ? tables_build(directory, endings)
                              : tables_verify(directory, endings, (uint32_t)arguments_number(arguments, "every", 1));
    endings_free(endings);
    return status;
}

static const char *const actions[] = {"build", "verify", NULL};
static const char *const games[] = {"anneaux", NULL};

const struct command tables_command = {
    .name = "tables",
    .summary = N_("build or check tables of endings"),
    .description =
        N_("Builds the tables of Three Rings for two players who fly, three or four pawns each: `build` makes what is "
           "not there yet, so it can be broken off and called again, and prints what the tables hold; `verify` reads "
           "them and checks each value against those after its moves. The engine uses them by its option TablePath."),
    .words =
        (const struct parameter[]){
            {.name = "ACTION", .summary = N_("build or verify"), .kind = PARAMETER_CHOICE, .choices = actions},
            {.name = "GAME", .summary = N_("the game"), .kind = PARAMETER_CHOICE, .choices = games},
            PARAMETERS_END},
    .options = (const struct parameter[]){{.name = "dir",
                                           .value = "DIR",
                                           .summary = N_("where the tables are"),
                                           .kind = PARAMETER_FILE,
                                           .needed = true},
                                          {.name = "every",
                                           .value = "N",
                                           .summary = N_("check only one position out of N"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = 1000000000,
                                           .initial = 1},
                                          PARAMETERS_END},
    .run = tables_run,
};
