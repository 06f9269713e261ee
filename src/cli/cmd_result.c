/* cmd_result.c - `tablier result`: how a position stands. */
#include "at.h"
#include "json_print.h"
#include "result.h"

#include <stdio.h>

static const char *result_word(const struct tab_result *result) {
    return !result->over ? "ongoing" : result->winner != 0 ? "win" : "draw";
}

static void score_print(const struct tab_score *line, int players) {
    printf("%s", translate(line->label));
    if (line->number != 0)
        printf(" %d", line->number);
    printf("%s", _(":"));
    for (int i = 0; i < players; i++)
        printf(" %d", line->value[i]);
    putchar('\n');
}

void scores_print(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_score lines[TAB_SCORES_MAX];
    int count = tab_position_score(rules, position, lines);
    for (int i = 0; i < count; i++)
        score_print(&lines[i], tab_rules_players(rules));
}

void result_print(const struct tab_rules *rules, const struct tab_position *position, const struct tab_result *result) {
    printf(result->winner != 0 ? "%s %d\n" : "%s\n", result_word(result), result->winner);
    if (result->over)
        puts(translate(result->reason));
    scores_print(rules, position);
}

static json_t *score_json(const struct tab_score *line, int players) {
    json_t *values = json_array();
    for (int i = 0; i < players; i++)
        json_array_append_new(values, json_integer(line->value[i]));
    json_t *object = json_pack("{s:s, s:o}", "label", line->label, "values", values);
    if (line->number != 0)
        json_object_set_new(object, "number", json_integer(line->number));
    return object;
}

static int result_json(const struct tab_rules *rules, const struct tab_position *position,
                       const struct tab_result *result) {
    struct tab_score lines[TAB_SCORES_MAX];
    int count = tab_position_score(rules, position, lines), players = tab_rules_players(rules);
    json_t *object = json_position(rules, position), *score = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(score, score_json(&lines[i], players));
    json_object_set_new(object, "result", json_string(result_word(result)));
    if (result->over) {
        json_t *payoff = json_array();
        for (int i = 0; i < players; i++)
            json_array_append_new(payoff, json_real(result->payoff[i]));
        json_object_set_new(object, "winner", json_integer(result->winner));
        json_object_set_new(object, "payoff", payoff);
        json_object_set_new(object, "reason", json_string(result->reason));
    }
    json_object_set_new(object, "score", score);
    return json_print(object);
}

static int result_run(const struct arguments *arguments) {
    struct tab_match *match;
    struct tab_result result;
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    tab_match_result(match, &result);
    if (arguments_given(arguments, "json"))
        status = result_json(tab_match_rules(match), tab_match_position(match), &result);
    else
        result_print(tab_match_rules(match), tab_match_position(match), &result);
    tab_match_free(match);
    return status;
}

const struct command result_command = {
    .name = "result",
    .summary = N_("say whether the game is over, and the score"),
    .description = N_("Prints `ongoing`, `win N` or `draw` on the first line and, when the game is over, the reason on "
                      "the next. Then follow the lines of the score, each with a value for every player."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION, OPTION_MOVES, OPTION_JSON, PARAMETERS_END},
    .run = result_run,
};
