/* arguments.c - the words of a command line, read against the table of the command. */
#include "command.h"
#include "report.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Asking --------------------------------------------------------------------------------------------------- */

const char *arguments_text(const struct arguments *arguments, const char *name) {
    const struct command *command = arguments->command;
    for (int i = 0; command->words[i].name != NULL; i++)
        if (strcmp(command->words[i].name, name) == 0)
            return i < arguments->word_count ? arguments->words[i] : NULL;
    for (int i = 0; command->options[i].name != NULL; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return arguments->values[i];
    assert(false && "a word or option of the command's table");
    return NULL;
}

bool arguments_given(const struct arguments *arguments, const char *name) {
    return arguments_text(arguments, name) != NULL;
}

int64_t arguments_number(const struct arguments *arguments, const char *name, int64_t otherwise) {
    const char *text = arguments_text(arguments, name);
    return text != NULL ? strtoll(text, NULL, 10) : otherwise;
}

/* ---- Checking ------------------------------------------------------------------------------------------------- */

static bool number_fits(const struct parameter *parameter, const char *text) {
    char *end;
    errno = 0;
    int64_t number = strtoll(text, &end, 10);
    bool digits = *text == '-' || (*text >= '0' && *text <= '9');
    return digits && end != text && *end == '\0' && errno == 0 && number >= parameter->minimum &&
           number <= parameter->maximum;
}

static bool choice_known(const struct parameter *parameter, const char *text, char *list) {
    for (int i = 0; parameter->choices[i] != NULL; i++) {
        if (strcmp(parameter->choices[i], text) == 0)
            return true;
        list_add(list, LIST_SIZE, "", parameter->choices[i]);
    }
    return false;
}

static bool game_known(const char *text, char *list) {
    for (int i = 0; i < tab_game_count(); i++) {
        if (strcmp(tab_game_id(tab_game_at(i)), text) == 0)
            return true;
        list_add(list, LIST_SIZE, "", tab_game_id(tab_game_at(i)));
    }
    return false;
}

static bool command_known(const char *text, char *list) {
    for (int i = 0; i < command_count(); i++) {
        if (strcmp(command_at(i)->name, text) == 0)
            return true;
        list_add(list, LIST_SIZE, "", command_at(i)->name);
    }
    return false;
}

/* Checks a value against its parameter; `dashes` are those of an option. */
static int value_check(const struct command *command, const struct parameter *parameter, const char *dashes,
                       const char *text) {
    char list[LIST_SIZE] = "";
    if (parameter->kind == PARAMETER_NUMBER && !number_fits(parameter, text))
        return report_call(command, N_("%s%s must be a number from %lld to %lld, not '%s'"), dashes, parameter->name,
                           (long long)parameter->minimum, (long long)parameter->maximum, text);
    if (parameter->kind == PARAMETER_CHOICE && !choice_known(parameter, text, list))
        return report_call(command, N_("%s%s must be one of %s, not '%s'"), dashes, parameter->name, list, text);
    if (parameter->kind == PARAMETER_GAME && !game_known(text, list))
        return report_call(command, N_("unknown game '%s'; the games are: %s"), text, list);
    if (parameter->kind == PARAMETER_COMMAND && !command_known(text, list))
        return report_call(command, N_("unknown command '%s'; the commands are: %s"), text, list);
    return STATUS_GOOD;
}

int word_check(const struct command *command, const struct parameter *word, const char *text) {
    return value_check(command, word, "", text);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* The option of a table that a text `--name` or `--name=value` is; NULL when it is none. */
static const struct parameter *option_find(const struct parameter *options, const char *text) {
    if (strncmp(text, "--", 2) != 0)
        return NULL;
    size_t length = strcspn(text + 2, "=");
    for (; options->name != NULL; options++)
        if (strlen(options->name) == length && memcmp(options->name, text + 2, length) == 0)
            return options;
    return NULL;
}

static int report_option(const struct command *command, const char *text) {
    char list[LIST_SIZE] = "";
    for (const struct parameter *option = command->options; option->name != NULL; option++)
        list_add(list, LIST_SIZE, "--", option->name);
    for (const struct parameter *option = common_options; option->name != NULL; option++)
        list_add(list, LIST_SIZE, "--", option->name);
    return report_call(command, N_("unknown option '%.*s'; the options are: %s"), (int)strcspn(text, "="), text, list);
}

/* Reads the value of the option at texts[*next], written `--name`, `--name value` or `--name=value`. */
static int value_read(const struct command *command, const struct parameter *option, char *const *texts, int count,
                      int *next, const char **value) {
    const char *equals = strchr(texts[*next], '=');
    if (option->kind == PARAMETER_SWITCH && equals != NULL)
        return report_call(command, N_("--%s takes no value"), option->name);
    if (option->kind == PARAMETER_SWITCH) {
        *value = "";
        return STATUS_GOOD;
    }
    if (equals == NULL && *next + 1 == count)
        return report_call(command, N_("--%s needs a value: --%s %s"), option->name, option->name, option->value);
    *value = equals != NULL ? equals + 1 : texts[++*next];
    return value_check(command, option, "--", *value);
}

static int option_read(struct arguments *arguments, const struct parameter *option, char *const *texts, int count,
                       int *next) {
    const struct command *command = arguments->command;
    const char **value = &arguments->values[option - command->options];
    if (*value != NULL)
        return report_call(command, N_("--%s is given twice"), option->name);
    return value_read(command, option, texts, count, next, value);
}

static int word_read(struct arguments *arguments, const char *text) {
    const struct command *command = arguments->command;
    int known = 0;
    while (command->words[known].name != NULL)
        known++;
    bool repeated = known > 0 && command->words[known - 1].repeated;
    int limit = repeated ? WORDS_MAX : known;
    if (arguments->word_count == limit)
        return report_call(command, N_("'%s' is one word too many"), text);
    int index = arguments->word_count < known ? arguments->word_count : known - 1;
    arguments->words[arguments->word_count++] = text;
    return word_check(command, &command->words[index], text);
}

static int words_complete(const struct arguments *arguments) {
    const struct parameter *missing = &arguments->command->words[0];
    for (int i = 0; i < arguments->word_count && missing->name != NULL; i++)
        missing++;
    if (missing->name == NULL || missing->optional)
        return STATUS_GOOD;
    return report_call(arguments->command, N_("the word %s is missing"), missing->name);
}

int option_refuse(const struct arguments *arguments, const char *option, const char *place) {
    if (!arguments_given(arguments, option))
        return STATUS_GOOD;
    return report_call(arguments->command, N_("--%s is for %s"), option, place);
}

static int options_complete(const struct arguments *arguments) {
    const struct parameter *options = arguments->command->options;
    for (int i = 0; options[i].name != NULL; i++)
        if (options[i].needed && arguments->values[i] == NULL)
            return report_call(arguments->command, N_("--%s %s is missing: %s"), options[i].name, options[i].value,
                               translate(options[i].summary));
    return STATUS_GOOD;
}

static int argument_read(struct arguments *arguments, char *const *texts, int count, int *next) {
    const struct command *command = arguments->command;
    const char *text = texts[*next];
    const bool number = text[0] == '-' && text[1] >= '0' && text[1] <= '9'; /* no option begins with a digit */
    if (text[0] != '-' || text[1] == '\0' || number)
        return word_read(arguments, text);
    const struct parameter *option = option_find(command->options, text);
    return option != NULL ? option_read(arguments, option, texts, count, next) : report_option(command, text);
}

int common_read(const struct command *command, char *const *texts, int count, int *next,
                const struct parameter **common) {
    const char *value;
    *common = option_find(common_options, strcmp(texts[*next], "-h") == 0 ? "--help" : texts[*next]);
    return *common != NULL ? value_read(command, *common, texts, count, next, &value) : STATUS_GOOD;
}

int arguments_read(struct arguments *arguments, const struct command *command, char *const *texts, int count,
                   const struct parameter **common) {
    *arguments = (struct arguments){.command = command};
    *common = NULL;
    bool options = true;
    int status = STATUS_GOOD;
    for (int next = 0; next < count && status == STATUS_GOOD; next++) {
        if (options)
            status = common_read(command, texts, count, &next, common);
        if (status != STATUS_GOOD || (*common != NULL && (*common)->kind == PARAMETER_SWITCH))
            return status;
        if (*common != NULL)
            *common = NULL;
        else if (options && strcmp(texts[next], "--") == 0)
            options = false;
        else if (options)
            status = argument_read(arguments, texts, count, &next);
        else
            status = word_read(arguments, texts[next]);
    }
    if (status == STATUS_GOOD)
        status = words_complete(arguments);
    return status == STATUS_GOOD ? options_complete(arguments) : status;
}
