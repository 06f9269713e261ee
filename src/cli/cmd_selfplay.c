/* cmd_selfplay.c - `tablier selfplay`: games of the engine against itself, as data for `tablier tune`.
 *
 * The file begins with a line that says by which call it was made, and by which version of the program (older files do
 * not say that). Then every line is a game (games_file.h). Game number i is always the same, so that an interrupted run
 * continues where it stopped. Before it does, the last game is played again: where it comes out differently the file is
 * of another program, or not whole. */
#include "../engine/brain.h"
#include "../engine/selfplay.h"
#include "../lock.h"
#include "../rules/game.h"
#include "command.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "thinking.h"
#include "weights_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_TEXT = 512, DEFAULT_NODES = 2000, DEFAULT_GAMES = 1000 };

struct run {
    struct tab_rules rules;
    struct selfplay_plan plan;
    uint64_t games;
    char header[HEADER_TEXT];
    size_t call; /* length of the header without the version */
    FILE *file;
    const char *path;
    uint64_t done;   /* games in the file */
    long last, good; /* where the last whole line begins, and where it ends */
};

static const char version_mark[] = " (tablier ";

/* Weights are known by a hash: the name of their file does not say what is in it. */
static uint64_t weights_hash(const struct tab_game *game, const int16_t *weights) {
    uint64_t hash = 0;
    for (int i = 0; i < brain_of(game)->weight_count; i++)
        hash = hash_mix(hash, (uint16_t)weights[i]);
    return hash;
}

/* `weights` may be NULL. */
static void header_write(struct run *run, const int16_t *weights) {
    char spec[TAB_SPEC_TEXT];
    struct text header = text_begin(run->header, sizeof run->header);
    tab_rules_format(&run->rules, spec, sizeof spec);
    text_printf(&header, "# tablier selfplay %s --seed %" PRIu64 " --nodes %" PRIu64 " --random %d-%d", spec,
                run->plan.seed, run->plan.nodes, run->plan.opening_least, run->plan.opening_most);
    if (run->plan.even > 0)
        text_printf(&header, " --even %d", run->plan.even);
    if (weights != NULL)
        text_printf(&header, " --weights %016" PRIx64, weights_hash(run->rules.game, weights));
    run->call = header.length;
    text_printf(&header, "%s%s)\n", version_mark, TABLIER_VERSION);
    text_end(&header);
}

/* ---- The file ------------------------------------------------------------------------------------------------- */

/* Checks the first line of a file, or what there is of it, against the one that this run writes. */
static int header_check(const struct run *run, char *line, size_t length) {
    const size_t mark = sizeof version_mark - 1;
    const bool whole = line[length - 1] == '\n', same_call = strncmp(line, run->header, run->call) == 0;
    const char *rest = same_call ? line + run->call : line;
    if (strncmp(line, run->header, length) == 0 || (same_call && strcmp(rest, "\n") == 0))
        return STATUS_GOOD;
    line[length - whole] = '\0';
    if (same_call && strncmp(rest, version_mark, mark) == 0)
        return report_failure(N_("%s: begun by tablier %.*s, and this is %s, whose games are other ones"), run->path,
                              (int)strcspn(rest + mark, ")"), rest + mark, TABLIER_VERSION);
    const char *version = strstr(line, version_mark);
    const size_t call = version != NULL ? (size_t)(version - line) : strlen(line);
    return report_input(N_("%s: made by another call: %.*s"), run->path, (int)call, line);
}

/* Finds how many games the file holds. */
static int games_count(struct run *run) {
    char *line = NULL;
    size_t room = 0;
    int status = STATUS_GOOD;
    for (ssize_t length; status == STATUS_GOOD && (length = getline(&line, &room, run->file)) > 0;) {
        if (run->good == 0)
            status = header_check(run, line, (size_t)length);
        if (status != STATUS_GOOD || line[length - 1] != '\n')
            break;
        run->done += run->good > 0;
        run->last = run->good;
        run->good = ftell(run->file);
    }
    free(line);
    return status;
}

static int file_open(struct run *run) {
    struct stat about;
    run->file = fopen(run->path, "a+");
    if (run->file == NULL)
        return report_file(run->path);
    if (fstat(fileno(run->file), &about) != 0 || !S_ISREG(about.st_mode))
        return report_input(N_("%s: not a regular file"), run->path);
    if (!lock_open_file(fileno(run->file)) || fseek(run->file, 0, SEEK_SET) != 0)
        return report_file(run->path);
    return games_count(run);
}

/* Cuts off a last line that was not written to its end. */
static int file_cut(struct run *run) {
    if (ftruncate(fileno(run->file), run->good) != 0 || fseek(run->file, 0, SEEK_END) != 0)
        return report_file(run->path);
    if (run->good == 0)
        fputs(run->header, run->file);
    return STATUS_GOOD;
}

static void game_write(const struct run *run, const struct selfplay_game *game, FILE *file) {
    struct tab_position position;
    tab_position_start(&run->rules, &position);
    fprintf(file, "%d %d", game->result.winner, game->opening);
    for (int i = 0; i < game->length; i++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(&run->rules, &position, game->moves[i], text, sizeof text);
        fprintf(file, " %s", text);
        if (i >= game->opening && tab_rules_players(&run->rules) == 2)
            fprintf(file, "=%d", game->values[i]);
        tab_position_play(&run->rules, &position, game->moves[i]);
    }
    fputc('\n', file);
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

/* Whether the last game of the file is the one that stands in `line`. */
static bool last_is(struct run *run, const char *line) {
    char *found = NULL;
    size_t room = 0;
    const bool same =
        fseek(run->file, run->last, SEEK_SET) == 0 && getline(&found, &room, run->file) > 0 && strcmp(found, line) == 0;
    free(found);
    return same;
}

/* Plays the last game of the file again. */
static int last_check(struct run *run, struct tab_engine *engine, struct selfplay_game *game) {
    char *line = NULL;
    size_t size;
    FILE *stream = run->done > 0 ? open_memstream(&line, &size) : NULL;
    if (run->done == 0)
        return STATUS_GOOD;
    if (stream == NULL)
        return report_no_memory();
    selfplay_play(engine, &run->rules, &run->plan, run->done - 1, game);
    game_write(run, game, stream);
    int status = fclose(stream) == 0 ? STATUS_GOOD : report_no_memory();
    if (status == STATUS_GOOD && !last_is(run, line))
        status = report_failure(N_("%s:%lld: this program plays that game differently: the file is of another one, or "
                                   "games are missing or stand there twice"),
                                run->path, (long long)run->done + 1);
    free(line);
    return status;
}

/* Plays the games that are missing; an interruption comes after the one in progress. */
static int games_play(const struct run *run, struct tab_engine *engine, struct selfplay_game *game) {
    struct progress progress = progress_begin();
    int error = 0;
    uint64_t number = run->done;
    interrupt_begin(1);
    while (number < run->games && error == 0 && interrupt_count() == 0) {
        selfplay_play(engine, &run->rules, &run->plan, number++, game);
        game_write(run, game, run->file);
        if (fflush(run->file) != 0)
            error = errno;
        progress_step(&progress, N_("games"), (int)number, (int)run->games);
    }
    interrupt_end();
    progress_end(&progress);
    errno = error;
    if (error != 0)
        return report_file(run->path);
    if (number < run->games)
        return report_failure(N_("interrupted after %ld of %lld games"), (long)number, (long long)run->games);
    return STATUS_GOOD;
}

static int file_fill(struct run *run, struct tab_engine *engine) {
    struct selfplay_game *game = malloc(sizeof *game);
    if (engine == NULL || game == NULL) {
        free(game);
        return report_no_memory();
    }
    int status = file_open(run);
    if (status == STATUS_GOOD && run->done < run->games)
        status = last_check(run, engine, game);
    if (status == STATUS_GOOD)
        status = file_cut(run);
    if (status == STATUS_GOOD)
        status = games_play(run, engine, game);
    if (run->file != NULL && fclose(run->file) != 0 && status == STATUS_GOOD)
        status = report_file(run->path);
    free(game);
    return status;
}

static int run_read(const struct arguments *arguments, struct run *run) {
    struct tab_error error;
    const char *spec = arguments_text(arguments, "SPEC"), *given = arguments_text(arguments, "random");
    const char *range = given != NULL ? given : "2-10";
    if (!tab_rules_parse(&run->rules, spec, &error))
        return report_text("SPEC", spec, &error);
    run->plan = (struct selfplay_plan){.seed = (uint64_t)arguments_number(arguments, "seed", 1),
                                       .nodes = (uint64_t)arguments_number(arguments, "nodes", DEFAULT_NODES),
                                       .even = (int)arguments_number(arguments, "even", 0)};
    if (!text_read_range(&(struct field){range, strlen(range), 0}, SELFPLAY_MOVES_MAX - 1, &run->plan.opening_least,
                         &run->plan.opening_most, &error))
        return report_text("--random", range, &error);
    if (run->plan.even > 0 && tab_rules_players(&run->rules) != 2)
        return report_call(arguments->command, N_("--even is for games of two players"));
    run->games = (uint64_t)arguments_number(arguments, "games", DEFAULT_GAMES);
    return STATUS_GOOD;
}

static int selfplay_run(const struct arguments *arguments) {
    struct run run = {.path = arguments_text(arguments, "FILE")};
    struct tab_engine_options options;
    int16_t *weights = NULL;
    int status = run_read(arguments, &run);
    if (status == STATUS_GOOD)
        status = weights_read(arguments_text(arguments, "weights"), run.rules.game, &weights);
    if (status != STATUS_GOOD)
        return status;
    header_write(&run, weights);
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    options.weights = weights;
    struct tab_engine *engine = tab_engine_new(&options);
    status = file_fill(&run, engine);
    tab_engine_free(engine);
    free(weights);
    return status;
}

const struct command selfplay_command = {
    .name = "selfplay",
    .summary = N_("let the engine play against itself, for tuning"),
    .description =
        N_("Plays games of the engine against itself from random openings and adds them to a file, one on a line. The "
           "same call on the same file goes on where it stopped, after Ctrl-C too. The games depend on the seed, the "
           "weights and the version of the program only: a file of another version is refused."),
    .words = (const struct parameter[]){WORD_SPEC,
                                        {.name = "FILE", .summary = N_("where the games go"), .kind = PARAMETER_FILE},
                                        PARAMETERS_END},
    .options = (const struct parameter[]){{.name = "games",
                                           .value = "N",
                                           .summary = N_("how many games the file shall hold"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = 1000000000,
                                           .initial = DEFAULT_GAMES},
                                          {.name = "nodes",
                                           .value = "N",
                                           .summary = N_("positions to look at for each move"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = 1000000000,
                                           .initial = DEFAULT_NODES},
                                          {.name = "random",
                                           .value = "MIN-MAX",
                                           .summary = N_("random moves at the beginning of each game, by default 2-10"),
                                           .kind = PARAMETER_TEXT},
                                          {.name = "even",
                                           .value = "N",
                                           .summary = N_("begin only with positions that a search thinks are worth at "
                                                         "most N hundredths of a logit"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = SELFPLAY_VALUE_MAX},
                                          OPTION_SEED,
                                          OPTION_WEIGHTS,
                                          PARAMETERS_END},
    .run = selfplay_run,
};
