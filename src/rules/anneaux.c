/* anneaux.c - the rules of Three Rings. anneaux.h draws the board and the move, anneaux_text.c has the texts. */
#include "anneaux.h"
#include "registry.h"

static struct anneaux *anneaux_edit(struct tab_position *position) { return (struct anneaux *)(void *)position->state; }

static int count_bits(uint32_t bits) { return __builtin_popcount(bits); }
static int lowest_bit(uint32_t bits) { return __builtin_ctz(bits); }

static tab_move move_make(enum anneaux_kind kind, int from, int to) {
    return (tab_move)from | (tab_move)to << 5 | (tab_move)kind << 10;
}

/* ---- Legal moves ---------------------------------------------------------------------------------------------- */

static int anneaux_count(const struct tab_rules *rules, const struct tab_position *position) {
    (void)rules;
    const struct anneaux *anneaux = anneaux_of(position);
    if (anneaux->outcome != TAB_ONGOING)
        return 0;
    if (anneaux_due(anneaux) != 0)
        return count_bits(anneaux->pawns[anneaux_due_owner(anneaux)]);
    const uint32_t own = anneaux->pawns[anneaux->mover], free = ANNEAUX_BOARD & ~anneaux_occupied(anneaux);
    if (anneaux_flies(anneaux, anneaux->mover))
        return free != 0 ? count_bits(own) * count_bits(free) : 1;
    int slides = count_bits(anneaux_forward(own) & free) + count_bits(anneaux_back(own) & free) +
                 count_bits(own << ANNEAUX_SECTORS & free) + count_bits(own >> ANNEAUX_SECTORS & free);
    int places = anneaux->reserve[anneaux->mover] > 0 ? count_bits(free) : 0;
    int rings = anneaux->turned == ANNEAUX_NOT_TURNED ? ANNEAUX_RINGS : ANNEAUX_RINGS - 1;
    return places + slides + 2 * rings;
}

/* How many moves a list gets is as good as random. So they are written by fours, the last ones in vain, and the end of
 * a loop is mispredicted less often. A bit beyond the board stands for what is not there. */
enum { BLOCK = 4 };

/* Adds one move for each cell it may go to. */
static tab_move *add_cells(tab_move *out, enum anneaux_kind kind, int from, uint32_t cells) {
    const uint32_t beyond = UINT32_C(1) << 31;
    tab_move *const end = out + count_bits(cells);
    while (out < end)
        for (int i = 0; i < BLOCK; i++, cells &= cells - 1)
            *out++ = move_make(kind, from, lowest_bit(cells | beyond));
    return end;
}

/* Where a slide to a cell comes from: forward or back along the ring, outwards or inwards across the rings. */
static int slide_from(int to, bool across, bool opposite) {
    if (across)
        return (to + (opposite ? ANNEAUX_SECTORS : -ANNEAUX_SECTORS)) & 31;
    return (to & ~7) | ((to + (opposite ? 1 : -1)) & 7);
}

/* Adds the slides to free cells, along the rings or across them: both directions in one loop. */
static inline tab_move *add_slides(tab_move *out, uint32_t one, uint32_t opposite, bool across) {
    const uint64_t beyond = UINT64_C(1) << 63;
    uint64_t cells = (uint64_t)opposite << 32 | one;
    tab_move *const end = out + __builtin_popcountll(cells);
    while (out < end) {
        for (int i = 0; i < BLOCK; i++, cells &= cells - 1) {
            int bit = __builtin_ctzll(cells | beyond), to = bit & 31;
            *out++ = move_make(ANNEAUX_MOVE, slide_from(to, across, bit >= 32), to);
        }
    }
    return end;
}

/* Adds the flights, or the pass when the board is full. The free cells are gone through once: the other pawns fly to
 * the same ones as the first. */
static tab_move *add_flights(tab_move *out, uint32_t own, uint32_t free) {
    if (free == 0)
        *out++ = move_make(ANNEAUX_PASS, 0, 0);
    const tab_move *const first = out;
    const tab_move from = (tab_move)lowest_bit(own);
    out = add_cells(out, ANNEAUX_MOVE, (int)from, free);
    const ptrdiff_t cells = out - first;
    for (uint32_t rest = own & (own - 1); rest != 0; rest &= rest - 1) {
        for (ptrdiff_t i = 0; i < cells; i++)
            out[i] = first[i] - from + (tab_move)lowest_bit(rest);
        out += cells;
    }
    return out;
}

static tab_move *add_turns(tab_move *out, int turned) {
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++)
        if (ring != turned)
            for (int direction = 0; direction < 2; direction++)
                *out++ = move_make(ANNEAUX_TURN, ring, direction);
    return out;
}

static int anneaux_moves(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    (void)rules;
    const struct anneaux *anneaux = anneaux_of(position);
    if (anneaux->outcome != TAB_ONGOING)
        return 0;
    tab_move *out = moves;
    if (anneaux_due(anneaux) != 0)
        return (int)(add_cells(out, ANNEAUX_TAKE, 0, anneaux->pawns[anneaux_due_owner(anneaux)]) - moves);
    const uint32_t own = anneaux->pawns[anneaux->mover], free = ANNEAUX_BOARD & ~anneaux_occupied(anneaux);
    if (anneaux_flies(anneaux, anneaux->mover))
        return (int)(add_flights(out, own, free) - moves);
    if (anneaux->reserve[anneaux->mover] > 0)
        out = add_cells(out, ANNEAUX_PLACE, ANNEAUX_RESERVE, free);
    out = add_slides(out, anneaux_forward(own) & free, anneaux_back(own) & free, false);
    out = add_slides(out, own << ANNEAUX_SECTORS & free, own >> ANNEAUX_SECTORS & free, true);
    return (int)(add_turns(out, anneaux->turned) - moves);
}

/* ---- Lines and spent pawns ------------------------------------------------------------------------------------ */

uint32_t anneaux_arc_ends(uint32_t pawns) {
    const uint32_t before = anneaux_forward(pawns), after = anneaux_back(pawns);
    return pawns & ((before & anneaux_forward(before)) | (after & anneaux_back(after)));
}

/* With spent=while-standing, pawns that no longer stand at an end of three in a row are fresh again. */
static void spent_refresh(const struct tab_rules *rules, struct anneaux *anneaux) {
    if (rules->choice[ANNEAUX_OPTION_SPENT] == 0 || anneaux->spent == 0)
        return;
    uint32_t standing = 0;
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        standing |= anneaux_arc_ends(anneaux->pawns[player]);
    anneaux->spent &= standing;
}

/* Ends of the arc of fresh pawns through the pawn that has just arrived, 0 when there is none. When several are
 * possible the pawn is in the middle: an arc to each side implies that one. */
static uint32_t arc_made(uint32_t fresh, uint32_t arrived) {
    const uint32_t before = anneaux_back(arrived), after = anneaux_forward(arrived);
    if (!(fresh & (before | after)))
        return 0;
    if ((fresh & before) && (fresh & after))
        return before | after;
    const uint32_t end = fresh & before ? anneaux_back(before) : anneaux_forward(after);
    return fresh & end ? arrived | end : 0;
}

/* Lines that a pawn makes by arriving on a cell; both are judged before the ends of the arc are spent. */
static int lines_of_arrival(struct anneaux *anneaux, int cell) {
    const uint32_t arrived = UINT32_C(1) << cell, radius = ANNEAUX_SECTOR_1 << cell % ANNEAUX_SECTORS;
    const uint32_t fresh = anneaux->pawns[anneaux->mover] & ~anneaux->spent;
    const uint32_t ends = arc_made(fresh, arrived);
    anneaux->spent |= ends;
    return (ends != 0) + ((fresh & radius) == radius);
}

/* Lines that the turn of a ring has made for the mover. */
static int lines_of_turn(const struct anneaux *anneaux) {
    const uint32_t fresh = anneaux->pawns[anneaux->mover] & ~anneaux->spent;
    return count_bits(fresh & fresh >> ANNEAUX_SECTORS & fresh >> 2 * ANNEAUX_SECTORS);
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static uint32_t cells_turn(uint32_t cells, uint32_t ring, int direction) {
    const uint32_t moved = direction == 0 ? anneaux_forward(cells) : anneaux_back(cells);
    return (cells & ~ring) | (moved & ring);
}

static void ring_turn(struct anneaux *anneaux, int ring, int direction) {
    const uint32_t turning = anneaux_ring(ring);
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        anneaux->pawns[player] = cells_turn(anneaux->pawns[player], turning, direction);
    anneaux->spent = cells_turn(anneaux->spent, turning, direction);
    anneaux->turned = (uint8_t)ring;
}

/* Ends the mover's turn: nothing is due any more. */
static void turn_pass(const struct tab_rules *rules, struct anneaux *anneaux) {
    const int players = anneaux_players(rules);
    spent_refresh(rules, anneaux);
    do {
        anneaux->mover = (uint8_t)(anneaux->mover + 1 < players ? anneaux->mover + 1 : 0);
    } while (anneaux_is_out(anneaux, anneaux->mover));
}

/* Notes what the mover takes for the lines made: as much from every other player, as far as they have it. */
static void lines_count(struct anneaux *anneaux, int lines) {
    for (int player = 0; player < TAB_PLAYERS_MAX; player++) {
        int pawns = anneaux_on_board(anneaux, player);
        if (player != anneaux->mover)
            anneaux->due[player] = (uint8_t)(pawns < lines ? pawns : lines);
    }
}

static void game_end(struct anneaux *anneaux, int outcome) {
    anneaux->outcome = (int8_t)outcome;
    anneaux->mover = 0;
    memset(anneaux->due, 0, sizeof anneaux->due);
}

/* Eliminates a player who has too few pawns left; the last one left wins, whatever is still due. */
static void player_check(const struct tab_rules *rules, struct anneaux *anneaux, int player) {
    if (anneaux_on_board(anneaux, player) + anneaux->reserve[player] > ANNEAUX_OUT)
        return;
    anneaux->out |= (uint8_t)(1 << player);
    anneaux->reserve[player] = 0;
    if (count_bits(anneaux->out) < anneaux_players(rules) - 1)
        return;
    game_end(anneaux, anneaux->mover + 1);
    spent_refresh(rules, anneaux);
}

static void pawn_take(const struct tab_rules *rules, struct anneaux *anneaux, uint32_t cell) {
    const int owner = anneaux_due_owner(anneaux);
    anneaux->pawns[owner] &= ~cell;
    anneaux->spent &= ~cell;
    anneaux->due[owner]--;
    player_check(rules, anneaux, owner);
    if (anneaux->outcome == TAB_ONGOING && anneaux_due(anneaux) == 0)
        turn_pass(rules, anneaux);
}

/* Makes an action and returns how many lines it makes. A placement and a slide run through the same code, so that
 * nothing has to be predicted: the reserve is a cell beside the board. */
static int action_make(struct anneaux *anneaux, tab_move move) {
    const int from = anneaux_move_from(move), to = anneaux_move_to(move);
    const enum anneaux_kind kind = anneaux_move_kind(move);
    if (kind == ANNEAUX_PASS)
        return 0;
    if (kind == ANNEAUX_TURN) {
        ring_turn(anneaux, from, to);
        return lines_of_turn(anneaux);
    }
    const uint32_t kept = ~(UINT32_C(1) << from);
    anneaux->reserve[anneaux->mover] = (uint8_t)(anneaux->reserve[anneaux->mover] - (kind == ANNEAUX_PLACE));
    anneaux->spent &= kept;
    anneaux->pawns[anneaux->mover] = (anneaux->pawns[anneaux->mover] & kept) | UINT32_C(1) << to;
    return lines_of_arrival(anneaux, to);
}

static void anneaux_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    struct anneaux *anneaux = anneaux_edit(position);
    if (anneaux_move_kind(move) == ANNEAUX_TAKE) {
        pawn_take(rules, anneaux, UINT32_C(1) << anneaux_move_to(move));
        return;
    }
    int lines = action_make(anneaux, move);
    if (lines > 0)
        lines_count(anneaux, lines);
    if (anneaux_due(anneaux) == 0)
        turn_pass(rules, anneaux);
}

static void anneaux_start(const struct tab_rules *rules, struct tab_position *position) {
    struct anneaux *anneaux = anneaux_edit(position);
    for (int player = 0; player < anneaux_players(rules); player++)
        anneaux->reserve[player] = ANNEAUX_PAWNS;
    anneaux->turned = ANNEAUX_NOT_TURNED;
    anneaux->outcome = TAB_ONGOING;
}

static int anneaux_player(const struct tab_position *position) {
    const struct anneaux *anneaux = anneaux_of(position);
    return anneaux->outcome == TAB_ONGOING ? anneaux->mover + 1 : 0;
}

static int anneaux_outcome(const struct tab_rules *rules, const struct tab_position *position, const char **reason) {
    (void)rules;
    int outcome = anneaux_of(position)->outcome;
    if (outcome != TAB_ONGOING)
        *reason = outcome == TAB_DRAWN ? game_declared_drawn : N_("everyone else is eliminated");
    return outcome;
}

static bool anneaux_shares(const struct tab_rules *rules, const struct tab_position *position, int player) {
    (void)rules;
    return !anneaux_is_out(anneaux_of(position), player - 1);
}

static int anneaux_score(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines) {
    const struct anneaux *anneaux = anneaux_of(position);
    lines[0] = (struct tab_score){.label = N_("pawns on the board")};
    lines[1] = (struct tab_score){.label = N_("pawns in reserve")};
    lines[2] = (struct tab_score){.label = N_("pawns lost")};
    for (int player = 0; player < anneaux_players(rules); player++) {
        lines[0].value[player] = anneaux_on_board(anneaux, player);
        lines[1].value[player] = anneaux->reserve[player];
        lines[2].value[player] = ANNEAUX_PAWNS - lines[0].value[player] - lines[1].value[player];
    }
    return 3;
}

static void anneaux_declare_draw(struct tab_position *position) { game_end(anneaux_edit(position), TAB_DRAWN); }

/* ---- Identity ------------------------------------------------------------------------------------------------- */

static uint64_t anneaux_hash(const struct tab_position *position) {
    uint64_t words[sizeof(struct anneaux) / sizeof(uint64_t)];
    memcpy(words, position->state, sizeof words);
    return hash_words(words, sizeof words / sizeof *words);
}

static bool anneaux_repeats(const struct tab_position *one, const struct tab_position *other) {
    return memcmp(one->state, other->state, sizeof(struct anneaux)) == 0;
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static int players_of(const struct tab_rules *rules) { return anneaux_players(rules); }

static const struct tab_choice player_choices[] = {
    {"2", N_("two players")},
    {"3", N_("three players")},
    {"4", N_("four players")},
    {NULL, NULL},
};

static const struct tab_choice spent_choices[] = {
    {"until-moved", N_("the ends of an arc that has counted make no other line until they are moved")},
    {"while-standing", N_("the ends of an arc that has counted make no other line until they are moved or no longer "
                          "ends of three in a row")},
    {NULL, NULL},
};

static const struct tab_option options[] = {
    [ANNEAUX_OPTION_PLAYERS] = {.key = "players", .summary = N_("number of players"), .choices = player_choices},
    [ANNEAUX_OPTION_SPENT] = {.key = "spent", .summary = N_("how long pawns are spent"), .choices = spent_choices},
    [ANNEAUX_OPTION_REPETITION] = {.key = "repetition",
                                   .summary = N_("repeated positions"),
                                   .choices = game_repetition_choices},
    {.key = NULL},
};

const struct tab_game anneaux_game = {
    .id = "anneaux",
    .title = N_("Three Rings"),
    .players_min = 2,
    .players_max = TAB_PLAYERS_MAX,
    .options = options,
    .repetition = ANNEAUX_OPTION_REPETITION,
    .option_read = game_no_option_read,
    .option_write = game_no_option_write,
    .rules_derive = game_nothing_derived,
    .players = players_of,
    .start = anneaux_start,
    .deal = game_no_deal,
    .player = anneaux_player,
    .moves = anneaux_moves,
    .count = anneaux_count,
    .play = anneaux_play,
    .outcome = anneaux_outcome,
    .shares = anneaux_shares,
    .score = anneaux_score,
    .declare_draw = anneaux_declare_draw,
    .hash = anneaux_hash,
    .repeats = anneaux_repeats,
    .position_read = anneaux_position_read,
    .position_write = anneaux_position_write,
    .move_write = anneaux_move_write,
    .move_explain = anneaux_move_explain,
};
