/* vectors.c - reading the records of tests/data. */
#include "vectors.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void fail_at(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    exit(1);
}

/* The rest of a line after its keyword, copied. */
static char *rest_of(const char *line, const char *keyword) {
    const char *rest = line + strlen(keyword);
    return strdup(*rest == ' ' ? rest + 1 : rest);
}

/* Stores one line of a record; false when its keyword is unknown or was there before. */
static int vector_line(struct vector *vector, const char *line) {
    static const char *const keywords[] = {"game", "from", "play", "at", "moves"};
    char **const texts[] = {&vector->spec, &vector->from, &vector->play, &vector->at, &vector->moves};
    for (int i = 0; i < 5; i++) {
        size_t length = strlen(keywords[i]);
        if (strncmp(line, keywords[i], length) == 0 && (line[length] == ' ' || line[length] == '\0')) {
            if (*texts[i] != NULL)
                return 0;
            *texts[i] = rest_of(line, keywords[i]);
            return 1;
        }
    }
    if (sscanf(line, "legal %d", &vector->legal) == 1)
        return 1;
    int at = vector->perfts;
    unsigned long long count;
    if (at == VECTOR_PERFTS_MAX || sscanf(line, "perft %d %llu", &vector->perft[at].depth, &count) != 2)
        return 0;
    vector->perft[at].count = count;
    vector->perfts++;
    return 1;
}

struct vector *vectors_read(const char *file, int *count) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, file);
    FILE *stream = fopen(path, "r");
    if (stream == NULL)
        fail_at(path, 0, "cannot be opened");
    struct vector *vectors = NULL;
    char *line = NULL;
    size_t room = 0;
    bool open = false; /* vectors[*count] is being read */
    *count = 0;
    for (int number = 1; getline(&line, &room, stream) > 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        if (!open) {
            vectors = realloc(vectors, sizeof *vectors * (size_t)(*count + 1));
            vectors[*count] = (struct vector){0};
            snprintf(vectors[*count].name, sizeof vectors->name, "%s:%d", file, number);
        }
        open = strcmp(line, "end") != 0;
        if (!open)
            (*count)++;
        else if (!vector_line(&vectors[*count], line))
            fail_at(path, number, "unknown or repeated line");
    }
    if (open)
        fail_at(vectors[*count].name, 0, "the record has no end");
    free(line);
    fclose(stream);
    return vectors;
}

void vectors_free(struct vector *vectors, int count) {
    for (int i = 0; i < count; i++) {
        char *texts[] = {vectors[i].spec, vectors[i].from, vectors[i].play, vectors[i].at, vectors[i].moves};
        for (int j = 0; j < 5; j++)
            free(texts[j]);
    }
    free(vectors);
}
