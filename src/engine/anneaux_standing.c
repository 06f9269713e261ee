/* anneaux_standing.c - how a player of Three Rings stands among several.
 *
 * Pawns count, differently with each number of players still in, but not how many of them are in the reserve: nothing can
 * be taken there, so that a fit likes pawns to stay, all players turn rings, and no game is ever decided. What a line
 * within reach is worth depends on how soon the player's turn comes: the mover is at distance 0, the next player at 1.
 * Every radius and every three neighbouring cells of a ring count by their content, all other players being one. */
#include "anneaux_standing.h"
#include "anneaux_lines.h"

enum {
    COUNTS = ANNEAUX_PAWNS + 1,
    DISTANCES = TAB_PLAYERS_MAX,
    REACHES = 4, /* cells within reach are counted up to one less; so are the others below */
    TURNED = 4,
    DUES = 8,
    SPENT = 9,
    WINDOW = 3,
    WINDOW_CODES = 1 << 3 * WINDOW,
    TOTALS_AT = 0,
    REACHES_AT = TOTALS_AT + TAB_PLAYERS_MAX * COUNTS,
    TURNED_AT = REACHES_AT + 2 * DISTANCES * REACHES,
    TURN_AT = TURNED_AT + DISTANCES * TURNED,
    DUE_AT = TURN_AT + DISTANCES * TAB_PLAYERS_MAX,
    SPENT_AT = DUE_AT + DUES,
    RADIUS_AT = SPENT_AT + SPENT,
    WINDOWS_AT = RADIUS_AT + ANNEAUX_RADIUS_CODES,
    WEIGHTS = WINDOWS_AT + ANNEAUX_RINGS * WINDOW_CODES
};
static_assert(ANNEAUX_STANDING_WEIGHTS == (int)WEIGHTS, "one weight for each feature");

static bool is_in(const struct anneaux *anneaux, int player) {
    return total_of(anneaux, player) > ANNEAUX_OUT && !anneaux_is_out(anneaux, player);
}

static int players_in(const struct anneaux *anneaux) {
    int in = 0;
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        in += is_in(anneaux, player);
    return in;
}

/* How many turns before that of a player. */
static int distance_of(const struct anneaux *anneaux, int player) {
    int distance = 0;
    for (int other = anneaux->mover; other != player; other = (other + 1) % TAB_PLAYERS_MAX)
        distance += is_in(anneaux, other);
    return distance;
}

static int due_of(const struct anneaux *anneaux) {
    int due = 0;
    for (int owner = 0; owner < TAB_PLAYERS_MAX; owner++)
        due += anneaux->due[owner];
    return due;
}

/* Lists the features that come once. */
static int list_single(const struct anneaux *anneaux, int player, int *indices) {
    const uint32_t fresh = anneaux->pawns[player] & ~anneaux->spent;
    const uint32_t reach = cells_that_line(fresh) & ~anneaux_occupied(anneaux);
    const bool anywhere = anneaux->reserve[player] > 0 || anneaux_flies(anneaux, player);
    const int distance = distance_of(anneaux, player), in = players_in(anneaux);
    const int turned = anneaux_flies(anneaux, player) ? 0 : at_most(lines_by_turning(anneaux, fresh), TURNED - 1);
    int count = 0;
    indices[count++] = TOTALS_AT + (in - 1) * COUNTS + total_of(anneaux, player);
    indices[count++] =
        REACHES_AT + (anywhere * DISTANCES + distance) * REACHES + at_most(count_bits(reach), REACHES - 1);
    indices[count++] = TURNED_AT + distance * TURNED + turned;
    indices[count++] = TURN_AT + distance * TAB_PLAYERS_MAX + in - 1;
    if (distance == 0)
        indices[count++] = DUE_AT + at_most(due_of(anneaux), DUES - 1);
    indices[count++] = SPENT_AT + at_most(count_bits(anneaux->pawns[player] & anneaux->spent), SPENT - 1);
    return count;
}

int anneaux_standing_list(const struct anneaux *anneaux, int player, int base, struct brain_feature *features) {
    const uint32_t own = anneaux->pawns[player];
    int indices[BRAIN_FEATURES_MAX];
    if (!is_in(anneaux, player))
        return 0;
    int count = list_single(anneaux, player, indices);
    count += cells_list(own, anneaux_occupied(anneaux) & ~own, anneaux->spent, WINDOW, RADIUS_AT, WINDOWS_AT,
                        indices + count);
    for (int i = 0; i < count; i++)
        features[i] = (struct brain_feature){base + indices[i], 1};
    return count;
}

int anneaux_standing_tie(int index) {
    if (index < WINDOWS_AT)
        return index;
    const int code = (index - WINDOWS_AT) % WINDOW_CODES;
    return index - code + window_tie(code, WINDOW);
}
