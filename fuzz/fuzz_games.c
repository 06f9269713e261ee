/* fuzz_games.c - games of `tablier selfplay`. Input: a spec, then a game on each line. */
#include "cli/games_file.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_game(const struct tab_rules *rules, const struct games_line *game) {
    fuzz_check(game->winner >= 0 && game->winner <= tab_rules_players(rules));
    fuzz_check(game->opening >= 0 && game->opening < SELFPLAY_MOVES_MAX);
    fuzz_check(game->plies >= 0 && game->plies <= SELFPLAY_MOVES_MAX);
    for (int ply = 0; ply < game->plies; ply++) {
        fuzz_check(abs(game->value[ply]) <= SELFPLAY_VALUE_MAX);
        fuzz_check(tab_position_player(rules, &game->position[ply]) != 0);
    }
}

static void check_line(const struct tab_rules *rules, const char *line, struct games_line *game) {
    struct tab_error error = {0};
    const bool valued = games_line_read(rules, line, true, game, NULL);
    const bool good = games_line_read(rules, line, false, game, &error);
    fuzz_check(good || !valued);
    if (good)
        check_game(rules, game);
    else
        fuzz_check(error.what != NULL && error.at <= strlen(line));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text;
    struct games_line *game = malloc(sizeof *game);
    struct tab_rules rules;
    fuzz_check(game != NULL);
    if (fuzz_rules(fuzz_line(&rest), &rules))
        while (*rest != '\0')
            check_line(&rules, fuzz_line(&rest), game);
    free(game);
    free(text);
    return 0;
}
