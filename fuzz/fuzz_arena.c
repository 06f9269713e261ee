/* fuzz_arena.c - what a match is asked to play: ENGINE words, openings, tests, clocks. Input: the text. */
#include "fuzz.h"

#include "arena/contender.h"
#include "arena/opening.h"
#include "arena/statistics.h"
#include "rules/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nothing of a contender ends a line of the protocol, and what it says is where it should be. */
static void check_contender(const char *text) {
    struct contender contender;
    struct tab_error error = {0};
    if (!contender_parse(&contender, text, &error)) {
        fuzz_check(error.what != NULL && error.at <= strlen(text));
        return;
    }
    fuzz_check(contender.arguments[0] != NULL && contender.arguments[0][0] != '\0');
    fuzz_check(contender.name[0] != '\0');
    for (size_t at = 0, size; contender.name[at] != '\0'; at += size) {
        size = text_printable(contender.name + at, strlen(contender.name + at));
        fuzz_check(size > 0);
    }
    for (int i = 0; i < contender.setting_count; i++)
        fuzz_check(strpbrk(contender.settings[i].name, "\r\n") == NULL &&
                   strpbrk(contender.settings[i].value, "\r\n") == NULL);
    fuzz_check(contender.allowance.clock_ms >= 0 && contender.allowance.move_ms >= 0);
    contender_free(&contender);
}

static void check_sprt(const char *text) {
    const long counts[ROUND_SCORES] = {3, 10, 20, 12, 4};
    struct sprt sprt;
    struct tab_error error = {0};
    if (sprt_parse(&sprt, text, &error))
        fuzz_check(sprt_lower(&sprt) < 0 && sprt_upper(&sprt) > 0 && isfinite(sprt_llr(&sprt, counts)));
    else
        fuzz_check(error.what != NULL && error.at <= strlen(text));
}

/* An opening that is taken can be played from. */
static void check_openings(const char *text) {
    struct tab_rules rules;
    struct openings openings = {0};
    struct tab_error error = {0};
    bool listed;
    tab_rules_parse(&rules, tab_game_id(tab_game_at((int)(strlen(text) % (size_t)tab_game_count()))), NULL);
    if (!openings_parse(&openings, text, &listed, &error))
        fuzz_check(error.what != NULL && error.at <= strlen(text));
    openings.kind = OPENINGS_LISTED;
    if (!openings_add(&openings, &rules, text, &error))
        fuzz_check(error.what != NULL && error.at <= strlen(text));
    if (openings.line_count > 0) {
        struct tab_match *match = opening_begin(&openings, &rules, 0);
        fuzz_check(match != NULL && tab_position_player(&rules, tab_match_position(match)) != 0);
        tab_match_free(match);
    }
    openings_free(&openings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct allowance allowance = {0};
    check_contender(text);
    check_sprt(text);
    check_openings(text);
    if (clock_parse(&allowance, text, NULL))
        fuzz_check(allowance.clock_ms > 0 && allowance.increment_ms >= 0);
    free(text);
    return 0;
}
