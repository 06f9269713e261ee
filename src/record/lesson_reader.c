/* lesson_reader.c - lessons from text.
 *
 * A lesson is lines: a keyword and what belongs to it, in a fixed order; see docs/lessons.md. Each line is taken off
 * the text when it is what is expected next, and so every line that is left over is a mistake. Texts are copied to a
 * pool as long as the lesson itself: none gets longer there. */
#include "lesson.h"

#include <stdlib.h>
#include <string.h>

/* A line without spaces around it: its first word and the rest. */
struct line {
    size_t at, end;       /* of the line, in the text */
    size_t word_length;   /* of the keyword */
    size_t value;         /* where the rest begins; `end` when there is none */
    size_t after;         /* where the next line begins */
    bool indented, blank; /* it goes on with the line before; there is nothing on it, or a comment */
};

struct reader {
    const char *text;
    size_t length;
    struct tab_error *error;
    struct line line; /* the next one that is not blank */
    bool ended;       /* there is none */
    struct lesson *lesson;
    size_t pooled; /* bytes of the pool in use */
};

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

static struct line line_at(const struct reader *reader, size_t at) {
    const char *text = reader->text;
    struct line line = {.at = at, .end = at};
    while (line.end < reader->length && text[line.end] != '\n')
        line.end++;
    line.after = line.end < reader->length ? line.end + 1 : line.end;
    while (line.end > line.at && (text[line.end - 1] == ' ' || text[line.end - 1] == '\r'))
        line.end--;
    while (line.at < line.end && text[line.at] == ' ')
        line.at++;
    line.indented = line.at > at;
    line.blank = line.at == line.end || (!line.indented && text[line.at] == '#');
    while (line.at + line.word_length < line.end && text[line.at + line.word_length] != ' ')
        line.word_length++;
    line.value = line.at + line.word_length;
    while (line.value < line.end && text[line.value] == ' ')
        line.value++;
    return line;
}

/* Goes on to the next line that is not blank. */
static void line_next(struct reader *reader, size_t at) {
    do {
        reader->ended = at >= reader->length;
        if (reader->ended)
            at = reader->length;
        reader->line = line_at(reader, at);
        at = reader->line.after;
    } while (!reader->ended && reader->line.blank);
}

static bool line_is(const struct reader *reader, const char *keyword) {
    const struct line *line = &reader->line;
    return !reader->ended && !line->indented && strlen(keyword) == line->word_length &&
           memcmp(reader->text + line->at, keyword, line->word_length) == 0;
}

static bool report(const struct reader *reader, size_t at, const char *what) {
    return error_set(reader->error, at, what, NULL, NULL);
}

/* Reports what was found wrong in a part of the text that begins at an offset. */
static bool report_inside(const struct reader *reader, size_t from) {
    if (reader->error != NULL)
        reader->error->at += from;
    return false;
}

/* Takes the line if it begins with the keyword, and gives it to the caller. */
static bool line_take(struct reader *reader, const char *keyword, struct line *line) {
    if (!line_is(reader, keyword))
        return false;
    *line = reader->line;
    line_next(reader, reader->line.after);
    return true;
}

static bool line_expect(struct reader *reader, const char *keyword, struct line *line) {
    if (line_take(reader, keyword, line))
        return true;
    error_set(reader->error, reader->line.at, N_("a line with '{1}' is expected here"), keyword, NULL);
    return false;
}

static bool line_bare(const struct reader *reader, const struct line *line) {
    return line->value == line->end || report(reader, line->value, N_("nothing may follow on this line"));
}

/* ---- Texts ---------------------------------------------------------------------------------------------------- */

static void pool_add(struct reader *reader, size_t from, size_t end) {
    memcpy(reader->lesson->pool + reader->pooled, reader->text + from, end - from);
    reader->pooled += end - from;
}

/* Ends the text in the pool that begins at an offset. */
static const char *pool_end(struct reader *reader, size_t begin) {
    reader->lesson->pool[reader->pooled++] = '\0';
    return reader->lesson->pool + begin;
}

static bool printable_check(const struct reader *reader, size_t from, size_t end) {
    for (size_t size; from < end; from += size) {
        size = text_printable(reader->text + from, end - from);
        if (size == 0)
            return report(reader, from, N_("only printable characters in UTF-8 may stand in a lesson"));
    }
    return true;
}

/* Reads one text, which goes on over the indented lines that follow. */
static bool text_read(struct reader *reader, const char *language, const char **text) {
    struct line line;
    if (!line_expect(reader, language, &line))
        return false;
    if (line.value == line.end)
        return error_set(reader->error, line.end, N_("the text is missing; write it after '{1}'"), language, NULL);
    const size_t begin = reader->pooled;
    if (!printable_check(reader, line.value, line.end))
        return false;
    pool_add(reader, line.value, line.end);
    for (; !reader->ended && reader->line.indented; line_next(reader, reader->line.after)) {
        if (!printable_check(reader, reader->line.at, reader->line.end))
            return false;
        reader->lesson->pool[reader->pooled++] = ' ';
        pool_add(reader, reader->line.at, reader->line.end);
    }
    *text = pool_end(reader, begin);
    return true;
}

static bool words_read(struct reader *reader, struct lesson_words *words) {
    for (int i = 0; i < LESSON_LANGUAGE_COUNT; i++)
        if (!text_read(reader, lesson_language_word((enum lesson_language)i), &words->in[i]))
            return false;
    return true;
}

/* Reads a line with only the keyword, then its texts. */
static bool section_read(struct reader *reader, const char *keyword, struct lesson_words *words) {
    struct line line;
    return line_expect(reader, keyword, &line) && line_bare(reader, &line) && words_read(reader, words);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

/* Copies the words of a line to the pool; each error of a move is then at its offset in `at`. */
static bool moves_read(struct reader *reader, const struct line *line, struct lesson_moves *moves,
                       size_t at[LESSON_MOVES_MAX]) {
    size_t from = line->value;
    if (from == line->end)
        return report(reader, line->end, N_("a move is missing here"));
    while (from < line->end) {
        size_t end = from;
        while (end < line->end && reader->text[end] != ' ')
            end++;
        if (moves->count == LESSON_MOVES_MAX)
            return error_set_number(reader->error, from, N_("a line has at most {1} moves"), LESSON_MOVES_MAX, 0);
        if (!printable_check(reader, from, end))
            return false;
        const size_t begin = reader->pooled;
        pool_add(reader, from, end);
        at[moves->count] = from;
        moves->move[moves->count++] = pool_end(reader, begin);
        for (from = end; from < line->end && reader->text[from] == ' ';)
            from++;
    }
    return true;
}

/* Reads a move that is legal in a position and written as the rules write it. */
static bool move_check(const struct reader *reader, const struct tab_rules *rules, const struct tab_position *position,
                       const char *text, size_t at, tab_move *move) {
    char canonical[TAB_MOVE_TEXT];
    if (!tab_move_parse(rules, position, text, move, reader->error))
        return report_inside(reader, at);
    tab_move_format(rules, position, *move, canonical, sizeof canonical);
    if (strcmp(canonical, text) != 0)
        return error_set(reader->error, at, N_("the move is written {1}"), canonical, NULL);
    return true;
}

/* Whether a move of a line stands in one of the lines before. */
static bool move_known(const struct lesson_step *step, const char *text) {
    const struct lesson_moves *lines[LESSON_ANSWERS_MAX + LESSON_TRIES_MAX];
    int count = 0, found = 0;
    for (int i = 0; i < step->answers; i++)
        lines[count++] = &step->answer[i].moves;
    for (int i = 0; i < step->tries; i++)
        lines[count++] = &step->try[i].moves;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < lines[i]->count; j++)
            found += strcmp(lines[i]->move[j], text) == 0;
    return found > 1;
}

/* ---- Steps ---------------------------------------------------------------------------------------------------- */

/* Reads the line with the game spec and the one with the position, both of which may be missing. */
static bool position_read(struct reader *reader, struct lesson_step *step) {
    struct line line;
    const char *spec = tab_game_id(reader->lesson->game);
    size_t at = reader->line.at, begin = reader->pooled;
    if (line_take(reader, "spec", &line)) {
        if (!printable_check(reader, line.value, line.end))
            return false;
        pool_add(reader, line.value, line.end);
        spec = pool_end(reader, begin);
        at = line.value;
    }
    if (!tab_rules_parse(&step->rules, spec, reader->error))
        return report_inside(reader, at);
    if (step->rules.game != reader->lesson->game)
        return report(reader, at, N_("the spec is of another game than the lesson"));
    tab_position_start(&step->rules, &step->position);
    begin = reader->pooled;
    if (!line_take(reader, "position", &line))
        return true;
    if (!printable_check(reader, line.value, line.end))
        return false;
    pool_add(reader, line.value, line.end);
    return tab_position_parse(&step->rules, pool_end(reader, begin), &step->position, reader->error) ||
           report_inside(reader, line.value);
}

/* Checks the reply after one right move. */
static bool reply_check(const struct reader *reader, const struct lesson_step *step, tab_move move,
                        const struct lesson_moves *reply, const size_t at[LESSON_MOVES_MAX]) {
    struct tab_position position = step->position;
    tab_position_play(&step->rules, &position, move);
    for (int i = 0; i < reply->count; i++) {
        if (!move_check(reader, &step->rules, &position, reply->move[i], at[i], &move))
            return false;
        tab_position_play(&step->rules, &position, move);
    }
    return true;
}

static bool answer_check(const struct reader *reader, const struct lesson_step *step,
                         const struct lesson_answer *answer, const size_t moves_at[LESSON_MOVES_MAX],
                         const size_t reply_at[LESSON_MOVES_MAX]) {
    tab_move legal[TAB_MOVES_MAX];
    int count = answer->any ? tab_position_moves(&step->rules, &step->position, legal) : answer->moves.count;
    for (int i = 0; i < count; i++) {
        if (!answer->any &&
            !move_check(reader, &step->rules, &step->position, answer->moves.move[i], moves_at[i], &legal[i]))
            return false;
        if (!answer->any && move_known(step, answer->moves.move[i]))
            return report(reader, moves_at[i], N_("the move is given twice"));
        if (!reply_check(reader, step, legal[i], &answer->reply, reply_at))
            return false;
    }
    return true;
}

/* Reads a line `accept`, and the line `reply` that may follow. */
static bool answer_read(struct reader *reader, struct lesson_step *step, const struct line *line) {
    size_t moves_at[LESSON_MOVES_MAX] = {0}, reply_at[LESSON_MOVES_MAX] = {0};
    struct line reply;
    if (step->answers == LESSON_ANSWERS_MAX)
        return report(reader, line->at, N_("there are too many lines of this kind in the step"));
    struct lesson_answer *answer = &step->answer[step->answers++];
    answer->any = line->end - line->value == 1 && reader->text[line->value] == '*';
    if (answer->any && tab_position_player(&step->rules, &step->position) == 0)
        return report(reader, line->value, N_("the game is over, no move is left"));
    if (!answer->any && !moves_read(reader, line, &answer->moves, moves_at))
        return false;
    if (line_take(reader, "reply", &reply) && !moves_read(reader, &reply, &answer->reply, reply_at))
        return false;
    return answer_check(reader, step, answer, moves_at, reply_at);
}

/* Reads a line `illegal` or `wrong`, and why. */
static bool try_read(struct reader *reader, struct lesson_step *step, const struct line *line, bool legal) {
    size_t at[LESSON_MOVES_MAX] = {0};
    if (step->tries == LESSON_TRIES_MAX)
        return report(reader, line->at, N_("there are too many lines of this kind in the step"));
    struct lesson_try *try = &step->try[step->tries++];
    try->legal = legal;
    if (!moves_read(reader, line, &try->moves, at))
        return false;
    for (int i = 0; i < try->moves.count; i++) {
        tab_move move;
        if (legal && !move_check(reader, &step->rules, &step->position, try->moves.move[i], at[i], &move))
            return false;
        if (!legal && tab_move_parse(&step->rules, &step->position, try->moves.move[i], &move, NULL))
            return report(reader, at[i], N_("the move is legal"));
        if (move_known(step, try->moves.move[i]))
            return report(reader, at[i], N_("the move is given twice"));
    }
    return words_read(reader, &try->why);
}

/* Reads what a step says about moves; all of it may be missing. */
static bool task_read(struct reader *reader, struct lesson_step *step) {
    struct line line;
    bool any = false;
    while (line_take(reader, "accept", &line)) {
        if (any)
            return report(reader, line.at, N_("every move is accepted already"));
        if (!answer_read(reader, step, &line))
            return false;
        any = step->answer[step->answers - 1].any;
    }
    if (step->answers == 0)
        return true;
    for (;;) {
        const bool legal = line_is(reader, "wrong");
        if (!line_take(reader, legal ? "wrong" : "illegal", &line))
            break;
        if (!try_read(reader, step, &line, legal))
            return false;
    }
    return (any || section_read(reader, "else", &step->otherwise)) && section_read(reader, "done", &step->done);
}

static bool step_read(struct reader *reader) {
    struct line line;
    if (!line_expect(reader, "step", &line) || !line_bare(reader, &line))
        return false;
    if (reader->lesson->steps == LESSON_STEPS_MAX)
        return error_set_number(reader->error, line.at, N_("a lesson has at most {1} steps"), LESSON_STEPS_MAX, 0);
    struct lesson_step *step = &reader->lesson->step[reader->lesson->steps++];
    return section_read(reader, "title", &step->title) && position_read(reader, step) &&
           section_read(reader, "text", &step->text) && task_read(reader, step);
}

static bool lesson_fill(struct reader *reader) {
    struct line line;
    line_next(reader, 0);
    if (!line_expect(reader, "lesson", &line) || !printable_check(reader, line.value, line.end))
        return false;
    const size_t begin = reader->pooled;
    pool_add(reader, line.value, line.end);
    const char *id = pool_end(reader, begin);
    reader->lesson->game = tab_game_find(id);
    if (reader->lesson->game == NULL)
        return error_set(reader->error, line.value, N_("'{1}' is no game"), id, NULL);
    do {
        if (!step_read(reader))
            return false;
    } while (!reader->ended);
    return true;
}

struct lesson *lesson_read(const char *text, size_t length, struct tab_error *error) {
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct reader reader = {.text = text, .length = length, .error = error, .lesson = lesson};
    if (lesson != NULL)
        lesson->pool = malloc(length + 1);
    if (lesson == NULL || lesson->pool == NULL) {
        lesson_free(lesson);
        error_set(error, 0, N_("there is not enough memory"), NULL, NULL);
        return NULL;
    }
    if (lesson_fill(&reader))
        return lesson;
    lesson_free(lesson);
    return NULL;
}
