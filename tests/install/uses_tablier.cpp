// uses_tablier.cpp - the public header in a C++ program: counts the moves of every game, two plies deep.
#include <tablier.h>

#include <iostream>

int main() {
    for (int i = 0; i < tab_game_count(); i++) {
        const tab_game *game = tab_game_at(i);
        tab_rules rules;
        tab_error error = {};
        if (!tab_rules_parse(&rules, tab_game_id(game), &error)) {
            std::cerr << error.what << '\n';
            return 1;
        }
        tab_position position;
        tab_position_start(&rules, &position);
        std::cout << tab_game_id(game) << ' ' << tab_perft(&rules, &position, 2) << '\n';
    }
}
