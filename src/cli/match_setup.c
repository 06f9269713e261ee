/* match_setup.c - what `tablier match` is asked to play. */
#include "match_setup.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPRT_ROUNDS = 50000 /* as good as without limit */ };

/* ---- Engines -------------------------------------------------------------------------------------------------- */

/* The limits for engines that have none of their own. */
static int allowance_read(const struct arguments *arguments, struct allowance *allowance) {
    const char *clock = arguments_text(arguments, "tc");
    struct tab_error error = {0};
    *allowance = (struct allowance){.move_ms = arguments_number(arguments, "st", 0),
                                    .nodes = (uint64_t)arguments_number(arguments, "nodes", 0),
                                    .depth = (int)arguments_number(arguments, "depth", 0)};
    if (clock != NULL && !clock_parse(allowance, clock, &error))
        return report_text("--tc", clock, &error);
    if (allowance_is_none(allowance))
        allowance->move_ms = MATCH_MS;
    return STATUS_GOOD;
}

static int engines_read(const struct arguments *arguments, struct contest *contest) {
    struct allowance common;
    int first, second, status = allowance_read(arguments, &common);
    if (status != STATUS_GOOD)
        return status;
    for (int i = 0; i < arguments->word_count; i++) {
        struct contender *contender = &contest->contenders[i];
        struct tab_error error = {0};
        if (!contender_parse(contender, arguments->words[i], &error))
            return report_text("ENGINE", arguments->words[i], &error);
        contest->contender_count++;
        if (allowance_is_none(&contender->allowance))
            contender->allowance = common;
    }
    if (contest->contender_count < 2)
        return report_call(arguments->command, N_("a match needs two engines or more"));
    if (!contenders_distinguish(contest->contenders, contest->contender_count, &first, &second))
        return report_call(arguments->command, N_("engines %d and %d have the same name"), first + 1, second + 1);
    return STATUS_GOOD;
}

/* ---- Openings ------------------------------------------------------------------------------------------------- */

/* Another game in which a line is a good opening; NULL: there is none. */
static const char *other_game(const struct contest *contest, const char *line) {
    for (int i = 0; i < tab_game_count(); i++) {
        const char *id = tab_game_id(tab_game_at(i));
        struct openings openings = {0};
        struct tab_rules rules;
        const bool good = tab_game_at(i) != contest->rules.game && tab_rules_parse(&rules, id, NULL) &&
                          openings_add(&openings, &rules, line, NULL);
        openings_free(&openings);
        if (good)
            return id;
    }
    return NULL;
}

static int opening_report(const struct contest *contest, const char *source, const char *line,
                          const struct tab_error *error) {
    const char *other = other_game(contest, line);
    if (other == NULL)
        return report_line(source, line, error);
    return report_failure(N_("%s: this is an opening of another game: --game %s"), source, other);
}

static int openings_load(struct contest *contest, const char *file) {
    FILE *stream = fopen(file, "r");
    char *line = NULL, source[256];
    size_t room = 0;
    int status = STATUS_GOOD;
    struct tab_error error = {0};
    if (stream == NULL)
        return report_failure("%s: %s", file, translate_errno(errno));
    for (int number = 1; status == STATUS_GOOD && getline(&line, &room, stream) > 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        snprintf(source, sizeof source, _("%s, line %d"), file, number);
        if (!openings_add(&contest->openings, &contest->rules, line, &error))
            status = opening_report(contest, source, line, &error);
    }
    if (status == STATUS_GOOD && ferror(stream) != 0)
        status = report_failure("%s: %s", file, translate_errno(errno));
    if (status == STATUS_GOOD && contest->openings.line_count == 0)
        status = report_input(N_("%s: there is no opening in it"), file);
    free(line);
    fclose(stream);
    return status;
}

static int openings_read(const struct arguments *arguments, struct contest *contest) {
    const char *text = arguments_text(arguments, "openings");
    struct tab_error error = {0};
    bool listed;
    contest->openings.seed = contest->seed;
    if (!openings_parse(&contest->openings, text != NULL ? text : MATCH_OPENINGS, &listed, &error))
        return report_text("--openings", text, &error);
    int status = listed ? openings_load(contest, text) : STATUS_GOOD;
    if (status != STATUS_GOOD)
        return status;
    struct tab_match *match = opening_begin(&contest->openings, &contest->rules, 0);
    if (match == NULL)
        return report_failure(N_("no opening with so many random moves was found"));
    tab_match_free(match);
    return STATUS_GOOD;
}

/* ---- Games ---------------------------------------------------------------------------------------------------- */

static int schedule_read(const struct arguments *arguments, struct contest *contest) {
    int players = tab_rules_players(&contest->rules), count = contest->contender_count;
    int64_t rounds = arguments_given(arguments, "sprt") ? SPRT_ROUNDS : MATCH_ROUNDS;
    rounds = arguments_number(arguments, "pairs", rounds);
    if (arguments_given(arguments, "games") && arguments_given(arguments, "pairs"))
        return report_call(arguments->command, N_("either --games or --pairs can be given"));
    int64_t games = arguments_number(arguments, "games", rounds * schedule_seatings(count, players));
    if (!schedule_make(&contest->schedule, count, players, arguments_given(arguments, "gauntlet"), games))
        return report_no_memory();
    return STATUS_GOOD;
}

static int sprt_read(const struct arguments *arguments, const struct contest *contest, struct sprt *sprt) {
    const char *text = arguments_text(arguments, "sprt");
    struct tab_error error = {0};
    if (text == NULL)
        return STATUS_GOOD;
    if (!sprt_parse(sprt, text, &error))
        return report_text("--sprt", text, &error);
    if (contest->contender_count != 2 || contest->schedule.players != 2)
        return report_call(arguments->command, N_("--sprt compares two engines in a game of two players"));
    return STATUS_GOOD;
}

static int game_read(const struct arguments *arguments, struct contest *contest) {
    const char *given = arguments_text(arguments, "game"), *spec = given != NULL ? given : tab_game_id(tab_game_at(0));
    struct tab_error error = {0};
    if (!tab_rules_parse(&contest->rules, spec, &error))
        return report_text("--game", spec, &error);
    tab_rules_format(&contest->rules, contest->spec, sizeof contest->spec);
    contest->seed = (uint64_t)arguments_number(arguments, "seed", MATCH_SEED);
    contest->grace_ms = arguments_number(arguments, "grace", MATCH_GRACE_MS);
    contest->patience_ms = arguments_number(arguments, "patience", MATCH_PATIENCE_S) * 1000;
    contest->plies_max = (int)arguments_number(arguments, "maxplies", MATCH_PLIES);
    return STATUS_GOOD;
}

int match_setup(const struct arguments *arguments, struct contest *contest, struct sprt *sprt) {
    *contest = (struct contest){.program = "tablier " TABLIER_VERSION};
    int status = game_read(arguments, contest);
    if (status == STATUS_GOOD)
        status = engines_read(arguments, contest);
    if (status == STATUS_GOOD)
        status = schedule_read(arguments, contest);
    if (status == STATUS_GOOD)
        status = sprt_read(arguments, contest, sprt);
    if (status == STATUS_GOOD)
        status = openings_read(arguments, contest);
    return status;
}

void contest_free(struct contest *contest) {
    for (int i = 0; i < contest->contender_count; i++)
        contender_free(&contest->contenders[i]);
    schedule_free(&contest->schedule);
    openings_free(&contest->openings);
}
