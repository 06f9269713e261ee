/* flow.h - words one after the other, on lines that fit a terminal. */
#ifndef TABLIER_CLI_FLOW_H
#define TABLIER_CLI_FLOW_H

#include <stddef.h>
#include <stdio.h>

/* Columns that everything meant for people fits in. */
enum { FLOW_WIDTH = 79 };

/* Where the next word goes: lines are broken before FLOW_WIDTH and go on at `indent`. */
struct flow {
    FILE *stream;
    int indent;
    int column;
};

void flow_word(struct flow *flow, const char *word, size_t length);
/* Writes words separated by spaces; a line end in the text begins a new paragraph. */
void flow_text(struct flow *flow, const char *text);

#endif
