/* weights_text.c - evaluation weights as text. */
#include "weights_text.h"
#include "../rules/game.h"

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

/* Cuts the next word off a text; it is empty at its end. */
static struct field word_next(const char *text, size_t length, size_t *at) {
    while (*at < length && is_blank(text[*at]))
        ++*at;
    struct field word = {text + *at, 0, *at};
    for (; *at < length && !is_blank(text[*at]); ++*at)
        word.length++;
    return word;
}

bool weights_parse(const char *text, size_t length, int count, int16_t *weights, int *read) {
    size_t at = 0;
    struct field word = word_next(text, length, &at);
    for (*read = 0; *read < count; ++*read) {
        int64_t number = 0;
        if (!text_read_signed(&word, INT16_MIN, INT16_MAX, &number, NULL))
            return false;
        weights[*read] = (int16_t)number;
        word = word_next(text, length, &at);
    }
    return word.length == 0;
}
