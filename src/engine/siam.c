/* siam.c - what the engine knows about Siam.
 *
 * The evaluation is a sum of table look-ups: each rank and file by its whole content, in three tables (edge, second,
 * middle line), each block of two by two squares by its content, and one for the reserves. A cell of a line has one of
 * eight contents, written in three bit planes: F and B set: empty (O clear) or rock (O set); F: an animal that faces
 * along the line, B: against it, neither: sideways (O set: of the player to move). The fifteen bits F, B, O of the five
 * cells are the index. A square of a block has one of ten contents. */
#include "../rules/siam.h"
#include "../rules/registry.h"
#include "brain.h"
#include "siam_weights.h"

static_assert(SIAM_RESERVES == SIAM_ANIMALS + 1, "one weight for each pair of reserves");

/* Which of the three tables a rank or file uses. */
static const int line_table[SIAM_SIZE] = {0, SIAM_LINE_CODES, 2 * SIAM_LINE_CODES, SIAM_LINE_CODES, 0};

/* The squares from which a rock leaves the board, for each direction. */
static const uint32_t brink[SIAM_FACING_COUNT] = {UINT32_C(31) << 24, UINT32_C(0x01041041) << 4, UINT32_C(31),
                                                  UINT32_C(0x01041041)};

/* ---- Evaluation ----------------------------------------------------------------------------------------------- */

/* The planes of a position for its player to move, for ranks (0) and files (1), and those of the contents of squares. */
struct planes {
    uint32_t forward[2], backward[2], own;
    uint32_t animals, low, high;
};

static struct planes planes_of(const struct siam *siam) {
    const uint32_t animals = siam->animals[0] | siam->animals[1];
    const uint32_t low = siam->facing[0], high = siam->facing[1], still = SIAM_BOARD & ~animals;
    return (struct planes){
        .forward = {(low & ~high) | still, (animals & ~low & ~high) | still},
        .backward = {(low & high) | still, (~low & high) | still},
        .own = siam->animals[siam->mover] | siam->rocks,
        .animals = animals,
        .low = low,
        .high = high,
    };
}

static uint32_t rank_bits(uint32_t plane, int rank) { return plane >> (rank * SIAM_STRIDE) & 31; }

/* Gathers the five bits of a file by one multiplication: bits 0, 6, 12, 18, 24 meet at 25 to 29. */
static uint32_t file_bits(uint32_t plane, int file) {
    uint64_t column = plane >> file & UINT32_C(0x01041041);
    return (uint32_t)(column * UINT64_C(0x02108420) >> 25 & 31);
}

static int rank_index(const struct planes *planes, int rank) {
    return line_table[rank] + (int)(rank_bits(planes->forward[0], rank) | rank_bits(planes->backward[0], rank) << 5 |
                                    rank_bits(planes->own, rank) << 10);
}

static int file_index(const struct planes *planes, int file) {
    return line_table[file] + (int)(file_bits(planes->forward[1], file) | file_bits(planes->backward[1], file) << 5 |
                                    file_bits(planes->own, file) << 10);
}

/* The contents of the five squares of a rank in four bits each: | animal | own, or a rock | facing 2 |. */
static uint32_t rank_contents(const struct planes *planes, int rank) {
    static const uint32_t spread[1 << SIAM_SIZE] = {
        0x00000, 0x00001, 0x00010, 0x00011, 0x00100, 0x00101, 0x00110, 0x00111, 0x01000, 0x01001, 0x01010,
        0x01011, 0x01100, 0x01101, 0x01110, 0x01111, 0x10000, 0x10001, 0x10010, 0x10011, 0x10100, 0x10101,
        0x10110, 0x10111, 0x11000, 0x11001, 0x11010, 0x11011, 0x11100, 0x11101, 0x11110, 0x11111};
    return spread[rank_bits(planes->low, rank)] | spread[rank_bits(planes->high, rank)] << 1 |
           spread[rank_bits(planes->own, rank)] << 2 | spread[rank_bits(planes->animals, rank)] << 3;
}

/* The number of two contents side by side, from their bits. */
#define CONTENT(bits) ((bits) < 8 ? (bits) / 4 : (bits) < 12 ? (bits) - 2 : (bits) - 10)
#define PAIR(left, right) (uint8_t)(CONTENT(left) + SIAM_CONTENTS * CONTENT(right))
#define PAIRS_4(left, right)                                                                                           \
    PAIR(left, right), PAIR((left) + 1, right), PAIR((left) + 2, right), PAIR((left) + 3, right)
#define PAIRS_16(right) PAIRS_4(0, right), PAIRS_4(4, right), PAIRS_4(8, right), PAIRS_4(12, right)
static const uint8_t pair_code[1 << 8] = {
    PAIRS_16(0), PAIRS_16(1), PAIRS_16(2),  PAIRS_16(3),  PAIRS_16(4),  PAIRS_16(5),  PAIRS_16(6),  PAIRS_16(7),
    PAIRS_16(8), PAIRS_16(9), PAIRS_16(10), PAIRS_16(11), PAIRS_16(12), PAIRS_16(13), PAIRS_16(14), PAIRS_16(15)};

/* A number for each two squares that are neighbours in a rank. */
static void pairs_find(const struct planes *planes, int rank, int pairs[SIAM_BLOCK_SPAN]) {
    const uint32_t contents = rank_contents(planes, rank);
    for (int file = 0; file < SIAM_BLOCK_SPAN; file++)
        pairs[file] = pair_code[contents >> 4 * file & 255];
}

/* Lists the indices of all blocks, rank by rank. */
static void blocks_find(const struct planes *planes, int blocks[SIAM_BLOCKS]) {
    int pairs[SIAM_SIZE][SIAM_BLOCK_SPAN];
    for (int rank = 0; rank < SIAM_SIZE; rank++)
        pairs_find(planes, rank, pairs[rank]);
    for (int block = 0; block < SIAM_BLOCKS; block++) {
        const int rank = block / SIAM_BLOCK_SPAN, file = block % SIAM_BLOCK_SPAN;
        blocks[block] =
            SIAM_BLOCKS_AT + block * SIAM_BLOCK_CODES + pairs[rank][file] + SIAM_PAIR_CODES * pairs[rank + 1][file];
    }
}

static int reserves_index(const struct siam *siam) {
    int own = SIAM_ANIMALS - __builtin_popcount(siam->animals[siam->mover]);
    int other = SIAM_ANIMALS - __builtin_popcount(siam->animals[1 - siam->mover]);
    return SIAM_RESERVES_AT + own * SIAM_RESERVES + other;
}

static int siam_evaluate(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    const struct planes planes = planes_of(siam);
    int blocks[SIAM_BLOCKS], sum = weights[reserves_index(siam)];
    for (int line = 0; line < SIAM_SIZE; line++)
        sum += weights[rank_index(&planes, line)] + weights[file_index(&planes, line)];
    blocks_find(&planes, blocks);
    for (int block = 0; block < SIAM_BLOCKS; block++)
        sum += weights[blocks[block]];
    return sum;
}

static int siam_features(const struct tab_rules *rules, const struct tab_position *position,
                         struct brain_feature features[BRAIN_FEATURES_MAX]) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    const struct planes planes = planes_of(siam);
    int blocks[SIAM_BLOCKS], count = 0;
    features[count++] = (struct brain_feature){reserves_index(siam), 1};
    for (int line = 0; line < SIAM_SIZE; line++) {
        features[count++] = (struct brain_feature){rank_index(&planes, line), 1};
        features[count++] = (struct brain_feature){file_index(&planes, line), 1};
    }
    blocks_find(&planes, blocks);
    for (int block = 0; block < SIAM_BLOCKS; block++)
        features[count++] = (struct brain_feature){blocks[block], 1};
    return count;
}

/* ---- Wins at hand --------------------------------------------------------------------------------------------- */

static tab_move push_move(enum siam_kind kind, int from, int to, enum siam_facing facing) {
    return (tab_move)from | (tab_move)to << 5 | (tab_move)facing << 10 | (tab_move)kind << 12;
}

/* Whether the mover can push a given rock over the edge and win by it. The nearest animal behind the rock that faces
 * outwards owns it: only its owner can win there, by any push that is strong enough. */
static bool rock_wins(const struct tab_rules *rules, const struct siam *siam, uint32_t rock, enum siam_facing facing,
                      tab_move *move) {
    const uint32_t along = siam_facing_mask(siam, facing), occupied = siam_occupied(siam);
    const uint32_t own = siam->animals[siam->mover];
    uint32_t front = rock, square = siam_step(rock, siam_opposite(facing));
    bool owned = false;
    for (; square & occupied; front = square, square = siam_step(square, siam_opposite(facing))) {
        if (!(square & along))
            continue;
        if (!(square & own) && !owned)
            return false;
        owned = true;
        if (square & own && siam_push_legal(rules, siam, front, facing)) {
            *move = push_move(SIAM_PUSH, __builtin_ctz(square), __builtin_ctz(front), facing);
            return true;
        }
    }
    /* The run fills the whole line: push it from outside. */
    bool outside = !(square & SIAM_BOARD) && front & brink[siam_opposite(facing)];
    if (!outside || __builtin_popcount(own) == SIAM_ANIMALS || !siam_push_legal(rules, siam, front, facing))
        return false;
    *move = push_move(SIAM_ENTER_PUSH, __builtin_ctz(front), __builtin_ctz(front), facing);
    return true;
}

static bool mover_wins(const struct tab_rules *rules, const struct siam *siam, tab_move *move) {
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++)
        for (uint32_t rest = siam->rocks & brink[facing]; rest != 0; rest &= rest - 1)
            if (rock_wins(rules, siam, rest & -rest, facing, move))
                return true;
    return false;
}

/* During crossed openings some pushes are barred: look at the legal moves themselves. */
static bool wins_by_trial(const struct tab_rules *rules, const struct tab_position *position, tab_move *move) {
    tab_move moves[TAB_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        rules->game->play(rules, &next, moves[i]);
        if (siam_of(&next)->outcome == siam_of(position)->mover + 1) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

static bool siam_win_now(const struct tab_rules *rules, const struct tab_position *position, tab_move *move) {
    const struct siam *siam = siam_of(position);
    if (!(siam->rocks & SIAM_EDGE))
        return false;
    if (rules->choice[SIAM_OPTION_OPENINGS] != 0 && siam->ply < 4)
        return wins_by_trial(rules, position, move);
    return mover_wins(rules, siam, move);
}

static bool siam_threatened(const struct tab_rules *rules, const struct tab_position *position) {
    struct siam siam = *siam_of(position);
    if (!(siam.rocks & SIAM_EDGE) || (rules->choice[SIAM_OPTION_OPENINGS] != 0 && siam.ply < 4))
        return false;
    tab_move move;
    siam.mover ^= 1;
    return mover_wins(rules, &siam, &move);
}

/* ---- Ordering ------------------------------------------------------------------------------------------------- */

enum { RATE_ROCK_PUSH = BRAIN_FORCING, RATE_PUSH = 3000, RATE_LEAVE = -4000, RATE_EDGE = -1500 };

static int32_t move_rating(const struct siam *siam, tab_move move) {
    switch (siam_move_kind(move)) {
    case SIAM_PUSH:
    case SIAM_ENTER_PUSH: return siam->rocks >> siam_move_to(move) & 1 ? RATE_ROCK_PUSH : RATE_PUSH;
    case SIAM_LEAVE: return RATE_LEAVE;
    case SIAM_WALK: return SIAM_EDGE >> siam_move_to(move) & 1 ? RATE_EDGE : 0;
    case SIAM_ENTER:
    case SIAM_TURN:
    case SIAM_KIND_COUNT: break;
    }
    return 0;
}

static void siam_rate(const struct tab_rules *rules, const struct tab_position *position, const tab_move *moves,
                      int count, int32_t *ratings) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    for (int i = 0; i < count; i++)
        ratings[i] = move_rating(siam, moves[i]);
}

/* An animal that need do nothing can always turn, so being forced to move hardly ever hurts. */
static bool siam_pass(const struct tab_rules *rules, struct tab_position *position) {
    (void)rules;
    struct siam *siam = (struct siam *)(void *)position->state;
    siam->mover ^= 1;
    siam->ply++;
    return true;
}

/* The ply counts for crossed openings, though not for repetition. */
static uint64_t siam_key(const struct tab_rules *rules, const struct tab_position *position, uint64_t hash) {
    uint32_t ply = siam_of(position)->ply;
    return rules->choice[SIAM_OPTION_OPENINGS] != 0 && ply < 4 ? hash_mix(hash, ply + 1) : hash;
}

/* Measured: each is clearly stronger than the one before it. */
static const struct level levels[LEVELS_WEAKER] = {
    {.depth = 1, .noise = 400}, {.depth = 1, .noise = 150}, {.depth = 2, .noise = 320},
    {.depth = 2, .noise = 100}, {.depth = 3, .noise = 80},  {.depth = 3, .noise = 20},
    {.depth = 4, .noise = 10},  {.depth = 5, .noise = 6},   {.depth = 7, .noise = 4},
};

const struct brain siam_brain = {
    .weight_count = SIAM_WEIGHTS_ALL,
    .kept = siam_weights,
    .kept_count = SIAM_WEIGHTS,
    .kept_bits = 16,
    .kept_step = 1,
    .levels = levels,
    .alternates = true, /* whoever has an animal on the board can turn it, whoever has none can enter one */
    .margins = 25,
    .key = siam_key,
    .evaluate = siam_evaluate,
    .features = siam_features,
    .tie = siam_tie,
    .win_now = siam_win_now,
    .threatened = siam_threatened,
    .noisy = brain_no_noise,
    .rate = siam_rate,
    .pass = siam_pass,
    .shallow = brain_never_shallow,
};
