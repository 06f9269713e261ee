/* records.c - games written down, for the page and from it. */
#include "page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static void note_write(struct json *json, const struct tab_note *note) {
    json_key(json, "marks");
    json_open(json, '[');
    for (int i = 0; i < note->marks; i++)
        json_number(json, note->mark[i]);
    json_close(json, ']');
    const struct {
        const char *key;
        bool known;
        int64_t value;
    } numbers[] = {
        {"centi", note->evaluated && note->mate == 0, note->centi},
        {"mate", note->evaluated && note->mate != 0, note->mate},
        {"clock", note->timed, note->clock_ms},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_key(json, numbers[i].key);
        if (numbers[i].known)
            json_number(json, numbers[i].value);
        else
            json_null(json);
    }
}

static void node_open(struct json *json, struct tab_record *record, int node) {
    json_open(json, '{');
    json_key(json, "move");
    if (node == TAB_RECORD_ROOT) {
        json_string(json, "");
        json_member_number(json, "player", 0);
    } else {
        const struct tab_rules *rules = tab_record_rules(record);
        const struct tab_position *before =
            tab_match_position(tab_record_match(record, tab_record_parent(record, node)));
        page_move(json, rules, before, tab_record_move(record, node));
        json_member_number(json, "player", tab_position_player(rules, before));
    }
    json_member_string(json, "comment", tab_record_comment(record, node));
    note_write(json, tab_record_note(record, node));
    json_key(json, "children");
    json_open(json, '[');
}

/* Writes the tree without recursion: lines are thousands of moves long. */
static void tree_write(struct json *json, struct tab_record *record) {
    int node = TAB_RECORD_ROOT;
    node_open(json, record, node);
    for (;;) {
        int next = tab_record_child(record, node);
        while (next == TAB_RECORD_NONE) {
            json_close(json, ']');
            json_close(json, '}');
            if (node == TAB_RECORD_ROOT)
                return;
            next = tab_record_sibling(record, node);
            node = tab_record_parent(record, node);
        }
        node = next;
        node_open(json, record, node);
    }
}

static void tags_write(struct json *json, const struct tab_record *record) {
    json_key(json, "tags");
    json_open(json, '[');
    for (int i = 0; i < tab_record_tag_count(record); i++) {
        const char *name, *value;
        tab_record_tag_at(record, i, &name, &value);
        json_open(json, '[');
        json_string(json, name);
        json_string(json, value);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* What the reader has put right, "" when nothing. */
static void remark_write(struct json *json, const struct tab_record *record) {
    struct tab_error remark;
    char message[TAB_ERROR_TEXT] = "";
    if (tab_record_mended(record, &remark))
        translate_error(&remark, message, sizeof message);
    json_member_string(json, "remark", message);
}

static void record_write(struct json *json, struct tab_record *record) {
    char spec[TAB_SPEC_TEXT];
    const char *first = tab_record_tag(record, "Position");
    tab_rules_format(tab_record_rules(record), spec, sizeof spec);
    json_open(json, '{');
    json_member_string(json, "spec", spec);
    json_member_string(json, "first", first != NULL ? first : "");
    tags_write(json, record);
    remark_write(json, record);
    json_key(json, "root");
    tree_write(json, record);
    json_close(json, '}');
}

PAGE_EXPORT("read_record") const char *page_read_record(char *text);
const char *page_read_record(char *text) {
    struct json *json = page_answer();
    const size_t length = strlen(text);
    struct tab_error error;
    page_good(json);
    json_open(json, '[');
    for (size_t at = 0; tab_record_find(text, length, &at);) {
        struct tab_record *record = tab_record_read(text, length, &at, &error);
        if (record == NULL)
            return page_bad(json, &error, "text", text);
        record_write(json, record);
        tab_record_free(record);
    }
    json_close(json, ']');
    return page_good_done(json);
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

/* The next of the parts of a line that tabs separate. */
static char *column_next(char **rest) {
    char *column = *rest, *tab = strchr(column, '\t');
    *rest = tab != NULL ? tab + 1 : column + strlen(column);
    if (tab != NULL)
        *tab = '\0';
    return column;
}

/* A number of a note, in a column that may be empty; false when something else is there. */
static bool number_read(char **rest, int64_t least, int64_t most, bool *given, int64_t *number) {
    const char *column = column_next(rest);
    *given = *column != '\0';
    *number = 0;
    return !*given || page_number_within(column, least, most, number);
}

/* Tags that follow from the game are not set. */
static bool tags_read(char **rest, struct tab_record *record, struct tab_error *error) {
    while (**rest != '\0') {
        char *line = page_line(rest);
        if (*line == '\0')
            return true;
        const char *name = column_next(&line);
        if (strcmp(name, "Game") != 0 && strcmp(name, "Position") != 0 &&
            !tab_record_set_tag(record, name, line, error))
            return false;
    }
    return true;
}

static bool marks_read(char *marks, struct tab_note *note) {
    int64_t number;
    for (char *mark; (mark = page_word(&marks)) != NULL; note->mark[note->marks++] = (uint8_t)number)
        if (note->marks == TAB_RECORD_MARKS_MAX || !page_number_within(mark, 0, UINT8_MAX, &number))
            return false;
    return true;
}

/* What a line says of a node behind its depth and move: marks centi mate clock. */
static bool numbers_read(char **line, struct tab_note *note) {
    bool valued, mated;
    int64_t centi, mate;
    if (!marks_read(column_next(line), note) || !number_read(line, INT_MIN, INT_MAX, &valued, &centi) ||
        !number_read(line, INT_MIN, INT_MAX, &mated, &mate) ||
        !number_read(line, INT64_MIN, INT64_MAX, &note->timed, &note->clock_ms))
        return false;
    note->evaluated = valued || mated;
    note->centi = (int)centi;
    note->mate = (int)mate;
    return true;
}

/* And then the comment. */
static bool note_read(char *line, struct tab_record *record, int node, struct tab_error *error) {
    struct tab_note note = {0};
    if (!numbers_read(&line, &note) || !tab_record_set_note(record, node, &note))
        return error_set(error, 0, N_("a note is out of its range"), NULL, NULL);
    return tab_record_set_comment(record, node, line, error);
}

/* Reads nodes, parents first, each with its depth. */
static bool nodes_read(char *rest, struct tab_record *record, struct tab_error *error) {
    const struct tab_rules *rules = tab_record_rules(record);
    int node = TAB_RECORD_ROOT;
    while (*rest != '\0') {
        char *line = page_line(&rest);
        int64_t depth;
        if (!page_number_within(column_next(&line), 0, INT_MAX, &depth))
            return error_set(error, 0, N_("a note is out of its range"), NULL, NULL);
        const char *text = column_next(&line);
        while (node != TAB_RECORD_ROOT && tab_record_ply(record, node) >= depth)
            node = tab_record_parent(record, node);
        if (depth > 0) {
            const struct tab_match *match = tab_record_match(record, node);
            tab_move move;
            if (match == NULL)
                return error_set(error, 0, N_("there is not enough memory"), NULL, NULL);
            if (!tab_move_parse(rules, tab_match_position(match), text, &move, error) ||
                (node = tab_record_add(record, node, move, error)) == TAB_RECORD_NONE)
                return false;
        }
        if (!note_read(line, record, node, error))
            return false;
    }
    return true;
}

static const char *record_print(struct json *json, const struct tab_record *record) {
    const size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL)
        return page_bad_memory(json);
    tab_record_format(record, text, length + 1);
    page_good(json);
    json_string(json, text);
    free(text);
    return page_good_done(json);
}

/* Spec, first position, tags (name and value with a tab between), an empty line, nodes. */
PAGE_EXPORT("write_record") const char *page_write_record(char *argument);
const char *page_write_record(char *argument) {
    struct json *json = page_answer();
    struct tab_rules rules;
    struct tab_position first;
    struct tab_error error;
    if (!page_rules_read(&argument, &rules, json))
        return page_done(json);
    const char *position = page_line(&argument);
    if (*position != '\0' && !tab_position_parse(&rules, position, &first, &error))
        return page_bad(json, &error, "position", position);
    struct tab_record *record = tab_record_new(&rules, *position != '\0' ? &first : NULL);
    if (record == NULL)
        return page_bad_memory(json);
    if (tags_read(&argument, record, &error) && nodes_read(argument, record, &error))
        record_print(json, record);
    else
        page_bad(json, &error, "text", NULL);
    tab_record_free(record);
    return page_done(json);
}
