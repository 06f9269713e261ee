/* santasi_solver.c - how fast San Ta Si is solved: bench_santasi_solver [LEFT|FILE [POSITIONS [MIB [SEED]]]]
 *
 * Random games are played until LEFT pieces are left, or the positions are the lines of a file. Each is put to a fresh
 * solver with MIB of memory, for the outcome with the tie-break and a move that keeps it. The time is that of the
 * processor. The last number of each line is the winner, so that two solvers can be compared. */
#include "engine/santasi_solver.h"
#include "rules/santasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

enum { LINE_MAX_BYTES = 512 };

/* The next position of a file; false at its end. A line that is none ends the program. */
static bool position_read(const struct tab_rules *rules, FILE *file, struct tab_position *position) {
    char line[LINE_MAX_BYTES];
    struct tab_error error;
    if (fgets(line, sizeof line, file) == NULL)
        return false;
    line[strcspn(line, "\n")] = '\0';
    if (tab_position_parse(rules, line, position, &error))
        return true;
    fprintf(stderr, "no position: %s\n", line);
    exit(2);
}

/* What was measured so far. */
struct sums {
    int positions;
    double seconds, worst;
    uint64_t nodes;
};

static void position_measure(const struct tab_rules *rules, const struct tab_position *position, size_t bytes,
                             struct sums *sums) {
    struct santasi_verdict verdict = {0};
    uint64_t nodes = 0;
    const int number = ++sums->positions;
    const double took = position_solve(rules, position, bytes, &nodes, &verdict);
    if (took < 0.0) {
        printf("position %d: not enough memory\n", number);
        return;
    }
    sums->seconds += took;
    sums->worst = took > sums->worst ? took : sums->worst;
    sums->nodes += nodes;
    printf("position %d: %.3f s, %llu nodes, winner %d\n", number, took, (unsigned long long)nodes, verdict.winner);
    fflush(stdout);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "18";
    const int left = atoi(what), positions = argc > 2 ? atoi(argv[2]) : 30;
    const size_t bytes = (argc > 3 ? (size_t)atoi(argv[3]) : 512) << 20;
    FILE *file = left == 0 ? fopen(what, "r") : NULL;
    struct tab_rules rules;
    struct tab_random random;
    struct tab_position position;
    struct sums sums = {0};
    if (left == 0 && file == NULL) {
        perror(what);
        return 2;
    }
    tab_rules_parse(&rules, "santasi", NULL);
    tab_random_seed(&random, argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
    while (sums.positions < positions && (file == NULL || position_read(&rules, file, &position))) {
        if (file == NULL)
            position_deal(&rules, &random, left, &position);
        position_measure(&rules, &position, bytes, &sums);
    }
    printf("%s: mean %.3f s, worst %.3f s, %.2f million nodes a second\n", what, sums.seconds / sums.positions,
           sums.worst, (double)sums.nodes / sums.seconds / 1e6);
    if (file != NULL)
        fclose(file);
    return EXIT_SUCCESS;
}
