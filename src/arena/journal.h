/* journal.h - the games of a match as records: written when they end, and read again when a match goes on. */
#ifndef TABLIER_ARENA_JOURNAL_H
#define TABLIER_ARENA_JOURNAL_H

#include "tally.h"

/* Writes a game as the text of a record, to be freed by the caller; NULL when there is no memory. `date` is
 * YYYY.MM.DD. */
char *journal_format(const struct contest *contest, const struct game *game, const char *date);

/* Counts the games of an earlier run and marks them in `finished`. Every record must be of this contest. One at the end
 * that was cut off in the middle does not count: *kept is the length of the text before it. On failure error->at says
 * where in the text. */
bool journal_read(const char *text, size_t length, struct tally *tally, bool *finished, size_t *kept,
                  struct tab_error *error);

#endif
