/* help.h - what `--help` prints, made from the table of commands. */
#ifndef TABLIER_CLI_HELP_H
#define TABLIER_CLI_HELP_H

#include "command.h"

#include <stdio.h>

void program_help(FILE *stream);
void command_help(FILE *stream, const struct command *command);

/* Writes a row of two columns; the first is `width` wide, the second goes on below itself. */
void row_print(FILE *stream, int indent, const char *name, int width, const char *summary);

/* How help and manual write a word, `SPEC` or `[SPEC]` or `[ENGINE...]`, and an option, `--position TEXT`; in the whole
 * call an option that is not needed has brackets, `[--position TEXT]`. */
void word_usage(const struct parameter *word, char *buffer, size_t size);
void option_usage(const struct parameter *option, char *buffer, size_t size);
void option_call(const struct parameter *option, char *buffer, size_t size);
/* The summary of a parameter, with the range of a number or the choices there are. */
void parameter_summary(const struct parameter *parameter, char *buffer, size_t size);
enum { USAGE_SIZE = 64, SUMMARY_SIZE = 256 };

#endif
