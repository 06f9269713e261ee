/* admin.h - what `tablier admin` does to the store of a server, running or not. Every action that changes something is one
 * transaction, with a line in the log of deeds, and takes effect on running servers within seconds (warden.h). */
#ifndef TABLIER_SERVER_ADMIN_H
#define TABLIER_SERVER_ADMIN_H

#include "sql.h"

#include <jansson.h>

struct tab_error;

struct admin {
    struct sql *sql;
    const char *who; /* who does it, for the log */
    int64_t now;
    const char *reason; /* "": none was given */
    int64_t days;       /* 0: for ever */
};

/* What is asked for; missing words are "". Returns an object, or one with a single list in it. NULL, with the reason, when
 * it cannot be done. */
typedef json_t *admin_function(const struct admin *admin, const char *const *words, struct tab_error *error);

/* What goes with an action: a reason; a number of days; and that its word is an address or a network. */
enum admin_takes { ADMIN_REASON = 1, ADMIN_DAYS = 2, ADMIN_NETWORK = 4 };

struct admin_action {
    const char *what, *verb; /* the first words of the command line; "": the second is left out */
    int least, most;         /* words after them */
    admin_function *run;
    const char *usage;   /* what these words are */
    const char *summary; /* one line */
    unsigned takes;      /* bits of admin_takes */
};

extern const struct admin_action admin_actions[];
extern const int admin_action_count;

/* NULL when there is none. */
const struct admin_action *admin_find(const char *what, const char *verb);
/* Whether the words can mean what the action takes; to be asked before it is run. */
bool admin_words_good(const struct admin_action *action, const char *const *words, struct tab_error *error);

#endif
