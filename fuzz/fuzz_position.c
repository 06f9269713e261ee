/* fuzz_position.c - position texts. Input: a line with the spec, a line with the position. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Every move from a position that was read leads to one that holds up as well. */
static void check_moves(const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    fuzz_check(count == tab_position_count(rules, position));
    for (int i = 0; i < count; i++) {
        char text[TAB_MOVE_TEXT];
        size_t length = tab_move_format(rules, position, moves[i], text, sizeof text);
        fuzz_check(length > 0 && length < sizeof text && strchr(text, ' ') == NULL);
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        fuzz_check_position(rules, &next);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text;
    const char *spec = fuzz_line(&rest), *line = fuzz_line(&rest);
    struct tab_rules rules;
    struct tab_position position;
    if (fuzz_rules(spec, &rules) && fuzz_position(&rules, line, &position)) {
        char again[TAB_POSITION_TEXT];
        tab_position_format(&rules, &position, again, sizeof again);
        fuzz_check(strcmp(again, line) == 0); /* a position has exactly one text */
        fuzz_check_position(&rules, &position);
        check_moves(&rules, &position);
    }
    free(text);
    return 0;
}
