/* cmd_help.c - `tablier help`: what --help says, for those who look for it here. */
#include "help.h"

static int help_run(const struct arguments *arguments) {
    const char *name = arguments_text(arguments, "COMMAND");
    if (name != NULL)
        command_help(stdout, command_find(name));
    else
        program_help(stdout);
    return STATUS_GOOD;
}

const struct command help_command = {
    .name = "help",
    .summary = N_("explain the program or a command, as --help does"),
    .description = N_("Prints what `tablier --help` prints, or with a COMMAND what `tablier COMMAND --help` prints."),
    .words = program_words,
    .options = no_parameters,
    .run = help_run,
};
