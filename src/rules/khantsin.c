/* khantsin.c - the rules of Khan Tsin. khantsin.h draws the board and the move, khantsin_text.c reads and writes. */
#include "khantsin.h"
#include "registry.h"

#include <string.h>

enum { SPEED_FLIGHT_BEYOND = 4 /* with two speeds, a flight goes to a pile more than so many piles away */ };

static struct khantsin *khantsin_edit(struct tab_position *position) {
    return (struct khantsin *)(void *)position->state;
}

static int count_bits(uint64_t bits) { return __builtin_popcountll(bits); }
static int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
static int highest_bit(uint64_t bits) { return 63 - __builtin_clzll(bits); }

static tab_move move_make(enum khantsin_kind kind, int from, int to, int taken) {
    return (tab_move)from | (tab_move)to << 6 | (tab_move)taken << 12 | (tab_move)kind << 18;
}

/* ---- Piles ---------------------------------------------------------------------------------------------------- */

uint32_t khantsin_pile(const struct khantsin *khantsin, int square) {
    const uint32_t pile = khantsin->piles[square];
    const uint64_t *counts = khantsin->counts;
    const uint64_t nine = counts[0] & counts[1] & counts[2] & counts[3] & counts[4] & counts[5];
    if (!(nine >> square & 1))
        return pile;
    const unsigned tally = khantsin_tally(pile);
    uint32_t missing = KHANTSIN_RED;
    while (khantsin_tally_of(tally, (enum khantsin_colour)missing) == KHANTSIN_HARMONY)
        missing++;
    return pile | (missing + 1) << 2 * (KHANTSIN_GOAL - 1);
}

/* The same barons in the opposite order; there is at least one. */
static uint32_t pile_reverse(uint32_t pile) {
    uint32_t turned = (pile >> 2 & 0x33333333) | (pile & 0x33333333) << 2;
    turned = (turned >> 4 & 0x0F0F0F0F) | (turned & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(turned) >> (32 - 2 * khantsin_height(pile));
}

uint32_t khantsin_landed(uint32_t below, uint32_t carried, unsigned flips) {
    uint32_t above = flips & KHANTSIN_INVERTED ? pile_reverse(carried) : carried;
    uint32_t pile = below | above << 2 * khantsin_height(below);
    return flips & KHANTSIN_RETURNED ? pile_reverse(pile) : pile;
}

unsigned khantsin_flips(const struct tab_rules *rules, uint32_t below, uint32_t carried) {
    const unsigned allowed = rules->choice[KHANTSIN_OPTION_FLIPS];
    if (allowed == 0)
        return 1;
    const uint32_t plain = khantsin_landed(below, carried, 0);
    /* A flip that is not allowed is left out, so that it gives a pile already known. */
    const uint32_t inverted = allowed & KHANTSIN_INVERTED ? khantsin_landed(below, carried, KHANTSIN_INVERTED) : plain;
    const uint32_t returned = allowed & KHANTSIN_RETURNED ? pile_reverse(plain) : plain;
    const uint32_t both = allowed & KHANTSIN_RETURNED ? pile_reverse(inverted) : inverted;
    const bool returned_new = returned != plain && returned != inverted;
    const bool both_new = both != plain && both != inverted && both != returned;
    return 1U | (unsigned)(inverted != plain) << KHANTSIN_INVERTED | (unsigned)returned_new << KHANTSIN_RETURNED |
           (unsigned)both_new << (KHANTSIN_INVERTED | KHANTSIN_RETURNED);
}

/* ---- Flights -------------------------------------------------------------------------------------------------- */

uint64_t khantsin_nearest(uint64_t squares, int player, int count) {
    uint64_t rest = squares;
    for (int i = 0; i < count && rest != 0; i++)
        rest &= player == 0 ? rest - 1 : ~(UINT64_C(1) << highest_bit(rest));
    return squares & ~rest;
}

uint64_t khantsin_reach(const struct tab_rules *rules, uint64_t occupied, int from) {
    const uint64_t square = UINT64_C(1) << from;
    if (rules->choice[KHANTSIN_OPTION_SPEED] == 0)
        return occupied & ~square;
    const int leap = khantsin_dragon_of(rules)->leap[from];
    uint64_t above = occupied & ~(square | (square - 1)), below = occupied & (square - 1), leaps = 0;
    for (int distance = 1; distance <= SPEED_FLIGHT_BEYOND; distance++) {
        uint64_t next = above & -above, previous = below == 0 ? 0 : UINT64_C(1) << highest_bit(below);
        above ^= next;
        below ^= previous;
        leaps |= distance == leap ? next | previous : 0;
    }
    return above | below | leaps;
}

/* What decides where barons may land, for all squares at once. */
struct survey {
    uint64_t full[KHANTSIN_COLOUR_COUNT][KHANTSIN_HARMONY + 1]; /* no harmony with so many more of a colour */
    uint64_t higher[KHANTSIN_GOAL - 1];                         /* piles higher than 0, 1, … 7 */
};

static uint64_t majority(uint64_t one, uint64_t two, uint64_t three) { return (one & two) | (three & (one | two)); }

static void survey_make(const uint64_t counts[2 * KHANTSIN_COLOUR_COUNT], struct survey *survey) {
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++) {
        const uint64_t low = counts[2 * colour], high = counts[2 * colour + 1];
        survey->full[colour][0] = 0;
        survey->full[colour][1] = low & high;
        survey->full[colour][2] = high;
        survey->full[colour][3] = low | high;
    }
    /* The heights of all piles in binary: the three counts added up, bit by bit. */
    const uint64_t ones = counts[0] ^ counts[2] ^ counts[4], carry = majority(counts[0], counts[2], counts[4]);
    const uint64_t pairs = counts[1] ^ counts[3] ^ counts[5], many = majority(counts[1], counts[3], counts[5]);
    const uint64_t twos = pairs ^ carry, fours = many ^ (pairs & carry), eights = many & pairs & carry;
    survey->higher[0] = ones | twos | fours | eights;
    survey->higher[1] = twos | fours | eights;
    survey->higher[2] = (ones & twos) | fours | eights;
    survey->higher[3] = fours | eights;
    survey->higher[4] = ((ones | twos) & fours) | eights;
    survey->higher[5] = (twos & fours) | eights;
    survey->higher[6] = (ones & twos & fours) | eights;
    survey->higher[7] = eights;
}

int khantsin_flights(const struct tab_rules *rules, const struct khantsin *khantsin, int mover,
                     struct khantsin_flight flights[KHANTSIN_FLIGHTS_MAX]) {
    struct survey survey;
    survey_make(khantsin->counts, &survey);
    const uint64_t occupied = survey.higher[0];
    int count = 0;
    for (uint64_t rest = khantsin_playable(occupied, mover); rest != 0; rest &= rest - 1) {
        const int from = lowest_bit(rest), height = khantsin_height(khantsin->piles[from]);
        const uint64_t reach = khantsin_reach(rules, occupied, from);
        for (int left = 0; left < height; left++) {
            const uint32_t carried = (uint32_t)khantsin->piles[from] >> 2 * left;
            const unsigned tally = khantsin_tally(carried);
            const uint64_t full = survey.full[KHANTSIN_RED][tally & 3] | survey.full[KHANTSIN_BLACK][tally >> 2 & 3] |
                                  survey.full[KHANTSIN_WHITE][tally >> 4];
            /* Never lower: as the barons left behind no longer count, the pile landed on must be higher than them. */
            flights[count] = (struct khantsin_flight){.to = reach & survey.higher[left] & ~full,
                                                      .carried = carried,
                                                      .from = (uint8_t)from,
                                                      .taken = (uint8_t)(height - left)};
            count += flights[count].to != 0;
        }
    }
    return count;
}

/* Whether a player certainly can move, from the nearest pile alone, taken whole. Of a colour it holds n times, the
 * other piles that hold more than 3 - n bar it; the (12 - n) other barons make at most so many of these. */
static bool move_certain(const struct tab_rules *rules, const struct khantsin *khantsin, int mover) {
    static const uint8_t barring[] = {0, 3, 5, 9};
    const uint64_t occupied = khantsin_occupied(khantsin);
    const unsigned tally = khantsin_tally(khantsin->piles[mover == 0 ? lowest_bit(occupied) : highest_bit(occupied)]);
    const int barred = barring[tally & 3] + barring[tally >> 2 & 3] + barring[tally >> 4];
    const int beyond = rules->choice[KHANTSIN_OPTION_SPEED] == 0 ? 0 : SPEED_FLIGHT_BEYOND;
    return count_bits(occupied) > 1 + beyond + barred;
}

bool khantsin_can_move(const struct tab_rules *rules, const struct khantsin *khantsin, int mover) {
    if (move_certain(rules, khantsin, mover))
        return true;
    struct khantsin_flight flights[KHANTSIN_FLIGHTS_MAX];
    return khantsin_flights(rules, khantsin, mover, flights) > 0;
}

/* ---- Legal moves ---------------------------------------------------------------------------------------------- */

/* Number of moves that are the flight with different landings and flips. */
static int flight_count(const struct tab_rules *rules, const struct khantsin *khantsin,
                        const struct khantsin_flight *flight) {
    if (!(rules->choice[KHANTSIN_OPTION_FLIPS] & KHANTSIN_RETURNED)) /* what is landed on does not matter */
        return count_bits(flight->to) * count_bits(khantsin_flips(rules, 0, flight->carried));
    int count = 0;
    for (uint64_t rest = flight->to; rest != 0; rest &= rest - 1)
        count += count_bits(khantsin_flips(rules, khantsin->piles[lowest_bit(rest)], flight->carried));
    return count;
}

static int flights_count(const struct tab_rules *rules, const struct khantsin *khantsin, int mover) {
    struct khantsin_flight flights[KHANTSIN_FLIGHTS_MAX];
    const int listed = khantsin_flights(rules, khantsin, mover, flights);
    int count = 0;
    for (int i = 0; i < listed; i++)
        count += flight_count(rules, khantsin, &flights[i]);
    return count;
}

static int khantsin_move_count(const struct tab_rules *rules, const struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (khantsin->outcome != TAB_ONGOING)
        return 0;
    if (khantsin_in_setup(khantsin))
        return count_bits(KHANTSIN_BOARD & ~khantsin_occupied(khantsin));
    const int count = flights_count(rules, khantsin, khantsin->mover);
    return count == 0 ? 1 : count; /* the forced pass */
}

static tab_move *add_placements(const struct khantsin *khantsin, tab_move *out) {
    for (uint64_t rest = KHANTSIN_BOARD & ~khantsin_occupied(khantsin); rest != 0; rest &= rest - 1)
        *out++ = move_make(KHANTSIN_PLACE, 0, lowest_bit(rest), 0);
    return out;
}

/* Writes the moves of a flight for four squares at a time, from square `first` to before `end`, without a branch that
 * depends on the board; up to four behind the last one mean nothing. */
static tab_move *add_flight(const struct khantsin_flight *flight, int first, int end, tab_move *out) {
    static const tab_move members[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                            {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    tab_move move = move_make(KHANTSIN_FLY, flight->from, first, flight->taken);
    uint64_t rest = flight->to >> first;
    for (int square = first; square < end; square += 4) {
        for (int i = 0; i < 4; i++)
            out[i] = move + (members[rest & 15][i] << 6);
        out += count_bits(rest & 15);
        move += 4 << 6;
        rest >>= 4;
    }
    return out;
}

static tab_move *add_flight_flips(const struct tab_rules *rules, const struct khantsin *khantsin,
                                  const struct khantsin_flight *flight, tab_move *out) {
    for (uint64_t rest = flight->to; rest != 0; rest &= rest - 1) {
        const int to = lowest_bit(rest);
        const tab_move move = move_make(KHANTSIN_FLY, flight->from, to, flight->taken);
        unsigned legal = khantsin_flips(rules, khantsin->piles[to], flight->carried);
        for (; legal != 0; legal &= legal - 1)
            *out++ = move | (tab_move)lowest_bit(legal) << 16;
    }
    return out;
}

static int khantsin_moves(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (khantsin->outcome != TAB_ONGOING)
        return 0;
    if (khantsin_in_setup(khantsin))
        return (int)(add_placements(khantsin, moves) - moves);
    struct khantsin_flight flights[KHANTSIN_FLIGHTS_MAX];
    const int listed = khantsin_flights(rules, khantsin, khantsin->mover, flights);
    const bool flips = rules->choice[KHANTSIN_OPTION_FLIPS] != 0;
    const uint64_t occupied = khantsin_occupied(khantsin);
    const int first = lowest_bit(occupied), end = highest_bit(occupied) + 1;
    tab_move *out = moves;
    for (int i = 0; i < listed; i++)
        out = flips ? add_flight_flips(rules, khantsin, &flights[i], out) : add_flight(&flights[i], first, end, out);
    if (out == moves)
        *out++ = move_make(KHANTSIN_PASS, 0, 0, 0);
    return (int)(out - moves);
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void game_end(struct khantsin *khantsin, int outcome) {
    khantsin->outcome = (int8_t)outcome;
    khantsin->mover = 0;
}

/* Draws the game when neither player can move. */
static void draw_if_stuck(const struct tab_rules *rules, struct khantsin *khantsin) {
    if (!khantsin_can_move(rules, khantsin, khantsin->mover) && !khantsin_can_move(rules, khantsin, !khantsin->mover))
        game_end(khantsin, TAB_DRAWN);
}

static void fly(const struct tab_rules *rules, struct khantsin *khantsin, tab_move move) {
    const int from = khantsin_move_from(move), to = khantsin_move_to(move);
    const uint32_t source = khantsin->piles[from];
    const int left = 2 * (khantsin_height(source) - khantsin_move_taken(move));
    const uint32_t carried = source >> left, remaining = source & ((1U << left) - 1);
    const uint32_t landed = khantsin_landed(khantsin->piles[to], carried, khantsin_move_flips(move));
    khantsin->piles[from] = (uint16_t)remaining;
    khantsin->piles[to] = (uint16_t)landed;
    khantsin_count(khantsin, from, khantsin_tally(remaining));
    khantsin_count(khantsin, to, khantsin_tally(landed));
    if (khantsin_height(landed) == KHANTSIN_GOAL) {
        game_end(khantsin, khantsin->mover + 1);
        return;
    }
    khantsin->mover ^= 1;
    draw_if_stuck(rules, khantsin);
}

static void baron_put(struct khantsin *khantsin, int square, enum khantsin_colour colour) {
    khantsin->piles[square] = (uint16_t)(colour + 1);
    khantsin->counts[2 * colour] |= UINT64_C(1) << square;
}

static void place(const struct tab_rules *rules, struct khantsin *khantsin, int square) {
    const enum khantsin_colour colour = khantsin->mover == 0 ? KHANTSIN_RED : KHANTSIN_BLACK;
    baron_put(khantsin, square, colour);
    if (count_bits(khantsin->counts[2 * colour]) < KHANTSIN_OF_COLOUR)
        return;
    if (colour == KHANTSIN_RED) {
        khantsin->mover = 1;
        return;
    }
    for (uint64_t rest = KHANTSIN_BOARD & ~khantsin_occupied(khantsin); rest != 0; rest &= rest - 1)
        baron_put(khantsin, lowest_bit(rest), KHANTSIN_WHITE);
    khantsin->mover = rules->choice[KHANTSIN_OPTION_FIRST];
    draw_if_stuck(rules, khantsin);
}

static void khantsin_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    struct khantsin *khantsin = khantsin_edit(position);
    switch (khantsin_move_kind(move)) {
    case KHANTSIN_FLY: fly(rules, khantsin, move); break;
    case KHANTSIN_PLACE: place(rules, khantsin, khantsin_move_to(move)); break;
    case KHANTSIN_PASS: khantsin->mover ^= 1; break;
    case KHANTSIN_KIND_COUNT: break;
    }
}

static void khantsin_start(const struct tab_rules *rules, struct tab_position *position) {
    struct khantsin *khantsin = khantsin_edit(position);
    khantsin->outcome = TAB_ONGOING;
    if (rules->choice[KHANTSIN_OPTION_SETUP] == 0)
        return;
    for (int square = 0; square < KHANTSIN_SQUARES; square++)
        baron_put(khantsin, square, (enum khantsin_colour)(square % KHANTSIN_COLOUR_COUNT));
    khantsin->mover = rules->choice[KHANTSIN_OPTION_FIRST];
}

static bool khantsin_deal(const struct tab_rules *rules, struct tab_random *random, struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (khantsin->outcome != TAB_ONGOING || !khantsin_in_setup(khantsin))
        return false;
    while (khantsin_in_setup(khantsin))
        khantsin_play(rules, position, tab_random_move(random, rules, position));
    return true;
}

/* ---- How it stands -------------------------------------------------------------------------------------------- */

static int khantsin_player(const struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    return khantsin->outcome == TAB_ONGOING ? khantsin->mover + 1 : 0;
}

static int khantsin_outcome(const struct tab_rules *rules, const struct tab_position *position, const char **reason) {
    const struct khantsin *khantsin = khantsin_of(position);
    if (khantsin->outcome == TAB_DRAWN) {
        const bool moves = khantsin_in_setup(khantsin) || khantsin_can_move(rules, khantsin, 0) ||
                           khantsin_can_move(rules, khantsin, 1);
        *reason = moves ? game_declared_drawn : N_("neither player can move");
    } else if (khantsin->outcome != TAB_ONGOING) {
        *reason = N_("a pile of nine was made");
    }
    return khantsin->outcome;
}

/* What the position is judged by: placements left during the set-up, then mobility, at last who made the nine. */
static int khantsin_score(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines) {
    const struct khantsin *khantsin = khantsin_of(position);
    const bool setup = khantsin_in_setup(khantsin), won = khantsin->outcome > 0;
    lines[0] = (struct tab_score){.label = setup ? N_("barons left to place")
                                           : won ? N_("piles of nine")
                                                 : N_("moves at hand")};
    for (int side = 0; side < 2; side++)
        lines[0].value[side] = setup ? KHANTSIN_OF_COLOUR - count_bits(khantsin->counts[2 * side])
                               : won ? khantsin->outcome == side + 1
                                     : flights_count(rules, khantsin, side);
    return 1;
}

static void khantsin_declare_draw(struct tab_position *position) { game_end(khantsin_edit(position), TAB_DRAWN); }

static uint64_t khantsin_hash(const struct tab_position *position) {
    const struct khantsin *khantsin = khantsin_of(position);
    enum { PILES = KHANTSIN_SQUARES / 4 }; /* words of four */
    uint64_t words[PILES + 1];
    memcpy(words, khantsin->piles, sizeof khantsin->piles);
    words[PILES] = (uint64_t)khantsin->mover << 8 | (uint8_t)khantsin->outcome;
    return hash_words(words, PILES + 1);
}

static bool khantsin_repeats(const struct tab_position *one, const struct tab_position *other) {
    return memcmp(khantsin_of(one), khantsin_of(other), sizeof(struct khantsin)) == 0;
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static const struct tab_choice first_choices[] = {
    {"south", N_("South moves first after the set-up")},
    {"north", N_("North moves first after the set-up")},
    {NULL, NULL},
};

static const struct tab_choice setup_choices[] = {
    {"players", N_("South places the red barons, then North the black ones; the white ones fill the rest")},
    {"striped", N_("no placements: the squares are red, black, white, red and so on")},
    {NULL, NULL},
};

static const struct tab_choice flip_choices[] = {
    {"none", N_("barons keep their order")},
    {"carried", N_("the barons taken may be turned over before they land")},
    {"landed", N_("the pile obtained may be turned over after the landing")},
    {"both", N_("the barons taken may be turned over before they land, and the pile obtained after the landing")},
    {NULL, NULL},
};

static const struct tab_choice speed_choices[] = {
    {"flight", N_("barons fly to any other pile")},
    {"two", N_("flights go more than four piles away, leaps as far as the square left says")},
    {NULL, NULL},
};

static const struct tab_option options[] = {
    [KHANTSIN_OPTION_FIRST] = {.key = "first", .summary = N_("who moves first"), .choices = first_choices},
    [KHANTSIN_OPTION_SETUP] = {.key = "setup", .summary = N_("setting up"), .choices = setup_choices},
    [KHANTSIN_OPTION_FLIPS] = {.key = "flips", .summary = N_("turning barons over"), .choices = flip_choices},
    [KHANTSIN_OPTION_SPEED] = {.key = "speed", .summary = N_("how far barons go"), .choices = speed_choices},
    [KHANTSIN_OPTION_DRAGON] = {.key = "dragon",
                                .summary = N_("which squares are simple, double and triple"),
                                .pattern = N_("36 digits 1, 2 or 3, from square 1"),
                                .initial = "213213213213213213213213213213213213"},
    [KHANTSIN_OPTION_REPETITION] = {.key = "repetition",
                                    .summary = N_("repeated positions"),
                                    .choices = game_repetition_choices,
                                    .idle = true}, /* no position comes twice */
    {.key = NULL},
};

const struct tab_game khantsin_game = {
    .id = "khantsin",
    .title = "Khan Tsin",
    .players_min = 2,
    .players_max = 2,
    .options = options,
    .repetition = KHANTSIN_OPTION_REPETITION,
    .option_read = khantsin_dragon_read,
    .option_write = khantsin_dragon_write,
    .rules_derive = game_nothing_derived,
    .players = game_two_players,
    .start = khantsin_start,
    .deal = khantsin_deal,
    .player = khantsin_player,
    .moves = khantsin_moves,
    .count = khantsin_move_count,
    .play = khantsin_play,
    .outcome = khantsin_outcome,
    .shares = game_all_share,
    .score = khantsin_score,
    .declare_draw = khantsin_declare_draw,
    .hash = khantsin_hash,
    .repeats = khantsin_repeats,
    .position_read = khantsin_position_read,
    .position_write = khantsin_position_write,
    .move_write = khantsin_move_write,
    .move_explain = khantsin_move_explain,
};
