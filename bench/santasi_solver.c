/* santasi_solver.c - how fast San Ta Si is solved: bench_santasi_solver [LEFT [POSITIONS [MIB [SEED]]]]
 *
 * Random games are played until LEFT pieces are left. Each position is put to a fresh solver with MIB of memory, for
 * the outcome with the tie-break and a move that keeps it. The time is that of the processor. The last number of each
 * line is the winner, so that two solvers can be compared. */
#include "engine/santasi_solver.h"
#include "rules/santasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void position_deal(const struct tab_rules *rules, struct tab_random *random, int left,
                          struct tab_position *position) {
    int built = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        built += 2 * santasi_set_of(rules)->count[size];
    tab_position_start(rules, position);
    for (; built > left && tab_position_player(rules, position) != 0; built--)
        tab_position_play(rules, position, tab_random_move(random, rules, position));
}

/* Solves one position; the time it took, or a negative number when there is not enough memory. */
static double position_solve(const struct tab_rules *rules, const struct tab_position *position, size_t bytes,
                             uint64_t *nodes, struct santasi_verdict *verdict) {
    const struct santasi_limits no_limits = {0};
    const clock_t began = clock();
    tab_move move;
    struct santasi_solver *solver = santasi_solver_new(rules, bytes);
    if (solver == NULL)
        return -1.0;
    const bool solved = santasi_solver_best(solver, position, SANTASI_ASK_OUTCOME, &no_limits, &move, verdict);
    *nodes = santasi_solver_nodes(solver);
    santasi_solver_free(solver);
    return solved ? (double)(clock() - began) / CLOCKS_PER_SEC : -1.0;
}

int main(int argc, char **argv) {
    const int left = argc > 1 ? atoi(argv[1]) : 18, positions = argc > 2 ? atoi(argv[2]) : 30;
    const size_t bytes = (argc > 3 ? (size_t)atoi(argv[3]) : 512) << 20;
    struct tab_rules rules;
    struct tab_random random;
    double sum = 0.0, worst = 0.0;
    uint64_t all = 0;
    tab_rules_parse(&rules, "santasi", NULL);
    tab_random_seed(&random, argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
    for (int i = 0; i < positions; i++) {
        struct tab_position position;
        struct santasi_verdict verdict = {0};
        uint64_t nodes = 0;
        position_deal(&rules, &random, left, &position);
        const double took = position_solve(&rules, &position, bytes, &nodes, &verdict);
        if (took < 0.0) {
            printf("position %d: not enough memory\n", i + 1);
            continue;
        }
        sum += took;
        worst = took > worst ? took : worst;
        all += nodes;
        printf("position %d: %.3f s, %llu nodes, winner %d\n", i + 1, took, (unsigned long long)nodes, verdict.winner);
        fflush(stdout);
    }
    printf("%d left: mean %.3f s, worst %.3f s, %.2f million nodes a second\n", left, sum / positions, worst,
           (double)all / sum / 1e6);
    return EXIT_SUCCESS;
}
