/* lesson.c - lessons for the page. */
#include "page.h"
#include "../record/lesson.h"

#include <string.h>

static void words_write(struct json *json, const char *key, const struct lesson_words *words) {
    json_key(json, key);
    if (words->in[LESSON_ENGLISH] == NULL) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    for (int i = 0; i < LESSON_LANGUAGE_COUNT; i++)
        json_member_string(json, lesson_language_word((enum lesson_language)i), words->in[i]);
    json_close(json, '}');
}

static void moves_write(struct json *json, const char *key, const struct lesson_moves *moves) {
    json_key(json, key);
    json_open(json, '[');
    for (int i = 0; i < moves->count; i++)
        json_string(json, moves->move[i]);
    json_close(json, ']');
}

static void answers_write(struct json *json, const struct lesson_step *step) {
    json_key(json, "answers");
    json_open(json, '[');
    for (int i = 0; i < step->answers; i++) {
        json_open(json, '{');
        json_member_bool(json, "any", step->answer[i].any);
        moves_write(json, "moves", &step->answer[i].moves);
        moves_write(json, "reply", &step->answer[i].reply);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void tries_write(struct json *json, const struct lesson_step *step) {
    json_key(json, "tries");
    json_open(json, '[');
    for (int i = 0; i < step->tries; i++) {
        json_open(json, '{');
        json_member_bool(json, "legal", step->try[i].legal);
        moves_write(json, "moves", &step->try[i].moves);
        words_write(json, "why", &step->try[i].why);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void step_write(struct json *json, const struct lesson_step *step) {
    char spec[TAB_SPEC_TEXT];
    tab_rules_format(&step->rules, spec, sizeof spec);
    json_open(json, '{');
    words_write(json, "title", &step->title);
    words_write(json, "text", &step->text);
    json_member_string(json, "spec", spec);
    json_key(json, "position");
    page_position(json, &step->rules, &step->position);
    answers_write(json, step);
    tries_write(json, step);
    words_write(json, "otherwise", &step->otherwise);
    words_write(json, "done", &step->done);
    json_close(json, '}');
}

PAGE_EXPORT("lesson") const char *page_lesson(char *text);
const char *page_lesson(char *text) {
    struct json *json = page_answer();
    struct tab_error error;
    struct lesson *lesson = lesson_read(text, strlen(text), &error);
    if (lesson == NULL)
        return page_bad(json, &error, "text", text);
    page_good(json);
    json_open(json, '{');
    json_member_string(json, "game", tab_game_id(lesson->game));
    json_key(json, "steps");
    json_open(json, '[');
    for (int i = 0; i < lesson->steps; i++)
        step_write(json, &lesson->step[i]);
    json_close(json, ']');
    json_close(json, '}');
    lesson_free(lesson);
    return page_good_done(json);
}
