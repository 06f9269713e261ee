/* santasi_tower.c - towers kept once, and their changes worked out when first asked for. */
#include "santasi_tower.h"

#include <string.h>

enum { LEADS_MAX = 2 * SANTASI_COUNT_MAX * SANTASI_SIZES + 1, FIRST_SLOTS = 64 };

/* A word for a fate and a lead, ordered by fate. */
enum { LEAD_BITS = 8, LEAD_ZERO = 128 };

static uint32_t lead_word(uint32_t fate, int lead) { return fate << LEAD_BITS | (uint32_t)(lead + LEAD_ZERO); }
static uint32_t lead_fate(uint32_t word) { return word >> LEAD_BITS; }
static int lead_value(uint32_t word) { return (int)(word & ((1U << LEAD_BITS) - 1)) - LEAD_ZERO; }

/* A tower under construction: leads by fate, not yet sorted, and what is decided. */
struct draft {
    uint32_t outlook;
    int shown;
    int count;
    uint32_t lead[LEADS_MAX];
};

bool santasi_towers_begin(struct santasi_towers *towers, const struct santasi_set *set, bool heights,
                          struct santasi_allowance *allowance) {
    santasi_future_begin(&towers->future, set, heights, allowance);
    santasi_array_begin(&towers->towers, sizeof(struct santasi_tower), allowance);
    santasi_array_begin(&towers->leads, sizeof(uint32_t), allowance);
    santasi_array_begin(&towers->slots, sizeof(uint32_t), allowance);
    if (!santasi_array_reserve(&towers->towers, 1))
        return false;
    towers->towers.count = 1;
    return true;
}

void santasi_towers_end(struct santasi_towers *towers) {
    santasi_future_end(&towers->future);
    santasi_array_end(&towers->towers);
    santasi_array_end(&towers->leads);
    santasi_array_end(&towers->slots);
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static void draft_add(struct draft *draft, uint32_t fate, int lead) {
    if (fate == SANTASI_SHOWN)
        draft->shown += lead;
    if (fate < SANTASI_LIVE)
        return;
    int place = draft->count;
    while (place > 0 && lead_fate(draft->lead[place - 1]) > fate)
        place--;
    if (place > 0 && lead_fate(draft->lead[place - 1]) == fate) {
        draft->lead[place - 1] += (uint32_t)lead;
        return;
    }
    memmove(&draft->lead[place + 1], &draft->lead[place], (size_t)(draft->count - place) * sizeof draft->lead[0]);
    draft->lead[place] = lead_word(fate, lead);
    draft->count++;
}

/* Drops the leads that are zero. */
static void draft_finish(struct draft *draft) {
    int kept = 0;
    for (int i = 0; i < draft->count; i++)
        if (lead_value(draft->lead[i]) != 0)
            draft->lead[kept++] = draft->lead[i];
    draft->count = kept;
}

/* ---- Towers kept once ----------------------------------------------------------------------------------------- */

static uint32_t *slots_of(const struct santasi_towers *towers) { return towers->slots.items; }

static const uint32_t *leads_of(const struct santasi_towers *towers, const struct santasi_tower *tower) {
    return (const uint32_t *)towers->leads.items + tower->first;
}

static uint64_t tower_hash(uint32_t outlook, int shown, const uint32_t *leads, int count) {
    return santasi_words_hash((uint64_t)outlook << 8 | (uint8_t)shown, leads, (size_t)count) *
           UINT64_C(0x9E3779B97F4A7C15);
}

static bool tower_is(const struct santasi_towers *towers, const struct santasi_tower *tower, const struct draft *draft,
                     int shown) {
    if (tower->outlook != draft->outlook || tower->leads != draft->count || tower->shown != shown)
        return false;
    return draft->count == 0 ||
           memcmp(leads_of(towers, tower), draft->lead, (size_t)draft->count * sizeof draft->lead[0]) == 0;
}

/* The slot of a hash: from there on, the first that is free or that holds the draft. */
static size_t slot_find(const struct santasi_towers *towers, uint64_t hash, const struct draft *draft, int shown) {
    const size_t mask = towers->slots.capacity - 1;
    size_t slot = (size_t)(hash >> 32) & mask;
    while (slots_of(towers)[slot] != 0 &&
           (draft == NULL || !tower_is(towers, santasi_tower_at(towers, slots_of(towers)[slot]), draft, shown)))
        slot = (slot + 1) & mask;
    return slot;
}

static bool slots_grow(struct santasi_towers *towers) {
    struct santasi_array old = towers->slots, grown;
    const size_t capacity = old.capacity == 0 ? FIRST_SLOTS : old.capacity * 2;
    if (!santasi_array_begin_zero(&grown, sizeof(uint32_t), capacity, old.allowance))
        return false;
    towers->slots = grown;
    for (size_t number = 1; number < towers->towers.count; number++) {
        const struct santasi_tower *tower = santasi_tower_at(towers, (uint32_t)number);
        const uint64_t hash = tower_hash(tower->outlook, tower->shown, leads_of(towers, tower), tower->leads);
        slots_of(towers)[slot_find(towers, hash, NULL, 0)] = (uint32_t)number;
    }
    santasi_array_end(&old);
    return true;
}

/* Fills a new tower: every change is unknown or impossible. Nothing away changes a tower that takes no more. */
static void tower_fill(const struct santasi_towers *towers, uint32_t number, const struct draft *draft, int shown) {
    const struct santasi_outlook *outlook = santasi_outlook_at(&towers->future, draft->outlook);
    struct santasi_tower *tower = (struct santasi_tower *)towers->towers.items + number;
    const bool closed = santasi_outlook_closed(outlook);
    *tower = (struct santasi_tower){.outlook = draft->outlook,
                                    .shown = (int8_t)shown,
                                    .first = (uint32_t)towers->leads.count,
                                    .leads = (uint8_t)draft->count};
    for (int change = 0; change < SANTASI_CHANGES; change++) {
        const int step = change < SANTASI_STEPS ? change : change - SANTASI_SIZES;
        tower->next[change] = outlook->next[step] == SANTASI_NONE ? SANTASI_NONE : SANTASI_UNKNOWN;
        if (closed && step < SANTASI_HERE)
            tower->next[change] = number;
    }
    for (int i = 0; i < draft->count; i++) {
        const int lead = lead_value(draft->lead[i]);
        tower->hope += lead * santasi_fate_chance(&towers->future, lead_fate(draft->lead[i]));
        if (lead > 0)
            tower->most = (int8_t)(tower->most + lead);
        else
            tower->least = (int8_t)(tower->least + lead);
    }
}

/* The number of the tower of a draft. */
static uint32_t tower_add(struct santasi_towers *towers, struct draft *draft) {
    draft_finish(draft);
    const int shown = towers->future.heights ? draft->shown : 0;
    if (towers->towers.count * 2 > towers->slots.capacity && !slots_grow(towers))
        return SANTASI_NONE;
    const uint64_t hash = tower_hash(draft->outlook, shown, draft->lead, draft->count);
    const size_t slot = slot_find(towers, hash, draft, shown);
    if (slots_of(towers)[slot] != 0)
        return slots_of(towers)[slot];
    if (towers->towers.count >= SANTASI_TOWERS_MAX || !santasi_array_reserve(&towers->leads, (size_t)draft->count) ||
        !santasi_array_reserve(&towers->towers, 1))
        return SANTASI_NONE;
    const uint32_t number = (uint32_t)towers->towers.count++;
    tower_fill(towers, number, draft, shown);
    if (draft->count > 0)
        memcpy((uint32_t *)towers->leads.items + towers->leads.count, draft->lead,
               (size_t)draft->count * sizeof draft->lead[0]);
    towers->leads.count += (size_t)draft->count;
    slots_of(towers)[slot] = number;
    return number;
}

/* ---- From positions, and changes ------------------------------------------------------------------------------ */

uint32_t santasi_towers_read(struct santasi_towers *towers, const struct santasi *santasi, int site, int *gain) {
    uint32_t shape = 0, pool = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        shape += (uint32_t)santasi_cylinders(santasi, santasi_column(size, site)) * santasi_five(size);
        pool += (uint32_t)(santasi_left(santasi, SANTASI_BLUE, size) + santasi_left(santasi, SANTASI_SILVER, size)) *
                santasi_five(size);
    }
    struct santasi_view view;
    if (!santasi_future_see(&towers->future, shape, pool, &view))
        return SANTASI_NONE;
    struct draft draft = {.outlook = view.outlook};
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int column = santasi_column(size, site);
        for (int level = 0; level < santasi_five_at(shape, size); level++) {
            const uint32_t fate = santasi_future_fate(&towers->future, &view, shape, size, level);
            draft_add(&draft, fate, santasi_cylinder(santasi, column, level) == SANTASI_BLUE ? 1 : -1);
        }
    }
    *gain = draft.shown;
    return tower_add(towers, &draft);
}

bool santasi_towers_change(struct santasi_towers *towers, uint32_t number, int change) {
    const struct santasi_tower *tower = santasi_tower_at(towers, number);
    const struct santasi_outlook *outlook = santasi_outlook_at(&towers->future, tower->outlook);
    const int step = change < SANTASI_STEPS ? change : change - SANTASI_SIZES;
    struct draft draft = {.outlook = outlook->next[step], .shown = tower->shown};
    const uint32_t *leads = leads_of(towers, tower);
    for (int i = 0; i < tower->leads; i++)
        draft_add(&draft, santasi_fate_after(&towers->future, lead_fate(leads[i]), step), lead_value(leads[i]));
    if (change >= SANTASI_CHANGE_HERE)
        draft_add(&draft, outlook->fate[step - SANTASI_HERE], change < SANTASI_STEPS ? 1 : -1);
    const int gain = draft.shown - tower->shown;
    const uint32_t next = tower_add(towers, &draft);
    if (next == SANTASI_NONE)
        return false;
    struct santasi_tower *changed = (struct santasi_tower *)towers->towers.items + number;
    changed->gain[change] = (int8_t)gain;
    changed->next[change] = next;
    return true;
}
