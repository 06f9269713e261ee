/* long_game.c - how fast the engine searches after a long game: bench_long_game [SPEC [NODES [SEED]]]
 *
 * A game of random moves that neither ends nor repeats a position three times is played, and its last position searched
 * with the whole of the game before it, with a part of it, and with nothing. The time is that of the processor, the least
 * of several runs that take turns, so that what else the machine does counts little. */
#include <tablier.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9, TRIES = 64 };

static const int pasts[] = {0, 200, 1000, 8000};
enum { PASTS = sizeof pasts / sizeof *pasts, PLIES = 8000 };

/* Plays a move after which the game is not over, also with another one to come. */
static bool move_play(struct tab_match *match, struct tab_random *random) {
    const struct tab_rules *rules = tab_match_rules(match);
    for (int i = 0; i < TRIES; i++) {
        if (!tab_match_play(match, tab_random_move(random, rules, tab_match_position(match))))
            return false;
        if (tab_position_player(rules, tab_match_position(match)) != 0)
            return true;
        tab_match_undo(match);
    }
    return false;
}

/* Searches the position of a game after so many others; returns the nodes a second, or 0 where an end is in sight. */
static double search_run(struct tab_engine *engine, const struct tab_match *match, int past_count, uint64_t nodes) {
    static struct tab_thought thought;
    const struct tab_limits limits = {.nodes = nodes, .depth = TAB_LINE_MAX - 1};
    tab_engine_clear(engine);
    const clock_t began = clock();
    tab_engine_think(engine, tab_match_rules(match), tab_match_position(match),
                     tab_match_past(match) + tab_match_ply(match) - past_count, past_count, &limits, NULL, NULL,
                     &thought);
    const double passed = (double)(clock() - began + 1);
    return thought.nodes < nodes ? 0.0 : (double)thought.nodes * CLOCKS_PER_SEC / passed;
}

/* Plays on until the game is long enough and its end is not in sight. */
static struct tab_match *game_play(struct tab_engine *engine, const struct tab_rules *rules, uint64_t nodes,
                                   uint64_t seed) {
    struct tab_random random;
    tab_random_seed(&random, seed);
    struct tab_match *match = tab_match_new(rules, NULL);
    while (match != NULL && (tab_match_ply(match) < PLIES || search_run(engine, match, 0, nodes) == 0.0))
        if (!move_play(match, &random) && !tab_match_undo(match))
            break;
    return match;
}

int main(int argc, char **argv) {
    struct tab_rules rules;
    struct tab_error error;
    struct tab_engine_options options;
    double fastest[PASTS] = {0};
    const uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
    if (!tab_rules_parse(&rules, argc > 1 ? argv[1] : "siam", &error))
        return fprintf(stderr, "no game: %s\n", argv[1]), 2;
    tab_engine_defaults(&options);
    struct tab_engine *engine = tab_engine_new(&options);
    if (engine == NULL)
        return fprintf(stderr, "no memory\n"), 1;
    struct tab_match *match = game_play(engine, &rules, nodes, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    if (match == NULL || tab_match_ply(match) < PLIES)
        return fprintf(stderr, "no game is so long\n"), 1;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < PASTS; i++) {
            const double speed = search_run(engine, match, pasts[i], nodes);
            fastest[i] = speed > fastest[i] ? speed : fastest[i];
        }
    for (int i = 0; i < PASTS; i++)
        printf("%5d positions before: %9.0f nodes/s, %5.1f %%\n", pasts[i], fastest[i], 100 * fastest[i] / fastest[0]);
    tab_match_free(match);
    tab_engine_free(engine);
    return 0;
}
