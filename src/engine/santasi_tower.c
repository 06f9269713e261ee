/* santasi_tower.c - towers kept once, and their changes worked out when first asked for. */
#include "santasi_tower.h"

#include <string.h>

enum { LEADS_MAX = 2 * SANTASI_COUNT_MAX * SANTASI_SIZES + 1 };

/* A word for a fate and a lead, ordered by fate. */
enum { LEAD_BITS = 8, LEAD_ZERO = 128 };

static uint32_t lead_word(uint32_t fate, int lead) { return fate << LEAD_BITS | (uint32_t)(lead + LEAD_ZERO); }
static uint32_t lead_fate(uint32_t word) { return word >> LEAD_BITS; }
static int lead_value(uint32_t word) { return (int)(word & ((1U << LEAD_BITS) - 1)) - LEAD_ZERO; }

/* A tower under construction: leads by fate, and what is decided. */
struct draft {
    uint32_t outlook;
    int shown;
    int count;
    uint32_t lead[LEADS_MAX];
    uint64_t hash; /* once it is finished */
};

/* What tells a tower from others. */
struct detail {
    uint32_t outlook;
    uint32_t first; /* of its leads */
    uint8_t leads;
    int8_t shown; /* lead for good, of a tall tower */
};

/* Makes room for one more tower in every array. */
static bool towers_reserve(struct santasi_towers *towers, int leads) {
    struct santasi_array *const arrays[] = {&towers->worths, &towers->details, &towers->statures};
    for (int i = 0; i < (towers->plain != NULL ? 3 : 2); i++) {
        arrays[i]->count = towers->towers.count;
        if (!santasi_array_reserve(arrays[i], 1))
            return false;
    }
    return towers->towers.count < SANTASI_TOWERS_MAX && santasi_array_reserve(&towers->leads, (size_t)leads) &&
           santasi_array_reserve(&towers->towers, 1);
}

bool santasi_towers_begin(struct santasi_towers *towers, struct santasi_future *future, struct santasi_towers *plain,
                          struct santasi_allowance *allowance) {
    towers->future = future;
    towers->plain = plain;
    santasi_array_begin(&towers->towers, sizeof(struct santasi_tower), allowance);
    santasi_array_begin(&towers->worths, sizeof(struct santasi_worth), allowance);
    santasi_array_begin(&towers->statures, sizeof(struct santasi_stature), allowance);
    santasi_array_begin(&towers->details, sizeof(struct detail), allowance);
    santasi_array_begin(&towers->leads, sizeof(uint32_t), allowance);
    santasi_array_begin(&towers->slots.words, sizeof(uint64_t), allowance);
    santasi_store_begin(&towers->tops, 2, allowance);
    if (!towers_reserve(towers, 1)) /* a lead, so that towers without any have a place to point to */
        return false;
    towers->towers.count = 1;
    return true;
}

void santasi_towers_end(struct santasi_towers *towers) {
    santasi_array_end(&towers->towers);
    santasi_array_end(&towers->worths);
    santasi_array_end(&towers->statures);
    santasi_array_end(&towers->details);
    santasi_array_end(&towers->leads);
    santasi_array_end(&towers->slots.words);
    santasi_store_end(&towers->tops);
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

/* The lead for good as far as it tells towers apart. */
static int draft_shown(const struct santasi_towers *towers, const struct draft *draft) {
    return towers->plain != NULL ? draft->shown : 0;
}

/* Drops the leads that are zero, and has the memory fetched where the tower is looked for first. */
static void draft_finish(const struct santasi_towers *towers, struct draft *draft) {
    int kept = 0;
    for (int i = 0; i < draft->count; i++)
        if (lead_value(draft->lead[i]) != 0)
            draft->lead[kept++] = draft->lead[i];
    draft->count = kept;
    draft->hash = hash_mix(santasi_words_hash(0, draft->lead, (size_t)kept),
                           (uint64_t)draft->outlook << 8 | (uint8_t)draft_shown(towers, draft));
    const uint64_t *slots = towers->slots.words.items;
    if (slots != NULL)
        __builtin_prefetch(&slots[santasi_slots_first(&towers->slots, draft->hash)]);
}

/* ---- Towers kept once ----------------------------------------------------------------------------------------- */

static struct santasi_tower *tower_of(const struct santasi_towers *towers, uint32_t number) {
    return (struct santasi_tower *)towers->towers.items + number;
}

static struct detail *detail_of(const struct santasi_towers *towers, uint32_t number) {
    return (struct detail *)towers->details.items + number;
}

static const uint32_t *leads_of(const struct santasi_towers *towers, const struct detail *detail) {
    return (const uint32_t *)towers->leads.items + detail->first;
}

static bool tower_is(const struct santasi_towers *towers, uint32_t number, const struct draft *draft) {
    const struct detail *detail = detail_of(towers, number);
    if (detail->outlook != draft->outlook || detail->leads != draft->count ||
        detail->shown != draft_shown(towers, draft))
        return false;
    const uint32_t *leads = leads_of(towers, detail);
    bool same = true;
    for (int i = 0; i < draft->count && same; i++)
        same = leads[i] == draft->lead[i];
    return same;
}

/* The number of the tower of a draft, or SANTASI_NONE. */
static uint32_t tower_find(const struct santasi_towers *towers, const struct draft *draft) {
    size_t slot = santasi_slots_first(&towers->slots, draft->hash);
    for (uint64_t word; (word = santasi_slots_at(&towers->slots, slot)) != 0;
         slot = santasi_slots_next(&towers->slots, slot))
        if (santasi_slot_may(word, draft->hash) && tower_is(towers, santasi_slot_number(word), draft))
            return santasi_slot_number(word);
    return SANTASI_NONE;
}

/* ---- New towers ----------------------------------------------------------------------------------------------- */

static struct santasi_worth draft_worth(const struct santasi_towers *towers, const struct draft *draft) {
    const uint32_t plain =
        towers->plain != NULL ? santasi_outlook_plain(towers->future, draft->outlook) : draft->outlook;
    struct santasi_worth worth = {.prospect = santasi_outlook_prospect(towers->future, plain)};
    int hope = 0;
    for (int i = 0; i < draft->count; i++) {
        const int lead = lead_value(draft->lead[i]);
        hope += lead * santasi_fate_chance(towers->future, lead_fate(draft->lead[i]));
        if (lead > 0)
            worth.most = (int8_t)(worth.most + lead);
        else
            worth.least = (int8_t)(worth.least + lead);
    }
    worth.hope = (int16_t)(hope / (SANTASI_CERTAIN / SANTASI_HOPE));
    return worth;
}

static struct santasi_tower draft_tower(const struct santasi_towers *towers, const struct draft *draft) {
    const struct santasi_outlook *outlook = santasi_outlook_at(towers->future, towers->plain != NULL, draft->outlook);
    unsigned covers = 0, shows = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        if (outlook->next[SANTASI_HERE + size] == SANTASI_NONE)
            continue;
        covers |= (unsigned)(outlook->fate[size] == SANTASI_COVERED) << size;
        shows |= (unsigned)(outlook->fate[size] == SANTASI_SHOWN) << size;
    }
    return (struct santasi_tower){.covers = covers & 31,
                                  .shows = shows & 31,
                                  .shown = (unsigned)(draft_shown(towers, draft) + SANTASI_SHOWN_ZERO) & 127};
}

static uint32_t tower_add(struct santasi_towers *towers, const struct draft *draft);

/* The stature of a new tall tower; false when memory is short. */
static bool draft_stature(struct santasi_towers *towers, const struct draft *draft, struct santasi_stature *stature) {
    struct draft plain = *draft;
    plain.outlook = santasi_outlook_plain(towers->future, draft->outlook);
    draft_finish(towers->plain, &plain);
    stature->plain = tower_add(towers->plain, &plain);
    if (stature->plain == SANTASI_NONE)
        return false;
    const uint32_t top[2] = {stature->plain, (uint32_t)(draft->shown + LEAD_ZERO)};
    stature->top = santasi_store_add(&towers->tops, top);
    stature->ends = santasi_outlook_range(towers->future, draft->outlook);
    stature->closed = santasi_outlook_closed(santasi_outlook_at(towers->future, true, draft->outlook));
    return stature->top < SANTASI_TOWERS_MAX;
}

/* Appends the tower of a draft; SANTASI_NONE when memory is short. */
static uint32_t tower_append(struct santasi_towers *towers, const struct draft *draft) {
    if (!towers_reserve(towers, draft->count))
        return SANTASI_NONE;
    const uint32_t number = (uint32_t)towers->towers.count;
    if (towers->plain != NULL &&
        !draft_stature(towers, draft, (struct santasi_stature *)towers->statures.items + number))
        return SANTASI_NONE;
    *tower_of(towers, number) = draft_tower(towers, draft);
    ((struct santasi_worth *)towers->worths.items)[number] = draft_worth(towers, draft);
    *detail_of(towers, number) = (struct detail){draft->outlook, (uint32_t)towers->leads.count, (uint8_t)draft->count,
                                                 (int8_t)draft_shown(towers, draft)};
    if (draft->count > 0)
        memcpy((uint32_t *)towers->leads.items + towers->leads.count, draft->lead,
               (size_t)draft->count * sizeof draft->lead[0]);
    towers->leads.count += (size_t)draft->count;
    towers->towers.count++;
    return number;
}

/* The number of the tower of a finished draft, added when it is new; SANTASI_NONE when memory is short. */
static uint32_t tower_add(struct santasi_towers *towers, const struct draft *draft) {
    if (!santasi_slots_reserve(&towers->slots))
        return SANTASI_NONE;
    uint32_t number = tower_find(towers, draft);
    if (number != SANTASI_NONE)
        return number;
    number = tower_append(towers, draft);
    if (number != SANTASI_NONE)
        santasi_slots_put(&towers->slots, draft->hash, number);
    return number;
}

/* ---- Towers of a position, and their changes ------------------------------------------------------------------ */

uint32_t santasi_towers_read(struct santasi_towers *towers, const struct santasi *santasi, int site, int *gain) {
    uint32_t shape = 0, pool = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        shape += (uint32_t)santasi_cylinders(santasi, santasi_column(size, site)) * santasi_five(size);
        pool += (uint32_t)(santasi_left(santasi, SANTASI_BLUE, size) + santasi_left(santasi, SANTASI_SILVER, size)) *
                santasi_five(size);
    }
    struct santasi_view view;
    if (!santasi_future_see(towers->future, shape, pool, &view))
        return SANTASI_NONE;
    struct draft draft = {.outlook = view.outlook[towers->plain != NULL]};
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int column = santasi_column(size, site);
        for (int level = 0; level < santasi_five_at(shape, size); level++) {
            const uint32_t fate = santasi_future_fate(towers->future, &view, shape, size, level);
            draft_add(&draft, fate, santasi_cylinder(santasi, column, level) == SANTASI_BLUE ? 1 : -1);
        }
    }
    *gain = draft.shown;
    draft_finish(towers, &draft);
    return tower_add(towers, &draft);
}

/* The tower after a step, before the new cylinder is counted. */
static void draft_step(const struct santasi_towers *towers, uint32_t number, const struct santasi_outlook *outlook,
                       int step, struct draft *draft) {
    const struct detail *detail = detail_of(towers, number);
    const uint32_t *leads = leads_of(towers, detail);
    draft->outlook = outlook->next[step];
    draft->shown = santasi_tower_shown(tower_of(towers, number));
    draft->count = 0;
    for (int i = 0; i < detail->leads; i++)
        draft_add(draft, santasi_fate_after(towers->future, lead_fate(leads[i]), step), lead_value(leads[i]));
}

/* Drafts the tower after a change; false when it cannot be made or changes nothing, which is then noted. */
static bool change_draft(const struct santasi_towers *towers, uint32_t number, int change, struct draft *draft) {
    const int step = change < SANTASI_STEPS ? change : change - SANTASI_SIZES;
    const struct santasi_outlook *outlook =
        santasi_outlook_at(towers->future, towers->plain != NULL, detail_of(towers, number)->outlook);
    if (outlook->next[step] == SANTASI_NONE) {
        tower_of(towers, number)->change[change] =
            santasi_outlook_closed(outlook) && step < SANTASI_HERE ? number : SANTASI_IMPOSSIBLE;
        return false;
    }
    draft_step(towers, number, outlook, step, draft);
    if (change >= SANTASI_CHANGE_HERE)
        draft_add(draft, outlook->fate[step - SANTASI_HERE], change < SANTASI_STEPS ? 1 : -1);
    draft_finish(towers, draft);
    return true;
}

/* Notes the tower that a change leads to; false when memory is short. */
static bool change_note(struct santasi_towers *towers, uint32_t number, int change, const struct draft *draft) {
    const uint32_t next = tower_add(towers, draft);
    const int gain = draft->shown - santasi_tower_shown(tower_of(towers, number));
    if (next == SANTASI_NONE)
        return false;
    tower_of(towers, number)->change[change] = next | (uint32_t)(gain & 127) << SANTASI_TOWER_BITS;
    return true;
}

/* All drafts first, so that memory is waited for once. */
bool santasi_towers_change(struct santasi_towers *towers, uint32_t number, uint32_t changes) {
    struct draft drafts[SANTASI_CHANGES];
    uint32_t drafted = 0;
    for (uint32_t rest = changes & ~tower_of(towers, number)->known; rest != 0; rest &= rest - 1) {
        const int change = __builtin_ctz(rest);
        drafted |= (uint32_t)change_draft(towers, number, change, &drafts[change]) << change;
    }
    for (; drafted != 0; drafted &= drafted - 1) {
        const int change = __builtin_ctz(drafted);
        if (!change_note(towers, number, change, &drafts[change]))
            return false;
    }
    tower_of(towers, number)->known |= changes & ((1U << SANTASI_CHANGES) - 1);
    return true;
}
