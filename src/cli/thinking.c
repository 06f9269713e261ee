/* thinking.c - the options that commands which let the engine think have in common. */
#include "thinking.h"
#include "../opening.h"
#include "report.h"

#include <string.h>

struct tab_limits thinking_limits(const struct arguments *arguments, int64_t otherwise) {
    struct tab_limits limits = {.move_ms = arguments_number(arguments, "time", 0),
                                .nodes = (uint64_t)arguments_number(arguments, "nodes", 0),
                                .depth = (int)arguments_number(arguments, "depth", 0)};
    if (limits.move_ms == 0 && limits.nodes == 0 && limits.depth == 0)
        limits.move_ms = otherwise;
    return limits;
}

struct tab_engine_options thinking_options(const struct arguments *arguments) {
    struct tab_engine_options options;
    const char *search = arguments_text(arguments, "search");
    tab_engine_defaults(&options);
    options.threads = (int)arguments_number(arguments, "threads", options.threads);
    options.hash_mib = (int)arguments_number(arguments, "hash", options.hash_mib);
    options.level = (int)arguments_number(arguments, "level", options.level);
    options.seed = (uint64_t)arguments_number(arguments, "seed", 0);
    for (int i = 0; search != NULL && i < TAB_SEARCH_COUNT; i++)
        if (strcmp(tab_search_name((enum tab_search)i), search) == 0)
            options.search = (enum tab_search)i;
    return options;
}

int thinking_check(const struct arguments *arguments, const struct tab_rules *rules) {
    const struct tab_engine_options options = thinking_options(arguments);
    if (tab_engine_suits(&options, rules))
        return STATUS_GOOD;
    return report_call(arguments->command, N_("--search %s is for two players, this game has %d"),
                       tab_search_name(options.search), tab_rules_players(rules));
}

struct tab_engine *thinking_engine(const struct tab_engine_options *options, const struct tab_rules *rules) {
    char damage[OPENING_DAMAGE];
    struct tab_engine *engine = opening_engine_new(options, rules, damage);
    if (damage[0] != '\0')
        report_failure(N_("%s"), damage);
    return engine;
}
