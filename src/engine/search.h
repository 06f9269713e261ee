/* search.h - alpha-beta search of two-player games: the state of one searching thread. */
#ifndef TABLIER_ENGINE_SEARCH_H
#define TABLIER_ENGINE_SEARCH_H

#include "brain.h"
#include "certain.h"
#include "clock.h"
#include "endings.h"
#include "repetition.h"
#include "table.h"

enum {
    SEARCH_PLY_MAX = 120,
    SEARCH_INFINITE = 32000,
    SEARCH_MATE = 31000, /* a game won now; each ply until then costs one point */
    SEARCH_MATE_BOUND = SEARCH_MATE - 1000,
    SEARCH_POOL = TAB_MOVES_MAX * SEARCH_PLY_MAX / 2,
    /* Plies without progress: after the first values begin to fade, and at the last nothing is left of them. */
    SEARCH_STANDSTILL_FREE = 10,
    SEARCH_STANDSTILL_MOST = 60,
    SEARCH_REDUCTION_DEPTHS = 64,
    SEARCH_REDUCTION_MOVES = 64,
};

/* A move with what decides when it is tried. */
struct search_candidate {
    tab_move move;
    int32_t rating;
};

struct search_line {
    int length;
    tab_move moves[SEARCH_PLY_MAX];
};

/* What the threads of one search share. */
struct search_task {
    const struct tab_rules *rules;
    const struct tab_position *root;
    const int16_t *weights;
    const uint64_t *past;
    int past_count;
    struct repetition repeated; /* what came up twice in the past */
    struct table *table;
    const struct santasi_book *book; /* proven openings of San Ta Si; NULL: none */
    const struct endings *endings;   /* of Three Rings, when that is the game; NULL: none */
    struct certain known;            /* of the root, before it is searched */
    _Atomic bool *stop;
    _Atomic uint64_t *helped; /* nodes of all threads but the first, now and then added to; NULL: there are no others */
    struct clock_budget budget;
    int64_t started;
    uint64_t node_limit; /* 0: none */
    int depth_limit;
    int lines;
    int contempt;   /* a repetition is worth so much less than a draw to the player at the root */
    int standstill; /* plies without progress before the root, see brain.h */
    int progress;   /* at the root */
    int noise;      /* errors of judgement of weak levels */
    uint64_t noise_seed;
    tab_info_function *news; /* of the first thread only */
    void *context;
};

/* One searching thread. Large: lives on the heap. */
struct search_worker {
    const struct search_task *task;
    const struct tab_game *game;
    const struct brain *brain;
    int index; /* 0 reports and watches the clock */
    bool stopped;
    uint64_t nodes;
    int seldepth;
    int root_depth;
    int root_player;

    tab_move excluded[TAB_LINES_MAX]; /* root moves already taken by better lines */
    int excluded_count;

    uint64_t path[SEARCH_PLY_MAX + 1]; /* hashes from the root on */
    struct search_line line[SEARCH_PLY_MAX + 1];
    tab_move killers[SEARCH_PLY_MAX + 1][2];
    int16_t history[TAB_PLAYERS_MAX][BRAIN_SLOTS];
    tab_move counters[BRAIN_SLOTS]; /* the answer that refuted a move before */
    uint8_t reductions[SEARCH_REDUCTION_DEPTHS][SEARCH_REDUCTION_MOVES];
    tab_move pool_moves[SEARCH_POOL]; /* the moves of the nodes on the path, and their ranks: see order.c */
    int64_t pool_ranks[SEARCH_POOL];
    int pool_used;

    struct brain_memo memo;
    struct tab_rules memo_rules; /* it is about */
    const int16_t *memo_weights; /* likewise; NULL: it is empty */
};

/* Prepares a worker for its first search, or after the engine was told to forget. */
void search_worker_reset(struct search_worker *worker);
/* Tells a worker that weights may have changed. */
void search_worker_reweigh(struct search_worker *worker);
/* Deepens until a limit is reached. The lines found are left in `thought` (index 0 only reports). */
void search_run(struct search_worker *worker, const struct search_task *task, struct tab_thought *thought);

#endif
