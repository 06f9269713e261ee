/* santasi_future.c - outlooks and fates, built from the end backwards. */
#include "santasi_future.h"

enum { CYLINDERS_MAX = 2 * SANTASI_COUNT_MAX * SANTASI_SIZES, STOP_SCENES = 256, FIRST_SCENES = 1024 };

#define TAKEN (UINT32_C(1) << 31)

void santasi_future_begin(struct santasi_future *future, const struct santasi_set *set,
                          struct santasi_allowance *allowance) {
    *future = (struct santasi_future){.set = set};
    for (int tall = 0; tall < 2; tall++) {
        struct santasi_outlooks *outlooks = &future->outlooks[tall];
        santasi_store_begin(&outlooks->store, sizeof(struct santasi_outlook) / sizeof(uint32_t), allowance);
        santasi_array_begin(&outlooks->prospects, sizeof(struct santasi_prospect), allowance);
        santasi_array_begin(&outlooks->plain, sizeof(uint32_t), allowance);
        santasi_array_begin(&outlooks->ranges, sizeof(struct santasi_range), allowance);
    }
    santasi_store_begin(&future->fates, SANTASI_STEPS, allowance);
    santasi_array_begin(&future->chances, sizeof(uint16_t), allowance);
    santasi_array_begin(&future->scenes, sizeof(struct santasi_scene), allowance);
    santasi_array_begin(&future->scene_fates, sizeof(uint32_t), allowance);
}

void santasi_future_end(struct santasi_future *future) {
    for (int tall = 0; tall < 2; tall++) {
        struct santasi_outlooks *outlooks = &future->outlooks[tall];
        santasi_store_end(&outlooks->store);
        santasi_array_end(&outlooks->prospects);
        santasi_array_end(&outlooks->plain);
        santasi_array_end(&outlooks->ranges);
    }
    santasi_store_end(&future->fates);
    santasi_array_end(&future->chances);
    santasi_array_end(&future->scenes);
    santasi_array_end(&future->scene_fates);
}

bool santasi_future_stopped(const struct santasi_future *future) {
    return future->stopped != NULL && future->stopped(future->context);
}

/* ---- Shapes --------------------------------------------------------------------------------------------------- */

static int column_height(const struct santasi_set *set, uint32_t shape, int size) {
    return size < 0 || size >= SANTASI_SIZES ? 0 : santasi_five_at(shape, size) * set->height[size];
}

bool santasi_shape_open(const struct santasi_set *set, uint32_t shape, int size) {
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

/* ---- Scenes kept once ----------------------------------------------------------------------------------------- */

/* The place of a scene to look at first. */
static size_t scene_first(const struct santasi_future *future, uint32_t shape, uint32_t pool) {
    return (size_t)(hash_mix(shape, (uint64_t)pool << 32) >> 20) & (future->scenes.capacity - 1);
}

/* The place of a scene in the table, or the free one where it belongs. */
static struct santasi_scene *scene_find(const struct santasi_future *future, uint32_t shape, uint32_t pool) {
    struct santasi_scene *scenes = future->scenes.items;
    const size_t mask = future->scenes.capacity - 1;
    size_t slot = scene_first(future, shape, pool);
    while (scenes[slot].pool != 0 && (scenes[slot].shape != shape || scenes[slot].pool != (pool | TAKEN)))
        slot = (slot + 1) & mask;
    return &scenes[slot];
}

static bool scenes_grow(struct santasi_future *future) {
    struct santasi_array old = future->scenes, grown;
    const size_t capacity = old.capacity == 0 ? FIRST_SCENES : 2 * old.capacity;
    if (!santasi_array_begin_zero(&grown, sizeof(struct santasi_scene), capacity, old.allowance))
        return false;
    grown.count = old.count;
    future->scenes = grown;
    const struct santasi_scene *scenes = old.items;
    for (size_t i = 0; i < old.capacity; i++)
        if (scenes[i].pool != 0)
            *scene_find(future, scenes[i].shape, scenes[i].pool & ~TAKEN) = scenes[i];
    santasi_array_end(&old);
    return true;
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
        if (santasi_shape_open(set, shape, size))
            possible |= UINT32_C(1) << (SANTASI_HERE + size);
    }
    return possible;
}

static bool outcomes_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct outcomes *outcomes) {
    const struct santasi_scene *scenes = future->scenes.items;
    for (int step = 0; step < SANTASI_STEPS; step++)
        if (outcomes->possible >> step & 1)
            __builtin_prefetch(
                &scenes[scene_first(future, shape_after(shape, step), pool - santasi_five(step % SANTASI_SIZES))]);
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
    size_t index = (size_t)view->first + (size_t)(level - hidden);
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

/* The fates of a visible cylinder after each step; returns its fate where that is certain, else SANTASI_LIVE. As long
 * as a tower takes cylinders, the game goes on: what every step covers will be covered. */
static uint32_t fate_read(const struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                          int size, int level, uint32_t next[SANTASI_STEPS]) {
    bool shown = true, covered = outcomes->possible != 0;
    for (int step = 0; step < SANTASI_STEPS; step++) {
        next[step] = SANTASI_SHOWN;
        if (!(outcomes->possible >> step & 1))
            continue;
        next[step] = santasi_future_fate(future, &outcomes->view[step], shape_after(shape, step), size, level);
        shown = shown && next[step] == SANTASI_SHOWN;
        covered = covered && next[step] == SANTASI_COVERED;
    }
    return shown ? SANTASI_SHOWN : covered ? SANTASI_COVERED : SANTASI_LIVE;
}

/* The number of a live fate; SANTASI_NONE when memory is short. */
static uint32_t fate_number(struct santasi_future *future, uint32_t possible, const uint32_t next[SANTASI_STEPS]) {
    const uint32_t number = santasi_store_add(&future->fates, next);
    if (number >= SANTASI_FATES_MAX - SANTASI_LIVE)
        return SANTASI_NONE;
    if (number >= future->chances.count && !chance_append(future, possible, next))
        return SANTASI_NONE;
    return number + SANTASI_LIVE;
}

/* Appends the fates of the visible cylinders: reads them all first, so that memory is waited for once. */
static bool fates_append(struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                         struct santasi_view *view) {
    uint32_t next[CYLINDERS_MAX][SANTASI_STEPS], fate[CYLINDERS_MAX];
    int cylinders = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int count = santasi_five_at(shape, size);
        for (int level = count - santasi_five_at(view->visible, size); level < count; level++) {
            fate[cylinders] = fate_read(future, outcomes, shape, size, level, next[cylinders]);
            if (fate[cylinders] == SANTASI_LIVE)
                santasi_store_prefetch(&future->fates, next[cylinders]);
            cylinders++;
        }
    }
    if (!santasi_array_reserve(&future->scene_fates, CYLINDERS_MAX) || future->scene_fates.count > UINT32_MAX)
        return false;
    view->first = (uint32_t)future->scene_fates.count;
    uint32_t *fates = (uint32_t *)future->scene_fates.items + view->first;
    for (int i = 0; i < cylinders; i++) {
        fates[i] = fate[i] == SANTASI_LIVE ? fate_number(future, outcomes->possible, next[i]) : fate[i];
        if (fates[i] == SANTASI_NONE)
            return false;
    }
    future->scene_fates.count += (size_t)cylinders;
    return true;
}

/* Appends what is kept of the newest plain outlook. */
static bool plain_append(struct santasi_future *future, const struct santasi_outlook *outlook) {
    struct santasi_array *prospects = &future->outlooks[false].prospects;
    if (!santasi_array_reserve(prospects, 1))
        return false;
    struct santasi_prospect prospect = {0, 0};
    for (int step = 0; step < SANTASI_STEPS; step++) {
        if (outlook->next[step] == SANTASI_NONE)
            continue;
        const struct santasi_prospect after = santasi_outlook_prospect(future, outlook->next[step]);
        prospect.shows |= after.shows;
        prospect.covers |= after.covers;
        if (step < SANTASI_HERE)
            continue;
        const uint32_t fate = outlook->fate[step - SANTASI_HERE];
        prospect.shows |= (uint8_t)((fate != SANTASI_COVERED) << (step - SANTASI_HERE));
        prospect.covers |= (uint8_t)((fate != SANTASI_SHOWN) << (step - SANTASI_HERE));
    }
    ((struct santasi_prospect *)prospects->items)[prospects->count++] = prospect;
    return true;
}

/* Appends what is kept of the newest tall outlook. */
static bool tall_append(struct santasi_future *future, const struct santasi_outlook *outlook, uint32_t plain) {
    struct santasi_array *ranges = &future->outlooks[true].ranges, *plains = &future->outlooks[true].plain;
    if (!santasi_array_reserve(ranges, 1) || !santasi_array_reserve(plains, 1))
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
    ((struct santasi_range *)ranges->items)[ranges->count++] = range;
    ((uint32_t *)plains->items)[plains->count++] = plain;
    return true;
}

/* The fate of a new cylinder of each size. */
static void fates_join(const struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                       uint32_t fate[SANTASI_SIZES]) {
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int step = SANTASI_HERE + size;
        if (outcomes->possible >> step & 1)
            fate[size] = santasi_future_fate(future, &outcomes->view[step], shape_after(shape, step), size,
                                             santasi_five_at(shape, size));
    }
}

/* Numbers both outlooks of a tower; false when memory is short. */
static bool outlooks_join(struct santasi_future *future, const struct outcomes *outcomes, uint32_t shape,
                          const uint32_t end[2], struct santasi_view *view) {
    struct santasi_outlook outlook = {0};
    fates_join(future, outcomes, shape, outlook.fate);
    for (int tall = 0; tall < 2; tall++) {
        outlook.end = end[tall];
        for (int step = 0; step < SANTASI_STEPS; step++)
            outlook.next[step] = outcomes->possible >> step & 1 ? outcomes->view[step].outlook[tall] : SANTASI_NONE;
        view->outlook[tall] =
            santasi_store_add(&future->outlooks[tall].store, (const uint32_t *)(const void *)&outlook);
        if (view->outlook[tall] == SANTASI_NONE)
            return false;
        if (!tall && view->outlook[tall] >= future->outlooks[tall].prospects.count && !plain_append(future, &outlook))
            return false;
    }
    return view->outlook[true] < future->outlooks[true].plain.count || tall_append(future, &outlook, view->outlook[0]);
}

/* Sees a scene for the first time. A tower that takes no piece of the pool now will take none later, since the pool
 * only shrinks: it cannot change, and the steps away no longer matter to it. */
static bool scene_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct santasi_view *view) {
    struct outcomes outcomes = {.possible = steps_possible(future->set, shape, pool)};
    int height;
    uint32_t end[2] = {pool, pool};
    view->visible = shape_visible(future->set, shape, &height);
    if (outcomes.possible >> SANTASI_HERE == 0) {
        outcomes.possible = 0;
        end[false] = 0;
        end[true] = (uint32_t)height;
    }
    return outcomes_see(future, shape, pool, &outcomes) && fates_append(future, &outcomes, shape, view) &&
           outlooks_join(future, &outcomes, shape, end, view);
}

bool santasi_future_see(struct santasi_future *future, uint32_t shape, uint32_t pool, struct santasi_view *view) {
    if (2 * (future->scenes.count + 1) > future->scenes.capacity && !scenes_grow(future))
        return false;
    const struct santasi_scene *known = scene_find(future, shape, pool);
    if (known->pool != 0) {
        *view = known->view;
        return true;
    }
    if (!scene_see(future, shape, pool, view))
        return false;
    /* What it leads to was added meanwhile, and the table may have grown. */
    *scene_find(future, shape, pool) = (struct santasi_scene){shape, pool | TAKEN, *view};
    future->scenes.count++;
    return future->scenes.count % STOP_SCENES != 0 || !santasi_future_stopped(future);
}
