/* kept.h - the games played at this machine, each in a file of its own: the unfinished ones below
 * $XDG_STATE_HOME/tablier/games or ~/.local/state/tablier/games, the finished ones in the folder `finished` there.
 *
 * A game that is being played is locked: no other program writes its file. */
#ifndef TABLIER_PLAY_KEPT_H
#define TABLIER_PLAY_KEPT_H

#include "../lock.h"

#include <limits.h>
#include <stdbool.h>

struct tab_record;

enum { KEPT_NAME = 96, KEPT_MAX = 256 };

/* The file of a game that is being played; all zero: it has none so far. */
struct kept {
    char name[KEPT_NAME];
    bool locked;
    struct lock lock;
};

/* Writes the game, into a new file the first time. False, with errno set, when it cannot; what was kept before stays. */
bool kept_write(struct kept *kept, const struct tab_record *record, bool over);
/* Lets go of the file, which stays. */
void kept_close(struct kept *kept);

/* The names of the unfinished games, or of those that are over, the latest first and no more than there is room for. */
struct kept_list {
    int count;
    char name[KEPT_MAX][KEPT_NAME];
};
void kept_list(struct kept_list *list, bool over);
/* Where a game of the list is. */
void kept_path(const char *name, bool over, char path[PATH_MAX]);
/* Reads it without locking it; NULL when it is damaged. */
struct tab_record *kept_read(const char *name, bool over);
/* Locks an unfinished game, to go on with it. False when it is open elsewhere. */
bool kept_lock(struct kept *kept, const char *name);

#endif
