/* santasi_play.c - San Ta Si played by proofs. */
#include "santasi_play.h"
#include "../rules/registry.h"
#include "../rules/santasi.h"

#include <string.h>

/* What solving takes with so many pieces left, in milliseconds on one core; more are not tried. */
static const struct {
    int left, milliseconds;
} efforts[] = {{12, 5}, {14, 25}, {16, 80}, {18, 250}, {20, 800}, {22, 2500}, {24, 12000}};

enum { EFFORTS = sizeof efforts / sizeof *efforts };

/* Memory that fresh pages cost more time to fetch than it saves is too much: what one solver needs for a millisecond of
 * every move of a game, and at least. A node takes about a microsecond. */
enum { BYTES_PER_NODE = 1 << 9, NODES_PER_MS = 1000, BYTES_LEAST = 32 << 20, GROWTH = 4 };

void santasi_play_clear(struct santasi_play *play) {
    santasi_solver_free(play->solver);
    play->solver = NULL;
}

static int pieces_left(const struct santasi *santasi) {
    int left = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        left += santasi_left(santasi, SANTASI_BLUE, size) + santasi_left(santasi, SANTASI_SILVER, size);
    return left;
}

/* The time solving may take; false when it would hardly be enough. The rest is for a search, should it fail. */
static bool limits_plan(const struct search_task *task, int left, struct santasi_limits *limits) {
    *limits = (struct santasi_limits){.stop = task->stop, .nodes = task->node_limit};
    if (task->budget.target != INT64_MAX)
        limits->milliseconds = (uint64_t)task->budget.target * 3 / 4 + 1;
    for (int i = 0; i < EFFORTS; i++)
        if (left <= efforts[i].left)
            return limits->milliseconds == 0 || limits->milliseconds >= (uint64_t)efforts[i].milliseconds;
    return false;
}

/* Memory in proportion to the effort. */
static size_t bytes_plan(const struct santasi_limits *limits, size_t most) {
    uint64_t nodes = limits->nodes;
    if (limits->milliseconds != 0 && (nodes == 0 || limits->milliseconds < nodes / NODES_PER_MS))
        nodes = limits->milliseconds * NODES_PER_MS;
    if (nodes == 0 || nodes > most / BYTES_PER_NODE)
        return most;
    const size_t bytes = (size_t)nodes * BYTES_PER_NODE;
    return bytes > BYTES_LEAST ? bytes : BYTES_LEAST;
}

/* The solver of the game goes on, unless it was made for other rules or for much less. */
static bool solver_open(struct santasi_play *play, const struct tab_rules *rules, size_t bytes) {
    if (play->solver != NULL && (memcmp(&play->rules, rules, sizeof *rules) != 0 || bytes / GROWTH > play->bytes))
        santasi_play_clear(play);
    if (play->solver == NULL) {
        play->rules = *rules;
        play->bytes = bytes;
        play->solver = santasi_solver_new(rules, bytes);
    }
    return play->solver != NULL;
}

/* Fills a thought with proven moves. */
static void thought_fill(const struct search_task *task, int winner, const tab_move *moves, int length,
                         struct tab_thought *thought) {
    struct tab_line *line = &thought->line[0];
    *line = (struct tab_line){.length = length < TAB_LINE_MAX ? length : TAB_LINE_MAX};
    memcpy(line->moves, moves, sizeof *moves * (size_t)line->length);
    if (winner == task->rules->game->player(task->root))
        line->mate = length;
    thought->move = moves[0];
    thought->lines = 1;
    thought->depth = length;
}

/* A book knows a move and what it leads to, not how long that takes. */
static bool book_find(const struct search_task *task, const struct santasi_book *book, struct tab_thought *thought) {
    struct santasi_proof proof;
    tab_move move;
    if (book == NULL || !santasi_book_find(book, task->rules, task->root, &proof) || proof.high < 0 ||
        !santasi_book_move(book, task->rules, task->root, &move))
        return false;
    thought_fill(task, 0, &move, 1, thought);
    if (proof.low > 0)
        thought->line[0].mate = pieces_left(santasi_of(task->root));
    thought->nodes = 1;
    return true;
}

bool santasi_play_find(struct santasi_play *play, const struct search_task *task, const struct santasi_book *book,
                       size_t bytes, struct tab_thought *thought) {
    const int left = pieces_left(santasi_of(task->root));
    struct santasi_limits limits;
    struct santasi_verdict verdict;
    tab_move line[SANTASI_LINE_MAX];
    int length;
    if (book_find(task, book, thought))
        return true;
    if (!limits_plan(task, left, &limits) || !solver_open(play, task->rules, bytes_plan(&limits, bytes)))
        return false;
    if (!santasi_solver_line(play->solver, task->root, SANTASI_ASK_OUTCOME, &limits, line, &length, &verdict))
        return false;
    if (verdict.winner != 0 && verdict.winner != task->rules->game->player(task->root))
        return false;
    thought_fill(task, verdict.winner, line, length, thought);
    thought->nodes = santasi_solver_nodes(play->solver);
    return true;
}
