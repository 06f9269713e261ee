/* cmd_moves.c - `tablier moves`: the legal moves of a position. */
#include "at.h"
#include "json_print.h"
#include "../play/listing.h"

#include <stdio.h>

static int moves_json(const struct tab_rules *rules, const struct tab_position *position,
                      const struct listed_move *listed, int count) {
    json_t *object = json_position(rules, position), *moves = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(moves, json_string(listed[i].text));
    json_object_set_new(object, "moves", moves);
    return json_print(object);
}

static int moves_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    struct listed_move listed[TAB_MOVES_MAX];
    int count = moves_list(tab_match_rules(match), tab_match_position(match), listed);
    if (arguments_given(arguments, "json"))
        status = moves_json(tab_match_rules(match), tab_match_position(match), listed, count);
    else
        for (int i = 0; i < count; i++)
            puts(listed[i].text);
    tab_match_free(match);
    return status;
}

const struct command moves_command = {
    .name = "moves",
    .summary = N_("list the legal moves"),
    .description = N_("Prints the legal moves of a position, one on a line and sorted bytewise; nothing when the game "
                      "is over."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION, OPTION_MOVES, OPTION_JSON, PARAMETERS_END},
    .run = moves_run,
};
