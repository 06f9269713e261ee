/* commands.c - the commands there are. */
#include "command.h"

#include <stddef.h>
#include <string.h>

#define COMMAND(name) extern const struct command name##_command;
#include "commands.def"
#undef COMMAND

enum {
#define COMMAND(name) INDEX_##name,
#include "commands.def"
#undef COMMAND
    COMMAND_COUNT
};

static const struct command *const commands[COMMAND_COUNT] = {
#define COMMAND(name) &name##_command,
#include "commands.def"
#undef COMMAND
};

const char *const program_summary = N_("abstract board games: rules, drawings, play");

const struct parameter program_words[] = {
    {.name = "COMMAND", .summary = N_("the command to explain"), .kind = PARAMETER_COMMAND, .optional = true},
    PARAMETERS_END,
};

const struct parameter common_options[] = {
    {.name = "help", .summary = N_("explain the command"), .kind = PARAMETER_SWITCH},
    {.name = "version", .summary = N_("print the version"), .kind = PARAMETER_SWITCH},
    {.name = "lang",
     .value = "LANGUAGE",
     .summary = N_("speak this language instead of the one of the locale"),
     .kind = PARAMETER_CHOICE,
     .choices = translate_languages},
    PARAMETERS_END,
};

const struct parameter no_parameters[] = {PARAMETERS_END};

int command_count(void) { return COMMAND_COUNT; }

const struct command *command_at(int index) { return commands[index]; }

const struct command *command_find(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}
