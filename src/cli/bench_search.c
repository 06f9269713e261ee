/* bench_search.c - how fast the engine searches, and a number that changes only when the search does. */
#include "bench.h"
#include "../play/listing.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How deep the signature looks in each game; another game gets DEPTH_OTHERWISE. */
static const struct {
    const char *game;
    int depth;
} signed_depths[] = {{"siam", 6}, {"santasi", 7}, {"khantsin", 4}, {"anneaux", 6}};

enum {
    DEPTH_OTHERWISE = 3,
    POSITIONS = 8,
    PLIES_BETWEEN = 3, /* the first position is the start, the next is so many random moves further, and so on */
    HASH_MIB = 16,
    NODES_MEASURED = 500000, /* of each search */
    DEPTH_MEASURED = 100,    /* a limit on the depth keeps the engine from proving instead of searching */
    SEED = 3
};

static const double measured_seconds = 1.0;

struct positions {
    int count;
    struct tab_position at[POSITIONS];
};

/* Positions on the way through a random game, the same everywhere: moves are drawn from their sorted texts. */
static void positions_make(const struct tab_rules *rules, struct positions *positions) {
    struct listed_move listed[TAB_MOVES_MAX];
    struct tab_position position;
    struct tab_random random;
    tab_random_seed(&random, SEED);
    tab_position_start(rules, &position);
    for (positions->count = 0; positions->count < POSITIONS; positions->count++) {
        if (tab_position_player(rules, &position) == 0)
            return;
        positions->at[positions->count] = position;
        for (int ply = 0; ply < PLIES_BETWEEN && tab_position_player(rules, &position) != 0; ply++) {
            int count = moves_list(rules, &position, listed);
            tab_position_play(rules, &position, listed[tab_random_below(&random, (uint32_t)count)].move);
        }
    }
}

static struct tab_engine *engine_make(void) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = HASH_MIB;
    options.search = TAB_SEARCH_ALPHABETA;
    return tab_engine_new(&options);
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool bench_search(const struct tab_rules *rules, struct bench_speed *speed) {
    const struct tab_limits limits = {.nodes = NODES_MEASURED, .depth = DEPTH_MEASURED};
    struct positions positions;
    struct tab_engine *engine = engine_make();
    struct tab_thought *thought = malloc(sizeof *thought);
    *speed = (struct bench_speed){0};
    if (engine == NULL || thought == NULL) {
        tab_engine_free(engine);
        free(thought);
        return false;
    }
    positions_make(rules, &positions);
    for (int i = 0; speed->seconds < measured_seconds; i = (i + 1) % positions.count) {
        tab_engine_clear(engine);
        double began = processor_seconds();
        tab_engine_think(engine, rules, &positions.at[i], NULL, 0, &limits, NULL, NULL, thought);
        speed->seconds += processor_seconds() - began;
        speed->amount += thought->nodes;
    }
    tab_engine_free(engine);
    free(thought);
    return true;
}

static int signed_depth(const struct tab_game *game) {
    for (size_t i = 0; i < sizeof signed_depths / sizeof *signed_depths; i++)
        if (strcmp(signed_depths[i].game, tab_game_id(game)) == 0)
            return signed_depths[i].depth;
    return DEPTH_OTHERWISE;
}

/* The nodes of searches of all positions, each with an engine that has forgotten everything. */
static uint64_t nodes_count(const struct tab_rules *rules, struct tab_engine *engine, int depth,
                            struct tab_thought *thought) {
    const struct tab_limits limits = {.depth = depth};
    struct positions positions;
    uint64_t nodes = 0;
    positions_make(rules, &positions);
    for (int i = 0; i < positions.count; i++) {
        tab_engine_clear(engine);
        tab_engine_think(engine, rules, &positions.at[i], NULL, 0, &limits, NULL, NULL, thought);
        nodes += thought->nodes;
    }
    return nodes;
}

bool bench_search_sign(const struct tab_rules *rules, struct bench_search_signature *signature) {
    struct tab_engine *engine = engine_make();
    struct tab_thought *thought = malloc(sizeof *thought);
    bool good = engine != NULL && thought != NULL;
    signature->depth = signed_depth(rules->game);
    if (good) {
        signature->nodes = nodes_count(rules, engine, signature->depth, thought);
        signature->again = nodes_count(rules, engine, signature->depth, thought);
    }
    tab_engine_free(engine);
    free(thought);
    return good;
}
