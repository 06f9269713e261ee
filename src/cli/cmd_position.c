/* cmd_position.c - `tablier position`: the text of a position. */
#include "at.h"
#include "report.h"

#include <stdio.h>

/* Completes the set-up as --deal asks, if it does. */
static int position_deal(const struct arguments *arguments, const struct tab_rules *rules,
                         struct tab_position *position) {
    struct tab_random random;
    if (!arguments_given(arguments, "deal"))
        return STATUS_GOOD;
    tab_random_seed(&random, (uint64_t)arguments_number(arguments, "deal", 0));
    if (tab_random_deal(&random, rules, position))
        return STATUS_GOOD;
    return report_call(arguments->command, N_("--deal: there is no set-up to complete here"));
}

static int position_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    char text[TAB_POSITION_TEXT];
    struct tab_position position = *tab_match_position(match);
    status = position_deal(arguments, tab_match_rules(match), &position);
    if (status == STATUS_GOOD) {
        tab_position_format(tab_match_rules(match), &position, text, sizeof text);
        puts(text);
    }
    tab_match_free(match);
    return status;
}

const struct command position_command = {
    .name = "position",
    .summary = N_("print the text of the position after some moves"),
    .description = N_("Prints the text of a position, in the one form that every position has. A position that occurs "
                      "for the third time is drawn, unless the spec says repetition=none.\n"
                      "In a game that begins with a set-up by the players, --deal makes the rest of it at random: the "
                      "same for the same seed, and every way of setting up equally likely."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION,
                                          OPTION_MOVES,
                                          {.name = "deal",
                                           .value = "SEED",
                                           .summary = N_("then complete the set-up at random"),
                                           .kind = PARAMETER_NUMBER,
                                           .maximum = INT64_MAX},
                                          PARAMETERS_END},
    .run = position_run,
};
