/* siam.c - the rules of Siam. siam.h draws the board and the move. */
#include "siam.h"
#include "registry.h"

#include <assert.h>
#include <string.h>

#define FILE_A UINT32_C(0x01041041)
#define RANK_1 UINT32_C(0x0000001F)
#define CROSSED ((UINT32_C(1) << 2) | (UINT32_C(1) << 26)) /* c1 and c5 */

enum { CROSSED_PLIES = 4 };

const uint32_t siam_entrance[SIAM_FACING_COUNT] = {RANK_1, FILE_A, RANK_1 << 24, FILE_A << 4};

/* From a square to the next one in each direction. */
static const int stride[SIAM_FACING_COUNT] = {SIAM_STRIDE, 1, -SIAM_STRIDE, -1};

static int count_bits(uint32_t bits) { return __builtin_popcount(bits); }
static int lowest_bit(uint32_t bits) { return __builtin_ctz(bits); }

static tab_move move_make(enum siam_kind kind, int from, int to, enum siam_facing facing) {
    return (tab_move)from | (tab_move)to << 5 | (tab_move)facing << 10 | (tab_move)kind << 12;
}

/* ---- Pushing -------------------------------------------------------------------------------------------------- */

/* Counts the force of a push up to where the push fails or the run ends. Always inline: where a loop over the facings
 * is unrolled, every step becomes one shift, and compilers do not agree about when that is worth it. */
static inline __attribute__((always_inline)) bool push_measure(const struct tab_rules *rules, const struct siam *siam,
                                                               uint32_t to, enum siam_facing facing, int *end_force) {
    const uint32_t occupied = siam_occupied(siam);
    const uint32_t along = siam_facing_mask(siam, facing);
    const uint32_t against = siam_facing_mask(siam, siam_opposite(facing));
    const bool running = rules->choice[SIAM_OPTION_PUSH] == 0;
    int force = 1, rocks = 0;
    bool strong = true;
    for (uint32_t square = to; square & occupied; square = siam_step(square, facing)) {
        force += ((square & along) != 0) - ((square & against) != 0);
        rocks += (square & siam->rocks) != 0;
        strong = force >= 1 && force >= rocks;
        if (running && !strong)
            break;
    }
    *end_force = force;
    return strong;
}

bool siam_push_legal(const struct tab_rules *rules, const struct siam *siam, uint32_t to, enum siam_facing facing) {
    int force;
    return push_measure(rules, siam, to, facing, &force);
}

int siam_push_force(const struct tab_rules *rules, const struct siam *siam, uint32_t to, enum siam_facing facing) {
    int force;
    push_measure(rules, siam, to, facing, &force);
    return force;
}

/* The owner (1 or 2) of the animal nearest to the far end `last` of a pushed run that faces the push. That is the
 * pusher, of the player `owner`, when no animal of the run does. */
static int run_owner(const struct siam *siam, uint32_t pusher, int owner, uint32_t last, enum siam_facing facing) {
    const uint32_t along = siam_facing_mask(siam, facing);
    uint32_t square = last;
    while (square != pusher && !(square & along))
        square = siam_step(square, siam_opposite(facing));
    if (square == pusher)
        return owner;
    return square & siam->animals[0] ? 1 : 2;
}

/* Moves the run that begins at `to` one square on. What falls off the board leaves it; a rock ends the game. `from`
 * is the pusher's square, or 0 when it comes from outside. */
static void run_shift(struct siam *siam, uint32_t from, uint32_t to, enum siam_facing facing) {
    const uint32_t occupied = siam_occupied(siam);
    uint32_t run = 0, last = to;
    for (uint32_t square = to; square & occupied; square = siam_step(square, facing)) {
        run |= square;
        last = square;
    }
    if (last & siam->rocks && !(siam_step(last, facing) & SIAM_BOARD)) {
        uint32_t pusher = from != 0 ? from : siam_step(to, siam_opposite(facing));
        siam->outcome = (int8_t)run_owner(siam, pusher, siam->mover + 1, last, facing);
    }
    uint32_t *const planes[] = {&siam->animals[0], &siam->animals[1], &siam->rocks, &siam->facing[0], &siam->facing[1]};
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) {
        uint32_t moved = siam_step(*planes[i] & run, facing) & SIAM_BOARD;
        *planes[i] = (*planes[i] & ~run) | moved;
    }
}

/* ---- Legal moves ---------------------------------------------------------------------------------------------- */

static bool may_leave(const struct tab_rules *rules, const struct siam *siam) {
    return rules->choice[SIAM_OPTION_EXITS] == 0 || siam->exits[siam->mover] == 0;
}

uint32_t siam_barred(const struct tab_rules *rules, const struct siam *siam) {
    bool crossed = rules->choice[SIAM_OPTION_OPENINGS] != 0 && siam->ply < CROSSED_PLIES;
    return crossed ? CROSSED : 0;
}

/* Squares entered by the pushes of one direction that are strong enough: of the mover's animals, and from outside. */
struct pushes {
    uint32_t inside, outside;
};

static inline struct pushes legal_pushes(const struct tab_rules *rules, const struct siam *siam, uint32_t bar,
                                         bool reserve, enum siam_facing facing) {
    const uint32_t own = siam->animals[siam->mover], occupied = siam_occupied(siam);
    const uint32_t inside = siam_step(own & siam_facing_mask(siam, facing), facing);
    const uint32_t outside = reserve ? siam_entrance[facing] : 0;
    uint32_t legal = 0;
    for (uint32_t rest = (inside | outside) & occupied & ~bar; rest != 0; rest &= rest - 1)
        if (siam_push_legal(rules, siam, rest & -rest, facing))
            legal |= rest & -rest;
    return (struct pushes){legal & inside, legal & outside};
}

static int siam_count(const struct tab_rules *rules, const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    if (siam->outcome != TAB_ONGOING)
        return 0;
    const uint32_t own = siam->animals[siam->mover], bar = siam_barred(rules, siam);
    const uint32_t free = SIAM_BOARD & ~siam_occupied(siam) & ~bar;
    const bool reserve = count_bits(own) < SIAM_ANIMALS;
    int walks = 0, pushed = 0;
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        struct pushes pushes = legal_pushes(rules, siam, bar, reserve, facing);
        walks += count_bits(siam_step(own, facing) & free);
        pushed += count_bits(pushes.inside) + count_bits(pushes.outside);
    }
    int entries = reserve ? count_bits(free & SIAM_EDGE) : 0;
    int exits = may_leave(rules, siam) ? count_bits(own & SIAM_EDGE) : 0;
    return 4 * (entries + walks) + 3 * count_bits(own) + exits + pushed;
}

/* Adds one move for each of the four facings. */
static tab_move *add_facings(tab_move *out, enum siam_kind kind, int from, int to) {
    const tab_move move = move_make(kind, from, to, SIAM_N);
    for (tab_move facing = 0; facing < SIAM_FACING_COUNT; facing++)
        *out++ = move | facing << 10;
    return out;
}

/* Adds the pushes in one direction that enter the squares `entered`, made from `back` squares behind. */
static tab_move *add_pushes(tab_move *out, enum siam_kind kind, uint32_t entered, int back, enum siam_facing facing) {
    for (; entered != 0; entered &= entered - 1)
        *out++ = move_make(kind, lowest_bit(entered) - back, lowest_bit(entered), facing);
    return out;
}

/* Walks, turns and exit of one animal. Which walks are possible is as good as random, so their moves are written first
 * and then kept or not, without a branch to mispredict. */
static tab_move *add_animal(const struct siam *siam, uint32_t free, bool leaves, int square, tab_move *out) {
    const uint32_t animal = UINT32_C(1) << square;
    const enum siam_facing now = siam_facing_at(siam, square);
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        tab_move *kept = add_facings(out, SIAM_WALK, square, (square + stride[facing]) & 31);
        out = siam_step(animal, facing) & free ? kept : out;
    }
    for (int turn = 1; turn < SIAM_FACING_COUNT; turn++)
        *out++ = move_make(SIAM_TURN, square, square, (enum siam_facing)(((int)now + turn) % SIAM_FACING_COUNT));
    *out = move_make(SIAM_LEAVE, square, square, SIAM_N);
    return out + (leaves && animal & SIAM_EDGE);
}

static int siam_moves(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    const struct siam *siam = siam_of(position);
    if (siam->outcome != TAB_ONGOING)
        return 0;
    const uint32_t own = siam->animals[siam->mover], bar = siam_barred(rules, siam);
    const uint32_t free = SIAM_BOARD & ~siam_occupied(siam) & ~bar;
    const bool leaves = may_leave(rules, siam), reserve = count_bits(own) < SIAM_ANIMALS;
    tab_move *out = moves;
    for (uint32_t rest = own; rest != 0; rest &= rest - 1)
        out = add_animal(siam, free, leaves, lowest_bit(rest), out);
    for (uint32_t rest = reserve ? free & SIAM_EDGE : 0; rest != 0; rest &= rest - 1)
        out = add_facings(out, SIAM_ENTER, lowest_bit(rest), lowest_bit(rest));
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        struct pushes pushes = legal_pushes(rules, siam, bar, reserve, facing);
        out = add_pushes(out, SIAM_PUSH, pushes.inside, stride[facing], facing);
        out = add_pushes(out, SIAM_ENTER_PUSH, pushes.outside, 0, facing);
    }
    return (int)(out - moves);
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void animal_remove(struct siam *siam, uint32_t square) {
    siam->animals[siam->mover] &= ~square;
    siam->facing[0] &= ~square;
    siam->facing[1] &= ~square;
}

void siam_put(struct siam *siam, uint32_t square, enum siam_facing facing) {
    siam->animals[siam->mover] |= square;
    siam->facing[0] |= facing & 1 ? square : 0;
    siam->facing[1] |= facing & 2 ? square : 0;
}

static void siam_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    struct siam *siam = siam_edit(position);
    const uint32_t from = UINT32_C(1) << siam_move_from(move), to = UINT32_C(1) << siam_move_to(move);
    const enum siam_facing facing = siam_move_facing(move);
    const enum siam_kind kind = siam_move_kind(move);
    if (kind == SIAM_PUSH || kind == SIAM_ENTER_PUSH)
        run_shift(siam, kind == SIAM_PUSH ? from : 0, to, facing);
    if (kind != SIAM_ENTER && kind != SIAM_ENTER_PUSH)
        animal_remove(siam, from);
    if (kind != SIAM_LEAVE)
        siam_put(siam, to, facing);
    else if (rules->choice[SIAM_OPTION_EXITS] != 0)
        siam->exits[siam->mover]++;
    siam->mover ^= 1;
    /* At the greatest number that can be written the counter swings between the last two, which keeps whose turn
     * it says. */
    siam->ply = siam->ply < SIAM_PLY_MAX ? siam->ply + 1 : siam->ply - 1;
}

static void siam_start(const struct tab_rules *rules, struct tab_position *position) {
    (void)rules;
    struct siam *siam = siam_edit(position);
    siam->rocks = UINT32_C(7) << (2 * SIAM_STRIDE + 1);
    siam->outcome = TAB_ONGOING;
}

static int siam_player(const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    return siam->outcome == TAB_ONGOING ? siam->mover + 1 : 0;
}

static int siam_outcome(const struct tab_rules *rules, const struct tab_position *position, const char **reason) {
    (void)rules;
    int outcome = siam_of(position)->outcome;
    if (outcome != TAB_ONGOING)
        *reason = outcome == TAB_DRAWN ? game_declared_drawn : N_("a rock left the board");
    return outcome;
}

static int siam_score(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    lines[0] = (struct tab_score){.label = N_("animals on the board")};
    lines[1] = (struct tab_score){.label = N_("animals in reserve")};
    for (int side = 0; side < 2; side++) {
        lines[0].value[side] = count_bits(siam->animals[side]);
        lines[1].value[side] = SIAM_ANIMALS - lines[0].value[side];
    }
    return 2;
}

static void siam_declare_draw(struct tab_position *position) { siam_edit(position)->outcome = TAB_DRAWN; }

/* ---- Identity ------------------------------------------------------------------------------------------------- */

static uint64_t siam_hash(const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    uint64_t status = (uint64_t)siam->mover | (uint64_t)siam->exits[0] << 8 | (uint64_t)siam->exits[1] << 16 |
                      (uint64_t)(uint8_t)siam->outcome << 24;
    uint64_t hash = hash_mix(0, (uint64_t)siam->animals[0] << 32 | siam->animals[1]);
    hash = hash_mix(hash, (uint64_t)siam->facing[0] << 32 | siam->facing[1]);
    return hash_mix(hash, (uint64_t)siam->rocks << 32 | status);
}

static bool siam_repeats(const struct tab_position *one, const struct tab_position *other) {
    struct siam first = *siam_of(one), second = *siam_of(other);
    first.ply = second.ply = 0;
    return memcmp(&first, &second, sizeof first) == 0;
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static const struct tab_choice opening_choices[] = {
    {"free", N_("no restriction")},
    {"crossed", N_("no arrival on c1 or c5 during each player's first two turns")},
    {NULL, NULL},
};

static const struct tab_choice exit_choices[] = {
    {"unlimited", N_("animals leave the board as often as they like")},
    {"once", N_("each player may leave the board once in the game")},
    {NULL, NULL},
};

static const struct tab_choice push_choices[] = {
    {"running", N_("a push must be strong enough after every piece of the run")},
    {"total", N_("a push must be strong enough for the run as a whole")},
    {NULL, NULL},
};

static const struct tab_option options[] = {
    [SIAM_OPTION_OPENINGS] = {.key = "openings", .summary = N_("first turns"), .choices = opening_choices},
    [SIAM_OPTION_EXITS] = {.key = "exits", .summary = N_("leaving the board"), .choices = exit_choices},
    [SIAM_OPTION_PUSH] = {.key = "push", .summary = N_("strength of a push"), .choices = push_choices},
    [SIAM_OPTION_REPETITION] = {.key = "repetition",
                                .summary = N_("repeated positions"),
                                .choices = game_repetition_choices},
    {.key = NULL},
};

const struct tab_game siam_game = {
    .id = "siam",
    .title = "Siam",
    .players_min = 2,
    .players_max = 2,
    .options = options,
    .repetition = SIAM_OPTION_REPETITION,
    .option_read = game_no_option_read,
    .option_write = game_no_option_write,
    .rules_derive = game_nothing_derived,
    .players = game_two_players,
    .start = siam_start,
    .deal = game_no_deal,
    .player = siam_player,
    .moves = siam_moves,
    .count = siam_count,
    .play = siam_play,
    .outcome = siam_outcome,
    .shares = game_all_share,
    .score = siam_score,
    .declare_draw = siam_declare_draw,
    .hash = siam_hash,
    .repeats = siam_repeats,
    .position_read = siam_position_read,
    .position_write = siam_position_write,
    .move_write = siam_move_write,
    .move_explain = siam_move_explain,
};
