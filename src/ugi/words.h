/* words.h - walking over the words of a line of protocol text. */
#ifndef TABLIER_UGI_WORDS_H
#define TABLIER_UGI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rest of a line; words are taken off its front. */
struct words {
    char *rest;
};

/* The next word, zero-ended in place; NULL at the end of the line. */
char *words_next(struct words *words);
/* What is left, without spaces around it; empty at the end. */
char *words_rest(struct words *words);
/* Whether a byte stands between words. */
bool word_blank(char byte);
/* Reads a whole number from a word; false when it is none or out of range. */
bool word_number(const char *word, int64_t least, int64_t most, int64_t *number);

#endif
