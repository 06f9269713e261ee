/* game_request.h - what people may do with a game: a request becomes an event, or is refused. Nothing is changed.
 *
 * Each function fills `event` up to its number and time, and returns REFUSE_NOTHING; or says why not. `seat` is the
 * asker's, 0 when they have none. */
#ifndef TABLIER_SERVER_GAME_REQUEST_H
#define TABLIER_SERVER_GAME_REQUEST_H

#include "game.h"
#include "refusal.h"

enum { STAND_IN_LEVEL = 5 };

/* A move when `ply` moves were made. */
struct move_request {
    int ply;
    const char *move;
    int64_t now, lag;
};

enum refusal request_join(const struct game *game, const struct visitor *visitor, int seat, struct event *event);
enum refusal request_leave(const struct game *game, int seat, struct event *event);
enum refusal request_move(const struct game *game, int seat, const struct move_request *request, struct event *event,
                          struct tab_error *error);
enum refusal request_resign(const struct game *game, int seat, struct event *event);
/* Ends a game in which the asker has not moved yet, without a result. */
enum refusal request_abort(const struct game *game, int seat, struct event *event);
/* Makes an offer or agrees to it. When everybody agrees the event is what was offered, for a rematch EVENT_REMATCH
 * without the name of the game. */
enum refusal request_offer(const struct game *game, int seat, enum offer offer, struct event *event);
enum refusal request_decline(const struct game *game, int seat, enum offer offer, struct event *event);
/* What is declined with an event that is a move, in events to be written before it; returns how many. */
int move_declines(const struct game *game, const struct event *event, struct event declines[OFFER_COUNT]);
/* Ends a game, or a seat, of somebody who has been away for long; `away` says of whom. */
enum refusal request_claim(const struct game *game, int seat, unsigned away, struct event *event);
enum refusal request_device(const struct game *game, const struct visitor *visitor, int seat, struct event *event);
/* What has to happen because time has passed: somebody's is up (by more than `grace`), the first move is not made within
 * `first_ms`, or nobody has done anything for `idle_ms`. REFUSE_NOTHING when something has. */
enum refusal request_time(const struct game *game, int64_t now, int64_t grace, int64_t first_ms, int64_t idle_ms,
                          struct event *event);
/* The setup of a rematch: the same game, every seat one further. */
void rematch_setup(const struct game *game, struct game_setup *setup);

#endif
