/* level.c - playing strengths. */
#include "level.h"
#include "../rules/game.h"

static const struct level levels[TAB_LEVEL_MAX] = {
    {.depth = 1, .noise = 300},
    {.depth = 1, .noise = 110},
    {.depth = 2, .noise = 90},
    {.depth = 2, .noise = 25},
    {.nodes = 300, .noise = 15},
    {.nodes = 1200, .noise = 10},
    {.nodes = 5000, .noise = 5},
    {.nodes = 20000},
    {.nodes = 80000},
    {0},
};

struct level level_of(int level) {
    return level >= 1 && level < TAB_LEVEL_MAX ? levels[level - 1] : (struct level){0};
}

int level_noise(int noise, uint64_t seed, uint64_t key) {
    /* The sum of two even distributions: small errors are more frequent than large ones. */
    uint64_t mixed = hash_mix(seed, key);
    int first = (int)(mixed & 0xFFFF), second = (int)(mixed >> 16 & 0xFFFF);
    return (first + second - 0xFFFF) * noise / 0xFFFF;
}
