/* cmd_best.c - `tablier best`: the engine's move. */
#include "at.h"
#include "interrupt.h"
#include "json_print.h"
#include "report.h"
#include "thinking.h"
#include "../play/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MS = 1000 };

static void best_print(const struct tab_rules *rules, const struct tab_position *position,
                       const struct tab_thought *thought) {
    char move[TAB_MOVE_TEXT];
    tab_move_format(rules, position, thought->move, move, sizeof move);
    puts(move);
    for (int i = 0; i < thought->lines; i++) {
        char score[LINE_SCORE_TEXT], moves[LINE_MOVES_TEXT];
        const struct tab_line *line = &thought->line[i];
        line_score(rules, position, line, score);
        line_moves(rules, position, line, moves);
        printf("%s%s  %s\n", score, line->proven ? _(", proven") : "", moves);
    }
}

static json_t *line_json(const struct tab_rules *rules, const struct tab_position *position,
                         const struct tab_line *line) {
    json_t *object = json_object(), *moves = json_array();
    struct tab_position at = *position;
    for (int i = 0; i < line->length; i++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(rules, &at, line->moves[i], text, sizeof text);
        json_array_append_new(moves, json_string(text));
        tab_position_play(rules, &at, line->moves[i]);
    }
    json_object_set_new(object, line->mate != 0 ? "mate" : "centi",
                        json_integer(line->mate != 0 ? line->mate : line->centi));
    json_object_set_new(object, "proven", json_boolean(line->proven));
    if (line->mate != 0)
        json_object_set_new(object, "shortest", json_boolean(line->proven && line->bound == TAB_EXACT));
    json_object_set_new(object, "moves", moves);
    return object;
}

static json_t *shares_json(const struct tab_rules *rules, const struct tab_position *position,
                           const struct tab_thought *thought) {
    json_t *shares = json_array();
    for (int i = 0; i < thought->shares; i++) {
        char text[TAB_MOVE_TEXT];
        json_t *share = json_object();
        tab_move_format(rules, position, thought->share[i].move, text, sizeof text);
        json_object_set_new(share, "move", json_string(text));
        json_object_set_new(share, "visits", json_real(thought->share[i].visits));
        json_object_set_new(share, "payoff", json_real(thought->share[i].payoff));
        json_array_append_new(shares, share);
    }
    return shares;
}

static int best_json(const struct tab_rules *rules, const struct tab_position *position,
                     const struct tab_thought *thought) {
    json_t *object = json_position(rules, position), *lines = json_array();
    char move[TAB_MOVE_TEXT];
    tab_move_format(rules, position, thought->move, move, sizeof move);
    for (int i = 0; i < thought->lines; i++)
        json_array_append_new(lines, line_json(rules, position, &thought->line[i]));
    json_object_set_new(object, "move", json_string(move));
    json_object_set_new(object, "depth", json_integer(thought->depth));
    json_object_set_new(object, "nodes", json_integer((json_int_t)thought->nodes));
    json_object_set_new(object, "milliseconds", json_integer(thought->milliseconds));
    json_object_set_new(object, "lines", lines);
    if (thought->shares > 0)
        json_object_set_new(object, "shares", shares_json(rules, position, thought));
    return json_print(object);
}

static void engine_stop(void *context) { tab_engine_stop(context); }

/* Lets the engine think about the current position of a match. */
static int match_think(const struct arguments *arguments, const struct tab_match *match, struct tab_thought *thought) {
    struct tab_engine_options options = thinking_options(arguments);
    struct tab_limits limits = thinking_limits(arguments, DEFAULT_MS);
    options.lines = (int)arguments_number(arguments, "lines", 1);
    struct tab_engine *engine = thinking_engine(&options, tab_match_rules(match));
    if (engine == NULL)
        return report_no_memory();
    interrupt_begin(1);
    interrupt_call(engine_stop, engine);
    tab_engine_think(engine, tab_match_rules(match), tab_match_position(match), tab_match_past(match),
                     tab_match_ply(match), &limits, NULL, NULL, thought);
    interrupt_end();
    tab_engine_free(engine);
    return STATUS_GOOD;
}

/* Searches that look at one move have one line. */
static int options_check(const struct arguments *arguments) {
    const char *search = arguments_text(arguments, "search");
    const bool single = search != NULL && (strcmp(search, "random") == 0 || strcmp(search, "greedy") == 0);
    if (single && arguments_given(arguments, "lines"))
        return report_call(arguments->command, N_("--search %s finds one line only: --lines goes without it"), search);
    return STATUS_GOOD;
}

static int best_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = options_check(arguments);
    if (status == STATUS_GOOD)
        status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *position = tab_match_position(match);
    struct tab_thought *thought = calloc(1, sizeof *thought);
    if (thought == NULL) {
        tab_match_free(match);
        return report_no_memory();
    }
    if ((status = thinking_check(arguments, rules)) == STATUS_GOOD && tab_position_player(rules, position) == 0)
        status = report_call(arguments->command, N_("the game is over, there is no move to find"));
    if (status == STATUS_GOOD)
        status = match_think(arguments, match, thought);
    if (status == STATUS_GOOD && arguments_given(arguments, "json"))
        status = best_json(rules, position, thought);
    else if (status == STATUS_GOOD)
        best_print(rules, position, thought);
    if (status == STATUS_GOOD && interrupt_count() > 0)
        status = report_failure(N_("interrupted; this is the best so far"));
    free(thought);
    tab_match_free(match);
    return status;
}

const struct command best_command = {
    .name = "best",
    .summary = N_("find the best move"),
    .description =
        N_("Prints the move the engine would play, then its best lines, each with its value for the player to move: "
           "in logits (+1.00 is a chance of 73%), or the turns in which the game is won or lost; `proven` follows what "
           "is certain with best play, a draw too, and `at most` stands where a shorter win may exist. Without a limit "
           "it thinks for one second; Ctrl-C prints the best so far.\n"
           "For programs --json gives the same in plies: `mate`, beside `proven` and `shortest`."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION,
                                          OPTION_MOVES,
                                          OPTIONS_LIMITS,
                                          {.name = "lines",
                                           .value = "K",
                                           .summary = N_("find the best K lines"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = TAB_LINES_MAX,
                                           .initial = 1},
                                          OPTIONS_ENGINE,
                                          OPTION_JSON,
                                          PARAMETERS_END},
    .run = best_run,
};
