/* santasi_future.h - what can still happen to one tower, with everything alike made equal.
 *
 * A tower's shape says how many cylinders each of its columns has; the pool says how many pieces of each size remain,
 * of both colours together. Shape and pool change in steps: a piece of some size is set `here`, on this tower, or
 * `away`, on another one.
 *
 * The *fate* of a cylinder is what becomes of it on every path of such steps: covered at once, visible to the end, or
 * something the steps still decide. The *outlook* of a tower is what can be set on it on every path, with the fate of
 * each new cylinder. Both are numbered so that equal numbers mean equal futures: they are built from the end
 * backwards, each as a record of what it becomes after each step, and a record is kept once (santasi_store.h). So
 * cylinders of the same fate merge, towers of different shapes with the same outlook merge, and nothing about a
 * particular set needs to be known.
 *
 * There are outlooks of two kinds. Where the highest tower matters (the tie-break), *tall* outlooks also tell apart
 * what heights a tower may end with; each is a plain one seen more closely. */
#ifndef TABLIER_ENGINE_SANTASI_FUTURE_H
#define TABLIER_ENGINE_SANTASI_FUTURE_H

#include "santasi_store.h"

#include "../rules/santasi.h"

enum santasi_step { SANTASI_AWAY = 0, SANTASI_HERE = SANTASI_SIZES, SANTASI_STEPS = 2 * SANTASI_SIZES };

/* Fates of cylinders that nothing changes any more; other numbers are live, and fit in 24 bits. */
enum { SANTASI_COVERED, SANTASI_SHOWN, SANTASI_LIVE, SANTASI_FATES_MAX = 1 << 24 };

enum { SANTASI_CERTAIN = 1 << 12 }; /* a chance of 1 */

/* Five numbers of four bits: columns of a shape, or pieces of a pool. */
static inline uint32_t santasi_five(int size) { return UINT32_C(1) << (4 * size); }
static inline int santasi_five_at(uint32_t five, int size) { return (int)(five >> (4 * size) & 15); }

struct santasi_outlook {
    uint32_t next[SANTASI_STEPS]; /* outlook after each step; SANTASI_NONE where the step is impossible */
    uint32_t fate[SANTASI_SIZES]; /* of a new cylinder, after the step that set it here */
    uint32_t end;                 /* the pool; of a tower that cannot change, its height if tall, else 0 */
};

/* Whether the column of a size can take a cylinder. */
bool santasi_shape_open(const struct santasi_set *set, uint32_t shape, int size);

/* The lowest and the highest a tower can end. */
struct santasi_range {
    uint16_t low, high;
};

struct santasi_fate {
    uint32_t next[SANTASI_STEPS];
};

/* Sizes, one bit each, of which a cylinder that will be set on a tower may be visible at the end, or be covered. */
struct santasi_prospect {
    uint8_t shows, covers;
};

/* Outlooks of one kind. */
struct santasi_outlooks {
    struct santasi_store store;     /* struct santasi_outlook */
    struct santasi_array prospects; /* struct santasi_prospect of each plain outlook */
    struct santasi_array plain;     /* uint32_t of each tall outlook: the plain one */
    struct santasi_array ranges;    /* struct santasi_range of each tall outlook */
};

/* A tower seen at one moment: its outlooks, and the fates of its visible cylinders, column by column from A, each
 * from its lowest visible cylinder up. */
struct santasi_view {
    uint32_t outlook[2]; /* plain and tall */
    uint32_t visible;    /* number in each column */
    uint32_t first;      /* of the fates */
};

/* A shape with a pool, in a table by hash; the pool's highest bit says that the place is taken. */
struct santasi_scene {
    uint32_t shape, pool;
    struct santasi_view view;
};

struct santasi_future {
    const struct santasi_set *set;
    struct santasi_outlooks outlooks[2]; /* plain and tall */
    struct santasi_store fates;          /* struct santasi_fate, from number SANTASI_LIVE on */
    struct santasi_array chances;        /* uint16_t of each live fate: to stay visible if all steps were random */
    struct santasi_array scenes;         /* struct santasi_scene; the capacity is a power of two */
    struct santasi_array scene_fates;
    bool (*stopped)(void *context); /* asked now and then; NULL: never stop */
    void *context;
};

void santasi_future_begin(struct santasi_future *future, const struct santasi_set *set,
                          struct santasi_allowance *allowance);
void santasi_future_end(struct santasi_future *future);
/* Asks whether to stop. */
bool santasi_future_stopped(const struct santasi_future *future);

/* Sees a tower; false when memory is short or the solver was stopped. */
bool santasi_future_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct santasi_view *view);
/* Fate of the cylinder at a level of a column, counted from the base. */
uint32_t santasi_future_fate(const struct santasi_future *future, const struct santasi_view *view, uint32_t shape,
                             int size, int level);

static inline const struct santasi_outlook *santasi_outlook_at(const struct santasi_future *future, bool tall,
                                                               uint32_t number) {
    return (const struct santasi_outlook *)(const void *)santasi_store_at(&future->outlooks[tall].store, number);
}

static inline uint32_t santasi_outlook_plain(const struct santasi_future *future, uint32_t tall) {
    return ((const uint32_t *)future->outlooks[true].plain.items)[tall];
}

static inline struct santasi_prospect santasi_outlook_prospect(const struct santasi_future *future, uint32_t plain) {
    return ((const struct santasi_prospect *)future->outlooks[false].prospects.items)[plain];
}

static inline struct santasi_range santasi_outlook_range(const struct santasi_future *future, uint32_t tall) {
    return ((const struct santasi_range *)future->outlooks[true].ranges.items)[tall];
}

/* Whether a tower takes no more cylinders. */
static inline bool santasi_outlook_closed(const struct santasi_outlook *outlook) {
    bool closed = true;
    for (int step = 0; step < SANTASI_STEPS; step++)
        closed = closed && outlook->next[step] == SANTASI_NONE;
    return closed;
}

static inline int santasi_fate_chance(const struct santasi_future *future, uint32_t fate) {
    if (fate < SANTASI_LIVE)
        return fate == SANTASI_SHOWN ? SANTASI_CERTAIN : 0;
    return ((const uint16_t *)future->chances.items)[fate - SANTASI_LIVE];
}

static inline uint32_t santasi_fate_after(const struct santasi_future *future, uint32_t fate, int step) {
    return fate < SANTASI_LIVE ? fate : santasi_store_at(&future->fates, fate - SANTASI_LIVE)[step];
}

#endif
