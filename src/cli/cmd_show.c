/* cmd_show.c - `tablier show`: a drawing of a position. */
#include "../file.h"
#include "at.h"
#include "paint.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The drawing as a whole document, which the caller frees; NULL when there is no memory. */
static char *svg_draw(const struct tab_match *match, size_t *length) {
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *position = tab_match_position(match);
    struct draw_view view = match_view(match, NULL);
    *length = draw_svg(rules, position, &view, NULL, 0);
    char *svg = malloc(*length + 1);
    if (svg != NULL)
        draw_svg(rules, position, &view, svg, *length + 1);
    return svg;
}

/* Writes a file, or standard output when that is called `-`. */
static int picture_write(const char *path, const char *text, size_t length) {
    struct file_draft draft;
    if (strcmp(path, "-") == 0) {
        fwrite(text, 1, length, stdout);
        return STATUS_GOOD;
    }
    if (!file_begin(&draft, path))
        return report_failure(N_("cannot open '%s': %s"), path, translate_errno(errno));
    fwrite(text, 1, length, draft.stream);
    return file_end(&draft) ? STATUS_GOOD : report_failure(N_("cannot write '%s': %s"), path, translate_errno(errno));
}

static int show_svg(const struct tab_match *match, const char *file) {
    size_t length;
    char *svg = svg_draw(match, &length);
    int status = svg != NULL ? picture_write(file, svg, length) : report_no_memory();
    free(svg);
    return status;
}

/* A picture has its own colours, and no characters. */
static int options_check(const struct arguments *arguments) {
    static const char *const drawn[] = {"ascii", "color"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (arguments_given(arguments, "svg") && arguments_given(arguments, drawn[i]))
            return report_call(arguments->command, N_("either --%s or --%s can be given"), "svg", drawn[i]);
    return STATUS_GOOD;
}

static int show_run(const struct arguments *arguments) {
    struct tab_match *match;
    int status = options_check(arguments);
    if (status == STATUS_GOOD)
        status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    const char *file = arguments_text(arguments, "svg");
    struct paint paint = paint_choose(arguments);
    if (file != NULL)
        status = show_svg(match, file);
    else
        paint_match(&paint, match, NULL);
    tab_match_free(match);
    return status;
}

const struct command show_command = {
    .name = "show",
    .summary = N_("draw the board"),
    .description = N_("Draws a position with its last move marked: in colour on a terminal, with Unicode characters "
                      "where the locale has them, or as a picture in a file."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION,
                                          OPTION_MOVES,
                                          {.name = "svg",
                                           .value = "FILE",
                                           .summary = N_("write an SVG picture to this file (- for standard output)"),
                                           .kind = PARAMETER_FILE},
                                          OPTION_ASCII,
                                          OPTION_COLOR,
                                          PARAMETERS_END},
    .run = show_run,
};
