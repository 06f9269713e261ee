/* khantsin.c - what the engine knows about Khan Tsin.
 *
 * The evaluation adds, for the player to move: what each of the four piles nearest to either end is made of (its
 * tally, by rank from that end), what the piles between are made of, the number of piles, and, while all barons stand
 * alone, which colour stands how far from the end of the player who begins. The last also guides the set-up. */
#include "../rules/khantsin.h"
#include "../rules/registry.h"
#include "brain.h"
#include "khantsin_weights.h"

enum {
    TALLIES = 64,
    OWN_AT = 0,
    OTHER_AT = OWN_AT + KHANTSIN_PLAYABLE * TALLIES,
    MIDDLE_AT = OTHER_AT + KHANTSIN_PLAYABLE * TALLIES,
    PILES_AT = MIDDLE_AT + TALLIES,
    SINGLES_AT = PILES_AT + KHANTSIN_SQUARES + 1,
    WEIGHTS = SINGLES_AT + KHANTSIN_SQUARES * KHANTSIN_COLOUR_COUNT
};
static_assert(KHANTSIN_WEIGHTS == (int)WEIGHTS, "one weight for each feature");

static uint64_t lowest(uint64_t squares) { return squares & -squares; }

/* ---- Evaluation ----------------------------------------------------------------------------------------------- */

/* Lists the piles nearest to the end of a player, by rank. */
static int list_nearest(const struct khantsin *khantsin, uint64_t nearest, int player, int base,
                        struct brain_feature *features) {
    int count = 0;
    while (nearest != 0) {
        int square = player == 0 ? __builtin_ctzll(nearest) : 63 - __builtin_clzll(nearest);
        int tally = (int)khantsin_tally(khantsin->piles[square]);
        features[count] = (struct brain_feature){base + count * TALLIES + tally, 1};
        nearest &= ~(UINT64_C(1) << square);
        count++;
    }
    return count;
}

/* Squares with a single baron of a colour. */
static uint64_t singles_of(const struct khantsin *khantsin, int colour) {
    uint64_t others = 0;
    for (int i = 0; i < 2 * KHANTSIN_COLOUR_COUNT; i++)
        others |= i == 2 * colour ? 0 : khantsin->counts[i];
    return khantsin->counts[2 * colour] & ~others;
}

/* Lists the piles between the two ends: single barons by colour, all others one by one. */
static int list_middle(const struct khantsin *khantsin, uint64_t middle, struct brain_feature *features) {
    int count = 0;
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        uint64_t singles = singles_of(khantsin, colour) & middle;
        features[count++] = (struct brain_feature){MIDDLE_AT + (1 << 2 * colour), __builtin_popcountll(singles)};
        middle &= ~singles;
    }
    for (; middle != 0; middle &= middle - 1) {
        int tally = (int)khantsin_tally(khantsin->piles[__builtin_ctzll(middle)]);
        features[count++] = (struct brain_feature){MIDDLE_AT + tally, 1};
    }
    return count;
}

/* Lists single barons by colour and distance from the end of the player who begins. */
static int list_singles(const struct khantsin *khantsin, int first, uint64_t occupied, int value,
                        struct brain_feature *features) {
    int count = 0;
    for (uint64_t rest = occupied; rest != 0; rest &= rest - 1) {
        int square = __builtin_ctzll(rest), distance = first == 0 ? square : KHANTSIN_SQUARES - 1 - square;
        int colour = (int)khantsin_baron(khantsin->piles[square], 0);
        features[count++] = (struct brain_feature){SINGLES_AT + colour * KHANTSIN_SQUARES + distance, value};
    }
    return count;
}

static int list_play(const struct khantsin *khantsin, struct brain_feature *features) {
    const uint64_t occupied = khantsin_occupied(khantsin);
    const int mover = khantsin->mover, piles = __builtin_popcountll(occupied);
    const uint64_t own = khantsin_nearest(occupied, mover), other = khantsin_nearest(occupied, 1 - mover);
    int count = list_nearest(khantsin, own, mover, OWN_AT, features);
    count += list_nearest(khantsin, other, 1 - mover, OTHER_AT, features + count);
    count += list_middle(khantsin, occupied & ~own & ~other, features + count);
    features[count++] = (struct brain_feature){PILES_AT + piles, 1};
    if (piles == KHANTSIN_SQUARES)
        count += list_singles(khantsin, mover, occupied, 1, features + count);
    return count;
}

/* During the set-up the weights count for the player who will begin. */
static int khantsin_features(const struct tab_rules *rules, const struct tab_position *position,
                             struct brain_feature features[BRAIN_FEATURES_MAX]) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (!khantsin_in_setup(khantsin))
        return list_play(khantsin, features);
    const int first = rules->choice[KHANTSIN_OPTION_FIRST];
    return list_singles(khantsin, first, khantsin_occupied(khantsin), khantsin->mover == first ? 1 : -1, features);
}

/* The weights of the piles nearest to the end of a player, by rank. */
static int sum_nearest(const struct khantsin *khantsin, uint64_t nearest, int player, const int16_t *weights) {
    int sum = 0;
    for (; nearest != 0; weights += TALLIES) {
        int square = player == 0 ? __builtin_ctzll(nearest) : 63 - __builtin_clzll(nearest);
        sum += weights[khantsin_tally(khantsin->piles[square])];
        nearest &= ~(UINT64_C(1) << square);
    }
    return sum;
}

/* The weights of the piles between the two ends. */
static int sum_middle(const struct khantsin *khantsin, uint64_t middle, const int16_t *weights) {
    int sum = 0;
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        uint64_t singles = singles_of(khantsin, colour) & middle;
        sum += weights[1 << 2 * colour] * __builtin_popcountll(singles);
        middle &= ~singles;
    }
    for (; middle != 0; middle &= middle - 1)
        sum += weights[khantsin_tally(khantsin->piles[__builtin_ctzll(middle)])];
    return sum;
}

static int khantsin_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                             const int16_t *weights) {
    const struct khantsin *khantsin = khantsin_of(position);
    const uint64_t occupied = khantsin_occupied(khantsin);
    const int mover = khantsin->mover, piles = __builtin_popcountll(occupied);
    if (piles == KHANTSIN_SQUARES || khantsin_in_setup(khantsin))
        return brain_evaluate_features(&khantsin_brain, rules, position, weights);
    const uint64_t own = khantsin_nearest(occupied, mover), other = khantsin_nearest(occupied, 1 - mover);
    return weights[PILES_AT + piles] + sum_nearest(khantsin, own, mover, weights + OWN_AT) +
           sum_nearest(khantsin, other, 1 - mover, weights + OTHER_AT) +
           sum_middle(khantsin, occupied & ~own & ~other, weights + MIDDLE_AT);
}

/* ---- Wins at hand --------------------------------------------------------------------------------------------- */

enum { FULL_TALLY = 63 };

/* The squares that hold exactly a tally. */
static uint64_t squares_with(const struct khantsin *khantsin, unsigned tally) {
    uint64_t squares = KHANTSIN_BOARD;
    for (int i = 0; i < 2 * KHANTSIN_COLOUR_COUNT; i++)
        squares &= tally >> i & 1 ? khantsin->counts[i] : ~khantsin->counts[i];
    return squares;
}

/* Looks for barons on top of one pile that complete another to three of each colour. */
static bool pile_wins(const struct tab_rules *rules, const struct khantsin *khantsin, uint64_t occupied, int from,
                      tab_move *move) {
    const uint32_t pile = khantsin->piles[from];
    const int height = khantsin_height(pile);
    unsigned tally = 0;
    for (int taken = 1; taken <= height; taken++) {
        tally += 1U << 2 * khantsin_baron(pile, height - taken);
        uint64_t targets = squares_with(khantsin, FULL_TALLY - tally) & ~(UINT64_C(1) << from);
        if (targets != 0)
            targets &= khantsin_reach(rules, occupied, from);
        if (targets == 0)
            continue;
        *move = (tab_move)from | (tab_move)__builtin_ctzll(targets) << 6 | (tab_move)taken << 12;
        return true;
    }
    return false;
}

static bool player_wins(const struct tab_rules *rules, const struct khantsin *khantsin, int player, tab_move *move) {
    const uint64_t occupied = khantsin_occupied(khantsin);
    for (uint64_t rest = khantsin_nearest(occupied, player); rest != 0; rest ^= lowest(rest))
        if (pile_wins(rules, khantsin, occupied, __builtin_ctzll(rest), move))
            return true;
    return false;
}

/* Nine barons need a pile of at least five, before or after. */
static bool has_tall_pile(const struct khantsin *khantsin) { return khantsin_tall(khantsin) != 0; }

static bool khantsin_win_now(const struct tab_rules *rules, const struct tab_position *position, tab_move *move) {
    const struct khantsin *khantsin = khantsin_of(position);
    return has_tall_pile(khantsin) && player_wins(rules, khantsin, khantsin->mover, move);
}

static bool khantsin_threatened(const struct tab_rules *rules, const struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    tab_move move;
    return has_tall_pile(khantsin) && player_wins(rules, khantsin, 1 - khantsin->mover, &move);
}

/* ---- Ordering ------------------------------------------------------------------------------------------------- */

enum { RATE_BARON = 150 };

/* Higher piles first: they decide the game. */
static void khantsin_rate(const struct tab_rules *rules, const struct tab_position *position, const tab_move *moves,
                          int count, int32_t *ratings) {
    (void)rules;
    const struct khantsin *khantsin = khantsin_of(position);
    int32_t rating[1 << 6] = {0};
    for (int square = 0; square < KHANTSIN_SQUARES; square++)
        rating[square] = RATE_BARON * khantsin_height(khantsin->piles[square]);
    for (int i = 0; i < count; i++)
        ratings[i] = rating[khantsin_move_to(moves[i])] + RATE_BARON * khantsin_move_taken(moves[i]);
}

/* In the set-up every baron counts for itself. */
static bool khantsin_shallow(const struct tab_position *position) { return khantsin_in_setup(khantsin_of(position)); }

/* Measured: each is clearly stronger than the one before it. */
static const struct level levels[LEVELS_WEAKER] = {
    {.depth = 1, .noise = 400}, {.depth = 1, .noise = 210}, {.depth = 1, .noise = 110},
    {.depth = 1, .noise = 50},  {.depth = 2, .noise = 240}, {.depth = 2, .noise = 30},
    {.depth = 3, .noise = 40},  {.depth = 4, .noise = 10},  {.depth = 5, .noise = 4},
};

const struct brain khantsin_brain = {
    .weight_count = WEIGHTS,
    .kept = khantsin_weights,
    .kept_bits = 16,
    .unpack = brain_unpack_plain,
    .pack = brain_pack_plain,
    .levels = levels,
    .killers_first = true,
    .key = brain_hash_key,
    .evaluate = khantsin_evaluate,
    .features = khantsin_features,
    .tie = brain_no_tie,
    .win_now = khantsin_win_now,
    .threatened = khantsin_threatened,
    .noisy = brain_no_noise,
    .rate = khantsin_rate,
    .pass = brain_no_pass,
    .shallow = khantsin_shallow,
};
