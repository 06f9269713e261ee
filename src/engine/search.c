/* search.c - principal variation search with the usual economies, told in numbered steps.
 *
 * The value of a position is for the player to move. A player may move several times in a row, so a child's value
 * changes its sign only when the turn has passed. */
#include "search.h"
#include "level.h"
#include "order.h"

#include <math.h>
#include <string.h>

enum { CLOCK_INTERVAL = 512, NULL_REDUCTION = 3, FUTILITY_DEPTH = 6, LATE_DEPTH = 4 };

/* Margins in hundredths of a logit. */
enum { FUTILITY_MARGIN = 90, REVERSE_MARGIN = 80, ASPIRATION = 25 };

/* How a node is searched. */
struct node {
    const struct tab_position *position;
    uint64_t hash;
    uint64_t key; /* for the table; 0: not asked for yet */
    int alpha, beta, depth, ply;
    tab_move previous; /* the move that led here; TABLE_NO_MOVE: none */
    bool null_allowed;
};

static int node_search(struct search_worker *worker, struct node node);

/* ---- Small parts ---------------------------------------------------------------------------------------------- */

static bool is_mate(int score) { return score > SEARCH_MATE_BOUND || score < -SEARCH_MATE_BOUND; }

/* Mate scores count from the root in the search and from the position itself in the table. */
static int score_to_table(int score, int ply) {
    return score > SEARCH_MATE_BOUND ? score + ply : score < -SEARCH_MATE_BOUND ? score - ply : score;
}

static int score_from_table(int score, int ply) {
    return score > SEARCH_MATE_BOUND ? score - ply : score < -SEARCH_MATE_BOUND ? score + ply : score;
}

static bool must_stop(struct search_worker *worker) {
    const struct search_task *task = worker->task;
    if (worker->stopped)
        return true;
    if (task->node_limit != 0 && worker->nodes >= task->node_limit)
        return worker->stopped = true;
    if (worker->nodes % CLOCK_INTERVAL != CLOCK_INTERVAL - 1) /* so the first moves are looked at, however late it is */
        return false;
    if (worker->index > 0)
        atomic_fetch_add_explicit(task->helped, CLOCK_INTERVAL, memory_order_relaxed);
    if (atomic_load_explicit(task->stop, memory_order_relaxed))
        return worker->stopped = true;
    if (worker->index == 0 && task->budget.limit != INT64_MAX && clock_now() - task->started >= task->budget.limit)
        return worker->stopped = true;
    return false;
}

/* A position that came up before in this line is drawn; one that came up twice before the root too. */
static bool is_repetition(const struct search_worker *worker, uint64_t hash, int ply) {
    const struct search_task *task = worker->task;
    if (task->rules->choice[worker->game->repetition] != 0)
        return false;
    for (int i = ply - 1; i >= 0; i--)
        if (worker->path[i] == hash)
            return true;
    return repetition_has(&task->repeated, hash);
}

/* The value of a repetition for `player`: the one who thinks wants more than a draw. */
static int repetition_score(const struct search_worker *worker, int player) {
    const struct search_task *task = worker->task;
    return player == worker->root_player ? -task->contempt : task->contempt;
}

/* The value, for `player`, of a game that is over. */
static int final_score(const struct search_worker *worker, const struct tab_position *position, int player, int ply) {
    const char *reason;
    int outcome = worker->game->outcome(worker->task->rules, position, &reason);
    return outcome == TAB_DRAWN ? 0 : outcome == player ? SEARCH_MATE - ply : ply - SEARCH_MATE;
}

static int evaluate(struct search_worker *worker, const struct tab_position *position) {
    const struct search_task *task = worker->task;
    const struct brain *brain = worker->brain;
    int value = brain->recall != NULL ? brain->recall(task->rules, position, task->weights, &worker->memo)
                                      : brain->evaluate(task->rules, position, task->weights);
    if (brain->temper != NULL)
        value = brain->temper(position, value);
    if (task->standstill > SEARCH_STANDSTILL_FREE && brain->progress(position) == task->progress)
        value = value * (SEARCH_STANDSTILL_MOST - task->standstill) / (SEARCH_STANDSTILL_MOST - SEARCH_STANDSTILL_FREE);
    if (task->noise > 0)
        value += level_noise(task->noise, task->noise_seed, worker->game->hash(position));
    return value;
}

static void line_update(struct search_worker *worker, int ply, tab_move move) {
    struct search_line *line = &worker->line[ply], *rest = &worker->line[ply + 1];
    line->moves[0] = move;
    line->length = 1 + (rest->length < SEARCH_PLY_MAX - 1 ? rest->length : SEARCH_PLY_MAX - 1);
    memcpy(line->moves + 1, rest->moves, sizeof *rest->moves * (size_t)(line->length - 1));
}

/* Searches the position after a move of `player`. */
static int child_search(struct search_worker *worker, struct node child, int player) {
    int turn = worker->game->player(child.position);
    worker->line[child.ply].length = 0;
    if (turn == 0)
        return final_score(worker, child.position, player, child.ply);
    if (turn == player)
        return node_search(worker, child);
    int alpha = child.alpha;
    child.alpha = -child.beta;
    child.beta = -alpha;
    return -node_search(worker, child);
}

/* ---- When the depth is used up -------------------------------------------------------------------------------- */

/* Tries only noisy moves; the player may also stand on the evaluation. */
static int quiet_search(struct search_worker *worker, struct node node, int best) {
    const struct tab_rules *rules = worker->task->rules;
    const int player = worker->game->player(node.position);
    if (best >= node.beta || node.ply >= SEARCH_PLY_MAX - 1)
        return best;
    /* In the pool, where a node has found room for them: a line of such nodes would fill a stack. */
    tab_move *moves = worker->pool_moves + worker->pool_used;
    const int count = worker->brain->noisy(rules, node.position, moves);
    worker->pool_used += count;
    for (int i = 0; i < count && !worker->stopped; i++) {
        struct tab_position next = *node.position;
        worker->game->play(rules, &next, moves[i]);
        int alpha = best > node.alpha ? best : node.alpha;
        uint64_t hash = worker->game->hash(&next);
        struct node child = {&next, hash, 0, alpha, node.beta, node.depth - 1, node.ply + 1, moves[i], false};
        int score = child_search(worker, child, player);
        if (score > best)
            best = score;
        if (best >= node.beta)
            break;
    }
    worker->pool_used -= count;
    return best;
}

/* ---- Economies: each a named predicate ------------------------------------------------------------------------ */

/* As many percent of a number as the brain wants; 0: all of it. */
static int percent_of(int percent, int number) { return percent == 0 ? number : number * percent / 100; }

/* Whether the depth is enough to the end of the game. */
static bool sees_end(const struct search_worker *worker, const struct node *node) {
    return worker->brain->moves_left != NULL && worker->brain->moves_left(node->position) <= node->depth;
}

/* So good that a shallow search will not change it. */
static bool is_beyond_beta(const struct search_worker *worker, const struct node *node, int value, bool pv) {
    return !pv && node->depth <= FUTILITY_DEPTH && !is_mate(node->beta) &&
           value - percent_of(worker->brain->margins, REVERSE_MARGIN * node->depth) >= node->beta &&
           !sees_end(worker, node);
}

/* A free move for the opponent that still does not bring the value below beta. */
static bool null_refutes(struct search_worker *worker, const struct node *node, int value, int player, int *score) {
    if (!node->null_allowed || node->depth < 3 || value < node->beta || is_mate(node->beta))
        return false;
    struct tab_position next = *node->position;
    if (!worker->brain->pass(worker->task->rules, &next))
        return false;
    int depth = node->depth - NULL_REDUCTION - node->depth / 4;
    uint64_t hash = worker->game->hash(&next);
    struct node child = {&next, hash, 0, node->beta - 1, node->beta, depth, node->ply + 1, TABLE_NO_MOVE, false};
    *score = child_search(worker, child, player);
    if (*score < node->beta)
        return false;
    if (is_mate(*score))
        *score = node->beta;
    return true;
}

/* A quiet move far down the list, or in a position too far below alpha, is not worth a look. Never the last replies
 * while everything searched loses: a mate score must rest on all of them. */
static bool is_hopeless(const struct search_worker *worker, const struct node *node, int value, int best, int tried) {
    if (best < -SEARCH_MATE_BOUND || is_mate(node->alpha))
        return false;
    if (node->depth <= LATE_DEPTH && tried > 6 + 5 * node->depth * node->depth)
        return !sees_end(worker, node);
    return node->depth <= FUTILITY_DEPTH &&
           value + percent_of(worker->brain->margins, FUTILITY_MARGIN * (node->depth + 1)) <= node->alpha &&
           !sees_end(worker, node);
}

static int reduction_of(const struct search_worker *worker, int depth, int tried, bool pv, int rating) {
    int late = tried < SEARCH_REDUCTION_MOVES ? tried : SEARCH_REDUCTION_MOVES - 1;
    int deep = depth < SEARCH_REDUCTION_DEPTHS ? depth : SEARCH_REDUCTION_DEPTHS - 1;
    int reduction = worker->reductions[deep][late] - pv - (rating >= ORDER_RATING_COUNTER) - rating / 8192;
    return reduction < 0 ? 0 : reduction > depth - 2 ? depth - 2 : reduction;
}

/* ---- The moves of a node -------------------------------------------------------------------------------------- */

/* What the loop over the moves carries. */
struct progress {
    int best, alpha, tried;
    tab_move best_move;
};

/* Searches one move: reduced and with a null window first where that is likely to be enough. */
static int move_search(struct search_worker *worker, const struct node *node, struct node child,
                       const struct progress *progress, int32_t rating, int player) {
    const bool pv = node->beta - node->alpha > 1, forcing = rating >= BRAIN_FORCING;
    if (progress->tried == 0)
        return child_search(worker, child, player);
    child.beta = progress->alpha + 1;
    int reduction = 0;
    if (node->depth >= 2 && progress->tried >= 2 && !forcing)
        reduction = reduction_of(worker, node->depth, progress->tried, pv, rating);
    child.depth -= reduction;
    int score = child_search(worker, child, player);
    if (score > progress->alpha && reduction > 0) {
        child.depth += reduction;
        score = child_search(worker, child, player);
    }
    if (score > progress->alpha && score < node->beta) {
        child.beta = node->beta;
        score = child_search(worker, child, player);
    }
    return score;
}

static bool is_excluded(const struct search_worker *worker, const struct node *node, tab_move move) {
    if (node->ply > 0)
        return false;
    for (int i = 0; i < worker->excluded_count; i++)
        if (worker->excluded[i] == move)
            return true;
    return false;
}

/* Tries the moves one after the other until one is too good. */
static struct progress moves_search(struct search_worker *worker, const struct node *node, tab_move table_move,
                                    int value, bool threatened, int player) {
    struct progress progress = {-SEARCH_INFINITE, node->alpha, 0, TABLE_NO_MOVE};
    struct order order = {
        .position = node->position,
        .player = player,
        .ply = node->ply,
        .table_move = table_move,
        .previous = node->previous,
    };
    struct search_candidate candidate;
    order_begin(worker, &order);
    while (order_next(worker, &order, &candidate)) {
        bool quiet = candidate.rating < BRAIN_FORCING && !threatened && node->ply > 0;
        if (is_excluded(worker, node, candidate.move))
            continue;
        /* The candidates come by rating: the others are quiet too. */
        if (quiet && progress.tried > 0 && is_hopeless(worker, node, value, progress.best, progress.tried))
            break;
        struct tab_position next = *node->position;
        worker->game->play(worker->task->rules, &next, candidate.move);
        uint64_t hash = worker->game->hash(&next);
        uint64_t key = worker->brain->key(worker->task->rules, &next, hash);
        table_prefetch(worker->task->table, key);
        struct node child = {&next,         hash,           key, progress.alpha, node->beta, node->depth - 1,
                             node->ply + 1, candidate.move, true};
        int score = move_search(worker, node, child, &progress, candidate.rating, player);
        if (worker->stopped)
            break;
        progress.tried++;
        if (score <= progress.best)
            continue;
        progress.best = score;
        if (score <= progress.alpha)
            continue;
        progress.best_move = candidate.move;
        progress.alpha = score;
        line_update(worker, node->ply, candidate.move);
        if (score >= node->beta) {
            order_learn(worker, &order, candidate.move, node->depth);
            break;
        }
    }
    order_end(worker, &order);
    return progress;
}

/* Whether the table already answers a node. */
static bool table_answers(const struct node *node, const struct table_entry *entry, int *score) {
    *score = score_from_table(entry->score, node->ply);
    if (entry->depth < node->depth)
        return false;
    return entry->bound == TABLE_EXACT || (entry->bound == TABLE_LOWER && *score >= node->beta) ||
           (entry->bound == TABLE_UPPER && *score <= node->alpha);
}

/* What the tables of endings say about a node. */
static bool ending_known(const struct search_worker *worker, const struct node *node, int *score) {
    int value;
    if (!endings_probe(worker->task->endings, worker->task->rules, node->position, &value))
        return false;
    *score = value > 0 ? SEARCH_MATE - node->ply - value : value < 0 ? node->ply - value - SEARCH_MATE : 0;
    return true;
}

/* ---- A node --------------------------------------------------------------------------------------------------- */

/* The first steps: whether the score of a node is known without its moves. Narrows what is asked of it otherwise. */
static bool node_settled(struct search_worker *worker, struct node *node, int player, int *score) {
    /* 1. Stop when told to, and count. */
    *score = 0;
    worker->line[node->ply].length = 0;
    if (must_stop(worker))
        return true;
    worker->nodes++;
    if (node->ply > worker->seldepth)
        worker->seldepth = node->ply;

    /* 2. A repeated position is drawn. The root, where it all began, needs a move whatever it is worth. */
    worker->path[node->ply] = node->hash;
    if (node->ply == 0)
        return false;
    if (is_repetition(worker, node->hash, node->ply)) {
        *score = repetition_score(worker, player);
        return true;
    }

    /* 3. The tables of endings or the book know the rest, or there is no room for more. */
    if ((worker->task->endings != NULL && ending_known(worker, node, score)) ||
        (node->ply == 1 && certain_score(worker->task, node->position, score)))
        return true;
    if (node->ply >= SEARCH_PLY_MAX - 1 || worker->pool_used + TAB_MOVES_MAX > SEARCH_POOL) {
        *score = evaluate(worker, node->position);
        return true;
    }

    /* 4. No line from here can be better than winning now, or worse than losing next. */
    if (node->alpha < node->ply - SEARCH_MATE)
        node->alpha = node->ply - SEARCH_MATE;
    if (node->beta > SEARCH_MATE - node->ply - 1)
        node->beta = SEARCH_MATE - node->ply - 1;
    if (node->alpha >= node->beta) {
        *score = node->alpha;
        return true;
    }

    /* 5. Win at once where that is possible. */
    tab_move winning;
    if (!worker->brain->win_now(worker->task->rules, node->position, &winning))
        return false;
    worker->line[node->ply + 1].length = 0;
    line_update(worker, node->ply, winning);
    *score = SEARCH_MATE - node->ply - 1;
    return true;
}

static void node_remember(const struct search_worker *worker, const struct node *node, uint64_t key,
                          const struct progress *progress) {
    const int best = progress->best;
    const enum table_bound bound = best >= node->beta ? TABLE_LOWER : best > node->alpha ? TABLE_EXACT : TABLE_UPPER;
    struct table_entry found = {progress->best_move, score_to_table(best, node->ply), node->depth, bound};
    table_store(worker->task->table, key, &found);
}

static int node_search(struct search_worker *worker, struct node node) {
    const struct tab_rules *rules = worker->task->rules;
    const bool pv = node.beta - node.alpha > 1, root = node.ply == 0;
    const int player = worker->game->player(node.position);
    int score;
    if (node_settled(worker, &node, player, &score))
        return score;

    /* 6. Look one ply further when the opponent is about to win. */
    bool threatened = worker->brain->threatened(rules, node.position);
    if (threatened && node.depth < worker->root_depth && node.ply < 2 * worker->root_depth)
        node.depth = node.depth < 0 ? 1 : node.depth + 1;

    /* 7. What the table knows. It has been called for since before this node; by now it is here. */
    int value = evaluate(worker, node.position);
    uint64_t key = node.key != 0 ? node.key : worker->brain->key(rules, node.position, node.hash);
    struct table_entry entry = {TABLE_NO_MOVE, 0, -1, TABLE_NONE};
    bool known = node.depth >= 0 && table_probe(worker->task->table, key, &entry);
    if (known && !pv && !root && table_answers(&node, &entry, &score))
        return score;

    /* 8. Only noisy moves when the depth is used up. */
    if (node.depth <= 0)
        return quiet_search(worker, node, value);

    /* 9. Economies that need no move, or only a free one for the opponent. */
    if (!threatened && !root) {
        if (is_beyond_beta(worker, &node, value, pv))
            return value;
        if (!pv && null_refutes(worker, &node, value, player, &score))
            return score;
    }

    /* 10. Without a move to begin with, a shallower search will do. */
    if (entry.move == TABLE_NO_MOVE && node.depth >= 4 && !root)
        node.depth--;

    /* 11. The moves. */
    struct progress progress = moves_search(worker, &node, entry.move, value, threatened, player);
    if (worker->stopped)
        return 0;

    /* 12. Remember. */
    if (worker->excluded_count == 0 || !root)
        node_remember(worker, &node, key, &progress);
    return progress.best;
}

/* ---- The root ------------------------------------------------------------------------------------------------- */

void search_worker_reset(struct search_worker *worker) {
    memset(worker->history, 0, sizeof worker->history);
    search_worker_reweigh(worker);
    for (int i = 0; i < BRAIN_SLOTS; i++)
        worker->counters[i] = TABLE_NO_MOVE;
}

void search_worker_reweigh(struct search_worker *worker) { worker->memo_weights = NULL; }

static void reductions_fill(struct search_worker *worker) {
    const double strength = percent_of(worker->brain->reductions, 100) / 190.0;
    for (int depth = 1; depth < SEARCH_REDUCTION_DEPTHS; depth++)
        for (int tried = 1; tried < SEARCH_REDUCTION_MOVES; tried++)
            worker->reductions[depth][tried] = (uint8_t)(0.6 + log(depth) * log(tried) * strength);
}

/* Works out what follows from the game, and empties the memory of the evaluation, where they are about something else. */
static void memo_begin(struct search_worker *worker, const struct search_task *task) {
    if (worker->memo_weights == task->weights && memcmp(&worker->memo_rules, task->rules, sizeof *task->rules) == 0)
        return;
    reductions_fill(worker);
    if (worker->brain->recall != NULL)
        memset(&worker->memo, 0, sizeof worker->memo);
    worker->memo_weights = task->weights;
    worker->memo_rules = *task->rules;
}

static void worker_begin(struct search_worker *worker, const struct search_task *task) {
    worker->task = task;
    worker->game = task->rules->game;
    worker->brain = brain_of(worker->game);
    worker->root_player = worker->game->player(task->root);
    worker->stopped = false;
    worker->nodes = 0;
    worker->seldepth = 0;
    worker->pool_used = 0;
    for (int ply = 0; ply <= SEARCH_PLY_MAX; ply++)
        worker->killers[ply][0] = worker->killers[ply][1] = TABLE_NO_MOVE;
    memo_begin(worker, task);
}

/* Takes over the moves of a line. An iteration cut short begins with the best move so far, so what it leaves is at
 * least as good; its score is not known yet. */
static void line_keep(const struct search_line *found, struct tab_line *line) {
    line->length = found->length < TAB_LINE_MAX ? found->length : TAB_LINE_MAX;
    memcpy(line->moves, found->moves, sizeof *line->moves * (size_t)line->length);
}

/* Writes the line of the root with its score. */
static void line_report(const struct search_worker *worker, int score, struct tab_line *line) {
    *line = (struct tab_line){.bound = TAB_EXACT};
    if (score > SEARCH_MATE_BOUND)
        line->mate = SEARCH_MATE - score;
    else if (score < -SEARCH_MATE_BOUND)
        line->mate = -SEARCH_MATE - score;
    else /* contempt is for choosing, not for telling */
        line->centi = score == -worker->task->contempt ? 0 : score;
    line_keep(&worker->line[0], line);
}

static void news_send(const struct search_worker *worker, int depth, int index, const struct tab_line *line) {
    const struct search_task *task = worker->task;
    if (worker->index != 0 || task->news == NULL)
        return;
    const uint64_t helped = task->helped != NULL ? atomic_load_explicit(task->helped, memory_order_relaxed) : 0;
    struct tab_info info = {.depth = depth,
                            .seldepth = worker->seldepth,
                            .index = index,
                            .hashfull = table_usage(task->table),
                            .nodes = worker->nodes + helped,
                            .milliseconds = clock_now() - task->started,
                            .line = line};
    task->news(task->context, &info);
}

/* Searches the root to one depth with a window around the last score, widened until the score is inside. */
static int root_search(struct search_worker *worker, int depth, int guess) {
    const struct tab_position *root = worker->task->root;
    int reach = ASPIRATION, alpha = -SEARCH_INFINITE, beta = SEARCH_INFINITE;
    if (depth >= 4 && !is_mate(guess)) {
        alpha = guess - reach;
        beta = guess + reach;
    }
    for (;;) {
        struct node node = {root, worker->game->hash(root), 0, alpha, beta, depth, 0, TABLE_NO_MOVE, false};
        int score = node_search(worker, node);
        if (worker->stopped || (score > alpha && score < beta))
            return score;
        reach *= 3;
        if (score <= alpha)
            alpha = reach > 1000 || is_mate(score) ? -SEARCH_INFINITE : score - reach;
        else
            beta = reach > 1000 || is_mate(score) ? SEARCH_INFINITE : score + reach;
    }
}

/* A line's value as one number, for comparison. */
static int line_value(const struct tab_line *line) {
    return line->mate > 0 ? SEARCH_MATE - line->mate : line->mate < 0 ? -SEARCH_MATE - line->mate : line->centi;
}

/* Puts the lines found in order; a later one may turn out better than those before it. */
static void lines_sort(struct tab_line *lines, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && line_value(&lines[j]) > line_value(&lines[j - 1]); j--) {
            struct tab_line kept = lines[j];
            lines[j] = lines[j - 1];
            lines[j - 1] = kept;
        }
}

/* Makes way for a line with `move`: one of the iteration before that begins with it becomes the one to be replaced. */
static void line_place(struct tab_thought *thought, int index, tab_move move) {
    for (int later = index + 1; later < thought->lines; later++)
        if (thought->line[later].moves[0] == move)
            thought->line[later] = thought->line[index];
}

/* One iteration: the best line, then the best among the other root moves, and so on. */
static void iteration_run(struct search_worker *worker, int depth, int root_moves, struct tab_thought *thought) {
    const int lines = worker->task->lines < root_moves ? worker->task->lines : root_moves;
    const tab_move told = thought->line[0].moves[0];
    worker->root_depth = depth;
    worker->excluded_count = 0;
    for (int index = 0; index < lines && !worker->stopped; index++) {
        struct tab_line *line = &thought->line[index];
        int guess = line->mate != 0 ? SEARCH_MATE : line->centi;
        int score = root_search(worker, depth, guess);
        if (worker->stopped && (index > 0 || worker->line[0].length == 0))
            break;
        line_place(thought, index, worker->line[0].moves[0]);
        if (worker->stopped) {
            line_keep(&worker->line[0], line);
            break;
        }
        line_report(worker, score, line);
        if (thought->lines <= index)
            thought->lines = index + 1;
        worker->excluded[worker->excluded_count++] = line->moves[0];
    }
    if (!worker->stopped) {
        lines_sort(thought->line, lines);
        thought->depth = depth;
    }
    for (int index = 0; index < thought->lines && (!worker->stopped || told != thought->line[0].moves[0]); index++)
        news_send(worker, depth, index, &thought->line[index]);
}

/* Nothing more to find: the end is known, and it is as near as the depth searched. */
static bool is_settled(const struct search_worker *worker, const struct tab_thought *thought, int depth) {
    int mate = thought->line[0].mate;
    return worker->task->lines == 1 && mate != 0 && (mate < 0 ? -mate : mate) <= depth;
}

/* A thought of one move that wins. */
static void root_win(struct search_worker *worker, tab_move move, struct tab_thought *thought) {
    thought->line[0] = (struct tab_line){.mate = 1, .proven = true, .length = 1, .moves = {move}};
    thought->lines = thought->depth = 1;
    thought->move = move;
    thought->move_proven = true;
    thought->nodes = worker->nodes = 1;
    news_send(worker, 1, 0, &thought->line[0]);
}

void search_run(struct search_worker *worker, const struct search_task *task, struct tab_thought *thought) {
    worker_begin(worker, task);
    tab_move moves[TAB_MOVES_MAX];
    int root_moves = worker->game->moves(task->rules, task->root, moves);
    thought->lines = 0;
    thought->line[0] = (struct tab_line){.centi = evaluate(worker, task->root), .length = 1, .moves = {moves[0]}};
    /* Not even with the fewest nodes a win at hand is missed. */
    if (task->lines == 1 && worker->brain->win_now(task->rules, task->root, &moves[0])) {
        root_win(worker, moves[0], thought);
        return;
    }
    const bool timed = task->budget.target != INT64_MAX;
    const int deepest = worker->brain->shallow(task->root) ? 1 : task->depth_limit;
    for (int depth = 1; depth <= deepest && !worker->stopped; depth++) {
        /* Helper threads run half of the depths a ply ahead, so that the table fills from both sides. */
        iteration_run(worker, depth + (worker->index > 0 && (worker->index + depth) % 2), root_moves, thought);
        if (worker->index == 0 && timed && clock_now() - task->started >= task->budget.target)
            break;
        if (is_settled(worker, thought, depth) || (root_moves == 1 && timed))
            break;
    }
    if (thought->lines == 0)
        thought->lines = 1;
    thought->move = thought->line[0].moves[0];
    thought->nodes = worker->nodes;
}
