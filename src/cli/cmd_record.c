/* cmd_record.c - `tablier record`: checks, prints and converts files of records. */
#include "record_file.h"
#include "record_show.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

static int game_print(const struct arguments *arguments, struct tab_record *record, bool first) {
    const struct tab_match *match = tab_record_match(record, tab_record_end(record));
    struct paint paint = paint_choose(arguments);
    if (match == NULL)
        return report_no_memory();
    if (!first)
        puts("\n");
    record_print(record, match, &paint);
    return STATUS_GOOD;
}

static int game_convert(const struct arguments *arguments, struct tab_record *record) {
    const char *format = arguments_text(arguments, "format");
    if (format == NULL || strcmp(format, "pgn") == 0)
        return record_write(record);
    const struct tab_match *match = tab_record_match(record, tab_record_end(record));
    return match != NULL ? record_print_json(record, match) : report_no_memory();
}

static int games_run(const struct arguments *arguments, struct record_file *file) {
    bool prints = strcmp(arguments_text(arguments, "ACTION"), "print") == 0;
    int status = STATUS_GOOD;
    struct tab_record *record;
    for (bool first = true; status == STATUS_GOOD; first = false) {
        status = record_file_next(file, &record);
        if (record == NULL)
            break;
        status = prints ? game_print(arguments, record, first) : game_convert(arguments, record);
        tab_record_free(record);
    }
    return status;
}

/* Refuses options that another action has. */
static int options_check(const struct arguments *arguments, const char *action) {
    int status = strcmp(action, "convert") == 0 ? STATUS_GOOD : option_refuse(arguments, "format", "convert");
    if (status == STATUS_GOOD && strcmp(action, "print") != 0)
        status = option_refuse(arguments, "ascii", "print");
    if (status == STATUS_GOOD && strcmp(action, "print") != 0)
        status = option_refuse(arguments, "color", "print");
    return status;
}

static int record_run(const struct arguments *arguments) {
    const char *action = arguments_text(arguments, "ACTION");
    const bool checks = strcmp(action, "check") == 0;
    struct record_file file;
    int status = options_check(arguments, action);
    if (status != STATUS_GOOD)
        return status;
    status = record_file_open(&file, arguments_text(arguments, "FILE"));
    if (checks && (status == STATUS_GOOD || file.bad > 0))
        printf(_("good games: %d, bad games: %d\n"), file.good, file.bad);
    else if (!checks && status == STATUS_GOOD)
        status = games_run(arguments, &file);
    record_file_close(&file);
    return status;
}

const struct command record_command = {
    .name = "record",
    .summary = N_("check, print or convert records of games"),
    .description =
        N_("Reads a file of games in the format that docs/records.md describes, much like PGN. `check` reports the "
           "first problem of every game as FILE:LINE:COLUMN. `print` shows the games: tags, moves in columns with "
           "what is noted about them, the last position, and how the game ended. `convert` writes them in their "
           "canonical form, or as "
           "JSON, one line for each game. A file with a problem is neither printed nor converted."),
    .words = (const struct parameter[]){{.name = "ACTION",
                                         .summary = N_("what to do"),
                                         .kind = PARAMETER_CHOICE,
                                         .choices = (const char *const[]){"check", "print", "convert", NULL}},
                                        WORD_RECORD_FILE,
                                        PARAMETERS_END},
    .options = (const struct parameter[]){{.name = "format",
                                           .value = "FORMAT",
                                           .summary = N_("convert to"),
                                           .kind = PARAMETER_CHOICE,
                                           .choices = (const char *const[]){"pgn", "json", NULL}},
                                          OPTION_ASCII,
                                          OPTION_COLOR,
                                          PARAMETERS_END},
    .run = record_run,
};
