/* notation.c - how the moves of a game are numbered and written for people. */
#include "notation.h"

#include <stdio.h>

void notation_number(int ply, char text[NOTATION_NUMBER]) {
    snprintf(text, NOTATION_NUMBER, "%d%s", ply / 2 + 1, ply % 2 == 0 ? "." : "...");
}

static size_t mark_write(int mark, char *text, size_t size) {
    static const char *const suffixes[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    if (mark < (int)(sizeof suffixes / sizeof *suffixes))
        return (size_t)snprintf(text, size, "%s", suffixes[mark]);
    return (size_t)snprintf(text, size, "$%d", mark);
}

size_t notation_move(const struct tab_record *record, int node, const struct tab_position *before,
                     char text[NOTATION_MOVE]) {
    const struct tab_note *note = tab_record_note(record, node);
    size_t used = tab_move_format(tab_record_rules(record), before, tab_record_move(record, node), text, NOTATION_MOVE);
    for (int i = 0; i < note->marks; i++)
        used += mark_write(note->mark[i], text + used, NOTATION_MOVE - used);
    if (note->evaluated && note->mate != 0)
        used += (size_t)snprintf(text + used, NOTATION_MOVE - used, " #%d", note->mate);
    else if (note->evaluated)
        used += (size_t)snprintf(text + used, NOTATION_MOVE - used, " %+.2f", note->centi / 100.0);
    return used;
}
