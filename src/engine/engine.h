/* engine.h - what programs of this project ask of the engine beyond tablier.h. */
#ifndef TABLIER_ENGINE_ENGINE_H
#define TABLIER_ENGINE_ENGINE_H

#include "endings.h"

/* Lets an engine use tables of endings, NULL: none, between searches. They stay the caller's, and must stay. */
void engine_use_endings(struct tab_engine *engine, const struct endings *endings);

#endif
