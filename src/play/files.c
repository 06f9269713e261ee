/* files.c - files of records, and the folders of what is kept. */
#include "files.h"
#include "../file.h"
#include "../translate.h"

#include <tablier.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Records -------------------------------------------------------------------------------------------------- */

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

void file_place_text(const char *path, const char *text, const struct tab_error *error, char *said, size_t size) {
    const struct tab_place place = tab_text_place(text, error->at);
    char what[TAB_ERROR_TEXT];
    translate_error(error, what, sizeof what);
    snprintf(said, size, _("%s, line %d, column %d: %s"), path, place.line, place.column, what);
}

void file_game_text(int number, int count, char *text, size_t size) {
    text[0] = '\0';
    if (count > 1)
        snprintf(text, size, _("Game %d of %d in the file; --open FILE --number N shows another."), number, count);
}

void file_opened_text(const struct file_game *game, char *text, size_t size) {
    struct tab_error remark = {0};
    char number[FILES_TEXT], mended[FILES_TEXT] = "";
    file_game_text(game->number, game->count, number, sizeof number);
    if (tab_record_mended(game->record, &remark))
        file_place_text(game->path, game->text, &remark, mended, sizeof mended);
    snprintf(text, size, "%s%s%s", mended, *mended != '\0' && *number != '\0' ? "\n" : "", number);
}

/* ---- Folders -------------------------------------------------------------------------------------------------- */

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
