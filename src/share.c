/* share.c - the data files that are installed with the programs. */
#include "share.h"
#include "file.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 26 };

/* The folder of the running program, without its last slash; false when the system does not tell. */
static bool program_folder(char folder[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* The two places where a file or folder may be, the one beside the program first. */
enum { PLACES = 2 };

static bool place_format(int place, const char *name, char *path, size_t size) {
    char folder[PATH_MAX];
    if (place > 0)
        return (size_t)snprintf(path, size, "%s/%s", TABLIER_SHARE_INSTALLED, name) < size;
    return program_folder(folder) &&
           (size_t)snprintf(path, size, "%s/%s/%s", folder, TABLIER_SHARE_FROM_PROGRAM, name) < size;
}

char *share_read(const char *name, size_t *length) {
    char path[2 * PATH_MAX];
    char *bytes = NULL;
    for (int place = 0; place < PLACES && bytes == NULL; place++)
        if (place_format(place, name, path, sizeof path))
            bytes = file_read(path, BYTES_MAX, length);
    return bytes;
}

bool share_find(const char *name, char *path, size_t size) {
    for (int place = 0; place < PLACES; place++)
        if (place_format(place, name, path, size) && access(path, R_OK) == 0)
            return true;
    return false;
}
