/* lessons.h - the lessons that are installed with the programs. */
#ifndef TABLIER_LESSONS_H
#define TABLIER_LESSONS_H

#include "record/lesson.h"

/* The lesson of a game, which the caller frees with lesson_free. NULL when its file is missing, or when something is
 * wrong with it: then `error`, which may be NULL, says what and where. */
struct lesson *lessons_open(const struct tab_game *game, struct tab_error *error);

/* A text of a lesson in the language of the reader. */
const char *lessons_text(const struct lesson_words *words);

#endif
