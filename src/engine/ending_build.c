/* ending_build.c - see ending_build.h. */
#include "ending_build.h"

#include <stdlib.h>

enum { DROP_SHIFT = ANNEAUX_CELLS, DROP_NONE = 31, DROP_SEVERAL = 30, PROGRESS_INTERVAL = 1 << 16 };

static unsigned pivot_drop(uint32_t pivot) { return pivot >> DROP_SHIFT; }

static uint32_t pivot_with_drop(uint32_t pivot, unsigned drop) {
    return (pivot & ANNEAUX_BOARD) | (uint32_t)drop << DROP_SHIFT;
}

static uint32_t free_cells(const struct ending *ending) { return ANNEAUX_BOARD & ~(ending->first | ending->second); }

static struct ending_side *other_side(struct ending_build *build, const struct ending_side *side) {
    return &build->side[build->side_count - 1 - (side - build->side)];
}

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

/* The pawns at the ends of the arc that a pawn makes by arriving among fresh ones; the arc in whose middle it stands
 * comes first. 0: it makes a spoke. */
static uint32_t arc_ends(uint32_t fresh, uint32_t arrived) {
    const uint32_t before = anneaux_back(arrived), after = anneaux_forward(arrived);
    if (fresh & before && fresh & after)
        return before | after;
    if (fresh & before && fresh & anneaux_back(before))
        return arrived | anneaux_back(before);
    if (fresh & after && fresh & anneaux_forward(after))
        return arrived | anneaux_forward(after);
    return 0;
}

/* The value of a drop that makes a line, for the player who makes it. Four pawns never make two lines at once. */
static int line_value(const struct endings *endings, const struct ending *pivot, uint32_t arrived) {
    const uint32_t spent = pivot->spent | arc_ends(pivot->first & ~pivot->spent, arrived);
    int best = 0;
    if (__builtin_popcount(pivot->second) == ENDING_LEAST)
        return 2;
    for (uint32_t rest = pivot->second; rest != 0; rest &= rest - 1) {
        const uint32_t kept = ~(rest & -rest);
        const struct ending next = {pivot->second & kept, pivot->first | arrived, spent & kept};
        const int value = endings_before(endings_before(endings_value(endings, &next), false), true);
        if (rest == pivot->second || endings_better(value, best))
            best = value;
    }
    return best;
}

static bool lines_add(struct ending_lines *lines, struct ending_line line) {
    if (lines->count == lines->capacity) {
        const size_t capacity = lines->capacity == 0 ? 1024 : 2 * lines->capacity;
        struct ending_line *items = realloc(lines->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        lines->items = items;
        lines->capacity = capacity;
    }
    lines->items[lines->count++] = line;
    return true;
}

/* Gives a pivot its first word and lists its lines. */
static bool pivot_begin(const struct ending_build *build, struct ending_side *side, uint32_t number) {
    const struct ending pivot = ending_of_number(build->endings->space, side->own - 1, side->other, number);
    const uint32_t free = free_cells(&pivot);
    side->pivots[number] = pivot_with_drop(free, DROP_NONE);
    for (uint32_t rest = ending_lines(pivot.first & ~pivot.spent) & free; rest != 0; rest &= rest - 1) {
        const int value = line_value(build->endings, &pivot, rest & -rest);
        const struct ending_line line = {number, (uint8_t)__builtin_ctz(rest), (int8_t)value};
        if (value != 0 && !lines_add(&side->lines[abs(value)], line))
            return false;
    }
    return true;
}

static bool side_begin(struct ending_build *build, struct ending_side *side, int own, int other) {
    side->own = own;
    side->other = other;
    side->table = &build->endings->table[own][other];
    side->pivot_count = ending_space_size(build->endings->space, own - 1, other);
    side->pivots = malloc(side->pivot_count * sizeof *side->pivots);
    if (side->pivots == NULL)
        return false;
    build->total += side->table->size;
    for (uint32_t number = 0; number < side->pivot_count; number++) {
        if (number % PROGRESS_INTERVAL == 0 &&
            !build->progress(build->context, N_("lines prepared"), number, side->pivot_count))
            return false;
        if (!pivot_begin(build, side, number))
            return false;
    }
    return true;
}

bool ending_build_begin(struct ending_build *build, struct endings *endings, int part, ending_progress *progress,
                        void *context) {
    const int *pawns = endings_parts[part];
    *build = (struct ending_build){.endings = endings, .part = part, .progress = progress, .context = context};
    if (!endings_allocate(endings, part))
        return false;
    build->side_count = pawns[0] == pawns[1] ? 1 : 2;
    for (int i = 0; i < build->side_count; i++)
        if (!side_begin(build, &build->side[i], pawns[i], pawns[1 - i])) {
            endings_release(endings, part); /* it would say that everything is drawn */
            return false;
        }
    return true;
}

void ending_build_end(struct ending_build *build) {
    for (int i = 0; i < build->side_count; i++) {
        free(build->side[i].pivots);
        for (int distance = 0; distance <= ENDINGS_DISTANCE_MAX; distance++)
            free(build->side[i].lines[distance].items);
    }
    build->side_count = 0;
}

/* ---- Deciding positions --------------------------------------------------------------------------------------- */

/* Gives an undecided position its value, under all its numbers. */
static void position_decide(struct ending_build *build, struct ending_side *side, const struct ending *ending,
                            int value) {
    uint32_t numbers[ENDING_SYMMETRIES];
    uint8_t symmetries[ENDING_SYMMETRIES][2];
    const int count = ending_numbers(build->endings->space, ending, numbers, symmetries);
    for (int i = 0; i < count; i++) {
        build->decided += side->table->values[numbers[i]] == 0;
        side->table->values[numbers[i]] = (int8_t)value;
    }
    build->last_change = build->layer + 1;
}

/* Whether a position is not decided yet. */
static bool is_open(const struct ending_build *build, const struct ending *ending) {
    return endings_value(build->endings, ending) == 0;
}

/* Whether every drop of every pawn is struck out. */
static bool is_lost(const struct ending_build *build, const struct ending_side *side, const struct ending *ending) {
    for (uint32_t rest = ending->first; rest != 0; rest &= rest - 1) {
        const uint32_t pawn = rest & -rest;
        const struct ending pivot = {ending->first & ~pawn, ending->second, ending->spent & ~pawn};
        int symmetry;
        const uint32_t word = side->pivots[ending_number(build->endings->space, &pivot, &symmetry)];
        if (word & ANNEAUX_BOARD & ~ending_image(build->endings->space, symmetry, pawn))
            return false;
    }
    return true;
}

/* Visits the positions that lead to a pivot by lifting a pawn, fresh or spent, from one of the cells: they are won, or
 * lost if nothing is left to them. */
static void sources_decide(struct ending_build *build, struct ending_side *side, const struct ending *pivot,
                           uint32_t cells, bool won) {
    const int value = won ? build->layer + 1 : -(build->layer + 1);
    for (uint32_t rest = cells; rest != 0; rest &= rest - 1) {
        const uint32_t pawn = rest & -rest;
        for (int spent = 0; spent < 2; spent++) {
            const struct ending source = {pivot->first | pawn, pivot->second, pivot->spent | (spent ? pawn : 0)};
            if (is_open(build, &source) && (won || is_lost(build, side, &source)))
                position_decide(build, side, &source, value);
        }
    }
}

/* Notes under one number of a pivot that a drop wins. */
static void pivot_win(struct ending_build *build, struct ending_side *side, uint32_t number, uint32_t drop) {
    uint32_t *word = &side->pivots[number];
    const unsigned before = pivot_drop(*word), cell = (unsigned)__builtin_ctz(drop);
    if (before == DROP_SEVERAL || before == cell)
        return;
    *word = pivot_with_drop(*word, before == DROP_NONE ? cell : DROP_SEVERAL);
    const struct ending pivot = ending_of_number(build->endings->space, side->own - 1, side->other, number);
    sources_decide(build, side, &pivot, before == DROP_NONE ? free_cells(&pivot) & ~drop : UINT32_C(1) << before, true);
}

/* Strikes out a drop under one number of a pivot. */
static void pivot_strike(struct ending_build *build, struct ending_side *side, uint32_t number, uint32_t drop) {
    uint32_t *word = &side->pivots[number];
    if (!(*word & drop))
        return;
    *word &= ~drop;
    const uint32_t left = *word & ANNEAUX_BOARD;
    if (left & (left - 1))
        return;
    const struct ending pivot = ending_of_number(build->endings->space, side->own - 1, side->other, number);
    sources_decide(build, side, &pivot, left != 0 ? left : free_cells(&pivot), false);
}

/* Tells a pivot, under all its numbers, that a drop is decided. */
static void drop_decide(struct ending_build *build, struct ending_side *side, const struct ending *pivot, uint32_t drop,
                        bool won) {
    const struct ending_space *space = build->endings->space;
    uint32_t numbers[ENDING_SYMMETRIES];
    uint8_t symmetries[ENDING_SYMMETRIES][2];
    const int count = ending_numbers(space, pivot, numbers, symmetries);
    for (int i = 0; i < count; i++) {
        const uint32_t moved = ending_image(space, symmetries[i][1], ending_image(space, symmetries[i][0], drop));
        if (won)
            pivot_win(build, side, numbers[i], moved);
        else
            pivot_strike(build, side, numbers[i], moved);
    }
}

/* Goes back from a position just decided over every drop that leads to it without making a line. The pawn dropped
 * last is fresh. */
static void position_spread(struct ending_build *build, struct ending_side *side, uint32_t number, int value) {
    struct ending_side *before = other_side(build, side);
    const struct ending ending = ending_of_number(build->endings->space, side->own, side->other, number);
    for (uint32_t rest = ending.second & ~ending.spent; rest != 0; rest &= rest - 1) {
        const uint32_t drop = rest & -rest;
        const struct ending pivot = {ending.second & ~drop, ending.first, ending.spent};
        if (!(ending_lines(pivot.first & ~pivot.spent) & drop))
            drop_decide(build, before, &pivot, drop, value < 0);
    }
}

/* ---- Layers --------------------------------------------------------------------------------------------------- */

static bool side_spread(struct ending_build *build, struct ending_side *side) {
    const int8_t *values = side->table->values, layer = (int8_t)build->layer;
    for (uint32_t number = 0; number < side->table->size; number++) {
        if (number % PROGRESS_INTERVAL == 0 &&
            !build->progress(build->context, N_("positions decided"), build->decided, build->total))
            return false;
        if (layer > 0 && (values[number] == layer || values[number] == -layer))
            position_spread(build, side, number, values[number]);
    }
    return true;
}

static void side_lines(struct ending_build *build, struct ending_side *side) {
    const struct ending_lines *lines = &side->lines[build->layer + 1];
    for (size_t i = 0; i < lines->count; i++) {
        const struct ending_line *line = &lines->items[i];
        if (line->value > 0)
            pivot_win(build, side, line->pivot, UINT32_C(1) << line->cell);
        else
            pivot_strike(build, side, line->pivot, UINT32_C(1) << line->cell);
    }
}

bool ending_build_complete(const struct ending_build *build) {
    if (build->layer <= build->last_change)
        return false;
    for (int i = 0; i < build->side_count; i++)
        for (int distance = build->layer + 1; distance <= ENDINGS_DISTANCE_MAX; distance++)
            if (build->side[i].lines[distance].count > 0)
                return false;
    return true;
}

bool ending_build_layer(struct ending_build *build) {
    if (ending_build_complete(build) || build->layer >= ENDINGS_DISTANCE_MAX)
        return false;
    for (int i = 0; i < build->side_count; i++) {
        side_lines(build, &build->side[i]);
        if (!side_spread(build, &build->side[i]))
            return false;
    }
    build->layer++;
    return true;
}
