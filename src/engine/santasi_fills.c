/* santasi_fills.c - looks for three towers that take none of the pieces they leave over. */
#include "santasi_fills.h"

/* Five counts in a byte each, so that they can be compared at once: the highest bit of each byte is free for a
 * borrow. */
#define HIGH_BITS UINT64_C(0x8080808080)
#define LOW_BITS UINT64_C(0x7F7F7F7F7F)

enum { FITS_MAX = 1 << 30, STOP_FITS = 1 << 20 };

static uint64_t spread(uint32_t five) {
    uint64_t counts = 0;
    for (int size = 0; size < SANTASI_SIZES; size++)
        counts |= (uint64_t)santasi_five_at(five, size) << (8 * size);
    return counts;
}

/* Whether no count of `part` exceeds that of `whole`. */
static bool fits(uint64_t whole, uint64_t part) { return (((whole | HIGH_BITS) - part) & HIGH_BITS) == HIGH_BITS; }

/* The highest bit of each count that is not zero. */
static uint64_t present(uint64_t counts) { return (counts + LOW_BITS) & HIGH_BITS; }

/* A shape that a tower can grow to: the pieces that takes, and the sizes it would take more of, as the highest bits. */
struct growth {
    uint64_t taken;
    uint64_t open;
};

/* Adds every shape that a shape becomes by one piece of the pool; false when memory is short. */
static bool shapes_add(const struct santasi_set *set, struct santasi_store *shapes, uint32_t shape, uint64_t rest) {
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const uint32_t grown = shape + santasi_five(size);
        if ((rest >> (8 * size) & 0x7F) != 0 && santasi_shape_open(set, shape, size) &&
            santasi_store_add(shapes, &grown) == SANTASI_NONE)
            return false;
    }
    return true;
}

/* Lists what a tower can grow to in an array of struct growth. */
static bool growths_list(const struct santasi_set *set, uint32_t first, uint32_t pool, struct santasi_array *growths) {
    struct santasi_store shapes;
    santasi_store_begin(&shapes, 1, growths->allowance);
    bool good = santasi_store_add(&shapes, &first) != SANTASI_NONE;
    for (uint32_t i = 0; i < shapes.count && good; i++) {
        const uint32_t shape = *santasi_store_at(&shapes, i);
        struct growth growth = {.taken = spread(shape) - spread(first)};
        for (int size = 0; size < SANTASI_SIZES; size++)
            growth.open |= (uint64_t)santasi_shape_open(set, shape, size) << (8 * size + 7);
        good = santasi_array_reserve(growths, 1) && shapes_add(set, &shapes, shape, spread(pool) - growth.taken);
        if (good)
            ((struct growth *)growths->items)[growths->count++] = growth;
    }
    santasi_store_end(&shapes);
    return good;
}

/* Whether some shape of the third tower leaves pieces over that none of the three takes. */
static bool third_leaves(const struct santasi_array *third, uint64_t rest, uint64_t open) {
    const struct growth *growths = third->items;
    bool leaves = false;
    for (size_t i = 0; i < third->count && !leaves; i++) {
        const uint64_t over = rest - growths[i].taken;
        leaves = fits(rest, growths[i].taken) && over != 0 && (present(over) & (open | growths[i].open)) == 0;
    }
    return leaves;
}

/* Whether to look at more after so many shapes of the third tower: asked so often that stopping takes no time. */
static bool looks_on(const struct santasi_future *future, uint64_t looked, uint64_t *asked) {
    if (looked - *asked < STOP_FITS)
        return true;
    *asked = looked;
    return !santasi_future_stopped(future);
}

static bool growths_fill(const struct santasi_future *future, const struct santasi_array growths[SANTASI_SITES],
                         uint64_t pool) {
    const struct growth *first = growths[0].items, *second = growths[1].items;
    uint64_t looked = 0, asked = 0;
    for (size_t i = 0; i < growths[0].count; i++) {
        const uint64_t rest = pool - first[i].taken;
        for (size_t j = 0; j < growths[1].count; j++) {
            if (!fits(rest, second[j].taken))
                continue;
            looked += growths[2].count;
            if (looked > FITS_MAX || !looks_on(future, looked, &asked) ||
                third_leaves(&growths[2], rest - second[j].taken, first[i].open | second[j].open))
                return false;
        }
    }
    return true;
}

bool santasi_fills(const struct santasi_future *future, const uint32_t shape[SANTASI_SITES], uint32_t pool,
                   struct santasi_allowance *allowance) {
    struct santasi_array growths[SANTASI_SITES];
    bool good = true;
    for (int site = 0; site < SANTASI_SITES; site++) {
        santasi_array_begin(&growths[site], sizeof(struct growth), allowance);
        good = good && growths_list(future->set, shape[site], pool, &growths[site]);
    }
    const bool fills = good && growths_fill(future, growths, spread(pool));
    for (int site = 0; site < SANTASI_SITES; site++)
        santasi_array_end(&growths[site]);
    return fills;
}
