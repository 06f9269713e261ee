/* dfpn.h - proof-number search, depth first: can a player force a win?
 *
 * The attacker moves at OR nodes, the defender at AND nodes; a player may move several times in a row, so the kind of
 * a node comes from the player to move there and nothing else. Everything but a win of the attacker is a failure: a
 * loss, a draw, and a repetition.
 *
 * Why a proof never rests on a repetition. A position that occurred before in the line counts as a failure, so only
 * games that end won count as successes. An entry of the table becomes proven when the entries it needs (one child of
 * an OR node, every child of an AND node) are proven already. Ordered by the time of their proof, an attacker who
 * always moves to the entry that was needed goes down in this order with every move, whatever the defender does: no
 * position comes twice, and the game ends, won. How the position was reached plays no part, so a proof found along one
 * path holds along all.
 *
 * A failure is different: it may be due to a repetition of a position further up in the line, and mean nothing along
 * another path. Every failure therefore carries the highest position of the line it depends on. Only one that depends
 * on nothing above its own position goes into the table; any other is remembered by the node above, for as long as
 * that node is being searched along the same path, and forgotten with it.
 *
 * A search that ends with a proof goes through it again move by move (all replies, by the rules), and reports what it
 * finds there, not what the table claims. */
#ifndef TABLIER_ENGINE_DFPN_H
#define TABLIER_ENGINE_DFPN_H

#include "brain.h"
#include "endings.h"
#include "repetition.h"

#include <stdatomic.h>

enum { DFPN_LINE_MAX = 256 };

struct dfpn;

/* When to give up; zeroed: never. Going through a proof may take as much again as the limits allow. */
struct dfpn_limits {
    const _Atomic bool *stop; /* NULL: none */
    uint64_t nodes;           /* 0: any number */
    int64_t milliseconds;     /* 0: any time */
    /* Called now and then with what the question has taken so far; NULL: nobody to tell. */
    void (*progress)(void *context, uint64_t nodes, int64_t milliseconds);
    void *context;
};

/* What is left of limits after so many nodes and since a time by clock_now, at most a slice of nodes; false when nothing
 * is. */
bool dfpn_limits_slice(const struct dfpn_limits *limits, int64_t started, uint64_t used, uint64_t nodes,
                       struct dfpn_limits *slice);

/* A question: a position that is not over, with the hashes of the positions before it for the repetition rule. */
struct dfpn_question {
    const struct tab_rules *rules;
    const struct tab_position *position;
    const uint64_t *past;
    int past_count;
    int attacker; /* the player who is to win */
    int horizon;  /* only wins of at most so many plies count; 0: all */
    int step;     /* between the plies that a win can take: 2 where the last move is always the winner's, else 1 */
    bool finite;  /* no position of the game can come twice */
    const struct endings *endings; /* tables of Three Rings, when that is the game; NULL: none */
    /* Key of positions with the same future; NULL: the brain's. */
    uint64_t (*key)(const struct tab_rules *rules, const struct tab_position *position);
};

enum dfpn_answer {
    DFPN_UNKNOWN, /* a limit was met */
    DFPN_PROVEN,  /* the attacker wins, whatever the defender does */
    DFPN_REFUTED  /* the attacker cannot force a win */
};

/* A proof: the longest line the defender has against the winning moves found, which are not always the quickest. */
struct dfpn_proof {
    int plies;
    tab_move line[DFPN_LINE_MAX];
};

/* `bytes` is the size of the table. NULL when there is no memory. */
struct dfpn *dfpn_new(size_t bytes);
void dfpn_free(struct dfpn *dfpn);

/* Takes up a question; two players only. The tables of endings must stay as long as it is worked on. What was found out
 * about the question before is forgotten, unless both have a horizon and ask for the wins of one player. False when there
 * is no memory: the question before must not be worked on then either. */
bool dfpn_ask(struct dfpn *dfpn, const struct dfpn_question *question);
/* Changes the horizon of the question; what was found out stays. Before dfpn_follow, where there is one, it must be told
 * how many plies the proof has left in the position that is asked about. */
void dfpn_within(struct dfpn *dfpn, int plies);
/* Works on it. Where limits were met it goes on from there when called again. *proof is filled when the answer is
 * DFPN_PROVEN. */
enum dfpn_answer dfpn_work(struct dfpn *dfpn, const struct dfpn_limits *limits, struct dfpn_proof *proof);
/* What is left of the last proof in a position that it leads to; false elsewhere. What a full table has forgotten is
 * proven again, within the limits; false when that is not done by then. */
bool dfpn_follow(struct dfpn *dfpn, const struct tab_position *position, const struct dfpn_limits *limits,
                 struct dfpn_proof *proof);
/* Nodes looked at for the question so far. */
uint64_t dfpn_nodes(const struct dfpn *dfpn);

#endif
