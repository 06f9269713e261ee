/* santasi_play.c - San Ta Si played by proofs. */
#include "santasi_play.h"
#include "clock.h"
#include "santasi_search.h"
#include "santasi_trap.h"
#include "../rules/registry.h"
#include "../rules/santasi.h"

#include <string.h>

/* In how many milliseconds on one core a solver that has seen some games succeeds most of the time with so many pieces
 * left; more are not tried. A search sees nearly to the end by then: a vain attempt costs more than it promises. */
static const struct {
    int left, milliseconds;
} efforts[] = {{11, 1},   {12, 6},   {13, 10},  {14, 20},  {15, 40},   {16, 80},
               {17, 120}, {18, 260}, {19, 460}, {20, 800}, {22, 2600}, {24, 8000}};

enum { EFFORTS = sizeof efforts / sizeof *efforts };
enum { LINES_TIMES = 3 }; /* so much longer all moves take than the best */

void santasi_play_clear(struct santasi_play *play) {
    santasi_solver_free(play->solver);
    *play = (struct santasi_play){0};
}

void santasi_play_renew(struct santasi_play *play) { play->used = play->solver != NULL; }

static int pieces_left(const struct search_task *task) { return certain_left(task->root); }

/* The part of the time that solving may take, in percent: most of it where that is likely to be enough, half of it where it
 * may be, and none where it is not. What half of it finds out is not lost: the next position is among those looked at. A
 * search makes more of the first half second than of the rest, so proofs must promise more there. */
static int share_plan(int64_t milliseconds, int needed) {
    enum { LIKELY = 90, MAYBE = 50, SHORT_MS = 500 };
    const bool brief = milliseconds < SHORT_MS;
    if (milliseconds * (brief ? 60 : 90) / 100 >= needed)
        return LIKELY;
    return milliseconds * (brief ? 150 : 200) / 100 >= needed ? MAYBE : 0;
}

/* The time solving may take; false when it would hardly be enough. The rest is for a search, should it fail. */
static bool limits_plan(const struct search_task *task, int left, struct santasi_limits *limits) {
    *limits = (struct santasi_limits){.stop = task->stop, .nodes = task->node_limit};
    int step = 0;
    while (step < EFFORTS && left > efforts[step].left)
        step++;
    if (step == EFFORTS)
        return false;
    if (task->budget.target == INT64_MAX)
        return true;
    const int64_t rest = task->budget.target - (clock_now() - task->started);
    const int share = share_plan(rest, efforts[step].milliseconds * (task->lines > 1 ? LINES_TIMES : 1));
    limits->milliseconds = (uint64_t)(share > 0 ? rest * share / 100 + 1 : 0);
    return share > 0;
}

/* The solver goes on with what it knows, also of other games: that is as true in this one. Only who counts nodes wants the
 * same answers in every game. */
static bool solver_open(struct santasi_play *play, const struct tab_rules *rules, const struct santasi_limits *limits,
                        size_t bytes) {
    if ((play->used && limits->nodes != 0) || memcmp(&play->rules, rules, sizeof *rules) != 0)
        santasi_play_clear(play);
    play->used = false;
    if (play->solver == NULL) {
        play->rules = *rules;
        play->solver = santasi_solver_new(rules, bytes);
    }
    return play->solver != NULL;
}

/* A line of proven moves, as many of them as there is room for. */
static struct tab_line line_of(const tab_move *moves, int length) {
    struct tab_line line = {.length = length < TAB_LINE_MAX ? length : TAB_LINE_MAX};
    memcpy(line.moves, moves, sizeof *moves * (size_t)line.length);
    return line;
}

/* Writes what a line leads to with best play. The game lasts to its last piece, or with other sets as long at most. */
static void line_prove(const struct search_task *task, int outcome, struct tab_line *line) {
    const bool exact = outcome == 0 || certain_box(task->rules);
    line->proven = true;
    line->mate = outcome * pieces_left(task);
    line->bound = exact ? TAB_EXACT : outcome > 0 ? TAB_LOWER : TAB_UPPER;
}

/* Fills a thought with proven moves: as deep as the game goes, however few of them are told. */
static void thought_fill(const struct search_task *task, int outcome, const tab_move *moves, int length,
                         struct tab_thought *thought) {
    thought->line[0] = line_of(moves, length);
    line_prove(task, outcome, &thought->line[0]);
    thought->move = moves[0];
    thought->move_proven = true;
    thought->lines = 1;
    thought->depth = pieces_left(task);
}

/* A move that keeps what is known of the position: the book's, or another. */
static bool move_known(const struct search_task *task, tab_move *move) {
    struct santasi_proof proof;
    if (santasi_book_find(task->book, task->rules, task->root, &proof) && proof.low >= task->known.low &&
        santasi_book_move(task->book, task->rules, task->root, move))
        return true;
    tab_move moves[SANTASI_CHILDREN_MAX];
    const int count = task->rules->game->moves(task->rules, task->root, moves);
    for (int i = 0; i < count; i++)
        if (certain_move(task, moves[i]).low >= task->known.low) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* What a book, or what is known of all moves, says of a position that is not lost: a move, and what it leads to. */
static bool book_find(const struct search_task *task, struct tab_thought *thought) {
    tab_move move;
    if (task->book == NULL || task->known.low < 0 || !move_known(task, &move))
        return false;
    thought_fill(task, task->known.low, &move, 1, thought);
    thought->line[0].proven = thought->move_proven = task->known.low == task->known.high;
    thought->nodes = 1;
    return true;
}

/* An attempt to solve the position, within limits. */
struct attempt {
    struct santasi_solver *solver;
    const struct search_task *task;
    const struct santasi_limits *limits;
    int64_t began;
    uint64_t nodes;
};

/* The best outcome the player to move can reach (1 won, 0 drawn, -1 lost), and a move that does unless it is lost; false
 * when the limits are met. */
static bool outcome_find(struct attempt *attempt, const struct tab_position *position, int *outcome, tab_move *move) {
    for (*outcome = 1; *outcome >= 0; --*outcome) {
        struct santasi_limits rest;
        bool reached;
        if (!santasi_limits_rest(attempt->limits, clock_now() - attempt->began, attempt->nodes, &rest) ||
            !santasi_solver_reach(attempt->solver, position, *outcome, &rest, &reached, move))
            return false;
        attempt->nodes += santasi_solver_nodes(attempt->solver);
        if (reached)
            return true;
    }
    return true;
}

/* Tells how a win goes on, where there is time to find out. */
static void win_tell(struct attempt *attempt, tab_move move, struct tab_thought *thought) {
    const struct search_task *task = attempt->task;
    struct santasi_limits rest;
    struct santasi_verdict verdict;
    tab_move line[SANTASI_LINE_MAX] = {move};
    int length = pieces_left(task);
    if (santasi_limits_rest(attempt->limits, clock_now() - attempt->began, attempt->nodes, &rest) &&
        santasi_solver_line(attempt->solver, task->root, SANTASI_ASK_OUTCOME, &rest, line, &length, &verdict)) {
        attempt->nodes += santasi_solver_nodes(attempt->solver);
        thought_fill(task, 1, line, length, thought);
        return;
    }
    thought_fill(task, 1, line, 1, thought);
}

/* Chooses among moves that do not win; false when there was no time to find one in a lost position. */
static bool trap_tell(struct attempt *attempt, int outcome, tab_move move, struct tab_thought *thought) {
    const struct search_task *task = attempt->task;
    struct santasi_limits rest;
    const bool trapped = santasi_limits_rest(attempt->limits, clock_now() - attempt->began, attempt->nodes, &rest) &&
                         santasi_trap_find(attempt->solver, task, outcome, &rest, &move);
    if (outcome < 0 && !trapped)
        return false;
    thought_fill(task, outcome, &move, 1, thought);
    return true;
}

bool santasi_play_find(struct santasi_play *play, const struct search_task *task, size_t bytes,
                       struct tab_thought *thought) {
    struct santasi_limits limits;
    tab_move move;
    int outcome;
    play->known = task->known;
    if (book_find(task, thought))
        return true;
    if (!limits_plan(task, pieces_left(task), &limits) || !solver_open(play, task->rules, &limits, bytes))
        return false;
    struct attempt attempt = {play->solver, task, &limits, clock_now(), 0};
    const bool found = outcome_find(&attempt, task->root, &outcome, &move);
    play->known = (struct certain){found ? outcome : -1, outcome, pieces_left(task), certain_box(task->rules)};
    if (!found)
        return false;
    if (outcome > 0)
        win_tell(&attempt, move, thought);
    else if (!trap_tell(&attempt, outcome, move, thought))
        return false;
    thought->nodes = attempt.nodes;
    return true;
}

/* ---- Several lines -------------------------------------------------------------------------------------------- */

/* A move, what it leads to with best play (1 won, 0 drawn, -1 lost), and how good it looks without. */
struct choice {
    tab_move move;
    int outcome, looks;
    struct tab_position next;
};

/* Finds out what a move leads to, from the book or by solving; false when neither can tell. */
static bool choice_judge(struct attempt *attempt, struct choice *choice) {
    const struct search_task *task = attempt->task;
    const struct certain known = certain_move(task, choice->move);
    tab_move reply;
    int outcome = -known.low;
    if (task->rules->game->player(&choice->next) != 0)
        choice->looks = -santasi_brain.evaluate(task->rules, &choice->next, task->weights);
    if (known.low != known.high && task->known.high >= 0 &&
        (attempt->solver == NULL || !outcome_find(attempt, &choice->next, &outcome, &reply)))
        return false;
    choice->outcome = task->known.high < 0 ? -1 : -outcome;
    return true;
}

static bool choice_better(const struct choice *one, const struct choice *other) {
    return one->outcome != other->outcome ? one->outcome > other->outcome : one->looks > other->looks;
}

/* Lists all moves, the best first; 0 when not all can be judged. */
static int choices_list(struct attempt *attempt, struct choice choices[SANTASI_CHILDREN_MAX]) {
    const struct search_task *task = attempt->task;
    tab_move moves[SANTASI_CHILDREN_MAX];
    const int count = task->rules->game->moves(task->rules, task->root, moves);
    assert(count <= SANTASI_CHILDREN_MAX);
    for (int i = 0; i < count; i++) {
        struct choice choice = {.move = moves[i], .next = *task->root};
        task->rules->game->play(task->rules, &choice.next, moves[i]);
        if (!choice_judge(attempt, &choice))
            return 0;
        int at = i;
        for (; at > 0 && choice_better(&choice, &choices[at - 1]); at--)
            choices[at] = choices[at - 1];
        choices[at] = choice;
    }
    return count;
}

/* The line that begins with a move, as far as there is time to find it. */
static void choice_tell(struct attempt *attempt, const struct choice *choice, struct tab_line *line) {
    struct santasi_limits rest;
    struct santasi_verdict verdict;
    tab_move moves[1 + SANTASI_LINE_MAX] = {choice->move};
    int length = 0;
    if (attempt->solver != NULL && attempt->task->rules->game->player(&choice->next) != 0 &&
        santasi_limits_rest(attempt->limits, clock_now() - attempt->began, attempt->nodes, &rest) &&
        santasi_solver_line(attempt->solver, &choice->next, SANTASI_ASK_OUTCOME, &rest, moves + 1, &length, &verdict))
        attempt->nodes += santasi_solver_nodes(attempt->solver);
    *line = line_of(moves, 1 + length);
    line_prove(attempt->task, choice->outcome, line);
}

bool santasi_play_lines(struct santasi_play *play, const struct search_task *task, size_t bytes,
                        struct tab_thought *thought) {
    struct choice choices[SANTASI_CHILDREN_MAX] = {0};
    struct santasi_limits limits;
    const bool solving =
        limits_plan(task, pieces_left(task), &limits) && solver_open(play, task->rules, &limits, bytes);
    struct attempt attempt = {solving ? play->solver : NULL, task, &limits, clock_now(), 0};
    play->known = task->known;
    const int count = choices_list(&attempt, choices);
    if (count == 0)
        return false;
    thought->lines = task->lines < count ? task->lines : count;
    for (int i = 0; i < thought->lines; i++)
        choice_tell(&attempt, &choices[i], &thought->line[i]);
    thought->move = choices[0].move;
    thought->move_proven = true;
    thought->depth = pieces_left(task);
    thought->nodes = attempt.nodes;
    return true;
}
