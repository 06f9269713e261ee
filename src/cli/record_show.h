/* record_show.h - records for people and for programs. */
#ifndef TABLIER_CLI_RECORD_SHOW_H
#define TABLIER_CLI_RECORD_SHOW_H

#include "paint.h"

#include <tablier.h>

/* Both take the match at the end of the record's main line. */

/* Prints a game readably: tags, moves in columns with what is noted about them, the last position, and how it ended. */
void record_print(struct tab_record *record, const struct tab_match *match, const struct paint *paint);
/* Prints a game as one line of JSON. Returns an exit status. */
int record_print_json(const struct tab_record *record, const struct tab_match *match);

#endif
