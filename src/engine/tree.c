/* tree.c - Monte Carlo tree search. */
#include "tree.h"
#include "level.h"

#include <math.h>
#include <stdlib.h>

enum { CLOCK_INTERVAL = 16, PLAYOUT_LIMIT = 4000, PATH_MAX_LENGTH = 512, NEWS_MS = 500 };

static const double explore_plain = 1.4, explore_knowing = 0.1;

struct tree_node {
    tab_move move;  /* that led here */
    uint32_t first; /* its children lie together; 0: none yet */
    uint16_t children;
    uint8_t mover; /* who made the move */
    uint32_t visits;
    float prior; /* what the mover expects before any visit */
    double sum;  /* of payoffs of the mover */
};

struct tree {
    const struct search_task *task;
    const struct tab_game *game;
    struct tree_node *nodes;
    size_t used, room;
    struct tab_random random;
    bool plain;
    int players;
    int deepest;
    double sums[TAB_PLAYERS_MAX]; /* of everybody's payoffs in all walks */
};

static void payoffs_final(const struct tree *tree, const struct tab_position *position, double *payoffs) {
    struct tab_result result;
    tab_position_result(tree->task->rules, position, &result);
    for (int i = 0; i < tree->players; i++)
        payoffs[i] = result.payoff[i];
}

static void payoffs_equal(const struct tree *tree, double *payoffs) {
    for (int i = 0; i < tree->players; i++)
        payoffs[i] = 1.0 / tree->players;
}

/* Whether the player to move wins at once: then that is sure at every level. */
static bool payoffs_won(const struct tree *tree, const struct tab_position *position, double *payoffs) {
    tab_move winning;
    if (!brain_of(tree->game)->win_now(tree->task->rules, position, &winning))
        return false;
    for (int i = 0; i < tree->players; i++)
        payoffs[i] = i + 1 == tree->game->player(position) ? 1.0 : 0.0;
    return true;
}

/* What knowledge says, with the errors of judgement of the level. */
static void payoffs_judged(const struct tree *tree, const struct tab_position *position, double *payoffs) {
    const struct search_task *task = tree->task;
    double sum = 0.0;
    brain_payoffs(task->rules, position, task->weights, payoffs);
    if (task->noise == 0)
        return;
    uint64_t key = tree->game->hash(position);
    for (int i = 0; i < tree->players; i++) {
        payoffs[i] *= exp(level_noise(task->noise, task->noise_seed + (uint64_t)i, key) / 100.0);
        sum += payoffs[i];
    }
    for (int i = 0; i < tree->players; i++)
        payoffs[i] /= sum;
}

/* What a position is worth to everybody: by random play, or by knowledge. */
static void position_value(struct tree *tree, struct tab_position position, double *payoffs) {
    const struct tab_rules *rules = tree->task->rules;
    if (tree->plain)
        tab_random_playout(&tree->random, rules, &position, PLAYOUT_LIMIT);
    if (tree->game->player(&position) == 0)
        payoffs_final(tree, &position, payoffs);
    else if (tree->plain)
        payoffs_equal(tree, payoffs);
    else if (!payoffs_won(tree, &position, payoffs))
        payoffs_judged(tree, &position, payoffs);
}

/* ---- Growing -------------------------------------------------------------------------------------------------- */

static struct tree_node child_make(struct tree *tree, const struct tab_position *position, tab_move move, int mover) {
    struct tree_node child = {.move = move, .mover = (uint8_t)mover};
    if (tree->plain)
        return child;
    struct tab_position next = *position;
    double payoffs[TAB_PLAYERS_MAX];
    tree->game->play(tree->task->rules, &next, move);
    position_value(tree, next, payoffs);
    child.prior = (float)payoffs[mover - 1];
    return child;
}

/* Leaves only the forcing moves, if there are any. */
static int moves_forcing(const struct tree *tree, const struct tab_position *position, tab_move *moves, int count) {
    int32_t ratings[TAB_MOVES_MAX];
    int forcing = 0;
    brain_of(tree->game)->rate(tree->task->rules, position, moves, count, ratings);
    for (int i = 0; i < count; i++)
        if (ratings[i] >= BRAIN_FORCING)
            moves[forcing++] = moves[i];
    return forcing > 0 ? forcing : count;
}

/* Lists the moves worth trying. Among several players what a player can gain now looks as good as what it has gained, for
 * it is mostly the others who move; so the best players take what they can. */
static int moves_list(const struct tree *tree, const struct tab_position *position, tab_move *moves) {
    const int count = tree->game->moves(tree->task->rules, position, moves);
    const bool greedy = tree->players > 2 && !tree->plain && tree->task->noise == 0;
    return greedy ? moves_forcing(tree, position, moves, count) : count;
}

/* Adds the children of a node; false when the memory is used up. */
static bool node_expand(struct tree *tree, struct tree_node *node, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = moves_list(tree, position, moves), mover = tree->game->player(position);
    if (tree->used + (size_t)count > tree->room)
        return false;
    node->first = (uint32_t)tree->used;
    node->children = (uint16_t)count;
    for (int i = 0; i < count; i++)
        tree->nodes[tree->used++] = child_make(tree, position, moves[i], mover);
    return true;
}

/* ---- Choosing ------------------------------------------------------------------------------------------------- */

/* Without knowledge a child that was never tried comes first; with it, its prior counts as one visit. */
static double child_urgency(const struct tree *tree, const struct tree_node *child, double parent_log) {
    if (tree->plain) {
        if (child->visits == 0)
            return 1000.0;
        return child->sum / child->visits + explore_plain * sqrt(parent_log / child->visits);
    }
    double visits = child->visits + 1.0;
    return (child->sum + (double)child->prior) / visits + explore_knowing * sqrt(parent_log / visits);
}

static struct tree_node *child_choose(struct tree *tree, const struct tree_node *node) {
    struct tree_node *children = &tree->nodes[node->first], *best = NULL;
    double parent_log = log(node->visits + 1.0), most = -1.0;
    uint32_t offset = tree->plain ? tab_random_below(&tree->random, node->children) : 0;
    for (uint32_t i = 0; i < node->children; i++) {
        struct tree_node *child = &children[(i + offset) % node->children];
        double urgency = child_urgency(tree, child, parent_log);
        if (urgency > most) {
            most = urgency;
            best = child;
        }
    }
    return best;
}

/* One walk from the root to a new node, and its value carried back. */
static void tree_walk(struct tree *tree) {
    struct tree_node *path[PATH_MAX_LENGTH], *node = &tree->nodes[0];
    struct tab_position position = *tree->task->root;
    double payoffs[TAB_PLAYERS_MAX];
    int length = 0;
    path[length++] = node;
    while (tree->game->player(&position) != 0 && length < PATH_MAX_LENGTH) {
        if (node->first == 0 && (node->visits == 0 || !node_expand(tree, node, &position)))
            break;
        node = child_choose(tree, node);
        tree->game->play(tree->task->rules, &position, node->move);
        path[length++] = node;
    }
    if (length > tree->deepest)
        tree->deepest = length;
    position_value(tree, position, payoffs);
    for (int i = 0; i < tree->players; i++)
        tree->sums[i] += payoffs[i];
    for (int i = 0; i < length; i++) {
        path[i]->visits++;
        if (i > 0)
            path[i]->sum += payoffs[path[i]->mover - 1];
    }
}

/* ---- Reporting ------------------------------------------------------------------------------------------------ */

static double node_payoff(const struct tree_node *node) {
    return node->visits > 0 ? node->sum / node->visits : (double)node->prior;
}

/* What a node is worth, told as if each player had won one more game there: few games are no certainty, however they
 * ended. */
static double told_payoff(const struct tree *tree, const struct tree_node *node) {
    return (node->sum + 1.0) / ((double)node->visits + tree->players);
}

static int centi_of(double payoff) {
    double chance = payoff < 0.001 ? 0.001 : payoff > 0.999 ? 0.999 : payoff;
    return (int)lround(100.0 * log(chance / (1.0 - chance)));
}

static const struct tree_node *most_visited(const struct tree *tree, const struct tree_node *node) {
    const struct tree_node *best = NULL;
    for (uint32_t i = 0; i < node->children; i++) {
        const struct tree_node *child = &tree->nodes[node->first + i];
        if (best == NULL || child->visits > best->visits ||
            (child->visits == best->visits && node_payoff(child) > node_payoff(best)))
            best = child;
    }
    return best;
}

static void line_follow(const struct tree *tree, const struct tree_node *node, struct tab_line *line) {
    *line = (struct tab_line){.centi = centi_of(told_payoff(tree, node)), .bound = TAB_EXACT};
    while (node != NULL && line->length < TAB_LINE_MAX) {
        line->moves[line->length++] = node->move;
        node = node->visits > 1 ? most_visited(tree, node) : NULL;
    }
}

static int share_compare(const void *one, const void *other) {
    const struct tab_share *first = one, *second = other;
    if (first->visits != second->visits)
        return first->visits < second->visits ? 1 : -1;
    return first->payoff < second->payoff ? 1 : first->payoff > second->payoff ? -1 : 0;
}

/* Fills the thought from the root's children, most visited first. */
static void thought_fill(const struct tree *tree, struct tab_thought *thought) {
    const struct tree_node *root = &tree->nodes[0];
    thought->shares = root->children;
    for (int i = 0; i < root->children; i++) {
        const struct tree_node *child = &tree->nodes[root->first + (uint32_t)i];
        double part = root->visits > 0 ? (double)child->visits / root->visits : 0.0;
        thought->share[i] = (struct tab_share){child->move, part, node_payoff(child)};
    }
    qsort(thought->share, (size_t)thought->shares, sizeof *thought->share, share_compare);
    thought->lines = tree->task->lines < root->children ? tree->task->lines : root->children;
    for (int line = 0; line < thought->lines; line++)
        for (uint32_t i = 0; i < root->children; i++)
            if (tree->nodes[root->first + i].move == thought->share[line].move)
                line_follow(tree, &tree->nodes[root->first + i], &thought->line[line]);
    for (int i = 0; i < tree->players; i++)
        thought->payoff[i] = root->visits > 0 ? tree->sums[i] / root->visits : 1.0 / tree->players;
    thought->move = thought->share[0].move;
    thought->depth = tree->deepest;
    thought->nodes = root->visits;
}

static void news_send(const struct tree *tree, struct tab_thought *thought) {
    const struct search_task *task = tree->task;
    if (task->news == NULL)
        return;
    thought_fill(tree, thought);
    for (int i = 0; i < thought->lines; i++) {
        struct tab_info info = {.depth = tree->deepest,
                                .seldepth = tree->deepest,
                                .index = i,
                                .hashfull = (int)(tree->used * 1000 / tree->room),
                                .nodes = thought->nodes,
                                .milliseconds = clock_now() - task->started,
                                .line = &thought->line[i],
                                .payoff = thought->payoff};
        task->news(task->context, &info);
    }
}

/* ---- Running -------------------------------------------------------------------------------------------------- */

static bool tree_done(const struct tree *tree, uint64_t walks, int64_t passed) {
    const struct search_task *task = tree->task;
    if (task->node_limit != 0 && walks >= task->node_limit)
        return true;
    if (walks % CLOCK_INTERVAL != 0 || walks == 0)
        return false;
    return atomic_load_explicit(task->stop, memory_order_relaxed) || passed >= task->budget.limit ||
           (passed >= task->budget.target && task->budget.target != INT64_MAX);
}

bool tree_run(const struct search_task *task, bool plain, size_t bytes, uint64_t seed, struct tab_thought *thought) {
    struct tree tree = {.task = task,
                        .game = task->rules->game,
                        .room = bytes / sizeof(struct tree_node) + TAB_MOVES_MAX + 1,
                        .used = 1,
                        .plain = plain,
                        .players = tab_rules_players(task->rules)};
    tree.nodes = calloc(tree.room, sizeof *tree.nodes);
    if (tree.nodes == NULL)
        return false;
    tab_random_seed(&tree.random, seed);
    node_expand(&tree, &tree.nodes[0], task->root);
    int64_t reported = 0, passed = 0;
    for (uint64_t walks = 0; !tree_done(&tree, walks, passed); walks++) {
        tree_walk(&tree);
        if (walks % CLOCK_INTERVAL == CLOCK_INTERVAL - 1)
            passed = clock_now() - task->started;
        if (passed - reported >= NEWS_MS) {
            news_send(&tree, thought);
            reported = passed;
        }
    }
    thought_fill(&tree, thought);
    news_send(&tree, thought);
    free(tree.nodes);
    return true;
}
