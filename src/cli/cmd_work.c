/* cmd_work.c - `tablier work`: what has to be done for a service beside serving. */
#include "../server/work.h"
#include "report.h"
#include "service_settings.h"

#include <stdlib.h>

static int work_with(const struct arguments *arguments, struct settings *settings) {
    struct tab_error error = {0};
    int status = service_settings_read(arguments, settings);
    if (status == STATUS_GOOD)
        status = service_settings_store(settings, true);
    if (status != STATUS_GOOD)
        return status;
    const struct work_options options = {.settings = settings,
                                         .address = store_address(settings),
                                         .threads = (int)arguments_number(arguments, "threads", 1),
                                         .once = arguments_given(arguments, "once")};
    return work_run(&options, &error) ? STATUS_GOOD : service_report(&error, STATUS_FAILED);
}

static int work_run_command(const struct arguments *arguments) {
    struct settings *settings = malloc(sizeof *settings);
    if (settings == NULL)
        return report_no_memory();
    const int status = work_with(arguments, settings);
    free(settings);
    return status;
}

const struct command work_command = {
    .name = "work",
    .summary = N_("analyse the games of a service, on this machine"),
    .description = N_(
        "Works for a service that `tablier serve` runs, here or elsewhere, until it is stopped with Ctrl-C: takes the "
        "games that people want analysed from the queue, one for each thread, and puts what the engine thinks of "
        "them back. With --store it also counts the games that have ended, for ratings and the explorer. Any number "
        "of such programs may work for one service, and any of them may be stopped at any moment: what it was at "
        "is done by another."),
    .words = no_parameters,
    .options =
        (const struct parameter[]){
            OPTION_DATA,
            OPTION_STORE,
            OPTION_CONFIG,
            {.name = "threads",
             .value = "N",
             .summary = N_("analyse so many games at a time"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = 256,
             .initial = 1},
            {.name = "once", .summary = N_("end when there is nothing left to do"), .kind = PARAMETER_SWITCH},
            PARAMETERS_END},
    .run = work_run_command,
};
