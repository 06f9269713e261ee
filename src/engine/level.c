/* level.c - playing strengths. */
#include "level.h"
#include "../rules/game.h"
#include "brain.h"

/* For a game whose brain has none of its own. */
static const struct level common[LEVELS_WEAKER] = {
    {.depth = 1, .noise = 520}, {.depth = 1, .noise = 345}, {.depth = 1, .noise = 245},
    {.depth = 1, .noise = 167}, {.depth = 1, .noise = 108}, {.depth = 1, .noise = 62},
    {.depth = 2, .noise = 70},  {.depth = 3, .noise = 52},  {.depth = 5, .noise = 14},
};

/* Walks through a tree. Knowledge counts more than looking ahead with few of them, so noise makes most of the
 * difference. Measured with three and four players: each is clearly stronger than the one before it. */
static const struct level walks[LEVELS_WEAKER] = {
    {.nodes = 10, .noise = 600},  {.nodes = 20, .noise = 490},   {.nodes = 40, .noise = 405},
    {.nodes = 80, .noise = 340},  {.nodes = 150, .noise = 285},  {.nodes = 300, .noise = 240},
    {.nodes = 600, .noise = 200}, {.nodes = 1200, .noise = 165}, {.nodes = 2000, .noise = 115},
};

struct level level_of(const struct brain *brain, bool tree, int level) {
    if (level < 1 || level > LEVELS_WEAKER)
        return (struct level){0};
    return tree ? walks[level - 1] : brain->levels != NULL ? brain->levels[level - 1] : common[level - 1];
}

int level_noise(int noise, uint64_t seed, uint64_t key) {
    /* The sum of two even distributions: small errors are more frequent than large ones. */
    uint64_t mixed = hash_mix(seed, key);
    int first = (int)(mixed & 0xFFFF), second = (int)(mixed >> 16 & 0xFFFF);
    return (first + second - 0xFFFF) * noise / 0xFFFF;
}
