/* test_hash.c - a million different positions of each game have a million different hashes. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 1000000, SLOT_BITS = 21, SLOTS = 1 << SLOT_BITS, PLIES_MAX = 2000 };

/* A position seen, kept as the random game and the ply at which it can be found again; game 0 marks a free slot. */
struct seen {
    uint64_t hash;
    uint32_t game;
    uint32_t ply;
};

/* Positions that are different for the repetition rule, in an open-addressed table by their hash. */
struct collection {
    struct tab_rules rules;
    struct seen *slots;
    int count;
};

/* Plays random game number `game` up to a ply again. */
static struct tab_position replay(const struct tab_rules *rules, uint32_t game, uint32_t ply) {
    struct tab_random random;
    struct tab_position position;
    tab_random_seed(&random, game);
    tab_position_start(rules, &position);
    tab_random_playout(&random, rules, &position, (int)ply);
    return position;
}

/* Adds a position that is new. One with a known hash must be the known position. */
static void collect(struct collection *collection, const struct tab_position *position, uint32_t game, uint32_t ply) {
    const uint64_t hash = tab_position_hash(&collection->rules, position);
    struct seen *slot = &collection->slots[hash >> (64 - SLOT_BITS)];
    while (slot->game != 0 && slot->hash != hash)
        slot = slot + 1 < collection->slots + SLOTS ? slot + 1 : collection->slots;
    if (slot->game == 0) {
        *slot = (struct seen){hash, game, ply};
        collection->count++;
        return;
    }
    struct tab_position known = replay(&collection->rules, slot->game, slot->ply);
    if (!tab_position_repeats(&collection->rules, &known, position))
        fail_msg("game %u ply %u and game %u ply %u collide", slot->game, slot->ply, game, ply);
}

/* Plays one random game and collects what it passes through. */
static void collect_game(struct collection *collection, uint32_t game) {
    const struct tab_rules *rules = &collection->rules;
    struct tab_random random;
    struct tab_position position;
    tab_random_seed(&random, game);
    tab_position_start(rules, &position);
    for (uint32_t ply = 0; ply < PLIES_MAX && collection->count < POSITIONS; ply++) {
        collect(collection, &position, game, ply);
        if (tab_random_playout(&random, rules, &position, 1) == 0)
            return;
    }
}

static struct collection collection_make(const char *spec) {
    struct collection collection = {.rules = testing_rules(spec), .slots = calloc(SLOTS, sizeof(struct seen))};
    assert_non_null(collection.slots);
    for (uint32_t game = 1; collection.count < POSITIONS; game++)
        collect_game(&collection, game);
    return collection;
}

/* How many hashes share 20 chosen bits with how many others is known for good mixing: of the pairs of a million random
 * numbers one in 2^20 agrees, 476837 pairs. Tables use few bits of the hash, so all 64 must be good. */
static void check_bits(const struct collection *collection, int shift) {
    static uint16_t counts[1 << 20];
    memset(counts, 0, sizeof counts);
    uint64_t pairs = 0;
    for (int i = 0; i < SLOTS; i++)
        if (collection->slots[i].game != 0)
            pairs += counts[collection->slots[i].hash >> shift & 0xFFFFF]++;
    assert_in_range(pairs, 470000, 484000);
}

static void test_no_collision(void **state) {
    struct collection collection = collection_make(*state);
    assert_int_equal(collection.count, POSITIONS);
    for (int shift = 0; shift <= 44; shift += 11)
        check_bits(&collection, shift);
    free(collection.slots);
}

/* Two positions and whether they are the same for the repetition rule; then, and only then, the hashes are equal. */
struct pair {
    const char *name, *spec, *one, *other;
    bool same;
};

static const struct pair pairs[] = {
    {"the ply does not count", "siam", "5/5/1###1/5/5 1 0 00", "5/5/1###1/5/5 1 8 00", true},
    {"nor does it with crossed openings", "siam:openings=crossed", "5/5/1###1/5/5 1 0 00", "5/5/1###1/5/5 1 4 00",
     true},
    {"the player to move counts", "siam", "5/5/1###1/5/5 1 0 00", "5/5/1###1/5/5 2 1 00", false},
    {"a facing counts", "siam", "N4/5/1###1/5/5 1 2 00", "E4/5/1###1/5/5 1 2 00", false},
    {"the owner counts", "siam", "N4/5/1###1/5/5 1 2 00", "n4/5/1###1/5/5 1 2 00", false},
    {"a rock is no animal", "siam", "#4/N4/2##1/5/5 1 2 00", "N4/#4/2##1/5/5 1 2 00", false},
    {"the square counts", "siam", "N4/5/1###1/5/5 1 2 00", "1N3/5/1###1/5/5 1 2 00", false},
    {"an exit of player 1 counts", "siam:exits=once", "5/5/1###1/5/5 1 4 00", "5/5/1###1/5/5 1 4 10", false},
    {"an exit of player 2 counts", "siam:exits=once", "5/5/1###1/5/5 1 4 00", "5/5/1###1/5/5 1 4 01", false},
    {"whose exit counts", "siam:exits=once", "5/5/1###1/5/5 1 4 10", "5/5/1###1/5/5 1 4 01", false},
    {"the square of a rock counts", "siam", "5/5/1##2/5/#4 1 4 00", "5/5/1##2/5/1#3 1 4 00", false},
    {"a draw counts", "siam", "5/5/1###1/5/5 1 4 00", "5/5/1###1/5/5 = 4 00", false},
    {"the winner counts", "siam", "5/5/1##2/5/5 1# 4 00", "5/5/1##2/5/5 2# 4 00", false},
};

static void test_pair(void **state) {
    const struct pair *pair = *state;
    struct tab_rules rules = testing_rules(pair->spec);
    struct tab_position one = testing_position(&rules, pair->one), other = testing_position(&rules, pair->other);
    assert_int_equal(tab_position_repeats(&rules, &one, &other), pair->same);
    assert_int_equal(tab_position_repeats(&rules, &other, &one), pair->same);
    assert_int_equal(tab_position_hash(&rules, &one) == tab_position_hash(&rules, &other), pair->same);
}

static const char *pair_name(const void *row) { return ((const struct pair *)row)->name; }

int main(void) {
    int failures = testing_run_rows("same or not", test_pair, (void *)pairs, sizeof *pairs,
                                    sizeof pairs / sizeof *pairs, pair_name);
    failures += testing_run_games("no collisions", test_no_collision);
    return failures;
}
