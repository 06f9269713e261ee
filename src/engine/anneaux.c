/* anneaux.c - what the engine knows about Three Rings.
 *
 * The evaluation adds, for the player to move: the totals and the reserves of both sides as pairs, every radius, every
 * two neighbouring radii and every four neighbouring cells of a ring by their content, the lines that turning a ring
 * would make, where a pawn would make a line, how much room the pawns have, and what is still due. As long as pawns
 * are in reserve, cells are worth something else than later. anneaux_standing.c is for more than two players. */
#include "../rules/anneaux.h"
#include "../rules/registry.h"
#include "anneaux_lines.h"
#include "anneaux_standing.h"
#include "anneaux_weights.h"
#include "brain.h"

enum {
    COUNTS = ANNEAUX_PAWNS + 1,
    WINDOW = 4,
    WINDOW_CODES = 1 << 3 * WINDOW,
    TOTALS_AT = 0,
    RESERVES_AT = TOTALS_AT + COUNTS * COUNTS,
    FLYING_AT = RESERVES_AT + COUNTS * COUNTS,
    DUE_AT = FLYING_AT + 4,
    TURNS_AT = DUE_AT + 4,
    THREATS = 6, /* cells that make a line, counted up to one less */
    THREATS_BY_TURN = 4,
    RADIUS_NUMBERS = 125, /* a cell is empty or has an own pawn, another's, or one of these that is spent */
    BLOCK_CODES = RADIUS_NUMBERS * RADIUS_NUMBERS,
    PHASES = 2, /* pawns are still in reserve, or not */
    THREATS_AT = TURNS_AT + 2 * ANNEAUX_TURNS,
    ROOM_AT = THREATS_AT + PHASES * THREATS * THREATS * THREATS_BY_TURN * THREATS_BY_TURN,
    RADIUS_AT = ROOM_AT + PHASES * 2 * (ANNEAUX_CELLS + 1),
    WINDOWS_AT = RADIUS_AT + PHASES * ANNEAUX_RADIUS_CODES,
    BLOCKS_AT = WINDOWS_AT + PHASES * ANNEAUX_RINGS * WINDOW_CODES,
    STANDING_AT = BLOCKS_AT + PHASES * BLOCK_CODES, /* for more than two players */
    WEIGHTS = STANDING_AT + ANNEAUX_STANDING_WEIGHTS
};

/* Whether a move of a player, whose fresh pawns are given, makes a line. */
static bool move_lines(uint32_t fresh, tab_move move) {
    switch (anneaux_move_kind(move)) {
    case ANNEAUX_PLACE: return cells_that_line(fresh) >> anneaux_move_to(move) & 1;
    case ANNEAUX_MOVE: {
        uint32_t rest = fresh & ~(UINT32_C(1) << anneaux_move_from(move));
        return cells_that_line(rest) >> anneaux_move_to(move) & 1;
    }
    case ANNEAUX_TURN: return lines_by_turn(fresh, anneaux_move_from(move), anneaux_move_to(move)) > 0;
    case ANNEAUX_TAKE:
    case ANNEAUX_PASS:
    case ANNEAUX_KIND_COUNT: break;
    }
    return false;
}

/* ---- Evaluation ----------------------------------------------------------------------------------------------- */

static int counts_index(int base, int own, int other) { return base + own * COUNTS + other; }

/* The cells beside some pawns. */
static uint32_t cells_beside(uint32_t pawns) {
    return anneaux_forward(pawns) | anneaux_back(pawns) | pawns << ANNEAUX_SECTORS | pawns >> ANNEAUX_SECTORS;
}

static int phase_of(const struct anneaux *anneaux) { return anneaux->reserve[0] + anneaux->reserve[1] == 0; }

/* Lists what both sides threaten, and the room they have. */
static int list_sides(const struct anneaux *anneaux, int *indices) {
    const uint32_t free = ANNEAUX_BOARD & ~anneaux_occupied(anneaux);
    const int phase = phase_of(anneaux);
    int count = 0, cells[2], turns[2];
    for (int side = 0; side < 2; side++) {
        const uint32_t own = anneaux->pawns[anneaux->mover ^ side], fresh = own & ~anneaux->spent;
        const int by_turning = lines_by_turning(anneaux, fresh), room = count_bits(cells_beside(own) & free);
        cells[side] = at_most(count_bits(cells_that_line(fresh) & free), THREATS - 1);
        turns[side] = at_most(by_turning, THREATS_BY_TURN - 1);
        indices[count++] = TURNS_AT + side * ANNEAUX_TURNS + by_turning;
        indices[count++] = ROOM_AT + (phase * 2 + side) * (ANNEAUX_CELLS + 1) + room;
    }
    const int places = (phase * THREATS + cells[0]) * THREATS + cells[1];
    indices[count++] = THREATS_AT + (places * THREATS_BY_TURN + turns[0]) * THREATS_BY_TURN + turns[1];
    return count;
}

/* Lists the features that come once. */
static int list_single(const struct anneaux *anneaux, int *indices) {
    const int mover = anneaux->mover, other = 1 - mover;
    int count = 0;
    indices[count++] = counts_index(TOTALS_AT, total_of(anneaux, mover), total_of(anneaux, other));
    indices[count++] = counts_index(RESERVES_AT, anneaux->reserve[mover], anneaux->reserve[other]);
    indices[count++] = FLYING_AT + anneaux_flies(anneaux, mover) + 2 * anneaux_flies(anneaux, other);
    indices[count++] = DUE_AT + at_most(anneaux->due[other], 3);
    return count + list_sides(anneaux, indices + count);
}

static int list_cells(const struct anneaux *anneaux, int *indices) {
    const int phase = phase_of(anneaux);
    return cells_list(anneaux->pawns[anneaux->mover], anneaux->pawns[1 - anneaux->mover], anneaux->spent, WINDOW,
                      RADIUS_AT + phase * ANNEAUX_RADIUS_CODES, WINDOWS_AT + phase * ANNEAUX_RINGS * WINDOW_CODES,
                      indices);
}

/* The number of a radius, from its code. */
#define CELL(code, ring)                                                                                               \
    ((code) >> (ring) & 1         ? 1 + ((code) >> (6 + (ring)) & 1)                                                   \
     : (code) >> (3 + (ring)) & 1 ? 3 + ((code) >> (6 + (ring)) & 1)                                                   \
                                  : 0)
#define NUMBER(code) (uint8_t)(CELL(code, 0) + 5 * CELL(code, 1) + 25 * CELL(code, 2))
#define NUMBERS_4(code) NUMBER(code), NUMBER((code) + 1), NUMBER((code) + 2), NUMBER((code) + 3)
#define NUMBERS_16(code) NUMBERS_4(code), NUMBERS_4((code) + 4), NUMBERS_4((code) + 8), NUMBERS_4((code) + 12)
#define NUMBERS_64(code) NUMBERS_16(code), NUMBERS_16((code) + 16), NUMBERS_16((code) + 32), NUMBERS_16((code) + 48)
static const uint8_t radius_numbers[ANNEAUX_RADIUS_CODES] = {NUMBERS_64(0),   NUMBERS_64(64),  NUMBERS_64(128),
                                                             NUMBERS_64(192), NUMBERS_64(256), NUMBERS_64(320),
                                                             NUMBERS_64(384), NUMBERS_64(448)};

/* Lists every two neighbouring radii; `radii` are the indices of the radii by themselves. */
static int list_blocks(const struct anneaux *anneaux, const int *radii, int *indices) {
    const int phase = phase_of(anneaux), first = RADIUS_AT + phase * ANNEAUX_RADIUS_CODES;
    int number[ANNEAUX_SECTORS];
    for (int sector = 0; sector < ANNEAUX_SECTORS; sector++)
        number[sector] = radius_numbers[radii[sector] - first];
    for (int sector = 0; sector < ANNEAUX_SECTORS; sector++)
        indices[sector] =
            BLOCKS_AT + phase * BLOCK_CODES + number[sector] * RADIUS_NUMBERS + number[(sector + 1) % ANNEAUX_SECTORS];
    return ANNEAUX_SECTORS;
}

enum { INDICES = 9 + ANNEAUX_SECTORS + ANNEAUX_CELLS + ANNEAUX_SECTORS };

static int list_all(const struct anneaux *anneaux, int indices[INDICES]) {
    const int single = list_single(anneaux, indices), cells = list_cells(anneaux, indices + single);
    return single + cells + list_blocks(anneaux, indices + single, indices + single + cells);
}

static int anneaux_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                            const int16_t *weights) {
    (void)rules;
    const struct anneaux *anneaux = anneaux_of(position);
    int indices[INDICES], sum = 0;
    const int count = list_all(anneaux, indices);
    for (int i = 0; i < count; i++)
        sum += weights[indices[i]];
    return sum;
}

static int anneaux_features(const struct tab_rules *rules, const struct tab_position *position,
                            struct brain_feature features[BRAIN_FEATURES_MAX]) {
    (void)rules;
    const struct anneaux *anneaux = anneaux_of(position);
    int indices[INDICES];
    const int count = list_all(anneaux, indices);
    for (int i = 0; i < count; i++)
        features[i] = (struct brain_feature){indices[i], 1};
    return count;
}

/* Two radii the other way round. */
static int block_tie(int index) {
    const int code = (index - BLOCKS_AT) % BLOCK_CODES, one = code / RADIUS_NUMBERS, other = code % RADIUS_NUMBERS;
    return one <= other ? index : index - code + other * RADIUS_NUMBERS + one;
}

/* Windows and neighbouring radii are read either way round. */
static int anneaux_tie(int index) {
    if (index >= STANDING_AT)
        return STANDING_AT + anneaux_standing_tie(index - STANDING_AT);
    if (index >= BLOCKS_AT)
        return block_tie(index);
    if (index < WINDOWS_AT)
        return index;
    const int code = (index - WINDOWS_AT) % WINDOW_CODES;
    return index - code + window_tie(code, WINDOW);
}

static int anneaux_standing(const struct tab_rules *rules, const struct tab_position *position, int player,
                            struct brain_feature features[BRAIN_FEATURES_MAX]) {
    (void)rules;
    return anneaux_standing_list(anneaux_of(position), player - 1, STANDING_AT, features);
}

/* ---- Wins at hand, noise, ordering ---------------------------------------------------------------------------- */

/* The last pawn taken wins; a line only makes it due. */
static bool anneaux_win_now(const struct tab_rules *rules, const struct tab_position *position, tab_move *move) {
    const struct anneaux *anneaux = anneaux_of(position);
    if (anneaux_due(anneaux) == 0)
        return false;
    const int owner = anneaux_due_owner(anneaux), players = anneaux_players(rules);
    const bool last = count_bits(anneaux->out) == players - 2 && !anneaux_is_out(anneaux, owner);
    if (!last || total_of(anneaux, owner) != ANNEAUX_OUT + 1)
        return false;
    tab_move moves[TAB_MOVES_MAX];
    rules->game->moves(rules, position, moves);
    *move = moves[0];
    return true;
}

/* Whether a player has a move that makes a line, were it to move. */
static bool can_line(const struct anneaux *anneaux, int player) {
    const uint32_t own = anneaux->pawns[player], fresh = own & ~anneaux->spent;
    const uint32_t free = ANNEAUX_BOARD & ~anneaux_occupied(anneaux);
    if (anneaux->reserve[player] > 0 && cells_that_line(fresh) & free)
        return true;
    const bool flies = anneaux_flies(anneaux, player);
    for (uint32_t rest = own; rest != 0; rest &= rest - 1) {
        const uint32_t pawn = rest & -rest;
        if (cells_that_line(fresh & ~pawn) & free & (flies ? ANNEAUX_BOARD : cells_beside(pawn)))
            return true;
    }
    return !flies && lines_by_turning(anneaux, fresh) > 0;
}

static bool anneaux_threatened(const struct tab_rules *rules, const struct tab_position *position) {
    const struct anneaux *anneaux = anneaux_of(position);
    return anneaux_players(rules) == 2 && anneaux_due(anneaux) == 0 &&
           total_of(anneaux, anneaux->mover) == ANNEAUX_OUT + 1 && can_line(anneaux, 1 - anneaux->mover);
}

static int anneaux_noisy(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    const struct anneaux *anneaux = anneaux_of(position);
    if (anneaux_due(anneaux) != 0 || !can_line(anneaux, anneaux->mover))
        return 0;
    const uint32_t fresh = anneaux->pawns[anneaux->mover] & ~anneaux->spent;
    int count = rules->game->moves(rules, position, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (move_lines(fresh, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

enum { RATE_BLOCK = 4000, RATE_TURN = -1000, RATE_TAKE_FRESH = 500, RATE_TAKE_BUILDER = 1500 };

/* Takes pawns that could soon stand in lines rather than spent or lonely ones. */
static int32_t take_rating(const struct anneaux *anneaux, int cell) {
    const uint32_t pawn = UINT32_C(1) << cell;
    const uint32_t fresh = anneaux->pawns[anneaux_due_owner(anneaux)] & ~anneaux->spent;
    if (!(pawn & fresh))
        return 0;
    int fewer = count_bits(cells_that_line(fresh)) - count_bits(cells_that_line(fresh & ~pawn));
    return RATE_TAKE_FRESH + RATE_TAKE_BUILDER * fewer;
}

static void anneaux_rate(const struct tab_rules *rules, const struct tab_position *position, const tab_move *moves,
                         int count, int32_t *ratings) {
    const struct anneaux *anneaux = anneaux_of(position);
    const int next = (anneaux->mover + 1) % anneaux_players(rules);
    const uint32_t fresh = anneaux->pawns[anneaux->mover] & ~anneaux->spent;
    const uint32_t wanted = cells_that_line(anneaux->pawns[next] & ~anneaux->spent);
    for (int i = 0; i < count; i++) {
        enum anneaux_kind kind = anneaux_move_kind(moves[i]);
        if (kind == ANNEAUX_TAKE) {
            ratings[i] = take_rating(anneaux, anneaux_move_to(moves[i]));
            continue;
        }
        bool blocks = kind != ANNEAUX_TURN && wanted >> anneaux_move_to(moves[i]) & 1;
        ratings[i] = move_lines(fresh, moves[i]) ? BRAIN_FORCING
                     : blocks                    ? RATE_BLOCK
                     : kind == ANNEAUX_TURN      ? RATE_TURN
                                                 : 0;
    }
}

/* Having to move hurts only when pawns are few. */
static bool anneaux_pass(const struct tab_rules *rules, struct tab_position *position) {
    struct anneaux *anneaux = (struct anneaux *)(void *)position->state;
    if (anneaux_players(rules) != 2 || anneaux_due(anneaux) != 0 || anneaux_flies(anneaux, 0) ||
        anneaux_flies(anneaux, 1))
        return false;
    anneaux->mover ^= 1;
    return true;
}

enum { HOLDING_PART = 4 /* is left of an advantage over a player who cannot be beaten */ };

/* Pawns in reserve are safe: a player with none on the board can turn rings for ever and loses nothing by it. One who
 * has lost no more than the other has no reason to. */
static int anneaux_temper(const struct tab_position *position, int value) {
    const struct anneaux *anneaux = anneaux_of(position);
    const int behind = value > 0 ? 1 - anneaux->mover : anneaux->mover;
    const bool holds = anneaux->pawns[behind] == 0 && anneaux->reserve[behind] < total_of(anneaux, 1 - behind);
    return holds ? value / HOLDING_PART : value;
}

/* Pawns that are placed or taken never come back. */
static int anneaux_progress(const struct tab_position *position) {
    const struct anneaux *anneaux = anneaux_of(position);
    int reserves = 0;
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        reserves += anneaux->reserve[player];
    return reserves * (ANNEAUX_CELLS + 1) + count_bits(anneaux_occupied(anneaux));
}

/* Measured: each is clearly stronger than the one before it. */
static const struct level levels[LEVELS_WEAKER] = {
    {.depth = 1, .noise = 800}, {.depth = 1, .noise = 600}, {.depth = 1, .noise = 410},
    {.depth = 1, .noise = 300}, {.depth = 2, .noise = 390}, {.depth = 2, .noise = 265},
    {.depth = 3, .noise = 300}, {.depth = 3, .noise = 110}, {.depth = 5, .nodes = 30000, .noise = 60},
};

const struct brain anneaux_brain = {
    .weight_count = WEIGHTS,
    .kept = anneaux_weights,
    .kept_count = ANNEAUX_WEIGHTS,
    .kept_bits = 16,
    .kept_step = 1,
    .levels = levels,
    .margins = 35,
    .key = brain_hash_key,
    .evaluate = anneaux_evaluate,
    .features = anneaux_features,
    .tie = anneaux_tie,
    .win_now = anneaux_win_now,
    .threatened = anneaux_threatened,
    .noisy = anneaux_noisy,
    .rate = anneaux_rate,
    .pass = anneaux_pass,
    .progress = anneaux_progress,
    .temper = anneaux_temper,
    .shallow = brain_never_shallow,
    .standing = anneaux_standing,
};
