/* game_request.c - what people may do with a game. */
#include "game_request.h"

#include <stdio.h>
#include <string.h>

static unsigned seat_bit(int seat) { return 1U << (seat - 1); }

/* Whether a seat may act in a game that is being played. */
static enum refusal player_check(const struct game *game, int seat) {
    if (seat == 0)
        return REFUSE_SEAT;
    if (game->state == GAME_OPEN)
        return REFUSE_OPEN;
    if (game->state == GAME_OVER)
        return REFUSE_OVER;
    return game_person(game, seat) ? REFUSE_NOTHING : REFUSE_SEAT;
}

/* ---- Coming and going ----------------------------------------------------------------------------------------- */

enum refusal request_join(const struct game *game, const struct visitor *visitor, int seat, struct event *event) {
    if (game->state == GAME_OVER)
        return REFUSE_OVER;
    if (game->state == GAME_PLAYING)
        return REFUSE_BEGUN;
    if (game_seat_of(game, visitor) != 0)
        return REFUSE_TAKEN;
    for (int i = 1; seat == 0 && i <= game->setup.players; i++)
        if (game->setup.seats[i - 1].kind == SEAT_OPEN)
            seat = i;
    if (seat > game->setup.players)
        return REFUSE_SEAT;
    if (seat == 0 || game->setup.seats[seat - 1].kind != SEAT_OPEN)
        return REFUSE_TAKEN;
    *event = (struct event){.kind = EVENT_JOIN, .seat = seat, .owner = *visitor};
    return REFUSE_NOTHING;
}

enum refusal request_leave(const struct game *game, int seat, struct event *event) {
    if (seat == 0)
        return REFUSE_SEAT;
    if (game->state != GAME_OPEN)
        return game->state == GAME_OVER ? REFUSE_OVER : REFUSE_BEGUN;
    if (game_persons(game) > 1)
        *event = (struct event){.kind = EVENT_LEAVE, .seat = seat};
    else
        *event = (struct event){.kind = EVENT_END, .reason = END_ABORTED};
    return REFUSE_NOTHING;
}

enum refusal request_device(const struct game *game, const struct visitor *visitor, int seat, struct event *event) {
    const int own = game_seat_of(game, visitor);
    if (seat < 1 || seat > game->setup.players || game->setup.seats[seat - 1].kind != SEAT_PERSON)
        return REFUSE_SEAT;
    if (game->setup.rated)
        return REFUSE_RATED;
    if (own != 0)
        return REFUSE_TAKEN;
    *event = (struct event){.kind = EVENT_DEVICE, .seat = seat, .owner = *visitor};
    return REFUSE_NOTHING;
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

/* A turn may be several moves; what is added for a turn is added when it passes on. */
static int64_t left_after(const struct game *game, int seat, tab_move move, int64_t spent) {
    const struct time_control *time = &game->setup.time;
    struct tab_position position = *tab_match_position(game->match);
    if (time->kind == TIME_NONE || !game_person(game, seat))
        return game->left_ms[seat - 1];
    tab_position_play(&game->rules, &position, move);
    const bool passed = tab_position_player(&game->rules, &position) != seat;
    if (time->kind == TIME_DAYS)
        return passed ? time_initial(time) : game->left_ms[seat - 1] - spent;
    return game->left_ms[seat - 1] - (game_clock_runs(game) ? spent : 0) + (passed ? time->increment_ms : 0);
}

enum refusal request_move(const struct game *game, int seat, const struct move_request *request, struct event *event,
                          struct tab_error *error) {
    int64_t spent;
    tab_move move;
    if (seat == 0)
        return REFUSE_SEAT;
    if (game->state != GAME_PLAYING)
        return game->state == GAME_OPEN ? REFUSE_OPEN : REFUSE_OVER;
    if (request->ply != tab_match_ply(game->match))
        return REFUSE_STALE;
    if (game_turn(game) != seat)
        return REFUSE_TURN;
    if (!tab_move_parse(&game->rules, tab_match_position(game->match), request->move, &move, error))
        return REFUSE_ILLEGAL;
    if (!game_clock_charge(game, request->now, request->lag, &spent))
        return REFUSE_TIME;
    *event = (struct event){.kind = EVENT_MOVE, .seat = seat, .spent_ms = spent};
    event->left_ms = left_after(game, seat, move, spent);
    tab_move_format(&game->rules, tab_match_position(game->match), move, event->move, sizeof event->move);
    return REFUSE_NOTHING;
}

/* ---- Giving up ------------------------------------------------------------------------------------------------ */

/* With two players the other one wins; with more an engine goes on, as long as somebody is left to play with. */
static void seat_lose(const struct game *game, int seat, enum end_reason reason, struct event *event) {
    if (game->setup.players == 2)
        *event = (struct event){.kind = EVENT_END, .reason = reason, .winner = 3 - seat};
    else if (game_persons(game) > 1)
        *event = (struct event){.kind = EVENT_REPLACE, .seat = seat, .reason = reason, .level = STAND_IN_LEVEL};
    else
        *event = (struct event){.kind = EVENT_END, .reason = reason};
}

enum refusal request_resign(const struct game *game, int seat, struct event *event) {
    const enum refusal refusal = player_check(game, seat);
    if (refusal == REFUSE_NOTHING)
        seat_lose(game, seat, END_RESIGNED, event);
    return refusal;
}

enum refusal request_abort(const struct game *game, int seat, struct event *event) {
    const enum refusal refusal = player_check(game, seat);
    if (refusal != REFUSE_NOTHING)
        return refusal;
    if (game->moves[seat - 1] > 0 || game->setup.tournament[0] != '\0')
        return REFUSE_BEGUN;
    *event = (struct event){.kind = EVENT_END, .reason = END_ABORTED};
    return REFUSE_NOTHING;
}

enum refusal request_claim(const struct game *game, int seat, unsigned away, struct event *event) {
    const enum refusal refusal = player_check(game, seat);
    const int turn = game_turn(game);
    if (refusal != REFUSE_NOTHING)
        return refusal;
    if (turn == seat || game->setup.time.kind == TIME_DAYS || !game_person(game, turn) || (away & seat_bit(turn)) == 0)
        return REFUSE_PRESENT;
    seat_lose(game, turn, END_LEFT, event);
    return REFUSE_NOTHING;
}

/* ---- Offers --------------------------------------------------------------------------------------------------- */

/* The seats that have to agree: all persons. */
static unsigned persons_mask(const struct game *game) {
    unsigned mask = 0;
    for (int seat = 1; seat <= game->setup.players; seat++)
        mask |= game_person(game, seat) ? seat_bit(seat) : 0;
    return mask;
}

/* Where a seat was to move for the last time, before now; -1 when it never was. */
static int ply_before(const struct game *game, int seat) {
    for (int ply = tab_match_ply(game->match) - 1; ply >= 0; ply--)
        if (tab_position_player(&game->rules, tab_match_position_at(game->match, ply)) == seat)
            return ply;
    return -1;
}

static enum refusal offer_check(const struct game *game, int seat, enum offer offer) {
    if (seat == 0)
        return REFUSE_SEAT;
    if (offer != OFFER_DRAW && game->setup.tournament[0] != '\0')
        return REFUSE_TOURNAMENT;
    if (offer != OFFER_REMATCH) {
        const enum refusal refusal = player_check(game, seat);
        if (refusal != REFUSE_NOTHING)
            return refusal;
    } else if (game->state != GAME_OVER)
        return REFUSE_PLAYING;
    else if (game->next[0] != '\0')
        return REFUSE_OFFER;
    const bool engines = game_persons(game) < game->setup.players;
    /* Whose own offer was declined does not ask again, but may agree to what another one asks. */
    const bool again = game->asked_by[offer] == 0 && (game->declined[offer] & seat_bit(seat)) != 0;
    if ((offer == OFFER_DRAW && engines) || again || (game->agreed[offer] & seat_bit(seat)) != 0)
        return REFUSE_OFFER;
    return REFUSE_NOTHING;
}

enum refusal request_offer(const struct game *game, int seat, enum offer offer, struct event *event) {
    const enum refusal refusal = offer_check(game, seat, offer);
    if (refusal != REFUSE_NOTHING)
        return refusal;
    const int asker = game->asked_by[offer] != 0 ? game->asked_by[offer] : seat;
    const int ply = offer == OFFER_TAKEBACK ? ply_before(game, asker) : 0;
    if (ply < 0)
        return REFUSE_OFFER;
    const unsigned needed = persons_mask(game) | (offer == OFFER_REMATCH ? seat_bit(seat) : 0);
    if (((game->agreed[offer] | seat_bit(seat)) & needed) != needed)
        *event = (struct event){.kind = EVENT_OFFER, .seat = seat, .offer = offer};
    else if (offer == OFFER_DRAW)
        *event = (struct event){.kind = EVENT_END, .reason = END_AGREED};
    else if (offer == OFFER_TAKEBACK)
        *event = (struct event){.kind = EVENT_TAKEBACK, .ply = ply};
    else
        *event = (struct event){.kind = EVENT_REMATCH};
    return REFUSE_NOTHING;
}

enum refusal request_decline(const struct game *game, int seat, enum offer offer, struct event *event) {
    /* For whom an engine goes on has no say in how the others play; in the next game they sit again. */
    if (seat == 0 || (offer != OFFER_REMATCH && !game_person(game, seat)))
        return REFUSE_SEAT;
    if (game->asked_by[offer] == 0)
        return REFUSE_OFFER;
    *event = (struct event){.kind = EVENT_DECLINE, .seat = seat, .offer = offer};
    return REFUSE_NOTHING;
}

int move_declines(const struct game *game, const struct event *event, struct event declines[OFFER_COUNT]) {
    int count = 0;
    if (event->kind != EVENT_MOVE)
        return 0;
    for (enum offer offer = OFFER_DRAW; offer < OFFER_COUNT; offer++)
        if (game_move_declines(game, event->seat, offer))
            declines[count++] = (struct event){.kind = EVENT_DECLINE, .seat = event->seat, .offer = offer};
    return count;
}

void rematch_setup(const struct game *game, struct game_setup *setup) {
    *setup = game->setup;
    for (int i = 0; i < setup->players; i++) {
        struct game_seat *seat = &setup->seats[(i + 1) % setup->players];
        *seat = game->setup.seats[i];
        seat->moved = 0;
        seat->rating = seat->rated > 0 ? seat->rated : seat->rating;
        seat->rated = 0;
        if (seat->kind == SEAT_PERSON)
            seat->level = 0;
    }
    memcpy(setup->previous, game->id, sizeof setup->previous);
}

/* ---- Time ----------------------------------------------------------------------------------------------------- */

static enum refusal open_time(const struct game *game, int64_t now, int64_t idle_ms, struct event *event) {
    if (now - game->changed <= idle_ms)
        return REFUSE_TIME;
    *event = (struct event){.kind = EVENT_END, .reason = END_ABORTED};
    return REFUSE_NOTHING;
}

enum refusal request_time(const struct game *game, int64_t now, int64_t grace, int64_t first_ms, int64_t idle_ms,
                          struct event *event) {
    const int turn = game_turn(game);
    if (game->state == GAME_OPEN)
        return open_time(game, now, idle_ms, event);
    if (turn == 0 || !game_person(game, turn))
        return REFUSE_TIME;
    if (game_clock_runs(game)) {
        if (game_clock_left(game, turn, now) + grace > 0)
            return REFUSE_TIME;
        seat_lose(game, turn, END_TIME, event);
        return REFUSE_NOTHING;
    }
    /* Nobody is charged for a first move, but nobody waits for ever for it either. */
    const int64_t limit = game->setup.time.kind == TIME_FISCHER ? first_ms : idle_ms;
    if (now - game->turn_began <= limit)
        return REFUSE_TIME;
    *event = (struct event){.kind = EVENT_END, .reason = END_ABORTED};
    return REFUSE_NOTHING;
}
