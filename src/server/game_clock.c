/* game_clock.c - the clocks of a game.
 *
 * The clock of the seat to move runs from the moment its player was told. Messages take time on their way; so much of it
 * as the connection was measured to take, up to a bound, is given back. */
#include "game.h"

bool game_timed(const struct game *game) {
    const int seat = game_turn(game);
    return seat != 0 && game_person(game, seat) && game->setup.time.kind != TIME_NONE;
}

bool game_clock_runs(const struct game *game) {
    return game_timed(game) && (game->setup.time.kind == TIME_DAYS || game->moves[game_turn(game) - 1] > 0);
}

int64_t game_clock_left(const struct game *game, int seat, int64_t now) {
    const int64_t left = game->left_ms[seat - 1];
    if (seat != game_turn(game) || !game_clock_runs(game) || now < game->turn_began)
        return left;
    return left - (now - game->turn_began);
}

bool game_clock_charge(const struct game *game, int64_t now, int64_t lag, int64_t *spent) {
    const int64_t passed = now > game->turn_began ? now - game->turn_began : 0;
    *spent = passed > lag ? passed - lag : 0;
    return !game_clock_runs(game) || *spent < game->left_ms[game_turn(game) - 1];
}

void game_clock_skip(struct game *game, int64_t ms) { game->turn_began = game->turn_told + ms; }

void game_clock_shift(struct game *game, int64_t ms) {
    game->turn_began += ms;
    game->turn_told = game->turn_began;
}
