/* registry.c - the games there are, and what can be asked of them. */
#include "registry.h"

#include <assert.h>
#include <string.h>

static const struct tab_game *const games[GAME_COUNT] = {
#define GAME(name) &name##_game,
#include "../games.def"
#undef GAME
};

int tab_game_count(void) { return GAME_COUNT; }

const struct tab_game *tab_game_at(int index) { return games[index]; }

const struct tab_game *tab_game_find(const char *id) {
    for (int i = 0; i < GAME_COUNT; i++)
        if (strcmp(games[i]->id, id) == 0)
            return games[i];
    return NULL;
}

enum game_index game_index(const struct tab_game *game) {
    int index = 0;
    while (index < GAME_COUNT && games[index] != game)
        index++;
    assert(index < GAME_COUNT);
    return (enum game_index)index;
}

const char *tab_game_id(const struct tab_game *game) { return game->id; }

const char *tab_game_title(const struct tab_game *game) { return game->title; }

int tab_game_players_min(const struct tab_game *game) { return game->players_min; }

int tab_game_players_max(const struct tab_game *game) { return game->players_max; }

int tab_game_option_count(const struct tab_game *game) {
    int count = 0;
    while (game->options[count].key != NULL)
        count++;
    return count;
}

const struct tab_option *tab_game_option(const struct tab_game *game, int index) { return &game->options[index]; }
