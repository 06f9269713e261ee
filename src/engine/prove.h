/* prove.h - who wins a position of two players with best play, proven or unknown.
 *
 * Asks in turn, a little longer every time, whether the player to move and whether the other can force a win, and then
 * whether it can be forced sooner. In a game that always ends, two refutations prove a draw; elsewhere a draw is never claimed, except by the tables of
 * endings. */
#ifndef TABLIER_ENGINE_PROVE_H
#define TABLIER_ENGINE_PROVE_H

#include "dfpn.h"

struct prover;

struct prove_verdict {
    bool known;
    int winner;    /* 0: drawn */
    int plies;     /* until the game is won, at most */
    bool shortest; /* and not less: no shorter win can be forced */
    int length;    /* of the line: all plies of a win; of a draw as far as it goes */
    tab_move line[DFPN_LINE_MAX];
    uint64_t nodes;
};

/* Whether proof-number search suits a game with these rules. */
bool prove_suits(const struct tab_rules *rules);
/* The question whether the player to move can force a win, as the game wants it asked. */
struct dfpn_question prove_question(const struct tab_rules *rules, const struct tab_position *position,
                                    const uint64_t *past, int past_count, const struct endings *endings);

/* NULL when there is no memory. */
struct prover *prover_new(size_t bytes);
void prover_free(struct prover *prover);
/* Whether it looks for the shortest win within the limits, as it does from the beginning, or only for one. */
void prover_shorten(struct prover *prover, bool shortens);
/* The position must not be over. `endings` may be NULL; so may `past`, when past_count is 0. */
void prover_solve(struct prover *prover, const struct tab_rules *rules, const struct tab_position *position,
                  const uint64_t *past, int past_count, const struct endings *endings, const struct dfpn_limits *limits,
                  struct prove_verdict *verdict);

#endif
