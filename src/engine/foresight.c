/* foresight.c - see foresight.h. */
#include "foresight.h"
#include "../rules/registry.h"
#include "shorten.h"

#include <stdlib.h>
#include <string.h>

enum {
    TIME_PART = 10,      /* of the time for a move */
    TIME_MOST_MS = 3000, /* until something else is tried */
    NODE_WORTH = 40,     /* one here is worth so many of the search */
    NODE_PART = TIME_PART * NODE_WORTH,
    NODES_LEAST = 20, /* below that it is not worth while */
    ROOMS = 2,        /* for a proof, and for shorter ones */
    LOOKS_WON = 60,   /* evaluation from which a proof is tried */
    LONG_MS = 5000    /* from which on someone may want to hear something before it is over */
};

void foresight_free(struct foresight *foresight) {
    santasi_play_clear(&foresight->santasi);
    dfpn_free(foresight->dfpn);
    dfpn_free(foresight->shorter);
    *foresight = (struct foresight){0};
}

void foresight_clear(struct foresight *foresight) {
    santasi_play_renew(&foresight->santasi);
    foresight->winner = 0;
}

/* The part that may go into following a proof: more than into looking for one, for it is there already. */
static struct dfpn_limits limits_follow(const struct search_task *task) {
    struct dfpn_limits limits = {.stop = task->stop, .nodes = (task->node_limit + 1) / 2};
    if (task->budget.target != INT64_MAX)
        limits.milliseconds = (task->budget.target + 1) / 2;
    return limits;
}

/* Follows the shortest proof there is of so many plies at most. */
static bool shorter_follow(struct foresight *foresight, const struct tab_position *position,
                           const struct dfpn_limits *limits, int most, struct dfpn_proof *proof) {
    if (!foresight->shortened)
        return false;
    for (int plies = 1; plies <= most; plies++) {
        dfpn_within(foresight->shorter, plies);
        if (dfpn_follow(foresight->shorter, position, limits, proof))
            return true;
    }
    return false;
}

/* Continues the proof at hand, unless the game has left it or that takes too long. */
static bool proof_continue(struct foresight *foresight, const struct search_task *task, struct dfpn_proof *proof) {
    const struct tab_game *game = task->rules->game;
    if (foresight->winner != game->player(task->root) ||
        memcmp(&foresight->rules, task->rules, sizeof foresight->rules) != 0)
        return false;
    const struct dfpn_limits limits = limits_follow(task);
    if (!shorter_follow(foresight, task->root, &limits, foresight->proof.plies, proof) &&
        (!foresight->found || !dfpn_follow(foresight->dfpn, task->root, &limits, proof)))
        return false;
    struct tab_position next = *task->root;
    game->play(task->rules, &next, proof->line[0]);
    return !repetition_has(&task->repeated, game->hash(&next));
}

/* The part of a task's effort that goes into a proof; false when there is none to spare. */
static bool limits_plan(const struct search_task *task, struct dfpn_limits *limits) {
    *limits = (struct dfpn_limits){.stop = task->stop, .nodes = task->node_limit / NODE_PART};
    if (task->budget.target != INT64_MAX)
        limits->milliseconds = task->budget.target / TIME_PART;
    if (limits->milliseconds > TIME_MOST_MS)
        limits->milliseconds = TIME_MOST_MS;
    if (task->node_limit != 0)
        return limits->nodes >= NODES_LEAST;
    return limits->milliseconds > 0;
}

/* What is left of a task's nodes after so many of a search, and half of what is left of its time, for going through a proof
 * may take as long again; false when nothing is. A task without limits has no end. */
static bool limits_rest(const struct search_task *task, uint64_t searched, struct dfpn_limits *limits) {
    struct dfpn_limits all = {.stop = task->stop};
    if (task->budget.target != INT64_MAX)
        all.milliseconds = task->budget.target > 0 ? task->budget.target : 1;
    if (task->node_limit > searched)
        all.nodes = (task->node_limit - searched) / NODE_WORTH;
    if (task->node_limit != 0 && all.nodes < NODES_LEAST)
        return false;
    if (!dfpn_limits_slice(&all, task->started, 0, UINT64_MAX, limits))
        return false;
    limits->milliseconds = (limits->milliseconds + 1) / 2;
    return true;
}

static bool is_endless(const struct search_task *task) {
    return task->node_limit == 0 && task->budget.target == INT64_MAX;
}

/* What the proof of something that a search has found may take: of a win, all that is left. */
static bool limits_confirm(const struct search_task *task, const struct tab_thought *thought,
                           struct dfpn_limits *limits) {
    struct dfpn_limits rest;
    if (!limits_rest(task, thought->nodes, &rest))
        return false;
    *limits = rest;
    if (thought->line[0].mate > 0 || is_endless(task))
        return true;
    if (!limits_plan(task, limits))
        return false;
    if (rest.milliseconds < limits->milliseconds)
        limits->milliseconds = rest.milliseconds;
    return true;
}

static bool room_make(struct dfpn **dfpn, size_t bytes) { return *dfpn != NULL || (*dfpn = dfpn_new(bytes)) != NULL; }

static struct dfpn_question question_of(const struct search_task *task) {
    return prove_question(task->rules, task->root, task->past, task->past_count, task->endings);
}

static bool proof_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct dfpn_proof *proof) {
    struct dfpn_limits limits;
    if (!limits_plan(task, &limits) ||
        brain_of(task->rules->game)->evaluate(task->rules, task->root, task->weights) < LOOKS_WON)
        return false;
    if (!room_make(&foresight->dfpn, bytes / ROOMS))
        return false;
    const struct dfpn_question question = question_of(task);
    foresight->winner = 0;
    foresight->shortened = foresight->found = false;
    if (!dfpn_ask(foresight->dfpn, &question) || dfpn_work(foresight->dfpn, &limits, proof) != DFPN_PROVEN)
        return false;
    foresight->winner = question.attacker;
    foresight->rules = *task->rules;
    return foresight->found = true;
}

/* Tells the proof at hand. */
static void proof_tell(const struct foresight *foresight, const struct search_task *task, bool shortest,
                       struct tab_thought *thought) {
    const struct dfpn_proof *proof = &foresight->proof;
    const int length = proof->plies < TAB_LINE_MAX ? proof->plies : TAB_LINE_MAX;
    const bool wins = foresight->winner == task->rules->game->player(task->root);
    thought->move = proof->line[0];
    thought->move_proven = true;
    thought->lines = 1;
    thought->line[0] = (struct tab_line){.mate = wins ? proof->plies : -proof->plies,
                                         .bound = shortest ? TAB_EXACT
                                                  : wins   ? TAB_LOWER
                                                           : TAB_UPPER,
                                         .proven = true,
                                         .length = length};
    memcpy(thought->line[0].moves, proof->line, sizeof *proof->line * (size_t)length);
    thought->depth = proof->plies;
}

bool foresight_lasts(const struct search_task *task) {
    return task->rules->game == &santasi_game && task->node_limit == 0 && task->budget.target >= LONG_MS;
}

bool foresight_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                    struct tab_thought *thought) {
    foresight->santasi.known = certain_nothing;
    if (task->rules->game == &santasi_game)
        return (task->lines > 1 ? santasi_play_lines : santasi_play_find)(&foresight->santasi, task, bytes, thought);
    struct dfpn_proof proof;
    if (task->lines > 1 || !prove_suits(task->rules))
        return false;
    if (!proof_continue(foresight, task, &proof) && !proof_find(foresight, task, bytes, &proof))
        return false;
    foresight->proof = proof;
    proof_tell(foresight, task, proof.plies == 1, thought);
    thought->nodes = foresight->found ? dfpn_nodes(foresight->dfpn) : 1;
    return true;
}

bool foresight_confirm(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought) {
    struct dfpn_limits limits;
    const int mate = thought->line[0].mate, player = task->rules->game->player(task->root);
    if (task->lines > 1 || mate == 0 || thought->line[0].proven || !prove_suits(task->rules) ||
        !limits_confirm(task, thought, &limits) || !room_make(&foresight->shorter, bytes / ROOMS))
        return false;
    struct dfpn_question question = question_of(task);
    question.attacker = mate > 0 ? player : 3 - player;
    question.horizon = abs(mate);
    foresight->winner = 0;
    foresight->found = false;
    if (!dfpn_ask(foresight->shorter, &question) ||
        dfpn_work(foresight->shorter, &limits, &foresight->proof) != DFPN_PROVEN)
        return false;
    foresight->winner = question.attacker;
    foresight->rules = *task->rules;
    foresight->shortened = true;
    proof_tell(foresight, task, foresight->proof.plies == 1, thought);
    thought->nodes += dfpn_nodes(foresight->shorter);
    return true;
}

bool foresight_shorten(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought) {
    struct dfpn_limits limits;
    const int before = foresight->proof.plies;
    struct dfpn_question question = question_of(task);
    question.attacker = foresight->winner;
    if (task->rules->game == &santasi_game || thought->line[0].bound == TAB_EXACT ||
        !limits_confirm(task, thought, &limits) || !room_make(&foresight->shorter, bytes / ROOMS))
        return false;
    const bool shortest = shorten_win(foresight->shorter, &question, &limits, &foresight->proof);
    foresight->shortened = foresight->shortened || foresight->proof.plies < before;
    proof_tell(foresight, task, shortest, thought);
    thought->nodes += dfpn_nodes(foresight->shorter);
    return shortest || foresight->proof.plies < before;
}
