/* khantsin_solver.c - see khantsin_solver.h. */
#include "khantsin_solver.h"

#include "../rules/khantsin.h"

/* What each colour is called, by the order in which the colours come up on the way from the mover's end. */
struct names {
    uint8_t of[KHANTSIN_COLOUR_COUNT + 1]; /* by the two bits of a baron; 0: not met yet */
    uint8_t met;
};

/* A pile with its colours renamed. */
static uint64_t pile_rename(struct names *names, uint32_t pile) {
    for (uint32_t rest = pile; rest != 0 && names->met < KHANTSIN_COLOUR_COUNT; rest >>= 2)
        if (names->of[rest & 3] == 0)
            names->of[rest & 3] = ++names->met;
    const uint32_t low = pile & 0x5555, high = pile >> 1 & 0x5555;
    return (low & ~high) * names->of[1] | (high & ~low) * names->of[2] | (low & high) * names->of[3];
}

/* The piles in the order from the mover's end are all that counts; with two speeds also how far each leaps. The mover
 * is part of the key because the attacker of a question is one of the two players. */
uint64_t khantsin_solver_key(const struct tab_rules *rules, const struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (khantsin_in_setup(khantsin))
        return rules->game->hash(position);
    const bool leaps = rules->choice[KHANTSIN_OPTION_SPEED] != 0;
    const uint8_t *leap = khantsin_dragon_of(rules)->leap;
    struct names names = {{0}, 0};
    uint64_t key = khantsin->mover + UINT64_C(1), word = 0;
    uint64_t rest = khantsin_occupied(khantsin);
    for (int count = 0; rest != 0; count++) {
        const int square = khantsin->mover == 0 ? __builtin_ctzll(rest) : 63 - __builtin_clzll(rest);
        rest &= ~(UINT64_C(1) << square);
        word = word << 16 | pile_rename(&names, khantsin->piles[square]);
        if (leaps)
            key = hash_mix(key, leap[square]);
        if (count % 4 == 3 || rest == 0) {
            key = hash_mix(key, word);
            word = 0;
        }
    }
    return key;
}
