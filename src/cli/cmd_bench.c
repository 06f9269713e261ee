/* cmd_bench.c - `tablier bench`: speeds and signatures of the games. */
#include "bench.h"
#include "columns.h"
#include "command.h"
#include "json_print.h"
#include "progress.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is found out about a game. Without speeds only one of the signatures is asked for. */
struct findings {
    const struct tab_game *game;
    char spec[TAB_SPEC_TEXT]; /* what is measured */
    struct bench_speed baseline, perft, playouts, search;
    int depth, games;
    struct bench_signature rules;
    struct bench_search_signature searched;
};

/* ---- Text ----------------------------------------------------------------------------------------------------- */

enum { NAME_WIDTH = 10, WHAT_WIDTH = 8 };

static double rate_of(struct bench_speed speed) { return (double)speed.amount / speed.seconds; }

static void speed_print(const char *name, struct bench_speed speed, const char *what, struct bench_speed baseline) {
    printf("  %-*s %11" PRIu64 " %-*s %6.3f s %9.2f M/s %7.4f\n", columns_width(name, NAME_WIDTH), name, speed.amount,
           columns_width(what, WHAT_WIDTH), what, speed.seconds, rate_of(speed) * 1e-6,
           rate_of(speed) / rate_of(baseline));
}

/* Writes the beginning of a line with a signature. */
static void signature_print(uint64_t amount, const char *what) {
    const char *name = _("signature");
    printf("  %-*s %11" PRIu64 " %-*s", columns_width(name, NAME_WIDTH), name, amount, columns_width(what, WHAT_WIDTH),
           what);
}

static void findings_print(const struct findings *findings) {
    char perft[16];
    snprintf(perft, sizeof perft, "perft %d", findings->depth);
    puts(findings->spec);
    speed_print(_("baseline"), findings->baseline, _("words"), findings->baseline);
    speed_print(perft, findings->perft, _("leaves"), findings->baseline);
    speed_print(_("playouts"), findings->playouts, _("moves"), findings->baseline);
    speed_print(_("search"), findings->search, _("nodes"), findings->baseline);
    signature_print(findings->rules.leaves, _("leaves"));
    printf(" %016" PRIx64 "\n", findings->rules.hash);
    signature_print(findings->searched.nodes, _("nodes"));
    printf(_(" depth %d\n"), findings->searched.depth);
    fflush(stdout);
}

/* ---- JSON ----------------------------------------------------------------------------------------------------- */

static json_t *speed_json(struct bench_speed speed) {
    return json_pack("{s:I, s:f}", "amount", (json_int_t)speed.amount, "seconds", speed.seconds);
}

static json_t *rules_json(const struct findings *findings) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, findings->rules.hash);
    return json_pack("{s:I, s:s}", "leaves", (json_int_t)findings->rules.leaves, "hash", hash);
}

static json_t *searched_json(const struct findings *findings) {
    return json_pack("{s:i, s:I}", "depth", findings->searched.depth, "nodes", (json_int_t)findings->searched.nodes);
}

static void speeds_json(json_t *object, const struct findings *findings) {
    json_object_set_new(object, "spec", json_string(findings->spec));
    json_object_set_new(object, "baseline", speed_json(findings->baseline));
    json_object_set_new(object, "depth", json_integer(findings->depth));
    json_object_set_new(object, "perft", speed_json(findings->perft));
    json_object_set_new(object, "games", json_integer(findings->games));
    json_object_set_new(object, "playouts", speed_json(findings->playouts));
    json_object_set_new(object, "search", speed_json(findings->search));
}

/* ---- The command ---------------------------------------------------------------------------------------------- */

/* What is asked for: everything, or one signature alone. */
enum wish { WISH_ALL, WISH_RULES, WISH_SEARCH };

static bool speeds_measure(const struct tab_rules *rules, struct findings *findings) {
    findings->baseline = bench_baseline();
    findings->depth = bench_depth(rules);
    findings->perft = bench_perft(rules, findings->depth);
    findings->playouts = bench_playouts(rules, &findings->games);
    return bench_search(rules, &findings->search);
}

static int game_measure(const struct tab_game *game, enum wish wish, struct findings *findings) {
    struct tab_rules rules = bench_rules(game);
    *findings = (struct findings){.game = game};
    tab_rules_format(&rules, findings->spec, sizeof findings->spec);
    if (wish == WISH_ALL && !speeds_measure(&rules, findings))
        return report_no_memory();
    if (wish != WISH_SEARCH)
        findings->rules = bench_signature(game);
    if (wish != WISH_RULES && !bench_search_sign(&rules, &findings->searched))
        return report_no_memory();
    if (findings->searched.nodes != findings->searched.again)
        return report_failure(N_("%s: the same search took %llu nodes and then %llu"), tab_game_id(game),
                              (unsigned long long)findings->searched.nodes,
                              (unsigned long long)findings->searched.again);
    return STATUS_GOOD;
}

static void game_print(const struct findings *findings, enum wish wish) {
    const char *id = tab_game_id(findings->game);
    if (wish == WISH_ALL)
        findings_print(findings);
    else if (wish == WISH_RULES)
        printf("%s %" PRIu64 " %016" PRIx64 "\n", id, findings->rules.leaves, findings->rules.hash);
    else
        printf("%s %d %" PRIu64 "\n", id, findings->searched.depth, findings->searched.nodes);
}

static json_t *game_json(const struct findings *findings, enum wish wish) {
    json_t *object = json_object();
    json_object_set_new(object, "game", json_string(tab_game_id(findings->game)));
    if (wish != WISH_SEARCH)
        json_object_set_new(object, "signature", rules_json(findings));
    if (wish != WISH_RULES)
        json_object_set_new(object, "searched", searched_json(findings));
    if (wish == WISH_ALL)
        speeds_json(object, findings);
    return object;
}

static int bench_run(const struct arguments *arguments) {
    const char *only = arguments_text(arguments, "GAME");
    bool json = arguments_given(arguments, "json"), rules = arguments_given(arguments, "signature");
    enum wish wish = rules ? WISH_RULES : arguments_given(arguments, "search") ? WISH_SEARCH : WISH_ALL;
    if (rules && arguments_given(arguments, "search"))
        return report_call(arguments->command, N_("either --signature or --search can be given"));
    json_t *all = json ? json_array() : NULL;
    struct progress progress = progress_begin();
    int status = STATUS_GOOD;
    for (int i = 0; i < tab_game_count() && status == STATUS_GOOD; i++) {
        const struct tab_game *game = tab_game_at(i);
        struct findings findings;
        if (only != NULL && strcmp(tab_game_id(game), only) != 0)
            continue;
        progress_step(&progress, N_("measuring game"), i + 1, tab_game_count());
        status = game_measure(game, wish, &findings);
        progress_end(&progress);
        if (status == STATUS_GOOD && json)
            json_array_append_new(all, game_json(&findings, wish));
        else if (status == STATUS_GOOD)
            game_print(&findings, wish);
    }
    if (json && status == STATUS_GOOD)
        return json_print(all);
    json_decref(all);
    return status;
}

const struct command bench_command = {
    .name = "bench",
    .summary = N_("measure the speed of rules and search, and sign them"),
    .description =
        N_("Measures every game, or one, on one core: perft from the start with the last ply counted in bulk, random "
           "games, and searches. The last column compares each speed with a baseline measured just before, random "
           "numbers of 64 bits.\n"
           "The first signature is a number of leaves and a hash over perfts and random games with every value of "
           "every option. It is the same everywhere, and changes only when the rules do or the way moves and positions "
           "are written. The second is the number of nodes in searches to a fixed depth, and changes only when the "
           "search or the evaluation does."),
    .words =
        (const struct parameter[]){
            {.name = "GAME", .summary = N_("only this game"), .kind = PARAMETER_GAME, .optional = true},
            PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "signature", .summary = N_("only sign the rules: id, leaves and hash"), .kind = PARAMETER_SWITCH},
            {.name = "search", .summary = N_("only sign the search: id, depth and nodes"), .kind = PARAMETER_SWITCH},
            OPTION_JSON,
            PARAMETERS_END},
    .run = bench_run,
};
