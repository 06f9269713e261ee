/* cmd_play.c - `tablier play`: a game at this terminal, full-screen or line by line. */
#include "../play/files.h"
#include "../play/kept.h"
#include "../tui/tui.h"
#include "at.h"
#include "plain.h"
#include "record_file.h"
#include "report.h"
#include "thinking.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NUMBER_MOST = 1000000 };

static const char *const seat_options[TAB_PLAYERS_MAX] = {"p1", "p2", "p3", "p4"};
static const char *const seat_sources[TAB_PLAYERS_MAX] = {"--p1", "--p2", "--p3", "--p4"};

/* ---- What the call says --------------------------------------------------------------------------------------- */

static int seats_read(const struct arguments *arguments, struct play *play) {
    struct tab_error error = {0};
    const int players = tab_rules_players(tab_match_rules(play->match));
    bool given[TAB_PLAYERS_MAX] = {false};
    for (int i = 0; i < TAB_PLAYERS_MAX; i++) {
        const char *seat = arguments_text(arguments, seat_options[i]);
        if (seat != NULL && i >= players)
            return report_call(arguments->command, N_("--%s: there are only %d players"), seat_options[i], players);
        if (seat != NULL && !seat_parse(&play->seats[i], seat, &error))
            return report_text(seat_sources[i], seat, &error);
        given[i] = seat != NULL;
    }
    seats_complete(play->seats, given, players);
    const char *text = arguments_text(arguments, "time");
    struct timing timing = {0};
    if (text != NULL && !timing_parse(&timing, text, TIMING_MINUTES, &error))
        return report_text("--time", text, &error);
    if (text != NULL)
        play_clock_set(play, &timing);
    return STATUS_GOOD;
}

/* A new game, or one at the position given. */
static int game_make(const struct arguments *arguments, struct play **play) {
    const char *spec = arguments_text(arguments, "SPEC");
    struct tab_match *match;
    int status = at_open(arguments, spec != NULL ? spec : tab_game_id(tab_game_at(0)), &match);
    if (status != STATUS_GOOD)
        return status;
    struct play *made = play_from_match(match);
    tab_match_free(match);
    if (made == NULL)
        return report_no_memory();
    status = seats_read(arguments, made);
    if (status == STATUS_GOOD)
        *play = made;
    else
        play_free(made);
    return status;
}

/* A game of a file. */
struct opened {
    struct tab_record *record; /* NULL: none is opened */
    int number, count;
    char said[FILES_TEXT]; /* to begin with; "": nothing */
};

static int record_choose(struct record_file *file, int number, struct opened *opened) {
    int status = STATUS_GOOD;
    if (file->good == 0)
        return report_input(N_("there is no game in '%s'"), file->name);
    if (number > file->good)
        return report_input(N_("there is no game %d in '%s'; the last one is %d"), number, file->name, file->good);
    *opened = (struct opened){.number = number, .count = file->good};
    for (int i = 0; i < number && status == STATUS_GOOD; i++) {
        tab_record_free(opened->record);
        status = record_file_next(file, &opened->record);
    }
    const struct file_game game = {file->name, file->text, opened->record, number, opened->count};
    if (opened->record != NULL)
        file_opened_text(&game, opened->said, sizeof opened->said);
    return status;
}

static int record_open(const char *name, int number, struct opened *opened) {
    struct record_file file;
    int status = record_file_open(&file, name);
    if (status == STATUS_GOOD)
        status = record_choose(&file, number, opened);
    record_file_close(&file);
    return status;
}

/* Lists games that are kept, the latest first. */
static void kept_print(const struct kept_list *list, bool over) {
    for (int i = 0; i < list->count; i++) {
        struct tab_record *record = kept_read(list->name[i], over);
        const char *result = over && record != NULL ? tab_record_tag(record, "Result") : NULL;
        if (record == NULL)
            printf("%3d  %-40s  %s\n", i + 1, list->name[i], _("it is damaged"));
        else
            printf(_("%3d  %-40s  %s, moves made: %d%s%s\n"), i + 1, list->name[i],
                   _(tab_game_title(tab_record_rules(record)->game)), tab_record_ply(record, tab_record_end(record)),
                   result != NULL ? ", " : "", result != NULL ? result : "");
        tab_record_free(record);
    }
    puts(over ? _("tablier play --finished --number N shows one of them.")
              : _("tablier play --resume --number N goes on with one of them."));
}

/* Chooses among the games that are kept; `*name` stays NULL when they have been listed instead. */
static int kept_choose(const struct arguments *arguments, bool over, struct kept_list *list, const char **name) {
    const int number = (int)arguments_number(arguments, "number", 1);
    kept_list(list, over);
    if (list->count == 0)
        return report_failure(over ? N_("there is no finished game") : N_("there is no unfinished game"));
    if (number > list->count)
        return report_failure(over ? N_("there is no finished game %d; the last one is %d")
                                   : N_("there is no unfinished game %d; the last one is %d"),
                              number, list->count);
    if (list->count > 1 && !arguments_given(arguments, "number"))
        kept_print(list, over);
    else
        *name = list->name[number - 1];
    return STATUS_GOOD;
}

static int unfinished_open(const char *name, struct kept *kept, struct opened *opened) {
    char path[PATH_MAX];
    kept_path(name, false, path);
    if (!kept_lock(kept, name))
        return report_failure(N_("this game is open in another program: %s"), path);
    if (record_open(path, 1, opened) == STATUS_GOOD)
        return STATUS_GOOD;
    kept_close(kept);
    return report_failure(N_("the unfinished game cannot be continued: %s"), path);
}

static int finished_open(const char *name, struct opened *opened) {
    char path[PATH_MAX];
    kept_path(name, true, path);
    return record_open(path, 1, opened);
}

/* Goes on with a record as a game, and lets go of it. */
static int opened_play(struct opened *opened, const struct kept *kept, struct play **play) {
    *play = play_from_record(opened->record);
    tab_record_free(opened->record);
    opened->record = NULL;
    if (*play == NULL)
        return report_no_memory();
    (*play)->kept = *kept;
    return STATUS_GOOD;
}

static uint64_t seed_choose(const struct arguments *arguments) {
    const uint64_t now = (uint64_t)time(NULL) << 16 ^ (uint64_t)getpid();
    return (uint64_t)arguments_number(arguments, "seed", (int64_t)now);
}

/* What says which game to play, beyond how to show it; NULL when nothing does. */
static const char *game_given(const struct arguments *arguments) {
    static const char *const names[] = {"SPEC", "position", "moves", "p1", "p2", "p3", "p4", "time"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (arguments_given(arguments, names[i]))
            return names[i];
    return NULL;
}

/* Whether what the call says goes together. */
static int call_check(const struct arguments *arguments) {
    static const char *const sources[] = {"resume", "finished", "open"};
    const char *given = game_given(arguments), *source = NULL;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (!arguments_given(arguments, sources[i]))
            continue;
        if (source != NULL)
            return report_call(arguments->command, N_("either --%s or --%s can be given"), source, sources[i]);
        source = sources[i];
    }
    if (given != NULL && source != NULL)
        return report_call(arguments->command, N_("--%s takes a game as it is, without %s%s"), source,
                           strcmp(given, "SPEC") != 0 ? "--" : "", given);
    if (arguments_given(arguments, "number") && source == NULL)
        return report_call(arguments->command, N_("--%s is for %s"), "number", "--open, --resume, --finished");
    return STATUS_GOOD;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static bool full_screen(const struct arguments *arguments) {
    const char *terminal = getenv("TERM");
    return !arguments_given(arguments, "plain") && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 &&
           terminal != NULL && strcmp(terminal, "dumb") != 0;
}

static int screen_play(const struct arguments *arguments, struct play *play, const struct opened *opened) {
    const struct paint paint = paint_choose(arguments);
    const struct tui_call call = {
        .options = {.color = paint.color, .unicode = paint.unicode, .seed = seed_choose(arguments)},
        .play = play,
        .record = opened->record,
        .message = opened->said,
    };
    switch (tui_run(&call)) {
    case TUI_NO_TERMINAL: return report_failure(N_("this terminal cannot be used; try --plain"));
    case TUI_NO_MEMORY: return report_no_memory();
    case TUI_GOOD: break;
    }
    return STATUS_GOOD;
}

static int lines_play(const struct arguments *arguments, struct play *play, const struct opened *opened) {
    char message[FILES_TEXT];
    const struct plain_call call = {
        .paint = paint_choose(arguments),
        .words = arguments_given(arguments, "plain"),
        .seed = seed_choose(arguments),
    };
    file_game_text(opened->number, opened->count, message, sizeof message);
    if (message[0] != '\0')
        puts(message);
    const int status = plain_run(play, &call);
    kept_close(&play->kept);
    play_free(play);
    return status;
}

/* Opens the game that the call names, of a file or of those that are kept; nothing when they have been listed. */
static int source_open(const struct arguments *arguments, struct kept *kept, struct opened *opened) {
    const bool resumes = arguments_given(arguments, "resume");
    const char *file = arguments_text(arguments, "open"), *name = NULL;
    struct kept_list list;
    if (file != NULL)
        return record_open(file, (int)arguments_number(arguments, "number", 1), opened);
    const int status = kept_choose(arguments, !resumes, &list, &name);
    if (status != STATUS_GOOD || name == NULL)
        return status;
    return resumes ? unfinished_open(name, kept, opened) : finished_open(name, opened);
}

static int play_run(const struct arguments *arguments) {
    const bool full = full_screen(arguments), resumes = arguments_given(arguments, "resume");
    struct opened opened = {0};
    struct kept kept = {0};
    struct play *play = NULL;
    int status = call_check(arguments);
    if (status != STATUS_GOOD)
        return status;
    if (resumes || arguments_given(arguments, "finished") || arguments_given(arguments, "open")) {
        status = source_open(arguments, &kept, &opened);
        if (status != STATUS_GOOD || opened.record == NULL)
            return status;
        if (resumes || !full)
            status = opened_play(&opened, &kept, &play);
    } else if (!full || game_given(arguments) != NULL) {
        status = game_make(arguments, &play);
    }
    if (status != STATUS_GOOD)
        return status;
    return full ? screen_play(arguments, play, &opened) : lines_play(arguments, play, &opened);
}

#define OPTION_SEAT(option)                                                                                            \
    {.name = (option),                                                                                                 \
     .value = "SEAT",                                                                                                  \
     .summary = N_("who sits there: person, engine or engine:LEVEL"),                                                  \
     .kind = PARAMETER_TEXT}

const struct command play_command = {
    .name = "play",
    .summary = N_("play a game at this terminal"),
    .description = N_(
        "People and the engine play at one terminal, full-screen: the board is drawn, moves are made with the "
        "cursor keys, the mouse or by typing them, and can be taken back; `?` explains the keys. Without a game a "
        "screen to choose it comes first.\n"
        "With --plain, or when input or output is not a terminal, the game goes line by line: a move is read and "
        "made, or refused with the reason; `help` lists what can be typed. With --plain positions are said in "
        "words. Without SPEC it is then the first game of `tablier games`.\n"
        "Player 1 is a person and plays against the engine at level 3, unless --p1 to --p4 say otherwise: --p2 person "
        "is for two people."),
    .words = (const struct parameter[]){WORD_SPEC_OPTIONAL, PARAMETERS_END},
    .options =
        (const struct parameter[]){
            OPTION_SEAT("p1"),
            OPTION_SEAT("p2"),
            OPTION_SEAT("p3"),
            OPTION_SEAT("p4"),
            {.name = "time",
             .value = "M+S",
             .summary = N_("minutes for each player and seconds added for every turn, like 10+5 or 1.5+2"),
             .kind = PARAMETER_TEXT},
            {.name = "resume",
             .summary = N_("go on with an unfinished game, or list them when there are several"),
             .kind = PARAMETER_SWITCH},
            {.name = "finished",
             .summary = N_("look at a finished game, or list them when there are several"),
             .kind = PARAMETER_SWITCH},
            {.name = "open", .value = "FILE", .summary = N_("look at a saved game"), .kind = PARAMETER_FILE},
            {.name = "number",
             .value = "N",
             .summary = N_("which game of that file or list, 1 by default"),
             .kind = PARAMETER_NUMBER,
             .minimum = 1,
             .maximum = NUMBER_MOST},
            OPTION_POSITION,
            OPTION_MOVES,
            {.name = "plain", .summary = N_("play line by line, in words"), .kind = PARAMETER_SWITCH},
            OPTION_SEED,
            OPTION_ASCII,
            OPTION_COLOR,
            PARAMETERS_END},
    .run = play_run,
};
