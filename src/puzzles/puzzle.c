/* puzzle.c - see puzzle.h. */
#include "puzzle.h"
#include "exhaust.h"
#include "../engine/solve.h"

#include <stdlib.h>
#include <string.h>

enum {
    SOLVER_MIB = 8,
    SOLVER_NODES = 4000,    /* of a question to the solver in the course of a search */
    EXHAUST_NODES = 300000, /* of all questions about a goal */
    CAPTURE_TURNS_MAX = 3,  /* of both players, in a puzzle of taking */
    ONLY_PLIES_MAX = 5,     /* of a line of only moves */
    CHOICES_LEAST = 3,      /* legal moves in the position of a puzzle */
};

struct puzzler {
    struct tab_rules rules;
    struct exhaust *exhaust;
    struct tab_solver *solver;
    uint64_t patience; /* nodes of a question to the solver; 0: any number */
};

static const char *const kind_names[PUZZLE_KIND_COUNT] = {"win", "only", "capture"};

const char *puzzle_kind_name(enum puzzle_kind kind) { return kind < PUZZLE_KIND_COUNT ? kind_names[kind] : NULL; }

struct puzzler *puzzler_new(const struct tab_rules *rules) {
    struct puzzler *puzzler = calloc(1, sizeof *puzzler);
    if (puzzler == NULL)
        return NULL;
    puzzler->rules = *rules;
    puzzler->exhaust = exhaust_new(&puzzler->rules);
    puzzler->solver = tab_solver_new(&puzzler->rules, SOLVER_MIB);
    if (puzzler->exhaust != NULL && puzzler->solver != NULL) {
        solver_shorten(puzzler->solver, false);
        return puzzler;
    }
    puzzler_free(puzzler);
    return NULL;
}

void puzzler_free(struct puzzler *puzzler) {
    if (puzzler == NULL)
        return;
    exhaust_free(puzzler->exhaust);
    tab_solver_free(puzzler->solver);
    free(puzzler);
}

static struct tab_position position_after(const struct puzzler *puzzler, const struct tab_position *position,
                                          tab_move move) {
    struct tab_position next = *position;
    tab_position_play(&puzzler->rules, &next, move);
    return next;
}

static int player_of(const struct puzzler *puzzler, const struct tab_position *position) {
    return tab_position_player(&puzzler->rules, position);
}

/* ---- Goals within so many turns: win and capture -------------------------------------------------------------- */

/* The one move with which the player to move forces the goal within so many turns; false when there are none or
 * several. */
static bool one_move(struct puzzler *puzzler, const struct tab_position *position, int turns, tab_move *move) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(&puzzler->rules, position, moves);
    const int horizon = exhaust_horizon(puzzler->exhaust, turns);
    int found = 0;
    for (int i = 0; i < count && found < 2; i++) {
        const struct tab_position next = position_after(puzzler, position, moves[i]);
        if (!exhaust_forces(puzzler->exhaust, &next, exhaust_rest(puzzler->exhaust, position, &next, horizon)))
            continue;
        *move = moves[i];
        found++;
    }
    return found == 1;
}

/* Whether a reply puts the goal off as long as can be: it cannot be forced faster than in all the turns left. */
static bool reply_holds(struct puzzler *puzzler, const struct tab_position *next, int turns) {
    return !exhaust_forces(puzzler->exhaust, next, turns - 1);
}

/* Goes on with a line in which the goal takes `turns` more: the solver's one move each time, and of the longest
 * defences the first that leaves one move each time to the end. */
static bool line_find(struct puzzler *puzzler, const struct tab_position *position, int solver, int turns,
                      struct puzzle *puzzle) {
    tab_move moves[TAB_MOVES_MAX];
    if (exhaust_reached(puzzler->exhaust, position))
        return true;
    if (puzzle->plies == PUZZLE_PLIES_MAX)
        return false;
    const bool mine = player_of(puzzler, position) == solver;
    const int count =
        mine ? one_move(puzzler, position, turns, moves) : tab_position_moves(&puzzler->rules, position, moves);
    const int at = puzzle->plies++;
    for (int i = 0; i < count && !exhaust_spent(puzzler->exhaust); i++) {
        const struct tab_position next = position_after(puzzler, position, moves[i]);
        const int rest = exhaust_rest(puzzler->exhaust, position, &next, turns);
        puzzle->line[at] = moves[i];
        if ((mine || reply_holds(puzzler, &next, rest)) && line_find(puzzler, &next, solver, rest, puzzle))
            return true;
    }
    puzzle->plies = at;
    return false;
}

/* The turns of both players in a line that begins and ends with the solver's. */
static int turns_of_both(const struct puzzle *puzzle) { return 2 * puzzle->turns - 1; }

/* Whether the line is what line_find looks for, with all moves to the goal. */
static bool line_proven(struct puzzler *puzzler, const struct puzzle *puzzle) {
    struct tab_position position = puzzle->position;
    const int solver = player_of(puzzler, &position);
    int turns = turns_of_both(puzzle);
    if (exhaust_forces(puzzler->exhaust, &position, turns - 1))
        return false;
    for (int i = 0; i < puzzle->plies; i++) {
        const bool mine = player_of(puzzler, &position) == solver;
        tab_move move = puzzle->line[i];
        if (mine && (!one_move(puzzler, &position, turns, &move) || move != puzzle->line[i]))
            return false;
        const struct tab_position next = position_after(puzzler, &position, move);
        turns = exhaust_rest(puzzler->exhaust, &position, &next, turns);
        if (!mine && !reply_holds(puzzler, &next, turns))
            return false;
        position = next;
    }
    return exhaust_reached(puzzler->exhaust, &position);
}

/* Ends a search for a line and says whether it counts. */
static bool goal_settled(const struct puzzler *puzzler, bool found) {
    return found && !exhaust_spent(puzzler->exhaust);
}

/* ---- Kinds ---------------------------------------------------------------------------------------------------- */

static bool solve(struct puzzler *puzzler, const struct tab_position *position, struct tab_proof *proof) {
    const struct tab_limits limits = {.nodes = puzzler->patience};
    return tab_solver_solve(puzzler->solver, position, NULL, 0, &limits, NULL, NULL, proof);
}

/* The solver says where a win is to be looked for. */
static bool win_find(struct puzzler *puzzler, struct puzzle *puzzle) {
    const int player = player_of(puzzler, &puzzle->position);
    struct tab_proof proof;
    if (!solve(puzzler, &puzzle->position, &proof) || proof.winner != player || proof.plies > PUZZLE_PLIES_MAX)
        return false;
    exhaust_begin(puzzler->exhaust, goal_win(&puzzler->rules, player), EXHAUST_NODES);
    if (exhaust_reached(puzzler->exhaust, &puzzle->position))
        return false;
    int turns = 1;
    while (turns <= PUZZLE_PLIES_MAX && !exhaust_forces(puzzler->exhaust, &puzzle->position, turns))
        turns++;
    if (turns > PUZZLE_PLIES_MAX || exhaust_spent(puzzler->exhaust))
        return false;
    return goal_settled(puzzler, line_find(puzzler, &puzzle->position, player, turns, puzzle));
}

static bool win_proven(struct puzzler *puzzler, const struct puzzle *puzzle) {
    exhaust_begin(puzzler->exhaust, goal_win(&puzzler->rules, player_of(puzzler, &puzzle->position)), UINT64_MAX);
    return line_proven(puzzler, puzzle);
}

/* The one move that does not lose, when the verdict on every move is known. */
static bool only_move(struct puzzler *puzzler, const struct tab_position *position, tab_move *move) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(&puzzler->rules, position, moves), player = player_of(puzzler, position);
    int found = 0;
    if (count < 2)
        return false;
    for (int i = 0; i < count; i++) {
        const struct tab_position next = position_after(puzzler, position, moves[i]);
        struct tab_proof proof;
        if (!solve(puzzler, &next, &proof))
            return false;
        if (proof.winner == 3 - player)
            continue;
        if (++found > 1)
            return false;
        *move = moves[i];
    }
    return found == 1;
}

/* Adds best replies by the solver's verdict until it is the player's turn again; false when the line cannot go on. */
static bool replies_add(struct puzzler *puzzler, struct tab_position *position, int player, struct puzzle *puzzle) {
    while (player_of(puzzler, position) == 3 - player && puzzle->plies < ONLY_PLIES_MAX) {
        struct tab_proof proof;
        if (!solve(puzzler, position, &proof) || proof.length == 0)
            return false;
        puzzle->line[puzzle->plies++] = proof.line[0];
        *position = position_after(puzzler, position, proof.line[0]);
    }
    return player_of(puzzler, position) == player && puzzle->plies < ONLY_PLIES_MAX;
}

static bool only_find(struct puzzler *puzzler, struct puzzle *puzzle) {
    struct tab_position position = puzzle->position;
    const int player = player_of(puzzler, &position);
    int end = 0;
    tab_move move;
    do {
        if (!only_move(puzzler, &position, &move))
            break;
        puzzle->line[puzzle->plies++] = move;
        end = puzzle->plies;
        position = position_after(puzzler, &position, move);
    } while (replies_add(puzzler, &position, player, puzzle));
    puzzle->plies = end;
    return end > 0;
}

/* Whether a reply keeps what the other player has. */
static bool reply_keeps(struct puzzler *puzzler, const struct tab_position *position, const struct tab_position *next) {
    struct tab_proof before, after;
    return solve(puzzler, position, &before) && solve(puzzler, next, &after) && before.winner == after.winner;
}

static bool only_proven(struct puzzler *puzzler, const struct puzzle *puzzle) {
    struct tab_position position = puzzle->position;
    const int player = player_of(puzzler, &position);
    for (int i = 0; i < puzzle->plies; i++) {
        const bool mine = player_of(puzzler, &position) == player;
        tab_move move = puzzle->line[i];
        if (mine && (!only_move(puzzler, &position, &move) || move != puzzle->line[i]))
            return false;
        const struct tab_position next = position_after(puzzler, &position, move);
        if (!mine && !reply_keeps(puzzler, &position, &next))
            return false;
        position = next;
    }
    return puzzle->plies > 0;
}

/* Pawns the other is left with at least, when the player to move takes what can be taken within so many turns. */
static int left_within(struct puzzler *puzzler, const struct tab_position *position, int turns) {
    const int player = player_of(puzzler, position), won = goal_win(&puzzler->rules, player).left;
    int left = exhaust_left(position);
    while (left > won) {
        exhaust_begin(puzzler->exhaust, (struct goal){.player = player, .left = left - 1}, EXHAUST_NODES);
        if (!exhaust_forces(puzzler->exhaust, position, turns))
            break;
        left--;
    }
    return left;
}

/* The longest line that takes more than any shorter one could. Where it would win it is a puzzle of winning. */
static bool capture_find(struct puzzler *puzzler, struct puzzle *puzzle) {
    if (!exhaust_takes(&puzzler->rules))
        return false;
    const int player = player_of(puzzler, &puzzle->position), won = goal_win(&puzzler->rules, player).left;
    int left[CAPTURE_TURNS_MAX + 1];
    left[0] = exhaust_left(&puzzle->position);
    for (int turns = 1; turns <= CAPTURE_TURNS_MAX; turns++) {
        left[turns] = left_within(puzzler, &puzzle->position, turns);
        if (exhaust_spent(puzzler->exhaust) || left[turns] <= won)
            return false;
    }
    for (int turns = CAPTURE_TURNS_MAX; turns > 0; turns--) {
        if (left[turns] == left[turns - 1])
            continue;
        exhaust_begin(puzzler->exhaust, (struct goal){.player = player, .left = left[turns]}, EXHAUST_NODES);
        if (goal_settled(puzzler, line_find(puzzler, &puzzle->position, player, turns, puzzle)))
            return true;
        puzzle->plies = 0;
    }
    return false;
}

static bool capture_proven(struct puzzler *puzzler, const struct puzzle *puzzle) {
    const int player = player_of(puzzler, &puzzle->position);
    if (!exhaust_takes(&puzzler->rules))
        return false;
    const int left = left_within(puzzler, &puzzle->position, turns_of_both(puzzle));
    exhaust_begin(puzzler->exhaust, (struct goal){.player = player, .left = left}, UINT64_MAX);
    return left < exhaust_left(&puzzle->position) && line_proven(puzzler, puzzle);
}

static const struct {
    bool (*find)(struct puzzler *puzzler, struct puzzle *puzzle);
    bool (*proven)(struct puzzler *puzzler, const struct puzzle *puzzle);
} kinds[PUZZLE_KIND_COUNT] = {
    [PUZZLE_WIN] = {win_find, win_proven},
    [PUZZLE_ONLY] = {only_find, only_proven},
    [PUZZLE_CAPTURE] = {capture_find, capture_proven},
};

/* A turn may have several moves. */
static int turns_count(const struct puzzler *puzzler, const struct puzzle *puzzle) {
    struct tab_position position = puzzle->position;
    const int player = player_of(puzzler, &position);
    int turns = 0;
    for (int i = 0, last = 0; i < puzzle->plies; i++) {
        const int now = player_of(puzzler, &position);
        turns += now == player && last != player;
        last = now;
        position = position_after(puzzler, &position, puzzle->line[i]);
    }
    return turns;
}

bool puzzler_find(struct puzzler *puzzler, const struct tab_position *position, enum puzzle_kind kind,
                  struct puzzle *puzzle) {
    *puzzle = (struct puzzle){.position = *position, .kind = kind};
    puzzler->patience = SOLVER_NODES;
    if (tab_position_count(&puzzler->rules, position) < CHOICES_LEAST || !kinds[kind].find(puzzler, puzzle))
        return false;
    puzzle->turns = turns_count(puzzler, puzzle);
    return true;
}

bool puzzler_prove(struct puzzler *puzzler, const struct puzzle *puzzle) {
    puzzler->patience = 0;
    return puzzle->plies > 0 && puzzle->turns == turns_count(puzzler, puzzle) &&
           kinds[puzzle->kind].proven(puzzler, puzzle);
}
