/* cmd_bot.c - `tablier bot`: an engine plays on a server. */
#include "../bot/bot.h"
#include "../file.h"
#include "../server/signals.h"
#include "command.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_ROOM = 256, TIME_DAYS_MOST = 30, CERTIFICATES_MOST = 16 << 20 };

/* What the options point to. */
struct bot_setup {
    struct bot_options options;
    char token[TOKEN_ROOM];
    char games[LIST_SIZE]; /* cut into words */
};

/* ---- What it is told ------------------------------------------------------------------------------------------ */

static int token_read(const struct arguments *arguments, struct bot_setup *setup) {
    const char *file = arguments_text(arguments, "token-file");
    FILE *stream = fopen(file, "r");
    if (stream == NULL)
        return report_failure("%s: %s", file, translate_errno(errno));
    const bool there = fgets(setup->token, sizeof setup->token, stream) != NULL;
    fclose(stream);
    setup->token[strcspn(setup->token, "\r\n")] = '\0';
    const size_t length = strlen(setup->token);
    if (!there || length == 0 || length == sizeof setup->token - 1 ||
        strspn(setup->token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != length)
        return report_failure(N_("%s: there is no token in it"), file);
    setup->options.connection.token = setup->token;
    return STATUS_GOOD;
}

static int engine_read(const struct arguments *arguments, struct bot_options *options) {
    const char *engine = arguments_text(arguments, "engine");
    char own[32];
    struct tab_error error = {0};
    if (engine != NULL && arguments_given(arguments, "level"))
        return report_call(arguments->command, N_("either --engine or --level can be given"));
    snprintf(own, sizeof own, "tablier,level=%d", (int)arguments_number(arguments, "level", TAB_LEVEL_MAX));
    if (!contender_parse(&options->contender, engine != NULL ? engine : own, &error))
        return report_text("--engine", engine, &error);
    if (options->contender.allowance.clock_ms > 0)
        return report_call(arguments->command, N_("the server keeps the clocks: tc has no meaning here"));
    options->allowance = options->contender.allowance;
    return STATUS_GOOD;
}

static int games_read(const struct arguments *arguments, struct bot_setup *setup) {
    struct bot_options *options = &setup->options;
    const char *text = arguments_text(arguments, "games");
    for (int i = 0; text == NULL && i < tab_game_count() && i < BOT_SPECS_MAX; i++)
        options->specs[options->spec_count++] = tab_game_id(tab_game_at(i));
    if (text == NULL)
        return STATUS_GOOD;
    snprintf(setup->games, sizeof setup->games, "%s", text);
    char *rest = setup->games;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; options->specs[options->spec_count++] = word) {
        struct tab_rules rules;
        struct tab_error error = {0};
        if (!tab_rules_parse(&rules, word, &error))
            return report_text("--games", word, &error);
        if (options->spec_count == BOT_SPECS_MAX)
            return report_call(arguments->command, N_("--games has more than %d games"), BOT_SPECS_MAX);
    }
    return options->spec_count > 0 ? STATUS_GOOD : report_call(arguments->command, N_("--games names no game"));
}

/* `none`, `3d` or `300+5`, as in records. */
static int clock_read(const struct arguments *arguments, struct bot_options *options) {
    const char *text = arguments_text(arguments, "clock");
    char *end = NULL;
    struct allowance clock = {0};
    struct tab_error error = {0};
    if (text == NULL)
        text = "300+5";
    if (strcmp(text, "none") == 0) {
        snprintf(options->clock, sizeof options->clock, "{\"kind\":\"none\"}");
        return STATUS_GOOD;
    }
    const long days = strtol(text, &end, 10);
    if (end != text && strcmp(end, "d") == 0 && days >= 1 && days <= TIME_DAYS_MOST) {
        snprintf(options->clock, sizeof options->clock, "{\"kind\":\"days\",\"days\":%ld}", days);
        return STATUS_GOOD;
    }
    if (!clock_parse(&clock, text, &error)) {
        if (error.what == clock_shape)
            error.what = N_("a clock is SECONDS+INCREMENT like 300+5, days a move like 3d, or none");
        return report_text("--clock", text, &error);
    }
    snprintf(options->clock, sizeof options->clock, "{\"kind\":\"fischer\",\"base\":%lld,\"increment\":%lld}",
             (long long)clock.clock_ms / 1000, (long long)clock.increment_ms / 1000);
    return STATUS_GOOD;
}

static const char *const way_words[] = {"join", "offer", "seek", NULL};
static const enum bot_way way_bits[] = {BOT_JOIN, BOT_OFFER, BOT_SEEK};

static int ways_read(const struct arguments *arguments, struct bot_options *options) {
    const char *text = arguments_text(arguments, "accept");
    char list[LIST_SIZE] = "";
    for (int i = 0; way_words[i] != NULL; i++)
        list_add(list, sizeof list, "", way_words[i]);
    if (text == NULL)
        options->ways = BOT_OFFER;
    for (const char *at = text; at != NULL && *at != '\0'; at += strspn(at, ",")) {
        const size_t length = strcspn(at, ",");
        int way = 0;
        while (way_words[way] != NULL && (strlen(way_words[way]) != length || strncmp(way_words[way], at, length) != 0))
            way++;
        if (way_words[way] == NULL)
            return report_call(arguments->command, N_("%s%s must be one of %s, not '%s'"), "--", "accept", list, text);
        options->ways |= way_bits[way];
        at += length;
    }
    return STATUS_GOOD;
}

/* Certificates that cannot be read would look like a server that cannot be reached. */
static int authorities_read(const struct arguments *arguments, struct bot_options *options) {
    const char *file = arguments_text(arguments, "ca");
    size_t length;
    if (file == NULL)
        return STATUS_GOOD;
    char *text = file_read(file, CERTIFICATES_MOST, &length);
    if (text == NULL)
        return report_file(file);
    const bool there = strstr(text, "-----BEGIN CERTIFICATE-----") != NULL;
    free(text);
    options->connection.authorities = file;
    return there ? STATUS_GOOD : report_failure(N_("%s: there is no certificate in it"), file);
}

static int setup_read(const struct arguments *arguments, struct bot_setup *setup) {
    struct bot_options *options = &setup->options;
    const char *url = arguments_text(arguments, "URL");
    struct tab_error error = {0};
    if (!url_parse(&options->connection.url, url, &error))
        return report_text("URL", url, &error);
    options->games = (int)arguments_number(arguments, "at-once", 1);
    options->count = (int)arguments_number(arguments, "count", 0);
    int status = token_read(arguments, setup);
    if (status == STATUS_GOOD)
        status = authorities_read(arguments, options);
    if (status == STATUS_GOOD)
        status = engine_read(arguments, options);
    if (status == STATUS_GOOD)
        status = games_read(arguments, setup);
    if (status == STATUS_GOOD)
        status = clock_read(arguments, options);
    if (status == STATUS_GOOD)
        status = ways_read(arguments, options);
    return status;
}

/* ---- What it tells -------------------------------------------------------------------------------------------- */

static void over_print(const struct bot_news *news) {
    if (news->event == BOT_ABORTED)
        printf(_("game %s, %s, against %s: aborted\n"), news->game, news->spec, news->text);
    else if (news->event == BOT_WON)
        printf(_("game %s, %s, against %s: won\n"), news->game, news->spec, news->text);
    else if (news->payoff <= 0)
        printf(_("game %s, %s, against %s: lost\n"), news->game, news->spec, news->text);
    else
        printf(_("game %s, %s, against %s: drawn\n"), news->game, news->spec, news->text);
}

static void news_print(void *context, const struct bot_news *news) {
    (void)context;
    char failure[FAILURE_TEXT];
    switch (news->event) {
    case BOT_CONNECTED: printf("%s\n", _("connected")); break;
    case BOT_LOST: printf(_("no connection (%s); it is tried again\n"), *news->text != '\0' ? news->text : "?"); break;
    case BOT_REFUSED: report_failure(N_("the server does not take the token")); break;
    case BOT_BEGAN: printf(_("game %s, %s, against %s: begun\n"), news->game, news->spec, news->text); break;
    case BOT_WON:
    case BOT_NOT_WON:
    case BOT_ABORTED: over_print(news); break;
    case BOT_FAILED:
        failure_translate(news->failure, failure);
        printf(_("game %s: %s\n"), news->game, failure);
        break;
    case BOT_TROUBLE: printf(_("game %s: %s\n"), news->game, news->text); break;
    case BOT_STOPPING: printf("%s\n", _("no new games; it ends when those with a clock are over")); break;
    }
    fflush(stdout);
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

static void bot_interrupt(void *context) {
    struct bot *bot = context;
    bot_stop(bot);
}

static int bot_play_with(const struct bot_options *options) {
    struct signals signals;
    struct bot *bot = bot_new(options);
    if (bot == NULL)
        return report_failure(N_("the connection cannot be prepared; are there certificates?"));
    bool good = signals_begin(&signals, bot_interrupt, bot);
    if (good) {
        good = bot_run(bot);
        signals_end(&signals);
    }
    bot_free(bot);
    return good ? STATUS_GOOD : STATUS_FAILED;
}

static int bot_run_command(const struct arguments *arguments) {
    struct bot_setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return report_no_memory();
    setup->options.news = news_print;
    int status = setup_read(arguments, setup);
    if (status == STATUS_GOOD)
        status = bot_play_with(&setup->options);
    contender_free(&setup->options.contender);
    free(setup);
    return status;
}

const struct command bot_command = {
    .name = "bot",
    .summary = N_("let an engine play on a server"),
    .description =
        N_("Connects an engine that speaks UGI, or the one of this program, to a server, as the account whose token is "
           "in the file. It finds games as --accept says, plays until it is stopped with Ctrl-C, and comes back when "
           "the connection is lost. After Ctrl-C it takes no new games and ends when those with a clock are over; "
           "games without a clock, or with days for a move, go on when it is started again.\n"
           "An engine is written as for `tablier match`: tablier, uct, mcts, greedy, random, or cmd=PROGRAM "
           "ARGUMENTS, and then ,key=value. Without a clock it thinks a second for a move unless st=, nodes= or depth= "
           "say otherwise."),
    .words = (const struct parameter[]){{.name = "URL",
                                         .summary = N_("the server, like https://tablier.example; http:// only for "
                                                       "this machine"),
                                         .kind = PARAMETER_TEXT},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "token-file",
             .value = "FILE",
             .summary = N_("the account's token, made in its settings"),
             .kind = PARAMETER_FILE,
             .needed = true},
            {.name = "engine", .value = "ENGINE", .summary = N_("who plays"), .kind = PARAMETER_TEXT},
            {.name = "level",
             .value = "N",
             .summary = N_("the engine of this program at this level"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = TAB_LEVEL_MAX,
             .initial = TAB_LEVEL_MAX},
            {.name = "games",
             .value = "SPECS",
             .summary = N_("the games it plays, separated by spaces; all by default"),
             .kind = PARAMETER_TEXT},
            {.name = "accept",
             .value = "WAYS",
             .summary = N_("how games are found, separated by commas: join open challenges, offer its own (the "
                           "default), seek quick pairing"),
             .kind = PARAMETER_TEXT},
            {.name = "clock",
             .value = "CLOCK",
             .summary = N_("of games it offers or seeks: SECONDS+INCREMENT (300+5 by default), 3d for three days a "
                           "move, none"),
             .kind = PARAMETER_TEXT},
            {.name = "at-once",
             .value = "N",
             .summary = N_("games at a time"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = BOT_GAMES_MAX,
             .initial = 1},
            {.name = "count",
             .value = "N",
             .summary = N_("end after so many games"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = 1000000},
            {.name = "ca",
             .value = "FILE",
             .summary = N_("believe the certificates of this file (PEM) instead of those of the system"),
             .kind = PARAMETER_FILE},
            PARAMETERS_END},
    .run = bot_run_command,
};
