/* hub_play.c - messages about one game: looking at it, and playing it. */
#include "hub_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Looking -------------------------------------------------------------------------------------------------- */

/* Who comes back knows the game as it is, but perhaps not what was said meanwhile. */
static void watch_confirm(const struct request *request, const struct room *room) {
    request_answer(request, json_pack("{s:s, s:I}", "game", room->game->id, "number", (json_int_t)room->game->number));
    chat_send_after(room, request->client, request_number(request, "line", INT64_MAX));
}

void message_watch(const struct request *request) {
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    if (request_number(request, "number", -1) > room->game->number)
        room_catch_up(request->hub, room);
    if (!room_watch(room, request->client))
        request_refuse(request, REFUSE_LIMIT);
    else if (request_number(request, "number", -1) == room->game->number)
        watch_confirm(request, room);
    else
        room_send_game(room, request->client, request);
}

void message_look(const struct request *request) {
    struct room *room = request_room(request);
    if (room != NULL)
        room_send_game(room, request->client, request);
}

void message_unwatch(const struct request *request) {
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    room_unwatch(room, request->client);
    request_answer(request, NULL);
}

void message_record(const struct request *request) {
    const struct room *room = request_room(request);
    if (room == NULL)
        return;
    char *text = game_record(room->game);
    request_answer(request, json_pack("{s:s, s:s}", "game", room->game->id, "record", text != NULL ? text : ""));
    free(text);
}

/* ---- Changing ------------------------------------------------------------------------------------------------- */

/* Submits an event, or tells why there is none. */
static void event_settle(const struct request *request, struct room *room, enum refusal refusal, struct event *event) {
    if (refusal != REFUSE_NOTHING && request_renew(request, room))
        return;
    if (refusal != REFUSE_NOTHING)
        request_refuse(request, refusal);
    else
        room_submit(request->hub, room, event, request);
}

/* A move that was made already, by the same seat: the answer got lost on its way. */
static bool move_repeated(const struct game *game, int seat, const struct move_request *request) {
    struct tab_error error;
    tab_move move;
    if (seat == 0 || request->ply >= tab_match_ply(game->match))
        return false;
    const struct tab_position *position = tab_match_position_at(game->match, request->ply);
    return tab_position_player(&game->rules, position) == seat &&
           tab_move_parse(&game->rules, position, request->move, &move, &error) &&
           move == tab_match_move_at(game->match, request->ply);
}

void message_move(const struct request *request) {
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    const struct hub_limits *limits = &request->hub->limits;
    const int seat = room_seat(room, request->client);
    const int64_t lag = request->client->lag < limits->lag_ms ? request->client->lag : limits->lag_ms;
    const struct move_request move = {.ply = (int)request_number(request, "ply", 0),
                                      .move = request_text(request, "move"),
                                      .now = hub_charged(request->hub, request->at),
                                      .lag = lag};
    struct event event;
    struct tab_error error;
    const enum refusal refusal = request_move(room->game, seat, &move, &event, &error);
    if (refusal == REFUSE_ILLEGAL)
        request_refuse_text(request, refusal, &error);
    else if (refusal != REFUSE_NOTHING && request_renew(request, room))
        return;
    else if (refusal != REFUSE_NOTHING && move_repeated(room->game, seat, &move))
        request_answer(request,
                       json_pack("{s:s, s:I}", "game", room->game->id, "number", (json_int_t)room->game->number));
    else
        event_settle(request, room, refusal, &event);
}

void message_premove(const struct request *request) {
    struct room *room = request_room(request);
    if (room == NULL)
        return;
    const int seat = room_seat(room, request->client), ply = (int)request_number(request, "ply", 0);
    if (seat == 0)
        request_refuse(request, REFUSE_SEAT);
    else if (room->game->state != GAME_PLAYING)
        request_refuse(request, room->game->state == GAME_OPEN ? REFUSE_OPEN : REFUSE_OVER);
    else if (ply <= tab_match_ply(room->game->match))
        request_refuse(request, REFUSE_STALE);
    else {
        premove_set(request->hub, room, seat, ply, request_text(request, "move"));
        request_answer(request, json_pack("{s:s}", "game", room->game->id));
    }
}

/* What the simple requests have in common: a seat asks something of its game. */
typedef enum refusal seat_request(const struct game *game, int seat, struct event *event);

static void seat_ask(const struct request *request, seat_request *ask) {
    struct room *room = request_room(request);
    struct event event;
    if (room == NULL)
        return;
    const enum refusal refusal = ask(room->game, room_seat(room, request->client), &event);
    event_settle(request, room, refusal, &event);
}

void message_resign(const struct request *request) { seat_ask(request, request_resign); }

void message_abort(const struct request *request) { seat_ask(request, request_abort); }

void message_leave(const struct request *request) { seat_ask(request, request_leave); }

void message_claim(const struct request *request) {
    struct room *room = request_room(request);
    struct event event;
    unsigned away = 0;
    if (room == NULL)
        return;
    const int64_t now = hub_charged(request->hub, request->at);
    for (int i = 0; i < room->game->setup.players; i++)
        if (room->away_since[i] != 0 && now - room->away_since[i] >= request->hub->limits.away_ms)
            away |= 1U << i;
    const enum refusal refusal = request_claim(room->game, room_seat(room, request->client), away, &event);
    event_settle(request, room, refusal, &event);
}

static enum offer offer_of(const struct request *request) {
    return (enum offer)word_find(offer_words, OFFER_COUNT, request_text(request, "offer"));
}

void message_offer(const struct request *request) {
    struct room *room = request_room(request);
    struct event event;
    if (room == NULL)
        return;
    const enum refusal refusal = request_offer(room->game, room_seat(room, request->client), offer_of(request), &event);
    if (refusal != REFUSE_NOTHING || event.kind != EVENT_REMATCH)
        event_settle(request, room, refusal, &event);
    else if (game_allows(request))
        rematch_submit(request->hub, room, &event, request);
}

void message_decline(const struct request *request) {
    struct room *room = request_room(request);
    struct event event;
    if (room == NULL)
        return;
    const enum refusal refusal =
        request_decline(room->game, room_seat(room, request->client), offer_of(request), &event);
    event_settle(request, room, refusal, &event);
}

/* ---- Seats ---------------------------------------------------------------------------------------------------- */

void message_join(const struct request *request) {
    struct room *room = request_room(request);
    struct event event;
    if (room == NULL)
        return;
    if (request->hub->stopping) {
        request_refuse(request, REFUSE_STOPPING);
        return;
    }
    enum refusal refusal =
        request_join(room->game, &request->client->visitor, (int)request_number(request, "seat", 0), &event);
    if (refusal == REFUSE_NOTHING && room->game->setup.rated && request->client->account == 0)
        refusal = REFUSE_RATED;
    if (refusal == REFUSE_NOTHING) {
        memcpy(event.name, request->client->name, sizeof event.name);
        event.user = request->client->account != 0;
        event.bot = request->client->bot;
        event.rating = client_rating(request->client, &room->game->setup);
    }
    event_settle(request, room, refusal, &event);
}

void message_link(const struct request *request) {
    const struct room *room = request_room(request);
    char token[TOKEN_TEXT];
    if (room == NULL)
        return;
    const int seat = room_seat(room, request->client);
    if (seat == 0 || room->game->setup.rated) {
        request_refuse(request, seat == 0 ? REFUSE_SEAT : REFUSE_RATED);
        return;
    }
    token_format(&request->hub->secret, room->game->id, seat, room->game->setup.seats[seat - 1].moved, token);
    request_answer(request, json_pack("{s:s, s:i, s:s}", "game", room->game->id, "seat", seat, "token", token));
}

void message_device(const struct request *request) {
    struct room *room = request_room(request);
    struct event event;
    if (room == NULL)
        return;
    const int seat = (int)request_number(request, "seat", 0);
    enum refusal refusal = request_device(room->game, &request->client->visitor, seat, &event);
    if (refusal == REFUSE_NOTHING &&
        !token_check(&request->hub->secret, room->game->id, seat, room->game->setup.seats[seat - 1].moved,
                     request_text(request, "token")))
        refusal = REFUSE_TOKEN;
    if (refusal == REFUSE_NOTHING && request->client->account != 0) {
        event.user = event.renamed = true;
        event.bot = request->client->bot;
        event.rating = client_rating(request->client, &room->game->setup);
        memcpy(event.name, request->client->name, sizeof event.name);
    }
    event_settle(request, room, refusal, &event);
}
