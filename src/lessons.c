/* lessons.c - the lessons that are installed with the programs. */
#include "lessons.h"
#include "share.h"
#include "translate.h"

#include <stdio.h>
#include <stdlib.h>

struct lesson *lessons_open(const struct tab_game *game, struct tab_error *error) {
    char name[64];
    size_t length;
    snprintf(name, sizeof name, "tablier/lessons/%s.lesson", tab_game_id(game));
    char *text = share_read(name, &length);
    if (text == NULL) {
        error_set(error, 0, N_("the lesson is not installed, or cannot be read"), NULL, NULL);
        return NULL;
    }
    struct lesson *lesson = lesson_read(text, translate_fold(text, length), error);
    free(text);
    return lesson;
}

const char *lessons_text(const struct lesson_words *words) {
    return words->in[lesson_language_of(translate_language())];
}
