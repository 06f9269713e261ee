/* files.h - files of records, and the unfinished game. */
#ifndef TABLIER_PLAY_FILES_H
#define TABLIER_PLAY_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct tab_record;
struct tab_error;

enum { FILES_SIZE_MAX = 16 << 20 };

/* Writes a record; what is in the file stays when it fails. False, with errno set, when it cannot. */
bool record_save(const char *path, const struct tab_record *record);

/* Says which game of a file with several is shown; "" when there is one. */
enum { FILES_TEXT = 256 };
void file_game_text(int number, int count, char *text, size_t size);

/* Writes the path of a folder for what the programs keep between two runs, below $XDG_STATE_HOME/tablier or
 * ~/.local/state/tablier. False when there is no such place or the path is too long. */
bool state_folder(const char *name, char *path, size_t size);
/* Makes a folder and those above it, where they are not there, for nobody else to look into it. */
void private_folder_make(const char *path);

/* Whether an unfinished game is kept, which may be damaged, and in which file. */
bool unfinished_find(char *path, size_t size);
/* Keeps a game, or forgets the one that is kept. */
bool unfinished_keep(const struct tab_record *record);
void unfinished_forget(void);
/* NULL when none is kept, or it is damaged. */
struct tab_record *unfinished_read(void);

#endif
