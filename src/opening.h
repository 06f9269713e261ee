/* opening.h - engines of the programs: with the opening book that is installed with them. */
#ifndef TABLIER_OPENING_H
#define TABLIER_OPENING_H

#include <tablier.h>

/* Like tab_engine_new. A book that is not installed is done without; one that is damaged too, after a message. */
struct tab_engine *opening_engine_new(const struct tab_engine_options *options);

#endif
