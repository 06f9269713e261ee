/* cmd_manual.c - `tablier manual`: the manual page, in troff. */
#include "command.h"
#include "help.h"

#include <stdio.h>

#include <tablier.h>

/* ---- troff ---------------------------------------------------------------------------------------------------- */

/* Writes a text so that troff changes nothing in it; a line end begins a paragraph. */
static void roff_text(const char *text) {
    bool line_start = true;
    for (; *text != '\0'; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            printf("\\&");
        line_start = *text == '\n';
        switch (*text) {
        case '\\': printf("\\e"); break;
        case '-': printf("\\-"); break;
        case '"': printf("\\(dq"); break;
        case '`': printf("\\(ga"); break;
        case '\'': printf("\\(aq"); break;
        case '\n': printf("\n.PP\n"); break;
        default: putchar(*text); break;
        }
    }
}

static void roff_macro(const char *macro, const char *text) {
    printf("%s ", macro);
    roff_text(text);
    putchar('\n');
}

/* An entry of a list: a name and its explanation. */
static void roff_entry(const char *name, const char *text) {
    puts(".TP");
    roff_macro(".B", name);
    roff_text(text);
    putchar('\n');
}

/* ---- Sections ------------------------------------------------------------------------------------------------- */

static void synopsis_of(const struct command *command) {
    char text[USAGE_SIZE];
    printf(".SY tablier\n.B ");
    roff_text(command->name);
    putchar('\n');
    for (const struct parameter *word = command->words; word->name != NULL; word++) {
        word_usage(word, text, sizeof text);
        roff_macro(".I", text);
    }
    for (const struct parameter *option = command->options; option->name != NULL; option++) {
        option_call(option, text, sizeof text);
        roff_text(text);
        putchar('\n');
    }
    puts(".YS");
}

static void parameters_print(const struct parameter *parameters,
                             void (*usage)(const struct parameter *, char *, size_t)) {
    for (; parameters->name != NULL; parameters++) {
        char name[USAGE_SIZE], summary[SUMMARY_SIZE];
        usage(parameters, name, sizeof name);
        parameter_summary(parameters, summary, sizeof summary);
        roff_entry(name, summary);
    }
}

static void command_print(const struct command *command) {
    roff_macro(".SS", command->name);
    roff_text(translate(command->description));
    putchar('\n');
    parameters_print(command->words, word_usage);
    parameters_print(command->options, option_usage);
}

static void option_print(const struct tab_option *option) {
    char text[SUMMARY_SIZE];
    roff_entry(option->key, translate(option->summary));
    puts(".RS");
    if (option->choices == NULL) {
        snprintf(text, sizeof text, _("a text, by default %s"), option->initial);
        roff_entry(translate(option->pattern), text);
    }
    for (const struct tab_choice *choice = option->choices; choice != NULL && choice->value != NULL; choice++) {
        snprintf(text, sizeof text, "%s%s", translate(choice->summary),
                 choice == option->choices ? _(" (default)") : "");
        roff_entry(choice->value, text);
    }
    puts(".RE");
}

static void game_print(const struct tab_game *game) {
    char text[SUMMARY_SIZE];
    int least = tab_game_players_min(game), most = tab_game_players_max(game);
    snprintf(text, sizeof text, least == most ? _("%s, %d players") : _("%s, %d to %d players"),
             translate(tab_game_title(game)), least, most);
    roff_macro(".SS", tab_game_id(game));
    roff_text(text);
    putchar('\n');
    for (int i = 0; i < tab_game_option_count(game); i++)
        option_print(tab_game_option(game, i));
}

/* Sections that are the same for every command. */
struct entry {
    const char *name, *text;
};

static const struct entry statuses[] = {
    {"0", N_("done")},
    {"1", N_("not done, although the call was good: a file is not there, cannot be written or holds something else; a "
             "game of a file is wrong; memory, an engine or a server failed; it was interrupted")},
    {"2",
     N_("a bad call, and nothing was begun: a word or an option is wrong, missing or too many; standard error says "
        "which, and where in it")},
    {"3", N_("no answer: `solve` could not prove one within its limits")},
    {NULL, NULL},
};

static const struct entry files[] = {
    {"~/.local/state/tablier/games",
     N_("unfinished games of `tablier play`, one in each file; the finished ones are in "
        "the folder `finished` there")},
    {"~/.local/state/tablier/service", N_("the games of `tablier serve`, unless its settings name another place")},
    {"PREFIX/share/tablier", N_("what is installed with the program, whose folder is PREFIX/bin: santasi.book, the "
                                "opening book of San Ta Si; lessons; puzzles; web, the pages of "
                                "`tablier serve`")},
    {"FILE.lock", N_("beside FILE while a run of `puzzles`, `tune` or `solve --book` replaces it, so that no other run "
                     "does; one that a killed run has left hinders nobody")},
    {NULL, NULL},
};

static const struct entry variables[] = {
    {"XDG_STATE_HOME", N_("where games are kept instead of ~/.local/state, when it is a path that begins with /")},
    {"HOME", N_("the folder ~ in the paths of files")},
    {"NO_COLOR", N_("set to anything but nothing: no colours, unless --color always asks for them")},
    {"TERM", N_("the kind of terminal: `dumb` has no colours, and one that ncurses does not know no full screen")},
    {"LANGUAGE, LC_ALL, LC_MESSAGES, LANG", N_("the language of messages: English or French, as the locale says")},
    {"LC_ALL, LC_CTYPE, LANG",
     N_("drawings use Unicode when the character set of the locale is UTF-8, and ASCII otherwise")},
    {"SUDO_USER",
     N_("whom `tablier admin` notes as the one who did something, when it is run by root for another user")},
    {"PGPASSWORD, PGPASSFILE, PG...", N_("how libpq connects when the games are kept in PostgreSQL")},
    {NULL, NULL},
};

static const struct entry examples[] = {
    {"tablier moves siam --moves \"@c1n @c5s\"", N_("the legal moves of Siam after two moves")},
    {"tablier position siam:openings=crossed --moves \"@a1n\"",
     N_("the text of a position, with an option of the game")},
    {"tablier perft siam 4 --divide", N_("how many sequences of four moves begin with each first move")},
    {NULL, NULL},
};

static void entries_print(const char *section, const struct entry *entries) {
    roff_macro(".SH", translate(section));
    for (; entries->name != NULL; entries++)
        roff_entry(entries->name, translate(entries->text));
}

/* ---- The command ---------------------------------------------------------------------------------------------- */

static int manual_run(const struct arguments *arguments) {
    (void)arguments;
    printf(".TH TABLIER 1 \"\" \"tablier %s\" \"%s\"\n", TABLIER_VERSION, _("User Commands"));
    roff_macro(".SH", _("NAME"));
    printf("tablier \\- ");
    roff_text(translate(program_summary));
    putchar('\n');
    roff_macro(".SH", _("SYNOPSIS"));
    for (int i = 0; i < command_count(); i++)
        synopsis_of(command_at(i));
    roff_macro(".SH", _("COMMANDS"));
    roff_text(_("Words and options may stand in any order after the name of the command; `--` ends the options. These "
                "options belong to every command:"));
    putchar('\n');
    parameters_print(common_options, option_usage);
    for (int i = 0; i < command_count(); i++)
        command_print(command_at(i));
    roff_macro(".SH", _("GAMES"));
    roff_text(_("SPEC names a game with its options: `id` or `id:key=value,key=value`. Options that are left out have "
                "their default. These are the games and their options:"));
    putchar('\n');
    for (int i = 0; i < tab_game_count(); i++)
        game_print(tab_game_at(i));
    entries_print(N_("EXIT STATUS"), statuses);
    entries_print(N_("FILES"), files);
    entries_print(N_("ENVIRONMENT"), variables);
    entries_print(N_("EXAMPLES"), examples);
    return STATUS_GOOD;
}

const struct command manual_command = {
    .name = "manual",
    .summary = N_("print the manual page"),
    .description =
        N_("Prints the manual page in the language of troff; read it with `tablier manual | man -l -`. `make "
           "install` installs it."),
    .words = no_parameters,
    .options = no_parameters,
    .run = manual_run,
};
