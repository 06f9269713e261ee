/* lesson.h - a game taught step by step: positions to try moves in, with what is right and why the rest is not.
 *
 * Lessons are texts in data/lessons; docs/lessons.md describes them. The reader checks them against the rules: in a
 * lesson that could be read every position is one of its game, every answer is legal and every try is what it claims
 * to be, in both languages. It reads from memory and knows nothing of files. */
#ifndef TABLIER_RECORD_LESSON_H
#define TABLIER_RECORD_LESSON_H

#include "../rules/game.h"

enum { LESSON_STEPS_MAX = 32, LESSON_ANSWERS_MAX = 4, LESSON_TRIES_MAX = 8, LESSON_MOVES_MAX = 24 };

enum lesson_language { LESSON_ENGLISH, LESSON_FRENCH, LESSON_LANGUAGE_COUNT };

/* The word for a language in a lesson, `en` or `fr`; and the language for a word, English when it is none of them. */
const char *lesson_language_word(enum lesson_language language);
enum lesson_language lesson_language_of(const char *word);

/* The same text in every language. */
struct lesson_words {
    const char *in[LESSON_LANGUAGE_COUNT];
};

/* Texts of moves. */
struct lesson_moves {
    int count;
    const char *move[LESSON_MOVES_MAX];
};

/* Moves that are right, and what the others play after any of them. */
struct lesson_answer {
    bool any; /* every legal move that no try names; `moves` is empty then */
    struct lesson_moves moves;
    struct lesson_moves reply; /* legal one after the other */
};

/* Moves that are not what the step is about, and why not. */
struct lesson_try {
    bool legal; /* all of them, or none */
    struct lesson_moves moves;
    struct lesson_words why;
};

struct lesson_step {
    struct lesson_words title; /* a few words */
    struct lesson_words text;
    struct tab_rules rules;
    struct tab_position position;
    int answers; /* 0: there is only something to read, and the words below are NULL */
    struct lesson_answer answer[LESSON_ANSWERS_MAX];
    int tries;
    struct lesson_try try[LESSON_TRIES_MAX];
    struct lesson_words otherwise; /* why other legal moves are not right; NULL when all are */
    struct lesson_words done;      /* what a right move has shown */
};

struct lesson {
    const struct tab_game *game;
    int steps;
    struct lesson_step step[LESSON_STEPS_MAX];
    char *pool; /* where the texts lie */
};

/* Reads a lesson from a text of `length` bytes; NULL when something is wrong with it, or when there is no memory. The
 * caller frees it. */
struct lesson *lesson_read(const char *text, size_t length, struct tab_error *error);
void lesson_free(struct lesson *lesson);

enum lesson_verdict { LESSON_RIGHT, LESSON_WRONG, LESSON_ILLEGAL };

/* What a step says to a move. A right one comes with its answer; a wrong one is legal, and comes with the reason; an
 * illegal one has a reason only when the step foresees it: NULL otherwise, and the rules say what is wrong with it. */
struct lesson_judgement {
    enum lesson_verdict verdict;
    const struct lesson_answer *answer;
    const struct lesson_words *why;
};
struct lesson_judgement lesson_judge(const struct lesson_step *step, const char *move);

#endif
