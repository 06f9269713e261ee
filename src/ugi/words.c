/* words.c - walking over the words of a line of protocol text. */
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

bool word_blank(char byte) { return byte != '\0' && strchr(blanks, byte) != NULL; }

char *words_next(struct words *words) {
    char *word = words->rest + strspn(words->rest, blanks);
    if (*word == '\0') {
        words->rest = word;
        return NULL;
    }
    char *end = word + strcspn(word, blanks);
    words->rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}

char *words_rest(struct words *words) {
    char *rest = words->rest + strspn(words->rest, blanks);
    size_t length = strlen(rest);
    while (length > 0 && strchr(blanks, rest[length - 1]) != NULL)
        length--;
    rest[length] = '\0';
    words->rest = rest + length;
    return rest;
}

bool word_number(const char *word, int64_t least, int64_t most, int64_t *number) {
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || value < least || value > most)
        return false;
    *number = value;
    return true;
}
