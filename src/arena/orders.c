/* orders.c - what an engine is told before it thinks. */
#include "orders.h"
#include "../rules/game.h"

#include <stdlib.h>
#include <string.h>

static bool line_append(struct position_line *line, const char *text) {
    size_t length = strlen(text);
    if (line->length + length + 1 > line->room) {
        size_t room = 2 * (line->length + length + 1);
        char *grown = realloc(line->text, room);
        if (grown == NULL)
            return false;
        line->text = grown;
        line->room = room;
    }
    memcpy(line->text + line->length, text, length + 1);
    line->length += length;
    return true;
}

bool position_line_add(struct position_line *line, const char *move) {
    line->length--; /* the end of the line */
    bool good = line_append(line, line->moved ? " " : " moves ") && line_append(line, move) && line_append(line, "\n");
    line->moved = true;
    return good;
}

bool position_line_begin(struct position_line *line, const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    char start[TAB_POSITION_TEXT], first[TAB_POSITION_TEXT], move[TAB_MOVE_TEXT];
    struct tab_position position;
    tab_position_start(rules, &position);
    tab_position_format(rules, &position, start, sizeof start);
    tab_position_format(rules, tab_match_position_at(match, 0), first, sizeof first);
    bool from_start = strcmp(start, first) == 0;
    bool good = line_append(line, from_start ? "position startpos" : "position fen ") &&
                (from_start || line_append(line, first)) && line_append(line, "\n");
    for (int ply = 0; good && ply < tab_match_ply(match); ply++) {
        tab_move_format(rules, tab_match_position_at(match, ply), tab_match_move_at(match, ply), move, sizeof move);
        good = position_line_add(line, move);
    }
    return good;
}

void position_line_free(struct position_line *line) {
    free(line->text);
    *line = (struct position_line){0};
}

void go_format(const struct allowance *own, const struct clock_face *clocks, int players, char line[GO_TEXT]) {
    struct text text = text_begin(line, GO_TEXT);
    text_string(&text, "go");
    for (int i = 0; clocks != NULL && i < players; i++)
        if (clocks[i].on)
            text_printf(&text, " p%dtime %lld p%dinc %lld", i + 1, (long long)clocks[i].left_ms, i + 1,
                        (long long)clocks[i].increment_ms);
    if (own->move_ms > 0)
        text_printf(&text, " movetime %lld", (long long)own->move_ms);
    if (own->nodes > 0)
        text_printf(&text, " nodes %llu", (unsigned long long)own->nodes);
    if (own->depth > 0)
        text_printf(&text, " depth %d", own->depth);
    text_char(&text, '\n');
    text_end(&text);
}
