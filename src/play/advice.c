/* advice.c - what the engine has found, in words. */
#include "advice.h"
#include "line.h"
#include "../draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_TEXT = 1024 };

/* ---- Values in words ------------------------------------------------------------------------------------------ */

/* Values in hundredths of a logit, above the fair share of a player. */
static const struct {
    int below;
    const char *better, *worse;
} grades[] = {
    {15, N_("even"), N_("even")},     {60, N_("slightly better"), N_("slightly worse")},
    {150, N_("better"), N_("worse")}, {300, N_("much better"), N_("much worse")},
    {0, N_("winning"), N_("losing")},
};

int advice_edge(const struct tab_rules *rules, const struct tab_line *line) {
    const int others = tab_rules_players(rules) - 1;
    return line->centi + (int)lround(100 * log((double)others));
}

static bool sets_up(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_position dealt = *position;
    struct tab_random random = {0};
    return tab_random_deal(&random, rules, &dealt);
}

static bool begins_usually(const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    struct tab_position start;
    char usual[TAB_POSITION_TEXT], first[TAB_POSITION_TEXT];
    tab_position_start(rules, &start);
    tab_position_format(rules, &start, usual, sizeof usual);
    tab_position_format(rules, tab_match_position_at(match, 0), first, sizeof first);
    return strcmp(usual, first) == 0;
}

/* Whether the pieces are still being set up, or a game from the start has seen few moves since. */
static bool in_opening(const struct tab_match *match) {
    enum { OPENING_PLIES = 20 };
    const struct tab_rules *rules = tab_match_rules(match);
    int plies = 0;
    if (sets_up(rules, tab_match_position(match)))
        return true;
    for (int ply = 0; ply < tab_match_ply(match) && plies < OPENING_PLIES; ply++)
        plies += !sets_up(rules, tab_match_position_at(match, ply));
    return plies < OPENING_PLIES && begins_usually(match);
}

bool advice_agrees(const struct tab_match *match, const struct tab_line *line) {
    enum { EVEN = 20, MUCH = 150 };
    if (line->mate != 0)
        return line->mate > 0;
    return advice_edge(tab_match_rules(match), line) > (in_opening(match) ? MUCH : -EVEN);
}

void advice_value(const struct tab_rules *rules, const struct tab_position *position, const struct tab_line *line,
                  char *text, size_t size) {
    const char *name = _(draw_player(rules, tab_position_player(rules, position)));
    if (line->mate != 0 || line->proven) {
        char score[LINE_SCORE_TEXT];
        line_score(rules, position, line, score);
        snprintf(text, size, _("%s: %s%s"), name, score, line->proven ? _(", proven") : "");
        return;
    }
    const int value = advice_edge(rules, line);
    size_t grade = 0;
    while (grades[grade].below != 0 && abs(value) >= grades[grade].below)
        grade++;
    snprintf(text, size, _("%s: %s (chance %d%%)"), name, _(value >= 0 ? grades[grade].better : grades[grade].worse),
             (int)lround(100 / (1 + exp(-line->centi / 100.0))));
}

/* ---- Hints ---------------------------------------------------------------------------------------------------- */

static void text_add(char *text, size_t size, const char *more) {
    const size_t length = strlen(text);
    if (length < size)
        snprintf(text + length, size - length, "%s", more);
}

/* Adds one line of a score that a line of play changes: `label: 3 - 2 -> 4 - 2`. */
static void score_add(char *text, size_t size, const struct tab_score *one, const struct tab_score *other,
                      int players) {
    char part[64];
    if (memcmp(one->value, other->value, sizeof one->value) == 0)
        return;
    text_add(text, size, "\n");
    text_add(text, size, _(one->label));
    if (one->number != 0) {
        snprintf(part, sizeof part, " %d", one->number);
        text_add(text, size, part);
    }
    text_add(text, size, _(": "));
    for (int when = 0; when < 2; when++) {
        for (int i = 0; i < players; i++) {
            const int value = when == 0 ? one->value[i] : other->value[i];
            snprintf(part, sizeof part, i == 0 ? "%d" : " - %d", value);
            text_add(text, size, part);
        }
        text_add(text, size, when == 0 ? " -> " : "");
    }
}

static bool scores_differ(const struct tab_score *one, const struct tab_score *other, int count) {
    for (int i = 0; i < count; i++)
        if (memcmp(one[i].value, other[i].value, sizeof one[i].value) != 0)
            return true;
    return false;
}

/* What a line of play leads to: the end of the game, or what it changes in the score. */
static void outcome_write(const struct tab_match *match, const struct tab_line *line, char *text, size_t size) {
    const struct tab_rules *rules = tab_match_rules(match);
    struct tab_position position = *tab_match_position(match);
    struct tab_score now[TAB_SCORES_MAX], then[TAB_SCORES_MAX];
    struct tab_result result;
    const int count = tab_position_score(rules, &position, now);
    text[0] = '\0';
    for (int i = 0; i < line->length; i++)
        tab_position_play(rules, &position, line->moves[i]);
    tab_position_result(rules, &position, &result);
    if (result.over) {
        text_add(text, size, "\n");
        text_add(text, size, _(result.reason));
    }
    if (tab_position_score(rules, &position, then) != count)
        return;
    if (scores_differ(now, then, count)) {
        text_add(text, size, "\n");
        text_add(text, size, _("What it changes, from now to its end:"));
    }
    for (int i = 0; i < count; i++)
        score_add(text, size, &now[i], &then[i], tab_rules_players(rules));
}

void advice_hint(const struct tab_match *match, const struct tab_line *line, char *text, size_t size) {
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *position = tab_match_position(match);
    char move[TAB_MOVE_TEXT], moves[LINE_MOVES_TEXT], words[WORDS_TEXT], outcome[WORDS_TEXT];
    tab_move_format(rules, position, line->moves[0], move, sizeof move);
    line_moves(rules, position, line, moves);
    advice_value(rules, position, line, words, sizeof words);
    outcome_write(match, line, outcome, sizeof outcome);
    snprintf(text, size, _("Hint: %s\n%s\nThe line: %s%s"), move, words, moves, outcome);
}
