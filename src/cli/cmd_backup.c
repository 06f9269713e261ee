/* cmd_backup.c - `tablier backup`: a copy of the service's games, while it runs. */
#include "../server/store_sql.h"
#include "command.h"
#include "report.h"
#include "service_settings.h"

#include <stdlib.h>

static int backup_make(const struct arguments *arguments, struct settings *settings) {
    struct tab_error error = {0};
    int status = service_settings_read(arguments, settings);
    if (status == STATUS_GOOD)
        status = service_settings_store(settings);
    if (status != STATUS_GOOD)
        return status;
    return store_backup(store_address(settings), arguments_text(arguments, "FILE"), &error)
               ? STATUS_GOOD
               : service_report(&error, STATUS_FAILED);
}

static int backup_run(const struct arguments *arguments) {
    struct settings *settings = malloc(sizeof *settings);
    if (settings == NULL)
        return report_no_memory();
    const int status = backup_make(arguments, settings);
    free(settings);
    return status;
}

const struct command backup_command = {
    .name = "backup",
    .summary = N_("copy the games of the service while it runs"),
    .description =
        N_("Copies the games that `tablier serve` keeps to a new file, as they are at one moment, also while the "
           "service is running, and checks the copy. To go back to it, stop the service and put the file in the place "
           "of tablier.db in the folder of the games. Games in a database of PostgreSQL are copied by its program "
           "pg_dump; pg_restore puts them into an empty database."),
    .words = (const struct parameter[]){{.name = "FILE", .summary = N_("the copy, a new file"), .kind = PARAMETER_FILE},
                                        PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_DATA, OPTION_STORE, OPTION_CONFIG, PARAMETERS_END},
    .run = backup_run,
};
