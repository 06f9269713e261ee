/* santasi.c - what the engine knows about San Ta Si before the end can be calculated.
 *
 * The evaluation is a net (net.h) whose parts are the towers. Of a tower it sees, for every size, how many cylinders
 * the column has and whether it is open, by how many of its own cylinders it stands above what is wider, how far the
 * next thinner column reaches in such cylinders, and every visible cylinder with its level and its colour; by how much
 * the tower is the highest or falls short of that; and beside each tower the pieces left of every size and colour, and
 * whose turn is the last. Levels are computed from the heights of the set. Colours are those of the player to move and
 * of the other one. */
#include "../rules/santasi.h"
#include "../rules/registry.h"
#include "brain.h"
#include "net.h"
#include "santasi_search.h"
#include "santasi_weights.h"

enum {
    LEVELS = 8, /* of cylinders in a column; those above count as the highest */
    REACH_LOW = -5,
    REACHES = 12, /* REACH_LOW and above */
    LEAD_LOW = -8,
    LEADS = 16, /* likewise */
    NEIGHBOURS = SANTASI_SIZES - 1,
    COUNT_AT = 0,
    REACH_AT = COUNT_AT + SANTASI_SIZES * LEVELS * 2,
    THINNER_AT = REACH_AT + NEIGHBOURS * REACHES,
    SEEN_AT = THINNER_AT + NEIGHBOURS * LEVELS,
    LEFT_AT = SEEN_AT + SANTASI_SIZES * LEVELS * SANTASI_COLOUR_COUNT,
    HIGHER_AT = LEFT_AT + SANTASI_SIZES * SANTASI_COLOUR_COUNT * (SANTASI_COUNT_MAX + 1),
    LAST_AT = HIGHER_AT + LEADS,
    ROWS = LAST_AT + 2
};
static_assert(SANTASI_WEIGHTS == NET_WEIGHTS(ROWS), "a table for all rows");

/* Rows of one tower: a few for every size, and one for every visible cylinder. */
enum {
    TOWER_ROWS_MAX = 4 * SANTASI_SIZES + 2 * SANTASI_SIZES * SANTASI_COUNT_MAX,
    COMMON_ROWS = SANTASI_SIZES * SANTASI_COLOUR_COUNT + 1
};

static int clamp(int number, int low, int high) { return number < low ? low : number > high ? high : number; }

/* The colour of the player to move. */
static enum santasi_colour own_colour(const struct santasi *santasi) {
    return santasi->built % 2 == 0 ? SANTASI_BLUE : SANTASI_SILVER;
}

/* Lists the rows that all towers have. */
static void common_rows(const struct santasi *santasi, enum santasi_colour own, int rows[COMMON_ROWS]) {
    int count = 0, total = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        for (int other = 0; other < SANTASI_COLOUR_COUNT; other++) {
            const int left = santasi_left(santasi, (enum santasi_colour)((int)own ^ other), size);
            rows[count++] = LEFT_AT + (size * SANTASI_COLOUR_COUNT + other) * (SANTASI_COUNT_MAX + 1) + left;
            total += left;
        }
    }
    rows[count] = LAST_AT + total % 2;
}

/* Lists the rows of the visible cylinders of a column and returns their number. */
static int seen_rows(const struct santasi *santasi, int column, int count, int hidden, enum santasi_colour own,
                     int *rows) {
    int seen = 0;
    for (int level = count - 1; level >= hidden; level--) {
        const int other = (santasi->column[column] >> (count - 1 - level) & 1) != (unsigned)own;
        const int cylinder = santasi_size(column) * LEVELS + clamp(level, 0, LEVELS - 1);
        rows[seen++] = SEEN_AT + cylinder * SANTASI_COLOUR_COUNT + other;
    }
    return seen;
}

/* The row for how much a tower stands above both others: in quarters of a cylinder of mean height, away from zero. */
static int lead_row(const struct santasi_set *set, const int height[SANTASI_SITES], int site) {
    const int one = height[(site + 1) % SANTASI_SITES], other = height[(site + 2) % SANTASI_SITES];
    int sum = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        sum += set->height[size];
    const int lead = (height[site] - (one > other ? one : other)) * 4 * SANTASI_SIZES;
    const int quarters = lead > 0 ? (lead + sum - 1) / sum : lead / sum;
    return HIGHER_AT + clamp(quarters - LEAD_LOW, 0, LEADS - 1);
}

/* Lists the rows of a tower by itself and returns their number; `top` gets its height. */
static int tower_rows(const struct santasi_set *set, const struct santasi *santasi, int site, enum santasi_colour own,
                      int rows[TOWER_ROWS_MAX], int *top) {
    int found = 0, wider = 0;
    for (int size = SANTASI_SIZES - 1; size >= 0; size--) {
        const int column = santasi_column(size, site), height = santasi_height(santasi, column);
        const int count = santasi_cylinders(santasi, column), unit = set->height[size], covered = wider / unit;
        const int level = clamp(count, 0, LEVELS - 1), open = santasi->open >> column & 1;
        rows[found++] = COUNT_AT + (size * LEVELS + level) * 2 + open;
        if (size < NEIGHBOURS)
            rows[found++] = REACH_AT + size * REACHES + clamp(count - covered - REACH_LOW, 0, REACHES - 1);
        if (size > 0) {
            const int thinner = santasi_height(santasi, santasi_column(size - 1, site)) / unit;
            rows[found++] = THINNER_AT + (size - 1) * LEVELS + clamp(thinner, 0, LEVELS - 1);
        }
        if (height <= wider)
            continue;
        found += seen_rows(santasi, column, count, covered, own, rows + found);
        wider = height;
    }
    *top = wider;
    return found;
}

/* The rows of each tower, with the tower's number as their part. */
static int santasi_features(const struct tab_rules *rules, const struct tab_position *position,
                            struct brain_feature features[BRAIN_FEATURES_MAX]) {
    const struct santasi *santasi = santasi_of(position);
    const enum santasi_colour own = own_colour(santasi);
    int common[COMMON_ROWS], tower[TOWER_ROWS_MAX], height[SANTASI_SITES], count = 0;
    common_rows(santasi, own, common);
    for (int site = 0; site < SANTASI_SITES; site++) {
        const int found = tower_rows(santasi_set_of(rules), santasi, site, own, tower, &height[site]);
        for (int i = 0; i < COMMON_ROWS; i++)
            features[count++] = (struct brain_feature){common[i], site};
        for (int i = 0; i < found; i++)
            features[count++] = (struct brain_feature){tower[i], site};
    }
    for (int site = 0; site < SANTASI_SITES; site++)
        features[count++] = (struct brain_feature){lead_row(santasi_set_of(rules), height, site), site};
    return count;
}

static net_traits rows_sum(const int16_t *weights, const int *rows, int count) {
    net_traits traits = net_row(weights, rows[0]);
    for (int i = 1; i < count; i++)
        traits += net_row(weights, rows[i]);
    return traits;
}

static int santasi_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                            const int16_t *weights) {
    const struct santasi *santasi = santasi_of(position);
    const enum santasi_colour own = own_colour(santasi);
    int rows[TOWER_ROWS_MAX], height[SANTASI_SITES];
    common_rows(santasi, own, rows);
    const net_traits common = rows_sum(weights, rows, COMMON_ROWS) + net_row(weights, ROWS); /* the bias follows */
    net_traits tower[SANTASI_SITES], whole = {0};
    for (int site = 0; site < SANTASI_SITES; site++) {
        const int found = tower_rows(santasi_set_of(rules), santasi, site, own, rows, &height[site]);
        tower[site] = rows_sum(weights, rows, found);
    }
    for (int site = 0; site < SANTASI_SITES; site++)
        whole += net_clip(tower[site] + common + net_row(weights, lead_row(santasi_set_of(rules), height, site)));
    return clamp(net_judge(whole, weights, ROWS), -BRAIN_VALUE_MAX, BRAIN_VALUE_MAX);
}

/* ---- The evaluation with a memory ------------------------------------------------------------------------------ */

/* A move changes one tower, so most towers of a position were seen before, and so was what is left. Both are kept for
 * each of the two players to look from. */
enum { MEMO_TOWER_BITS = 11, MEMO_COMMON_BITS = 9 };

struct tower_memo {
    uint64_t key; /* 0: nothing here */
    int height;
};

struct santasi_memo {
    int16_t tower[NET_WIDE << MEMO_TOWER_BITS]; /* rows */
    int16_t common[NET_WIDE << MEMO_COMMON_BITS];
    struct tower_memo tower_of[1 << MEMO_TOWER_BITS];
    uint64_t common_of[1 << MEMO_COMMON_BITS];
};
static_assert(sizeof(struct santasi_memo) <= BRAIN_MEMO_BYTES, "the memo must fit");

/* A number for a tower as it stands, covered cylinders and all. */
static uint64_t tower_number(const struct santasi *santasi, int site, enum santasi_colour own) {
    static const uint64_t factor[SANTASI_SIZES] = {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xC2B2AE3D27D4EB4F),
                                                   UINT64_C(0xD6E8FEB86659FD93), UINT64_C(0xA0761D6478BD642F),
                                                   UINT64_C(0xE7037ED1A0B428DB)};
    uint64_t number = (uint64_t)own * UINT64_C(0x8EBC6AF09C88C6E3) | 1;
    for (int size = 0; size < SANTASI_SIZES; size++)
        number += santasi->column[santasi_column(size, site)] * factor[size];
    return number;
}

/* The traits that a tower has for itself, and its height. */
static net_traits tower_recall(const struct tab_rules *rules, const struct santasi *santasi, int site,
                               const int16_t *weights, struct santasi_memo *memo, int *height) {
    const enum santasi_colour own = own_colour(santasi);
    const uint64_t key = tower_number(santasi, site, own);
    const int row = (int)(key >> (64 - MEMO_TOWER_BITS));
    if (memo->tower_of[row].key != key) {
        int rows[TOWER_ROWS_MAX];
        const int found = tower_rows(santasi_set_of(rules), santasi, site, own, rows, &memo->tower_of[row].height);
        net_row_set(memo->tower, row, rows_sum(weights, rows, found));
        memo->tower_of[row].key = key;
    }
    *height = memo->tower_of[row].height;
    return net_row(memo->tower, row);
}

/* The traits of what all towers have in common, with the bias. */
static net_traits common_recall(const struct santasi *santasi, enum santasi_colour own, const int16_t *weights,
                                struct santasi_memo *memo) {
    const uint64_t key = (uint64_t)santasi->left << 2 | (uint64_t)own << 1 | 1;
    const int row = (int)(key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - MEMO_COMMON_BITS));
    if (memo->common_of[row] != key) {
        int rows[COMMON_ROWS];
        common_rows(santasi, own, rows);
        net_row_set(memo->common, row, rows_sum(weights, rows, COMMON_ROWS) + net_row(weights, ROWS));
        memo->common_of[row] = key;
    }
    return net_row(memo->common, row);
}

static int santasi_recall(const struct tab_rules *rules, const struct tab_position *position, const int16_t *weights,
                          struct brain_memo *memory) {
    struct santasi_memo *memo = (struct santasi_memo *)(void *)memory->bytes;
    const struct santasi *santasi = santasi_of(position);
    const net_traits common = common_recall(santasi, own_colour(santasi), weights, memo);
    net_traits tower[SANTASI_SITES], whole = {0};
    int height[SANTASI_SITES];
    for (int site = 0; site < SANTASI_SITES; site++)
        tower[site] = tower_recall(rules, santasi, site, weights, memo, &height[site]) + common;
    for (int site = 0; site < SANTASI_SITES; site++)
        whole += net_clip(tower[site] + net_row(weights, lead_row(santasi_set_of(rules), height, site)));
    return clamp(net_judge(whole, weights, ROWS), -BRAIN_VALUE_MAX, BRAIN_VALUE_MAX);
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

/* What one tower still matters by: how many cylinders its columns have, and the colours of the visible ones. */
static uint64_t tower_code(const struct santasi_set *set, const struct santasi *santasi, int site) {
    uint64_t shape = 0, colours = 0;
    int wider = 0;
    for (int size = SANTASI_SIZES - 1; size >= 0; size--) {
        const int column = santasi_column(size, site), height = santasi_height(santasi, column);
        const int count = santasi_cylinders(santasi, column);
        shape = shape << 4 | (uint64_t)count;
        if (height <= wider)
            continue;
        const int seen = count - wider / set->height[size];
        colours = colours << seen | (santasi->column[column] & ((UINT64_C(1) << seen) - 1));
        wider = height;
    }
    return hash_mix(shape, colours);
}

/* The towers are interchangeable, and what is covered stays so. */
static uint64_t santasi_key(const struct tab_rules *rules, const struct tab_position *position, uint64_t hash) {
    (void)hash;
    const struct santasi_set *set = santasi_set_of(rules);
    const struct santasi *santasi = santasi_of(position);
    uint64_t sum = 0;
    for (int site = 0; site < SANTASI_SITES; site++)
        sum += tower_code(set, santasi, site);
    return hash_mix(sum, santasi->left);
}

static int santasi_moves_left(const struct tab_position *position) {
    return santasi_pieces(santasi_of(position)->left);
}

/* ---- Wins at hand --------------------------------------------------------------------------------------------- */

/* A placement takes away only moves of its own size: the last piece of its kind, or a column that closes. So the game
 * can end now only when all legal moves are of one size. */
static bool may_end(const struct santasi *santasi) {
    const uint32_t columns = (santasi->legal | santasi->legal >> 16) & SANTASI_ALL_COLUMNS;
    if (columns == 0)
        return false;
    int size = santasi_size(__builtin_ctz(columns));
    return (columns & ~(UINT32_C(7) << SANTASI_SITES * size)) == 0;
}

static bool santasi_win_now(const struct tab_rules *rules, const struct tab_position *position, tab_move *move) {
    const struct santasi *santasi = santasi_of(position);
    if (!may_end(santasi))
        return false;
    tab_move moves[TAB_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves), player = rules->game->player(position);
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        rules->game->play(rules, &next, moves[i]);
        if (santasi_of(&next)->outcome == player) {
            *move = moves[i];
            return true;
        }
    }
    return false;
}

static bool santasi_threatened(const struct tab_rules *rules, const struct tab_position *position) {
    (void)rules, (void)position;
    return false;
}

/* ---- Moves that matter ---------------------------------------------------------------------------------------- */

/* The columns whose next cylinder is covered as soon as it is set. */
static uint32_t columns_covered(const struct santasi_set *set, const struct santasi *santasi) {
    uint32_t covered = 0;
    int wider[SANTASI_SITES] = {0};
    for (int column = SANTASI_COLUMNS - 1; column >= 0; column--) {
        const int site = santasi_site(column), height = santasi_height(santasi, column);
        covered |= (uint32_t)(height + set->step[column] <= wider[site]) << column;
        wider[site] = height > wider[site] ? height : wider[site];
    }
    return covered;
}

/* The columns of towers that are equal to one before them. */
static uint32_t columns_repeated(const struct santasi *santasi) {
    unsigned differ = 0; /* sites 2 and 1, 3 and 1, 3 and 2 */
    for (int column = 0; column < SANTASI_COLUMNS; column += SANTASI_SITES) {
        const uint16_t *tower = &santasi->column[column];
        differ |= (unsigned)(tower[1] != tower[0]) | (unsigned)(tower[2] != tower[0]) << 1 |
                  (unsigned)(tower[2] != tower[1]) << 2;
    }
    const uint32_t second = !(differ & 1), third = (differ & 6) != 6;
    return (second << 1 | third << 2) * SANTASI_FIRST_COLUMNS;
}

/* A piece that is covered at once is spent: a player who has the choice spends the other's. Whatever he could do with
 * the other's piece later, he can do as well with his own. */
static int santasi_moves_that_matter(const struct tab_rules *rules, const struct tab_position *position,
                                     tab_move *moves) {
    const struct santasi *santasi = santasi_of(position);
    const int own = 16 * (int)own_colour(santasi), other = 16 - own;
    const uint32_t repeated = columns_repeated(santasi);
    const uint32_t spent = columns_covered(santasi_set_of(rules), santasi) & santasi->legal >> other;
    const uint32_t idle = (spent & SANTASI_ALL_COLUMNS) << own | repeated << own | repeated << other;
    tab_move *out = moves;
    for (uint32_t rest = santasi->legal & ~idle; rest != 0; rest &= rest - 1)
        *out++ = (tab_move)__builtin_ctz(rest);
    return (int)(out - moves);
}

/* ---- Ordering ------------------------------------------------------------------------------------------------- */

enum { RATE_OTHERS = 3000 };

/* Spend the opponent's pieces, keep your own. */
static void santasi_rate(const struct tab_rules *rules, const struct tab_position *position, const tab_move *moves,
                         int count, int32_t *ratings) {
    (void)rules;
    const enum santasi_colour own = own_colour(santasi_of(position));
    for (int i = 0; i < count; i++)
        ratings[i] = santasi_move_colour(moves[i]) == own ? 0 : RATE_OTHERS;
}

const struct brain santasi_brain = {
    .weight_count = SANTASI_WEIGHTS,
    .parts = SANTASI_SITES,
    .kept = santasi_weights,
    .kept_count = SANTASI_WEIGHTS,
    .kept_bits = 8,
    .kept_step = NET_STEP,
    .killers_first = true,
    .margins = 28,
    .reductions = 190,
    .key = santasi_key,
    .evaluate = santasi_evaluate,
    .recall = santasi_recall,
    .features = santasi_features,
    .tie = brain_no_tie,
    .win_now = santasi_win_now,
    .threatened = santasi_threatened,
    .noisy = brain_no_noise,
    .moves = santasi_moves_that_matter,
    .moves_left = santasi_moves_left,
    .rate = santasi_rate,
    .pass = brain_no_pass,
    .shallow = brain_never_shallow,
};
