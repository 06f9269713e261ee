/* files.h - files of records, and the folders of what is kept. */
#ifndef TABLIER_PLAY_FILES_H
#define TABLIER_PLAY_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct tab_error;
struct tab_record;

enum { FILES_SIZE_MAX = 16 << 20 };

/* Writes a record; what is in the file stays when it fails. False, with errno set, when it cannot. */
bool record_save(const char *path, const struct tab_record *record);

enum { FILES_TEXT = 512 };
/* Says what is to be said of a place in the text of a file. */
void file_place_text(const char *path, const char *text, const struct tab_error *error, char *said, size_t size);
/* Says which game of a file with several is shown; "" when there is one. */
void file_game_text(int number, int count, char *text, size_t size);
/* The same after what was put right in the game when it was read from the text of the file. */
struct file_game {
    const char *path, *text;
    const struct tab_record *record;
    int number, count;
};
void file_opened_text(const struct file_game *game, char *text, size_t size);

/* Writes the path of a folder for what the programs keep between two runs, below $XDG_STATE_HOME/tablier or
 * ~/.local/state/tablier. False when there is no such place or the path is too long. */
bool state_folder(const char *name, char *path, size_t size);
/* Makes a folder and those above it, where they are not there, for nobody else to look into it. */
void private_folder_make(const char *path);

#endif
