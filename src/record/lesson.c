/* lesson.c - lessons: what a step says to a move. lesson_reader.c reads them. */
#include "lesson.h"

#include <stdlib.h>
#include <string.h>

static const char *const language_words[LESSON_LANGUAGE_COUNT] = {[LESSON_ENGLISH] = "en", [LESSON_FRENCH] = "fr"};

const char *lesson_language_word(enum lesson_language language) { return language_words[language]; }

enum lesson_language lesson_language_of(const char *word) {
    for (int i = 0; i < LESSON_LANGUAGE_COUNT; i++)
        if (strcmp(language_words[i], word) == 0)
            return (enum lesson_language)i;
    return LESSON_ENGLISH;
}

void lesson_free(struct lesson *lesson) {
    if (lesson != NULL)
        free(lesson->pool);
    free(lesson);
}

static bool moves_hold(const struct lesson_moves *moves, const char *text) {
    for (int i = 0; i < moves->count; i++)
        if (strcmp(moves->move[i], text) == 0)
            return true;
    return false;
}

struct lesson_judgement lesson_judge(const struct lesson_step *step, const char *move) {
    tab_move parsed;
    char text[TAB_MOVE_TEXT];
    const bool legal = tab_move_parse(&step->rules, &step->position, move, &parsed, NULL);
    if (legal) {
        tab_move_format(&step->rules, &step->position, parsed, text, sizeof text);
        move = text;
    }
    for (int i = 0; i < step->tries; i++)
        if (step->try[i].legal == legal && moves_hold(&step->try[i].moves, move))
            return (struct lesson_judgement){legal ? LESSON_WRONG : LESSON_ILLEGAL, NULL, &step->try[i].why};
    if (!legal)
        return (struct lesson_judgement){LESSON_ILLEGAL, NULL, NULL};
    for (int i = 0; i < step->answers; i++)
        if (step->answer[i].any || moves_hold(&step->answer[i].moves, move))
            return (struct lesson_judgement){LESSON_RIGHT, &step->answer[i], NULL};
    return (struct lesson_judgement){LESSON_WRONG, NULL, step->answers > 0 ? &step->otherwise : NULL};
}
