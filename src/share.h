/* share.h - the data files that are installed with the programs: translations, lessons, pages. */
#ifndef TABLIER_SHARE_H
#define TABLIER_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file by its name below the folder `share` that belongs to the running program, in a build or an installation
 * wherever that was moved to, or else to where it was meant to be installed. Returns its bytes with a zero after them,
 * which the caller frees; NULL when there is no such file or no memory. */
char *share_read(const char *name, size_t *length);

/* Writes the path of a file or folder that is found in the same way; false when there is none. */
bool share_find(const char *name, char *path, size_t size);

#endif
