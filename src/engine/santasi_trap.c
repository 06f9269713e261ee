/* santasi_trap.c - moves compared by the replies that are mistakes. */
#include "santasi_trap.h"

#include "brain.h"
#include "clock.h"
#include "santasi_search.h"

#include <math.h>

/* How much likelier a reply is that looks better by one logit, as a power of e. So the shares of likely mistakes told best
 * where plain tree search erred, in 841 balanced positions with 13 to 18 pieces left. */
static const double sharpness = 4.0;

struct hunt {
    struct santasi_solver *solver;
    const struct search_task *task;
    const struct brain *brain;
    const struct santasi_limits *limits;
    int64_t began;
    uint64_t nodes;
};

/* A move, how good it looks, and the position after it. */
struct option {
    tab_move move;
    int value;
    struct tab_position next;
};

bool santasi_limits_rest(const struct santasi_limits *limits, int64_t passed, uint64_t nodes,
                         struct santasi_limits *rest) {
    *rest = *limits;
    if ((limits->milliseconds != 0 && (uint64_t)passed >= limits->milliseconds) ||
        (limits->nodes != 0 && nodes >= limits->nodes))
        return false;
    rest->milliseconds -= limits->milliseconds != 0 ? (uint64_t)passed : 0;
    rest->nodes -= limits->nodes != 0 ? nodes : 0;
    return true;
}

/* Whether the player to move reaches an outcome; false when the limits are met. */
static bool reach_ask(struct hunt *hunt, const struct tab_position *position, int outcome, bool *reached) {
    struct santasi_limits rest;
    tab_move move;
    if (!santasi_limits_rest(hunt->limits, clock_now() - hunt->began, hunt->nodes, &rest))
        return false;
    const bool answered = santasi_solver_reach(hunt->solver, position, outcome, &rest, reached, &move);
    hunt->nodes += santasi_solver_nodes(hunt->solver);
    return answered;
}

/* Lists the moves of a position with the value they seem to have for the player who makes them, best first. */
static int options_list(const struct hunt *hunt, const struct tab_position *position,
                        struct option options[SANTASI_CHILDREN_MAX]) {
    const struct tab_rules *rules = hunt->task->rules;
    tab_move moves[SANTASI_CHILDREN_MAX];
    const int count = rules->game->moves(rules, position, moves);
    assert(count <= SANTASI_CHILDREN_MAX);
    for (int i = 0; i < count; i++) {
        struct option option = {.move = moves[i], .next = *position};
        rules->game->play(rules, &option.next, moves[i]);
        if (rules->game->player(&option.next) != 0)
            option.value = -hunt->brain->evaluate(rules, &option.next, hunt->task->weights);
        int at = i;
        for (; at > 0 && options[at - 1].value < option.value; at--)
            options[at] = options[at - 1];
        options[at] = option;
    }
    return count;
}

/* How likely the next player's reply is one that lets us reach `hoped`; false when the limits are met. */
static bool mistakes_weigh(struct hunt *hunt, const struct tab_position *position, int hoped, double *share) {
    struct option replies[SANTASI_CHILDREN_MAX];
    const int count = options_list(hunt, position, replies);
    double wrong = 0.0, all = 0.0;
    for (int i = 0; i < count; i++) {
        const double weight = exp(sharpness * (replies[i].value - replies[0].value) / 100.0);
        bool reached;
        if (hunt->task->rules->game->player(&replies[i].next) == 0)
            return false;
        if (!reach_ask(hunt, &replies[i].next, hoped, &reached))
            return false;
        all += weight;
        wrong += reached ? weight : 0.0;
    }
    *share = wrong / all;
    return count > 0;
}

bool santasi_trap_find(struct santasi_solver *solver, const struct search_task *task, int outcome,
                       const struct santasi_limits *limits, tab_move *move) {
    struct hunt hunt = {solver, task, brain_of(task->rules->game), limits, clock_now(), 0};
    struct option options[SANTASI_CHILDREN_MAX];
    const int count = options_list(&hunt, task->root, options);
    double best = -1.0, share;
    for (int i = 0; i < count; i++) {
        bool spoilt = false; /* whether the move gives the outcome away itself */
        if (task->rules->game->player(&options[i].next) == 0)
            continue;
        if (outcome == 0 && !reach_ask(&hunt, &options[i].next, 1, &spoilt))
            break;
        if (spoilt)
            continue;
        if (!mistakes_weigh(&hunt, &options[i].next, outcome + 1, &share))
            break;
        if (share > best) {
            best = share;
            *move = options[i].move;
        }
    }
    return best >= 0.0;
}
