/* engine.h - what programs of this project ask of the engine beyond tablier.h. */
#ifndef TABLIER_ENGINE_ENGINE_H
#define TABLIER_ENGINE_ENGINE_H

#include <tablier.h>

/* Memory for the table where nothing else is asked for. */
enum { ENGINE_HASH_MIB = 64 };

/* What tab_search_name answers, with a NULL after them. */
extern const char *const search_names[TAB_SEARCH_COUNT + 1];

#endif
