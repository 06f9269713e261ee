/* flow.c - words one after the other, on lines that fit a terminal. */
#include "flow.h"
#include "columns.h"

#include <string.h>

void flow_word(struct flow *flow, const char *word, size_t length) {
    int columns = columns_of(word, length);
    if (flow->column > flow->indent && flow->column + 1 + columns > FLOW_WIDTH) {
        fprintf(flow->stream, "\n%*s", flow->indent, "");
        flow->column = flow->indent;
    } else if (flow->column > flow->indent) {
        putc(' ', flow->stream);
        flow->column++;
    }
    fprintf(flow->stream, "%.*s", (int)length, word);
    flow->column += columns;
}

void flow_text(struct flow *flow, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        flow_word(flow, text, length);
        text += length;
        if (*text == '\n') {
            fprintf(flow->stream, "\n\n%*s", flow->indent, "");
            flow->column = flow->indent;
        }
        text += *text != '\0';
    }
}
