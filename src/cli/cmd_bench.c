/* cmd_bench.c - `tablier bench`: speeds and signatures of the games. */
#include "bench.h"
#include "columns.h"
#include "command.h"
#include "json_print.h"
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct speeds {
    struct bench_speed baseline, perft, playouts;
    int depth, games;
    char spec[TAB_SPEC_TEXT];
};

/* ---- Text ----------------------------------------------------------------------------------------------------- */

enum { NAME_WIDTH = 10, WHAT_WIDTH = 8 };

static double rate_of(struct bench_speed speed) { return (double)speed.amount / speed.seconds; }

static void speed_print(const char *name, struct bench_speed speed, const char *what, struct bench_speed baseline) {
    printf("  %-*s %11" PRIu64 " %-*s %6.3f s %9.2f M/s %7.4f\n", columns_width(name, NAME_WIDTH), name, speed.amount,
           columns_width(what, WHAT_WIDTH), what, speed.seconds, rate_of(speed) * 1e-6,
           rate_of(speed) / rate_of(baseline));
}

static void game_print(const struct tab_game *game, const struct speeds *speeds, struct bench_signature signature) {
    if (speeds == NULL) {
        printf("%s %" PRIu64 " %016" PRIx64 "\n", tab_game_id(game), signature.leaves, signature.hash);
        return;
    }
    char perft[16];
    snprintf(perft, sizeof perft, "perft %d", speeds->depth);
    puts(speeds->spec);
    speed_print(_("baseline"), speeds->baseline, _("words"), speeds->baseline);
    speed_print(perft, speeds->perft, _("leaves"), speeds->baseline);
    speed_print(_("playouts"), speeds->playouts, _("moves"), speeds->baseline);
    const char *name = _("signature"), *what = _("leaves");
    printf("  %-*s %11" PRIu64 " %-*s %016" PRIx64 "\n", columns_width(name, NAME_WIDTH), name, signature.leaves,
           columns_width(what, WHAT_WIDTH), what, signature.hash);
    fflush(stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------------------------- */

static json_t *speed_json(struct bench_speed speed) {
    return json_pack("{s:I, s:f}", "amount", (json_int_t)speed.amount, "seconds", speed.seconds);
}

static json_t *game_json(const struct tab_game *game, const struct speeds *speeds, struct bench_signature signature) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, signature.hash);
    json_t *object = json_pack("{s:s, s:{s:I, s:s}}", "game", tab_game_id(game), "signature", "leaves",
                               (json_int_t)signature.leaves, "hash", hash);
    if (speeds == NULL)
        return object;
    json_object_set_new(object, "spec", json_string(speeds->spec));
    json_object_set_new(object, "baseline", speed_json(speeds->baseline));
    json_object_set_new(object, "depth", json_integer(speeds->depth));
    json_object_set_new(object, "perft", speed_json(speeds->perft));
    json_object_set_new(object, "games", json_integer(speeds->games));
    json_object_set_new(object, "playouts", speed_json(speeds->playouts));
    return object;
}

/* ---- The command ---------------------------------------------------------------------------------------------- */

static struct speeds speeds_measure(const struct tab_game *game) {
    struct speeds speeds;
    struct tab_rules rules = bench_rules(game);
    tab_rules_format(&rules, speeds.spec, sizeof speeds.spec);
    speeds.baseline = bench_baseline();
    speeds.depth = bench_depth(&rules);
    speeds.perft = bench_perft(&rules, speeds.depth);
    speeds.playouts = bench_playouts(&rules, &speeds.games);
    return speeds;
}

static int bench_run(const struct arguments *arguments) {
    const char *only = arguments_text(arguments, "GAME");
    bool json = arguments_given(arguments, "json"), fast = arguments_given(arguments, "signature");
    json_t *all = json ? json_array() : NULL;
    struct progress progress = progress_begin();
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_game *game = tab_game_at(i);
        if (only != NULL && strcmp(tab_game_id(game), only) != 0)
            continue;
        progress_step(&progress, "bench", i + 1, tab_game_count());
        struct speeds speeds;
        if (!fast)
            speeds = speeds_measure(game);
        struct bench_signature signature = bench_signature(game);
        progress_end(&progress);
        if (json)
            json_array_append_new(all, game_json(game, fast ? NULL : &speeds, signature));
        else
            game_print(game, fast ? NULL : &speeds, signature);
    }
    return json ? json_print(all) : STATUS_GOOD;
}

const struct command bench_command = {
    .name = "bench",
    .summary = N_("measure the speed of the rules, and sign them"),
    .description =
        N_("Measures every game, or one, on one core: perft from the start with the last ply counted in bulk, and "
           "random games. The last column compares each speed with a baseline measured just before, random numbers of "
           "64 bits.\n"
           "The signature is a number of leaves and a hash over perfts and random games with every value of every "
           "option. It is the same everywhere, and changes only when the rules do or the way moves and positions are "
           "written."),
    .words =
        (const struct parameter[]){
            {.name = "GAME", .summary = N_("only this game"), .kind = PARAMETER_GAME, .optional = true},
            PARAMETERS_END},
    .options = (const struct parameter[]){{.name = "signature",
                                           .summary = N_("only sign: one line a game with id, leaves and hash"),
                                           .kind = PARAMETER_SWITCH},
                                          OPTION_JSON,
                                          PARAMETERS_END},
    .run = bench_run,
};
