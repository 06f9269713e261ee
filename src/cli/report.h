/* report.h - telling people what is wrong, and where. Everything goes to standard error. */
#ifndef TABLIER_CLI_REPORT_H
#define TABLIER_CLI_REPORT_H

#include <stddef.h>
#include <stdio.h>

#include <tablier.h>

struct command;

#if defined(__GNUC__)
#define REPORT_FORMAT(index, first) __attribute__((format(printf, index, first)))
#else
#define REPORT_FORMAT(index, first)
#endif

/* Reports a call that the program cannot understand and points to the help of the command (NULL: of the program).
 * `format` is translated here, as everywhere in this file. Returns STATUS_BAD_CALL. */
int report_call(const struct command *command, const char *format, ...) REPORT_FORMAT(2, 3);

/* Reports what is wrong with a text of the call that came from `source`, and shows the place. Returns STATUS_BAD_CALL. */
int report_text(const char *source, const char *text, const struct tab_error *error);

/* The same for a line of a file. Returns STATUS_FAILED. */
int report_line(const char *place, const char *line, const struct tab_error *error);

/* Reports what is wrong with a file or another input. Returns STATUS_FAILED. */
int report_input(const char *format, ...) REPORT_FORMAT(1, 2);

/* Reports something that went wrong although the call was good. Returns STATUS_FAILED. */
int report_failure(const char *format, ...) REPORT_FORMAT(1, 2);
int report_no_memory(void);
/* Reports what errno says of a file; EAGAIN: another program writes it (lock.h). Returns STATUS_FAILED. */
int report_file(const char *path);

/* Writes what went wrong with an engine in the language of the reader; there is room for FAILURE_TEXT. */
struct failure;
void failure_translate(const struct failure *failure, char *text);

/* For messages that name the choices: adds a word to a comma separated list, which is cut when it is full. */
enum { LIST_SIZE = 512 };
void list_add(char *list, size_t size, const char *dashes, const char *word);

/* Writes a text on a line of its own, made printable and cut to the width of a terminal, and a caret under the byte
 * at `at`. */
void place_print(FILE *stream, const char *text, size_t at);

#endif
