/* files.c - whole files, and the unfinished game. */
#include "files.h"
#include "../translate.h"

#include <tablier.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files ---------------------------------------------------------------------------------------------------- */

char *file_read(const char *path, size_t most, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    size_t room = 4096, used = 0;
    char *text = malloc(room);
    while (text != NULL) {
        used += fread(text + used, 1, room - used - 1, file);
        if (used < room - 1)
            break;
        room *= 2;
        char *larger = room <= most ? realloc(text, room) : NULL;
        if (larger == NULL) {
            free(text);
            errno = EFBIG;
        }
        text = larger;
    }
    if (text != NULL && ferror(file) != 0) {
        free(text);
        text = NULL;
    }
    const int error = errno;
    fclose(file);
    errno = error;
    if (text == NULL)
        return NULL;
    text[used] = '\0';
    *length = used;
    return text;
}

static bool all_write(int file, const char *text, size_t length) {
    while (length > 0) {
        const ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return fsync(file) == 0;
}

bool file_write(const char *path, const char *text, size_t length) {
    char beside[PATH_MAX];
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        errno = S_ISDIR(there.st_mode) ? EISDIR : EINVAL; /* a device would be replaced */
        return false;
    }
    if (snprintf(beside, sizeof beside, "%s.new-%ld", path, (long)getpid()) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool good = all_write(file, text, length);
    good = close(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        const int error = errno;
        unlink(beside);
        errno = error;
    }
    return good;
}

bool record_save(const char *path, const struct tab_record *record) {
    const size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL)
        return false;
    tab_record_format(record, text, length + 1);
    const bool good = file_write(path, text, length);
    free(text);
    return good;
}

void file_game_text(int number, int count, char *text, size_t size) {
    text[0] = '\0';
    if (count > 1)
        snprintf(text, size, _("Game %d of %d in the file; --open FILE --number N shows another."), number, count);
}

/* ---- The unfinished game -------------------------------------------------------------------------------------- */

enum { FOLDER_MODE = 0700 };

static bool folder_path(char *path, size_t size) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state != NULL && *state == '/')
        length = snprintf(path, size, "%s/tablier", state);
    else if (home != NULL && *home == '/')
        length = snprintf(path, size, "%s/.local/state/tablier", home);
    return length > 0 && (size_t)length < size;
}

static bool unfinished_path(char *path, size_t size) {
    static const char name[] = "/unfinished.record";
    if (!folder_path(path, size) || strlen(path) + sizeof name > size)
        return false;
    memcpy(path + strlen(path), name, sizeof name);
    return true;
}

bool unfinished_find(char *path, size_t size) { return unfinished_path(path, size) && access(path, F_OK) == 0; }

void private_folder_make(const char *path) {
    char part[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        mkdir(part, FOLDER_MODE);
    }
    mkdir(path, FOLDER_MODE);
    chmod(path, FOLDER_MODE); /* it may have been there before */
}

bool state_folder(const char *name, char *path, size_t size) {
    char above[PATH_MAX];
    return folder_path(above, sizeof above) && (size_t)snprintf(path, size, "%s/%s", above, name) < size;
}

bool unfinished_keep(const struct tab_record *record) {
    char path[PATH_MAX];
    if (!folder_path(path, sizeof path))
        return false;
    private_folder_make(path);
    return unfinished_path(path, sizeof path) && record_save(path, record);
}

void unfinished_forget(void) {
    char path[PATH_MAX];
    if (unfinished_path(path, sizeof path))
        unlink(path);
}

struct tab_record *unfinished_read(void) {
    char path[PATH_MAX];
    size_t length, at = 0;
    char *text = unfinished_path(path, sizeof path) ? file_read(path, FILES_SIZE_MAX, &length) : NULL;
    if (text == NULL)
        return NULL;
    struct tab_record *record = NULL;
    if (tab_record_find(text, length, &at))
        record = tab_record_read(text, length, &at, NULL);
    free(text);
    return record;
}
