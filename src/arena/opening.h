/* opening.h - how games begin: a match with some moves made.
 *
 *     OPENINGS   start | random:MIN-MAX | even:MIN-MAX | FILE
 *
 * A file has one opening a line, the text of a position or moves from the start; empty lines and lines that begin with
 * `# ` are for readers. An even opening is the most even of some random ones, in the judgement of a short search; with
 * more than two players it is any of them. */
#ifndef TABLIER_ARENA_OPENING_H
#define TABLIER_ARENA_OPENING_H

#include <tablier.h>

enum { OPENING_PLIES_MAX = 200 };

struct openings {
    enum { OPENINGS_START, OPENINGS_RANDOM, OPENINGS_EVEN, OPENINGS_LISTED } kind;
    int least, most; /* random moves */
    uint64_t seed;
    char **lines; /* of a file, checked */
    int line_count;
};

/* Reads the words `start`, `random:MIN-MAX` and `even:MIN-MAX`; *listed tells that the text must be the name of a file. */
bool openings_parse(struct openings *openings, const char *text, bool *listed, struct tab_error *error);
/* Adds a line of a file; one for readers adds nothing. */
bool openings_add(struct openings *openings, const struct tab_rules *rules, const char *line, struct tab_error *error);
void openings_free(struct openings *openings);

/* Begins a game with opening number `number`, counted from 0; always the same one. A file begins anew after its last
 * line. Random moves never end the game, and come after a set-up dealt at random in games that have one. NULL when there
 * is no memory, or no such opening. */
struct tab_match *opening_begin(const struct openings *openings, const struct tab_rules *rules, int64_t number);

#endif
