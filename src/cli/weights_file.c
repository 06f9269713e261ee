/* weights_file.c - evaluation weights in files. */
#include "weights_file.h"
#include "../engine/brain.h"
#include "../file.h"
#include "../rules/game.h"
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_PER_LINE = 24 };

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
        long number = 0;
        if (!text_read_signed(&word, INT16_MIN, INT16_MAX, &number, NULL))
            return false;
        weights[*read] = (int16_t)number;
        word = word_next(text, length, &at);
    }
    return word.length == 0;
}

int weights_read(const char *path, const struct tab_game *game, int16_t **weights) {
    *weights = NULL;
    if (path == NULL)
        return STATUS_GOOD;
    const int count = brain_of(game)->weight_count;
    int16_t *numbers = calloc((size_t)count, sizeof *numbers);
    if (numbers == NULL)
        return report_no_memory();
    size_t length;
    int read, status = STATUS_GOOD;
    char *text = file_read(path, SIZE_MAX, &length);
    if (text == NULL)
        status = report_failure("%s: %s", path, translate_errno(errno));
    else if (!weights_parse(text, length, count, numbers, &read))
        status = report_input(N_("%s: number %d is missing, bad or too many; %s has %d weights, each from %d to %d"),
                              path, read + 1, tab_game_id(game), count, INT16_MIN, INT16_MAX);
    free(text);
    if (status == STATUS_GOOD)
        *weights = numbers;
    else
        free(numbers);
    return status;
}

static void source_begin(FILE *file, const char *id, int bits, const char *note) {
    fprintf(file, "/* %s_weights.c - the fitted weights of the evaluation. %s */\n", id, note);
    fprintf(file, "#include \"%s_weights.h\"\n\n/* clang-format off */\nKEPT_WEIGHTS int%d_t %s_weights[", id, bits,
            id);
    for (const char *letter = id; *letter != '\0'; letter++)
        fputc(toupper((unsigned char)*letter), file);
    fputs("_WEIGHTS]\n#ifndef TABLIER_WEIGHTS_APART\n= {\n", file);
}

static void numbers_write(FILE *file, const int16_t *numbers, int count, const char *after, const char *between) {
    for (int i = 0; i < count; i++) {
        bool last = i % NUMBERS_PER_LINE == NUMBERS_PER_LINE - 1 || i == count - 1;
        fprintf(file, "%d%s%s", numbers[i], after, last ? "\n" : between);
    }
}

static bool source_write(FILE *file, const struct tab_game *game, const int16_t *weights, const char *note) {
    const struct brain *brain = brain_of(game);
    int16_t *kept = calloc((size_t)brain->weight_count, sizeof *kept);
    if (kept == NULL)
        return false;
    source_begin(file, tab_game_id(game), brain->kept_bits, note);
    numbers_write(file, kept, brain_pack(brain, weights, kept), ",", "");
    fputs("}\n#endif\n;\n", file);
    free(kept);
    return true;
}

/* The text of a file of weights; NULL when there is no memory. */
static char *weights_format(bool source, const struct tab_game *game, const int16_t *weights, int count,
                            const char *note, size_t *size) {
    char *text = NULL;
    FILE *stream = open_memstream(&text, size);
    if (stream == NULL)
        return NULL;
    bool good = true;
    if (source)
        good = source_write(stream, game, weights, note);
    else
        numbers_write(stream, weights, count, "", " ");
    if (fclose(stream) == 0 && good)
        return text;
    free(text);
    return NULL;
}

int weights_write(const char *path, const struct tab_game *game, const int16_t *weights, int count, const char *note) {
    size_t length = strlen(path), size;
    const bool source = length > 2 && strcmp(path + length - 2, ".c") == 0;
    char *text = weights_format(source, game, weights, count, note, &size);
    if (text == NULL)
        return report_no_memory();
    int status = STATUS_GOOD;
    if (!file_write(path, text, size))
        status = report_failure("%s: %s", path, translate_errno(errno));
    free(text);
    return status;
}

int weights_check(const char *path) {
    struct file_draft draft;
    if (!file_begin(&draft, path))
        return report_failure("%s: %s", path, translate_errno(errno));
    file_drop(&draft);
    return STATUS_GOOD;
}
