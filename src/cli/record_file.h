/* record_file.h - files of records, for the commands that read them. */
#ifndef TABLIER_CLI_RECORD_FILE_H
#define TABLIER_CLI_RECORD_FILE_H

#include "command.h"

#include <stddef.h>
#include <tablier.h>

/* For the word tables of commands. */
#define WORD_RECORD_FILE                                                                                               \
    {.name = "FILE", .summary = N_("a file of records, - for standard input"), .kind = PARAMETER_FILE}

struct record_file {
    const char *name;
    char *text;
    size_t length;
    size_t at;     /* where the next game begins */
    int good, bad; /* games */
};

/* Reads a whole file, or standard input when that is called `-`, and checks every game of it. Reports the first problem
 * of each, and returns STATUS_FAILED when there was one. To be closed in any case. */
int record_file_open(struct record_file *file, const char *name);
void record_file_close(struct record_file *file);

/* Reads the next game of a file that has been found good, NULL after the last one. Returns an exit status. */
int record_file_next(struct record_file *file, struct tab_record **record);

/* Writes a game to standard output. Returns an exit status. */
int record_write(const struct tab_record *record);

#endif
