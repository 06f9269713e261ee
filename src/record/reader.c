/* reader.c - records from text.
 *
 * A game is a section of tags, then moves, then the word for the result. The moves are read one token after the other;
 * a token is told by its first byte, and words are either move numbers, which are skipped, or results, or moves. Every
 * move goes into the record at once, which checks it with the history of its own line. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 };

/* A tag as it stands in the text. */
struct tag_place {
    size_t name, name_length; /* offset and length of the name */
    size_t value, end;        /* offsets of the value behind its quote, and of the quote that ends it */
};

struct reader {
    const char *text;
    size_t length, at;
    struct tab_error *error;
    struct tag_place tags[TAB_RECORD_TAGS_MAX];
    int tag_count;
    struct tab_record *record;
    int node;                               /* where the line being read has come to */
    bool begun;                             /* a move stands before: for marks, and for variations */
    int variations[TAB_RECORD_NESTING_MAX]; /* for each one that is open the move it is an alternative to */
    int open;
    struct comment comment; /* comments and their fields from before the first move of a variation */
    struct tab_note note;
    bool done; /* the result has been read */
};

/* ---- Bytes ---------------------------------------------------------------------------------------------------- */

static bool at_end(const struct reader *reader) { return reader->at == reader->length; }

static char peek(const struct reader *reader) { return at_end(reader) ? '\0' : reader->text[reader->at]; }

static void skip_line(struct reader *reader) {
    while (!at_end(reader) && peek(reader) != '\n')
        reader->at++;
}

/* Skips white space and escaped lines, which begin with a percent sign. */
static void skip_space(struct reader *reader) {
    for (;;) {
        bool line_start = reader->at == 0 || reader->text[reader->at - 1] == '\n';
        if (line_start && peek(reader) == '%')
            skip_line(reader);
        else if (is_space(reader->text, reader->length, reader->at))
            reader->at++;
        else
            return;
    }
}

static bool report(const struct reader *reader, size_t at, const char *what) {
    return error_set(reader->error, at, what, NULL, NULL);
}

/* Reports what a function found wrong in a part of the text that begins at an offset. */
static bool report_inside(const struct reader *reader, size_t from) {
    if (reader->error != NULL)
        reader->error->at += from;
    return false;
}

/* Reports the character at the current place. */
static bool report_character(const struct reader *reader, const char *what) {
    size_t left = reader->length - reader->at, size = text_printable(reader->text + reader->at, left);
    return error_set_span(reader->error, reader->at, what, reader->text + reader->at, size > 0 ? size : 1);
}

/* ---- Tags ----------------------------------------------------------------------------------------------------- */

static bool tag_name_read(struct reader *reader, struct tag_place *tag) {
    tag->name = reader->at;
    while (!at_end(reader) && tag_name_byte(peek(reader), reader->at == tag->name))
        reader->at++;
    tag->name_length = reader->at - tag->name;
    if (tag->name_length == 0)
        return report(reader, reader->at, N_("the name of a tag is missing here; write [Name \"value\"]"));
    if (tag->name_length >= TAB_RECORD_TAG_NAME)
        return error_set_number(reader->error, tag->name, N_("the name of a tag is longer than {1} letters"),
                                TAB_RECORD_TAG_NAME - 1, 0);
    return true;
}

/* Reads a value in quotes. */
static bool tag_value_read(struct reader *reader, struct tag_place *tag) {
    if (peek(reader) != '"')
        return error_set_span(reader->error, reader->at,
                              N_("the tag {1} has no value in quotes; write [{1} \"value\"]"), reader->text + tag->name,
                              tag->name_length);
    size_t quote = reader->at++;
    tag->value = reader->at;
    for (; peek(reader) != '"'; reader->at++) {
        if (at_end(reader) || peek(reader) == '\n')
            return report(reader, quote, N_("the quote that begins here is not closed on its line"));
        if (peek(reader) != '\\')
            continue;
        reader->at++;
        if (peek(reader) != '"' && peek(reader) != '\\')
            return report(reader, reader->at - 1, N_("a backslash in a tag stands before a quote or a backslash only"));
    }
    tag->end = reader->at++;
    return true;
}

static bool tag_read(struct reader *reader, struct tag_place *tag) {
    reader->at++;
    skip_space(reader);
    if (!tag_name_read(reader, tag))
        return false;
    skip_space(reader);
    if (!tag_value_read(reader, tag))
        return false;
    skip_space(reader);
    if (peek(reader) != ']' || at_end(reader))
        return report(reader, reader->at, N_("']' is missing here"));
    reader->at++;
    return true;
}

static bool tag_is(const struct reader *reader, const struct tag_place *tag, const char *name, size_t length) {
    return tag->name_length == length && memcmp(reader->text + tag->name, name, length) == 0;
}

static bool tags_read(struct reader *reader) {
    for (skip_space(reader); peek(reader) == '['; skip_space(reader)) {
        size_t bracket = reader->at;
        if (reader->tag_count == TAB_RECORD_TAGS_MAX)
            return error_set_number(reader->error, bracket, N_("a game has at most {1} tags"), TAB_RECORD_TAGS_MAX, 0);
        struct tag_place *tag = &reader->tags[reader->tag_count];
        if (!tag_read(reader, tag))
            return false;
        const char *name = reader->text + tag->name;
        for (int i = 0; i < reader->tag_count; i++)
            if (tag_is(reader, &reader->tags[i], name, tag->name_length))
                return error_set_span(reader->error, tag->name, N_("the tag {1} is given twice"), name,
                                      tag->name_length);
        reader->tag_count++;
    }
    if (reader->tag_count > 0)
        return true;
    return report(reader, reader->at, N_("a game begins with a tag, as [Game \"siam\"]"));
}

static const struct tag_place *tag_find(const struct reader *reader, const char *name) {
    for (int i = 0; i < reader->tag_count; i++)
        if (tag_is(reader, &reader->tags[i], name, strlen(name)))
            return &reader->tags[i];
    return NULL;
}

/* Copies a value, cut to the room there is, without its backslashes. */
static void tag_value(const struct reader *reader, const struct tag_place *tag, char value[TAB_RECORD_TAG_TEXT + 1]) {
    size_t length = 0;
    for (size_t at = tag->value; at < tag->end && length < TAB_RECORD_TAG_TEXT; at++) {
        at += reader->text[at] == '\\';
        value[length++] = reader->text[at] != '\0' ? reader->text[at] : '\x01'; /* as bad, and no end */
    }
    value[length] = '\0';
}

/* Reports what a function found wrong in a value, at its place in the text. */
static bool report_value(const struct reader *reader, const struct tag_place *tag) {
    if (reader->error == NULL)
        return false;
    size_t at = tag->value;
    for (size_t left = reader->error->at; left > 0 && at < tag->end; left--)
        at += reader->text[at] == '\\' ? 2 : 1;
    reader->error->at = at;
    return false;
}

/* Makes the record from the tags that say what is played. */
static bool record_begin(struct reader *reader, size_t from) {
    char value[TAB_RECORD_TAG_TEXT + 1];
    struct tab_rules rules;
    struct tab_position first;
    const struct tag_place *game = tag_find(reader, "Game"), *position = tag_find(reader, "Position");
    if (game == NULL)
        return report(reader, from, N_("the tag Game is missing, as [Game \"siam\"]"));
    tag_value(reader, game, value);
    if (!tab_rules_parse(&rules, value, reader->error))
        return report_value(reader, game);
    if (position != NULL) {
        tag_value(reader, position, value);
        if (!tab_position_parse(&rules, value, &first, reader->error))
            return report_value(reader, position);
    }
    reader->record = tab_record_new(&rules, position != NULL ? &first : NULL);
    return reader->record != NULL || record_no_memory(reader->error);
}

/* Takes all other tags over. The result has to wait for the moves, but is checked as a word. */
static bool tags_take(struct reader *reader) {
    for (int i = 0; i < reader->tag_count; i++) {
        const struct tag_place *tag = &reader->tags[i];
        char name[TAB_RECORD_TAG_NAME], value[TAB_RECORD_TAG_TEXT + 1];
        memcpy(name, reader->text + tag->name, tag->name_length);
        name[tag->name_length] = '\0';
        enum tag_meaning meaning = tag_meaning_of(name);
        if (meaning == TAG_GAME || meaning == TAG_POSITION)
            continue;
        tag_value(reader, tag, value);
        bool good = meaning == TAG_RESULT ? tag_check(&reader->record->rules, name, value, reader->error)
                                          : tab_record_set_tag(reader->record, name, value, reader->error);
        if (!good)
            return report_value(reader, tag);
    }
    return true;
}

/* ---- Comments and marks --------------------------------------------------------------------------------------- */

/* Adds a comment to the move before it, or keeps it for the first move of a variation. */
static bool comment_take(struct reader *reader, size_t from, size_t length) {
    bool waits = !reader->begun && reader->open > 0;
    struct comment *comment = &reader->comment;
    struct tab_note *note = &reader->note;
    if (!waits) {
        note = &reader->record->nodes[reader->node].note;
        comment->length = strlen(tab_record_comment(reader->record, reader->node));
        memcpy(comment->text, tab_record_comment(reader->record, reader->node), comment->length + 1);
    }
    if (!comment_add(comment, note, reader->text + from, length, reader->error))
        return report_inside(reader, from);
    if (waits || comment->length == 0)
        return true;
    return tab_record_set_comment(reader->record, reader->node, comment->text, reader->error);
}

static bool braces_read(struct reader *reader) {
    size_t from = reader->at + 1;
    const char *end = memchr(reader->text + from, '}', reader->length - from);
    if (end == NULL)
        return report(reader, reader->at, N_("the comment that begins here is not closed"));
    reader->at = (size_t)(end - reader->text) + 1;
    return comment_take(reader, from, reader->at - 1 - from);
}

static bool rest_of_line_read(struct reader *reader) {
    size_t from = reader->at + 1;
    skip_line(reader);
    reader->at += !at_end(reader); /* with its end, which may be of two bytes */
    return comment_take(reader, from, reader->at - from);
}

static bool mark_take(struct reader *reader, size_t at, int mark) {
    if (!reader->begun)
        return report(reader, at, N_("a mark stands after a move"));
    struct tab_note *note = &reader->record->nodes[reader->node].note;
    for (int i = 0; i < note->marks; i++)
        if (note->mark[i] == mark)
            return error_set_number(reader->error, at, N_("the mark ${1} is given twice"), mark, 0);
    if (note->marks == TAB_RECORD_MARKS_MAX)
        return error_set_number(reader->error, at, N_("a move has at most {1} marks"), TAB_RECORD_MARKS_MAX, 0);
    note->mark[note->marks++] = (uint8_t)mark;
    return true;
}

static bool dollar_read(struct reader *reader) {
    size_t from = reader->at++;
    int mark = 0;
    for (; is_digit(peek(reader)); reader->at++)
        mark = mark > 255 ? mark : mark * 10 + (peek(reader) - '0');
    if (mark < 1 || mark > 255)
        return error_set_span(reader->error, from, N_("'{1}' is no mark; they go from $1 to $255"), reader->text + from,
                              reader->at - from);
    return mark_take(reader, from, mark);
}

static bool suffix_read(struct reader *reader) {
    static const char *const suffixes[] = {"!", "?", "!!", "??", "!?", "?!"};
    size_t from = reader->at;
    while (peek(reader) == '!' || peek(reader) == '?')
        reader->at++;
    size_t length = reader->at - from;
    for (int i = 0; i < (int)(sizeof suffixes / sizeof *suffixes); i++)
        if (strlen(suffixes[i]) == length && memcmp(suffixes[i], reader->text + from, length) == 0)
            return mark_take(reader, from, i + 1);
    return error_set_span(reader->error, from, N_("'{1}' is none of ! ? !! ?? !? ?!"), reader->text + from, length);
}

/* ---- Variations ----------------------------------------------------------------------------------------------- */

static bool variation_open(struct reader *reader) {
    if (!reader->begun)
        return report(reader, reader->at, N_("a variation stands after the move it replaces"));
    if (reader->open == TAB_RECORD_NESTING_MAX)
        return record_too_deep(reader->error) || report_inside(reader, reader->at);
    reader->at++;
    reader->variations[reader->open++] = reader->node;
    reader->node = tab_record_parent(reader->record, reader->node);
    reader->begun = false;
    reader->comment = (struct comment){.length = 0};
    reader->note = (struct tab_note){0};
    return true;
}

static bool variation_close(struct reader *reader) {
    if (reader->open == 0)
        return report(reader, reader->at, N_("no variation is open that ')' could close"));
    if (!reader->begun)
        return report(reader, reader->at, N_("the variation has no move"));
    reader->at++;
    reader->node = reader->variations[--reader->open];
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------------------------- */

static bool ends_word(char byte) {
    return (unsigned char)byte <= ' ' || byte == '\x7F' || strchr("{}();$!?[]\"*", byte) != NULL;
}

/* Skips a move number: digits and dots, at least one dot. */
static bool number_skip(struct reader *reader) {
    size_t at = reader->at;
    while (at < reader->length && is_digit(reader->text[at]))
        at++;
    if (at == reader->length || reader->text[at] != '.')
        return false;
    while (at < reader->length && reader->text[at] == '.')
        at++;
    reader->at = at;
    return true;
}

/* Nothing that looks like this is a move in any game: every move names a place, none is called 0. */
static bool looks_like_result(const char *word) {
    size_t length = strlen(word);
    if (strspn(word, "0123456789/-") != length)
        return false;
    return strchr(word, '/') != NULL || strncmp(word, "0-", 2) == 0 ||
           (length > 2 && strcmp(word + length - 2, "-0") == 0);
}

static bool is_open(const char *result) { return strcmp(result, "*") == 0; }

/* The result that the last word of a game and its tag agree on; NULL when they contradict each other. Where the rules say
 * that the game is over, one of them may still be open: many programs leave it so. */
static const char *result_agreed(const struct reader *reader, const char *word, const char *tag) {
    if (strcmp(word, tag) == 0)
        return word;
    if (!reader->record->over)
        return NULL;
    return is_open(word) ? tag : is_open(tag) ? word : NULL;
}

static bool result_take(struct reader *reader, size_t from, const char *word) {
    struct tab_result result;
    char value[TAB_RECORD_TAG_TEXT + 1];
    const struct tag_place *tag = tag_find(reader, "Result");
    if (!tab_result_parse(&reader->record->rules, word, &result, reader->error))
        return report_inside(reader, from);
    if (reader->open > 0)
        return report(reader, from, N_("the result stands at the end of the game, not in a variation"));
    if (tag != NULL)
        tag_value(reader, tag, value);
    const char *agreed = tag != NULL ? result_agreed(reader, word, value) : word;
    if (agreed == NULL)
        return error_set(reader->error, from, N_("the result {1} contradicts the tag Result, which says {2}"), word,
                         value);
    reader->done = true;
    if (reader->record->over && (is_open(word) || (tag != NULL && is_open(value)))) {
        reader->record->mended = true;
        reader->record->mended_at = is_open(word) ? from : tag->value;
    }
    if (reader->record->over && is_open(agreed))
        return true;
    return tab_record_set_tag(reader->record, "Result", agreed, reader->error) || report_inside(reader, from);
}

/* Gives the first move of a variation what was said before it. */
static bool comment_deliver(struct reader *reader) {
    if (reader->begun || reader->open == 0)
        return true;
    reader->record->nodes[reader->node].note = reader->note;
    if (reader->comment.length == 0)
        return true;
    return tab_record_set_comment(reader->record, reader->node, reader->comment.text, reader->error);
}

static bool move_take(struct reader *reader, size_t from, const char *word) {
    const struct tab_match *match = tab_record_match(reader->record, reader->node);
    tab_move move;
    if (match == NULL)
        return record_no_memory(reader->error);
    if (!tab_move_parse(&reader->record->rules, tab_match_position(match), word, &move, reader->error))
        return report_inside(reader, from);
    if (record_child_by(reader->record, reader->node, move) != TAB_RECORD_NONE)
        return error_set(reader->error, from, N_("the move {1} stands here already"), word, NULL);
    int node = tab_record_add(reader->record, reader->node, move, reader->error);
    if (node == TAB_RECORD_NONE)
        return report_inside(reader, from);
    reader->node = node;
    bool delivered = comment_deliver(reader);
    reader->begun = true;
    return delivered;
}

static bool word_read(struct reader *reader) {
    if (number_skip(reader))
        return true;
    size_t from = reader->at, length;
    while (!at_end(reader) && !ends_word(peek(reader)))
        reader->at++;
    length = reader->at - from;
    if (length == 0)
        return report_character(reader, N_("'{1}' has no place here"));
    if (length >= WORD_MAX)
        return error_set_span(reader->error, from, N_("'{1}...' is too long for a move"), reader->text + from, 16);
    char word[WORD_MAX];
    struct tab_result result;
    memcpy(word, reader->text + from, length);
    word[length] = '\0';
    bool ends = looks_like_result(word) || tab_result_parse(&reader->record->rules, word, &result, NULL);
    return ends ? result_take(reader, from, word) : move_take(reader, from, word);
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

static bool token_read(struct reader *reader) {
    switch (peek(reader)) {
    case '{': return braces_read(reader);
    case ';': return rest_of_line_read(reader);
    case '$': return dollar_read(reader);
    case '!':
    case '?': return suffix_read(reader);
    case '(': return variation_open(reader);
    case ')': return variation_close(reader);
    case '*': return result_take(reader, reader->at++, "*");
    default: return word_read(reader);
    }
}

static bool moves_read(struct reader *reader) {
    reader->node = TAB_RECORD_ROOT;
    while (!reader->done) {
        skip_space(reader);
        if (at_end(reader) || peek(reader) == '[')
            return report(reader, reader->at, N_("the game ends without a result; write * when it is open"));
        if (!token_read(reader))
            return false;
    }
    return true;
}

static bool game_read(struct reader *reader) {
    size_t from = reader->at;
    return tags_read(reader) && record_begin(reader, from) && tags_take(reader) && moves_read(reader);
}

struct tab_record *tab_record_read(const char *text, size_t length, size_t *at, struct tab_error *error) {
    struct reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        record_no_memory(error);
        return NULL;
    }
    *reader = (struct reader){.text = text, .length = length, .at = *at, .error = error};
    struct tab_record *record = NULL;
    if (game_read(reader)) {
        record = reader->record;
        *at = reader->at;
    } else {
        tab_record_free(reader->record);
    }
    free(reader);
    return record;
}

bool tab_record_find(const char *text, size_t length, size_t *at) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    struct reader reader = {.text = text, .length = length, .at = *at};
    if (*at == 0 && length >= 3 && memcmp(text, byte_order_mark, 3) == 0)
        reader.at = 3;
    skip_space(&reader);
    *at = reader.at;
    return !at_end(&reader);
}

static bool is_tag(const struct reader *reader) {
    return reader->at + 1 < reader->length && peek(reader) == '[' && tag_name_byte(reader->text[reader->at + 1], true);
}

/* Goes to the next line; whether the one left was a line of tags, from its first byte to its last. */
static bool tag_line_skip(struct reader *reader) {
    const bool tag = is_tag(reader);
    skip_line(reader);
    size_t end = reader->at;
    while (end > 0 && is_space(reader->text, reader->length, end - 1))
        end--;
    reader->at += !at_end(reader);
    return tag && reader->text[end - 1] == ']';
}

/* The next game may begin with a line that begins with a tag while the one before it is no line of tags. */
void tab_record_skip(const char *text, size_t length, size_t *at) {
    struct reader reader = {.text = text, .length = length, .at = *at};
    bool tags;
    do
        tags = tag_line_skip(&reader);
    while (!at_end(&reader) && (tags || !is_tag(&reader)));
    *at = reader.at;
}
