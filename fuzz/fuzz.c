/* fuzz.c - what the fuzz targets share. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_broken(const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

/* ---- Input ---------------------------------------------------------------------------------------------------- */

char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    fuzz_check(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

char *fuzz_line(char **rest) {
    char *line = *rest;
    size_t length = strcspn(line, "\n");
    *rest = line + length + (line[length] == '\n');
    line[length] = '\0';
    return line;
}

/* ---- Parsers -------------------------------------------------------------------------------------------------- */

/* What an out-parameter holds before a parser gets it. */
enum { UNTOUCHED = 0xA5 };

static void check_refusal(const struct tab_error *error, const char *text, const void *result, size_t size) {
    fuzz_check(error->what != NULL && error->at <= strlen(text));
    char message[TAB_ERROR_TEXT];
    size_t length = tab_error_format(error, NULL, message, sizeof message);
    fuzz_check(length > 0 && length < sizeof message);
    for (size_t i = 0; i < size; i++)
        fuzz_check(((const unsigned char *)result)[i] == UNTOUCHED);
}

bool fuzz_rules(const char *spec, struct tab_rules *rules) {
    struct tab_error error = {0};
    memset(rules, UNTOUCHED, sizeof *rules);
    if (tab_rules_parse(rules, spec, &error))
        return true;
    check_refusal(&error, spec, rules, sizeof *rules);
    fuzz_check(!tab_rules_parse(rules, spec, NULL));
    return false;
}

bool fuzz_position(const struct tab_rules *rules, const char *text, struct tab_position *position) {
    struct tab_error error = {0};
    memset(position, UNTOUCHED, sizeof *position);
    if (tab_position_parse(rules, text, position, &error))
        return true;
    check_refusal(&error, text, position, sizeof *position);
    fuzz_check(!tab_position_parse(rules, text, position, NULL));
    return false;
}

bool fuzz_move(const struct tab_rules *rules, const struct tab_position *position, const char *text, tab_move *move) {
    struct tab_error error = {0};
    memset(move, UNTOUCHED, sizeof *move);
    if (tab_move_parse(rules, position, text, move, &error))
        return true;
    check_refusal(&error, text, move, sizeof *move);
    fuzz_check(!tab_move_parse(rules, position, text, move, NULL));
    return false;
}

/* ---- Positions ------------------------------------------------------------------------------------------------ */

static void check_text(const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT], cut[16];
    size_t length = tab_position_format(rules, position, text, sizeof text);
    fuzz_check(length < sizeof text && strlen(text) == length);
    fuzz_check(tab_position_format(rules, position, cut, sizeof cut) == length);
    fuzz_check(strncmp(text, cut, sizeof cut - 1) == 0 && strlen(cut) < sizeof cut);

    struct tab_position again;
    fuzz_check(fuzz_position(rules, text, &again));
    fuzz_check(memcmp(&again, position, sizeof again) == 0);
    fuzz_check(tab_position_hash(rules, &again) == tab_position_hash(rules, position));
    fuzz_check(tab_position_repeats(rules, &again, position));
}

static void check_result(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_result result;
    tab_position_result(rules, position, &result);
    int player = tab_position_player(rules, position), players = tab_rules_players(rules);
    fuzz_check(player >= 0 && player <= players && result.winner >= 0 && result.winner <= players);
    fuzz_check(result.over == (player == 0) && result.over == (result.reason != NULL));
    fuzz_check(result.over == (tab_position_count(rules, position) == 0));
    double sum = 0;
    for (int i = 0; i < players; i++)
        sum += result.payoff[i];
    fuzz_check(result.over ? sum > 0.999 && sum < 1.001 : sum == 0);
    struct tab_score lines[TAB_SCORES_MAX];
    int count = tab_position_score(rules, position, lines);
    fuzz_check(count >= 0 && count <= TAB_SCORES_MAX);
}

void fuzz_check_position(const struct tab_rules *rules, const struct tab_position *position) {
    check_text(rules, position);
    check_result(rules, position);
}
