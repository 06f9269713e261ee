/* cmd_play.c - `tablier play`: a game between people at one terminal, line by line. */
#include "at.h"
#include "listing.h"
#include "paint.h"
#include "report.h"
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 79 };

struct session {
    struct tab_match *match;
    struct paint paint;
    const char *position; /* the text it began with, NULL for the start of the game */
    bool echo;            /* input does not come from a terminal, which would show it */
    bool done;
    int status; /* of the exit */
};

/* ---- What can be typed besides moves -------------------------------------------------------------------------- */

struct word {
    const char *name, *letter, *summary;
    void (*run)(struct session *session);
};

static void board_show(struct session *session) {
    const struct tab_rules *rules = tab_match_rules(session->match);
    const struct tab_position *position = tab_match_position(session->match);
    putchar('\n');
    paint_match(&session->paint, session->match);
    putchar('\n');
    if (tab_position_player(rules, position) == 0)
        result_print(rules, position);
}

static void moves_show(struct session *session) {
    struct listed_move listed[TAB_MOVES_MAX];
    int count = moves_list(tab_match_rules(session->match), tab_match_position(session->match), listed);
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

static void move_undo(struct session *session) {
    if (tab_match_undo(session->match))
        board_show(session);
    else
        puts(_("no move to take back"));
}

static void move_redo(struct session *session) {
    if (tab_match_redo(session->match))
        board_show(session);
    else
        puts(_("no move to make again"));
}

static void position_show(struct session *session) {
    char text[TAB_POSITION_TEXT];
    tab_position_format(tab_match_rules(session->match), tab_match_position(session->match), text, sizeof text);
    puts(text);
}

static void help_show(struct session *session);

static void session_end(struct session *session) { session->done = true; }

static const struct word words[] = {
    {"moves", "m", N_("list the legal moves"), moves_show},
    {"undo", "u", N_("take the last move back"), move_undo},
    {"redo", "r", N_("make it again"), move_redo},
    {"board", "b", N_("draw the board again"), board_show},
    {"position", "p", N_("print the text of the position"), position_show},
    {"help", "?", N_("print this list"), help_show},
    {"quit", "q", N_("end the program"), session_end},
    {NULL, NULL, NULL, NULL},
};

static void help_show(struct session *session) {
    (void)session;
    puts(_("Type one or more moves, or one of these words:"));
    for (const struct word *word = words; word->name != NULL; word++)
        printf("  %s  %-8s  %s\n", word->letter, word->name, translate(word->summary));
}

static const struct word *word_find(const char *text) {
    for (const struct word *word = words; word->name != NULL; word++)
        if (strcmp(text, word->name) == 0 || strcmp(text, word->letter) == 0)
            return word;
    return NULL;
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void refusal_print(const char *text, const struct tab_error *error) {
    char message[TAB_ERROR_TEXT];
    error_words(error, message, sizeof message);
    puts(message);
    place_print(stdout, text, error->at);
}

/* Plays the moves of a line one after the other, up to the first that is not legal. */
static void moves_play(struct session *session, char *line) {
    int before = tab_match_ply(session->match);
    struct tab_error error = {0};
    const char *refused = NULL;
    char *rest = NULL;
    for (char *text = strtok_r(line, " \t", &rest); text != NULL && refused == NULL;
         text = strtok_r(NULL, " \t", &rest)) {
        tab_move move;
        if (!tab_move_parse(tab_match_rules(session->match), tab_match_position(session->match), text, &move, &error))
            refused = text;
        else if (!tab_match_play(session->match, move))
            session->status = report_no_memory();
    }
    if (tab_match_ply(session->match) != before)
        board_show(session);
    if (refused != NULL)
        refusal_print(refused, &error);
}

/* A move goes before a word that is written the same way. */
static void line_run(struct session *session, char *line) {
    tab_move move;
    const struct tab_position *position = tab_match_position(session->match);
    bool legal = tab_move_parse(tab_match_rules(session->match), position, line, &move, NULL);
    const struct word *word = legal ? NULL : word_find(line);
    if (word != NULL)
        word->run(session);
    else
        moves_play(session, line);
}

static void prompt_print(const struct session *session) {
    int player = tab_position_player(tab_match_rules(session->match), tab_match_position(session->match));
    if (player != 0)
        printf(_("player %d> "), player);
    else
        printf(_("game over> "));
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
    if (session->echo)
        puts(*text);
    return true;
}

/* Prints the call that goes on from here, after at least one move. */
static void resume_print(const struct session *session) {
    const struct tab_match *match = session->match;
    char text[TAB_SPEC_TEXT];
    tab_rules_format(tab_match_rules(match), text, sizeof text);
    printf(_("To go on later: tablier play '%s'"), text);
    if (session->position != NULL)
        printf(" --position '%s'", session->position);
    for (int ply = 0; ply < tab_match_ply(match); ply++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(tab_match_rules(match), tab_match_position_at(match, ply), tab_match_move_at(match, ply), move,
                        sizeof move);
        printf("%s%s", ply == 0 ? " --moves '" : " ", move);
    }
    puts("'");
}

static void session_run(struct session *session) {
    char *line = NULL, *text;
    size_t room = 0;
    puts(_("Type a move, `moves` for a list of them, or `help`."));
    board_show(session);
    while (!session->done && session->status == STATUS_GOOD && !ferror(stdout) &&
           line_read(session, &line, &room, &text))
        if (*text != '\0')
            line_run(session, text);
    free(line);
    int player = tab_position_player(tab_match_rules(session->match), tab_match_position(session->match));
    if (player != 0 && tab_match_ply(session->match) > 0)
        resume_print(session);
}

static int play_run(const struct arguments *arguments) {
    const char *spec = arguments_text(arguments, "SPEC");
    struct session session = {
        .paint = paint_choose(arguments),
        .position = arguments_text(arguments, "position"),
        .echo = isatty(STDIN_FILENO) != 1,
    };
    int status = at_open(arguments, spec != NULL ? spec : tab_game_id(tab_game_at(0)), &session.match);
    if (status != STATUS_GOOD)
        return status;
    session_run(&session);
    tab_match_free(session.match);
    return session.status;
}

const struct command play_command = {
    .name = "play",
    .summary = N_("play a game at this terminal"),
    .description =
        N_("Two or more people play at one terminal: the board is drawn, a move is read and made, or refused "
           "with the reason. Moves can be taken back; `help` lists what can be typed. Without SPEC it is the "
           "first game of `tablier games`."),
    .words = (const struct parameter[]){WORD_SPEC_OPTIONAL, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION, OPTION_MOVES, OPTION_ASCII, OPTION_COLOR, PARAMETERS_END},
    .run = play_run,
};
