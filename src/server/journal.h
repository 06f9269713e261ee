/* journal.h - what the service tells who hosts it: one line of standard error an event, as JSON, or readable when that is
 * a terminal. */
#ifndef TABLIER_SERVER_JOURNAL_H
#define TABLIER_SERVER_JOURNAL_H

enum journal_level { JOURNAL_ERROR, JOURNAL_WARNING, JOURNAL_INFO, JOURNAL_LEVEL_COUNT };

/* Pairs of texts, a name and a value, ended by NULL: journal_write(JOURNAL_INFO, "start", "port", "8080", NULL). May be
 * called from any thread. */
void journal_write(enum journal_level level, const char *event, ...);

#endif
