/* dfpn.c - see dfpn.h. */
#include "dfpn.h"
#include "clock.h"
#include "dfpn_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLY_MAX = 500,             /* longest line looked at; a longer one counts as a failure that depends on the path */
    POOL = 64 * TAB_MOVES_MAX, /* children of all nodes of a line together */
    CLOCK_INTERVAL = 256,
    PROGRESS_INTERVAL = 1 << 12,
    DEPENDS_ON_NOTHING = INT_MAX,
    DEPENDS_ON_LIMITS = -1,
    QUIET_PROOF = 8 /* proof number to begin with where the defender need not parry anything */
};

/* What is known about a position for the attacker. */
struct finding {
    uint32_t proof, disproof;
    int plies;   /* of a proof */
    int depends; /* of a failure: the highest ply of the line it depends on */
};

struct child {
    tab_move move;
    struct finding finding;
};

struct dfpn {
    struct dfpn_table table;
    struct dfpn_question question;
    struct dfpn_limits limits;
    const struct tab_game *game;
    const struct brain *brain;
    struct tab_rules rules;
    struct tab_position root;
    struct repetition repeated; /* what came up twice before the question: now drawn */
    int64_t started;
    uint64_t nodes, nodes_before; /* for the question, and when the limits began to count */
    bool stopped;
    uint64_t path[PLY_MAX + 1]; /* hashes of the line */
    struct child pool[POOL];
    int pool_used;
};

static const struct finding won = {0, DFPN_INFINITE, 0, DEPENDS_ON_NOTHING};
static const struct finding failed = {DFPN_INFINITE, 0, 0, DEPENDS_ON_NOTHING};

static bool is_decided(const struct finding *finding) { return finding->proof == 0 || finding->disproof == 0; }

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct dfpn *dfpn_new(size_t bytes) {
    struct dfpn *dfpn = calloc(1, sizeof *dfpn);
    if (dfpn == NULL || dfpn_table_begin(&dfpn->table, bytes))
        return dfpn;
    free(dfpn);
    return NULL;
}

void dfpn_free(struct dfpn *dfpn) {
    if (dfpn == NULL)
        return;
    dfpn_table_end(&dfpn->table);
    repetition_end(&dfpn->repeated);
    free(dfpn);
}

uint64_t dfpn_nodes(const struct dfpn *dfpn) { return dfpn->nodes; }

/* Counts a node and looks whether to go on. */
static bool must_stop(struct dfpn *dfpn) {
    const struct dfpn_limits *limits = &dfpn->limits;
    if (dfpn->stopped)
        return true;
    dfpn->nodes++;
    if (limits->nodes != 0 && dfpn->nodes - dfpn->nodes_before > limits->nodes)
        return dfpn->stopped = true;
    if (dfpn->nodes % CLOCK_INTERVAL != 0)
        return false;
    const int64_t used = clock_now() - dfpn->started;
    if (limits->progress != NULL && dfpn->nodes % PROGRESS_INTERVAL == 0)
        limits->progress(limits->context, dfpn->nodes, used);
    dfpn->stopped = (limits->milliseconds != 0 && used >= limits->milliseconds) ||
                    (limits->stop != NULL && atomic_load_explicit(limits->stop, memory_order_relaxed));
    return dfpn->stopped;
}

/* ---- Limits --------------------------------------------------------------------------------------------------- */

bool dfpn_limits_slice(const struct dfpn_limits *limits, int64_t started, uint64_t used, uint64_t nodes,
                       struct dfpn_limits *slice) {
    *slice = *limits;
    slice->nodes = nodes;
    if (limits->nodes != 0) {
        if (used >= limits->nodes)
            return false;
        slice->nodes = nodes < limits->nodes - used ? nodes : limits->nodes - used;
    }
    if (limits->milliseconds != 0)
        slice->milliseconds = limits->milliseconds - (clock_now() - started);
    if (limits->stop != NULL && atomic_load(limits->stop))
        return false;
    return slice->milliseconds >= 0 && (limits->milliseconds == 0 || slice->milliseconds > 0);
}

/* ---- Positions ------------------------------------------------------------------------------------------------ */

/* Where the end must be near, the same position at another ply is another question. */
static uint64_t key_of(const struct dfpn *dfpn, const struct tab_position *position, int ply) {
    const uint64_t key = dfpn->question.key(dfpn->question.rules, position);
    return dfpn->question.horizon == 0 ? key : hash_mix(key, (uint64_t)(dfpn->question.horizon - ply));
}

static struct tab_position position_after(const struct dfpn *dfpn, const struct tab_position *position, tab_move move) {
    struct tab_position next = *position;
    dfpn->game->play(dfpn->question.rules, &next, move);
    return next;
}

/* The ply of the line at which a position occurred before, or -1. */
static int ply_repeated(const struct dfpn *dfpn, uint64_t hash, int ply) {
    for (int i = ply; i >= 0; i--)
        if (dfpn->path[i] == hash)
            return i;
    return -1;
}

/* What the tables of endings say. */
static bool table_settled(const struct dfpn *dfpn, const struct tab_position *position, int ply,
                          struct finding *finding) {
    const struct dfpn_question *question = &dfpn->question;
    int value;
    if (question->endings == NULL || !endings_probe(question->endings, question->rules, position, &value))
        return false;
    const bool wins = value != 0 && (value > 0) == (dfpn->game->player(position) == question->attacker) &&
                      (question->horizon == 0 || ply + abs(value) <= question->horizon);
    *finding = wins ? won : failed;
    finding->plies = wins ? abs(value) : 0;
    return true;
}

/* What is certain about the position at `ply` and the line that leads to it; false when it takes a search. */
static bool position_settled(const struct dfpn *dfpn, const struct tab_position *position, int ply,
                             struct finding *finding) {
    const char *reason;
    if (dfpn->game->player(position) == 0) {
        *finding =
            dfpn->game->outcome(dfpn->question.rules, position, &reason) == dfpn->question.attacker ? won : failed;
        return true;
    }
    if (dfpn->question.horizon != 0 && ply >= dfpn->question.horizon) {
        *finding = failed;
        return true;
    }
    if (dfpn->question.finite)
        return false;
    const uint64_t hash = dfpn->game->hash(position);
    const int repeated = ply_repeated(dfpn, hash, ply - 1);
    if (repeated >= 0 || repetition_has(&dfpn->repeated, hash)) {
        *finding = failed;
        finding->depends = repeated >= 0 ? repeated : DEPENDS_ON_NOTHING;
        return true;
    }
    return table_settled(dfpn, position, ply, finding);
}

/* Whether the attacker is to move for the last time, so that only a win at once counts. */
static bool is_last_move(const struct dfpn *dfpn, int ply) { return ply + 1 == dfpn->question.horizon; }

/* What is known about the position at `ply` without looking further, or a guess to begin with. */
static struct finding position_survey(const struct dfpn *dfpn, const struct tab_position *position, int ply) {
    struct finding finding;
    tab_move winning;
    if (position_settled(dfpn, position, ply, &finding))
        return finding;
    const struct dfpn_entry *entry = dfpn_table_find(&dfpn->table, key_of(dfpn, position, ply));
    if (entry != NULL)
        return (struct finding){entry->proof, entry->disproof, entry->plies, DEPENDS_ON_NOTHING};
    const bool attacks = dfpn->game->player(position) == dfpn->question.attacker;
    if (dfpn->brain->win_now(dfpn->question.rules, position, &winning))
        return attacks ? (struct finding){0, DFPN_INFINITE, 1, DEPENDS_ON_NOTHING} : failed;
    if (attacks && is_last_move(dfpn, ply))
        return failed;
    const bool pressed = dfpn->brain->threatened(dfpn->question.rules, position);
    return attacks ? (struct finding){pressed ? 2 : 1, pressed ? 1 : 2, 0, DEPENDS_ON_NOTHING}
                   : (struct finding){pressed ? 1 : QUIET_PROOF, 1, 0, DEPENDS_ON_NOTHING};
}

/* ---- A node --------------------------------------------------------------------------------------------------- */

/* A node in work. */
struct node {
    const struct tab_position *position;
    int ply;
    bool attacks; /* the attacker is to move: one good child is enough */
    struct child *children;
    int count;
};

static bool children_list(struct dfpn *dfpn, struct node *node) {
    tab_move moves[TAB_MOVES_MAX];
    node->children = &dfpn->pool[dfpn->pool_used];
    node->count = dfpn->game->moves(dfpn->question.rules, node->position, moves);
    if (dfpn->pool_used + node->count > POOL)
        return false;
    dfpn->pool_used += node->count;
    for (int i = 0; i < node->count; i++) {
        const struct tab_position next = position_after(dfpn, node->position, moves[i]);
        node->children[i] = (struct child){moves[i], position_survey(dfpn, &next, node->ply + 1)};
        const struct finding *finding = &node->children[i].finding;
        const uint32_t missing = node->attacks ? finding->proof : finding->disproof;
        if (missing == 0 && finding->depends == DEPENDS_ON_NOTHING) { /* the rest is not needed */
            node->children[0] = node->children[i];
            node->count = 1;
        }
    }
    return true;
}

static uint32_t number_add(uint32_t one, uint32_t other) {
    const uint32_t sum = one + other;
    return sum < DFPN_INFINITE ? sum : DFPN_INFINITE - 1;
}

/* What the children say about an OR node: the easiest proof; the refutations of all. */
static struct finding children_attack(const struct node *node) {
    struct finding sum = {DFPN_INFINITE, 0, INT_MAX, DEPENDS_ON_NOTHING};
    for (int i = 0; i < node->count; i++) {
        const struct finding *finding = &node->children[i].finding;
        sum.proof = finding->proof < sum.proof ? finding->proof : sum.proof;
        sum.disproof = number_add(sum.disproof, finding->disproof);
        if (finding->proof == 0 && finding->plies + 1 < sum.plies)
            sum.plies = finding->plies + 1;
        if (finding->disproof == 0 && finding->depends < sum.depends)
            sum.depends = finding->depends;
    }
    if (sum.proof == 0)
        sum.disproof = DFPN_INFINITE;
    else
        sum.plies = 0;
    return sum;
}

/* What they say about an AND node: the proofs of all; the easiest refutation, and of those done the one that depends
 * on least. */
static struct finding children_defend(const struct node *node) {
    struct finding sum = {0, DFPN_INFINITE, 0, DEPENDS_ON_LIMITS};
    for (int i = 0; i < node->count; i++) {
        const struct finding *finding = &node->children[i].finding;
        sum.proof = number_add(sum.proof, finding->proof);
        sum.disproof = finding->disproof < sum.disproof ? finding->disproof : sum.disproof;
        if (finding->proof == 0 && finding->plies + 1 > sum.plies)
            sum.plies = finding->plies + 1;
        if (finding->disproof == 0 && finding->depends > sum.depends)
            sum.depends = finding->depends;
    }
    if (sum.disproof == 0)
        sum.proof = DFPN_INFINITE;
    return sum;
}

static struct finding children_sum(const struct node *node) {
    return node->attacks ? children_attack(node) : children_defend(node);
}

/* The child to go on with, and the number of the next best one. */
static int child_choose(const struct node *node, uint32_t *second) {
    uint32_t best = UINT32_MAX;
    int chosen = 0;
    *second = DFPN_INFINITE;
    for (int i = 0; i < node->count; i++) {
        const struct finding *finding = &node->children[i].finding;
        const uint32_t number = node->attacks ? finding->proof : finding->disproof;
        if (number < best) {
            *second = best < DFPN_INFINITE ? best : DFPN_INFINITE;
            best = number;
            chosen = i;
        } else if (number < *second)
            *second = number;
    }
    return chosen;
}

/* How far a child may go before another one becomes more promising; a little further, so as not to change at every
 * step. */
static uint32_t limit_beside(uint32_t limit, uint32_t second) {
    const uint32_t reach = second + second / 4 + 1;
    return reach < limit ? reach : limit;
}

/* What a number that is a sum leaves to one of its parts. */
static uint32_t limit_within(uint32_t limit, uint32_t sum, uint32_t part) {
    return limit >= DFPN_INFINITE ? DFPN_INFINITE : limit - (sum - part);
}

static void finding_keep(struct dfpn *dfpn, const struct node *node, const struct finding *finding, uint64_t work) {
    if (finding->disproof == 0 && finding->depends < node->ply)
        return; /* true along this path only */
    struct dfpn_entry *entry =
        dfpn_table_place(&dfpn->table, key_of(dfpn, node->position, node->ply), finding->proof == 0);
    if (entry == NULL)
        return;
    entry->proof = finding->proof;
    entry->disproof = finding->disproof;
    entry->plies = (uint16_t)finding->plies;
    entry->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

static struct finding node_search(struct dfpn *dfpn, const struct tab_position *position, int ply, uint32_t proof_limit,
                                  uint32_t disproof_limit);

/* Looks into the most promising child; false when the search was stopped. */
static bool child_advance(struct dfpn *dfpn, const struct node *node, const struct finding *sum, uint32_t proof_limit,
                          uint32_t disproof_limit) {
    uint32_t second;
    struct child *child = &node->children[child_choose(node, &second)];
    const struct tab_position next = position_after(dfpn, node->position, child->move);
    const struct dfpn_entry *entry = dfpn_table_find(&dfpn->table, key_of(dfpn, &next, node->ply + 1));
    if (entry != NULL && (entry->proof == 0 || entry->disproof == 0)) { /* found out by another way meanwhile */
        child->finding = (struct finding){entry->proof, entry->disproof, entry->plies, DEPENDS_ON_NOTHING};
        return true;
    }
    const uint32_t child_proof =
        node->attacks ? limit_beside(proof_limit, second) : limit_within(proof_limit, sum->proof, child->finding.proof);
    const uint32_t child_disproof = node->attacks ? limit_within(disproof_limit, sum->disproof, child->finding.disproof)
                                                  : limit_beside(disproof_limit, second);
    child->finding = node_search(dfpn, &next, node->ply + 1, child_proof, child_disproof);
    return !dfpn->stopped;
}

/* Searches the position at `ply` until one of its numbers reaches its limit. */
static struct finding node_search(struct dfpn *dfpn, const struct tab_position *position, int ply, uint32_t proof_limit,
                                  uint32_t disproof_limit) {
    struct node node = {position, ply, dfpn->game->player(position) == dfpn->question.attacker, NULL, 0};
    const uint64_t nodes = dfpn->nodes;
    const int mark = dfpn->pool_used;
    struct finding sum = {1, 1, 0, DEPENDS_ON_NOTHING};
    if (must_stop(dfpn))
        return sum;
    dfpn->path[ply] = dfpn->game->hash(position);
    if (ply >= PLY_MAX - 1 || !children_list(dfpn, &node)) {
        sum = failed;
        sum.depends = DEPENDS_ON_LIMITS;
        return sum;
    }
    for (;;) {
        sum = children_sum(&node);
        if (is_decided(&sum) || sum.proof >= proof_limit || sum.disproof >= disproof_limit)
            break;
        if (!child_advance(dfpn, &node, &sum, proof_limit, disproof_limit))
            break;
    }
    dfpn->pool_used = mark;
    if (!dfpn->stopped || is_decided(&sum))
        finding_keep(dfpn, &node, &sum, dfpn->nodes - nodes);
    return sum;
}

/* ---- Going through a proof ------------------------------------------------------------------------------------ */

enum { NOT_PROVEN = -1 };

static int proof_walk(struct dfpn *dfpn, const struct tab_position *position, int ply);

/* A move of an OR node that leads to a position proven to be nearer to the end than the others. */
static bool attack_find(struct dfpn *dfpn, const struct tab_position *position, int ply, tab_move *move) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = dfpn->game->moves(dfpn->question.rules, position, moves);
    int best = INT_MAX;
    for (int i = 0; i < count; i++) {
        const struct tab_position next = position_after(dfpn, position, moves[i]);
        const struct finding finding = position_survey(dfpn, &next, ply + 1);
        if (finding.proof == 0 && finding.plies < best) {
            best = finding.plies;
            *move = moves[i];
        }
    }
    return best != INT_MAX;
}

static int attack_walk(struct dfpn *dfpn, const struct tab_position *position, int ply) {
    tab_move move;
    if (dfpn->brain->win_now(dfpn->question.rules, position, &move))
        return 1;
    if (!attack_find(dfpn, position, ply, &move))
        return NOT_PROVEN;
    const struct tab_position next = position_after(dfpn, position, move);
    const int plies = proof_walk(dfpn, &next, ply + 1);
    return plies == NOT_PROVEN ? NOT_PROVEN : plies + 1;
}

static int defence_walk(struct dfpn *dfpn, const struct tab_position *position, int ply) {
    struct node node = {position, ply, false, NULL, 0};
    const int mark = dfpn->pool_used;
    int longest = children_list(dfpn, &node) ? 0 : NOT_PROVEN;
    for (int i = 0; i < node.count && longest != NOT_PROVEN; i++) {
        const struct tab_position next = position_after(dfpn, position, node.children[i].move);
        const int plies = proof_walk(dfpn, &next, ply + 1);
        longest = plies == NOT_PROVEN ? NOT_PROVEN : plies + 1 > longest ? plies + 1 : longest;
    }
    dfpn->pool_used = mark;
    return longest;
}

static int node_walk(struct dfpn *dfpn, const struct tab_position *position, int ply) {
    return dfpn->game->player(position) == dfpn->question.attacker ? attack_walk(dfpn, position, ply)
                                                                   : defence_walk(dfpn, position, ply);
}

/* Goes through the proof of the position at `ply` by the rules: the moves found of the attacker, all of the defender.
 * Returns the plies it takes at most. What a full table has forgotten is proven again. */
static int proof_walk(struct dfpn *dfpn, const struct tab_position *position, int ply) {
    struct finding finding;
    if (position_settled(dfpn, position, ply, &finding))
        return finding.proof == 0 ? finding.plies : NOT_PROVEN;
    const uint64_t key = key_of(dfpn, position, ply);
    struct dfpn_entry *entry = dfpn_table_find(&dfpn->table, key);
    if (entry != NULL && entry->walked)
        return entry->plies;
    if (ply >= PLY_MAX - 1 || must_stop(dfpn))
        return NOT_PROVEN;
    dfpn->path[ply] = dfpn->game->hash(position);
    int plies = node_walk(dfpn, position, ply);
    if (plies == NOT_PROVEN && node_search(dfpn, position, ply, DFPN_INFINITE, DFPN_INFINITE).proof == 0)
        plies = node_walk(dfpn, position, ply);
    if (plies == NOT_PROVEN)
        return NOT_PROVEN;
    if ((entry = dfpn_table_place(&dfpn->table, key, true)) != NULL) {
        entry->proof = 0;
        entry->disproof = DFPN_INFINITE;
        entry->plies = (uint16_t)plies;
        entry->walked = true;
    }
    return plies;
}

/* The next move of the longest line: the attacker's of the proof, or the defender's that lasts longest. */
static bool line_step(struct dfpn *dfpn, const struct tab_position *position, int ply, int plies, tab_move *step) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = dfpn->game->moves(dfpn->question.rules, position, moves);
    if (dfpn->game->player(position) == dfpn->question.attacker &&
        dfpn->brain->win_now(dfpn->question.rules, position, step))
        return plies == 1;
    for (int i = 0; i < count; i++) {
        const struct tab_position next = position_after(dfpn, position, moves[i]);
        if (position_survey(dfpn, &next, ply + 1).proof == 0 && proof_walk(dfpn, &next, ply + 1) == plies - 1) {
            *step = moves[i];
            return true;
        }
    }
    return false;
}

/* Writes the longest line of a proof that has been gone through. */
static bool line_write(struct dfpn *dfpn, struct tab_position position, int plies, struct dfpn_proof *proof) {
    *proof = (struct dfpn_proof){.plies = plies};
    for (int i = 0; i < plies; i++) {
        dfpn->path[i] = dfpn->game->hash(&position);
        if (i == DFPN_LINE_MAX || !line_step(dfpn, &position, i, plies - i, &proof->line[i]))
            return false;
        dfpn->game->play(dfpn->question.rules, &position, proof->line[i]);
    }
    return true;
}

/* ---- Asking --------------------------------------------------------------------------------------------------- */

static uint64_t brain_key(const struct tab_rules *rules, const struct tab_position *position) {
    return brain_of(rules->game)->key(rules, position, rules->game->hash(position));
}

/* Lists what came up twice before the question. The past itself may be gone when a proof is followed. False when memory
 * is short. */
static bool repeated_list(struct dfpn *dfpn, const struct dfpn_question *question) {
    const bool counts = !question->finite && question->rules->choice[question->rules->game->repetition] == 0;
    repetition_end(&dfpn->repeated);
    if (repetition_begin(&dfpn->repeated, question->past, counts ? question->past_count : 0))
        return true;
    repetition_end(&dfpn->repeated);
    return false;
}

/* Whether all that is known of the last question holds for this one, too: wins within horizons, with no past in the way. */
static bool is_continued(const struct dfpn *dfpn, const struct dfpn_question *question) {
    const struct dfpn_question *last = &dfpn->question;
    return last->horizon != 0 && question->horizon != 0 && dfpn->repeated.count == 0 &&
           last->attacker == question->attacker && last->endings == question->endings &&
           memcmp(&dfpn->rules, question->rules, sizeof dfpn->rules) == 0;
}

bool dfpn_ask(struct dfpn *dfpn, const struct dfpn_question *question) {
    const bool continued = is_continued(dfpn, question);
    if (!repeated_list(dfpn, question)) {
        dfpn->question.horizon = 0;
        return false;
    }
    dfpn->question = *question;
    dfpn->rules = *question->rules;
    dfpn->root = *question->position;
    dfpn->question.rules = &dfpn->rules;
    dfpn->question.position = &dfpn->root;
    dfpn->game = question->rules->game;
    if (question->key == NULL)
        dfpn->question.key = brain_key;
    if (dfpn->repeated.count > 0)
        dfpn->question.endings = NULL; /* the tables know nothing of the past */
    dfpn->brain = brain_of(dfpn->game);
    dfpn->nodes = 0;
    if (!continued || dfpn->repeated.count > 0)
        dfpn_table_renew(&dfpn->table);
    return true;
}

/* Gives the nodes and the time to come a new allowance. */
static void limits_set(struct dfpn *dfpn, const struct dfpn_limits *limits) {
    dfpn->limits = *limits;
    dfpn->started = clock_now();
    dfpn->nodes_before = dfpn->nodes;
    dfpn->stopped = false;
    dfpn->pool_used = 0;
}

void dfpn_within(struct dfpn *dfpn, int plies) { dfpn->question.horizon = plies; }

enum dfpn_answer dfpn_work(struct dfpn *dfpn, const struct dfpn_limits *limits, struct dfpn_proof *proof) {
    const struct tab_position *root = dfpn->question.position;
    limits_set(dfpn, limits);
    struct finding finding;
    if (!position_settled(dfpn, root, 0, &finding))
        finding = node_search(dfpn, root, 0, DFPN_INFINITE, DFPN_INFINITE);
    if (finding.disproof == 0 && finding.depends >= 0)
        return DFPN_REFUTED;
    if (finding.proof != 0)
        return DFPN_UNKNOWN;
    limits_set(dfpn, limits);
    const int plies = proof_walk(dfpn, root, 0);
    return plies != NOT_PROVEN && line_write(dfpn, *root, plies, proof) ? DFPN_PROVEN : DFPN_UNKNOWN;
}

bool dfpn_follow(struct dfpn *dfpn, const struct tab_position *position, const struct dfpn_limits *limits,
                 struct dfpn_proof *proof) {
    limits_set(dfpn, limits);
    if (position_survey(dfpn, position, 0).proof != 0)
        return false;
    const int plies = proof_walk(dfpn, position, 0);
    return plies > 0 && line_write(dfpn, *position, plies, proof);
}
