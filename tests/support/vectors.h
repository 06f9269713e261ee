/* vectors.h - reading the records of tests/data (see tests/data/README.md). */
#ifndef TEST_VECTORS_H
#define TEST_VECTORS_H

#include <stdint.h>

enum { VECTOR_PERFTS_MAX = 8 };

struct vector {
    char name[64]; /* file and line, for messages */
    char *spec, *from, *play, *at, *moves;
    int legal;
    int perfts;
    struct {
        int depth;
        uint64_t count;
    } perft[VECTOR_PERFTS_MAX];
};

/* Reads all records of tests/data/FILE; fails loudly on anything unexpected. The caller frees with vectors_free. */
struct vector *vectors_read(const char *file, int *count);
void vectors_free(struct vector *vectors, int count);

#endif
