/* test_lessons.c - the lessons of all games against the rules, and what the reader refuses. */
#include "lessons.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* ---- Bad lessons ---------------------------------------------------------------------------------------------- */

struct bad {
    const char *text;
    const char *what;
    int line, column; /* from 1 */
};

#define WORDS "en yes\nfr oui\n"
#define HEAD "lesson siam\nstep\ntitle\n" WORDS
#define TASK HEAD "text\n" WORDS

static const struct bad bad_lessons[] = {
    {"", "a line with 'lesson' is expected here", 1, 1},
    {"step\n", "a line with 'lesson' is expected here", 1, 1},
    {"lesson chess\n", "'chess' is no game", 1, 8},
    {"lesson\n", "'' is no game", 1, 7},
    {"lesson siam\n\n# nothing\n", "a line with 'step' is expected here", 4, 1},
    {"lesson siam\nstep 1\n", "nothing may follow on this line", 2, 6},
    {"lesson siam\nstep\ntext\n", "a line with 'title' is expected here", 3, 1},
    {"lesson siam\nstep\ntitle\nfr oui\n", "a line with 'en' is expected here", 4, 1},
    {"lesson siam\nstep\ntitle\nen yes\n", "a line with 'fr' is expected here", 5, 1},
    {"lesson siam\nstep\ntitle\nen\n", "the text is missing; write it after 'en'", 4, 3},
    {"lesson siam\nstep\ntitle\nen a\tb\n", "only printable characters in UTF-8 may stand in a lesson", 4, 5},
    {"lesson siam\nstep\ntitle\nen a\n  b\x80\n", "only printable characters in UTF-8 may stand in a lesson", 5, 4},
    {HEAD "spec santasi\n", "the spec is of another game than the lesson", 6, 6},
    {HEAD "spec siam:exits=never\n", "unknown value 'never'; the values are: unlimited, once", 6, 17},
    {HEAD "position 5/5 1 0 00\n", "the board ends after rank 4", 6, 13},
    {HEAD "accept @c1n\n", "a line with 'text' is expected here", 6, 1},
    {TASK "accept\n", "a move is missing here", 9, 7},
    {TASK "accept @c1n @c3n\n", "animals enter on the edge only", 9, 13},
    {TASK "accept @C1N\n", "the move is written @c1n", 9, 8},
    {TASK "accept @c1n @c1n\n", "the move is given twice", 9, 8},
    {TASK "accept *\naccept @c1n\n", "every move is accepted already", 10, 1},
    {TASK "accept @c1n\nreply @c5s @c3n\n", "animals enter on the edge only", 10, 12},
    {TASK "accept @c1n\nillegal @c5s\n" WORDS, "the move is legal", 10, 9},
    {TASK "accept @c1n\nwrong @c3n\n" WORDS, "animals enter on the edge only", 10, 7},
    {TASK "accept @c1n\nwrong @c1n\n" WORDS, "the move is given twice", 10, 7},
    {TASK "accept @c1n\nillegal @c3n\nen yes\n", "a line with 'fr' is expected here", 12, 1},
    {TASK "accept @c1n\ndone\n" WORDS, "a line with 'else' is expected here", 10, 1},
    {TASK "accept *\nelse\n" WORDS, "a line with 'done' is expected here", 10, 1},
    {TASK "done\n" WORDS, "a line with 'step' is expected here", 9, 1},
    {TASK "  more\nindented\n", "a line with 'step' is expected here", 10, 1},
};

static void test_bad(void **state) {
    const struct bad *bad = *state;
    struct tab_error error = {0};
    char message[TAB_ERROR_TEXT];
    assert_null(lesson_read(bad->text, strlen(bad->text), &error));
    assert_null(lesson_read(bad->text, strlen(bad->text), NULL));
    tab_error_format(&error, NULL, message, sizeof message);
    assert_string_equal(message, bad->what);
    int line = 1, column = 1;
    for (size_t i = 0; i < error.at; i++) {
        column = bad->text[i] == '\n' ? 1 : column + 1;
        line += bad->text[i] == '\n';
    }
    assert_int_equal(line, bad->line);
    assert_int_equal(column, bad->column);
}

static const char *bad_name(const void *row) { return ((const struct bad *)row)->what; }

/* ---- Judging -------------------------------------------------------------------------------------------------- */

static void test_judge(void **state) {
    (void)state;
    static const char text[] =
        TASK "accept @c1n @c1s\nreply @c5s\nwrong @a1n\nen corner\nfr coin\n"
             "illegal @c3n fly\nen inside\n  the board\nfr dedans\nelse\nen other\nfr autre\n"
             "done\nen good\nfr bien\n# a step without a task\nstep\ntitle\n" WORDS "text\n" WORDS;
    struct lesson *lesson = lesson_read(text, strlen(text), NULL);
    assert_non_null(lesson);
    assert_int_equal(lesson->steps, 2);
    const struct lesson_step *step = &lesson->step[0];
    struct lesson_judgement judgement = lesson_judge(step, "@C1N");
    assert_int_equal(judgement.verdict, LESSON_RIGHT);
    assert_string_equal(judgement.answer->reply.move[0], "@c5s");
    judgement = lesson_judge(step, "@a1n");
    assert_int_equal(judgement.verdict, LESSON_WRONG);
    assert_string_equal(judgement.why->in[LESSON_FRENCH], "coin");
    judgement = lesson_judge(step, "@e1n");
    assert_int_equal(judgement.verdict, LESSON_WRONG);
    assert_string_equal(judgement.why->in[LESSON_ENGLISH], "other");
    judgement = lesson_judge(step, "fly");
    assert_int_equal(judgement.verdict, LESSON_ILLEGAL);
    assert_string_equal(judgement.why->in[LESSON_ENGLISH], "inside the board");
    judgement = lesson_judge(step, "@b2n");
    assert_int_equal(judgement.verdict, LESSON_ILLEGAL);
    assert_null(judgement.why);
    assert_int_equal(lesson->step[1].answers, 0);
    lesson_free(lesson);
}

/* ---- The lessons there are ------------------------------------------------------------------------------------ */

enum { STEPS_LEAST = 10, STEPS_MOST = 20, TITLE_MOST = 32, WORDS_MOST = 420 };

/* Counts characters, one column each. */
static int columns_of(const char *text) {
    int columns = 0;
    for (; *text != '\0'; text++)
        columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

/* Every move in backquotes stands in both languages. */
static void check_quoted(const char *one, const char *other) {
    for (const char *from = strchr(one, '`'); from != NULL;) {
        const char *end = strchr(from + 1, '`');
        assert_non_null(end);
        char quoted[64];
        snprintf(quoted, sizeof quoted, "%.*s", (int)(end + 1 - from), from);
        if (strstr(other, quoted) == NULL)
            fail_msg("%s is missing in: %s", quoted, other);
        from = strchr(end + 1, '`');
    }
}

static void check_words(const struct lesson_words *words, int most) {
    const char *english = words->in[LESSON_ENGLISH], *french = words->in[LESSON_FRENCH];
    if (english == NULL)
        return;
    assert_in_range(columns_of(english), 1, most);
    assert_in_range(columns_of(french), 1, most);
    check_quoted(english, french);
    check_quoted(french, english);
    /* What French puts before a colon or inside quotes never ends a line. */
    assert_null(strstr(french, " :"));
    assert_null(strstr(french, " ;"));
    assert_null(strstr(french, " ?"));
    assert_null(strstr(french, " !"));
    assert_null(strstr(french, "\xC2\xAB "));
}

static void test_lesson(void **state) {
    const char *spec = *state;
    struct tab_error error = {0};
    char message[TAB_ERROR_TEXT];
    struct lesson *lesson = lessons_open(tab_game_find(spec), &error);
    if (lesson == NULL) {
        tab_error_format(&error, NULL, message, sizeof message);
        fail_msg("byte %zu: %s", error.at, message);
        return;
    }
    assert_ptr_equal(lesson->game, tab_game_find(spec));
    assert_in_range(lesson->steps, STEPS_LEAST, STEPS_MOST);
    for (int i = 0; i < lesson->steps; i++) {
        const struct lesson_step *step = &lesson->step[i];
        print_message("step %d: %s\n", i + 1, step->title.in[LESSON_ENGLISH]);
        check_words(&step->title, TITLE_MOST);
        check_words(&step->text, WORDS_MOST);
        check_words(&step->otherwise, WORDS_MOST);
        check_words(&step->done, WORDS_MOST);
        for (int j = 0; j < step->tries; j++)
            check_words(&step->try[j].why, WORDS_MOST);
    }
    lesson_free(lesson);
}

int main(void) {
    setlocale(LC_CTYPE, "C.UTF-8"); /* accents stay as they are */
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_judge)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += testing_run_rows("bad lessons", test_bad, (void *)bad_lessons, sizeof *bad_lessons,
                                 (int)(sizeof bad_lessons / sizeof *bad_lessons), bad_name);
    failures += testing_run_games("lessons", test_lesson);
    return failures;
}
