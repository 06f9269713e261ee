/* kept.c - the games played at this machine. */
#include "kept.h"
#include "../file.h"
#include "files.h"

#include <tablier.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Names ---------------------------------------------------------------------------------------------------- */

static const char ending[] = ".record";

/* Writes the path of something in one of the folders; "" when there is no such place. */
static void path_write(const char *folder, const char *name, const char *after, char path[PATH_MAX]) {
    char above[PATH_MAX];
    int length = -1;
    if (state_folder(folder, above, sizeof above))
        length = snprintf(path, PATH_MAX, "%s%s%s%s", above, *name != '\0' ? "/" : "", name, after);
    if (length < 0 || length >= PATH_MAX)
        path[0] = '\0';
}

static const char *folder_of(bool over) { return over ? "games/finished" : "games"; }

void kept_path(const char *name, bool over, char path[PATH_MAX]) { path_write(folder_of(over), name, ending, path); }

static bool folders_make(void) {
    char path[PATH_MAX];
    path_write(folder_of(true), "", "", path);
    if (*path == '\0') {
        errno = ENOENT;
        return false;
    }
    private_folder_make(path);
    return true;
}

/* ---- Locks ---------------------------------------------------------------------------------------------------- */

/* The lock is on a file beside the game, in one place whether the game is over or not. */
static bool lock_take(struct kept *kept, const char *name) {
    char path[PATH_MAX];
    path_write(folder_of(false), name, "", path);
    if (*path == '\0') {
        errno = ENOENT;
        return false;
    }
    if (!lock_begin(&kept->lock, path))
        return false;
    snprintf(kept->name, sizeof kept->name, "%s", name);
    kept->locked = true;
    return true;
}

bool kept_lock(struct kept *kept, const char *name) { return lock_take(kept, name); }

void kept_close(struct kept *kept) {
    if (!kept->locked)
        return;
    lock_end(&kept->lock);
    *kept = (struct kept){0};
}

static bool name_is_taken(const char *name) {
    char path[PATH_MAX];
    for (int over = 0; over < 2; over++) {
        path_write(folder_of(over == 1), name, ending, path);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

/* Takes a name that says which game it is and when it began, with a number where another began at that moment. */
static bool name_take(struct kept *kept, const struct tab_record *record) {
    enum { TRIES = 1000 };
    char date[32] = "", name[KEPT_NAME];
    const time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) != NULL)
        strftime(date, sizeof date, "-%Y-%m-%d-%H%M%S", &local);
    for (int i = 1; i <= TRIES; i++) {
        snprintf(name, sizeof name, "%s%s-%d", tab_game_id(tab_record_rules(record)->game), date, i);
        if (name_is_taken(name))
            continue;
        if (lock_take(kept, name) && !name_is_taken(name))
            return true;
        if (!kept->locked && errno != EAGAIN)
            return false;
        kept_close(kept);
    }
    errno = EEXIST;
    return false;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

bool kept_write(struct kept *kept, const struct tab_record *record, bool over) {
    char path[PATH_MAX], other[PATH_MAX];
    if (!folders_make() || (!kept->locked && !name_take(kept, record)))
        return false;
    path_write(folder_of(over), kept->name, ending, path);
    path_write(folder_of(!over), kept->name, ending, other);
    if (!record_save(path, record))
        return false;
    unlink(other); /* the game has ended, or its end was taken back */
    return true;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* Older versions kept one game in a file of its own. */
static void old_take_over(void) {
    char old[PATH_MAX], path[PATH_MAX], name[KEPT_NAME];
    path_write("unfinished", "", ending, old);
    if (access(old, F_OK) != 0 || !folders_make())
        return;
    for (int i = 1; i <= KEPT_MAX; i++) {
        snprintf(name, sizeof name, "unfinished-%d", i);
        kept_path(name, false, path);
        if (link(old, path) == 0) {
            unlink(old);
            return;
        }
    }
}

struct dated {
    struct timespec written;
    char name[KEPT_NAME];
};

static int dated_compare(const void *one, const void *other) {
    const struct dated *first = one, *second = other;
    if (first->written.tv_sec != second->written.tv_sec)
        return first->written.tv_sec < second->written.tv_sec ? 1 : -1;
    if (first->written.tv_nsec != second->written.tv_nsec)
        return first->written.tv_nsec < second->written.tv_nsec ? 1 : -1;
    return strcmp(first->name, second->name);
}

/* Takes what is the file of a game. */
static bool entry_read(const char *file, bool over, struct dated *dated) {
    char path[PATH_MAX];
    struct stat status;
    const size_t length = strlen(file), end = sizeof ending - 1;
    if (length <= end || length - end >= KEPT_NAME || strcmp(file + length - end, ending) != 0)
        return false;
    memcpy(dated->name, file, length - end);
    dated->name[length - end] = '\0';
    kept_path(dated->name, over, path);
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    dated->written = status.st_mtim;
    return true;
}

void kept_list(struct kept_list *list, bool over) {
    char path[PATH_MAX];
    struct dated *dated = NULL;
    size_t count = 0;
    list->count = 0;
    old_take_over();
    path_write(folder_of(over), "", "", path);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        struct dated *larger = realloc(dated, (count + 1) * sizeof *dated);
        if (larger == NULL)
            break;
        dated = larger;
        count += entry_read(entry->d_name, over, &dated[count]);
    }
    if (folder != NULL)
        closedir(folder);
    if (count > 1)
        qsort(dated, count, sizeof *dated, dated_compare);
    for (; list->count < KEPT_MAX && (size_t)list->count < count; list->count++)
        memcpy(list->name[list->count], dated[list->count].name, KEPT_NAME);
    free(dated);
}

struct tab_record *kept_read(const char *name, bool over) {
    char path[PATH_MAX];
    size_t length, at = 0;
    kept_path(name, over, path);
    char *text = file_read(path, FILES_SIZE_MAX, &length);
    if (text == NULL)
        return NULL;
    struct tab_record *record = NULL;
    if (tab_record_find(text, length, &at))
        record = tab_record_read(text, length, &at, NULL);
    free(text);
    return record;
}
