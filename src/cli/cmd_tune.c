/* cmd_tune.c - `tablier tune`: fits the weights of an evaluation to the games of `tablier selfplay`. */
#include "../engine/brain.h"
#include "../engine/tune.h"
#include "../lock.h"
#include "../rules/registry.h"
#include "command.h"
#include "games_file.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "teacher.h"
#include "thinking.h"
#include "weights_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    DEFAULT_PASSES = 8,
    DEFAULT_BAND = 6,
    DEFAULT_RATE = 100,
    RATE_ONE = 1000,
    ALL = 100, /* percent */
    HELD_EVERY = 20,
    NOTE_TEXT = 512,
    PLACE_TEXT = 16
};

static const double rate_decay = 0.8;

struct fit {
    struct tab_rules rules;
    struct tune *tune;
    struct teacher teacher;
    size_t games;
    double trust;    /* in what the players of a game thought of a position, the rest in how it ended: 0 to 1 */
    int above, most; /* moves left of the positions that are added now: more than the one, at most the other */
};

/* One game, and the payoff of player 1 that each of its positions is fitted to. */
struct lesson {
    struct games_line game;
    double payoff[SELFPLAY_MOVES_MAX];
};

/* Reads the spec from the first line of a file of games. */
static bool header_read(const char *line, struct tab_rules *rules) {
    char spec[TAB_SPEC_TEXT];
    return sscanf(line, "# tablier selfplay %191s", spec) == 1 && tab_rules_parse(rules, spec, NULL);
}

/* Whether a position of a game is one of those that are added now. */
static bool is_wanted(const struct fit *fit, const struct games_line *game, int ply) {
    const int left = game->plies - ply;
    return left > fit->above && left <= fit->most;
}

/* Gives every position its payoff. Where the teacher knows nothing, it is that of the position after it, in the end the
 * result of the game. */
static bool lesson_judge(struct fit *fit, struct lesson *lesson) {
    const struct games_line *game = &lesson->game;
    double result = game->winner == 0 ? 0.5 : game->winner == 1 ? 1.0 : 0.0;
    teacher_renew(&fit->teacher);
    for (int ply = game->plies - 1; ply >= game->opening; ply--) {
        const int left = game->plies - ply;
        if (is_wanted(fit, game, ply) && !teacher_judge(&fit->teacher, &game->position[ply], left, &result))
            return false;
        const double thought = teacher_payoff(&fit->rules, &game->position[ply], game->value[ply] / 100.0);
        lesson->payoff[ply] = (1.0 - fit->trust) * result + fit->trust * thought;
    }
    return true;
}

/* Adds the positions of a game that are wanted now, those of the random beginning left out. */
static bool lesson_add(struct fit *fit, const struct lesson *lesson) {
    const struct games_line *game = &lesson->game;
    const bool held = fit->games++ % HELD_EVERY == 0, two = tab_rules_players(&fit->rules) == 2;
    for (int ply = game->opening; ply < game->plies; ply++) {
        double payoffs[TAB_PLAYERS_MAX] = {lesson->payoff[ply], 1.0 - lesson->payoff[ply]};
        for (int player = 1; player <= TAB_PLAYERS_MAX && !two; player++)
            payoffs[player - 1] = player == game->winner ? 1.0 : 0.0;
        if (is_wanted(fit, game, ply) && !tune_add(fit->tune, &fit->rules, &game->position[ply], payoffs, held))
            return false;
    }
    return true;
}

/* Adds one game. What nobody has won is mostly endless and would drown the others, unless it is known what best play
 * makes of it. */
static int game_add(struct fit *fit, const char *path, int number, const char *line, struct lesson *lesson) {
    struct tab_error error;
    if (!games_line_read(&fit->rules, line, fit->trust > 0.0, &lesson->game, &error)) {
        char place[PATH_MAX + PLACE_TEXT];
        snprintf(place, sizeof place, "%s:%d", path, number);
        return report_line(place, line, &error);
    }
    if (lesson->game.winner == 0 && fit->teacher.solver == NULL)
        return STATUS_GOOD;
    return lesson_judge(fit, lesson) && lesson_add(fit, lesson) ? STATUS_GOOD : report_no_memory();
}

/* Shows how much of a file is read: with --exact or --search its positions take long. */
static void reading_show(struct progress *progress, FILE *file) {
    enum { KILO = 1000 };
    struct stat about;
    if (progress->shown && fstat(fileno(file), &about) == 0)
        progress_step(progress, N_("kB of games read"), (int)(ftell(file) / KILO), (int)(about.st_size / KILO));
}

static int games_add(struct fit *fit, const struct tab_game *game, const char *path, FILE *file,
                     struct lesson *lesson) {
    char *line = NULL;
    size_t room = 0;
    int status = STATUS_GOOD;
    struct progress progress = progress_begin();
    if (getline(&line, &room, file) <= 0 || !header_read(line, &fit->rules) || fit->rules.game != game)
        status = report_input(N_("%s:1: not made by `tablier selfplay %s`"), path, tab_game_id(game));
    else if (tab_rules_players(&fit->rules) != 2 &&
             (fit->teacher.solver != NULL || fit->teacher.engine != NULL || fit->trust > 0.0))
        status = report_input(N_("%s: --exact, --search and --values are for games of two players"), path);
    for (int number = 2; status == STATUS_GOOD && interrupt_count() == 0 && getline(&line, &room, file) > 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        status = game_add(fit, path, number, line, lesson);
        reading_show(&progress, file);
    }
    progress_end(&progress);
    free(line);
    return status;
}

static int file_add(struct fit *fit, const struct tab_game *game, const char *path) {
    struct lesson *lesson = malloc(sizeof *lesson);
    if (lesson == NULL)
        return report_no_memory();
    FILE *file = fopen(path, "r");
    const int status = file != NULL ? games_add(fit, game, path, file, lesson)
                                    : report_failure("%s: %s", path, translate_errno(errno));
    if (file != NULL)
        fclose(file);
    free(lesson);
    return status;
}

/* The weights as they stand; NULL when there is no memory. */
static int16_t *weights_now(const struct fit *fit) {
    const int count = tune_weight_count(fit->tune);
    int16_t *weights = calloc((size_t)count, sizeof *weights);
    for (int i = 0; weights != NULL && i < count; i++)
        weights[i] = (int16_t)tune_weight(fit->tune, i);
    return weights;
}

static int fit_write(const struct fit *fit, const char *path, double loss) {
    int16_t *weights = weights_now(fit);
    char note[NOTE_TEXT];
    if (weights == NULL)
        return report_no_memory();
    snprintf(note, sizeof note,
             "Made by `tablier tune` from %zu games\n * (%zu positions); loss on games held back: %.5f.", fit->games,
             tune_positions(fit->tune), loss);
    int status = weights_write(path, fit->rules.game, weights, tune_weight_count(fit->tune), note);
    free(weights);
    return status;
}

/* Says which pass was the best, when it was not the last; 0: none was better than what it began with. */
static void best_tell(int best, int last) {
    if (best == 0)
        puts(_("no pass was better than the weights it began with; these are kept"));
    else if (best < last)
        printf(_("pass %d was the best; its weights are kept\n"), best);
}

/* Fits to the positions there are; the weights are those of the best pass then, and that is its loss. */
static double fit_run(struct fit *fit, const struct arguments *arguments) {
    struct tab_random random;
    double rate = (double)arguments_number(arguments, "rate", DEFAULT_RATE) / (double)RATE_ONE;
    double loss = tune_loss(fit->tune), best = loss;
    int best_pass = 0;
    const int passes = (int)arguments_number(arguments, "passes", DEFAULT_PASSES);
    const bool measured = loss > 0.0; /* some positions are held back */
    tune_keep(fit->tune);
    tab_random_seed(&random, (uint64_t)arguments_number(arguments, "seed", 1));
    printf("games %zu positions %zu loss %.5f\n", fit->games, tune_positions(fit->tune), loss);
    int done = 0;
    while (done < passes && interrupt_count() == 0) {
        loss = tune_pass(fit->tune, rate, &random);
        rate *= rate_decay;
        printf("pass %d loss %.5f\n", ++done, loss);
        fflush(stdout);
        if (loss < best || !measured) {
            best = loss;
            best_pass = done;
            tune_keep(fit->tune);
        }
    }
    tune_return(fit->tune);
    best_tell(best_pass, done);
    return best;
}

/* Adds the positions of all games that are wanted now, valued with the weights as they stand. */
static int band_add(struct fit *fit, const struct arguments *arguments) {
    int16_t *weights = weights_now(fit);
    int status = STATUS_GOOD;
    if (weights == NULL)
        return report_no_memory();
    teacher_learn(&fit->teacher, weights);
    free(weights);
    fit->games = 0;
    for (int i = 1; status == STATUS_GOOD && i < arguments->word_count; i++)
        status = file_add(fit, fit->rules.game, arguments->words[i]);
    return status;
}

/* Fits to the ends of the games first. What is before them is searched with the weights found so far, band by band, so
 * that every search ends among positions the evaluation has learnt to judge. */
static int bands_fit(struct fit *fit, const struct arguments *arguments) {
    const int band = (int)arguments_number(arguments, "band", DEFAULT_BAND), exact = fit->teacher.exact;
    bool fitted = false;
    double loss = 0.0;
    fit->above = (int)arguments_number(arguments, "skip", 0);
    fit->most = fit->teacher.engine == NULL ? SELFPLAY_MOVES_MAX : exact > 0 ? exact : band;
    for (bool more = true; more && interrupt_count() == 0; fit->above = fit->most, fit->most += band) {
        const size_t before = tune_positions(fit->tune);
        const int status = band_add(fit, arguments);
        if (status != STATUS_GOOD)
            return status;
        more = fit->most < SELFPLAY_MOVES_MAX && (before == 0 || tune_positions(fit->tune) > before);
        if (tune_positions(fit->tune) > before && interrupt_count() == 0) {
            loss = fit_run(fit, arguments);
            fitted = true;
        }
    }
    if (!fitted && interrupt_count() > 0)
        return report_failure(N_("interrupted before the first pass; nothing is written"));
    if (tune_positions(fit->tune) == 0)
        return report_input(N_("no position of these games is left to learn from"));
    const char *out = arguments_text(arguments, "out");
    const int status = fit_write(fit, out, loss);
    if (status != STATUS_GOOD || interrupt_count() == 0)
        return status;
    return report_failure(N_("interrupted; the weights so far are in %s"), out);
}

/* Makes what values the positions. */
static int teacher_make(struct fit *fit, const struct arguments *arguments) {
    const int exact = (int)arguments_number(arguments, "exact", 0);
    if (exact > 0 && fit->rules.game != &santasi_game)
        return report_call(arguments->command, N_("--exact is for San Ta Si"));
    const bool made =
        teacher_begin(&fit->teacher, &fit->rules, exact, (uint64_t)arguments_number(arguments, "search", 0));
    return made ? STATUS_GOOD : report_no_memory();
}

/* Begins with the weights of a file, else with those in use, or with none. */
static int fit_begin(struct fit *fit, const struct arguments *arguments, const struct tab_game *game) {
    const struct brain *brain = brain_of(game);
    int16_t *weights = NULL;
    int status = weights_read(arguments_text(arguments, "weights"), game, &weights);
    if (status != STATUS_GOOD)
        return status;
    if (weights == NULL && !arguments_given(arguments, "fresh")) {
        weights = malloc(sizeof *weights * (size_t)brain->weight_count);
        if (weights == NULL)
            return report_no_memory();
        brain_unpack(brain, weights);
    }
    bool known = tab_rules_parse(&fit->rules, tab_game_id(game), NULL);
    fit->tune = known ? tune_new(&fit->rules, weights) : NULL;
    free(weights);
    if (fit->tune == NULL)
        return report_no_memory();
    fit->trust = (double)arguments_number(arguments, "values", 0) / (double)ALL;
    tune_spare(fit->tune, (uint32_t)arguments_number(arguments, "seldom", 0));
    return teacher_make(fit, arguments);
}

/* Whether two names are of one file. */
static bool is_same_file(const char *one, const char *other) {
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Refuses options that would have nothing to say, and weights in the place of the games. */
static int options_check(const struct arguments *arguments) {
    for (int i = 1; i < arguments->word_count; i++) {
        if (is_same_file(arguments->words[i], arguments_text(arguments, "out")))
            return report_call(arguments->command, N_("--out is a file of games: %s"), arguments->words[i]);
        for (int j = 1; j < i; j++)
            if (is_same_file(arguments->words[i], arguments->words[j]))
                return report_call(arguments->command, N_("the same file is given twice: %s"), arguments->words[i]);
    }
    if (arguments_given(arguments, "band") && !arguments_given(arguments, "search"))
        return report_call(arguments->command, N_("--%s is for %s"), "band", "--search");
    if (arguments_given(arguments, "fresh") && arguments_given(arguments, "weights"))
        return report_call(arguments->command, N_("either --fresh or --weights can be given"));
    return STATUS_GOOD;
}

static int tune_run(const struct arguments *arguments) {
    const struct tab_game *game = tab_game_find(arguments_text(arguments, "GAME"));
    const char *out = arguments_text(arguments, "out");
    struct fit fit = {0};
    struct lock lock = {0};
    int status = options_check(arguments);
    if (status == STATUS_GOOD && !lock_begin(&lock, out))
        status = report_file(out);
    if (status == STATUS_GOOD)
        status = weights_check(out);
    if (status == STATUS_GOOD)
        status = fit_begin(&fit, arguments, game);
    interrupt_begin(1);
    if (status == STATUS_GOOD)
        status = bands_fit(&fit, arguments);
    interrupt_end();
    teacher_end(&fit.teacher);
    tune_free(fit.tune);
    lock_end(&lock);
    return status;
}

const struct command tune_command = {
    .name = "tune",
    .summary = N_("fit the evaluation to games of selfplay"),
    .description =
        N_("Fits the weights of a game's evaluation to the results of games by logistic regression, beginning with "
           "the weights in use; with --values also to what the search made of each position when the game was played. "
           "Every twentieth game is held back, and the loss on those games is printed after each pass. The weights of "
           "the best pass, or those it began with when none is better, are written as C source when the name ends in "
           ".c, else as plain numbers; after Ctrl-C the best of the passes that are done counts.\n"
           "With --exact the last positions of a game of San Ta Si are fitted to what best play leads to, and the ones "
           "before them to what best play makes of the first of those. With --search those are fitted to what a search "
           "finds: a band of them, then, with the weights found so far, the band before it, and so on."),
    .words = (const struct parameter[]){{.name = "GAME", .summary = N_("the game"), .kind = PARAMETER_GAME},
                                        {.name = "FILE",
                                         .summary = N_("games made by `tablier selfplay`"),
                                         .kind = PARAMETER_FILE,
                                         .repeated = true},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "out",
             .value = "FILE",
             .summary = N_("where the weights go"),
             .kind = PARAMETER_FILE,
             .needed = true},
            {.name = "exact",
             .value = "N",
             .summary = N_("solve the last N positions of every game (San Ta Si)"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 20},
            {.name = "search",
             .value = "N",
             .summary = N_("search the other positions with so many nodes each"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 1000000000},
            {.name = "band",
             .value = "N",
             .summary = N_("so many moves of a game make a band"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = SELFPLAY_MOVES_MAX,
             .initial = DEFAULT_BAND},
            {.name = "fresh", .summary = N_("begin with no weights, not with those in use"), .kind = PARAMETER_SWITCH},
            {.name = "passes",
             .value = "N",
             .summary = N_("go over the positions so often"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 1000,
             .initial = DEFAULT_PASSES},
            {.name = "rate",
             .value = "N",
             .summary = N_("how fast to learn in the first pass, in thousandths"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = RATE_ONE,
             .initial = DEFAULT_RATE},
            {.name = "seldom",
             .value = "N",
             .summary = N_("leave weights alone that fewer than N positions use"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 1000000000},
            OPTION_SEED,
            {.name = "skip",
             .value = "N",
             .summary = N_("leave out the last N positions of every game"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = SELFPLAY_MOVES_MAX},
            {.name = "values",
             .value = "N",
             .summary = N_("how much the values in the files count, in percent, instead of the results"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = ALL},
            OPTION_WEIGHTS,
            PARAMETERS_END},
    .run = tune_run,
};
