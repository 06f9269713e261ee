/* lock.c - one program at a time writes a file. */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool lock_open_file(int file) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return true;
    const bool taken = errno == EWOULDBLOCK;
    errno = taken ? EAGAIN : errno;
    return !taken;
}

/* Writes the path of the file beside, behind links; "" when the path needs no lock. */
static bool beside_place(const char *path, char *beside, size_t size) {
    char real[PATH_MAX];
    struct stat there;
    const bool exists = stat(path, &there) == 0;
    beside[0] = '\0';
    if (!exists && errno != ENOENT)
        return false;
    if (exists && !S_ISREG(there.st_mode))
        return true;
    if (exists && realpath(path, real) == NULL)
        return false;
    const int length = snprintf(beside, size, "%s.lock", exists ? real : path);
    if (length >= 0 && (size_t)length < size)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Whether an open file is still the one with this name: whoever had the lock may just have removed it. */
static bool is_there(int file, const char *path) {
    struct stat own, named;
    return fstat(file, &own) == 0 && stat(path, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

bool lock_begin(struct lock *lock, const char *path) {
    *lock = (struct lock){.file = -1};
    if (!beside_place(path, lock->path, sizeof lock->path))
        return false;
    if (lock->path[0] == '\0')
        return true;
    for (;;) {
        const int file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0)
            return false;
        const bool taken = lock_open_file(file);
        if (taken && is_there(file, lock->path)) {
            lock->file = file;
            return true;
        }
        close(file);
        if (!taken) {
            errno = EAGAIN;
            return false;
        }
    }
}

void lock_end(struct lock *lock) {
    if (lock->path[0] == '\0' || lock->file < 0)
        return;
    unlink(lock->path);
    close(lock->file);
    lock->file = -1;
}
