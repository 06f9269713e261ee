/* file_faults.c - see file_faults.h. A full disk is told when it is written to; closing closes all the same. */
#include "file_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The linker puts these in the place of others, by these names. NOLINTBEGIN(readability-identifier-naming) */

int __real_open(const char *path, int flags, ...);
FILE *__real_fdopen(int file, const char *mode);
int __real_fflush(FILE *stream);
int __real_fclose(FILE *stream);
int __real_fsync(int file);
int __real_rename(const char *from, const char *to);
int __real_mkdir(const char *path, mode_t mode);
int __real_unlink(const char *path);

int __wrap_open(const char *path, int flags, ...);
FILE *__wrap_fdopen(int file, const char *mode);
int __wrap_fflush(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fsync(int file);
int __wrap_rename(const char *from, const char *to);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_unlink(const char *path);

int __wrap_open(const char *path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(values, mode_t) : 0;
    va_end(values);
    return faults_refuse(EMFILE) ? -1 : __real_open(path, flags, mode);
}

FILE *__wrap_fdopen(int file, const char *mode) { return faults_refuse(ENOMEM) ? NULL : __real_fdopen(file, mode); }

int __wrap_fflush(FILE *stream) { return faults_refuse(ENOSPC) ? EOF : __real_fflush(stream); }

int __wrap_fclose(FILE *stream) {
    const int closed = __real_fclose(stream);
    return faults_refuse(EIO) ? EOF : closed;
}

int __wrap_fsync(int file) { return faults_refuse(EIO) ? -1 : __real_fsync(file); }

int __wrap_rename(const char *from, const char *to) { return faults_refuse(EIO) ? -1 : __real_rename(from, to); }

int __wrap_mkdir(const char *path, mode_t mode) { return faults_refuse(ENOSPC) ? -1 : __real_mkdir(path, mode); }

int __wrap_unlink(const char *path) { return faults_refuse(EIO) ? -1 : __real_unlink(path); }

/* NOLINTEND(readability-identifier-naming) */
