/* fuzz_lesson.c - lessons. Input: the text. */
#include "fuzz.h"

#include "record/lesson.h"

#include <stdlib.h>
#include <string.h>

/* Right moves can be played, and the reply to them too. */
static void check_answer(const struct lesson_step *step, const struct lesson_answer *answer, const char *text) {
    struct tab_position position = step->position;
    tab_move move;
    fuzz_check(tab_move_parse(&step->rules, &position, text, &move, NULL));
    tab_position_play(&step->rules, &position, move);
    for (int i = 0; i < answer->reply.count; i++) {
        fuzz_check(tab_move_parse(&step->rules, &position, answer->reply.move[i], &move, NULL));
        tab_position_play(&step->rules, &position, move);
    }
}

static void check_step(const struct lesson_step *step) {
    fuzz_check_position(&step->rules, &step->position);
    for (int i = 0; i < step->answers; i++)
        for (int j = 0; j < step->answer[i].moves.count; j++) {
            const char *text = step->answer[i].moves.move[j];
            fuzz_check(lesson_judge(step, text).verdict == LESSON_RIGHT);
            check_answer(step, &step->answer[i], text);
        }
    for (int i = 0; i < step->tries; i++)
        for (int j = 0; j < step->try[i].moves.count; j++) {
            struct lesson_judgement judgement = lesson_judge(step, step->try[i].moves.move[j]);
            fuzz_check(judgement.verdict == (step->try[i].legal ? LESSON_WRONG : LESSON_ILLEGAL));
            fuzz_check(judgement.why == &step->try[i].why);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tab_error error = {0};
    char *text = fuzz_text(data, size);
    struct lesson *lesson = lesson_read(text, size, &error);
    fuzz_check(lesson != NULL || (error.what != NULL && error.at <= size));
    for (int i = 0; lesson != NULL && i < lesson->steps; i++) {
        for (int language = 0; language < LESSON_LANGUAGE_COUNT; language++)
            fuzz_check(strlen(lesson->step[i].text.in[language]) > 0);
        check_step(&lesson->step[i]);
    }
    lesson_free(lesson);
    free(text);
    return 0;
}
