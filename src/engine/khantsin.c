/* khantsin.c - what the engine knows about Khan Tsin.
 *
 * The evaluation adds, for the player to move: what each of the four piles nearest to either end is made of (its
 * tally, by rank from that end); what every two of the eight nearest to either end are made of, for piles that go well
 * together are moves; what the piles between the four and the four are made of; and the number of piles. While all
 * barons stand alone, the set-up counts instead (khantsin_setup.h). */
#include "../rules/khantsin.h"
#include "../rules/registry.h"
#include "brain.h"
#include "khantsin_features.h"
#include "khantsin_setup.h"
#include "khantsin_weights.h"

enum { NEAR = 8 /* piles that are looked at in pairs */ };

static uint64_t lowest(uint64_t squares) { return squares & -squares; }

/* ---- Evaluation ----------------------------------------------------------------------------------------------- */

/* What a position looks like from both ends. Side 0 is the player to move. */
struct outlook {
    uint64_t nearest[2]; /* the piles within reach */
    uint64_t near[2];    /* and those that will be soon */
    uint64_t middle;     /* within reach of neither */
    uint64_t singles[KHANTSIN_COLOUR_COUNT];
    int piles;
};

/* Squares with a single baron of a colour. */
static uint64_t singles_of(const struct khantsin *khantsin, int colour) {
    uint64_t others = 0;
    for (int i = 0; i < 2 * KHANTSIN_COLOUR_COUNT; i++)
        others |= i == 2 * colour ? 0 : khantsin->counts[i];
    return khantsin->counts[2 * colour] & ~others;
}

static struct outlook outlook_of(const struct khantsin *khantsin) {
    const uint64_t occupied = khantsin_occupied(khantsin);
    struct outlook outlook = {.piles = __builtin_popcountll(occupied)};
    for (int side = 0; side < 2; side++) {
        const int player = khantsin->mover ^ side;
        outlook.nearest[side] = khantsin_playable(occupied, player);
        outlook.near[side] = khantsin_nearest(occupied, player, NEAR);
    }
    outlook.middle = occupied & ~outlook.nearest[0] & ~outlook.nearest[1];
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
        outlook.singles[colour] = singles_of(khantsin, colour);
    return outlook;
}

static int tally_at(const struct khantsin *khantsin, int square) {
    return (int)khantsin_tally(khantsin->piles[square]);
}

/* Lists the tallies of some piles: single barons once for each colour, with their number, then all others one by one. */
static int list_tallies(const struct khantsin *khantsin, const struct outlook *outlook, uint64_t squares,
                        struct brain_feature *tallies) {
    int count = 0;
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        const uint64_t singles = outlook->singles[colour] & squares;
        tallies[count++] = (struct brain_feature){1 << 2 * colour, __builtin_popcountll(singles)};
        squares &= ~singles;
    }
    for (; squares != 0; squares &= squares - 1)
        tallies[count++] = (struct brain_feature){tally_at(khantsin, __builtin_ctzll(squares)), 1};
    return count;
}

/* Lists the piles nearest to the end of a player, by rank. */
static int list_nearest(const struct khantsin *khantsin, uint64_t nearest, int player, int base,
                        struct brain_feature *features) {
    int count = 0;
    while (nearest != 0) {
        int square = player == 0 ? __builtin_ctzll(nearest) : 63 - __builtin_clzll(nearest);
        features[count] = (struct brain_feature){base + count * KHANTSIN_TALLIES + tally_at(khantsin, square), 1};
        nearest &= ~(UINT64_C(1) << square);
        count++;
    }
    return count;
}

/* Lists what every two of some piles are made of. */
static int list_pairs(const struct khantsin *khantsin, const struct outlook *outlook, uint64_t squares, int base,
                      struct brain_feature *features) {
    struct brain_feature tallies[KHANTSIN_COLOUR_COUNT + NEAR];
    const int found = list_tallies(khantsin, outlook, squares, tallies);
    int count = 0;
    for (int i = 0; i < found; i++) {
        const int row = base + tallies[i].index * KHANTSIN_TALLIES, number = tallies[i].value;
        features[count++] = (struct brain_feature){row + tallies[i].index, number * (number - 1) / 2};
        for (int k = 0; k < i; k++)
            features[count++] = (struct brain_feature){row + tallies[k].index, number * tallies[k].value};
    }
    return count;
}

static int list_play(const struct khantsin *khantsin, struct brain_feature *features) {
    static const int nearest_at[2] = {KHANTSIN_OWN_AT, KHANTSIN_OTHER_AT};
    static const int pairs_at[2] = {KHANTSIN_OWN_PAIRS_AT, KHANTSIN_OTHER_PAIRS_AT};
    const struct outlook outlook = outlook_of(khantsin);
    int count = list_tallies(khantsin, &outlook, outlook.middle, features);
    for (int i = 0; i < count; i++)
        features[i].index += KHANTSIN_MIDDLE_AT;
    features[count++] = (struct brain_feature){KHANTSIN_PILES_AT + outlook.piles, 1};
    for (int side = 0; side < 2; side++) {
        const int player = khantsin->mover ^ side;
        count += list_nearest(khantsin, outlook.nearest[side], player, nearest_at[side], features + count);
        count += list_pairs(khantsin, &outlook, outlook.near[side], pairs_at[side], features + count);
    }
    return count;
}

/* Whether the set-up is all that there is to judge. */
static bool is_set_up(const struct khantsin *khantsin) {
    return khantsin_in_setup(khantsin) || khantsin_occupied(khantsin) == KHANTSIN_BOARD;
}

static int khantsin_features(const struct tab_rules *rules, const struct tab_position *position,
                             struct brain_feature features[BRAIN_FEATURES_MAX]) {
    const struct khantsin *khantsin = khantsin_of(position);
    return is_set_up(khantsin) ? khantsin_setup_list(rules, khantsin, features) : list_play(khantsin, features);
}

/* The weights of the piles nearest to the end of a player, by rank. */
static int sum_nearest(const struct khantsin *khantsin, uint64_t nearest, int player, const int16_t *weights) {
    int sum = 0;
    for (; nearest != 0; weights += KHANTSIN_TALLIES) {
        int square = player == 0 ? __builtin_ctzll(nearest) : 63 - __builtin_clzll(nearest);
        sum += weights[tally_at(khantsin, square)];
        nearest &= ~(UINT64_C(1) << square);
    }
    return sum;
}

/* The weights of the piles between the two ends. */
static int sum_middle(const struct khantsin *khantsin, const struct outlook *outlook, const int16_t *weights) {
    uint64_t middle = outlook->middle;
    int sum = 0;
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        const uint64_t singles = outlook->singles[colour] & middle;
        sum += weights[1 << 2 * colour] * __builtin_popcountll(singles);
        middle &= ~singles;
    }
    for (; middle != 0; middle &= middle - 1)
        sum += weights[tally_at(khantsin, __builtin_ctzll(middle))];
    return sum;
}

/* The weights of every two of some piles. */
static int sum_pairs(const struct khantsin *khantsin, const struct outlook *outlook, uint64_t squares,
                     const int16_t *weights) {
    struct brain_feature tallies[KHANTSIN_COLOUR_COUNT + NEAR];
    const int found = list_tallies(khantsin, outlook, squares, tallies);
    int sum = 0;
    for (int i = 0; i < found; i++) {
        const int16_t *row = weights + tallies[i].index * KHANTSIN_TALLIES;
        const int number = tallies[i].value;
        int others = 0;
        for (int k = 0; k < i; k++)
            others += row[tallies[k].index] * tallies[k].value;
        sum += number * others + number * (number - 1) / 2 * row[tallies[i].index];
    }
    return sum;
}

static int khantsin_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                             const int16_t *weights) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (is_set_up(khantsin))
        return brain_evaluate_features(&khantsin_brain, rules, position, weights);
    const struct outlook outlook = outlook_of(khantsin);
    return weights[KHANTSIN_PILES_AT + outlook.piles] +
           sum_nearest(khantsin, outlook.nearest[0], khantsin->mover, weights + KHANTSIN_OWN_AT) +
           sum_nearest(khantsin, outlook.nearest[1], 1 - khantsin->mover, weights + KHANTSIN_OTHER_AT) +
           sum_middle(khantsin, &outlook, weights + KHANTSIN_MIDDLE_AT) +
           sum_pairs(khantsin, &outlook, outlook.near[0], weights + KHANTSIN_OWN_PAIRS_AT) +
           sum_pairs(khantsin, &outlook, outlook.near[1], weights + KHANTSIN_OTHER_PAIRS_AT);
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
    for (uint64_t rest = khantsin_playable(occupied, player); rest != 0; rest ^= lowest(rest))
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
    {.depth = 1, .noise = 1000}, {.depth = 1, .noise = 440}, {.depth = 1, .noise = 210},
    {.depth = 1, .noise = 100},  {.depth = 2, .noise = 480}, {.depth = 2, .noise = 170},
    {.depth = 3, .noise = 165},  {.depth = 4, .noise = 170}, {.depth = 5, .noise = 190},
};

const struct brain khantsin_brain = {
    .weight_count = KHANTSIN_FEATURES,
    .kept = khantsin_weights,
    .kept_count = KHANTSIN_WEIGHTS,
    .kept_bits = 16,
    .kept_step = 1,
    .levels = levels,
    .alternates = true, /* only whoever makes a pile of nine wins */
    .killers_first = true,
    .key = brain_hash_key,
    .evaluate = khantsin_evaluate,
    .features = khantsin_features,
    .tie = khantsin_tie,
    .win_now = khantsin_win_now,
    .threatened = khantsin_threatened,
    .noisy = brain_no_noise,
    .rate = khantsin_rate,
    .pass = brain_no_pass,
    .shallow = khantsin_shallow,
};
