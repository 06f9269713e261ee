/* random.c - reproducible random numbers and random play. */
#include "game.h"

#include <assert.h>

void tab_random_seed(struct tab_random *random, uint64_t seed) { random->state = seed; }

uint64_t tab_random_next(struct tab_random *random) {
    uint64_t word = random->state += UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

/* The high half of a product: uneven by less than limit / 2^32, which no test of ours can see. */
uint32_t tab_random_below(struct tab_random *random, uint32_t limit) {
    return (uint32_t)(((tab_random_next(random) >> 32) * limit) >> 32);
}

tab_move tab_random_move(struct tab_random *random, const struct tab_rules *rules,
                         const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    assert(count > 0);
    return moves[tab_random_below(random, (uint32_t)count)];
}

bool tab_random_deal(struct tab_random *random, const struct tab_rules *rules, struct tab_position *position) {
    return rules->game->deal(rules, random, position);
}

int tab_random_playout(struct tab_random *random, const struct tab_rules *rules, struct tab_position *position,
                       int limit) {
    int made = 0;
    while (made < limit && rules->game->player(position) != 0) {
        rules->game->play(rules, position, tab_random_move(random, rules, position));
        made++;
    }
    return made;
}
