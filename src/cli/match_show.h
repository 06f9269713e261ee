/* match_show.h - a match on the screen: a table that changes on a terminal, a line a game elsewhere, JSON at the end
 * for programs. */
#ifndef TABLIER_CLI_MATCH_SHOW_H
#define TABLIER_CLI_MATCH_SHOW_H

#include "match_table.h"

/* A failure that was reported, for the summary. */
struct match_fault {
    int64_t game; /* from 1 */
    int contender;
    struct failure failure;
};

struct match_screen {
    const struct tally *tally;
    const struct sprt *sprt; /* NULL: no test */
    bool terminal, quiet;
    int lines;       /* of the table shown last */
    int64_t redrawn; /* when that was */
    int fault_count;
    struct match_fault *faults;
};

/* `quiet` says nothing until the end. */
struct match_screen match_screen_begin(const struct tally *tally, const struct sprt *sprt, bool quiet);
/* Shows a game that has ended, after it was counted. */
void match_screen_game(struct match_screen *screen, const struct game *game);
/* Shows the table for the last time. */
void match_screen_end(struct match_screen *screen);
/* Prints the summary; returns an exit status. */
int match_screen_json(const struct match_screen *screen);
void match_screen_free(struct match_screen *screen);

#endif
