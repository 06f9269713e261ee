/* teacher.c - proofs and searches that positions are fitted to. */
#include "teacher.h"

#include "../engine/brain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MIB = 1, DEPTH = 100, PROOF_LEFT = 16 };

static const size_t solver_bytes = (size_t)512 << 20;

/* Logits for each visible cylinder of a proven margin, what a win by the highest tower counts in cylinders, and logits of
 * a win of which the margin is not known. */
static const double margin_slope = 1.2, tie_margin = 0.8, win_logits = 2.4;

static double logistic(double logits) { return 1.0 / (1.0 + exp(-logits)); }

double teacher_payoff(const struct tab_rules *rules, const struct tab_position *position, double logits) {
    return logistic(tab_position_player(rules, position) == 1 ? logits : -logits);
}

bool teacher_begin(struct teacher *teacher, const struct tab_rules *rules, int exact, uint64_t nodes) {
    struct tab_engine_options options;
    *teacher = (struct teacher){.rules = *rules, .exact = exact, .nodes = nodes};
    if (exact > 0 && (teacher->solver = santasi_solver_new(rules, solver_bytes)) == NULL)
        return false;
    if (nodes == 0)
        return true;
    tab_engine_defaults(&options);
    options.hash_mib = HASH_MIB;
    teacher->weights = malloc(sizeof *teacher->weights * (size_t)brain_of(rules->game)->weight_count);
    teacher->engine = tab_engine_new(&options);
    return teacher->weights != NULL && teacher->engine != NULL;
}

void teacher_end(struct teacher *teacher) {
    santasi_solver_free(teacher->solver);
    tab_engine_free(teacher->engine);
    free(teacher->weights);
}

void teacher_learn(struct teacher *teacher, const int16_t *weights) {
    struct tab_engine_options options;
    if (teacher->engine == NULL)
        return;
    memcpy(teacher->weights, weights, sizeof *weights * (size_t)brain_of(teacher->rules.game)->weight_count);
    tab_engine_defaults(&options);
    options.hash_mib = HASH_MIB;
    options.weights = teacher->weights;
    tab_engine_configure(teacher->engine, &options); /* takes no memory that it has not already */
}

void teacher_renew(struct teacher *teacher) {
    if (teacher->engine != NULL)
        tab_engine_clear(teacher->engine);
}

/* Best play: the surer, the larger the margin. */
static bool payoff_prove(struct teacher *teacher, const struct tab_position *position, double *payoff) {
    const struct santasi_limits limits = {0};
    struct santasi_verdict verdict;
    bool known = santasi_solver_solve(teacher->solver, position, SANTASI_ASK_MARGIN, &limits, &verdict);
    if (!known && santasi_solver_exhausted(teacher->solver))
        known = santasi_solver_solve(teacher->solver, position, SANTASI_ASK_MARGIN, &limits, &verdict);
    if (!known)
        return false;
    double margin = verdict.margin_low;
    if (verdict.highest_tower)
        margin = verdict.winner == 1 ? tie_margin : verdict.winner == 2 ? -tie_margin : 0.0;
    *payoff = logistic(margin_slope * margin);
    return true;
}

/* The values of the last two depths. One of them ends with a move of either player, and what the evaluation thinks of
 * having the next move cancels out. */
struct depths {
    int last, before, count;
};

static void depth_note(void *context, const struct tab_info *info) {
    struct depths *depths = context;
    depths->before = depths->last;
    depths->last = info->line->centi;
    depths->count++;
}

static bool payoff_search(struct teacher *teacher, const struct tab_position *position, int left, double *payoff) {
    const struct tab_limits limits = {.nodes = teacher->nodes, .depth = DEPTH}; /* with a depth, no proofs are tried */
    struct depths depths = {0};
    struct tab_thought thought;
    tab_engine_think(teacher->engine, &teacher->rules, position, NULL, 0, &limits, depth_note, &depths, &thought);
    const int mate = thought.line[0].mate;
    if (mate != 0 && teacher->solver != NULL && left <= PROOF_LEFT)
        return payoff_prove(teacher, position, payoff);
    double logits = mate > 0 ? win_logits : mate < 0 ? -win_logits : depths.last / 100.0;
    if (mate == 0 && depths.count > 1)
        logits = (depths.last + depths.before) / 200.0;
    *payoff = teacher_payoff(&teacher->rules, position, logits);
    return true;
}

bool teacher_judge(struct teacher *teacher, const struct tab_position *position, int left, double *payoff) {
    if (teacher->solver != NULL && left <= teacher->exact)
        return payoff_prove(teacher, position, payoff);
    return teacher->engine == NULL || payoff_search(teacher, position, left, payoff);
}
