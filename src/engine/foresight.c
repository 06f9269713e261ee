/* foresight.c - see foresight.h. */
#include "foresight.h"
#include "../rules/registry.h"

#include <string.h>

enum {
    TIME_PART = 10,   /* of the time for a move */
    NODE_PART = 400,  /* of the nodes: one here is worth some forty of the search */
    NODES_LEAST = 20, /* below that it is not worth while */
    LOOKS_WON = 60,   /* evaluation from which a proof is tried */
    LONG_MS = 5000    /* from which on someone may want to hear something before it is over */
};

void foresight_free(struct foresight *foresight) {
    santasi_play_clear(&foresight->santasi);
    dfpn_free(foresight->dfpn);
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

/* Continues the proof at hand, unless the game has left it or that takes too long. */
static bool proof_continue(struct foresight *foresight, const struct search_task *task, struct dfpn_proof *proof) {
    const struct tab_game *game = task->rules->game;
    if (foresight->winner != game->player(task->root) ||
        memcmp(&foresight->rules, task->rules, sizeof foresight->rules) != 0)
        return false;
    const struct dfpn_limits limits = limits_follow(task);
    if (!dfpn_follow(foresight->dfpn, task->root, &limits, proof))
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
    if (task->node_limit != 0)
        return limits->nodes >= NODES_LEAST;
    return limits->milliseconds > 0;
}

static bool proof_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                       struct dfpn_proof *proof) {
    struct dfpn_limits limits;
    if (!limits_plan(task, &limits) ||
        brain_of(task->rules->game)->evaluate(task->rules, task->root, task->weights) < LOOKS_WON)
        return false;
    if (foresight->dfpn == NULL && (foresight->dfpn = dfpn_new(bytes)) == NULL)
        return false;
    const struct dfpn_question question =
        prove_question(task->rules, task->root, task->past, task->past_count, task->endings);
    foresight->winner = 0;
    if (!dfpn_ask(foresight->dfpn, &question) || dfpn_work(foresight->dfpn, &limits, proof) != DFPN_PROVEN)
        return false;
    foresight->winner = question.attacker;
    foresight->rules = *task->rules;
    return true;
}

bool foresight_lasts(const struct search_task *task) {
    return task->rules->game == &santasi_game && task->node_limit == 0 && task->budget.target >= LONG_MS;
}

bool foresight_find(struct foresight *foresight, const struct search_task *task, size_t bytes,
                    struct tab_thought *thought) {
    struct dfpn_proof proof;
    if (task->rules->game == &santasi_game)
        return (task->lines > 1 ? santasi_play_lines : santasi_play_find)(&foresight->santasi, task, task->book, bytes,
                                                                          thought);
    if (task->lines > 1 || !prove_suits(task->rules))
        return false;
    if (!proof_continue(foresight, task, &proof) && !proof_find(foresight, task, bytes, &proof))
        return false;
    const int length = proof.plies < TAB_LINE_MAX ? proof.plies : TAB_LINE_MAX;
    thought->move = proof.line[0];
    thought->lines = 1;
    thought->line[0] = (struct tab_line){.mate = proof.plies, .length = length};
    memcpy(thought->line[0].moves, proof.line, sizeof *proof.line * (size_t)length);
    thought->depth = proof.plies;
    thought->nodes = dfpn_nodes(foresight->dfpn);
    return true;
}
