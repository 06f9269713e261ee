/* paint.h - drawings on a terminal: which characters and colours, and writing them. */
#ifndef TABLIER_CLI_PAINT_H
#define TABLIER_CLI_PAINT_H

#include "../draw/draw.h"
#include "command.h"

/* For the option tables of commands. */
#define OPTION_ASCII {.name = "ascii", .summary = N_("draw with ASCII characters only"), .kind = PARAMETER_SWITCH}
#define OPTION_COLOR                                                                                                   \
    {.name = "color",                                                                                                  \
     .value = "WHEN",                                                                                                  \
     .summary = N_("draw in colours"),                                                                                 \
     .kind = PARAMETER_CHOICE,                                                                                         \
     .choices = paint_when}
extern const char *const paint_when[];

/* How to paint on standard output. */
struct paint {
    bool color;
    bool unicode;
};

/* Decides from the two options: by default colours on a terminal unless NO_COLOR is set, and Unicode where the locale
 * has it. */
struct paint paint_choose(const struct arguments *arguments);

/* Draws the current position of a match, with its last move marked; `ended` as in the view. */
void paint_match(const struct paint *paint, const struct tab_match *match, const struct tab_result *ended);

/* How to look at the current position of a match: with its last move marked. */
struct draw_view match_view(const struct tab_match *match, const struct tab_result *ended);

#endif
