/* santasi.c - the rules of San Ta Si. santasi.h draws the columns and the move; the texts are in santasi_text.c. */
#include "santasi.h"
#include "registry.h"

#include <string.h>

#define FIRST_SITES (SANTASI_FIRST_COLUMNS * UINT32_C(0x10001)) /* the lowest of the three bits of every piece */

static int count_bits(uint32_t bits) { return __builtin_popcount(bits); }

static int larger(int one, int other) { return one > other ? one : other; }

/* ---- Placing -------------------------------------------------------------------------------------------------- */

/* The moves with every piece that remains, wherever it may go. */
static inline uint32_t moves_left(uint32_t left) { return ((left | left >> 1 | left >> 2) & FIRST_SITES) * 7; }

static inline uint32_t moves_legal(const struct santasi *santasi) {
    uint32_t open = santasi->open;
    return (open | open << 16) & moves_left(santasi->left);
}

static inline void cylinder_add(const struct santasi_set *set, struct santasi *santasi, enum santasi_colour colour,
                                int column) {
    santasi->column[column] = (uint16_t)((uint32_t)santasi->column[column] << 1 | (uint32_t)colour);
    santasi->height[SANTASI_SITES + column] += set->step[column];
    santasi->left -= UINT32_C(1) << (16 * (int)colour + column - santasi_site(column));
    santasi->built++;
}

void santasi_add(const struct santasi_set *set, struct santasi *santasi, enum santasi_colour colour, int column) {
    cylinder_add(set, santasi, colour, column);
}

static bool column_open(const struct santasi *santasi, int column) {
    const uint16_t *height = &santasi->height[SANTASI_SITES + column];
    return height[0] == 0 || height[-SANTASI_SITES] > height[0] || height[SANTASI_SITES] > height[0];
}

/* Brings the open columns up to date after one has grown: it may have closed, and its neighbours may have opened. A
 * neighbour that does not exist has a bit that falls off either end. */
static inline void open_update(struct santasi *santasi, int column) {
    const uint16_t *height = &santasi->height[SANTASI_SITES + column];
    const uint32_t grown = height[0], inner = height[-SANTASI_SITES], outer = height[SANTASI_SITES];
    const uint32_t held = (inner > grown) | (outer > grown);
    uint32_t open = santasi->open & ~(UINT32_C(1) << column);
    open |= held << column;
    open |= (uint32_t)(grown > inner) << column >> SANTASI_SITES;
    open |= (uint32_t)(grown > outer) << column << SANTASI_SITES;
    santasi->open = (uint16_t)(open & SANTASI_ALL_COLUMNS);
}

/* ---- Visible cylinders and the result ------------------------------------------------------------------------- */

/* Visible cylinders of a column behind wider ones of a given height. Its tops are the multiples of its step. */
static int visible_above(const struct santasi_set *set, const struct santasi *santasi, int column, int wider) {
    int hidden = wider / set->step[column];
    return larger(santasi_cylinders(santasi, column) - hidden, 0);
}

int santasi_visible(const struct santasi_set *set, const struct santasi *santasi, int column) {
    int wider = 0;
    for (int other = column + SANTASI_SITES; other < SANTASI_COLUMNS; other += SANTASI_SITES)
        wider = larger(wider, santasi_height(santasi, other));
    return visible_above(set, santasi, column, wider);
}

/* Counts the visible cylinders of one tower and returns its height. */
static int tower_count(const struct santasi_set *set, const struct santasi *santasi, int site,
                       int visible[SANTASI_COLOUR_COUNT]) {
    int height = 0;
    for (int size = SANTASI_SIZES - 1; size >= 0; size--) {
        int column = santasi_column(size, site);
        int seen = visible_above(set, santasi, column, height);
        int silver = count_bits(santasi->column[column] & ((UINT32_C(1) << seen) - 1));
        visible[SANTASI_BLUE] += seen - silver;
        visible[SANTASI_SILVER] += silver;
        height = larger(height, santasi_height(santasi, column));
    }
    return height;
}

void santasi_count_visible(const struct santasi_set *set, const struct santasi *santasi, struct santasi_count *count) {
    *count = (struct santasi_count){0};
    int highest = 0;
    for (int site = 0; site < SANTASI_SITES; site++) {
        int height = tower_count(set, santasi, site, count->visible[site]);
        if (height > highest)
            count->highest = 0;
        highest = larger(highest, height);
        if (height == highest)
            count->highest |= 1U << site;
    }
}

/* Visible cylinders of a colour in some of the towers. */
static int visible_in(const struct santasi_count *count, unsigned towers, enum santasi_colour colour) {
    int sum = 0;
    for (int site = 0; site < SANTASI_SITES; site++)
        sum += towers >> site & 1 ? count->visible[site][colour] : 0;
    return sum;
}

/* By how many visible cylinders blue leads in some of the towers. */
static int blue_lead(const struct santasi_count *count, unsigned towers) {
    return visible_in(count, towers, SANTASI_BLUE) - visible_in(count, towers, SANTASI_SILVER);
}

enum { ALL_TOWERS = (1 << SANTASI_SITES) - 1 };

static int outcome_of(const struct santasi_count *count) {
    int lead = blue_lead(count, ALL_TOWERS);
    if (lead == 0)
        lead = blue_lead(count, count->highest);
    return lead > 0 ? 1 : lead < 0 ? 2 : TAB_DRAWN;
}

/* The game ends when nothing can be placed. */
static void game_end(const struct santasi_set *set, struct santasi *santasi) {
    struct santasi_count count;
    santasi_count_visible(set, santasi, &count);
    santasi->outcome = (int8_t)outcome_of(&count);
}

/* ---- The functions of the game -------------------------------------------------------------------------------- */

void santasi_complete(const struct santasi_set *set, struct santasi *santasi) {
    uint32_t open = 0;
    for (int column = 0; column < SANTASI_COLUMNS; column++)
        open |= (uint32_t)column_open(santasi, column) << column;
    santasi->open = (uint16_t)open;
    santasi->legal = moves_legal(santasi);
    santasi->outcome = TAB_ONGOING;
    if (santasi->legal == 0)
        game_end(set, santasi);
}

static void santasi_start(const struct tab_rules *rules, struct tab_position *position) {
    const struct santasi_set *set = santasi_set_of(rules);
    struct santasi *santasi = santasi_edit(position);
    for (int column = 0; column < SANTASI_COLUMNS; column++)
        santasi->column[column] = 1;
    santasi->left = set->left;
    santasi_complete(set, santasi);
}

static void santasi_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    const struct santasi_set *set = santasi_set_of(rules);
    struct santasi *santasi = santasi_edit(position);
    const int column = santasi_move_column(move);
    cylinder_add(set, santasi, santasi_move_colour(move), column);
    open_update(santasi, column);
    santasi->legal = moves_legal(santasi);
    if (santasi->legal == 0)
        game_end(set, santasi);
}

static int santasi_count(const struct tab_rules *rules, const struct tab_position *position) {
    (void)rules;
    return count_bits(santasi_of(position)->legal);
}

static int santasi_moves(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    (void)rules;
    tab_move *out = moves;
    for (uint32_t rest = santasi_of(position)->legal; rest != 0; rest &= rest - 1)
        *out++ = (tab_move)__builtin_ctz(rest);
    return (int)(out - moves);
}

static int santasi_player(const struct tab_position *position) {
    const struct santasi *santasi = santasi_of(position);
    return santasi->outcome == TAB_ONGOING ? santasi->built % 2 + 1 : 0;
}

static int santasi_outcome(const struct tab_rules *rules, const struct tab_position *position, const char **reason) {
    const struct santasi *santasi = santasi_of(position);
    if (santasi->outcome == TAB_ONGOING)
        return TAB_ONGOING;
    struct santasi_count count;
    santasi_count_visible(santasi_set_of(rules), santasi, &count);
    if (moves_legal(santasi) != 0)
        *reason = game_declared_drawn;
    else if (blue_lead(&count, ALL_TOWERS) != 0)
        *reason = N_("more visible cylinders");
    else if (santasi->outcome != TAB_DRAWN)
        *reason = N_("visible cylinders equal; the highest tower decides");
    else
        *reason = N_("visible cylinders equal, in the highest tower too");
    return santasi->outcome;
}

static struct tab_score score_line(const char *label, int number, const struct santasi_count *count, unsigned towers) {
    return (struct tab_score){
        label, number, {visible_in(count, towers, SANTASI_BLUE), visible_in(count, towers, SANTASI_SILVER)}};
}

static int santasi_score(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines) {
    struct santasi_count count;
    santasi_count_visible(santasi_set_of(rules), santasi_of(position), &count);
    int used = 0;
    lines[used++] = score_line(N_("visible cylinders"), 0, &count, ALL_TOWERS);
    for (int site = 0; site < SANTASI_SITES; site++)
        lines[used++] = score_line(N_("visible in tower"), site + 1, &count, 1U << site);
    bool alone = count_bits(count.highest) == 1;
    lines[used++] = score_line(alone ? N_("visible in the highest tower, number") : N_("visible in the highest towers"),
                               alone ? __builtin_ctz(count.highest) + 1 : 0, &count, count.highest);
    return used;
}

static void santasi_declare_draw(struct tab_position *position) {
    struct santasi *santasi = santasi_edit(position);
    santasi->outcome = TAB_DRAWN;
    santasi->legal = 0;
}

/* The first four words of the state are all there is to know. */
static uint64_t santasi_hash(const struct tab_position *position) {
    uint64_t words[4], hash = 0;
    static_assert(offsetof(struct santasi, height) == sizeof words, "columns, count and outcome come first");
    memcpy(words, position->state, sizeof words);
    for (int i = 0; i < 4; i++)
        hash = hash_mix(hash, words[i]);
    return hash;
}

static bool santasi_repeats(const struct tab_position *one, const struct tab_position *other) {
    return memcmp(santasi_of(one), santasi_of(other), sizeof(struct santasi)) == 0;
}

static void santasi_derive(struct tab_rules *rules) {
    struct santasi_set *set = (struct santasi_set *)(void *)rules->derived;
    set->left = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        set->left |= set->count[size] * UINT32_C(0x10001) << (SANTASI_SITES * size);
        for (int site = 0; site < SANTASI_SITES; site++)
            set->step[santasi_column(size, site)] = set->height[size];
    }
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static const struct tab_option options[] = {
    [SANTASI_OPTION_SET] = {.key = "set",
                            .summary = N_("pieces per colour and height of each size"),
                            .pattern = N_("five terms COUNTxHEIGHT joined by +, sizes A to E; counts 1 to 6, heights 1 "
                                          "to 999"),
                            .initial = "3x46+3x38+2x52+4x30+3x43"},
    [SANTASI_OPTION_REPETITION] = {.key = "repetition",
                                   .summary = N_("repeated positions"),
                                   .choices = game_repetition_choices,
                                   .idle = true}, /* no position comes twice */
    {.key = NULL},
};

const struct tab_game santasi_game = {
    .id = "santasi",
    .title = "San Ta Si",
    .players_min = 2,
    .players_max = 2,
    .options = options,
    .repetition = SANTASI_OPTION_REPETITION,
    .option_read = santasi_option_read,
    .option_write = santasi_option_write,
    .rules_derive = santasi_derive,
    .players = game_two_players,
    .start = santasi_start,
    .deal = game_no_deal,
    .player = santasi_player,
    .moves = santasi_moves,
    .count = santasi_count,
    .play = santasi_play,
    .outcome = santasi_outcome,
    .shares = game_all_share,
    .score = santasi_score,
    .declare_draw = santasi_declare_draw,
    .hash = santasi_hash,
    .repeats = santasi_repeats,
    .position_read = santasi_position_read,
    .position_write = santasi_position_write,
    .move_write = santasi_move_write,
    .move_explain = santasi_move_explain,
};
