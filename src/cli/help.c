/* help.c - what `--help` prints, made from the table of commands. */
#include "help.h"
#include "columns.h"
#include "flow.h"

#include <string.h>

enum { INDENT = 2, GAP = 2 };

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

void row_print(FILE *stream, int indent, const char *name, int width, const char *summary) {
    int column = indent + width + GAP;
    fprintf(stream, "%*s%-*s", indent, "", columns_width(name, width + GAP), name);
    struct flow flow = {stream, column, column};
    flow_text(&flow, summary);
    putc('\n', stream);
}

/* ---- Parameters ----------------------------------------------------------------------------------------------- */

void word_usage(const struct parameter *word, char *buffer, size_t size) {
    const char *dots = word->repeated ? "..." : "";
    snprintf(buffer, size, word->optional ? "[%s%s]" : "%s%s", word->name, dots);
}

void option_usage(const struct parameter *option, char *buffer, size_t size) {
    const char *space = option->value != NULL ? " " : "", *value = option->value != NULL ? option->value : "";
    snprintf(buffer, size, "--%s%s%s", option->name, space, value);
}

void option_call(const struct parameter *option, char *buffer, size_t size) {
    char usage[USAGE_SIZE - 2];
    option_usage(option, usage, sizeof usage);
    snprintf(buffer, size, option->needed ? "%s" : "[%s]", usage);
}

void parameter_summary(const struct parameter *parameter, char *buffer, size_t size) {
    int length = snprintf(buffer, size, "%s", translate(parameter->summary));
    if (parameter->kind == PARAMETER_NUMBER && parameter->initial != 0)
        snprintf(buffer + length, size - (size_t)length, _(" (%lld to %lld, by default %lld)"),
                 (long long)parameter->minimum, (long long)parameter->maximum, (long long)parameter->initial);
    else if (parameter->kind == PARAMETER_NUMBER)
        snprintf(buffer + length, size - (size_t)length, _(" (%lld to %lld)"), (long long)parameter->minimum,
                 (long long)parameter->maximum);
    if (parameter->kind != PARAMETER_CHOICE)
        return;
    for (int i = 0; parameter->choices[i] != NULL; i++)
        length +=
            snprintf(buffer + length, size - (size_t)length, "%s%s", i > 0 ? ", " : _(": "), parameter->choices[i]);
}

static int width_of(const struct parameter *parameters, void (*usage)(const struct parameter *, char *, size_t),
                    int width) {
    for (; parameters->name != NULL; parameters++) {
        char text[USAGE_SIZE];
        usage(parameters, text, sizeof text);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    return width;
}

static void rows_print(FILE *stream, const struct parameter *parameters, int width,
                       void (*usage)(const struct parameter *, char *, size_t)) {
    for (; parameters->name != NULL; parameters++) {
        char text[USAGE_SIZE], summary[SUMMARY_SIZE];
        usage(parameters, text, sizeof text);
        parameter_summary(parameters, summary, sizeof summary);
        row_print(stream, INDENT, text, width, summary);
    }
}

static void usage_print(FILE *stream, const struct command *command) {
    char text[USAGE_SIZE];
    const char *usage = _("usage: tablier ");
    const int indent = columns_of(usage, strlen(usage));
    fputs(usage, stream);
    struct flow flow = {stream, indent, indent};
    flow_word(&flow, command->name, strlen(command->name));
    for (const struct parameter *word = command->words; word->name != NULL; word++) {
        word_usage(word, text, sizeof text);
        flow_word(&flow, text, strlen(text));
    }
    for (const struct parameter *option = command->options; option->name != NULL; option++) {
        option_call(option, text, sizeof text);
        flow_word(&flow, text, strlen(text));
    }
    putc('\n', stream);
}

/* ---- Pages ---------------------------------------------------------------------------------------------------- */

void command_help(FILE *stream, const struct command *command) {
    usage_print(stream, command);
    putc('\n', stream);
    struct flow flow = {stream, 0, 0};
    flow_text(&flow, translate(command->description));
    fprintf(stream, "\n\n");
    int width = width_of(command->words, word_usage, 0);
    width = width_of(command->options, option_usage, width);
    width = width_of(common_options, option_usage, width);
    rows_print(stream, command->words, width, word_usage);
    rows_print(stream, command->options, width, option_usage);
    rows_print(stream, common_options, width, option_usage);
}

void program_help(FILE *stream) {
    fprintf(stream, _("tablier - %s\n\nusage: tablier COMMAND ...\n\n"), translate(program_summary));
    int width = 0;
    for (int i = 0; i < command_count(); i++)
        width = (int)strlen(command_at(i)->name) > width ? (int)strlen(command_at(i)->name) : width;
    for (int i = 0; i < command_count(); i++)
        row_print(stream, INDENT, command_at(i)->name, width, translate(command_at(i)->summary));
    fprintf(stream, "\n");
    rows_print(stream, common_options, width_of(common_options, option_usage, 0), option_usage);
    struct flow flow = {stream, 0, 0};
    fprintf(stream, "\n");
    flow_text(&flow, _("`tablier COMMAND --help` explains a command. A game is given as SPEC, `id` or "
                       "`id:key=value,key=value`; `tablier games` lists the ids, keys and values."));
    fprintf(stream, "\n");
}
