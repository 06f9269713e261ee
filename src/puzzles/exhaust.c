/* exhaust.c - see exhaust.h. */
#include "exhaust.h"
#include "../engine/brain.h"
#include "../rules/anneaux.h"
#include "../rules/registry.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 16, TABLE_SIZE = 1 << TABLE_BITS, TABLE_TURNS = 3, TURNS_MAX = 64 };

struct exhaust {
    const struct tab_rules *rules;
    const struct brain *brain;
    struct goal goal;
    uint64_t nodes, limit;
    tab_move refutation[TURNS_MAX]; /* the last at each distance */
    uint64_t table[TABLE_SIZE];     /* keys of positions and turns, with the answer as the lowest bit */
};

struct exhaust *exhaust_new(const struct tab_rules *rules) {
    struct exhaust *exhaust = calloc(1, sizeof *exhaust);
    if (exhaust == NULL)
        return NULL;
    exhaust->rules = rules;
    exhaust->brain = brain_of(rules->game);
    return exhaust;
}

void exhaust_free(struct exhaust *exhaust) { free(exhaust); }

void exhaust_begin(struct exhaust *exhaust, struct goal goal, uint64_t nodes) {
    exhaust->goal = goal;
    exhaust->nodes = 0;
    exhaust->limit = nodes;
    memset(exhaust->refutation, 0, sizeof exhaust->refutation);
    memset(exhaust->table, 0, sizeof exhaust->table);
}

bool exhaust_spent(const struct exhaust *exhaust) { return exhaust->nodes > exhaust->limit; }

/* ---- Goals ---------------------------------------------------------------------------------------------------- */

bool exhaust_takes(const struct tab_rules *rules) { return rules->game == &anneaux_game; }

/* Pawns of a player, who counts from 0. */
static int pawns_of(const struct anneaux *anneaux, int player) {
    return anneaux_on_board(anneaux, player) + anneaux->reserve[player];
}

int exhaust_left(const struct tab_position *position) {
    const struct anneaux *anneaux = anneaux_of(position);
    const int other = 1 - anneaux->mover;
    return pawns_of(anneaux, other) - anneaux->due[other];
}

struct goal goal_win(const struct tab_rules *rules, int player) {
    return (struct goal){.player = player, .left = exhaust_takes(rules) ? ANNEAUX_OUT : 0};
}

bool exhaust_reached(const struct exhaust *exhaust, const struct tab_position *position) {
    const struct tab_game *game = exhaust->rules->game;
    const char *reason;
    if (game->player(position) == 0)
        return game->outcome(exhaust->rules, position, &reason) == exhaust->goal.player;
    if (exhaust->goal.left == 0)
        return false;
    const struct anneaux *anneaux = anneaux_of(position);
    const int other = 2 - exhaust->goal.player;
    return pawns_of(anneaux, other) - anneaux->due[other] <= exhaust->goal.left;
}

int exhaust_horizon(const struct exhaust *exhaust, int turns) {
    return exhaust->rules->game == &santasi_game ? TURNS_MAX - 1 : turns;
}

int exhaust_rest(const struct exhaust *exhaust, const struct tab_position *position, const struct tab_position *next,
                 int turns) {
    const struct tab_game *game = exhaust->rules->game;
    return game->player(position) == game->player(next) ? turns : turns - 1;
}

/* ---- Search --------------------------------------------------------------------------------------------------- */

static bool forces(struct exhaust *exhaust, const struct tab_position *position, int turns);

/* Whether the goal is reached by a move, or can be forced after it. */
static bool move_forces(struct exhaust *exhaust, const struct tab_position *position, tab_move move, int turns) {
    struct tab_position next = *position;
    exhaust->rules->game->play(exhaust->rules, &next, move);
    if (exhaust_reached(exhaust, &next))
        return true;
    const int rest = exhaust_rest(exhaust, position, &next, turns);
    return rest > 0 && exhaust->rules->game->player(&next) != 0 && forces(exhaust, &next, rest);
}

static bool attack(struct exhaust *exhaust, const struct tab_position *position, int turns) {
    tab_move moves[TAB_MOVES_MAX];
    if (turns == 1 && exhaust->goal.left == 0)
        return exhaust->brain->win_now(exhaust->rules, position, moves);
    const int count = exhaust->rules->game->moves(exhaust->rules, position, moves);
    for (int i = 0; i < count; i++)
        if (move_forces(exhaust, position, moves[i], turns))
            return true;
    return false;
}

/* Tries first what refuted last. */
static bool defend(struct exhaust *exhaust, const struct tab_position *position, int turns) {
    tab_move moves[TAB_MOVES_MAX], won;
    if (turns > 1 && exhaust->brain->win_now(exhaust->rules, position, &won))
        return false;
    const int count = exhaust->rules->game->moves(exhaust->rules, position, moves);
    for (int i = 1; i < count; i++)
        if (moves[i] == exhaust->refutation[turns]) {
            moves[i] = moves[0];
            moves[0] = exhaust->refutation[turns];
            break;
        }
    for (int i = 0; i < count; i++)
        if (!move_forces(exhaust, position, moves[i], turns)) {
            exhaust->refutation[turns] = moves[i];
            return false;
        }
    return true;
}

static bool forces(struct exhaust *exhaust, const struct tab_position *position, int turns) {
    if (++exhaust->nodes > exhaust->limit)
        return false;
    const struct tab_game *game = exhaust->rules->game;
    const bool attacks = game->player(position) == exhaust->goal.player;
    if (turns < TABLE_TURNS)
        return attacks ? attack(exhaust, position, turns) : defend(exhaust, position, turns);
    const uint64_t key = exhaust->brain->key(exhaust->rules, position, game->hash(position));
    const uint64_t mark = hash_mix(key, (uint64_t)turns) | 1;
    uint64_t *entry = &exhaust->table[mark >> (64 - TABLE_BITS)];
    if ((*entry | 1) == mark)
        return *entry & 1;
    const bool answer = attacks ? attack(exhaust, position, turns) : defend(exhaust, position, turns);
    if (!exhaust_spent(exhaust))
        *entry = answer ? mark : mark & ~UINT64_C(1);
    return answer;
}

bool exhaust_forces(struct exhaust *exhaust, const struct tab_position *position, int turns) {
    if (exhaust_reached(exhaust, position))
        return true;
    return turns > 0 && turns < TURNS_MAX && exhaust->rules->game->player(position) != 0 &&
           forces(exhaust, position, turns);
}
