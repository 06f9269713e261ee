/* fuzz_spec.c - game specs. Input: the spec. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A spec is written back without its defaults, and reads back to the same rules. */
static void check_rules(const struct tab_rules *rules) {
    char spec[TAB_SPEC_TEXT], spec_again[TAB_SPEC_TEXT];
    fuzz_check(tab_rules_format(rules, spec, sizeof spec) < sizeof spec);
    struct tab_rules again;
    fuzz_check(fuzz_rules(spec, &again));
    tab_rules_format(&again, spec_again, sizeof spec_again);
    fuzz_check(strcmp(spec, spec_again) == 0);
    fuzz_check(again.game == rules->game);
    fuzz_check(memcmp(again.choice, rules->choice, sizeof again.choice) == 0);
    fuzz_check(memcmp(again.derived, rules->derived, sizeof again.derived) == 0);
}

static void check_options(const struct tab_rules *rules) {
    int players = tab_rules_players(rules);
    fuzz_check(players >= tab_game_players_min(rules->game) && players <= tab_game_players_max(rules->game));
    for (int i = 0; i < tab_game_option_count(rules->game); i++) {
        char value[TAB_SPEC_TEXT];
        size_t length = tab_rules_option(rules, i, value, sizeof value);
        fuzz_check(length > 0 && length < sizeof value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *spec = fuzz_text(data, size);
    struct tab_rules rules;
    if (fuzz_rules(spec, &rules)) {
        check_rules(&rules);
        check_options(&rules);
        struct tab_position position;
        tab_position_start(&rules, &position);
        fuzz_check_position(&rules, &position);
    }
    free(spec);
    return 0;
}
