/* command.h - the table of commands.
 *
 * A command says in data what it is called, what words and options it takes and what they mean. Reading the command
 * line, `--help`, the manual page and shell completion all come from that data. A new command is one file cmd_NAME.c
 * that fills a `struct command` called NAME_command, and one line in commands.def. */
#ifndef TABLIER_CLI_COMMAND_H
#define TABLIER_CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "../translate.h"

enum { WORDS_MAX = 16, OPTIONS_MAX = 24 };

/* What the program's exit status means: done; not done, although the call was good; not begun, for the words and options
 * of the call are wrong; no answer within the limits. */
enum { STATUS_GOOD = 0, STATUS_FAILED = 1, STATUS_BAD_CALL = 2, STATUS_OPEN = 3 };

/* What a word or the value of an option has to be. Numbers, choices, games and commands are checked before the command
 * runs; completion offers what can be listed. */
enum parameter_kind {
    PARAMETER_SWITCH, /* an option without a value */
    PARAMETER_TEXT,
    PARAMETER_SPEC,    /* a game spec */
    PARAMETER_GAME,    /* the id of a game */
    PARAMETER_COMMAND, /* the name of a command */
    PARAMETER_FILE,
    PARAMETER_NUMBER, /* from `minimum` to `maximum` */
    PARAMETER_CHOICE, /* one of `choices` */
    PARAMETER_KIND_COUNT
};

/* A word of the command line, or an option with its value. */
struct parameter {
    const char *name;    /* "SPEC" for a word, "position" for the option --position; NULL ends a table */
    const char *value;   /* what help calls the value of an option; NULL for words and switches */
    const char *summary; /* one line */
    enum parameter_kind kind;
    bool optional, repeated;    /* for words, in this order: needed ones, optional ones, at most one repeated */
    bool needed;                /* for options */
    int64_t minimum, maximum;   /* of a number */
    int64_t initial;            /* what a number is when it is not given, for the help; 0: nothing to be told */
    const char *const *choices; /* ended by NULL */
};

struct arguments;

struct command {
    const char *name;
    const char *summary;                           /* one line, for lists */
    const char *description;                       /* paragraphs, each one line of any length */
    const struct parameter *words;                 /* in order */
    const struct parameter *options;               /* without those that every command takes */
    int (*run)(const struct arguments *arguments); /* returns an exit status */
};

/* What a command is run with, checked against its table. */
struct arguments {
    const struct command *command;
    int word_count;
    const char *words[WORDS_MAX];
    const char *values[OPTIONS_MAX]; /* beside command->options; NULL: not given */
};

/* ---- The commands there are: commands.c ----------------------------------------------------------------------- */

int command_count(void);
const struct command *command_at(int index);
const struct command *command_find(const char *name); /* NULL when there is none */

/* The options that the program itself and every command take: --help, or -h, --version and --lang. */
extern const struct parameter common_options[];
extern const char *const program_summary;
/* The word after the program's name, or after `help`: a command. */
extern const struct parameter program_words[];

/* For commands without words or without options of their own. */
extern const struct parameter no_parameters[];

/* ---- Words and options that several commands share ------------------------------------------------------------ */

#define WORD_SPEC_MADE(may_be_missing)                                                                                 \
    {.name = "SPEC",                                                                                                   \
     .summary = N_("the game with its options: id or id:key=value,key=value"),                                         \
     .kind = PARAMETER_SPEC,                                                                                           \
     .optional = (may_be_missing)}
#define WORD_SPEC WORD_SPEC_MADE(false)
#define WORD_SPEC_OPTIONAL WORD_SPEC_MADE(true)
#define OPTION_JSON {.name = "json", .summary = N_("print one line of JSON, for programs"), .kind = PARAMETER_SWITCH}
#define PARAMETERS_END {.name = NULL}

/* ---- Asking for them: arguments.c ----------------------------------------------------------------------------- */

/* Each takes the name of a word or an option in the command's table. */
bool arguments_given(const struct arguments *arguments, const char *name);
/* NULL when it was not given. */
const char *arguments_text(const struct arguments *arguments, const char *name);
int64_t arguments_number(const struct arguments *arguments, const char *name, int64_t otherwise);

/* Reports an option that is given although it has an effect only with something else: "--every is for verify". Returns
 * as word_check does. */
int option_refuse(const struct arguments *arguments, const char *option, const char *place);

/* Checks a word against its parameter, likewise: returns STATUS_GOOD, or reports what is wrong and returns the exit
 * status. `command` is NULL before a command is known. */
int word_check(const struct command *command, const struct parameter *word, const char *text);

/* Looks whether texts[*next] is an option that everything takes; *common is NULL when it is not. `next` moves on to its
 * value when that is a text of its own. Returns as word_check does. */
int common_read(const struct command *command, char *const *texts, int count, int *next,
                const struct parameter **common);

/* Reads the words that follow the command's name, likewise. Once --help or --version is met, in *common, nothing else
 * is checked. The language has its effect earlier, on what is reported here too: main has looked for it. */
int arguments_read(struct arguments *arguments, const struct command *command, char *const *texts, int count,
                   const struct parameter **common);

#endif
