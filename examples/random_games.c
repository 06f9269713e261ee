/* random_games.c - plays one random game of every registered game and prints how it ended. */
#include <tablier.h>

#include <stdio.h>

static void play_one(const struct tab_game *game, struct tab_random *random) {
    struct tab_rules rules;
    struct tab_error error;
    if (!tab_rules_parse(&rules, tab_game_id(game), &error))
        return;
    struct tab_position position;
    tab_position_start(&rules, &position);
    int moves = tab_random_playout(random, &rules, &position, 100000);

    struct tab_result result;
    tab_position_result(&rules, &position, &result);
    if (result.winner != 0)
        printf("%s: player %d wins after %d moves\n", tab_game_title(game), result.winner, moves);
    else if (result.over)
        printf("%s: drawn after %d moves\n", tab_game_title(game), moves);
    else
        printf("%s: not over after %d moves\n", tab_game_title(game), moves);
}

int main(void) {
    struct tab_random random;
    tab_random_seed(&random, 1);
    for (int i = 0; i < tab_game_count(); i++)
        play_one(tab_game_at(i), &random);
    return 0;
}
