/* thinking.h - the options that commands which let the engine think have in common. */
#ifndef TABLIER_CLI_THINKING_H
#define TABLIER_CLI_THINKING_H

#include "../engine/engine.h"
#include "command.h"

#include <tablier.h>

/* For the option tables of commands. */
#define OPTIONS_LIMITS                                                                                                 \
    {.name = "time",                                                                                                   \
     .value = "MS",                                                                                                    \
     .summary = N_("think for so many milliseconds"),                                                                  \
     .kind = PARAMETER_NUMBER,                                                                                         \
     .minimum = 1,                                                                                                     \
     .maximum = 1000000000},                                                                                           \
        {.name = "nodes",                                                                                              \
         .value = "N",                                                                                                 \
         .summary = N_("look at so many positions"),                                                                   \
         .kind = PARAMETER_NUMBER,                                                                                     \
         .minimum = 1,                                                                                                 \
         .maximum = 1000000000000000},                                                                                 \
        {.name = "depth",                                                                                              \
         .value = "D",                                                                                                 \
         .summary = N_("look so many moves ahead"),                                                                    \
         .kind = PARAMETER_NUMBER,                                                                                     \
         .minimum = 1,                                                                                                 \
         .maximum = 100}
#define OPTION_SEED                                                                                                    \
    {.name = "seed",                                                                                                   \
     .value = "S",                                                                                                     \
     .summary = N_("begin random choices from this number"),                                                           \
     .kind = PARAMETER_NUMBER,                                                                                         \
     .minimum = 0,                                                                                                     \
     .maximum = 1000000000000000}
#define OPTIONS_ENGINE                                                                                                 \
    {.name = "level",                                                                                                  \
     .value = "L",                                                                                                     \
     .summary = N_("play at this strength"),                                                                           \
     .kind = PARAMETER_NUMBER,                                                                                         \
     .minimum = 1,                                                                                                     \
     .maximum = TAB_LEVEL_MAX,                                                                                         \
     .initial = TAB_LEVEL_MAX},                                                                                        \
        {.name = "threads",                                                                                            \
         .value = "N",                                                                                                 \
         .summary = N_("use so many threads"),                                                                         \
         .kind = PARAMETER_NUMBER,                                                                                     \
         .minimum = 1,                                                                                                 \
         .maximum = TAB_THREADS_MAX,                                                                                   \
         .initial = 1},                                                                                                \
        {.name = "hash",                                                                                               \
         .value = "MIB",                                                                                               \
         .summary = N_("memory for the transposition table"),                                                          \
         .kind = PARAMETER_NUMBER,                                                                                     \
         .minimum = 1,                                                                                                 \
         .maximum = TAB_HASH_MIB_MAX,                                                                                  \
         .initial = ENGINE_HASH_MIB},                                                                                  \
        {.name = "search",                                                                                             \
         .value = "KIND",                                                                                              \
         .summary = N_("how to search"),                                                                               \
         .kind = PARAMETER_CHOICE,                                                                                     \
         .choices = search_names},                                                                                     \
        OPTION_SEED

/* The limits given, or `otherwise` milliseconds when none is. */
struct tab_limits thinking_limits(const struct arguments *arguments, int64_t otherwise);
struct tab_engine_options thinking_options(const struct arguments *arguments);
/* Refuses a search that a game cannot be searched with; STATUS_GOOD when there is nothing to refuse. */
int thinking_check(const struct arguments *arguments, const struct tab_rules *rules);
/* An engine with what is installed for a game, NULL: for any; what is damaged is reported. NULL when there is no memory. */
struct tab_engine *thinking_engine(const struct tab_engine_options *options, const struct tab_rules *rules);

#endif
