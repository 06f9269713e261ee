/* result.c - words for results, and places in texts. */
#include "record.h"

#include <string.h>

/* ---- Writing -------------------------------------------------------------------------------------------------- */

size_t tab_result_format(const struct tab_rules *rules, const struct tab_result *result, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    int players = tab_rules_players(rules), sharing = 0;
    for (int i = 0; i < players; i++)
        sharing += result->payoff[i] > 0.0;
    for (int i = 0; i < players && result->over; i++) {
        if (i > 0)
            text_char(&text, '-');
        text_char(&text, result->payoff[i] > 0.0 ? '1' : '0');
        if (result->payoff[i] > 0.0 && sharing > 1)
            text_printf(&text, "/%d", sharing);
    }
    if (!result->over)
        text_char(&text, '*');
    return text_end(&text);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* Who shares in the payoff, as bits: every set of players but the empty one is a result. */
static struct tab_result result_of(int players, unsigned sharers) {
    struct tab_result result = {.over = true};
    int sharing = 0;
    for (int i = 0; i < players; i++)
        sharing += (sharers >> i & 1) != 0;
    for (int i = 0; i < players; i++) {
        if ((sharers >> i & 1) == 0)
            continue;
        result.payoff[i] = 1.0 / sharing;
        result.winner = sharing == 1 ? i + 1 : 0;
    }
    return result;
}

static bool report_result(const struct tab_rules *rules, const char *text, struct tab_error *error) {
    static const char *const what[TAB_PLAYERS_MAX + 1] = {
        [2] = N_("the result '{1}' is none of 1-0 0-1 1/2-1/2 *"),
        [3] = N_("the result '{1}' is not * and not what three players get, as 0-1-0 1/2-0-1/2 1/3-1/3-1/3"),
        [4] = N_("the result '{1}' is not * and not what four players get, as 0-1-0-0 0-1/2-0-1/2 1/4-1/4-1/4-1/4"),
    };
    return error_set(error, 0, what[tab_rules_players(rules)], text, NULL);
}

bool tab_result_parse(const struct tab_rules *rules, const char *text, struct tab_result *result,
                      struct tab_error *error) {
    if (strcmp(text, "*") == 0) {
        *result = (struct tab_result){0};
        return true;
    }
    int players = tab_rules_players(rules);
    for (unsigned sharers = 1; sharers < 1U << players; sharers++) {
        struct tab_result candidate = result_of(players, sharers);
        char word[TAB_RESULT_TEXT];
        tab_result_format(rules, &candidate, word, sizeof word);
        if (strcmp(text, word) == 0) {
            *result = candidate;
            return true;
        }
    }
    return report_result(rules, text, error);
}

/* ---- Places --------------------------------------------------------------------------------------------------- */

struct tab_place tab_text_place(const char *text, size_t at) {
    struct tab_place place = {1, 1};
    for (size_t i = 0; i < at; i++) {
        bool continues = ((unsigned char)text[i] & 0xC0) == 0x80;
        place.column = text[i] == '\n' ? 1 : place.column + !continues;
        place.line += text[i] == '\n';
    }
    return place;
}
