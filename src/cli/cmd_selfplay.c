/* cmd_selfplay.c - `tablier selfplay`: games of the engine against itself, as data for `tablier tune`.
 *
 * The file begins with a line that says how it was made. Then every line is a game (games_file.h). Game number i is
 * always the same, so that an interrupted run goes on where it stopped. */
#include "../engine/brain.h"
#include "../engine/selfplay.h"
#include "../rules/game.h"
#include "command.h"
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
    FILE *file;
};

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
    text_char(&header, '\n');
    text_end(&header);
}

/* Opens the file and finds how many games it holds; a last line that was cut off is removed. */
static int file_open(struct run *run, const char *path, uint64_t *done) {
    char *line = NULL;
    size_t room = 0;
    long good = 0;
    int status = STATUS_GOOD;
    struct stat about;
    *done = 0;
    run->file = fopen(path, "a+");
    if (run->file == NULL)
        return report_failure("%s: %s", path, translate_errno(errno));
    if (fstat(fileno(run->file), &about) != 0 || !S_ISREG(about.st_mode))
        return report_input(N_("%s: not a regular file"), path);
    if (fseek(run->file, 0, SEEK_SET) != 0)
        return report_failure("%s: %s", path, translate_errno(errno));
    for (ssize_t length; (length = getline(&line, &room, run->file)) > 0;) {
        const bool whole = line[length - 1] == '\n';
        if (good == 0 && strncmp(line, run->header, (size_t)length) != 0) {
            line[length - whole] = '\0';
            status = report_input(N_("%s: made by another call: %s"), path, line);
            break;
        }
        if (!whole)
            break;
        *done += good > 0;
        good = ftell(run->file);
    }
    free(line);
    if (status == STATUS_GOOD && (ftruncate(fileno(run->file), good) != 0 || fseek(run->file, 0, SEEK_END) != 0))
        status = report_failure("%s: %s", path, translate_errno(errno));
    if (status == STATUS_GOOD && good == 0)
        fputs(run->header, run->file);
    return status;
}

static void game_write(const struct run *run, const struct selfplay_game *game) {
    struct tab_position position;
    tab_position_start(&run->rules, &position);
    fprintf(run->file, "%d %d", game->result.winner, game->opening);
    for (int i = 0; i < game->length; i++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(&run->rules, &position, game->moves[i], text, sizeof text);
        fprintf(run->file, " %s", text);
        if (i >= game->opening && tab_rules_players(&run->rules) == 2)
            fprintf(run->file, "=%d", game->values[i]);
        tab_position_play(&run->rules, &position, game->moves[i]);
    }
    fputc('\n', run->file);
}

static int games_play(struct run *run, struct tab_engine *engine, uint64_t first, const char *path) {
    struct selfplay_game *game = malloc(sizeof *game);
    struct progress progress = progress_begin();
    int error = 0;
    if (game == NULL)
        return report_no_memory();
    for (uint64_t number = first; number < run->games && error == 0; number++) {
        selfplay_play(engine, &run->rules, &run->plan, number, game);
        game_write(run, game);
        if (fflush(run->file) != 0)
            error = errno;
        progress_step(&progress, N_("games"), (int)(number + 1), (int)run->games);
    }
    progress_end(&progress);
    free(game);
    return error == 0 ? STATUS_GOOD : report_failure("%s: %s", path, translate_errno(error));
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
    struct run run = {0};
    struct tab_engine_options options;
    const char *path = arguments_text(arguments, "FILE");
    uint64_t done = 0;
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
    status = engine == NULL ? report_no_memory() : file_open(&run, path, &done);
    if (status == STATUS_GOOD)
        status = games_play(&run, engine, done, path);
    if (run.file != NULL && fclose(run.file) != 0 && status == STATUS_GOOD)
        status = report_failure("%s: %s", path, translate_errno(errno));
    tab_engine_free(engine);
    free(weights);
    return status;
}

const struct command selfplay_command = {
    .name = "selfplay",
    .summary = N_("let the engine play against itself, for tuning"),
    .description =
        N_("Plays games of the engine against itself from random openings and adds them to a file, one on a line. The "
           "same call on the same file goes on where it stopped; the games depend on the seed only."),
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
