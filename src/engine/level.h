/* level.h - playing strengths, from a child's first game to full strength: how far a level looks, and how much it
 * misjudges what it sees. */
#ifndef TABLIER_ENGINE_LEVEL_H
#define TABLIER_ENGINE_LEVEL_H

#include <tablier.h>

struct brain;

enum { LEVELS_WEAKER = TAB_LEVEL_MAX - 1 }; /* than full strength */

struct level {
    int depth;      /* 0: no limit */
    uint64_t nodes; /* 0: no limit; walks, in a tree search */
    int noise;      /* an evaluation is off by up to so much either way */
};

/* What a level means in a game: for searches of two players, or for tree searches. Levels outside 1..LEVELS_WEAKER are
 * full strength. */
struct level level_of(const struct brain *brain, bool tree, int level);
/* The error of judgement for a position in one search: the same whenever the position is met in it. */
int level_noise(int noise, uint64_t seed, uint64_t key);

#endif
