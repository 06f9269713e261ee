/* file.c - whole files. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

enum { FIRST_ROOM = 1 << 14 };

/* Frees, and leaves errno as it is. */
static void text_free(char *text) {
    const int error = errno;
    free(text);
    errno = error;
}

char *stream_read(FILE *stream, size_t most, size_t *length) {
    size_t room = FIRST_ROOM, used = 0;
    char *text = malloc(room);
    while (text != NULL) {
        used += fread(text + used, 1, room - used, stream);
        if (ferror(stream) != 0)
            break;
        if (used > most) {
            errno = EFBIG;
            break;
        }
        if (used < room) {
            text[used] = '\0';
            *length = used;
            return text;
        }
        room *= 2;
        char *larger = realloc(text, room);
        if (larger == NULL)
            break;
        text = larger;
    }
    text_free(text);
    return NULL;
}

char *file_read(const char *path, size_t most, size_t *length) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    char *text = stream_read(stream, most, length);
    const int error = errno;
    fclose(stream);
    errno = error;
    return text;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

enum { TRIES = 100 };

/* Finds where the file will be, and whether it is written beside that first. `there` is what is there now, NULL:
 * nothing. */
static bool draft_place(struct file_draft *draft, const char *path, const struct stat *there, bool *beside) {
    *beside = there == NULL || S_ISREG(there->st_mode);
    if (*path == '\0' || strlen(path) >= sizeof draft->path) {
        errno = *path == '\0' ? ENOENT : ENAMETOOLONG;
        return false;
    }
    memcpy(draft->path, path, strlen(path) + 1);
    return !*beside || there == NULL || (access(path, W_OK) == 0 && realpath(path, draft->path) != NULL);
}

/* Makes a file with a name that no other has, for the owner alone when it replaces another. Like mkstemp, which leaves
 * no choice of permissions: of what the umask allows only the system knows. -1, with errno set, when it cannot. */
static int beside_open(struct file_draft *draft, bool replaces) {
    static _Atomic unsigned calls;
    int file = -1;
    for (int i = 0; i < TRIES && file < 0 && (i == 0 || errno == EEXIST); i++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        const unsigned long call = atomic_fetch_add(&calls, 1);
        const unsigned long name = (unsigned long)now.tv_nsec ^ (unsigned long)getpid() << 12 ^ call << 8;
        snprintf(draft->beside, sizeof draft->beside, "%s.new-%lx", draft->path, name);
        file = open(draft->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, replaces ? 0600 : 0666);
    }
    return file;
}

bool file_begin(struct file_draft *draft, const char *path) {
    struct stat there;
    const bool exists = stat(path, &there) == 0;
    bool beside;
    draft->beside[0] = '\0';
    if ((!exists && errno != ENOENT) || !draft_place(draft, path, exists ? &there : NULL, &beside))
        return false;
    const int file = beside ? beside_open(draft, exists) : open(draft->path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file < 0)
        return false;
    if (beside && exists)
        fchmod(file, there.st_mode & 07777);
    draft->stream = fdopen(file, "wb");
    if (draft->stream == NULL) {
        close(file);
        if (beside)
            unlink(draft->beside);
        errno = ENOMEM;
    }
    return draft->stream != NULL;
}

void file_drop(struct file_draft *draft) {
    const int error = errno;
    if (draft->stream != NULL)
        fclose(draft->stream);
    if (draft->beside[0] != '\0')
        unlink(draft->beside);
    errno = error;
}

bool file_end(struct file_draft *draft) {
    const bool beside = draft->beside[0] != '\0';
    bool good = ferror(draft->stream) == 0 && fflush(draft->stream) == 0;
    good = good && (!beside || fsync(fileno(draft->stream)) == 0);
    if (good) {
        good = fclose(draft->stream) == 0 && (!beside || rename(draft->beside, draft->path) == 0);
        draft->stream = NULL;
    }
    if (!good)
        file_drop(draft);
    return good;
}

bool file_write(const char *path, const void *bytes, size_t length) {
    struct file_draft draft;
    if (!file_begin(&draft, path))
        return false;
    fwrite(bytes, 1, length, draft.stream);
    return file_end(&draft);
}
