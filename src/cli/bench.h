/* bench.h - how fast the rules of a game and its search are, and numbers that change only when they do. */
#ifndef TABLIER_CLI_BENCH_H
#define TABLIER_CLI_BENCH_H

#include <tablier.h>

/* The options a game's speeds are measured with: the default ones, or others where these begin with a set-up. */
struct tab_rules bench_rules(const struct tab_game *game);

/* Something done `amount` times in so many seconds of processor time. */
struct bench_speed {
    uint64_t amount;
    double seconds;
};

/* Random numbers: what the machine can do just now, to compare the other speeds with. */
struct bench_speed bench_baseline(void);

/* Leaves of perft from the start of a game, on one core and without a table, as a mean over about a second; and the
 * depth for it, which is fixed for each game. */
int bench_depth(const struct tab_rules *rules);
struct bench_speed bench_perft(const struct tab_rules *rules, int depth);

/* Moves of random games from the start, for about a second. */
struct bench_speed bench_playouts(const struct tab_rules *rules, int *games);

/* What the rules of a game allow, boiled down: leaves of small perfts and a hash of the texts of random games, over
 * every value of every option. It depends on the rules and on how positions and moves are written, and on nothing
 * else: neither on the order in which moves are generated nor on the machine. */
struct bench_signature {
    uint64_t leaves;
    uint64_t hash;
};

struct bench_signature bench_signature(const struct tab_game *game);

/* Nodes of alpha-beta searches of a few positions, with one thread, for about a second. False when there is no
 * memory. */
bool bench_search(const struct tab_rules *rules, struct bench_speed *speed);

/* Nodes of searches of these positions to a depth that is fixed for each game, from an engine that has forgotten
 * everything, twice: both must be the same. They depend on the search and the evaluation, and not on the machine.
 * False when there is no memory. */
struct bench_search_signature {
    int depth;
    uint64_t nodes, again;
};

bool bench_search_sign(const struct tab_rules *rules, struct bench_search_signature *signature);

#endif
