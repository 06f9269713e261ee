/* anneaux_lines.h - lines and what may become lines, for those who judge a position of Three Rings. */
#ifndef TABLIER_ENGINE_ANNEAUX_LINES_H
#define TABLIER_ENGINE_ANNEAUX_LINES_H

#include "../rules/anneaux.h"

/* Lines by turning are counted up to one less. */
enum { ANNEAUX_TURNS = 8, ANNEAUX_RADIUS_CODES = 1 << 9 };

static inline int at_most(int number, int most) { return number < most ? number : most; }

static inline int count_bits(uint32_t bits) { return __builtin_popcount(bits); }

static inline int total_of(const struct anneaux *anneaux, int player) {
    return anneaux_on_board(anneaux, player) + anneaux->reserve[player];
}

/* Cells where a pawn that arrives makes an arc or a spoke with two of the pawns given. */
static inline uint32_t cells_that_line(uint32_t fresh) {
    const uint32_t before = anneaux_forward(fresh), after = anneaux_back(fresh);
    const uint32_t arcs = (before & after) | (before & anneaux_forward(before)) | (after & anneaux_back(after));
    const uint32_t inner = fresh & 0xFF, middle = fresh >> 8 & 0xFF, outer = fresh >> 16 & 0xFF;
    return arcs | (middle & outer) | (inner & outer) << 8 | (inner & middle) << 16;
}

/* Lines that turning one ring makes for pawns that are fresh. */
static inline int lines_by_turn(uint32_t fresh, int ring, int direction) {
    const uint32_t turning = anneaux_ring(ring);
    const uint32_t moved = direction == 0 ? anneaux_forward(fresh) : anneaux_back(fresh);
    const uint32_t cells = (fresh & ~turning) | (moved & turning);
    return count_bits(cells & cells >> 8 & cells >> 16 & 0xFF);
}

/* Lines of all turns allowed, together. */
static inline int lines_by_turning(const struct anneaux *anneaux, uint32_t fresh) {
    int lines = 0;
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++)
        if (ring != anneaux->turned)
            lines += lines_by_turn(fresh, ring, 0) + lines_by_turn(fresh, ring, 1);
    return at_most(lines, ANNEAUX_TURNS - 1);
}

/* The content of a radius: three bits a cell, own, other, spent. */
static inline int radius_code(uint32_t own, uint32_t other, uint32_t spent, int sector) {
    uint32_t code = 0;
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++) {
        int cell = ring * ANNEAUX_SECTORS + sector;
        code |= (own >> cell & 1) << ring | (other >> cell & 1) << (3 + ring) | (spent >> cell & 1) << (6 + ring);
    }
    return (int)code;
}

/* One ring of a set of cells, twice in a row, so that windows go round. */
static inline uint32_t ring_twice(uint32_t cells, int ring) {
    uint32_t byte = cells >> ring * ANNEAUX_SECTORS & 0xFF;
    return byte | byte << ANNEAUX_SECTORS;
}

/* Lists what stands on every radius, and on every so many neighbouring cells of a ring: codes of three bits a cell, all
 * own ones, then the others', then the spent. Returns how many there are. */
static inline int cells_list(uint32_t own, uint32_t other, uint32_t spent, int window, int radius_at, int windows_at,
                             int *indices) {
    const uint32_t mask = (UINT32_C(1) << window) - 1;
    int count = 0;
    for (int sector = 0; sector < ANNEAUX_SECTORS; sector++)
        indices[count++] = radius_at + radius_code(own, other, spent, sector);
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++) {
        const uint32_t mine = ring_twice(own, ring), theirs = ring_twice(other, ring), used = ring_twice(spent, ring);
        for (int sector = 0; sector < ANNEAUX_SECTORS; sector++)
            indices[count++] = windows_at + (ring << 3 * window) +
                               (int)((mine >> sector & mask) | (theirs >> sector & mask) << window |
                                     (used >> sector & mask) << 2 * window);
    }
    return count;
}

/* The lesser of a window's code and that of the same window read the other way round. */
static inline int window_tie(int code, int window) {
    int reversed = 0;
    for (int bit = 0; bit < 3 * window; bit++)
        reversed |= (code >> bit & 1) << (bit / window * window + window - 1 - bit % window);
    return reversed < code ? reversed : code;
}

#endif
