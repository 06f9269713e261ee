/* endings.h - tables of the endings of Three Rings in which both players fly: the value of every position of two
 * players with three or four pawns each and no reserve, under spent=until-moved.
 *
 * A value is the number of moves until the end, the takings counted, when the winner hurries and the loser delays:
 * positive when the player to move wins, negative when it loses, 0 for a draw (nobody can force an end). Values are
 * exact for a position without a past. */
#ifndef TABLIER_ENGINE_ENDINGS_H
#define TABLIER_ENGINE_ENDINGS_H

#include "ending_space.h"

enum { ENDINGS_DISTANCE_MAX = 127, ENDINGS_PARTS = 3 };

/* One table: the first player moves. */
struct ending_table {
    int8_t *values; /* NULL: not there */
    uint32_t size;
};

struct endings {
    struct ending_space *space;
    struct ending_table table[ENDING_MOST + 1][ENDING_MOST + 1]; /* by pawns of the mover and of the other */
};

/* Tables that are built and kept together, because each needs the other: pawns of the two players. In the order in
 * which they can be built. */
extern const int endings_parts[ENDINGS_PARTS][2];

/* Without any table. NULL when there is no memory. */
struct endings *endings_new(void);
void endings_free(struct endings *endings);
/* Makes room for the tables of a part, all draws; false when there is no memory. */
bool endings_allocate(struct endings *endings, int part);
void endings_release(struct endings *endings, int part);

/* The value of a position for its player to move; false when no table has it. Also answers while something is due. */
bool endings_probe(const struct endings *endings, const struct tab_rules *rules, const struct tab_position *position,
                   int *value);
/* The position that a placement stands for, with the first player to move. */
void endings_position(const struct tab_rules *rules, const struct ending *ending, struct tab_position *position);
/* Whether the value of a position is what the values after its moves make it, by the rules of the game. When that is
 * so for all positions, all values are right: a shorter win follows a win, nothing but longer losses a loss, and from
 * a draw one can go on for ever and never win. */
bool endings_check(const struct endings *endings, const struct tab_rules *rules, const struct tab_position *position);

/* The value of a move for its player, from the value of the position after it for the player to move there. */
int endings_before(int value, bool same_player);
/* Whether one value is better than another for the player who has it. */
bool endings_better(int one, int other);

static inline int endings_value(const struct endings *endings, const struct ending *ending) {
    int symmetry;
    const uint32_t number = ending_number(endings->space, ending, &symmetry);
    return endings->table[__builtin_popcount(ending->first)][__builtin_popcount(ending->second)].values[number];
}

#endif
