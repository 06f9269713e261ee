/* plain.c - a game line by line. */
#include "plain.h"
#include "../engine/clock.h"
#include "../play/advice.h"
#include "../play/files.h"
#include "../play/listing.h"
#include "report.h"
#include "result.h"
#include "thinking.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 79 };

struct session {
    struct play *play;
    const struct plain_call *call;
    struct tab_engine *engine; /* NULL until it is needed */
    struct tab_thought *thought;
    struct tab_random random;
    bool words;
    bool echo; /* input does not come from a terminal, which would show it */
    bool done;
    int status; /* of the exit */
};

static const struct tab_rules *rules_of(const struct session *session) { return tab_match_rules(session->play->match); }

static const struct tab_position *position_of(const struct session *session) {
    return tab_match_position(session->play->match);
}

/* ---- Showing -------------------------------------------------------------------------------------------------- */

static void words_show(struct session *session, const char *argument) {
    char text[DRAW_WORDS];
    struct tab_result result;
    const bool ended = play_ended(session->play, &result);
    const struct draw_view view = match_view(session->play->match, ended ? &result : NULL);
    (void)argument;
    draw_words(rules_of(session), position_of(session), &view, text, sizeof text);
    puts(text);
}

static void result_show(struct session *session) {
    struct tab_result result;
    play_result(session->play, &result);
    if (result.winner != 0)
        printf(_("win %d\n"), result.winner);
    else
        puts(_("draw"));
    puts(_(result.reason));
    for (int i = 0; i < tab_rules_players(rules_of(session)); i++)
        if (session->play->seats[i].stands_in)
            printf(_("player %d left the game, and the engine went on in that seat\n"), i + 1);
    if (session->play->end == PLAY_BY_RULES)
        scores_print(rules_of(session), position_of(session));
}

static void board_show(struct session *session, const char *argument) {
    if (session->words) {
        words_show(session, argument);
    } else {
        struct tab_result result;
        const bool ended = play_ended(session->play, &result);
        putchar('\n');
        paint_match(&session->call->paint, session->play->match, ended ? &result : NULL);
        putchar('\n');
    }
    if (play_player(session->play) == 0)
        result_show(session);
}

/* Whether the game is over, which is then said. */
static bool over_say(const struct session *session) {
    if (play_player(session->play) != 0)
        return false;
    puts(_("the game is over; undo goes on"));
    return true;
}

static void moves_show(struct session *session, const char *argument) {
    struct listed_move listed[TAB_MOVES_MAX];
    (void)argument;
    if (over_say(session))
        return;
    int count = moves_list(rules_of(session), position_of(session), listed);
    int widest = 1, across;
    for (int i = 0; i < count; i++)
        widest = (int)strlen(listed[i].text) > widest ? (int)strlen(listed[i].text) : widest;
    across = WIDTH / (widest + 1);
    for (int i = 0; i < count; i++) {
        bool ends = (i + 1) % across == 0 || i + 1 == count;
        printf("%-*s%s", ends ? 0 : widest + 1, listed[i].text, ends ? "\n" : "");
    }
    printf(_("legal moves: %d\n"), count);
}

static void position_show(struct session *session, const char *argument) {
    char text[TAB_POSITION_TEXT];
    (void)argument;
    tab_position_format(rules_of(session), position_of(session), text, sizeof text);
    puts(text);
}

static void words_toggle(struct session *session, const char *argument) {
    session->words = !session->words;
    board_show(session, argument);
}

/* ---- The engine ----------------------------------------------------------------------------------------------- */

/* Thinks about the board; false when there is no memory. */
static bool engine_think(struct session *session, const struct seat *seat) {
    struct tab_engine_options options;
    struct tab_limits limits = {0};
    const struct tab_match *match = session->play->match;
    tab_engine_defaults(&options);
    options.seed = session->call->seed;
    if (seat != NULL) {
        play_clock_limits(session->play, clock_now(), &limits);
        seat_configure(seat, &options, &limits);
    } else {
        limits = (struct tab_limits){.nodes = ADVICE_NODES, .move_ms = ADVICE_MS};
    }
    if (session->engine == NULL)
        session->engine = thinking_engine(&options, NULL);
    if (session->thought == NULL)
        session->thought = malloc(sizeof *session->thought);
    if (session->engine == NULL || session->thought == NULL || !tab_engine_configure(session->engine, &options)) {
        session->status = report_no_memory();
        return false;
    }
    tab_engine_think(session->engine, rules_of(session), position_of(session), tab_match_past(match),
                     tab_match_ply(match), &limits, NULL, NULL, session->thought);
    return true;
}

static void hint_show(struct session *session, const char *argument) {
    char text[ADVICE_TEXT];
    (void)argument;
    if (over_say(session) || !engine_think(session, NULL))
        return;
    advice_hint(session->play->match, &session->thought->line[0], text, sizeof text);
    puts(text);
}

/* ---- Changing the game ---------------------------------------------------------------------------------------- */

static void game_keep(const struct session *session) {
    if (session->echo || tab_match_ply(session->play->match) == 0)
        return;
    struct tab_record *record = play_record(session->play);
    if (record == NULL || !kept_write(&session->play->kept, record, play_player(session->play) == 0))
        printf(_("the game is not kept: its file cannot be written: %s\n"), translate_errno(errno));
    tab_record_free(record);
}

static void move_print(const struct session *session, int player, int level) {
    char text[TAB_MOVE_TEXT];
    const struct tab_match *match = session->play->match;
    const int ply = tab_match_ply(match) - 1;
    tab_move_format(rules_of(session), tab_match_position_at(match, ply), tab_match_move_at(match, ply), text,
                    sizeof text);
    printf(_("player %d (engine, level %d): %s\n"), player, level, text);
}

/* Whether the player to move has just run out of time, which is then said. */
static bool time_over(struct session *session) {
    const int player = play_player(session->play);
    if (!play_clock_expired(session->play, clock_now()))
        return false;
    if (play_player(session->play) == 0)
        board_show(session, NULL);
    else
        printf(_("player %d is out of time; the engine goes on in that seat\n"), player);
    return true;
}

/* Lets the engines move until it is a person's turn. */
static void engines_move(struct session *session) {
    const struct seat *seat = play_seat(session->play);
    while (session->status == STATUS_GOOD && seat != NULL && seat->level > 0) {
        const int player = play_player(session->play), level = seat->level;
        fflush(stdout);
        if (!engine_think(session, seat))
            return;
        if (time_over(session))
            break;
        play_move(session->play, session->thought->move, clock_now());
        move_print(session, player, level);
        seat = play_seat(session->play);
        if (seat == NULL || seat->level == 0)
            board_show(session, NULL);
    }
    game_keep(session);
}

static void move_undo(struct session *session, const char *argument) {
    if (play_undo_turn(session->play, clock_now()))
        board_show(session, argument);
    else
        puts(_("no move to take back"));
    engines_move(session);
}

static void move_redo(struct session *session, const char *argument) {
    if (play_redo_turn(session->play, clock_now()))
        board_show(session, argument);
    else
        puts(_("no move to make again"));
    engines_move(session);
}

static void set_up(struct session *session, bool all) {
    if (!play_set_up(session->play, &session->random, all, clock_now()))
        puts(_("nothing to set up"));
    else
        board_show(session, NULL);
    engines_move(session);
}

static void set_up_own(struct session *session, const char *argument) {
    (void)argument;
    set_up(session, false);
}

static void set_up_all(struct session *session, const char *argument) {
    (void)argument;
    set_up(session, true);
}

static void player_resign(struct session *session, const char *argument) {
    const int player = play_player(session->play);
    if (over_say(session) || play_seat(session->play)->level > 0)
        return;
    play_resign(session->play, player, clock_now());
    if (play_player(session->play) == 0)
        board_show(session, argument);
    else
        printf(_("player %d gives up; the engine goes on in that seat\n"), player);
    engines_move(session);
}

/* Among people the one who types it has asked the others. */
static void draw_agree(struct session *session, const char *argument) {
    const int players = tab_rules_players(rules_of(session));
    bool engines = false;
    if (over_say(session))
        return;
    for (int i = 0; i < players; i++)
        engines = engines || session->play->seats[i].level > 0;
    if (engines && !engine_think(session, NULL))
        return;
    if (engines && !advice_agrees(session->play->match, &session->thought->line[0])) {
        puts(_("the engine wants to play on"));
        return;
    }
    play_agree(session->play, clock_now());
    board_show(session, argument);
    game_keep(session);
}

static void game_write(struct session *session, const char *argument, bool replaces) {
    struct tab_record *record = play_record(session->play);
    if (*argument == '\0')
        puts(_("the name of a file is missing: save FILE"));
    else if (!replaces && access(argument, F_OK) == 0)
        printf(_("there is a file %s; `save! %s` replaces it\n"), argument, argument);
    else if (record == NULL || !record_save(argument, record))
        printf(_("cannot write %s: %s\n"), argument, translate_errno(errno));
    else
        printf(_("saved: %s\n"), argument);
    tab_record_free(record);
}

static void game_save(struct session *session, const char *argument) { game_write(session, argument, false); }
static void game_replace(struct session *session, const char *argument) { game_write(session, argument, true); }

static void clocks_show(struct session *session, const char *argument) {
    (void)argument;
    if (session->play->timing.base_ms == 0) {
        puts(_("there is no clock"));
        return;
    }
    for (int player = 1; player <= tab_rules_players(rules_of(session)); player++) {
        char text[TIMING_TEXT];
        timing_left(play_clock_left(session->play, player, clock_now()), text, sizeof text);
        printf(_("player %d: %s\n"), player, text);
    }
}

/* ---- What can be typed besides moves -------------------------------------------------------------------------- */

struct word {
    const char *name, *letter, *summary;
    void (*run)(struct session *session, const char *argument);
    bool takes; /* something may follow */
};

static void help_show(struct session *session, const char *argument);

static void session_end(struct session *session, const char *argument) {
    (void)argument;
    session->done = true;
}

static const struct word words[] = {
    {"moves", "m", N_("list the legal moves"), moves_show, false},
    {"undo", "u", N_("take the last move back"), move_undo, false},
    {"redo", "r", N_("make it again"), move_redo, false},
    {"board", "b", N_("show the board again"), board_show, false},
    {"describe", "d", N_("say the position in words"), words_show, false},
    {"words", "w", N_("from now on words, or drawings again"), words_toggle, false},
    {"position", "p", N_("print the text of the position"), position_show, false},
    {"hint", "h", N_("ask the engine for a move and its reason"), hint_show, false},
    {"clocks", "c", N_("say what time is left"), clocks_show, false},
    {"fill", "f", N_("set-up: place the rest of your pieces at random"), set_up_own, false},
    {"deal", "D", N_("set-up: deal everything that is left"), set_up_all, false},
    {"draw", "=", N_("agree on a draw"), draw_agree, false},
    {"resign", "x", N_("give up"), player_resign, false},
    {"save", "s", N_("save the game: save FILE"), game_save, true},
    {"save!", "S", N_("the same, in place of a file that is there"), game_replace, true},
    {"help", "?", N_("print this list"), help_show, false},
    {"quit", "q", N_("end the program"), session_end, false},
    {NULL, NULL, NULL, NULL, false},
};

static void help_show(struct session *session, const char *argument) {
    (void)session, (void)argument;
    puts(_("Type one or more moves, or one of these words:"));
    for (const struct word *word = words; word->name != NULL; word++)
        printf("  %s  %-8s  %s\n", word->letter, word->name, _(word->summary));
}

static const struct word *word_find(const char *line, size_t length) {
    for (const struct word *word = words; word->name != NULL; word++) {
        const bool named = strlen(word->name) == length && strncmp(line, word->name, length) == 0;
        const bool lettered = strlen(word->letter) == length && strncmp(line, word->letter, length) == 0;
        if ((named || lettered) && (word->takes || line[length] == '\0'))
            return word;
    }
    return NULL;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void refusal_print(const char *text, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    translate_error(error, message, sizeof message);
    puts(message);
    place_print(stdout, text, error->at);
}

/* Plays the moves of a line one after the other, up to the first that is not legal. */
static void moves_play(struct session *session, char *line) {
    int before = tab_match_ply(session->play->match);
    struct tab_error error = {0};
    const char *refused = NULL;
    char *rest = NULL;
    for (char *text = strtok_r(line, " \t", &rest); text != NULL && refused == NULL;
         text = strtok_r(NULL, " \t", &rest)) {
        tab_move move;
        if (!tab_move_parse(rules_of(session), position_of(session), text, &move, &error))
            refused = text;
        else if (!play_move(session->play, move, clock_now()) && !over_say(session))
            session->status = report_no_memory();
    }
    if (tab_match_ply(session->play->match) != before)
        board_show(session, NULL);
    if (refused != NULL)
        refusal_print(refused, &error);
    engines_move(session);
}

/* A move goes before a word that is written the same way. */
static void line_run(struct session *session, char *line) {
    tab_move move;
    const size_t length = strcspn(line, " \t");
    bool legal = tab_move_parse(rules_of(session), position_of(session), line, &move, NULL);
    const struct word *word = legal ? NULL : word_find(line, length);
    const bool late = time_over(session);
    if (word != NULL)
        word->run(session, line + length + strspn(line + length, " \t"));
    else if (!late)
        moves_play(session, line);
    if (late && !session->done)
        engines_move(session);
}

static void prompt_print(const struct session *session) {
    const int player = play_player(session->play);
    char left[TIMING_TEXT];
    if (player == 0) {
        printf(_("game over> "));
    } else if (session->play->timing.base_ms != 0) {
        timing_left(play_clock_left(session->play, player, clock_now()), left, sizeof left);
        printf(_("player %d, %s> "), player, left);
    } else {
        printf(_("player %d> "), player);
    }
    fflush(stdout);
}

/* Reads one line without the spaces around it; false at the end of the input. */
static bool line_read(const struct session *session, char **line, size_t *room, char **text) {
    prompt_print(session);
    ssize_t length = getline(line, room, stdin);
    if (length < 0) {
        putchar('\n');
        return false;
    }
    char *end = *line + strlen(*line);
    while (end > *line && strchr(" \t\r\n", end[-1]) != NULL)
        *--end = '\0';
    *text = *line + strspn(*line, " \t");
    char *shown = session->echo ? strdup(*text) : NULL;
    if (shown != NULL) {
        text_clean(shown);
        puts(shown);
    }
    free(shown);
    return true;
}

/* The option for a game that did not begin at the start. */
static void position_print(const struct session *session) {
    struct tab_position start;
    char usual[TAB_POSITION_TEXT], first[TAB_POSITION_TEXT];
    tab_position_start(rules_of(session), &start);
    tab_position_format(rules_of(session), &start, usual, sizeof usual);
    tab_position_format(rules_of(session), tab_match_position_at(session->play->match, 0), first, sizeof first);
    if (strcmp(usual, first) != 0)
        printf(" --position '%s'", first);
}

/* Prints the call that goes on from here, after at least one move. */
static void resume_print(const struct session *session) {
    const struct tab_match *match = session->play->match;
    char text[TAB_SPEC_TEXT];
    tab_rules_format(rules_of(session), text, sizeof text);
    printf(_("To go on later: tablier play '%s'"), text);
    for (int i = 0; i < tab_rules_players(rules_of(session)); i++) {
        seat_format(&session->play->seats[i], text, sizeof text);
        if (i > 0 || session->play->seats[i].level > 0) /* player 1 is a person anyway */
            printf(" --p%d %s", i + 1, text);
    }
    if (session->play->timing.base_ms != 0) {
        timing_format(&session->play->timing, TIMING_MINUTES, text, sizeof text);
        printf(" --time %s", text);
    }
    position_print(session);
    for (int ply = 0; ply < tab_match_ply(match); ply++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules_of(session), tab_match_position_at(match, ply), tab_match_move_at(match, ply), move,
                        sizeof move);
        printf("%s%s", ply == 0 ? " --moves '" : " ", move);
    }
    puts("'");
}

/* Who plays, where an engine does. */
static void seats_print(const struct session *session) {
    for (int i = 0; i < tab_rules_players(rules_of(session)); i++)
        if (session->play->seats[i].level > 0)
            printf(_("player %d: engine, level %d\n"), i + 1, session->play->seats[i].level);
}

static void session_run(struct session *session) {
    char *line = NULL, *text;
    size_t room = 0;
    puts(_("Type a move, `moves` for a list of them, or `help`."));
    seats_print(session);
    board_show(session, NULL);
    play_clock_run(session->play, clock_now());
    engines_move(session);
    while (!session->done && session->status == STATUS_GOOD && !ferror(stdout) &&
           line_read(session, &line, &room, &text))
        if (*text != '\0')
            line_run(session, text);
    free(line);
    if (play_player(session->play) != 0 && tab_match_ply(session->play->match) > 0)
        resume_print(session);
}

int plain_run(struct play *play, const struct plain_call *call) {
    struct session session = {
        .play = play,
        .call = call,
        .words = call->words,
        .echo = isatty(STDIN_FILENO) != 1,
    };
    tab_random_seed(&session.random, call->seed);
    session_run(&session);
    tab_engine_free(session.engine);
    free(session.thought);
    return session.status;
}
