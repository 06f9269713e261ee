/* engine.c - the engine as its users see it: options, memory, threads, and the choice of the search. */
#include "engine.h"
#include "../rules/registry.h"
#include "foresight.h"
#include "knowledge.h"
#include "level.h"
#include "mib.h"
#include "tree.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifndef TABLIER_NO_THREADS
#include <pthread.h>
#endif

enum { WIN_MIB_MOST = 128, WIN_PART = 2 /* of the memory for the table, once more */ };
/* What the solver of San Ta Si needs to be at ease twenty plies before the end, or sixteen where memory is scarce, as in
 * a browser. */
enum { DEFAULT_PROOF_MIB = sizeof(void *) < 8 ? 96 : 512 };
enum { DEFAULT_CONTEMPT = 100 };
enum { TREE_WALKS_PER_DEPTH = 1000 };
enum { LOOK_MS = 1000 }; /* before a proof is tried that may take long */

/* Since when nothing has happened in a game: what the engine was asked last. */
struct standstill {
    const struct tab_game *game; /* NULL: nothing was asked yet */
    uint64_t hash;
    int progress;
    int at, since; /* plies */
};

struct tab_engine {
    struct tab_engine_options options;
    struct table table;
    struct search_worker **workers;
    int worker_count;
    _Atomic bool stop;     /* ordered from outside */
    _Atomic bool all_stop; /* the first thread has finished */
    struct tab_random random;
    struct foresight foresight;
    struct standstill standstill;
    struct tab_knowledge *knowledge; /* NULL: none */
    const struct brain *weighed;     /* whose own weights these are; NULL: nobody's yet */
    int16_t *weights;
};

/* ---- Life ----------------------------------------------------------------------------------------------------- */

const char *const search_names[TAB_SEARCH_COUNT + 1] = {
    [TAB_SEARCH_AUTO] = "auto", [TAB_SEARCH_ALPHABETA] = "alphabeta", [TAB_SEARCH_MCTS] = "mcts",
    [TAB_SEARCH_UCT] = "uct",   [TAB_SEARCH_GREEDY] = "greedy",       [TAB_SEARCH_RANDOM] = "random",
};

const char *tab_search_name(enum tab_search search) { return search < TAB_SEARCH_COUNT ? search_names[search] : NULL; }

void tab_engine_defaults(struct tab_engine_options *options) {
    *options = (struct tab_engine_options){.hash_mib = ENGINE_HASH_MIB,
                                           .proof_mib = DEFAULT_PROOF_MIB,
                                           .threads = 1,
                                           .lines = 1,
                                           .level = TAB_LEVEL_MAX,
                                           .contempt = DEFAULT_CONTEMPT,
                                           .own_book = true};
}

static void workers_free(struct search_worker **workers, int count) {
    for (int i = 0; i < count; i++)
        free(workers[i]);
    free(workers);
}

static struct search_worker **workers_new(int count) {
    struct search_worker **workers = calloc((size_t)count, sizeof *workers);
    if (workers == NULL)
        return NULL;
    for (int i = 0; i < count; i++) {
        workers[i] = calloc(1, sizeof **workers);
        if (workers[i] == NULL) {
            workers_free(workers, i);
            return NULL;
        }
        workers[i]->index = i;
        search_worker_reset(workers[i]);
    }
    return workers;
}

static bool is_within(int value, int least, int most) { return value >= least && value <= most; }

static bool options_check(const struct tab_engine_options *options) {
    return is_within(options->hash_mib, 1, TAB_HASH_MIB_MAX) && is_within(options->proof_mib, 1, TAB_HASH_MIB_MAX) &&
           is_within(options->threads, 1, TAB_THREADS_MAX) && is_within(options->lines, 1, TAB_LINES_MAX) &&
           is_within((int)options->search, 0, TAB_SEARCH_COUNT - 1) && is_within(options->level, 1, TAB_LEVEL_MAX) &&
           is_within(options->contempt, 0, TAB_CONTEMPT_MAX);
}

bool tab_engine_configure(struct tab_engine *engine, const struct tab_engine_options *options) {
    if (!options_check(options))
        return false;
    struct search_worker **workers = NULL;
    if (options->threads != engine->worker_count && (workers = workers_new(options->threads)) == NULL)
        return false;
    if (!table_resize(&engine->table, options->hash_mib)) {
        if (workers != NULL)
            workers_free(workers, options->threads);
        return false;
    }
    if (workers != NULL) {
        workers_free(engine->workers, engine->worker_count);
        engine->workers = workers;
        engine->worker_count = options->threads;
    }
    if (options->proof_mib != engine->options.proof_mib)
        foresight_free(&engine->foresight);
    for (int i = 0; i < engine->worker_count; i++)
        search_worker_reweigh(engine->workers[i]);
    if (options->seed != engine->options.seed)
        tab_random_seed(&engine->random, options->seed);
    engine->options = *options;
    return true;
}

/* Weights of the game that has most of them; at least one. */
static int weights_most(void) {
    int most = 1;
    for (int i = 0; i < tab_game_count(); i++) {
        const int count = brain_of(tab_game_at(i))->weight_count;
        most = count > most ? count : most;
    }
    return most;
}

struct tab_engine *tab_engine_new(const struct tab_engine_options *options) {
    struct tab_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine->weights = malloc(sizeof *engine->weights * (size_t)weights_most());
    if (engine->weights == NULL || !tab_engine_configure(engine, options)) {
        tab_engine_free(engine);
        return NULL;
    }
    return engine;
}

void tab_engine_free(struct tab_engine *engine) {
    if (engine == NULL)
        return;
    workers_free(engine->workers, engine->worker_count);
    foresight_free(&engine->foresight);
    free(engine->weights);
    tab_knowledge_free(engine->knowledge);
    table_free(&engine->table);
    free(engine);
}

void tab_engine_clear(struct tab_engine *engine) {
    table_clear(&engine->table);
    engine->standstill = (struct standstill){0};
    foresight_clear(&engine->foresight);
    for (int i = 0; i < engine->worker_count; i++)
        search_worker_reset(engine->workers[i]);
    tab_random_seed(&engine->random, engine->options.seed);
}

void tab_engine_use(struct tab_engine *engine, struct tab_knowledge *knowledge) {
    knowledge_hand(&engine->knowledge, knowledge);
    tab_engine_clear(engine); /* what was found without it may contradict it */
}

static const int16_t *own_weights(struct tab_engine *engine, const struct tab_game *game) {
    const struct brain *brain = brain_of(game);
    if (engine->weighed != brain)
        brain_unpack(brain, engine->weights);
    engine->weighed = brain;
    return engine->weights;
}

/* The book, where it may be used. */
static const struct santasi_book *book_for(const struct tab_engine *engine, const struct tab_rules *rules) {
    const bool wanted = engine->options.own_book && engine->options.level >= TAB_LEVEL_MAX;
    return wanted ? knowledge_book(engine->knowledge, rules) : NULL;
}

void tab_engine_stop(struct tab_engine *engine) { atomic_store(&engine->stop, true); }

void tab_engine_arm(struct tab_engine *engine) { atomic_store(&engine->stop, false); }

/* ---- Reference opponents -------------------------------------------------------------------------------------- */

/* A thought of one move. */
static void thought_single(struct tab_thought *thought, tab_move move, int centi) {
    thought->move = move;
    thought->lines = 1;
    thought->line[0] = (struct tab_line){.centi = centi, .length = 1, .moves = {move}};
    thought->nodes = 1;
}

/* What a position is worth to a player who counts and does not think: by how much he is ahead of the others in the first
 * line of the score. Nothing in it is fitted, so that it stays what it is however good the evaluation becomes. */
static int greedy_value(const struct tab_rules *rules, const struct tab_position *next, int player) {
    enum { DECIDED = 1 << 20 };
    if (rules->game->player(next) == 0) {
        struct tab_result result;
        tab_position_result(rules, next, &result);
        return (int)((result.payoff[player - 1] * 2.0 - 1.0) * (double)DECIDED);
    }
    struct tab_score lines[TAB_SCORES_MAX];
    const int players = tab_rules_players(rules);
    tab_position_score(rules, next, lines);
    int lead = players * lines[0].value[player - 1];
    for (int other = 0; other < players; other++)
        lead -= lines[0].value[other];
    return lead;
}

static void greedy_run(const struct search_task *task, struct tab_random *random, struct tab_thought *thought) {
    const struct tab_game *game = task->rules->game;
    tab_move moves[TAB_MOVES_MAX], chosen = 0;
    int count = game->moves(task->rules, task->root, moves), player = game->player(task->root);
    int best = INT_MIN;
    uint32_t equal = 0;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *task->root;
        game->play(task->rules, &next, moves[i]);
        const int value = greedy_value(task->rules, &next, player);
        equal = value > best ? 1 : equal + (value == best);
        if (value > best || (value == best && tab_random_below(random, equal) == 0))
            chosen = moves[i];
        if (value > best)
            best = value;
    }
    thought_single(thought, chosen, 0);
}

/* ---- Thinking ------------------------------------------------------------------------------------------------- */

#ifndef TABLIER_NO_THREADS
struct helper {
    pthread_t thread;
    struct search_worker *worker;
    const struct search_task *task;
    struct tab_thought *thought;
};

static void *helper_run(void *argument) {
    struct helper *helper = argument;
    search_run(helper->worker, helper->task, helper->thought);
    return NULL;
}

/* Runs the first worker here and the others in threads of their own, all on the same table. */
static void workers_run(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    struct helper helpers[TAB_THREADS_MAX];
    _Atomic uint64_t helped = 0;
    int started = 0;
    const uint64_t threads = (uint64_t)engine->worker_count;
    if (task->node_limit > 0) /* is for all threads together */
        task->node_limit = task->node_limit > threads ? task->node_limit / threads : 1;
    task->helped = &helped;
    struct search_task shared = *task;
    shared.stop = &engine->all_stop;
    atomic_store(&engine->all_stop, false);
    for (int i = 1; i < engine->worker_count; i++) {
        struct helper *helper = &helpers[started];
        *helper = (struct helper){.worker = engine->workers[i], .task = &shared, .thought = calloc(1, sizeof *thought)};
        if (helper->thought != NULL && pthread_create(&helper->thread, NULL, helper_run, helper) == 0)
            started++;
        else
            free(helper->thought);
    }
    search_run(engine->workers[0], task, thought);
    atomic_store(&engine->all_stop, true);
    task->helped = NULL;
    for (int i = 0; i < started; i++) {
        pthread_join(helpers[i].thread, NULL);
        thought->nodes += helpers[i].thought->nodes;
        free(helpers[i].thought);
    }
}
#else
static void workers_run(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    search_run(engine->workers[0], task, thought);
}
#endif

/* Whether a proof is wanted: from the engine's best, as far as it sees. */
static bool proof_wanted(const struct tab_engine *engine, const struct search_task *task) {
    return engine->options.level >= TAB_LEVEL_MAX && task->depth_limit == SEARCH_PLY_MAX;
}

/* Tells of a proof as of a search that has reached its end. */
static void proof_tell(const struct search_task *task, const struct tab_thought *thought) {
    for (int i = 0; i < thought->lines && task->news != NULL; i++) {
        const struct tab_info info = {.depth = thought->depth,
                                      .seldepth = thought->depth,
                                      .index = i,
                                      .nodes = thought->nodes,
                                      .milliseconds = clock_now() - task->started,
                                      .line = &thought->line[i]};
        task->news(task->context, &info);
    }
}

static enum tab_search search_kind(const struct tab_engine *engine, const struct tab_rules *rules) {
    const enum tab_search search = engine->options.search;
    if (search == TAB_SEARCH_AUTO)
        return tab_rules_players(rules) == 2 ? TAB_SEARCH_ALPHABETA : TAB_SEARCH_MCTS;
    return search;
}

/* The memory for proofs of a game: San Ta Si's, which are of a whole rest of a game, may have all of it. */
static size_t proof_bytes(const struct tab_engine *engine, const struct search_task *task) {
    const int part = engine->options.hash_mib / WIN_PART + 1, win = part < WIN_MIB_MOST ? part : WIN_MIB_MOST;
    const bool all = task->rules->game == &santasi_game || engine->options.proof_mib < win;
    return mib_bytes(all ? engine->options.proof_mib : win);
}

/* Tells a proof, and a shorter one where that can be found in the time left. */
static void proof_use(struct tab_engine *engine, const struct search_task *task, struct tab_thought *thought) {
    proof_tell(task, thought);
    if (foresight_shorten(&engine->foresight, task, proof_bytes(engine, task), thought))
        proof_tell(task, thought);
}

/* Proves a task; false when a proof is not wanted, not there, or takes too long. */
static bool proof_run(struct tab_engine *engine, const struct search_task *task, struct tab_thought *thought) {
    if (!proof_wanted(engine, task) || !foresight_find(&engine->foresight, task, proof_bytes(engine, task), thought))
        return false;
    proof_use(engine, task, thought);
    return true;
}

/* Whom to tell of a task. */
struct audience {
    const struct search_task *task;
    tab_info_function *news;
    void *context;
};

/* Tells what a search has found, as far as it agrees with what is known. */
static void news_certify(void *context, const struct tab_info *info) {
    const struct audience *audience = context;
    struct tab_info certain = *info;
    struct tab_line line = *info->line;
    certain_tell(audience->task, info->index, &line);
    certain.line = &line;
    audience->news(audience->context, &certain);
}

/* A line's value as one number. */
static int line_value(const struct tab_line *line) {
    enum { DECIDED = 1 << 20 };
    return line->mate > 0 ? DECIDED - line->mate : line->mate < 0 ? -DECIDED - line->mate : line->centi;
}

/* Makes the lines agree with what is known, and puts them in order again where that changes something. */
static void thought_certify(const struct search_task *task, struct tab_thought *thought) {
    for (int i = 0; i < thought->lines; i++) {
        struct tab_line line = thought->line[i];
        int at = i;
        certain_tell(task, i, &line);
        const bool changed = line_value(&line) != line_value(&thought->line[i]);
        for (; changed && at > 0 && line_value(&thought->line[at - 1]) < line_value(&line); at--)
            thought->line[at] = thought->line[at - 1];
        thought->line[at] = line;
    }
    const tab_move told = thought->move;
    thought->move = thought->line[0].moves[0];
    thought->move_proven = thought->move_proven || certain_keeps(task, thought->move);
    if (thought->move != told)
        proof_tell(task, thought);
}

/* Searches a task, and proves what the search has found of its end. */
static void task_search(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    struct audience audience = {task, task->news, task->context};
    if (proof_wanted(engine, task))
        certain_add(&task->known, &engine->foresight.santasi.known);
    task->news = audience.news != NULL ? news_certify : NULL;
    task->context = &audience;
    workers_run(engine, task, thought);
    task->news = audience.news;
    task->context = audience.context;
    thought_certify(task, thought);
    if (proof_wanted(engine, task) && foresight_confirm(&engine->foresight, task, proof_bytes(engine, task), thought))
        proof_use(engine, task, thought);
}

/* Proves a task or searches it; true when it is proven. */
static bool task_think(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    if (proof_run(engine, task, thought))
        return true;
    table_age(&engine->table);
    task_search(engine, task, thought);
    return false;
}

/* Thinks for a while first where a proof may take minutes: there is something to show by then, and to play when the task
 * is stopped. */
static void task_think_long(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    struct search_task look = *task;
    look.budget = (struct clock_budget){LOOK_MS, LOOK_MS};
    if (task_think(engine, &look, thought) || atomic_load(task->stop))
        return;
    if (!proof_run(engine, task, thought) && !atomic_load(task->stop))
        task_search(engine, task, thought);
}

static void task_run(struct tab_engine *engine, struct search_task *task, struct tab_thought *thought) {
    enum tab_search search = search_kind(engine, task->rules);
    bool plain = search == TAB_SEARCH_UCT, bounded = task->budget.limit != INT64_MAX || task->node_limit != 0;
    size_t bytes = mib_bytes(engine->options.hash_mib);
    switch (search) {
    case TAB_SEARCH_RANDOM:
        thought_single(thought, tab_random_move(&engine->random, task->rules, task->root), 0);
        return;
    case TAB_SEARCH_UCT:
    case TAB_SEARCH_MCTS:
        if (!bounded && task->depth_limit < SEARCH_PLY_MAX)
            task->node_limit = (uint64_t)task->depth_limit * TREE_WALKS_PER_DEPTH;
        if (tree_run(task, plain, bytes, tab_random_next(&engine->random), thought))
            return;
        greedy_run(task, &engine->random, thought);
        return;
    case TAB_SEARCH_GREEDY: greedy_run(task, &engine->random, thought); return;
    case TAB_SEARCH_AUTO:
    case TAB_SEARCH_ALPHABETA:
    case TAB_SEARCH_COUNT: break;
    }
    if (proof_wanted(engine, task) && foresight_lasts(task))
        task_think_long(engine, task, thought);
    else
        task_think(engine, task, thought);
}

/* Makes a task as easy as the level wants it. */
static void task_weaken(struct search_task *task, int number, enum tab_search search, struct tab_random *random) {
    const bool tree = search == TAB_SEARCH_MCTS || search == TAB_SEARCH_UCT;
    struct level level = level_of(brain_of(task->rules->game), tree, number);
    if (level.depth > 0 && level.depth < task->depth_limit)
        task->depth_limit = level.depth;
    if (level.nodes > 0 && (task->node_limit == 0 || level.nodes < task->node_limit))
        task->node_limit = level.nodes;
    task->noise = level.noise;
    task->noise_seed = level.noise > 0 ? tab_random_next(random) : 0;
}

/* Whether a task goes on with the game that was asked about last. */
static bool is_same_game(const struct standstill *last, const struct search_task *task, uint64_t hash) {
    if (last->game != task->rules->game || last->at > task->past_count)
        return false;
    return last->hash == (last->at < task->past_count ? task->past[last->at] : hash);
}

/* Counts the plies without progress before a task, as far as the engine has seen the game. */
static void standstill_count(struct standstill *last, struct search_task *task) {
    const struct brain *brain = brain_of(task->rules->game);
    if (brain->progress == NULL)
        return;
    const uint64_t hash = task->rules->game->hash(task->root);
    const int progress = brain->progress(task->root);
    const bool still = is_same_game(last, task, hash) && last->progress == progress;
    const int since = still ? last->since : task->past_count, plies = task->past_count - since;
    *last = (struct standstill){task->rules->game, hash, progress, task->past_count, since};
    task->progress = progress;
    task->standstill = plies < SEARCH_STANDSTILL_MOST ? plies : SEARCH_STANDSTILL_MOST;
}

static int depth_limit(int depth) {
    if (depth < 0)
        return 1;
    return depth > 0 && depth < SEARCH_PLY_MAX ? depth : SEARCH_PLY_MAX;
}

bool tab_engine_suits(const struct tab_engine_options *options, const struct tab_rules *rules) {
    return options->search != TAB_SEARCH_ALPHABETA || tab_rules_players(rules) == 2;
}

bool tab_engine_think(struct tab_engine *engine, const struct tab_rules *rules, const struct tab_position *position,
                      const uint64_t *past, int past_count, const struct tab_limits *limits, tab_info_function *news,
                      void *context, struct tab_thought *thought) {
    const int player = tab_position_player(rules, position);
    assert(player != 0);
    struct search_task task = {
        .rules = rules,
        .root = position,
        .weights = engine->options.weights != NULL ? engine->options.weights : own_weights(engine, rules->game),
        .past = past,
        .past_count = past_count,
        .table = &engine->table,
        .book = book_for(engine, rules),
        .endings = knowledge_endings(engine->knowledge, rules),
        .stop = &engine->stop,
        .budget = clock_plan(limits, player),
        .started = clock_now(),
        .node_limit = limits->nodes,
        .depth_limit = depth_limit(limits->depth),
        .lines = engine->options.lines,
        .contempt = engine->options.contempt,
        .news = news,
        .context = context,
    };
    memset(thought, 0, sizeof *thought);
    if (!tab_engine_suits(&engine->options, rules))
        return false;
    repetition_begin(&task.repeated, past, past_count);
    task.known = certain_root(&task);
    standstill_count(&engine->standstill, &task);
    task_weaken(&task, engine->options.level, search_kind(engine, rules), &engine->random);
    task_run(engine, &task, thought);
    repetition_end(&task.repeated);
    thought->milliseconds = clock_now() - task.started;
    return true;
}
