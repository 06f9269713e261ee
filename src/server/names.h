/* names.h - names of accounts: what one may look like, and when two are the same for the eye.
 *
 * A name is written in one script, Latin, Greek or Cyrillic, with digits, and single hyphens or underscores inside; a dot
 * would make a file of the address of its page. It is kept as it was written, and compared in its folded form, in which
 * case, accents, separators, and letters that look alike make no difference: whoever is "Anna" shares the server with no
 * "ANNA", no "an-na", and no name in Cyrillic letters that looks the same. */
#ifndef TABLIER_SERVER_NAMES_H
#define TABLIER_SERVER_NAMES_H

#include "event.h"

enum { NAME_LEAST = 2, NAME_MOST = 20 }; /* characters */

/* Writes the folded form, which is never longer. False when it can be no name of an account. */
bool name_fold(const char *name, char folded[NAME_TEXT]);
/* Whether somebody may take it: not one that stands for the service itself. */
bool name_free(const char *folded);

#endif
