/* brain.h - what the engine knows about a game: a table of functions per game, complete, like the rules' contract.
 *
 * The evaluation follows from a table of weights, so that a fit can fill the table: `features` lists what of the table
 * a position uses, and `evaluate` is the same, written for speed. It is linear, the sum of the weights of the features;
 * or it is a net (net.h), and the features are the rows of each part of the position. Values are hundredths of a logit
 * for the player to move. */
#ifndef TABLIER_ENGINE_BRAIN_H
#define TABLIER_ENGINE_BRAIN_H

#include "../rules/game.h"
#include "level.h"

enum {
    BRAIN_SLOTS = 1 << 15,   /* moves with the same low bits share history statistics */
    BRAIN_VALUE_MAX = 20000, /* bound of an evaluation */
    BRAIN_FORCING = 1 << 20, /* rating from which a move is forcing: never reduced or pruned */
    BRAIN_FEATURES_MAX = 256,
    BRAIN_PARTS_MAX = 4,
    BRAIN_MOVE_LIMIT = 1 << 24, /* moves of every game are smaller */
    BRAIN_MEMO_BYTES = 360 << 10,
};

/* What an evaluation remembers from one position to the next; zeroed: nothing. It belongs to one thread, and to one
 * table of weights and one set of rules. */
struct brain_memo {
    _Alignas(16) unsigned char bytes[BRAIN_MEMO_BYTES];
};

struct brain_feature {
    int32_t index; /* of the weight; in a net, of the row */
    int32_t value; /* how often it counts; in a net, the part it belongs to */
};

struct brain {
    int weight_count;
    int parts;                  /* of the net; 0: the evaluation is linear */
    const void *kept;           /* the game's own weights as its source keeps them, */
    int kept_count;             /* in so many numbers */
    int kept_bits;              /* of so many bits each, */
    int kept_step;              /* in steps of so much */
    const struct level *levels; /* LEVELS_WEAKER of them; NULL: those of most games */
    /* Players take turns of one move once nothing is shallow (see below), and none is ever forced to make a move that
     * loses at once: the last move of a game that is won is the winner's. */
    bool alternates;
    /* No rating is forcing: the search tries its killers before it rates the others. */
    bool killers_first;
    /* How the search economises, in percent of what is usual; 0: 100. A value is left alone that is outside of the window
     * by a margin, the smaller the surer the evaluation is; and late moves are searched less deeply. */
    int margins, reductions;

    /* Key of a position for the transposition table, from its hash: equal only when the future is the same. */
    uint64_t (*key)(const struct tab_rules *rules, const struct tab_position *position, uint64_t hash);
    int (*evaluate)(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights);
    /* The same, faster for positions that have much in common; NULL: nothing to remember. */
    int (*recall)(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights,
                  struct brain_memo *memo);
    /* Lists what the evaluation is made of and returns how much that is. */
    int (*features)(const struct tab_rules *rules, const struct tab_position *position,
                    struct brain_feature features[BRAIN_FEATURES_MAX]);
    /* The weight that must be equal to this one by symmetry; the smallest index of its class. */
    int (*tie)(int index);

    /* Finds a move that wins the game at once; exact: false means there is none. */
    bool (*win_now)(const struct tab_rules *rules, const struct tab_position *position, tab_move *move);
    /* Whether the next player would win in its turn if it were to move now. May miss threats, but invents none. */
    bool (*threatened)(const struct tab_rules *rules, const struct tab_position *position);
    /* Lists moves worth trying when the search has reached its depth; may list none. */
    int (*noisy)(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves);
    /* Lists the legal moves without those that another one is as good as, whatever follows; NULL: all of them. */
    int (*moves)(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves);
    /* Rates moves for ordering; from BRAIN_FORCING on they are forcing. History adds up to +-16384 to it. */
    void (*rate)(const struct tab_rules *rules, const struct tab_position *position, const tab_move *moves, int count,
                 int32_t *ratings);
    /* Hands the turn to the next player as if nothing was played; false where that would not be sound. */
    bool (*pass)(const struct tab_rules *rules, struct tab_position *position);
    /* A number that only moves change which nothing can undo; NULL where that says nothing. As long as it stays the
     * same nothing happens, and an advantage is worth less and less. */
    int (*progress)(const struct tab_position *position);
    /* How many moves the game lasts at most; NULL: nobody knows. A search that sees the end needs no evaluation. */
    int (*moves_left)(const struct tab_position *position);
    /* What is left of an evaluation where the player behind can hold out; for searches, no part of the sum that is
     * fitted. NULL: all of it, always. */
    int (*temper)(const struct tab_position *position, int value);
    /* Whether looking further than one move teaches nothing here, as in a set-up. */
    bool (*shallow)(const struct tab_position *position);
    /* With more than two players: lists what in the table of weights the standing of a player is made of, and returns
     * how much that is; nothing for a player who is out. NULL: the game has two players. */
    int (*standing)(const struct tab_rules *rules, const struct tab_position *position, int player,
                    struct brain_feature features[BRAIN_FEATURES_MAX]);
};

/* One for each game of games.def. */
#define GAME(name) extern const struct brain name##_brain;
#include "../games.def"
#undef GAME

const struct brain *brain_of(const struct tab_game *game);

/* Writes the game's own weights. Those that are tied to others are not kept. */
void brain_unpack(const struct brain *brain, int16_t *weights);
/* Turns weights into the numbers that the source keeps and returns how many: `weight_count` or fewer. */
int brain_pack(const struct brain *brain, const int16_t *weights, int16_t *kept);

/* Expected payoff of every player, for tree searches; they add up to 1. Those of two players follow from the
 * evaluation, those of more from their standings. */
void brain_payoffs(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights,
                   double payoffs[TAB_PLAYERS_MAX]);

static inline unsigned brain_slot(tab_move move) { return move & (BRAIN_SLOTS - 1); }

/* ---- Defaults ------------------------------------------------------------------------------------------------- */

uint64_t brain_hash_key(const struct tab_rules *rules, const struct tab_position *position, uint64_t hash);
int brain_no_tie(int index);
int brain_no_noise(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves);
bool brain_no_pass(const struct tab_rules *rules, struct tab_position *position);
bool brain_never_shallow(const struct tab_position *position);
/* The evaluation from the features, for games whose evaluation needs no special speed. */
int brain_evaluate_features(const struct brain *brain, const struct tab_rules *rules,
                            const struct tab_position *position, const int16_t *weights);

#endif
