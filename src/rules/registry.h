/* registry.h - the games there are, in the order of games.def. */
#ifndef TABLIER_RULES_REGISTRY_H
#define TABLIER_RULES_REGISTRY_H

#include "game.h"

#define GAME(name) extern const struct tab_game name##_game;
#include "../games.def"
#undef GAME

/* Position of each game in games.def, for tables of other layers. */
enum game_index {
#define GAME(name) GAME_##name,
#include "../games.def"
#undef GAME
    GAME_COUNT
};

enum game_index game_index(const struct tab_game *game);

#endif
