/* engine.h - what programs of this project ask of the engine beyond tablier.h. */
#ifndef TABLIER_ENGINE_ENGINE_H
#define TABLIER_ENGINE_ENGINE_H

#include "endings.h"
#include "santasi_book.h"

/* Memory for the table where nothing else is asked for. */
enum { ENGINE_HASH_MIB = 64 };

/* What tab_search_name answers, with a NULL after them. */
extern const char *const search_names[TAB_SEARCH_COUNT + 1];

/* Lets an engine use tables of endings, NULL: none, between searches. They stay the caller's, and must stay. */
void engine_use_endings(struct tab_engine *engine, const struct endings *endings);
/* Gives an engine a book of San Ta Si's opening for these rules, in bytes that malloc gave and that are the engine's
 * from now on. False, with what is wrong and at which byte, when they are no such book; they are freed then. */
bool engine_take_book(struct tab_engine *engine, const struct tab_rules *rules, unsigned char *bytes, size_t size,
                      struct tab_error *error);

#endif
