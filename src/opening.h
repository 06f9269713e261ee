/* opening.h - engines of the programs: with what is installed with them, the opening book and tables of endings. */
#ifndef TABLIER_OPENING_H
#define TABLIER_OPENING_H

#include <tablier.h>

/* Room for what is wrong with it. */
enum { OPENING_DAMAGE = TAB_ERROR_TEXT + 128 };

/* What is installed for these rules; NULL: for all games. What is damaged is done without, and `damage` says in the language
 * of the reader what is wrong with it: "" when nothing is. NULL when there is no memory. To be freed. */
struct tab_knowledge *opening_knowledge(const struct tab_rules *rules, char damage[OPENING_DAMAGE]);
/* Like tab_engine_new, with what is installed for these rules; NULL: for those of all games but tables, which take long to
 * read. */
struct tab_engine *opening_engine_new(const struct tab_engine_options *options, const struct tab_rules *rules,
                                      char damage[OPENING_DAMAGE]);

#endif
