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

/* By how much a tower stands above both others, in quarters of a cylinder of mean height, away from zero. */
static int height_lead(const struct santasi_set *set, const struct santasi *santasi, int site, int height) {
    int rival = 0, mean = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        mean += set->height[size];
        for (int away = 1; away < SANTASI_SITES; away++) {
            const int column = santasi_column(size, (site + away) % SANTASI_SITES);
            rival = santasi_height(santasi, column) > rival ? santasi_height(santasi, column) : rival;
        }
    }
    const int lead = (height - rival) * 4 * SANTASI_SIZES;
    return lead > 0 ? (lead + mean - 1) / mean : lead / mean;
}

/* Lists the rows of a tower and returns their number. */
static int tower_rows(const struct santasi_set *set, const struct santasi *santasi, int site, enum santasi_colour own,
                      int rows[TOWER_ROWS_MAX]) {
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
    rows[found++] = HIGHER_AT + clamp(height_lead(set, santasi, site, wider) - LEAD_LOW, 0, LEADS - 1);
    return found;
}

/* The rows of each tower, with the tower's number as their part. */
static int santasi_features(const struct tab_rules *rules, const struct tab_position *position,
                            struct brain_feature features[BRAIN_FEATURES_MAX]) {
    const struct santasi *santasi = santasi_of(position);
    const enum santasi_colour own = own_colour(santasi);
    int common[COMMON_ROWS], tower[TOWER_ROWS_MAX], count = 0;
    common_rows(santasi, own, common);
    for (int site = 0; site < SANTASI_SITES; site++) {
        const int found = tower_rows(santasi_set_of(rules), santasi, site, own, tower);
        for (int i = 0; i < COMMON_ROWS; i++)
            features[count++] = (struct brain_feature){common[i], site};
        for (int i = 0; i < found; i++)
            features[count++] = (struct brain_feature){tower[i], site};
    }
    return count;
}

static int santasi_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                            const int16_t *weights) {
    const struct santasi *santasi = santasi_of(position);
    const enum santasi_colour own = own_colour(santasi);
    int rows[TOWER_ROWS_MAX];
    net_traits common = net_row(weights, ROWS), whole = {0}; /* the bias follows the rows */
    common_rows(santasi, own, rows);
    for (int i = 0; i < COMMON_ROWS; i++)
        common += net_row(weights, rows[i]);
    for (int site = 0; site < SANTASI_SITES; site++) {
        const int found = tower_rows(santasi_set_of(rules), santasi, site, own, rows);
        net_traits traits = common;
        for (int i = 0; i < found; i++)
            traits += net_row(weights, rows[i]);
        whole += net_clip(traits);
    }
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
    .kept_bits = 8,
    .unpack = brain_unpack_net,
    .pack = brain_pack_net,
    .key = santasi_key,
    .evaluate = santasi_evaluate,
    .features = santasi_features,
    .tie = brain_no_tie,
    .win_now = santasi_win_now,
    .threatened = santasi_threatened,
    .noisy = brain_no_noise,
    .rate = santasi_rate,
    .pass = brain_no_pass,
    .shallow = brain_never_shallow,
    .payoffs = brain_two_payoffs,
};
