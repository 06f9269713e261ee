/* game.c - one game between engines. */
#include "game.h"
#include "../rules/game.h"
#include "orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game in progress. */
struct referee {
    const struct contest *contest;
    struct game *game;
    int players;
    struct client *seats[TAB_PLAYERS_MAX]; /* of players 1, 2 … */
    int64_t clocks[TAB_PLAYERS_MAX];
    struct position_line position;
};

static const struct contender *contender_of(const struct referee *referee, int player) {
    return &referee->contest->contenders[referee->game->fixture.contenders[player - 1]];
}

/* Ends the game by a failure of a player. */
static bool game_fail(struct game *game, int player, const struct failure *failure) {
    game->failure = *failure;
    game->culprit = failure->fault == FAULT_ABANDONED ? 0 : player;
    return false;
}

/* ---- The crew ------------------------------------------------------------------------------------------------- */

void crew_dismiss(struct crew *crew) {
    for (int i = 0; i < TAB_PLAYERS_MAX; i++)
        client_close(&crew->clients[i]);
}

/* Puts an engine in every seat: one that is open already, or else a place in the crew that nobody needs. */
static void crew_seat(struct referee *referee, struct crew *crew) {
    bool taken[TAB_PLAYERS_MAX] = {false};
    for (int pass = 0; pass < 2; pass++)
        for (int player = 1; player <= referee->players; player++)
            for (int i = 0; i < TAB_PLAYERS_MAX && referee->seats[player - 1] == NULL; i++) {
                struct client *client = &crew->clients[i];
                bool open = client->process.pid != 0 && client->contender == contender_of(referee, player);
                if (taken[i] || (pass == 0 && !open))
                    continue;
                taken[i] = true;
                referee->seats[player - 1] = client;
            }
}

/* Sees to it that the engine in a seat is open and ready for a new game. */
static bool seat_prepare(struct referee *referee, int player, const _Atomic bool *abandoned) {
    const struct contest *contest = referee->contest;
    const struct contender *contender = contender_of(referee, player);
    struct client *client = referee->seats[player - 1];
    struct failure failure = {0};
    uint64_t seed = hash_mix(hash_mix(contest->seed, (uint64_t)referee->game->fixture.number + 1), (uint64_t)player);
    bool open = client->process.pid != 0 && client->contender == contender;
    if (!open) {
        client_close(client);
        open = client_open(client, contender, contest->spec, contest->patience_ms, abandoned, &failure);
    }
    if (open && client_new_game(client, (uint32_t)(seed >> 33), &failure))
        return true;
    client_close(client);
    return game_fail(referee->game, player, &failure);
}

/* ---- What engines are told ------------------------------------------------------------------------------------ */

/* Writes `go` with the limits of the player to move; clocks of the others are told beside its own. */
static void go_write(const struct referee *referee, int player, char line[GO_TEXT]) {
    const struct allowance *own = &contender_of(referee, player)->allowance;
    struct clock_face clocks[TAB_PLAYERS_MAX];
    for (int i = 0; i < referee->players; i++) {
        const struct allowance *allowance = &contender_of(referee, i + 1)->allowance;
        clocks[i] = (struct clock_face){allowance->clock_ms > 0, referee->clocks[i], allowance->increment_ms};
    }
    go_format(own, own->clock_ms > 0 ? clocks : NULL, referee->players, line);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

/* How long a player may take for the next move before it has lost. */
static int64_t time_allowed(const struct referee *referee, int player) {
    const struct contest *contest = referee->contest;
    const struct allowance *own = &contender_of(referee, player)->allowance;
    int64_t allowed = contest->patience_ms;
    if (own->clock_ms > 0)
        allowed = referee->clocks[player - 1] + contest->grace_ms;
    if (own->move_ms > 0 && (own->clock_ms == 0 || own->move_ms + contest->grace_ms < allowed))
        allowed = own->move_ms + contest->grace_ms;
    return allowed;
}

/* Keeps what is known about the move just made. */
static bool remark_add(struct referee *referee, const struct reply *reply, int player) {
    struct game *game = referee->game;
    int count = tab_match_ply(game->match) - game->opening;
    struct remark *remarks = realloc(game->remarks, sizeof *remarks * (size_t)count);
    if (remarks == NULL)
        return false;
    game->remarks = remarks;
    bool timed = contender_of(referee, player)->allowance.clock_ms > 0;
    remarks[count - 1] = (struct remark){*reply, timed, timed ? referee->clocks[player - 1] : 0};
    return true;
}

static void clock_charge(struct referee *referee, int player, int64_t milliseconds) {
    const struct allowance *own = &contender_of(referee, player)->allowance;
    int64_t left = referee->clocks[player - 1] - milliseconds;
    if (own->clock_ms > 0)
        referee->clocks[player - 1] = (left > 0 ? left : 0) + own->increment_ms;
}

/* Makes the move an engine answered with, if it is one. */
static bool move_make(struct referee *referee, int player, const struct reply *reply) {
    struct game *game = referee->game;
    const struct tab_rules *rules = &referee->contest->rules;
    struct tab_position before = *tab_match_position(game->match);
    struct tab_error error = {0};
    struct failure failure = {0};
    tab_move move;
    char text[TAB_MOVE_TEXT];
    if (!tab_move_parse(rules, &before, reply->move, &move, &error)) {
        failure_set_move(&failure, reply->move, &error);
        return game_fail(game, player, &failure);
    }
    tab_move_format(rules, &before, move, text, sizeof text);
    clock_charge(referee, player, reply->milliseconds);
    if (tab_match_play(game->match, move) && position_line_add(&referee->position, text) &&
        remark_add(referee, reply, player))
        return true;
    failure_set(&failure, FAULT_ABANDONED, N_("out of memory"), NULL, NULL);
    return game_fail(game, player, &failure);
}

/* Lets the player to move make a move; false when that ended the game. */
static bool turn_play(struct referee *referee, int player) {
    struct client *client = referee->seats[player - 1];
    struct reply reply;
    struct failure failure = {0};
    char go[GO_TEXT];
    int64_t allowed = time_allowed(referee, player);
    go_write(referee, player, go);
    bool good = client_think(client, referee->position.text, go, allowed, &reply, &failure);
    if (good && reply.milliseconds > allowed)
        good = failure_set_number(&failure, FAULT_TIME, N_("a move after {1} ms, with {2} allowed"), reply.milliseconds,
                                  allowed);
    if (good && move_make(referee, player, &reply))
        return true;
    if (!good)
        game_fail(referee->game, player, &failure);
    client_close(client);
    return false;
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

/* Nothing for the culprit, equal shares for all others who are still in the game. */
static void result_forfeit(struct game *game, const struct tab_rules *rules) {
    const struct tab_position *position = tab_match_position(game->match);
    int players = tab_rules_players(rules), sharing = 0, last = 0;
    game->result = (struct tab_result){.over = true, .reason = "a player failed"};
    for (int player = 1; player <= players; player++)
        if (player != game->culprit && rules->game->shares(rules, position, player)) {
            sharing++;
            last = player;
        }
    for (int player = 1; player <= players; player++)
        if (player != game->culprit && rules->game->shares(rules, position, player))
            game->result.payoff[player - 1] = 1.0 / sharing;
    game->result.winner = sharing == 1 ? last : 0;
}

static void result_settle(struct game *game, const struct tab_rules *rules) {
    struct tab_position last = *tab_match_position(game->match);
    if (game->culprit != 0) {
        result_forfeit(game, rules);
        return;
    }
    if (game->cut)
        rules->game->declare_draw(&last);
    tab_position_result(rules, &last, &game->result);
    if (game->cut)
        game->result.reason = N_("the game was too long");
}

static void game_run(struct referee *referee) {
    struct game *game = referee->game;
    int player;
    while ((player = tab_position_player(&referee->contest->rules, tab_match_position(game->match))) != 0) {
        if (game_plies(game) >= referee->contest->plies_max) {
            game->cut = true;
            return;
        }
        if (!turn_play(referee, player))
            return;
    }
}

int game_plies(const struct game *game) { return tab_match_ply(game->match) - game->opening; }

void game_play(struct game *game, const struct contest *contest, const struct fixture *fixture, struct crew *crew,
               const _Atomic bool *abandoned) {
    *game = (struct game){.fixture = *fixture};
    struct referee referee = {.contest = contest, .game = game, .players = contest->schedule.players};
    game->match = opening_begin(&contest->openings, &contest->rules, fixture->round);
    bool ready = game->match != NULL && position_line_begin(&referee.position, game->match);
    if (!ready)
        failure_set(&game->failure, FAULT_ABANDONED, N_("no opening could be made"), NULL, NULL);
    if (game->match != NULL)
        game->opening = tab_match_ply(game->match);
    crew_seat(&referee, crew);
    for (int player = 1; ready && player <= referee.players; player++) {
        referee.clocks[player - 1] = contender_of(&referee, player)->allowance.clock_ms;
        ready = seat_prepare(&referee, player, abandoned);
    }
    if (ready)
        game_run(&referee);
    if (game->failure.fault != FAULT_ABANDONED)
        result_settle(game, &contest->rules);
    position_line_free(&referee.position);
}

void game_free(struct game *game) {
    tab_match_free(game->match);
    free(game->remarks);
    *game = (struct game){0};
}
