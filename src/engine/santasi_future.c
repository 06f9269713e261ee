/* santasi_future.c - outlooks and fates, built from the end backwards. */
#include "santasi_future.h"

enum { CYLINDERS_MAX = 2 * SANTASI_COUNT_MAX * SANTASI_SIZES, STOP_SCENES = 256 };

void santasi_future_begin(struct santasi_future *future, const struct santasi_set *set, bool heights,
                          struct santasi_allowance *allowance) {
    future->set = set;
    future->heights = heights;
    future->stopped = NULL;
    future->context = NULL;
    santasi_store_begin(&future->outlooks, sizeof(struct santasi_outlook) / sizeof(uint32_t), allowance);
    santasi_store_begin(&future->fates, SANTASI_STEPS, allowance);
    santasi_store_begin(&future->scenes, 2, allowance);
    santasi_array_begin(&future->views, sizeof(struct santasi_view), allowance);
    santasi_array_begin(&future->chances, sizeof(uint16_t), allowance);
    santasi_array_begin(&future->ranges, sizeof(struct santasi_range), allowance);
    santasi_array_begin(&future->scene_fates, sizeof(uint32_t), allowance);
}

void santasi_future_end(struct santasi_future *future) {
    santasi_store_end(&future->outlooks);
    santasi_store_end(&future->fates);
    santasi_store_end(&future->scenes);
    santasi_array_end(&future->views);
    santasi_array_end(&future->chances);
    santasi_array_end(&future->ranges);
    santasi_array_end(&future->scene_fates);
}

/* ---- Shapes --------------------------------------------------------------------------------------------------- */

static int column_height(const struct santasi_set *set, uint32_t shape, int size) {
    return size < 0 || size >= SANTASI_SIZES ? 0 : santasi_five_at(shape, size) * set->height[size];
}

/* Whether the column of a size can take a cylinder. */
static bool shape_open(const struct santasi_set *set, uint32_t shape, int size) {
    const int height = column_height(set, shape, size);
    return height == 0 || column_height(set, shape, size - 1) > height || column_height(set, shape, size + 1) > height;
}

/* Visible cylinders of each column, and the height of the tower. */
static uint32_t shape_visible(const struct santasi_set *set, uint32_t shape, int *height) {
    uint32_t visible = 0;
    *height = 0;
    for (int size = SANTASI_SIZES - 1; size >= 0; size--) {
        const int seen = santasi_five_at(shape, size) - *height / set->height[size];
        if (seen > 0) {
            visible |= (uint32_t)seen * santasi_five(size);
            *height = column_height(set, shape, size);
        }
    }
    return visible;
}

/* ---- Scenes: a shape with a pool ------------------------------------------------------------------------------ */

/* The views after each step; those that cannot be taken have no bit in `possible`. */
struct outcomes {
    struct santasi_view view[SANTASI_STEPS];
    uint32_t possible;
};

static uint32_t shape_after(uint32_t shape, int step) {
    return step >= SANTASI_HERE ? shape + santasi_five(step - SANTASI_HERE) : shape;
}

/* Steps that can be taken. */
static uint32_t steps_possible(const struct santasi_set *set, uint32_t shape, uint32_t pool) {
    uint32_t possible = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        if (santasi_five_at(pool, size) == 0)
            continue;
        possible |= UINT32_C(1) << (SANTASI_AWAY + size);
        if (shape_open(set, shape, size))
            possible |= UINT32_C(1) << (SANTASI_HERE + size);
    }
    return possible;
}

static bool outcomes_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct outcomes *outcomes) {
    for (int step = 0; step < SANTASI_STEPS; step++) {
        if (!(outcomes->possible >> step & 1))
            continue;
        const uint32_t rest = pool - santasi_five(step % SANTASI_SIZES);
        if (!santasi_future_see(future, shape_after(shape, step), rest, &outcomes->view[step]))
            return false;
    }
    return true;
}

uint32_t santasi_future_fate(const struct santasi_future *future, const struct santasi_view *view, uint32_t shape,
                             int size, int level) {
    const int hidden = santasi_five_at(shape, size) - santasi_five_at(view->visible, size);
    if (level < hidden)
        return SANTASI_COVERED;
    size_t index = view->first + (size_t)(level - hidden);
    for (int before = 0; before < size; before++)
        index += (size_t)santasi_five_at(view->visible, before);
    return ((const uint32_t *)future->scene_fates.items)[index];
}

/* Appends the chance of the newest fate. A piece goes away from a tower twice as often as it comes here. */
static bool chance_append(struct santasi_future *future, uint32_t possible, const uint32_t *next) {
    if (!santasi_array_reserve(&future->chances, 1))
        return false;
    int sum = 0, weight = 0;
    for (int step = 0; step < SANTASI_STEPS; step++) {
        if (!(possible >> step & 1))
            continue;
        const int often = step < SANTASI_HERE ? SANTASI_SITES - 1 : 1;
        sum += often * santasi_fate_chance(future, next[step]);
        weight += often;
    }
    ((uint16_t *)future->chances.items)[future->chances.count++] = (uint16_t)(sum / weight);
    return true;
}

/* The fate of a cylinder that is visible now, from its fates after each step. */
static uint32_t fate_join(struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape, int size,
                          int level) {
    uint32_t next[SANTASI_STEPS];
    bool shown = true;
    for (int step = 0; step < SANTASI_STEPS; step++) {
        next[step] = SANTASI_SHOWN;
        if (outcomes->possible >> step & 1)
            next[step] = santasi_future_fate(future, &outcomes->view[step], shape_after(shape, step), size, level);
        shown = shown && next[step] == SANTASI_SHOWN;
    }
    if (shown)
        return SANTASI_SHOWN;
    const uint32_t number = santasi_store_add(&future->fates, next);
    if (number >= SANTASI_FATES_MAX - SANTASI_LIVE)
        return SANTASI_NONE;
    if (number >= future->chances.count && !chance_append(future, outcomes->possible, next))
        return SANTASI_NONE;
    return number + SANTASI_LIVE;
}

/* Appends the fates of the visible cylinders. */
static bool fates_append(struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                         struct santasi_view *view) {
    if (!santasi_array_reserve(&future->scene_fates, CYLINDERS_MAX))
        return false;
    view->first = future->scene_fates.count;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int count = santasi_five_at(shape, size);
        for (int level = count - santasi_five_at(view->visible, size); level < count; level++) {
            const uint32_t fate = fate_join(future, outcomes, shape, size, level);
            if (fate == SANTASI_NONE)
                return false;
            ((uint32_t *)future->scene_fates.items)[future->scene_fates.count++] = fate;
        }
    }
    return true;
}

/* Appends the range of the newest outlook. */
static bool range_append(struct santasi_future *future, const struct santasi_outlook *outlook) {
    if (!santasi_array_reserve(&future->ranges, 1))
        return false;
    struct santasi_range range = {UINT16_MAX, 0};
    if (santasi_outlook_closed(outlook))
        range = (struct santasi_range){(uint16_t)outlook->end, (uint16_t)outlook->end};
    for (int step = 0; step < SANTASI_STEPS; step++) {
        if (outlook->next[step] == SANTASI_NONE)
            continue;
        const struct santasi_range after = santasi_outlook_range(future, outlook->next[step]);
        range.low = after.low < range.low ? after.low : range.low;
        range.high = after.high > range.high ? after.high : range.high;
    }
    ((struct santasi_range *)future->ranges.items)[future->ranges.count++] = range;
    return true;
}

static uint32_t outlook_join(struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                             uint32_t end) {
    struct santasi_outlook outlook = {.end = end};
    for (int step = 0; step < SANTASI_STEPS; step++)
        outlook.next[step] = outcomes->possible >> step & 1 ? outcomes->view[step].outlook : SANTASI_NONE;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int step = SANTASI_HERE + size;
        if (outcomes->possible >> step & 1)
            outlook.fate[size] = santasi_future_fate(future, &outcomes->view[step], shape_after(shape, step), size,
                                                     santasi_five_at(shape, size));
    }
    const uint32_t number = santasi_store_add(&future->outlooks, (const uint32_t *)(const void *)&outlook);
    if (number != SANTASI_NONE && future->heights && number >= future->ranges.count && !range_append(future, &outlook))
        return SANTASI_NONE;
    return number;
}

/* Sees a scene for the first time. A tower that takes no piece of the pool now will take none later, since the pool
 * only shrinks: it cannot change, and the steps away no longer matter to it. */
static bool scene_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct santasi_view *view) {
    struct outcomes outcomes = {.possible = steps_possible(future->set, shape, pool)};
    int height;
    uint32_t end = pool;
    view->visible = shape_visible(future->set, shape, &height);
    if (outcomes.possible >> SANTASI_HERE == 0) {
        outcomes.possible = 0;
        end = future->heights ? (uint32_t)height : 0;
    }
    if (!outcomes_see(future, shape, pool, &outcomes) || !fates_append(future, &outcomes, shape, view))
        return false;
    view->outlook = outlook_join(future, &outcomes, shape, end);
    return view->outlook != SANTASI_NONE;
}

bool santasi_future_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct santasi_view *view) {
    const uint32_t scene[2] = {shape, pool};
    uint32_t number = santasi_store_find(&future->scenes, scene);
    if (number != SANTASI_NONE) {
        *view = ((const struct santasi_view *)future->views.items)[number];
        return true;
    }
    if (future->scenes.count % STOP_SCENES == 0 && future->stopped != NULL && future->stopped(future->context))
        return false;
    if (!scene_see(future, shape, pool, view) || !santasi_array_reserve(&future->views, 1))
        return false;
    number = santasi_store_add(&future->scenes, scene);
    if (number == SANTASI_NONE)
        return false;
    ((struct santasi_view *)future->views.items)[future->views.count++] = *view;
    return true;
}
