/* endings.c - see endings.h. */
#include "endings.h"

#include <stdlib.h>
#include <string.h>

const int endings_parts[ENDINGS_PARTS][2] = {{3, 3}, {3, 4}, {4, 4}};

struct endings *endings_new(void) {
    struct endings *endings = calloc(1, sizeof *endings);
    if (endings != NULL && (endings->space = ending_space_new()) == NULL) {
        free(endings);
        return NULL;
    }
    return endings;
}

void endings_free(struct endings *endings) {
    if (endings == NULL)
        return;
    for (int part = 0; part < ENDINGS_PARTS; part++)
        endings_release(endings, part);
    free(endings->space);
    free(endings);
}

/* The two tables of a part, twice the same one when both players have as many pawns. */
static struct ending_table *part_table(struct endings *endings, int part, int turned) {
    const int *pawns = endings_parts[part];
    return &endings->table[pawns[turned]][pawns[1 - turned]];
}

void endings_release(struct endings *endings, int part) {
    for (int turned = 0; turned < 2; turned++) {
        struct ending_table *table = part_table(endings, part, turned);
        free(table->values);
        *table = (struct ending_table){0};
    }
}

bool endings_allocate(struct endings *endings, int part) {
    const int *pawns = endings_parts[part];
    endings_release(endings, part);
    for (int turned = 0; turned < 2; turned++) {
        struct ending_table *table = part_table(endings, part, turned);
        if (table->values != NULL)
            break;
        table->size = ending_space_size(endings->space, pawns[turned], pawns[1 - turned]);
        table->values = calloc(table->size, 1);
        if (table->values == NULL) {
            endings_release(endings, part);
            return false;
        }
    }
    return true;
}

/* ---- Values --------------------------------------------------------------------------------------------------- */

int endings_before(int value, bool same_player) {
    if (value == 0)
        return 0;
    const int later = value > 0 ? value + 1 : value - 1;
    return same_player ? later : -later;
}

/* Wins before draws before losses; among wins the shorter, among losses the longer. */
bool endings_better(int one, int other) {
    if ((one > 0) != (other > 0) || (one < 0) != (other < 0))
        return one > other;
    return one < other;
}

/* ---- Probing -------------------------------------------------------------------------------------------------- */

static bool is_covered(const struct endings *endings, const struct tab_rules *rules, const struct anneaux *anneaux) {
    if (rules->choice[ANNEAUX_OPTION_PLAYERS] != 0 || rules->choice[ANNEAUX_OPTION_SPENT] != 0)
        return false;
    if (anneaux->outcome != TAB_ONGOING || anneaux->reserve[0] != 0 || anneaux->reserve[1] != 0)
        return false;
    const int mover = anneaux->mover, due = anneaux->due[1 - mover];
    const int own = anneaux_on_board(anneaux, mover), left = anneaux_on_board(anneaux, 1 - mover) - due;
    if (own < ENDING_LEAST || own > ENDING_MOST || left > ENDING_MOST)
        return false;
    if (left <= ANNEAUX_OUT)
        return true; /* the taking wins */
    return due == 0 ? endings->table[own][left].values != NULL : endings->table[left][own].values != NULL;
}

/* The value while something is due, with the best choice of what to take. */
static int value_taking(const struct endings *endings, const struct ending *ending, int due) {
    int best = -ENDINGS_DISTANCE_MAX - 1;
    if (__builtin_popcount(ending->second) == ENDING_LEAST)
        return 1;
    for (uint32_t rest = ending->second; rest != 0; rest &= rest - 1) {
        const uint32_t kept = ~(rest & -rest);
        const struct ending same = {ending->first, ending->second & kept, ending->spent & kept};
        const struct ending next = {same.second, same.first, same.spent};
        const int value = due > 1 ? endings_before(value_taking(endings, &same, due - 1), true)
                                  : endings_before(endings_value(endings, &next), false);
        if (rest == ending->second || endings_better(value, best))
            best = value;
    }
    return best;
}

bool endings_probe(const struct endings *endings, const struct tab_rules *rules, const struct tab_position *position,
                   int *value) {
    const struct anneaux *anneaux = anneaux_of(position);
    if (!is_covered(endings, rules, anneaux))
        return false;
    const int mover = anneaux->mover;
    const struct ending ending = {anneaux->pawns[mover], anneaux->pawns[1 - mover], anneaux->spent};
    const int due = anneaux->due[1 - mover];
    *value = due > 0 ? value_taking(endings, &ending, due) : endings_value(endings, &ending);
    return true;
}

void endings_position(const struct tab_rules *rules, const struct ending *ending, struct tab_position *position) {
    struct anneaux *anneaux = (struct anneaux *)(void *)position->state;
    memset(position, 0, sizeof *position);
    rules->game->start(rules, position);
    anneaux->reserve[0] = anneaux->reserve[1] = 0;
    anneaux->pawns[0] = ending->first;
    anneaux->pawns[1] = ending->second;
    anneaux->spent = ending->spent;
}

bool endings_check(const struct endings *endings, const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = rules->game->moves(rules, position, moves), player = rules->game->player(position);
    int best = 0, value;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        rules->game->play(rules, &next, moves[i]);
        const int turn = rules->game->player(&next);
        if (turn != 0 && !endings_probe(endings, rules, &next, &value))
            return false;
        value = turn == 0 ? 1 : endings_before(value, turn == player); /* only the player who takes can win */
        if (i == 0 || endings_better(value, best))
            best = value;
    }
    return endings_probe(endings, rules, position, &value) && value == best;
}
