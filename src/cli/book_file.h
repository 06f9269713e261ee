/* book_file.h - `tablier solve santasi --book FILE`: a long proof that a file keeps, and the opening book it becomes. */
#ifndef TABLIER_CLI_BOOK_FILE_H
#define TABLIER_CLI_BOOK_FILE_H

#include <tablier.h>

struct book_task {
    const char *path;
    int plies; /* moves are proven in positions with fewer cylinders */
    int mib;
    uint64_t milliseconds; /* 0: until it is done */
    bool json;             /* print it as a line of JSON */
};

/* Goes on with the book in the file, or begins one, and prints what is proven of the start and of the first moves.
 * The file is a whole book at any time: it is replaced in one step, at first and every few seconds; when that fails the
 * proof ends. Returns an exit status. */
int book_file_prove(const struct tab_rules *rules, const struct book_task *task);

#endif
