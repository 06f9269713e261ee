/* writer.c - records as text, in the one form that a record has. */
#include "record.h"

#include <string.h>

enum { WIDTH = 79 };

/* Words separated by spaces, on lines that are broken before WIDTH where possible. */
struct flow {
    struct text *text;
    int column;
    char bracket; /* that opens with the next word; 0: none */
};

struct writer {
    const struct tab_record *record;
    struct flow flow;
    bool number; /* the next move needs a number: something stands between it and the one before */
};

/* ---- Words ---------------------------------------------------------------------------------------------------- */

static int columns_of(const char *word, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)word[i] & 0xC0) != 0x80;
    return columns;
}

/* A percent sign at the beginning of a line would make readers of PGN skip it. */
static void flow_word(struct flow *flow, const char *word, size_t length) {
    bool opens = flow->bracket != '\0', space = flow->column > 0;
    int columns = columns_of(word, length) + opens;
    bool breaks = space && flow->column + 1 + columns > WIDTH && word[0] != '%';
    if (space)
        text_char(flow->text, breaks ? '\n' : ' ');
    if (opens)
        text_char(flow->text, flow->bracket);
    for (size_t i = 0; i < length; i++)
        text_char(flow->text, word[i]);
    flow->column = (breaks ? 0 : flow->column + space) + columns;
    flow->bracket = '\0';
}

static void flow_string(struct flow *flow, const char *word) { flow_word(flow, word, strlen(word)); }

/* Closes a bracket right after the last word. */
static void flow_close(struct flow *flow, char bracket) {
    bool breaks = flow->column >= WIDTH;
    if (breaks)
        text_char(flow->text, '\n');
    text_char(flow->text, bracket);
    flow->column = breaks ? 1 : flow->column + 1;
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static void number_write(struct writer *writer, int ply) {
    char buffer[24];
    struct text number = text_begin(buffer, sizeof buffer);
    if (ply % 2 == 1 && !writer->number)
        return;
    text_number(&number, ply / 2 + 1);
    text_string(&number, ply % 2 == 0 ? "." : "...");
    text_end(&number);
    flow_string(&writer->flow, buffer);
    writer->number = false;
}

static void marks_write(struct writer *writer, const struct tab_note *note) {
    for (int i = 0; i < note->marks; i++) {
        char buffer[8];
        struct text mark = text_begin(buffer, sizeof buffer);
        text_char(&mark, '$');
        text_number(&mark, note->mark[i]);
        text_end(&mark);
        flow_string(&writer->flow, buffer);
    }
}

/* Writes words that are separated by single spaces. */
static void words_write(struct flow *flow, const char *words) {
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        flow_word(flow, words, length);
        words += length + (words[length] == ' ');
    }
}

static void comment_write(struct writer *writer, int node) {
    const struct tab_note *note = tab_record_note(writer->record, node);
    const char *comment = tab_record_comment(writer->record, node);
    char field[NOTE_TEXT];
    if (!note->evaluated && !note->timed && *comment == '\0')
        return;
    writer->flow.bracket = '{';
    if (note->evaluated) {
        note_format_eval(note, field);
        flow_string(&writer->flow, field);
    }
    if (note->timed) {
        note_format_clock(note, field);
        flow_string(&writer->flow, field);
    }
    words_write(&writer->flow, comment);
    flow_close(&writer->flow, '}');
    writer->number = true;
}

static void line_write(struct writer *writer, int node, struct tab_position position);

static void variations_write(struct writer *writer, int node, const struct tab_position *position) {
    int other = tab_record_sibling(writer->record, node);
    for (; other != TAB_RECORD_NONE; other = tab_record_sibling(writer->record, other)) {
        writer->flow.bracket = '(';
        writer->number = true;
        line_write(writer, other, *position);
        flow_close(&writer->flow, ')');
        writer->number = true;
    }
}

/* Writes a line from a node on; `position` is the one before it. Variations stand after the first of the moves they are
 * alternatives to. */
static void line_write(struct writer *writer, int node, struct tab_position position) {
    const struct tab_record *record = writer->record;
    for (; node != TAB_RECORD_NONE; node = tab_record_child(record, node)) {
        char move[TAB_MOVE_TEXT];
        number_write(writer, tab_record_ply(record, node) - 1);
        tab_move_format(&record->rules, &position, tab_record_move(record, node), move, sizeof move);
        flow_string(&writer->flow, move);
        marks_write(writer, tab_record_note(record, node));
        comment_write(writer, node);
        if (tab_record_child(record, tab_record_parent(record, node)) == node)
            variations_write(writer, node, &position);
        tab_position_play(&record->rules, &position, tab_record_move(record, node));
    }
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

static void tag_write(struct text *text, const struct record_tag *tag) {
    text_char(text, '[');
    text_string(text, tag->name);
    text_string(text, " \"");
    for (const char *byte = tag->value; *byte != '\0'; byte++) {
        if (*byte == '"' || *byte == '\\')
            text_char(text, '\\');
        text_char(text, *byte);
    }
    text_string(text, "\"]\n");
}

size_t tab_record_format(const struct tab_record *record, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    struct writer writer = {.record = record, .flow = {.text = &text}, .number = true};
    for (int i = 0; i < record->tag_count; i++)
        tag_write(&text, &record->tags[i]);
    text_char(&text, '\n');
    comment_write(&writer, TAB_RECORD_ROOT);
    line_write(&writer, tab_record_child(record, TAB_RECORD_ROOT), *tab_match_position_at(record->match, 0));
    flow_string(&writer.flow, tab_record_tag(record, "Result"));
    text_string(&text, "\n\n");
    return text_end(&text);
}
