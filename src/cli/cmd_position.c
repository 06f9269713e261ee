/* cmd_position.c - `tablier position`: the text of a position. */
#include "at.h"

#include <stdio.h>

static int position_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    char text[TAB_POSITION_TEXT];
    tab_position_format(tab_match_rules(match), tab_match_position(match), text, sizeof text);
    puts(text);
    tab_match_free(match);
    return STATUS_GOOD;
}

const struct command position_command = {
    .name = "position",
    .summary = N_("print the text of the position after some moves"),
    .description = N_("Prints the text of a position, in the one form that every position has. A position that occurs "
                      "for the third time is drawn, unless the spec says repetition=none."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION, OPTION_MOVES, PARAMETERS_END},
    .run = position_run,
};
