/* cmd_backup.c - `tablier backup`: a copy of the service's games, while it runs. */
#include "../play/files.h"
#include "../server/store_sqlite.h"
#include "command.h"
#include "report.h"

#include <limits.h>
#include <stdio.h>

static int backup_run(const struct arguments *arguments) {
    char usual[PATH_MAX], message[TAB_ERROR_TEXT];
    const char *folder = arguments_text(arguments, "data");
    struct tab_error error;
    if (folder == NULL && !state_folder("service", usual, sizeof usual))
        return report_failure(N_("there is no place for the games; name one with --data"));
    if (store_sqlite_backup(folder != NULL ? folder : usual, arguments_text(arguments, "FILE"), &error))
        return STATUS_GOOD;
    translate_error(&error, message, sizeof message);
    return report_failure("%s", message);
}

const struct command backup_command = {
    .name = "backup",
    .summary = N_("copy the games of the service while it runs"),
    .description =
        N_("Copies the games that `tablier serve` keeps to a new file, as they are at one moment, also while the "
           "service is running, and checks the copy. To go back to it, stop the service and put the file in the place "
           "of tablier.db in the folder of the games."),
    .words = (const struct parameter[]){{.name = "FILE", .summary = N_("the copy, a new file"), .kind = PARAMETER_FILE},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "data", .value = "DIR", .summary = N_("the folder of the games"), .kind = PARAMETER_FILE},
            PARAMETERS_END},
    .run = backup_run,
};
