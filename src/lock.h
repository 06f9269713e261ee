/* lock.h - one program at a time writes a file. A lock ends with the program, however that ends. On a file system that
 * knows no locks everybody gets one. */
#ifndef TABLIER_LOCK_H
#define TABLIER_LOCK_H

#include <limits.h>
#include <stdbool.h>

/* Locks an open file or folder, until it is closed. False, with errno EAGAIN, when another program has locked it. */
bool lock_open_file(int file);

/* The lock of a file that is replaced whenever it is written: on a file beside it, PATH.lock, which is removed at the
 * end. What is no file, as a device, needs none. */
struct lock {
    int file;                /* -1: none */
    char path[PATH_MAX + 8]; /* of the file beside */
};

/* False, with errno set, when there can be no such file; EAGAIN: another program has locked it. */
bool lock_begin(struct lock *lock, const char *path);
/* A lock that was not begun is all zero, or has failed. */
void lock_end(struct lock *lock);

#endif
