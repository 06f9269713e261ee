/* game.c - a game as the sum of its events. */
#include "game.h"
#include "../rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const game_state_words[GAME_STATE_COUNT] = {"open", "playing", "over"};

enum { FIRST_ROOM = 32 };

static unsigned seat_bit(int seat) { return 1U << (seat - 1); }

struct game *game_make(const char *id) {
    struct game *game = calloc(1, sizeof *game);
    if (game != NULL)
        snprintf(game->id, sizeof game->id, "%s", id);
    return game;
}

void game_drop(struct game *game) {
    if (game == NULL)
        return;
    tab_match_free(game->match);
    free(game->ply_left);
    free(game);
}

/* ---- Questions ------------------------------------------------------------------------------------------------ */

int game_turn(const struct game *game) {
    return game->state == GAME_PLAYING ? tab_position_player(&game->rules, tab_match_position(game->match)) : 0;
}

int game_seat_of(const struct game *game, const struct visitor *visitor) {
    for (int i = 0; i < game->setup.players; i++)
        if (game->setup.seats[i].kind == SEAT_PERSON && visitor_equal(&game->setup.seats[i].owner, visitor))
            return i + 1;
    return 0;
}

bool game_person(const struct game *game, int seat) {
    const struct game_seat *at = &game->setup.seats[seat - 1];
    return at->kind == SEAT_PERSON && at->level == 0;
}

int game_persons(const struct game *game) {
    int count = 0;
    for (int seat = 1; seat <= game->setup.players; seat++)
        count += game_person(game, seat);
    return count;
}

/* A draw is shared by those who are still in the game. */
static void draw_share(const struct game *game, struct tab_result *result) {
    const struct tab_position *position = tab_match_position(game->match);
    int sharing = 0;
    for (int player = 1; player <= game->setup.players; player++)
        sharing += game->rules.game->shares(&game->rules, position, player);
    for (int player = 1; player <= game->setup.players; player++)
        result->payoff[player - 1] = game->rules.game->shares(&game->rules, position, player) ? 1.0 / sharing : 0;
}

void game_result(const struct game *game, struct tab_result *result) {
    tab_match_result(game->match, result);
    if (game->state != GAME_OVER || game->reason == END_RULES)
        return;
    *result = (struct tab_result){.over = true, .winner = game->winner, .reason = end_words[game->reason]};
    if (game->winner > 0)
        result->payoff[game->winner - 1] = 1;
    else if (game->reason == END_AGREED)
        draw_share(game, result);
}

double game_payoff(const struct game *game, const struct tab_result *result, int seat) {
    return game_person(game, seat) ? result->payoff[seat - 1] : 0;
}

bool game_ends_with(struct game *game, tab_move move) {
    if (!tab_match_play(game->match, move))
        return false;
    const bool ends = tab_position_player(&game->rules, tab_match_position(game->match)) == 0;
    tab_match_undo(game->match);
    return ends;
}

bool game_move_declines(const struct game *game, int seat, enum offer offer) {
    const int asker = game->asked_by[offer];
    if (asker == 0 || !game_person(game, seat))
        return false;
    return (offer == OFFER_TAKEBACK && asker == seat) || (game->agreed[offer] & seat_bit(seat)) == 0;
}

/* ---- Events --------------------------------------------------------------------------------------------------- */

static bool seats_filled(const struct game *game) {
    for (int i = 0; i < game->setup.players; i++)
        if (game->setup.seats[i].kind == SEAT_OPEN)
            return false;
    return true;
}

static void turn_begin(struct game *game, int64_t now) { game->turn_told = game->turn_began = now; }

static void game_begin(struct game *game, int64_t now) {
    game->state = GAME_PLAYING;
    turn_begin(game, now);
    for (int i = 0; i < game->setup.players; i++)
        game->left_ms[i] = time_initial(&game->setup.time);
    if (game_turn(game) == 0) /* set up at a position where nobody can move */
        game->state = GAME_OVER;
}

static bool create_apply(struct game *game, const struct event *event, int64_t now) {
    struct tab_rules rules;
    struct tab_position first;
    if (event->number != 1 || !tab_rules_parse(&rules, event->setup.spec, NULL) ||
        tab_rules_players(&rules) != event->setup.players)
        return false;
    const bool given = event->setup.first[0] != '\0';
    if (given && !tab_position_parse(&rules, event->setup.first, &first, NULL))
        return false;
    struct tab_match *match = tab_match_new(&rules, given ? &first : NULL);
    if (match == NULL)
        return false;
    game->match = match;
    game->rules = rules;
    game->setup = event->setup;
    game->created = event->at;
    game->state = GAME_OPEN;
    if (seats_filled(game))
        game_begin(game, now);
    return true;
}

static bool join_apply(struct game *game, const struct event *event, int64_t now) {
    struct game_seat *seat = &game->setup.seats[event->seat - 1];
    if (game->state != GAME_OPEN || seat->kind != SEAT_OPEN)
        return false;
    *seat = (struct game_seat){
        .kind = SEAT_PERSON, .owner = event->owner, .user = event->user, .bot = event->bot, .rating = event->rating};
    memcpy(seat->name, event->name, sizeof seat->name);
    if (seats_filled(game))
        game_begin(game, now);
    return true;
}

static bool leave_apply(struct game *game, const struct event *event) {
    struct game_seat *seat = &game->setup.seats[event->seat - 1];
    if (game->state != GAME_OPEN || seat->kind != SEAT_PERSON)
        return false;
    *seat = (struct game_seat){.kind = SEAT_OPEN};
    return true;
}

static bool ply_grow(struct game *game, int ply) {
    if (ply < game->ply_room)
        return true;
    const int room = game->ply_room > 0 ? 2 * game->ply_room : FIRST_ROOM;
    int64_t *left = realloc(game->ply_left, (size_t)room * sizeof *left);
    if (left == NULL)
        return false;
    game->ply_left = left;
    game->ply_room = room;
    return true;
}

static void offers_end(struct game *game) {
    memset(game->agreed, 0, sizeof game->agreed);
    memset(game->asked_by, 0, sizeof game->asked_by);
}

/* However it came about; only a rematch is offered after it. */
static void game_finish(struct game *game, enum end_reason reason) {
    game->state = GAME_OVER;
    game->reason = reason;
    offers_end(game);
}

static void offer_end(struct game *game, enum offer offer) {
    game->asked_by[offer] = 0;
    game->agreed[offer] = 0;
}

/* The events of old games do not say what a move declines. */
static void offers_lapse(struct game *game, int seat) {
    for (enum offer offer = OFFER_DRAW; offer < OFFER_COUNT; offer++)
        if (game_move_declines(game, seat, offer))
            offer_end(game, offer);
}

static bool move_apply(struct game *game, const struct event *event, int64_t now) {
    const int ply = game->match != NULL ? tab_match_ply(game->match) : 0;
    tab_move move;
    if (game->state != GAME_PLAYING || event->seat != game_turn(game) || !ply_grow(game, ply) ||
        !tab_move_parse(&game->rules, tab_match_position(game->match), event->move, &move, NULL) ||
        !tab_match_play(game->match, move))
        return false;
    game->ply_left[ply] = event->left_ms;
    game->left_ms[event->seat - 1] = event->left_ms;
    game->moves[event->seat - 1]++;
    turn_begin(game, now);
    offers_lapse(game, event->seat);
    memset(game->declined, 0, sizeof game->declined);
    if (game_turn(game) == 0)
        game_finish(game, END_RULES);
    return true;
}

static bool offer_apply(struct game *game, const struct event *event) {
    const enum game_state state = event->offer == OFFER_REMATCH ? GAME_OVER : GAME_PLAYING;
    if (game->state != state)
        return false;
    if (game->asked_by[event->offer] == 0)
        game->asked_by[event->offer] = event->seat;
    game->agreed[event->offer] |= seat_bit(event->seat);
    return true;
}

static bool decline_apply(struct game *game, const struct event *event) {
    if (game->asked_by[event->offer] == 0) /* offers once outlived their games: one may have been declined after it */
        return game->state == GAME_OVER;
    game->declined[event->offer] |= seat_bit(game->asked_by[event->offer]);
    offer_end(game, event->offer);
    return true;
}

static bool takeback_apply(struct game *game, const struct event *event, int64_t now) {
    if (game->state != GAME_PLAYING || event->ply >= tab_match_ply(game->match))
        return false;
    while (tab_match_ply(game->match) > event->ply) {
        tab_match_undo(game->match);
        game->moves[game_turn(game) - 1]--;
    }
    offers_end(game);
    turn_begin(game, now);
    return true;
}

static bool replace_apply(struct game *game, const struct event *event, int64_t now) {
    struct game_seat *seat = &game->setup.seats[event->seat - 1];
    if (game->state != GAME_PLAYING || !game_person(game, event->seat))
        return false;
    seat->level = event->level;
    if (game_turn(game) == event->seat)
        turn_begin(game, now);
    offers_end(game);
    return true;
}

static bool end_apply(struct game *game, const struct event *event, int64_t now) {
    if (game->state == GAME_OVER || event->winner > game->setup.players)
        return false;
    const int turn = game_turn(game);
    const int64_t left = turn > 0 ? game_clock_left(game, turn, now) : 0;
    if (turn > 0)
        game->left_ms[turn - 1] = left > 0 ? left : 0;
    game_finish(game, event->reason);
    game->winner = event->winner;
    game->halted = event->halted;
    return true;
}

static bool device_apply(struct game *game, const struct event *event) {
    struct game_seat *seat = &game->setup.seats[event->seat - 1];
    if (seat->kind != SEAT_PERSON)
        return false;
    seat->owner = event->owner;
    seat->user = event->user;
    seat->bot = event->bot;
    if (!game->setup.rated) /* those stay whose they were, and lose their name at most */
        seat->rating = event->rating;
    if (event->renamed)
        memcpy(seat->name, event->name, sizeof seat->name);
    seat->moved++;
    return true;
}

static bool rematch_apply(struct game *game, const struct event *event) {
    if (game->state != GAME_OVER)
        return false;
    memcpy(game->next, event->game, sizeof game->next);
    return true;
}

static bool rated_apply(struct game *game, const struct event *event) {
    if (game->state != GAME_OVER || !game->setup.rated)
        return false;
    for (int i = 0; i < game->setup.players; i++)
        game->setup.seats[i].rated = event->ratings[i];
    return true;
}

static bool kind_apply(struct game *game, const struct event *event, int64_t now) {
    switch (event->kind) {
    case EVENT_CREATE: return create_apply(game, event, now);
    case EVENT_JOIN: return join_apply(game, event, now);
    case EVENT_LEAVE: return leave_apply(game, event);
    case EVENT_MOVE: return move_apply(game, event, now);
    case EVENT_OFFER: return offer_apply(game, event);
    case EVENT_DECLINE: return decline_apply(game, event);
    case EVENT_TAKEBACK: return takeback_apply(game, event, now);
    case EVENT_REPLACE: return replace_apply(game, event, now);
    case EVENT_END: return end_apply(game, event, now);
    case EVENT_DEVICE: return device_apply(game, event);
    case EVENT_REMATCH: return rematch_apply(game, event);
    case EVENT_RATED: return rated_apply(game, event);
    case EVENT_KIND_COUNT: break;
    }
    return false;
}

bool game_apply(struct game *game, const struct event *event, int64_t now) {
    if (event->number != game->number + 1 || (game->match == NULL) != (event->kind == EVENT_CREATE) ||
        (game->match != NULL && event->seat > game->setup.players) || !kind_apply(game, event, now))
        return false;
    game->number = event->number;
    if (event->kind == EVENT_CREATE || event->kind == EVENT_MOVE || event->kind == EVENT_TAKEBACK)
        game->moved = event->number;
    game->changed = event->at;
    return true;
}
