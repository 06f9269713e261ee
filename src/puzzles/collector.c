/* collector.c - making collections: see collection.h. */
#include "../engine/brain.h"
#include "../engine/selfplay.h"
#include "collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAME_NODES = 3000, /* a move */
    LEVEL_LEAST = 4,   /* players who miss something now and then */
    LEVEL_COUNT = 4,
    OPENING_LEAST = 2, /* random moves, after the set-up */
    OPENING_MOST = 8,
    LOOK_BACK = 14, /* plies before the end of a game that are looked at */
    ALIKE = 6,      /* characters in which two positions differ at least */
    SHARE = 3       /* one part in so many of a collection has the same kind and length at most */
};

struct collector {
    struct tab_rules rules;
    struct tab_engine *engine;
    uint64_t seed;
    int wanted;
    struct selfplay_plan plan;
    struct selfplay_game game;
};

/* Moves of the set-up, which are all made at random. */
static int setup_moves(const struct tab_rules *rules) {
    struct tab_position position, dealt;
    struct tab_random random;
    int moves = 0;
    tab_random_seed(&random, 0);
    tab_position_start(rules, &position);
    for (dealt = position; tab_random_deal(&random, rules, &dealt); dealt = position) {
        tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
        moves++;
    }
    return moves;
}

struct collector *collector_new(const struct tab_rules *rules, uint64_t seed, int wanted) {
    struct collector *collector = calloc(1, sizeof *collector);
    struct tab_engine_options options;
    if (collector == NULL)
        return NULL;
    const int setup = setup_moves(rules);
    collector->rules = *rules;
    collector->seed = seed;
    collector->wanted = wanted;
    collector->plan = (struct selfplay_plan){.seed = seed,
                                             .nodes = GAME_NODES,
                                             .opening_least = setup + OPENING_LEAST,
                                             .opening_most = setup + OPENING_MOST};
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    collector->engine = tab_engine_new(&options);
    if (collector->engine != NULL)
        return collector;
    free(collector);
    return NULL;
}

void collector_free(struct collector *collector) {
    if (collector == NULL)
        return;
    tab_engine_free(collector->engine);
    free(collector);
}

/* ---- What a collection has already ---------------------------------------------------------------------------- */

/* The number of the game an item comes from, when it was made with this seed and these rules. */
static bool item_number(const struct collector *collector, const struct collection_item *item, uint64_t *number) {
    char id[COLLECTION_ID_TEXT], spec[TAB_SPEC_TEXT];
    const char *digits = strrchr(item->id, '-');
    if (digits == NULL)
        return false;
    *number = strtoull(digits + 1, NULL, 10);
    tab_rules_format(&collector->rules, spec, sizeof spec);
    snprintf(id, sizeof id, "%s-%llu-%llu", tab_game_id(collector->rules.game), (unsigned long long)collector->seed,
             (unsigned long long)*number);
    return strcmp(id, item->id) == 0 && strcmp(spec, item->spec) == 0;
}

uint64_t collector_next(const struct collector *collector, const struct collection *collection) {
    uint64_t next = 1, number;
    for (int i = 0; i < collection->count; i++)
        if (item_number(collector, &collection->items[i], &number) && number >= next)
            next = number + 1;
    return next;
}

/* In how many characters one text must be changed to become the other. */
static int text_distance(const char *one, const char *other) {
    int row[TAB_POSITION_TEXT + 1];
    const int length = (int)strlen(other);
    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 1; one[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            const int changed = diagonal + (one[i - 1] != other[j - 1]);
            const int skipped = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = changed < skipped ? changed : skipped;
        }
    }
    return row[length];
}

static bool collection_has_like(const struct collection *collection, const char *position) {
    for (int i = 0; i < collection->count; i++)
        if (text_distance(collection->items[i].position, position) < ALIKE)
            return true;
    return false;
}

static bool puzzle_alike(const struct puzzle *one, const struct puzzle *other) {
    return one->kind == other->kind && one->plies == other->plies;
}

static int collection_alike(const struct collection *collection, const struct puzzle *puzzle) {
    int count = 0;
    for (int i = 0; i < collection->count; i++)
        count += puzzle_alike(&collection->items[i].puzzle, puzzle);
    return count;
}

/* ---- Adding --------------------------------------------------------------------------------------------------- */

/* Orders puzzles by what they ask for: short ones first. */
static bool puzzle_before(const struct puzzle *one, const struct puzzle *other) {
    if (one->turns != other->turns)
        return one->turns < other->turns;
    return one->plies != other->plies ? one->plies < other->plies : one->kind < other->kind;
}

static void collection_add(struct collection *collection, const struct collection_item *item) {
    int at = collection->count++;
    for (; at > 0 && puzzle_before(&item->puzzle, &collection->items[at - 1].puzzle); at--)
        collection->items[at] = collection->items[at - 1];
    collection->items[at] = *item;
}

/* Whether a puzzle is wanted more than the best so far: there are fewer like it, or it is longer. */
static bool puzzle_better(const struct collector *collector, const struct collection *collection,
                          const struct puzzle *puzzle, const struct puzzle *best) {
    const int alike = collection_alike(collection, puzzle), most = (collector->wanted + SHARE - 1) / SHARE;
    if (alike >= most)
        return false;
    if (best->plies == 0)
        return true;
    const int best_alike = collection_alike(collection, best);
    return alike != best_alike ? alike < best_alike : puzzle->plies > best->plies;
}

/* Looks at a position; where there is a win to be found, an only move is no other puzzle. */
static void position_search(const struct collector *collector, struct puzzler *puzzler,
                            const struct collection *collection, const struct tab_position *position,
                            struct puzzle *best) {
    char text[TAB_POSITION_TEXT];
    bool wins = false;
    tab_position_format(&collector->rules, position, text, sizeof text);
    for (int kind = 0; kind < PUZZLE_KIND_COUNT; kind++) {
        struct puzzle puzzle;
        if ((kind == PUZZLE_ONLY && wins) || !puzzler_find(puzzler, position, (enum puzzle_kind)kind, &puzzle))
            continue;
        wins = wins || kind == PUZZLE_WIN;
        if (puzzle_better(collector, collection, &puzzle, best) && !collection_has_like(collection, text))
            *best = puzzle;
    }
}

/* Looks through the end of the game for the puzzle that is wanted most. */
static void game_search(const struct collector *collector, struct puzzler *puzzler, const struct collection *collection,
                        struct puzzle *best) {
    const struct selfplay_game *game = &collector->game;
    const int first = game->opening > game->length - LOOK_BACK ? game->opening : game->length - LOOK_BACK;
    struct tab_position position;
    best->plies = 0;
    tab_position_start(&collector->rules, &position);
    for (int ply = 0; ply < game->length; ply++) {
        if (ply >= first)
            position_search(collector, puzzler, collection, &position, best);
        tab_position_play(&collector->rules, &position, game->moves[ply]);
    }
}

static void item_fill(const struct collector *collector, uint64_t number, const struct puzzle *puzzle,
                      struct collection_item *item) {
    snprintf(item->id, sizeof item->id, "%s-%llu-%llu", tab_game_id(collector->rules.game),
             (unsigned long long)collector->seed, (unsigned long long)number);
    tab_rules_format(&collector->rules, item->spec, sizeof item->spec);
    tab_position_format(&collector->rules, &puzzle->position, item->position, sizeof item->position);
    item->puzzle = *puzzle;
}

enum collector_answer collector_play(struct collector *collector, uint64_t number, struct collection *collection) {
    struct puzzler *puzzler = puzzler_new(&collector->rules);
    struct tab_engine_options options;
    struct collection_item item;
    struct puzzle best;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    options.level = LEVEL_LEAST + (int)(number % LEVEL_COUNT);
    options.seed = hash_mix(collector->seed, number);
    if (puzzler == NULL || !tab_engine_configure(collector->engine, &options)) {
        puzzler_free(puzzler);
        return COLLECTOR_NO_MEMORY;
    }
    selfplay_play(collector->engine, &collector->rules, &collector->plan, number, &collector->game);
    game_search(collector, puzzler, collection, &best);
    puzzler_free(puzzler);
    if (best.plies == 0)
        return COLLECTOR_NOTHING;
    item_fill(collector, number, &best, &item);
    collection_add(collection, &item);
    return COLLECTOR_ADDED;
}
