/* santasi.c - what the engine knows about San Ta Si before the end can be calculated.
 *
 * Showing one's cylinders early is bad, keeping them is good: the evaluation adds, for the player to move, the pieces
 * left of each size as pairs (own, other), what is visible of each size, and the lead in visible cylinders by stage of
 * the game. */
#include "../rules/santasi.h"
#include "../rules/registry.h"
#include "brain.h"
#include "santasi_weights.h"

enum {
    COUNTS = SANTASI_COUNT_MAX + 1,
    STAGES = 16,
    STAGE_PIECES = 2, /* pieces left per stage */
    LEAD_MAX = 8,
    LEADS = 2 * LEAD_MAX + 1,
    LEFT_AT = 0,
    VISIBLE_AT = LEFT_AT + SANTASI_SIZES * COUNTS * COUNTS,
    LEAD_AT = VISIBLE_AT + SANTASI_SIZES * SANTASI_COLOUR_COUNT,
    PARITY_AT = LEAD_AT + STAGES * LEADS,
    WEIGHTS = PARITY_AT + 2
};
static_assert(SANTASI_WEIGHTS == (int)WEIGHTS, "one weight for each feature");

static int stage_of(int left) {
    int stage = left / STAGE_PIECES;
    return stage < STAGES ? stage : STAGES - 1;
}

/* The colour of the player to move. */
static enum santasi_colour own_colour(const struct santasi *santasi) {
    return santasi->built % 2 == 0 ? SANTASI_BLUE : SANTASI_SILVER;
}

/* Visible cylinders of each size in all towers, by colour. */
static void visible_by_size(const struct santasi_set *set, const struct santasi *santasi,
                            int seen[SANTASI_SIZES][SANTASI_COLOUR_COUNT]) {
    int wider[SANTASI_SITES] = {0};
    for (int size = SANTASI_SIZES - 1; size >= 0; size--) {
        seen[size][SANTASI_BLUE] = seen[size][SANTASI_SILVER] = 0;
        for (int site = 0; site < SANTASI_SITES; site++) {
            int column = santasi_column(size, site), height = santasi_height(santasi, column);
            if (height <= wider[site])
                continue;
            int visible = santasi_cylinders(santasi, column) - wider[site] / set->height[size];
            int silver = __builtin_popcount(santasi->column[column] & ((UINT32_C(1) << visible) - 1));
            seen[size][SANTASI_SILVER] += silver;
            seen[size][SANTASI_BLUE] += visible - silver;
            wider[site] = height;
        }
    }
}

static int santasi_features(const struct tab_rules *rules, const struct tab_position *position,
                            struct brain_feature features[BRAIN_FEATURES_MAX]) {
    const struct santasi *santasi = santasi_of(position);
    const enum santasi_colour own = own_colour(santasi), other = own == SANTASI_BLUE ? SANTASI_SILVER : SANTASI_BLUE;
    int seen[SANTASI_SIZES][SANTASI_COLOUR_COUNT], count = 0, lead = 0, left = 0;
    visible_by_size(santasi_set_of(rules), santasi, seen);
    for (int size = 0; size < SANTASI_SIZES; size++) {
        int mine = santasi_left(santasi, own, size), theirs = santasi_left(santasi, other, size);
        lead += seen[size][own] - seen[size][other];
        left += mine + theirs;
        features[count++] = (struct brain_feature){LEFT_AT + (size * COUNTS + mine) * COUNTS + theirs, 1};
        features[count++] = (struct brain_feature){VISIBLE_AT + size * 2, seen[size][own]};
        features[count++] = (struct brain_feature){VISIBLE_AT + size * 2 + 1, seen[size][other]};
    }
    lead = lead < -LEAD_MAX ? -LEAD_MAX : lead > LEAD_MAX ? LEAD_MAX : lead;
    features[count++] = (struct brain_feature){LEAD_AT + stage_of(left) * LEADS + lead + LEAD_MAX, 1};
    features[count++] = (struct brain_feature){PARITY_AT + left % 2, 1};
    return count;
}

static int santasi_evaluate(const struct tab_rules *rules, const struct tab_position *position,
                            const int16_t *weights) {
    return brain_evaluate_features(&santasi_brain, rules, position, weights);
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
    .weight_count = WEIGHTS,
    .kept = santasi_weights,
    .kept_bits = 16,
    .unpack = brain_unpack_plain,
    .pack = brain_pack_plain,
    .key = brain_hash_key,
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
