/* file.h - whole files: read at once, written so that no half of one is ever seen. */
#ifndef TABLIER_FILE_H
#define TABLIER_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* Reads a file, or what is left of a stream, of `most` bytes at most, and puts a zero after it; the caller frees it.
 * NULL, with errno set, when it cannot: EFBIG when there is more. */
char *file_read(const char *path, size_t most, size_t *length);
char *stream_read(FILE *stream, size_t most, size_t *length);

/* ---- Writing -------------------------------------------------------------------------------------------------- */

/* A file being written beside the one it will replace. Until it ends, and when it fails, what was there before stays;
 * the new one has its permissions. What is no file, as a device or a pipe, is written in place. */
struct file_draft {
    FILE *stream;               /* to be written to; errors are seen at the end */
    char path[PATH_MAX];        /* behind links */
    char beside[PATH_MAX + 32]; /* "": it is written in place */
};

/* False, with errno set, when there can be no file; nothing has changed then. */
bool file_begin(struct file_draft *draft, const char *path);
/* Puts it where it belongs, once it is on the disk. False, with errno set, when anything of it failed. */
bool file_end(struct file_draft *draft);
/* Ends it without the file. */
void file_drop(struct file_draft *draft);

/* All of it at once. False, with errno set, when it cannot. */
bool file_write(const char *path, const void *bytes, size_t length);

#endif
