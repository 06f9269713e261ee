/* cmd_completion.c - `tablier completion`: a script that teaches a shell what can be typed.
 *
 * What can stand where comes from the table of commands and from the options of the games; only how a shell is told
 * about it is written here. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include <tablier.h>

static void lines_print(const char *const *lines) {
    for (; *lines != NULL; lines++)
        puts(*lines);
}

/* ---- Game specs, for both shells ------------------------------------------------------------------------------ */

/* The function _tablier_list answers what there is: `:` the games, `:GAME` its options, `:GAME:OPTION` the values. */
static void lists_of_game(const struct tab_game *game) {
    const char *id = tab_game_id(game);
    printf("    ':%s') echo", id);
    for (int i = 0; i < tab_game_option_count(game); i++)
        printf(" %s", tab_game_option(game, i)->key);
    puts(" ;;");
    for (int i = 0; i < tab_game_option_count(game); i++) {
        const struct tab_option *option = tab_game_option(game, i);
        printf("    ':%s:%s') echo", id, option->key);
        if (option->choices == NULL)
            printf(" '%s'", option->initial);
        for (const struct tab_choice *choice = option->choices; choice != NULL && choice->value != NULL; choice++)
            printf(" %s", choice->value);
        puts(" ;;");
    }
}

static void lists_of_games(void) {
    printf("    ':') echo");
    for (int i = 0; i < tab_game_count(); i++)
        printf(" %s", tab_game_id(tab_game_at(i)));
    puts(" ;;");
    for (int i = 0; i < tab_game_count(); i++)
        lists_of_game(tab_game_at(i));
}

/* Every way to go on with a game spec that has been begun. */
static const char *const specs_function[] = {
    "_tablier_specs() {",
    "    local id=${1%%:*} last=${1##*[:,]} name",
    "    local before=${1%\"$last\"}",
    "    if [[ $1 != *:* ]]; then",
    "        for name in $(_tablier_list :); do echo \"$name\" \"$name:\"; done",
    "    elif [[ $last == *=* ]]; then",
    "        for name in $(_tablier_list \":$id:${last%%=*}\"); do echo \"$before${last%%=*}=$name\"; done",
    "    else",
    "        for name in $(_tablier_list \":$id\"); do",
    "            [[ $before == *[:,]$name=* ]] || echo \"$before$name=\"",
    "        done",
    "    fi",
    "}",
    "",
    NULL,
};

/* ---- bash ----------------------------------------------------------------------------------------------------- */

static void commands_print(void) {
    for (int i = 0; i < command_count(); i++)
        printf(" %s", command_at(i)->name);
}

/* For bash, _tablier_list also answers for the commands: `COMMAND` its options, `COMMAND --OPTION` and `COMMAND NUMBER`
 * what the value of an option or a word has to be, followed by its choices. The program itself has an empty name. */
static void bash_value(const char *command, const char *what, const struct parameter *parameter) {
    static const char *const kinds[PARAMETER_KIND_COUNT] = {
        [PARAMETER_TEXT] = "text",      [PARAMETER_SPEC] = "spec",     [PARAMETER_GAME] = "game",
        [PARAMETER_FILE] = "file",      [PARAMETER_NUMBER] = "number", [PARAMETER_CHOICE] = "choice",
        [PARAMETER_COMMAND] = "choice",
    };
    if (parameter->kind == PARAMETER_SWITCH)
        return;
    printf("    '%s %s') echo %s", command, what, kinds[parameter->kind]);
    for (int i = 0; parameter->kind == PARAMETER_CHOICE && parameter->choices[i] != NULL; i++)
        printf(" %s", parameter->choices[i]);
    if (parameter->kind == PARAMETER_COMMAND)
        commands_print();
    puts(" ;;");
}

static void bash_command(const struct command *command) {
    char what[64];
    printf("    '%s') echo", command->name);
    for (const struct parameter *option = command->options; option->name != NULL; option++)
        printf(" --%s", option->name);
    for (const struct parameter *option = common_options; option->name != NULL; option++)
        printf(" --%s", option->name);
    puts(" ;;");
    for (const struct parameter *option = command->options; option->name != NULL; option++) {
        snprintf(what, sizeof what, "--%s", option->name);
        bash_value(command->name, what, option);
    }
    for (const struct parameter *option = common_options; option->name != NULL; option++) {
        snprintf(what, sizeof what, "--%s", option->name);
        bash_value(command->name, what, option);
    }
    const struct parameter *word = command->words;
    for (int place = 0; word->name != NULL && place < WORDS_MAX; place++) {
        snprintf(what, sizeof what, "%d", place);
        bash_value(command->name, what, word);
        word += !word->repeated;
    }
}

static const char *const bash_function[] = {
    "_tablier() {",
    "    local -a words=()",
    "    local i piece joined='' place=0 kind='' prefix=''",
    "    # The shell splits words at : and =, which game specs and options contain.",
    "    for ((i = 0; i <= COMP_CWORD; i++)); do",
    "        piece=${COMP_WORDS[i]}",
    "        if [[ $piece && ( $joined || $piece == [:=]* ) ]]; then",
    "            words[${#words[@]} - 1]+=$piece",
    "        else",
    "            words+=(\"$piece\")",
    "        fi",
    "        joined=''",
    "        [[ $piece == *[:=] ]] && joined=1",
    "    done",
    "    local last=$((${#words[@]} - 1))",
    "    local word=${words[last]} command=''",
    "    # What is the word to be: the value of an option, an option, or a word at its place?",
    "    for ((i = 1; i < last; i++)); do",
    "        if [[ ${words[i]} != -* && $command ]]; then",
    "            ((place++))",
    "        elif [[ ${words[i]} != -* ]]; then",
    "            command=${words[i]}",
    "        elif [[ ${words[i]} != *=* && $(_tablier_list \"$command ${words[i]}\") ]]; then",
    "            ((++i == last)) && kind=$(_tablier_list \"$command ${words[i - 1]}\")",
    "        fi",
    "    done",
    "    if [[ $kind ]]; then",
    "        :",
    "    elif [[ $word == --*=* ]]; then",
    "        prefix=${word%%=*}=",
    "        kind=$(_tablier_list \"$command ${word%%=*}\")",
    "    elif [[ $word == -* ]]; then",
    "        kind=\"choice $(_tablier_list \"$command\")\"",
    "    else",
    "        kind=$(_tablier_list \"$command $place\")",
    "    fi",
    "    word=${word#\"$prefix\"}",
    "    local IFS=$' \\t\\n'",
    "    case $kind in",
    "    choice*) COMPREPLY=($(compgen -W \"${kind#choice}\" -- \"$word\")) ;;",
    "    game) COMPREPLY=($(compgen -W \"$(_tablier_list :)\" -- \"$word\")) ;;",
    "    spec) COMPREPLY=($(compgen -W \"$(_tablier_specs \"$word\")\" -- \"$word\")) ;;",
    "    file)",
    "        local IFS=$'\\n'",
    "        compopt -o filenames",
    "        COMPREPLY=($(compgen -f -- \"$word\"))",
    "        ;;",
    "    *) COMPREPLY=() ;;",
    "    esac",
    "    if [[ $kind == spec ]]; then",
    "        # A spec may go on; and only what follows the last : or = is replaced.",
    "        compopt -o nospace",
    "        COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*[:=]}\"}\"}\")",
    "    fi",
    "}",
    "complete -F _tablier tablier",
    NULL,
};

static void bash_print(void) {
    puts(
        "# Completion of tablier for bash, written by `tablier completion bash`.\n\n_tablier_list() {\n    case $1 in");
    bash_command(&(const struct command){.name = "", .words = program_words, .options = no_parameters});
    for (int i = 0; i < command_count(); i++)
        bash_command(command_at(i));
    lists_of_games();
    puts("    esac\n}\n");
    lines_print(specs_function);
    lines_print(bash_function);
}

/* ---- zsh ------------------------------------------------------------------------------------------------------ */

/* Writes a text inside single quotes, with a backslash before what would end it for _arguments or _describe. */
static void zsh_text(const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            printf("'\\'");
        else if (strchr(":[]\\", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

/* What completes a value: the end of a spec of _arguments. */
static void zsh_value(const struct parameter *parameter, const char *name) {
    putchar(':');
    zsh_text(name);
    putchar(':');
    switch (parameter->kind) {
    case PARAMETER_SPEC: printf("_tablier_spec"); break;
    case PARAMETER_GAME: printf("_tablier_game"); break;
    case PARAMETER_COMMAND: printf("_tablier_command"); break;
    case PARAMETER_FILE: printf("_files"); break;
    case PARAMETER_CHOICE:
        putchar('(');
        for (int i = 0; parameter->choices[i] != NULL; i++)
            printf("%s%s", i > 0 ? " " : "", parameter->choices[i]);
        putchar(')');
        break;
    case PARAMETER_TEXT:
    case PARAMETER_NUMBER: printf(" "); break;
    case PARAMETER_SWITCH:
    case PARAMETER_KIND_COUNT: break;
    }
}

static void zsh_options(const struct parameter *option) {
    for (; option->name != NULL; option++) {
        printf(" \\\n            '--%s%s[", option->name, option->kind == PARAMETER_SWITCH ? "" : "=");
        zsh_text(translate(option->summary));
        putchar(']');
        if (option->kind != PARAMETER_SWITCH)
            zsh_value(option, option->value);
        putchar('\'');
    }
}

static void zsh_command(const struct command *command) {
    printf("    words-%s)\n        _arguments", command->name);
    zsh_options(command->options);
    zsh_options(common_options);
    for (int i = 0; command->words[i].name != NULL; i++) {
        const struct parameter *word = &command->words[i];
        if (word->repeated)
            printf(" \\\n            '*");
        else
            printf(" \\\n            '%d%s", i + 1, word->optional ? ":" : "");
        zsh_value(word, word->name);
        putchar('\'');
    }
    puts("\n        ;;");
}

/* One entry of a list for _describe. */
static void zsh_entry(const char *name, const char *summary) {
    printf("        '%s:", name);
    zsh_text(summary);
    puts("'");
}

static const char *const zsh_helpers[] = {
    "_tablier_game() { compadd -- $(_tablier_list :) }",
    "",
    "_tablier_spec() { compadd -S '' -- $(_tablier_specs \"$PREFIX\") }",
    "",
    NULL,
};

static void zsh_print(void) {
    puts("#compdef tablier\n# Completion of tablier for zsh, written by `tablier completion zsh`.\n\n"
         "_tablier_list() {\n    case $1 in");
    lists_of_games();
    puts("    esac\n}\n");
    lines_print(specs_function);
    lines_print(zsh_helpers);
    puts("_tablier_command() {\n    local -a commands=(");
    for (int i = 0; i < command_count(); i++)
        zsh_entry(command_at(i)->name, translate(command_at(i)->summary));
    printf("    )\n    _describe command commands\n}\n\n_tablier() {\n    local state\n    _arguments -C");
    zsh_options(common_options);
    puts(" \\\n            ': :_tablier_command' \\\n            '*:: :->words'\n    case $state-$words[1] in");
    for (int i = 0; i < command_count(); i++)
        zsh_command(command_at(i));
    puts("    esac\n}\n\n_tablier \"$@\"");
}

/* ---- The command ---------------------------------------------------------------------------------------------- */

static int completion_run(const struct arguments *arguments) {
    if (strcmp(arguments_text(arguments, "SHELL"), "bash") == 0)
        bash_print();
    else
        zsh_print();
    return STATUS_GOOD;
}

const struct command completion_command = {
    .name = "completion",
    .summary = N_("print a script that completes this command in a shell"),
    .description =
        N_("Prints a script for bash or zsh that completes commands, options, games and game specs. For "
           "bash: `source <(tablier completion bash)`. For zsh: write it to a file `_tablier` in a folder of "
           "$fpath. `make install` installs both."),
    .words = (const struct parameter[]){{.name = "SHELL",
                                         .summary = N_("the shell"),
                                         .kind = PARAMETER_CHOICE,
                                         .choices = (const char *const[]){"bash", "zsh", NULL}},
                                        PARAMETERS_END},
    .options = no_parameters,
    .run = completion_run,
};
