/* ending_space.c - see ending_space.h. */
#include "ending_space.h"

#include <stdlib.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* ---- Bits ----------------------------------------------------------------------------------------------------- */

/* The bits of `set` that lie in `frame`, moved together. */
static uint32_t bits_gather(uint32_t set, uint32_t frame) {
#ifdef __BMI2__
    return _pext_u32(set, frame);
#else
    uint32_t gathered = 0;
    for (int i = 0; frame != 0; frame &= frame - 1, i++)
        gathered |= (set & frame & -frame ? UINT32_C(1) : 0) << i;
    return gathered;
#endif
}

/* The reverse: the lowest bits spread over `frame`. */
static uint32_t bits_spread(uint32_t set, uint32_t frame) {
#ifdef __BMI2__
    return _pdep_u32(set, frame);
#else
    uint32_t spread = 0;
    for (; frame != 0; frame &= frame - 1, set >>= 1)
        spread |= set & 1 ? frame & -frame : 0;
    return spread;
#endif
}

/* Rank of a set among those of its size, as a number in the combinatorial number system. */
static uint32_t set_rank(const struct ending_space *space, uint32_t set) {
    uint32_t rank = 0;
    for (int i = 1; set != 0; set &= set - 1, i++)
        rank += space->choose[__builtin_ctz(set)][i];
    return rank;
}

static uint32_t set_of_rank(const struct ending_space *space, int size, uint32_t rank) {
    uint32_t set = 0;
    int cell = ANNEAUX_CELLS - 1;
    for (int i = size; i > 0; i--) {
        while (space->choose[cell][i] > rank)
            cell--;
        rank -= space->choose[cell][i];
        set |= UINT32_C(1) << cell;
    }
    return set;
}

/* ---- Making the space ----------------------------------------------------------------------------------------- */

static void choose_fill(struct ending_space *space) {
    for (int n = 0; n <= ANNEAUX_CELLS; n++) {
        space->choose[n][0] = 1;
        for (int k = 1; k <= ENDING_MOST; k++)
            space->choose[n][k] = n == 0 ? 0 : space->choose[n - 1][k - 1] + space->choose[n - 1][k];
    }
}

/* Where a symmetry, counted from 0, the identity, takes a cell. */
static int cell_image(int symmetry, int cell) {
    static const uint8_t orders[6][ANNEAUX_RINGS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int turn = symmetry % ANNEAUX_SECTORS, mirror = symmetry / ANNEAUX_SECTORS % 2;
    const int order = symmetry / (2 * ANNEAUX_SECTORS), ring = cell / ANNEAUX_SECTORS;
    const int sector = mirror ? ANNEAUX_SECTORS - cell % ANNEAUX_SECTORS : cell;
    return orders[order][ring] * ANNEAUX_SECTORS + (sector + turn) % ANNEAUX_SECTORS;
}

static void images_fill(struct ending_space *space) {
    for (int symmetry = 0; symmetry < ENDING_SYMMETRIES; symmetry++)
        for (int ring = 0; ring < ANNEAUX_RINGS; ring++)
            for (int bits = 1; bits < 256; bits++) {
                const int cell = ring * ANNEAUX_SECTORS + __builtin_ctz((unsigned)bits);
                space->image[symmetry][ring][bits] =
                    space->image[symmetry][ring][bits & (bits - 1)] | UINT32_C(1) << cell_image(symmetry, cell);
            }
}

/* Makes a set the representative of a new orbit. */
static void orbit_add(struct ending_space *space, struct ending_orbits *orbits, uint32_t set, bool *known) {
    const int orbit = orbits->count++;
    assert(orbit < ENDING_ORBITS_MAX);
    orbits->representative[orbit] = set;
    for (int symmetry = 0; symmetry < ENDING_SYMMETRIES; symmetry++)
        if (ending_image(space, symmetry, set) == set)
            orbits->fixing[orbit][orbits->fixing_count[orbit]++] = (uint8_t)symmetry;
    for (int outward = 0; outward < ENDING_SYMMETRIES; outward++) {
        const uint32_t image = ending_image(space, outward, set), rank = set_rank(space, image);
        if (known[rank])
            continue;
        int back = 0;
        while (ending_image(space, back, image) != set)
            back++;
        known[rank] = true;
        orbits->orbit[rank] = (uint8_t)orbit;
        orbits->symmetry[rank] = (uint8_t)back;
    }
}

static void orbits_fill(struct ending_space *space, int size) {
    bool known[ENDING_SETS_MAX] = {false};
    const uint32_t sets = space->choose[ANNEAUX_CELLS][size];
    for (uint32_t rank = 0; rank < sets; rank++)
        if (!known[rank])
            orbit_add(space, &space->orbits[size], set_of_rank(space, size, rank), known);
}

struct ending_space *ending_space_new(void) {
    struct ending_space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    choose_fill(space);
    images_fill(space);
    for (int size = ENDING_LEAST - 1; size <= ENDING_MOST; size++)
        orbits_fill(space, size);
    return space;
}

/* ---- Numbers -------------------------------------------------------------------------------------------------- */

/* Placements of the second player, with what is spent. */
static uint32_t second_size(const struct ending_space *space, int first, int second) {
    return space->choose[ANNEAUX_CELLS - first][second] << second;
}

uint32_t ending_space_size(const struct ending_space *space, int first, int second) {
    return ((uint32_t)space->orbits[first].count << first) * second_size(space, first, second);
}

/* The number of a placement whose first player stands on the representative of an orbit. */
static uint32_t number_of(const struct ending_space *space, uint32_t orbit, uint32_t first, uint32_t second,
                          uint32_t spent) {
    const int first_count = __builtin_popcount(first), second_count = __builtin_popcount(second);
    const uint32_t rank = set_rank(space, bits_gather(second, ANNEAUX_BOARD & ~first));
    const uint32_t head = orbit << first_count | bits_gather(spent, first);
    return ((head * space->choose[ANNEAUX_CELLS - first_count][second_count] + rank) << second_count) |
           bits_gather(spent, second);
}

uint32_t ending_number(const struct ending_space *space, const struct ending *ending, int *symmetry) {
    const struct ending_orbits *orbits = &space->orbits[__builtin_popcount(ending->first)];
    const uint32_t rank = set_rank(space, ending->first);
    const uint32_t orbit = orbits->orbit[rank];
    *symmetry = orbits->symmetry[rank];
    return number_of(space, orbit, orbits->representative[orbit], ending_image(space, *symmetry, ending->second),
                     ending_image(space, *symmetry, ending->spent));
}

int ending_numbers(const struct ending_space *space, const struct ending *ending, uint32_t numbers[ENDING_SYMMETRIES],
                   uint8_t symmetries[ENDING_SYMMETRIES][2]) {
    const struct ending_orbits *orbits = &space->orbits[__builtin_popcount(ending->first)];
    const uint32_t rank = set_rank(space, ending->first);
    const uint32_t orbit = orbits->orbit[rank], first = orbits->representative[orbit];
    const uint8_t symmetry = orbits->symmetry[rank];
    const uint32_t second = ending_image(space, symmetry, ending->second);
    const uint32_t spent = ending_image(space, symmetry, ending->spent);
    for (int i = 0; i < orbits->fixing_count[orbit]; i++) {
        const uint8_t fixing = orbits->fixing[orbit][i];
        numbers[i] =
            number_of(space, orbit, first, ending_image(space, fixing, second), ending_image(space, fixing, spent));
        symmetries[i][0] = symmetry;
        symmetries[i][1] = fixing;
    }
    return orbits->fixing_count[orbit];
}

struct ending ending_of_number(const struct ending_space *space, int first, int second, uint32_t number) {
    struct ending ending;
    const uint32_t second_spent = number & ((UINT32_C(1) << second) - 1), choices = number >> second;
    const uint32_t ranks = space->choose[ANNEAUX_CELLS - first][second];
    const uint32_t head = choices / ranks, first_spent = head & ((UINT32_C(1) << first) - 1);
    ending.first = space->orbits[first].representative[head >> first];
    ending.second = bits_spread(set_of_rank(space, second, choices % ranks), ANNEAUX_BOARD & ~ending.first);
    ending.spent = bits_spread(first_spent, ending.first) | bits_spread(second_spent, ending.second);
    return ending;
}

int ending_weight(const struct ending_space *space, int first, int second, uint32_t number) {
    const uint32_t orbit = number / second_size(space, first, second) >> first;
    return ENDING_SYMMETRIES / space->orbits[first].fixing_count[orbit];
}
