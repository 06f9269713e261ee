/* turnstile.h - writers of one file that let each other pass, in the order in which they came.
 *
 * SQLite has one writer at a time, and who finds the file taken looks again after a while: a thread that writes without
 * a pause keeps the others out, and these sleep longer than they need to. Threads of one program wait here first. */
#ifndef TABLIER_SERVER_TURNSTILE_H
#define TABLIER_SERVER_TURNSTILE_H

#include <stdbool.h>

struct turnstile;

/* The turnstile of a file, which is the same for all who ask in this program; NULL when there is no memory,
 * or no such file. */
struct turnstile *turnstile_find(const char *path);
void turnstile_leave(struct turnstile *turnstile); /* NULL is nothing */

/* Waits for one's turn, at most for so long; whoever has it passes it on. False: somebody did not pass it on in time. */
bool turnstile_enter(struct turnstile *turnstile, int milliseconds);
void turnstile_pass(struct turnstile *turnstile);

#endif
