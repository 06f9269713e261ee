/* record_json.c - a record for programs. */
#include "json_print.h"
#include "record_show.h"

/* Adds what is noted at a node. */
static void note_json(json_t *object, const struct tab_record *record, int node) {
    const struct tab_note *note = tab_record_note(record, node);
    if (note->evaluated)
        json_object_set_new(object, note->mate != 0 ? "mate" : "centi",
                            json_integer(note->mate != 0 ? note->mate : note->centi));
    if (note->timed)
        json_object_set_new(object, "clock", json_integer(note->clock_ms));
    if (note->marks > 0) {
        json_t *marks = json_array();
        for (int i = 0; i < note->marks; i++)
            json_array_append_new(marks, json_integer(note->mark[i]));
        json_object_set_new(object, "marks", marks);
    }
    if (*tab_record_comment(record, node) != '\0')
        json_object_set_new(object, "comment", json_string(tab_record_comment(record, node)));
}

static json_t *line_json(const struct tab_record *record, int node, struct tab_position position);

/* The lines that begin beside the first of their kind. */
static void variations_json(json_t *object, const struct tab_record *record, int node,
                            const struct tab_position *position) {
    if (tab_record_child(record, tab_record_parent(record, node)) != node ||
        tab_record_sibling(record, node) == TAB_RECORD_NONE)
        return;
    json_t *variations = json_array();
    while ((node = tab_record_sibling(record, node)) != TAB_RECORD_NONE)
        json_array_append_new(variations, line_json(record, node, *position));
    json_object_set_new(object, "variations", variations);
}

static json_t *line_json(const struct tab_record *record, int node, struct tab_position position) {
    const struct tab_rules *rules = tab_record_rules(record);
    json_t *moves = json_array();
    for (; node != TAB_RECORD_NONE; node = tab_record_child(record, node)) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(rules, &position, tab_record_move(record, node), text, sizeof text);
        json_t *object = json_pack("{s:s, s:i}", "move", text, "player", tab_position_player(rules, &position));
        note_json(object, record, node);
        variations_json(object, record, node, &position);
        json_array_append_new(moves, object);
        tab_position_play(rules, &position, tab_record_move(record, node));
    }
    return moves;
}

static json_t *tags_json(const struct tab_record *record) {
    json_t *tags = json_object();
    for (int i = 0; i < tab_record_tag_count(record); i++) {
        const char *name, *value;
        tab_record_tag_at(record, i, &name, &value);
        json_object_set_new(tags, name, json_string(value));
    }
    return tags;
}

static json_t *payoff_json(const struct tab_rules *rules, const char *word) {
    struct tab_result result;
    if (!tab_result_parse(rules, word, &result, NULL) || !result.over)
        return NULL;
    json_t *payoff = json_array();
    for (int i = 0; i < tab_rules_players(rules); i++)
        json_array_append_new(payoff, json_real(result.payoff[i]));
    return payoff;
}

int record_print_json(const struct tab_record *record, const struct tab_match *match) {
    const struct tab_rules *rules = tab_record_rules(record);
    const struct tab_position *first = tab_match_position_at(match, 0);
    json_t *object = json_position(rules, first), *payoff = payoff_json(rules, tab_record_tag(record, "Result"));
    json_object_set_new(object, "tags", tags_json(record));
    note_json(object, record, TAB_RECORD_ROOT);
    json_object_set_new(object, "moves", line_json(record, tab_record_child(record, TAB_RECORD_ROOT), *first));
    json_object_set_new(object, "result", json_string(tab_record_tag(record, "Result")));
    if (payoff != NULL)
        json_object_set_new(object, "payoff", payoff);
    return json_print(object);
}
