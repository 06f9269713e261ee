/* cmd_match.c - `tablier match`: engines play against each other. */
#include "../arena/arena.h"
#include "../arena/journal.h"
#include "../file.h"
#include "../lock.h"
#include "interrupt.h"
#include "match_setup.h"
#include "match_show.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A match in progress. */
struct session {
    struct contest contest;
    struct tally tally;
    struct sprt sprt;
    struct match_screen screen;
    const char *file;  /* of the records; NULL: none */
    int records;       /* its descriptor, -1: none */
    bool *finished;    /* games of an earlier run, by number */
    int interruptions; /* answered so far */
    int status;        /* what the match will end with */
    bool decided;      /* nothing that comes now counts */
};

/* ---- Records -------------------------------------------------------------------------------------------------- */

static bool record_append(struct session *session, const struct game *game) {
    char date[16];
    time_t now = time(NULL);
    struct tm day;
    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    char *text = journal_format(&session->contest, game, date);
    if (text == NULL) {
        session->status = report_no_memory();
        return false;
    }
    size_t length = strlen(text), done = 0;
    while (done < length) {
        ssize_t count = write(session->records, text + done, length - done);
        if (count < 0 && errno != EINTR)
            break;
        done += count > 0 ? (size_t)count : 0;
    }
    free(text);
    if (done < length)
        session->status = report_failure("%s: %s", session->file, translate_errno(errno));
    return done == length;
}

/* Counts the games that are in the file already, and cuts off one that was not written to its end. */
static int records_resume(struct session *session) {
    struct tab_error error = {0};
    size_t length, kept;
    session->finished = calloc((size_t)schedule_games(&session->contest.schedule), sizeof *session->finished);
    char *text = file_read(session->file, SIZE_MAX, &length);
    if (session->finished == NULL || text == NULL) {
        free(text);
        return report_failure("%s: %s", session->file, translate_errno(errno));
    }
    int status = STATUS_GOOD;
    if (!journal_read(text, length, &session->tally, session->finished, &kept, &error)) {
        char what[TAB_ERROR_TEXT];
        struct tab_place place = tab_text_place(text, error.at);
        translate_error(&error, what, sizeof what);
        status = report_failure("%s:%d:%d: %s", session->file, place.line, place.column, what);
    } else if (kept < length && ftruncate(session->records, (off_t)kept) != 0) {
        status = report_failure("%s: %s", session->file, translate_errno(errno));
    }
    free(text);
    return status;
}

static int records_open(struct session *session, const struct arguments *arguments) {
    bool resume = arguments_given(arguments, "resume");
    session->file = arguments_text(arguments, "out");
    if (session->file == NULL)
        return resume ? report_call(arguments->command, N_("--resume needs the file of --out")) : STATUS_GOOD;
    session->records = open(session->file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0666);
    if (session->records < 0 && errno == EEXIST)
        return report_failure(N_("%s exists already; add --resume to go on with its match"), session->file);
    if (session->records < 0)
        return report_failure("%s: %s", session->file, translate_errno(errno));
    if (!lock_open_file(session->records))
        return report_file(session->file);
    return resume ? records_resume(session) : STATUS_GOOD;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void session_take(void *context, const struct game *game) {
    struct session *session = context;
    if (session->decided)
        return;
    if (game->failure.fault == FAULT_ABANDONED) {
        char what[FAILURE_TEXT];
        failure_translate(&game->failure, what);
        session->status = report_failure(N_("game %lld: %s"), (long long)game->fixture.number + 1, what);
        session->decided = true;
        return;
    }
    if (!tally_add(&session->tally, &game->fixture, game->result.payoff, game->culprit, game->cut)) {
        session->status = report_no_memory();
        session->decided = true;
        return;
    }
    match_screen_game(&session->screen, game);
    if (session->records >= 0 && !record_append(session, game))
        session->decided = true;
    if (session->screen.sprt != NULL && sprt_verdict(&session->sprt, session->tally.duels[0].scores) != VERDICT_OPEN)
        session->decided = true;
}

static enum arena_order session_order(void *context) {
    struct session *session = context;
    const int asked = interrupt_count(); /* the first Ctrl-C lets games end, the second breaks them off */
    if (session->decided)
        return ARENA_ABANDON;
    if (asked == 1 && session->interruptions == 0)
        fputs(_("\ntablier: finishing the games in progress; interrupt again to break them off\n"), stderr);
    session->interruptions = asked;
    return asked == 0 ? ARENA_GO_ON : asked == 1 ? ARENA_FINISH : ARENA_ABANDON;
}

static int session_play(struct session *session, const struct arguments *arguments) {
    struct arena_plan plan = {.contest = &session->contest,
                              .concurrency = (int)arguments_number(arguments, "concurrency", 1),
                              .finished = session->finished,
                              .take = session_take,
                              .order = session_order,
                              .context = session};
    struct failure failure;
    int who;
    if (!arena_rehearse(&session->contest, &who, &failure)) {
        char what[FAILURE_TEXT];
        failure_translate(&failure, what);
        return report_failure(N_("%s does not work: %s"), session->contest.contenders[who].name, what);
    }
    bool json = arguments_given(arguments, "json");
    session->screen =
        match_screen_begin(&session->tally, arguments_given(arguments, "sprt") ? &session->sprt : NULL, json);
    interrupt_begin(INT_MAX);
    bool ran = arena_run(&plan);
    interrupt_end();
    if (!ran)
        return report_no_memory();
    match_screen_end(&session->screen);
    int status = json ? match_screen_json(&session->screen) : STATUS_GOOD;
    if (session->interruptions > 0)
        session->status = report_failure(N_("interrupted after %ld of %lld games"), session->tally.games,
                                         (long long)schedule_games(&session->contest.schedule));
    return session->status != STATUS_GOOD ? session->status : status;
}

static int match_run(const struct arguments *arguments) {
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return report_no_memory();
    session->records = -1;
    int status = match_setup(arguments, &session->contest, &session->sprt);
    if (status == STATUS_GOOD && !tally_begin(&session->tally, &session->contest))
        status = report_no_memory();
    if (status == STATUS_GOOD)
        status = records_open(session, arguments);
    if (status == STATUS_GOOD)
        status = session_play(session, arguments);
    if (session->records >= 0 && close(session->records) != 0 && status == STATUS_GOOD)
        status = report_failure("%s: %s", session->file, translate_errno(errno));
    match_screen_free(&session->screen);
    tally_end(&session->tally);
    contest_free(&session->contest);
    free(session->finished);
    free(session);
    return status;
}

#define LIMIT(long_name, what, means, most, otherwise)                                                                 \
    {.name = (long_name),                                                                                              \
     .value = (what),                                                                                                  \
     .summary = (means),                                                                                               \
     .kind = PARAMETER_NUMBER,                                                                                         \
     .minimum = 1,                                                                                                     \
     .maximum = (most),                                                                                                \
     .initial = (otherwise)}

const struct command match_command = {
    .name = "match",
    .summary = N_("let engines play against each other"),
    .description =
        N_("An ENGINE is tablier, uct, mcts, greedy, random, or any program that speaks UGI, cmd=PROGRAM ARGUMENTS. "
           "After it come its settings, separated by commas: name, tc (a clock, as with --tc), st (milliseconds a "
           "move), nodes, depth, hash (MiB), threads, level, and option.NAME for any other option it has. An engine "
           "without limits of its own has those of the options; without any it has 100 ms a move.\n"
           "Everybody meets everybody, or in a gauntlet the first engine all others. Every opening is played with all "
           "seatings. A set-up is dealt at random, unless the opening is `start` or a position in the file; a file has "
           "one opening a line, moves or the text of a position.\n"
           "The moves are checked by the rules. Who makes an illegal move, ends, answers nonsense or takes too much "
           "time loses; with more than two players the others share the point. Clocks run from the order to think "
           "until the move arrives, and what --grace says is forgiven.\n"
           "Elo comes with an interval that holds 95%. The probability ratio test of --sprt, elo0,elo1 and then "
           "perhaps alpha,beta and normalized or logistic, ends the match once it is decided; there is no other limit "
           "then "
           "unless --games or --pairs is given.\n"
           "Ctrl-C ends the match after the games in progress, a second one at once. With one game at a time and "
           "limits in nodes or depth the same seed gives the same match."),
    .words = (const struct parameter[]){{.name = "ENGINE",
                                         .summary = N_("an engine with its settings: name or name,key=value"),
                                         .kind = PARAMETER_TEXT,
                                         .repeated = true},
                                        PARAMETERS_END},
    .options =
        (const struct parameter[]){
            {.name = "game",
             .value = "SPEC",
             .summary = N_("the game to play, by default the first of `tablier games`"),
             .kind = PARAMETER_SPEC},
            LIMIT("games", "N", N_("play so many games in each meeting"), 100000000, 0),
            LIMIT("pairs", "N", N_("play so many openings in each meeting, with all seatings"), 10000000, MATCH_ROUNDS),
            {.name = "openings",
             .value = "OPENINGS",
             .summary =
                 N_("start, random:MIN-MAX or even:MIN-MAX moves, or a file with openings, by default random:2-6"),
             .kind = PARAMETER_FILE},
            {.name = "tc",
             .value = "SECONDS+INCREMENT",
             .summary = N_("give every engine this time for a game, and more for each move"),
             .kind = PARAMETER_TEXT},
            LIMIT("st", "MS", N_("give every engine this time for a move"), 1000000000, 0),
            LIMIT("nodes", "N", N_("let every engine look at so many positions a move"), 1000000000000000, 0),
            LIMIT("depth", "D", N_("let every engine look so many moves ahead"), 100, 0),
            {.name = "grace",
             .value = "MS",
             .summary = N_("forgive so much when a time is overstepped"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = 1000000,
             .initial = MATCH_GRACE_MS},
            LIMIT("patience", "SECONDS", N_("wait so long for answers that no clock measures"), 1000000,
                  MATCH_PATIENCE_S),
            LIMIT("maxplies", "N", N_("draw games N moves after their opening"), 8000, MATCH_PLIES),
            LIMIT("concurrency", "K", N_("play so many games at a time"), 256, 1),
            {.name = "seed",
             .value = "S",
             .summary = N_("begin random choices from this number"),
             .kind = PARAMETER_NUMBER,
             .minimum = 0,
             .maximum = 1000000000000000,
             .initial = MATCH_SEED},
            {.name = "gauntlet", .summary = N_("the first engine against all others"), .kind = PARAMETER_SWITCH},
            {.name = "sprt",
             .value = "ELO0,ELO1",
             .summary = N_("end when it is clear which difference holds"),
             .kind = PARAMETER_TEXT},
            {.name = "out", .value = "FILE", .summary = N_("write records of the games"), .kind = PARAMETER_FILE},
            {.name = "resume", .summary = N_("go on with the match of that file"), .kind = PARAMETER_SWITCH},
            OPTION_JSON,
            PARAMETERS_END},
    .run = match_run,
};
