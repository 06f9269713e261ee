/* opening.h - engines of the programs: with the opening book that is installed with them. */
#ifndef TABLIER_OPENING_H
#define TABLIER_OPENING_H

#include <tablier.h>

/* Room for what is wrong with the book. */
enum { OPENING_DAMAGE = TAB_ERROR_TEXT + 128 };

/* Like tab_engine_new. A book that is not installed is done without; one that is damaged too, and `damage` then says in
 * the language of the reader what is wrong with it: "" when nothing is. */
struct tab_engine *opening_engine_new(const struct tab_engine_options *options, char damage[OPENING_DAMAGE]);

#endif
