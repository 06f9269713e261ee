/* cmd_perft.c - `tablier perft`: counts sequences of legal moves. */
#include "at.h"
#include "json_print.h"
#include "../play/listing.h"
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { DEPTH_MAX = 100 };

/* How the counts of the first moves are reported while they come in. */
struct division {
    bool lines;     /* print each */
    json_t *counts; /* collect them; NULL: do not */
};

/* The count behind one first move. */
static uint64_t count_after(const struct tab_match *match, tab_move move, int depth) {
    struct tab_position next = *tab_match_position(match);
    tab_position_play(tab_match_rules(match), &next, move);
    return tab_perft(tab_match_rules(match), &next, depth - 1);
}

static void division_add(const struct division *division, const char *move, uint64_t count) {
    if (division->counts != NULL)
        json_object_set_new(division->counts, move, json_integer((json_int_t)count));
    if (division->lines) {
        printf("%s %" PRIu64 "\n", move, count);
        fflush(stdout);
    }
}

/* Counts move by move, so that there is something to show on the way. */
static uint64_t count_moves(const struct tab_match *match, int depth, const struct division *division) {
    struct listed_move listed[TAB_MOVES_MAX];
    int moves = moves_list(tab_match_rules(match), tab_match_position(match), listed);
    struct progress progress = progress_begin();
    progress.shown = progress.shown && !(division->lines && isatty(STDOUT_FILENO));
    uint64_t sum = 0;
    for (int i = 0; i < moves; i++) {
        uint64_t count = count_after(match, listed[i].move, depth);
        sum += count;
        division_add(division, listed[i].text, count);
        progress_step(&progress, N_("moves counted"), i + 1, moves);
    }
    progress_end(&progress);
    return sum;
}

static int perft_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    int depth = (int)arguments_number(arguments, "DEPTH", 0);
    bool json = arguments_given(arguments, "json"), divide = arguments_given(arguments, "divide");
    struct division division = {divide && !json, divide && json ? json_object() : NULL};
    uint64_t count = depth > 0 ? count_moves(match, depth, &division) : 1;
    if (json) {
        json_t *object = json_position(tab_match_rules(match), tab_match_position(match));
        json_object_set_new(object, "depth", json_integer(depth));
        if (divide)
            json_object_set_new(object, "divide", division.counts);
        json_object_set_new(object, "count", json_integer((json_int_t)count));
        status = json_print(object);
    } else {
        printf("%" PRIu64 "\n", count);
    }
    tab_match_free(match);
    return status;
}

const struct command perft_command = {
    .name = "perft",
    .summary = N_("count the sequences of legal moves"),
    .description = N_("Counts the sequences of DEPTH legal moves from a position. Sequences that end early because the "
                      "game is over do not count, and repetition is ignored. The count stands alone on the last line."),
    .words = (const struct parameter[]){WORD_SPEC,
                                        {.name = "DEPTH",
                                         .summary = N_("moves in a sequence"),
                                         .kind = PARAMETER_NUMBER,
                                         .minimum = 0,
                                         .maximum = DEPTH_MAX},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            OPTION_POSITION,
            OPTION_MOVES,
            {.name = "divide", .summary = N_("also print the count behind each first move"), .kind = PARAMETER_SWITCH},
            OPTION_JSON,
            PARAMETERS_END},
    .run = perft_run,
};
