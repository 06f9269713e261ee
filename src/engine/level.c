/* level.c - playing strengths. */
#include "level.h"
#include "../rules/game.h"

static const struct level levels[TAB_LEVEL_MAX] = {
    {.depth = 1, .noise = 400},
    {.depth = 1, .noise = 130},
    {.depth = 2, .noise = 200},
    {.depth = 2, .noise = 40},
    {.depth = 3, .noise = 30},
    {.depth = 4, .noise = 20},
    {.depth = 5, .noise = 10},
    {.depth = 7},
    {.depth = 9},
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
