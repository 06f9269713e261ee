/* khantsin_solver.c - from how many piles on Khan Tsin is solved: bench_khantsin_solver [GAMES [SECONDS [SEED]]]
 *
 * The engine plays games from random set-ups. Each is then gone through backwards from its last position, and every
 * position solved, until one takes longer than the time given. The time is that of the processor. For 1, 10 and 60
 * seconds it prints how many piles the earliest position had that was solved, with all after it, within that time. */
#include "engine/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLIES_MAX = 400, NODES = 20000, MEMORY = 1 << 30, LIMITS = 3 };

static const double limits[LIMITS] = {1.0, 10.0, 60.0};

struct watch {
    clock_t began;
    double seconds;
    _Atomic bool stop;
};

static double watch_read(const struct watch *watch) { return (double)(clock() - watch->began) / CLOCKS_PER_SEC; }

static void watch_check(void *context, uint64_t nodes, int64_t milliseconds) {
    struct watch *watch = context;
    (void)nodes;
    (void)milliseconds;
    if (watch_read(watch) >= watch->seconds)
        atomic_store(&watch->stop, true);
}

static int piles_of(const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT];
    int piles = 0;
    tab_position_format(rules, position, text, sizeof text);
    for (const char *at = text; *at != '\0' && *at != ' '; at++)
        piles += *at != '-' && *at != '/' && (at == text || at[-1] == '/');
    return piles;
}

/* Plays a game and returns its length; the positions before each move are left in `positions`. */
static int game_play(struct tab_engine *engine, const struct tab_rules *rules, struct tab_random *random,
                     struct tab_position *positions) {
    static struct tab_thought thought;
    struct tab_position position;
    int ply = 0;
    tab_position_start(rules, &position);
    tab_random_deal(random, rules, &position);
    tab_engine_clear(engine);
    for (; tab_position_player(rules, &position) != 0 && ply < PLIES_MAX; ply++) {
        const struct tab_limits effort = {.nodes = NODES};
        positions[ply] = position;
        tab_engine_think(engine, rules, &position, NULL, 0, &effort, NULL, NULL, &thought);
        tab_position_play(rules, &position, thought.move);
    }
    return ply;
}

/* Solves one position; the time it took, or a negative number. */
static double position_solve(struct prover *prover, const struct tab_rules *rules, const struct tab_position *position,
                             double seconds) {
    struct watch watch = {.began = clock(), .seconds = seconds};
    const struct dfpn_limits effort = {.stop = &watch.stop, .progress = watch_check, .context = &watch};
    struct prove_verdict verdict;
    prover_solve(prover, rules, position, NULL, 0, NULL, &effort, &verdict);
    return verdict.known ? watch_read(&watch) : -1.0;
}

int main(int argc, char **argv) {
    const int games = argc > 1 ? atoi(argv[1]) : 20;
    const double seconds = argc > 2 ? atof(argv[2]) : limits[LIMITS - 1];
    static struct tab_position positions[PLIES_MAX];
    struct tab_rules rules;
    struct tab_engine_options options;
    struct tab_random random;
    double sum[LIMITS] = {0.0}, plies[LIMITS] = {0.0};
    tab_rules_parse(&rules, "khantsin", NULL);
    tab_engine_defaults(&options);
    tab_random_seed(&random, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    struct tab_engine *engine = tab_engine_new(&options);
    struct prover *prover = prover_new(MEMORY);
    if (prover != NULL)
        prover_shorten(prover, false);
    if (engine == NULL || prover == NULL)
        return EXIT_FAILURE;
    for (int game = 0; game < games; game++) {
        const int length = game_play(engine, &rules, &random, positions);
        int reached[LIMITS] = {length, length, length};
        bool open[LIMITS] = {true, true, true};
        double took = 0.0;
        for (int ply = length - 1; ply >= 0 && took >= 0.0; ply--) {
            took = position_solve(prover, &rules, &positions[ply], seconds);
            for (int i = 0; i < LIMITS; i++) {
                open[i] = open[i] && took >= 0.0 && took <= limits[i];
                if (open[i])
                    reached[i] = ply;
            }
        }
        printf("game %d of %d moves:", game + 1, length);
        for (int i = 0; i < LIMITS; i++) {
            const int piles = reached[i] < length ? piles_of(&rules, &positions[reached[i]]) : 0;
            sum[i] += piles;
            plies[i] += length - reached[i];
            printf("  %gs %d piles, %d moves before the end", limits[i], piles, length - reached[i]);
        }
        printf("\n");
        fflush(stdout);
    }
    for (int i = 0; i < LIMITS; i++)
        printf("within %g s: from %.1f piles on, %.1f moves before the end\n", limits[i], sum[i] / games,
               plies[i] / games);
    prover_free(prover);
    tab_engine_free(engine);
    return EXIT_SUCCESS;
}
