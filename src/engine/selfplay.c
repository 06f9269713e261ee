/* selfplay.c - games the engine plays against itself. */
#include "selfplay.h"
#include "../rules/game.h"

#include <assert.h>
#include <stdlib.h>

enum { DEPTH = 100, OPENINGS_MAX = 1000 };

/* The house rule of repetition, over the positions of one game. */
static bool occurred_twice(const uint64_t *past, int count, uint64_t hash) {
    int times = 0;
    for (int i = 0; i < count; i++)
        times += past[i] == hash;
    return times >= 2;
}

/* Plays a number of random moves that do not end the game; starts over when one does. */
static struct tab_position opening_play(const struct tab_rules *rules, const struct selfplay_plan *plan,
                                        struct tab_random *random, struct selfplay_game *game, uint64_t *past) {
    struct tab_position position;
    for (;;) {
        int span = plan->opening_most - plan->opening_least + 1;
        game->opening = plan->opening_least + (int)tab_random_below(random, (uint32_t)span);
        if (game->opening > SELFPLAY_OPENING_MAX) /* a move that is thought about follows */
            game->opening = SELFPLAY_OPENING_MAX;
        game->length = 0;
        tab_position_start(rules, &position);
        while (game->length < game->opening && rules->game->player(&position) != 0) {
            past[game->length] = rules->game->hash(&position);
            game->moves[game->length] = tab_random_move(random, rules, &position);
            rules->game->play(rules, &position, game->moves[game->length++]);
        }
        if (rules->game->player(&position) != 0)
            return position;
    }
}

static int16_t value_of(const struct tab_line *line) {
    if (line->mate != 0)
        return line->mate > 0 ? SELFPLAY_VALUE_MAX : -SELFPLAY_VALUE_MAX;
    return (int16_t)(line->centi < -SELFPLAY_VALUE_MAX  ? -SELFPLAY_VALUE_MAX
                     : line->centi > SELFPLAY_VALUE_MAX ? SELFPLAY_VALUE_MAX
                                                        : line->centi);
}

/* Thinks about the position and plays the move found. */
static void move_play(struct tab_engine *engine, const struct tab_rules *rules, const struct selfplay_plan *plan,
                      struct tab_position *position, struct selfplay_game *game, uint64_t *past) {
    /* A limit of depth, though never reached, keeps the engine from looking for proofs, which take their time. */
    const struct tab_limits limits = {.nodes = plan->nodes, .depth = DEPTH};
    struct tab_thought thought;
    tab_engine_think(engine, rules, position, past, game->length, &limits, NULL, NULL, &thought);
    past[game->length] = rules->game->hash(position);
    game->values[game->length] = value_of(&thought.line[0]);
    game->moves[game->length++] = thought.move;
    rules->game->play(rules, position, thought.move);
}

/* Plays random moves and the first one after them, until that begins with a position that is even enough, or so often
 * that there may be none. */
static struct tab_position even_play(struct tab_engine *engine, const struct tab_rules *rules,
                                     const struct selfplay_plan *plan, struct tab_random *random,
                                     struct selfplay_game *game, uint64_t *past) {
    for (int tried = 1;; tried++) {
        struct tab_position position = opening_play(rules, plan, random, game, past);
        move_play(engine, rules, plan, &position, game, past);
        if (plan->even == 0 || abs(game->values[game->opening]) <= plan->even || tried == OPENINGS_MAX)
            return position;
    }
}

void selfplay_play(struct tab_engine *engine, const struct tab_rules *rules, const struct selfplay_plan *plan,
                   uint64_t number, struct selfplay_game *game) {
    assert(plan->opening_least >= 0 && plan->opening_least <= plan->opening_most &&
           plan->opening_most <= SELFPLAY_OPENING_MAX);
    uint64_t past[SELFPLAY_MOVES_MAX];
    struct tab_random random;
    tab_random_seed(&random, hash_mix(plan->seed, number + 1));
    tab_engine_clear(engine);
    struct tab_position position = even_play(engine, rules, plan, &random, game, past);
    while (rules->game->player(&position) != 0 && game->length < SELFPLAY_MOVES_MAX) {
        move_play(engine, rules, plan, &position, game, past);
        if (rules->choice[rules->game->repetition] == 0 &&
            occurred_twice(past, game->length, rules->game->hash(&position)))
            break;
    }
    if (rules->game->player(&position) != 0)
        rules->game->declare_draw(&position);
    tab_position_result(rules, &position, &game->result);
}
