/* santasi_solver.c - questions about positions, put to the margin search and to the tie-break. */
#include "santasi_solver.h"

#include "santasi_fills.h"
#include "santasi_search.h"
#include "santasi_tie.h"

#include "../rules/registry.h"

#include <stdlib.h>

/* Three towers and a pool, without colours. */
struct stage {
    uint32_t shape[SANTASI_SITES];
    uint32_t pool;
};

struct santasi_solver {
    struct tab_rules rules;
    struct santasi_allowance allowance;
    struct santasi_future future;
    struct santasi_search search;
    struct santasi_tie tie;
    size_t bytes;       /* in all */
    bool tie_begun;     /* on the first position that needs it */
    struct stage fills; /* no piece stays out from here; means nothing before the search says so */
};

/* ---- Life ----------------------------------------------------------------------------------------------------- */

/* Sixteenths of the memory that the two tables may grow to; the rest is for towers and what can happen to them, and so
 * is what the tables have not taken yet. */
enum { MARGIN_SHARE = 8, TIE_SHARE = 2, SHARES = 16 };

/* Takes memory for a solver that knows nothing. */
static bool solver_begin(struct santasi_solver *solver) {
    solver->allowance.left = solver->bytes;
    solver->tie_begun = false;
    santasi_future_begin(&solver->future, santasi_set_of(&solver->rules), &solver->allowance);
    return santasi_search_begin(&solver->search, &solver->future, solver->bytes / SHARES * MARGIN_SHARE,
                                &solver->allowance);
}

static void solver_end(struct santasi_solver *solver) {
    if (solver->tie_begun)
        santasi_tie_end(&solver->tie);
    santasi_search_end(&solver->search);
    santasi_future_end(&solver->future);
}

struct santasi_solver *santasi_solver_new(const struct tab_rules *rules, size_t bytes) {
    assert(rules->game == &santasi_game);
    struct santasi_solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return NULL;
    solver->rules = *rules;
    solver->bytes = bytes;
    if (solver_begin(solver))
        return solver;
    santasi_solver_free(solver);
    return NULL;
}

void santasi_solver_free(struct santasi_solver *solver) {
    if (solver == NULL)
        return;
    solver_end(solver);
    free(solver);
}

/* Begins a question. A solver that ran out of memory on the last one forgets everything first: this one may be
 * easier. False when it cannot even do that. */
static bool question_begin(struct santasi_solver *solver, const struct santasi_limits *limits) {
    if (solver->search.exhausted) {
        solver_end(solver);
        if (!solver_begin(solver)) {
            solver->search.exhausted = true;
            return false;
        }
    }
    santasi_search_limit(&solver->search, limits);
    return true;
}

bool santasi_solver_exhausted(const struct santasi_solver *solver) { return solver->search.exhausted; }

uint64_t santasi_solver_nodes(const struct santasi_solver *solver) { return solver->search.nodes; }

/* ---- Positions as nodes --------------------------------------------------------------------------------------- */

/* A position in the terms of the searches, with the site of each tower of the sorted node. */
struct root {
    struct santasi_node node;
    int site[SANTASI_SITES];
    int lead; /* for good, of the player to move */
    bool blue;
};

/* Sorts three numbered towers and the sites beside them. */
static void sites_sort(const uint32_t tower[SANTASI_SITES], int site[SANTASI_SITES]) {
    for (int i = 0; i < SANTASI_SITES; i++)
        site[i] = i;
    for (int i = 1; i < SANTASI_SITES; i++)
        for (int j = i; j > 0 && tower[site[j - 1]] > tower[site[j]]; j--) {
            const int swap = site[j];
            site[j] = site[j - 1];
            site[j - 1] = swap;
        }
}

static struct stage stage_of(const struct santasi *santasi) {
    struct stage stage = {.pool = 0};
    for (int size = 0; size < SANTASI_SIZES; size++) {
        stage.pool +=
            (uint32_t)(santasi_left(santasi, SANTASI_BLUE, size) + santasi_left(santasi, SANTASI_SILVER, size)) *
            santasi_five(size);
        for (int site = 0; site < SANTASI_SITES; site++)
            stage.shape[site] += (uint32_t)santasi_cylinders(santasi, santasi_column(size, site)) * santasi_five(size);
    }
    return stage;
}

/* Finds out whether pieces can stay out, unless that is known from a position before. */
static void fills_find(struct santasi_solver *solver, const struct santasi *santasi) {
    const struct stage stage = stage_of(santasi);
    bool later = solver->search.fills;
    for (int size = 0; size < SANTASI_SIZES && later; size++)
        for (int site = 0; site < SANTASI_SITES; site++)
            later =
                later && santasi_five_at(stage.shape[site], size) >= santasi_five_at(solver->fills.shape[site], size);
    if (later)
        return;
    solver->fills = stage;
    solver->search.fills = santasi_fills(&solver->future, stage.shape, stage.pool, &solver->allowance);
}

/* Numbers the three towers by site. False when memory is short or the question was stopped. */
static bool towers_number(struct santasi_towers *towers, const struct santasi *santasi, uint32_t tower[SANTASI_SITES],
                          int *lead) {
    *lead = 0;
    for (int site = 0; site < SANTASI_SITES; site++) {
        int gain;
        tower[site] = santasi_towers_read(towers, santasi, site, &gain);
        if (tower[site] == SANTASI_NONE)
            return false;
        *lead += gain;
    }
    return true;
}

static bool towers_read(struct santasi_solver *solver, struct santasi_towers *towers, const struct santasi *santasi,
                        uint32_t tower[SANTASI_SITES], int *lead) {
    if (towers_number(towers, santasi, tower, lead))
        return true;
    solver->search.exhausted = !solver->search.aborted;
    return false;
}

static bool root_read(struct santasi_solver *solver, const struct santasi *santasi, struct root *root) {
    uint32_t tower[SANTASI_SITES];
    fills_find(solver, santasi);
    if (!towers_read(solver, &solver->search.towers, santasi, tower, &root->lead))
        return false;
    sites_sort(tower, root->site);
    root->node = (struct santasi_node){{tower[0], tower[1], tower[2]}, santasi->left};
    root->lead += santasi_node_settle(&solver->search, &root->node);
    root->blue = santasi->built % 2 == 0;
    root->lead = root->blue ? root->lead : -root->lead;
    return true;
}

/* Begins the tie-break, unless that was done before. False when memory is short. */
static bool tie_begin(struct santasi_solver *solver) {
    if (solver->tie_begun)
        return true;
    solver->tie_begun =
        santasi_tie_begin(&solver->tie, &solver->rules, &solver->search, solver->bytes / SHARES * TIE_SHARE);
    if (!solver->tie_begun) {
        santasi_tie_end(&solver->tie);
        solver->search.exhausted = true;
    }
    return solver->tie_begun;
}

static bool tie_read(struct santasi_solver *solver, const struct tab_position *position, struct santasi_tie_node *node,
                     struct santasi_sample *sample) {
    const struct santasi *santasi = santasi_of(position);
    int lead;
    if (!tie_begin(solver))
        return false;
    sample->position = *position;
    *node = (struct santasi_tie_node){.left = santasi->left};
    fills_find(solver, santasi);
    if (!towers_read(solver, &solver->tie.towers, santasi, node->tower, &lead))
        return false;
    santasi_tie_complete(&solver->tie, node, sample->site);
    return true;
}

/* ---- The two questions ---------------------------------------------------------------------------------------- */

/* What is known of a position, for the player to move. */
struct answer {
    int low, high; /* margin */
    int outcome;   /* 1 won, 0 drawn, -1 lost */
    bool highest_tower;
    bool move_known;
    tab_move move; /* that reaches the outcome */
};

/* The margin to ask for next; the sign comes first. */
static int margin_next(const struct answer *answer) {
    if (answer->low >= 1)
        return answer->low + 1;
    if (answer->high <= 0)
        return answer->high;
    return 1;
}

/* Takes in the best move known, where there is one. */
static void move_keep(struct answer *answer, int move, const int site[SANTASI_SITES], uint32_t left) {
    answer->move_known = move != SANTASI_NO_MOVE;
    if (answer->move_known)
        answer->move = santasi_move_at(move, site, left);
}

static bool margin_ask(struct santasi_solver *solver, const struct santasi *santasi, struct answer *answer) {
    struct root root;
    if (!root_read(solver, santasi, &root))
        return false;
    while (answer->low < answer->high) {
        const int need = margin_next(answer) - root.lead;
        const struct santasi_bounds bounds = santasi_search_margin(&solver->search, &root.node, need);
        if (solver->search.aborted)
            return false;
        if (bounds.low + root.lead > answer->low)
            answer->low = bounds.low + root.lead;
        if (bounds.high + root.lead < answer->high)
            answer->high = bounds.high + root.lead;
        move_keep(answer, bounds.move, root.site, santasi->left);
    }
    answer->outcome = answer->low > 0 ? 1 : answer->high < 0 ? -1 : 0;
    return true;
}

/* Takes in the move of a position that the margin search says is won. It has none where every move wins. */
static bool margin_move(struct santasi_solver *solver, const struct santasi *santasi, struct answer *answer) {
    struct root root;
    if (!root_read(solver, santasi, &root))
        return false;
    const struct santasi_bounds bounds = santasi_search_margin(&solver->search, &root.node, 1 - root.lead);
    move_keep(answer, bounds.move, root.site, santasi->left);
    if (!answer->move_known)
        answer->move = (tab_move)__builtin_ctz(santasi->legal);
    answer->move_known = true;
    return !solver->search.aborted;
}

/* Whether the player to move can reach an outcome. */
static bool outcome_reach(struct santasi_solver *solver, const struct tab_position *position, int outcome,
                          struct answer *answer, bool *reached) {
    struct santasi_tie_node node;
    struct santasi_sample sample;
    if (!tie_read(solver, position, &node, &sample))
        return false;
    const struct santasi_bounds bounds = santasi_tie_search(&solver->tie, &node, &sample, outcome);
    if (solver->search.aborted)
        return false;
    *reached = bounds.low >= outcome;
    move_keep(answer, bounds.move, sample.site, santasi_of(position)->left);
    return !*reached || answer->move_known || margin_move(solver, santasi_of(position), answer);
}

static bool outcome_ask(struct santasi_solver *solver, const struct tab_position *position, struct answer *answer) {
    bool reached = false;
    for (answer->outcome = 1; answer->outcome >= 0; answer->outcome--) {
        if (!outcome_reach(solver, position, answer->outcome, answer, &reached))
            return false;
        if (reached)
            return true;
    }
    return true;
}

/* Asks about a position in which the game goes on. */
static bool position_ask(struct santasi_solver *solver, const struct tab_position *position,
                         enum santasi_question question, struct answer *answer) {
    *answer = (struct answer){.low = -SANTASI_MARGIN_MAX, .high = SANTASI_MARGIN_MAX};
    if (question == SANTASI_ASK_MARGIN) {
        if (!margin_ask(solver, santasi_of(position), answer))
            return false;
        answer->highest_tower = answer->outcome == 0;
    }
    return answer->outcome != 0 || outcome_ask(solver, position, answer);
}

/* ---- Verdicts ------------------------------------------------------------------------------------------------- */

static struct santasi_verdict verdict_over(const struct tab_rules *rules, const struct santasi *santasi) {
    struct santasi_count count;
    int lead = 0;
    santasi_count_visible(santasi_set_of(rules), santasi, &count);
    for (int site = 0; site < SANTASI_SITES; site++)
        lead += count.visible[site][SANTASI_BLUE] - count.visible[site][SANTASI_SILVER];
    return (struct santasi_verdict){
        .winner = santasi->outcome, .margin_low = lead, .margin_high = lead, .highest_tower = lead == 0};
}

static struct santasi_verdict verdict_of(const struct answer *answer, bool blue) {
    const int mover = blue ? 1 : 2, other = blue ? 2 : 1;
    return (struct santasi_verdict){
        .winner = answer->outcome > 0   ? mover
                  : answer->outcome < 0 ? other
                                        : 0,
        .margin_low = blue ? answer->low : -answer->high,
        .margin_high = blue ? answer->high : -answer->low,
        .highest_tower = answer->highest_tower,
    };
}

/* Answers within limits already set. */
static bool position_solve(struct santasi_solver *solver, const struct tab_position *position,
                           enum santasi_question question, struct santasi_verdict *verdict, struct answer *answer) {
    const struct santasi *santasi = santasi_of(position);
    if (santasi->outcome != TAB_ONGOING) {
        *verdict = verdict_over(&solver->rules, santasi);
        return true;
    }
    struct answer found;
    if (!position_ask(solver, position, question, &found))
        return false;
    *verdict = verdict_of(&found, santasi->built % 2 == 0);
    if (answer != NULL)
        *answer = found;
    return true;
}

bool santasi_solver_solve(struct santasi_solver *solver, const struct tab_position *position,
                          enum santasi_question question, const struct santasi_limits *limits,
                          struct santasi_verdict *verdict) {
    return question_begin(solver, limits) && position_solve(solver, position, question, verdict, NULL);
}

/* Lists the legal moves, in the order of tab_position_moves. */
static int moves_list(const struct tab_position *position, tab_move moves[SANTASI_CHILDREN_MAX]) {
    int count = 0;
    for (uint32_t rest = santasi_of(position)->legal; rest != 0; rest &= rest - 1)
        moves[count++] = (tab_move)__builtin_ctz(rest);
    return count;
}

/* ---- Moves that keep the value -------------------------------------------------------------------------------- */

/* Whether a verdict is as good as another for both players. */
static bool verdict_equal(const struct santasi_verdict *one, const struct santasi_verdict *other,
                          enum santasi_question question) {
    return one->winner == other->winner && (question != SANTASI_ASK_MARGIN || one->margin_low == other->margin_low);
}

/* Lists the legal moves with the one the search liked in front. */
static int moves_order(const struct tab_position *position, const struct answer *answer,
                       tab_move moves[SANTASI_CHILDREN_MAX]) {
    const int count = moves_list(position, moves);
    for (int i = 1; i < count && answer->move_known; i++) {
        if (moves[i] != answer->move)
            continue;
        moves[i] = moves[0];
        moves[0] = answer->move;
    }
    return count;
}

static bool position_best(struct santasi_solver *solver, const struct tab_position *position,
                          enum santasi_question question, tab_move *move, struct santasi_verdict *verdict) {
    struct answer answer = {.move_known = false};
    struct santasi_verdict root, kept;
    tab_move moves[SANTASI_CHILDREN_MAX];
    if (!position_solve(solver, position, question, &root, &answer))
        return false;
    const int count = moves_order(position, &answer, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(&solver->rules, &next, moves[i]);
        if (!position_solve(solver, &next, question, &kept, NULL))
            return false;
        if (!verdict_equal(&root, &kept, question))
            continue;
        *move = moves[i];
        *verdict = root;
        return true;
    }
    assert(false); /* some move is worth what the position is worth */
    return false;
}

bool santasi_solver_reach(struct santasi_solver *solver, const struct tab_position *position, int outcome,
                          const struct santasi_limits *limits, bool *reached, tab_move *move) {
    assert(tab_position_player(&solver->rules, position) != 0);
    struct answer answer = {.move_known = false};
    bool found;
    if (!question_begin(solver, limits) || !outcome_reach(solver, position, outcome, &answer, &found))
        return false;
    *reached = found;
    if (found)
        *move = answer.move;
    return true;
}

bool santasi_solver_best(struct santasi_solver *solver, const struct tab_position *position,
                         enum santasi_question question, const struct santasi_limits *limits, tab_move *move,
                         struct santasi_verdict *verdict) {
    assert(tab_position_player(&solver->rules, position) != 0);
    return question_begin(solver, limits) && position_best(solver, position, question, move, verdict);
}

bool santasi_solver_line(struct santasi_solver *solver, const struct tab_position *position,
                         enum santasi_question question, const struct santasi_limits *limits,
                         tab_move line[SANTASI_LINE_MAX], int *length, struct santasi_verdict *verdict) {
    struct tab_position at = *position;
    struct santasi_verdict first, later;
    tab_move found[SANTASI_LINE_MAX];
    int count = 0;
    if (!question_begin(solver, limits) || !position_solve(solver, position, question, &first, NULL))
        return false;
    while (tab_position_player(&solver->rules, &at) != 0) {
        if (!position_best(solver, &at, question, &found[count], &later))
            return false;
        tab_position_play(&solver->rules, &at, found[count++]);
    }
    for (int i = 0; i < count; i++)
        line[i] = found[i];
    *length = count;
    *verdict = first;
    return true;
}
