/* fuzz_arguments.c - command lines. Input: a word on each line. A command with every kind of word and option is read; what
 * it is run with is what its table says. */
#include "fuzz.h"

#include "cli/command.h"
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS_MAX = 64 };

static int none_run(const struct arguments *arguments) {
    (void)arguments;
    return STATUS_GOOD;
}

static const char *const choices[] = {"one", "two", NULL};

static const struct command asked = {
    .name = "asked",
    .words = (const struct parameter[]){{.name = "NUMBER", .kind = PARAMETER_NUMBER, .minimum = -3, .maximum = 100},
                                        {.name = "CHOICE", .kind = PARAMETER_CHOICE, .choices = choices},
                                        {.name = "GAME", .kind = PARAMETER_GAME, .optional = true},
                                        {.name = "FILE", .kind = PARAMETER_FILE, .optional = true, .repeated = true},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "switch", .kind = PARAMETER_SWITCH},
            {.name = "text", .value = "TEXT", .summary = "a text", .kind = PARAMETER_TEXT, .needed = true},
            {.name = "number", .value = "N", .kind = PARAMETER_NUMBER, .maximum = 9},
            PARAMETERS_END},
    .run = none_run,
};

/* ---- What stands elsewhere in the program --------------------------------------------------------------------- */

const struct parameter common_options[] = {
    {.name = "help", .kind = PARAMETER_SWITCH}, {.name = "lang", .value = "L", .kind = PARAMETER_TEXT}, PARAMETERS_END};

int command_count(void) { return 1; }

const struct command *command_at(int index) { return index == 0 ? &asked : NULL; }

int report_call(const struct command *command, const char *format, ...) {
    (void)command;
    fuzz_check(format != NULL);
    return STATUS_BAD_CALL;
}

void list_add(char *list, size_t size, const char *dashes, const char *word) {
    fuzz_check(strlen(list) + strlen(dashes) + strlen(word) + sizeof ", " < size);
    strcat(strcat(strcat(list, ", "), dashes), word);
}

/* ---- Checking ------------------------------------------------------------------------------------------------- */

static void check_arguments(const struct arguments *arguments) {
    const int64_t first = arguments_number(arguments, "NUMBER", -100),
                  number = arguments_number(arguments, "number", 0);
    const char *choice = arguments_text(arguments, "CHOICE"), *game = arguments_text(arguments, "GAME");
    fuzz_check(arguments->word_count >= 2 && arguments->word_count <= WORDS_MAX);
    fuzz_check(first >= -3 && first <= 100 && number >= 0 && number <= 9);
    fuzz_check(strcmp(choice, "one") == 0 || strcmp(choice, "two") == 0);
    fuzz_check(game == NULL || tab_game_find(game) != NULL);
    fuzz_check(arguments_given(arguments, "text"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text, *texts[TEXTS_MAX];
    const struct parameter *common = NULL;
    struct arguments arguments;
    int count = 0;
    while (*rest != '\0' && count < TEXTS_MAX)
        texts[count++] = fuzz_line(&rest);
    const int status = arguments_read(&arguments, &asked, texts, count, &common);
    fuzz_check(status == STATUS_GOOD || status == STATUS_BAD_CALL);
    if (status == STATUS_GOOD && common == NULL)
        check_arguments(&arguments);
    free(text);
    return 0;
}
