/* cmd_engine.c - `tablier engine`: the engine for other programs. */
#include "../ugi/ugi.h"
#include "command.h"
#include "report.h"
#include "weights_file.h"

#include <stdio.h>
#include <stdlib.h>

static int engine_run(const struct arguments *arguments) {
    const char *spec = arguments_text(arguments, "game");
    struct tab_rules rules;
    struct tab_error error;
    struct tab_engine_options options;
    if (!tab_rules_parse(&rules, spec != NULL ? spec : tab_game_id(tab_game_at(0)), &error))
        return report_text("--game", spec, &error);
    tab_engine_defaults(&options);
    int16_t *weights;
    int status = weights_read(arguments_text(arguments, "weights"), rules.game, &weights);
    options.weights = weights;
    if (status == STATUS_GOOD && !ugi_serve(stdin, stdout, &rules, &options))
        status = report_no_memory();
    free(weights);
    return status;
}

const struct command engine_command = {
    .name = "engine",
    .summary = N_("speak UGI, for programs that play with engines"),
    .description =
        N_("Speaks the Universal Game Interface on standard input and output. The game is chosen with --game or with "
           "the option Game; position texts stand after `position fen`. Beyond the protocol: clocks of players 3 and "
           "4, and the queries `player` and `legalmoves`."),
    .words = no_parameters,
    .options =
        (const struct parameter[]){
            {.name = "game", .value = "SPEC", .summary = N_("the game to begin with"), .kind = PARAMETER_SPEC},
            OPTION_WEIGHTS,
            PARAMETERS_END},
    .run = engine_run,
};
