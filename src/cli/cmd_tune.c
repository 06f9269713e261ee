/* cmd_tune.c - `tablier tune`: fits the weights of an evaluation to the games of `tablier selfplay`. */
#include "../engine/tune.h"
#include "command.h"
#include "report.h"
#include "thinking.h"
#include "weights_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PASSES = 8, HELD_EVERY = 20, NOTE_TEXT = 256 };

static const double first_rate = 0.1, rate_decay = 0.8;

struct fit {
    struct tab_rules rules;
    struct tune *tune;
    size_t games;
};

/* Reads the spec from the first line of a file of games. */
static bool header_read(const char *line, struct tab_rules *rules) {
    char spec[TAB_SPEC_TEXT];
    return sscanf(line, "# tablier selfplay %191s", spec) == 1 && tab_rules_parse(rules, spec, NULL);
}

/* Adds the positions of one game, those of the random beginning left out. */
static bool game_add(struct fit *fit, char *line) {
    char *rest = NULL, *word = strtok_r(line, " \n", &rest);
    int winner = word != NULL ? atoi(word) : -1, opening;
    word = strtok_r(NULL, " \n", &rest);
    if (winner < 0 || winner > 2 || word == NULL)
        return false;
    opening = atoi(word);
    struct tab_position position;
    tab_position_start(&fit->rules, &position);
    bool held = fit->games++ % HELD_EVERY == 0;
    for (int ply = 0; (word = strtok_r(NULL, " \n", &rest)) != NULL; ply++) {
        tab_move move;
        int player = tab_position_player(&fit->rules, &position);
        if (!tab_move_parse(&fit->rules, &position, word, &move, NULL))
            return false;
        double payoff = winner == 0 ? 0.5 : winner == player ? 1.0 : 0.0;
        if (ply >= opening && !tune_add(fit->tune, &fit->rules, &position, payoff, held))
            return false;
        tab_position_play(&fit->rules, &position, move);
    }
    return true;
}

static int file_add(struct fit *fit, const struct tab_game *game, const char *path) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    int status = STATUS_GOOD;
    if (file == NULL)
        return report_failure("%s: %s", path, translate_errno(errno));
    if (getline(&line, &room, file) <= 0 || !header_read(line, &fit->rules) || fit->rules.game != game)
        status = report_failure(N_("%s:1: not made by `tablier selfplay %s`"), path, tab_game_id(game));
    for (int number = 2; status == STATUS_GOOD && getline(&line, &room, file) > 0; number++)
        if (!game_add(fit, line))
            status = report_failure(N_("%s:%d: not a game, or no memory for it"), path, number);
    free(line);
    fclose(file);
    return status;
}

static int fit_write(const struct fit *fit, const char *path, double loss) {
    int count = tune_weight_count(fit->tune);
    int16_t *weights = calloc((size_t)count, sizeof *weights);
    char note[NOTE_TEXT];
    if (weights == NULL)
        return report_no_memory();
    for (int i = 0; i < count; i++)
        weights[i] = (int16_t)tune_weight(fit->tune, i);
    snprintf(note, sizeof note,
             "Made by `tablier tune` from %zu games\n * (%zu positions); loss on games held back: %.5f.", fit->games,
             tune_positions(fit->tune), loss);
    int status = weights_write(path, fit->rules.game, weights, count, note);
    free(weights);
    return status;
}

static int fit_run(struct fit *fit, const struct arguments *arguments) {
    struct tab_random random;
    double rate = first_rate, loss = tune_loss(fit->tune);
    tab_random_seed(&random, (uint64_t)arguments_number(arguments, "seed", 1));
    printf("games %zu positions %zu loss %.5f\n", fit->games, tune_positions(fit->tune), loss);
    for (long pass = 1; pass <= arguments_number(arguments, "passes", DEFAULT_PASSES); pass++) {
        loss = tune_pass(fit->tune, rate, &random);
        rate *= rate_decay;
        printf("pass %ld loss %.5f\n", pass, loss);
        fflush(stdout);
    }
    return fit_write(fit, arguments_text(arguments, "out"), loss);
}

static int tune_run(const struct arguments *arguments) {
    const struct tab_game *game = tab_game_find(arguments_text(arguments, "GAME"));
    struct fit fit = {0};
    int16_t *weights = NULL;
    if (arguments_text(arguments, "out") == NULL)
        return report_call(arguments->command, N_("--out FILE is missing: where the weights go"));
    int status = weights_read(arguments_text(arguments, "weights"), game, &weights);
    if (status != STATUS_GOOD)
        return status;
    bool known = tab_rules_parse(&fit.rules, tab_game_id(game), NULL);
    fit.tune = known ? tune_new(&fit.rules, weights) : NULL;
    if (fit.tune == NULL)
        status = report_no_memory();
    for (int i = 1; status == STATUS_GOOD && i < arguments->word_count; i++)
        status = file_add(&fit, game, arguments->words[i]);
    if (status == STATUS_GOOD)
        status = fit_run(&fit, arguments);
    tune_free(fit.tune);
    free(weights);
    return status;
}

const struct command tune_command = {
    .name = "tune",
    .summary = N_("fit the evaluation to games of selfplay"),
    .description =
        N_("Fits the weights of a game's evaluation to the results of games by logistic regression, beginning with "
           "the weights in use. Every twentieth game is held back, and the loss on those games is printed after each "
           "pass. The weights are written as C source when the name ends in .c, else as plain numbers."),
    .words = (const struct parameter[]){{.name = "GAME", .summary = N_("the game"), .kind = PARAMETER_GAME},
                                        {.name = "FILE",
                                         .summary = N_("games made by `tablier selfplay`"),
                                         .kind = PARAMETER_FILE,
                                         .repeated = true},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "out", .value = "FILE", .summary = N_("where the weights go"), .kind = PARAMETER_FILE},
            {.name = "passes",
             .value = "N",
             .summary = N_("go over the positions so often"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 1000},
            OPTION_SEED,
            OPTION_WEIGHTS,
            PARAMETERS_END},
    .run = tune_run,
};
