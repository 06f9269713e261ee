/* weights_file.c - evaluation weights in files. */
#include "weights_file.h"
#include "../engine/brain.h"
#include "../file.h"
#include "report.h"
#include "weights_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_PER_LINE = 24 };

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
