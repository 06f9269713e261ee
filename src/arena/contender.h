/* contender.h - who plays: an engine, its settings, and how long it may think.
 *
 *     ENGINE   tablier|uct|mcts|greedy|random|cmd=PROGRAM ARGUMENTS…[,key=value…]
 *
 * Spaces separate the words of a command and commas everything else; quotes '…' and "…" and a backslash take their
 * meaning away. The built-in engines are this program, run as `tablier engine`: there is one way of playing. */
#ifndef TABLIER_ARENA_CONTENDER_H
#define TABLIER_ARENA_CONTENDER_H

#include <tablier.h>

enum { CONTENDER_NAME = 48, CONTENDER_WORDS_MAX = 64, CONTENDER_SETTINGS_MAX = 32 };

/* How long an engine may think; 0: no such limit. */
struct allowance {
    int64_t clock_ms, increment_ms; /* for the whole game, and what every move adds to it */
    int64_t move_ms;
    uint64_t nodes;
    int depth;
};

/* An option that is set at the beginning. */
struct setting {
    const char *name, *value;
};

struct contender {
    char name[CONTENDER_NAME];
    char *arguments[CONTENDER_WORDS_MAX + 1];
    struct setting settings[CONTENDER_SETTINGS_MAX];
    struct allowance allowance;
    char *storage; /* the texts above */
    int setting_count;
    bool named;    /* by the caller, not by us */
    bool built_in; /* our own engine */
};

/* What was read is to be freed with contender_free. */
bool contender_parse(struct contender *contender, const char *text, struct tab_error *error);
void contender_free(struct contender *contender);

/* Makes the names different that were not chosen; false, with the two in question, when two chosen ones are equal. */
bool contenders_distinguish(struct contender *contenders, int count, int *first, int *second);

/* Reads a clock, `SECONDS` or `SECONDS+INCREMENT` with up to three decimals. */
extern const char *const clock_shape; /* the error of a text that is not written like a clock */
bool clock_parse(struct allowance *allowance, const char *text, struct tab_error *error);
bool allowance_is_none(const struct allowance *allowance);

#endif
