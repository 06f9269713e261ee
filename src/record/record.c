/* record.c - a game written down: tags, the tree of moves, what is noted about them. */
#include "record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

bool record_no_memory(struct tab_error *error) {
    return error_set(error, 0, N_("there is not enough memory"), NULL, NULL);
}

bool record_too_deep(struct tab_error *error) {
    return error_set_number(error, 0, N_("variations stand at most {1} deep in each other"), TAB_RECORD_NESTING_MAX, 0);
}

/* ---- Life ----------------------------------------------------------------------------------------------------- */

static bool nodes_grow(struct tab_record *record) {
    if (record->node_count < record->room)
        return true;
    int room = record->room > 0 ? record->room * 2 : FIRST_ROOM;
    struct record_node *nodes = realloc(record->nodes, sizeof *nodes * (size_t)room);
    if (nodes == NULL)
        return false;
    record->nodes = nodes;
    int *path = realloc(record->path, sizeof *path * (size_t)room);
    if (path == NULL)
        return false;
    record->path = path;
    record->room = room;
    return true;
}

/* Appends a node without children; there is room. */
static int node_append(struct tab_record *record, int parent, tab_move move) {
    int node = record->node_count++;
    record->nodes[node] =
        (struct record_node){.move = move, .parent = parent, .child = TAB_RECORD_NONE, .sibling = TAB_RECORD_NONE};
    return node;
}

/* The match stands at the end of the main line: if it is over by the rules, they say what the result is. */
static bool result_update(struct tab_record *record) {
    struct tab_result result;
    char word[TAB_RESULT_TEXT];
    tab_match_result(record->match, &result);
    if (!result.over && tab_record_tag(record, "Result") != NULL)
        return true;
    tab_result_format(&record->rules, &result, word, sizeof word);
    if (!record_put_tag(record, "Result", word))
        return false;
    record->over = result.over;
    return true;
}

static bool first_tags(struct tab_record *record) {
    char text[TAB_POSITION_TEXT];
    struct tab_position start;
    const struct tab_position *first = tab_match_position(record->match);
    tab_rules_format(&record->rules, text, sizeof text);
    if (!record_put_tag(record, "Game", text))
        return false;
    tab_position_start(&record->rules, &start);
    if (memcmp(&start, first, sizeof start) == 0)
        return true;
    tab_position_format(&record->rules, first, text, sizeof text);
    return record_put_tag(record, "Position", text);
}

struct tab_record *tab_record_new(const struct tab_rules *rules, const struct tab_position *first) {
    struct tab_record *record = calloc(1, sizeof *record);
    if (record == NULL)
        return NULL;
    record->rules = *rules;
    record->match = tab_match_new(rules, first);
    if (record->match == NULL || !nodes_grow(record)) {
        tab_record_free(record);
        return NULL;
    }
    node_append(record, TAB_RECORD_NONE, 0);
    if (!first_tags(record) || !result_update(record)) {
        tab_record_free(record);
        return NULL;
    }
    return record;
}

struct tab_record *tab_record_from_match(const struct tab_match *match) {
    struct tab_record *record = tab_record_new(tab_match_rules(match), tab_match_position_at(match, 0));
    for (int ply = 0; record != NULL && ply < tab_match_ply(match); ply++) {
        if (tab_record_add(record, record->end, tab_match_move_at(match, ply), NULL) != TAB_RECORD_NONE)
            continue;
        tab_record_free(record);
        record = NULL;
    }
    return record;
}

void tab_record_free(struct tab_record *record) {
    if (record == NULL)
        return;
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (int i = 0; i < record->node_count; i++)
        free(record->nodes[i].comment);
    free(record->nodes);
    free(record->path);
    tab_match_free(record->match);
    free(record);
}

const struct tab_rules *tab_record_rules(const struct tab_record *record) { return &record->rules; }

/* ---- Tags ----------------------------------------------------------------------------------------------------- */

/* Index of a tag, or the number of tags when it is not there. */
static int tag_find(const struct tab_record *record, const char *name) {
    int index = 0;
    while (index < record->tag_count && strcmp(record->tags[index].name, name) != 0)
        index++;
    return index;
}

int tab_record_tag_count(const struct tab_record *record) { return record->tag_count; }

void tab_record_tag_at(const struct tab_record *record, int index, const char **name, const char **value) {
    assert(index >= 0 && index < record->tag_count);
    *name = record->tags[index].name;
    *value = record->tags[index].value;
}

const char *tab_record_tag(const struct tab_record *record, const char *name) {
    int index = tag_find(record, name);
    return index < record->tag_count ? record->tags[index].value : NULL;
}

/* Inserts behind all tags that are written before it. */
static void tag_insert(struct tab_record *record, struct record_tag tag) {
    enum tag_meaning meaning = tag_meaning_of(tag.name);
    int index = record->tag_count++;
    for (; index > 0 && tag_meaning_of(record->tags[index - 1].name) > meaning; index--)
        record->tags[index] = record->tags[index - 1];
    record->tags[index] = tag;
}

static void tag_remove(struct tab_record *record, int index) {
    free(record->tags[index].name);
    free(record->tags[index].value);
    record->tag_count--;
    for (; index < record->tag_count; index++)
        record->tags[index] = record->tags[index + 1];
}

bool record_put_tag(struct tab_record *record, const char *name, const char *value) {
    int index = tag_find(record, name);
    assert(index < TAB_RECORD_TAGS_MAX);
    struct record_tag tag = {strdup(name), strdup(value)};
    if (tag.name == NULL || tag.value == NULL) {
        free(tag.name);
        free(tag.value);
        return false;
    }
    if (index < record->tag_count) {
        free(record->tags[index].name);
        free(record->tags[index].value);
        record->tags[index] = tag;
    } else {
        tag_insert(record, tag);
    }
    return true;
}

static bool is_kept(enum tag_meaning meaning) { return meaning == TAG_GAME || meaning == TAG_POSITION; }

/* Whether a tag may be given this value now. */
static bool tag_fits(const struct tab_record *record, const char *name, const char *value, struct tab_error *error) {
    bool result = tag_meaning_of(name) == TAG_RESULT, known = tab_record_tag(record, name) != NULL;
    if (result && record->over && strcmp(value, tab_record_tag(record, name)) != 0)
        return error_set(error, 0, N_("the result {1} contradicts the rules, which say {2}"), value,
                         tab_record_tag(record, name));
    if (!known && record->tag_count == TAB_RECORD_TAGS_MAX)
        return error_set_number(error, 0, N_("a game has at most {1} tags"), TAB_RECORD_TAGS_MAX, 0);
    return true;
}

bool tab_record_set_tag(struct tab_record *record, const char *name, const char *value, struct tab_error *error) {
    enum tag_meaning meaning = tag_meaning_of(name);
    if (is_kept(meaning) || (value == NULL && meaning == TAG_RESULT))
        return error_set(error, 0, N_("the tag {1} cannot be changed"), name, NULL);
    if (value == NULL) {
        int index = tag_find(record, name);
        if (index < record->tag_count)
            tag_remove(record, index);
        return true;
    }
    if (!tag_check(&record->rules, name, value, error) || !tag_fits(record, name, value, error))
        return false;
    return record_put_tag(record, name, value) || record_no_memory(error);
}

bool tab_record_mended(const struct tab_record *record, struct tab_error *remark) {
    if (record->mended)
        error_set(remark, record->mended_at, N_("the result * is {1} now, as the game is over by the rules"),
                  tab_record_tag(record, "Result"), NULL);
    return record->mended;
}

/* ---- The tree ------------------------------------------------------------------------------------------------- */

static const struct record_node *node_at(const struct tab_record *record, int node) {
    assert(node >= 0 && node < record->node_count);
    return &record->nodes[node];
}

int tab_record_nodes(const struct tab_record *record) { return record->node_count; }

int tab_record_parent(const struct tab_record *record, int node) { return node_at(record, node)->parent; }

int tab_record_child(const struct tab_record *record, int node) { return node_at(record, node)->child; }

int tab_record_sibling(const struct tab_record *record, int node) { return node_at(record, node)->sibling; }

int tab_record_ply(const struct tab_record *record, int node) { return node_at(record, node)->ply; }

int tab_record_end(const struct tab_record *record) { return record->end; }

tab_move tab_record_move(const struct tab_record *record, int node) {
    assert(node != TAB_RECORD_ROOT);
    return node_at(record, node)->move;
}

int record_child_by(const struct tab_record *record, int node, tab_move move) {
    int child = node_at(record, node)->child;
    while (child != TAB_RECORD_NONE && record->nodes[child].move != move)
        child = record->nodes[child].sibling;
    return child;
}

const struct tab_match *tab_record_match(struct tab_record *record, int node) {
    const struct record_node *nodes = record->nodes;
    int ahead = 0;
    node_at(record, node);
    while (record->cursor != node) {
        if (nodes[record->cursor].ply >= nodes[node].ply) {
            tab_match_undo(record->match);
            record->cursor = nodes[record->cursor].parent;
        } else {
            record->path[ahead++] = node;
            node = nodes[node].parent;
        }
    }
    while (ahead > 0) {
        node = record->path[--ahead];
        if (!tab_match_play(record->match, nodes[node].move))
            return NULL;
        record->cursor = node;
    }
    return record->match;
}

/* Whether one more move can follow a node. */
static bool limits_kept(const struct tab_record *record, int node, struct tab_error *error) {
    const struct record_node *at = node_at(record, node);
    bool variation = at->child != TAB_RECORD_NONE;
    if (record->node_count > TAB_RECORD_MOVES_MAX)
        return error_set_number(error, 0, N_("a game has at most {1} moves, variations included"), TAB_RECORD_MOVES_MAX,
                                0);
    if (at->ply == TAB_RECORD_PLIES_MAX)
        return error_set_number(error, 0, N_("a line has at most {1} moves"), TAB_RECORD_PLIES_MAX, 0);
    if (at->nesting + variation > TAB_RECORD_NESTING_MAX)
        return record_too_deep(error);
    return true;
}

/* Makes a node a child of its parent, the last one. */
static void node_link(struct tab_record *record, int node) {
    struct record_node *nodes = record->nodes, *parent = &nodes[nodes[node].parent];
    int *link = &parent->child;
    while (*link != TAB_RECORD_NONE)
        link = &nodes[*link].sibling;
    *link = node;
    nodes[node].ply = parent->ply + 1;
    nodes[node].nesting = parent->nesting + (parent->child != node);
}

/* Plays a move that goes on from the cursor. */
static bool cursor_play(struct tab_record *record, tab_move move, struct tab_error *error) {
    if (tab_match_play(record->match, move))
        return true;
    if (tab_position_legal(&record->rules, tab_match_position(record->match), move))
        return record_no_memory(error);
    return error_set(error, 0, N_("the move is not legal here"), NULL, NULL);
}

int tab_record_add(struct tab_record *record, int node, tab_move move, struct tab_error *error) {
    int known = record_child_by(record, node, move);
    if (known != TAB_RECORD_NONE)
        return known;
    if (!limits_kept(record, node, error))
        return TAB_RECORD_NONE;
    if (!nodes_grow(record) || tab_record_match(record, node) == NULL) {
        record_no_memory(error);
        return TAB_RECORD_NONE;
    }
    if (!cursor_play(record, move, error))
        return TAB_RECORD_NONE;
    bool main_line = node == record->end;
    if (main_line && !result_update(record)) {
        tab_match_undo(record->match);
        record_no_memory(error);
        return TAB_RECORD_NONE;
    }
    int added = node_append(record, node, move);
    node_link(record, added);
    record->cursor = added;
    if (main_line)
        record->end = added;
    return added;
}

/* ---- Notes ---------------------------------------------------------------------------------------------------- */

const struct tab_note *tab_record_note(const struct tab_record *record, int node) {
    return &node_at(record, node)->note;
}

bool tab_record_set_note(struct tab_record *record, int node, const struct tab_note *note) {
    node_at(record, node);
    if (!note_check(note, node != TAB_RECORD_ROOT))
        return false;
    record->nodes[node].note = *note;
    return true;
}

const char *tab_record_comment(const struct tab_record *record, int node) {
    const char *comment = node_at(record, node)->comment;
    return comment != NULL ? comment : "";
}

bool tab_record_set_comment(struct tab_record *record, int node, const char *text, struct tab_error *error) {
    struct comment comment = {.length = 0};
    node_at(record, node);
    if (!comment_add(&comment, NULL, text, strlen(text), error))
        return false;
    char *kept = NULL;
    if (comment.length > 0 && (kept = strdup(comment.text)) == NULL)
        return record_no_memory(error);
    free(record->nodes[node].comment);
    record->nodes[node].comment = kept;
    return true;
}
