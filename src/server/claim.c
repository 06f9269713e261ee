/* claim.c - games of a guest become those of an account, and so does what the guest has said and reported. */
#include "claim.h"
#include "../rules/game.h"
#include "game_load.h"
#include "owned.h"
#include "ratings.h"
#include "reports.h"
#include "store_events.h"
#include "tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLAIM_TRIES = 3 };

/* ---- One game ------------------------------------------------------------------------------------------------- */

struct claim {
    const struct desk_request *request;
    const struct visitor *guest;
    const struct account *account;
    const char *game;
    bool claimed;
};

/* The seat that changes hands, 0: none. */
static int claim_seat(const struct claim *claim, const struct game *game) {
    const int seat = game_seat_of(game, claim->guest);
    const bool adopted = visitor_equal(claim->guest, &claim->account->visitor);
    if (seat == 0 || game->setup.rated || (adopted && game->setup.seats[seat - 1].user))
        return 0;
    return adopted || game_seat_of(game, &claim->account->visitor) == 0 ? seat : 0;
}

static enum sql_outcome claim_event(struct sql *sql, const struct claim *claim, const struct game *game, int seat) {
    struct event event = {.kind = EVENT_DEVICE,
                          .number = game->number + 1,
                          .at = claim->request->now > game->changed ? claim->request->now : game->changed,
                          .seat = seat,
                          .user = true,
                          .bot = claim->account->bot,
                          .renamed = true,
                          .owner = claim->account->visitor};
    memcpy(event.name, claim->account->name, sizeof event.name);
    char *data = event_encode(&event);
    if (data == NULL)
        return SQL_LOST;
    struct store_change change = {
        .kind = STORE_EVENT, .number = event.number, .at = event.at, .data = data, .owners = {event.owner}};
    memcpy(change.game, game->id, sizeof change.game);
    const bool good = events_write(sql, &change, 1);
    free(data);
    return good ? SQL_GOOD : SQL_CONFLICT;
}

static bool row_found(void *context, const struct sql_value *columns, int count) {
    (void)columns;
    (void)count;
    *(bool *)context = true;
    return false;
}

/* A game that was over before counts for the account now; one that still has to be counted is counted then. */
static enum sql_outcome claim_score(struct sql *sql, const struct claim *claim, const struct game *game, int seat) {
    const struct sql_value value = sql_text(game->id);
    struct tab_result result;
    bool waiting = false;
    if (game->state != GAME_OVER || game->reason == END_ABORTED)
        return SQL_GOOD;
    const enum sql_outcome outcome =
        sql_run(sql, "SELECT 1 FROM ended WHERE game = $1", &value, 1, row_found, &waiting);
    if (outcome != SQL_GOOD || waiting)
        return outcome;
    game_result(game, &result);
    return score_count(sql, claim->account->id, tab_game_id(game->rules.game), time_class_of(&game->setup.time), false,
                       game_payoff(game, &result, seat));
}

static enum sql_outcome claim_write(struct sql *sql, void *context) {
    struct claim *claim = context;
    struct game *game;
    enum sql_outcome outcome = game_load(sql, claim->game, &game);
    claim->claimed = false;
    if (outcome != SQL_GOOD || game == NULL)
        return outcome;
    const int seat = claim_seat(claim, game);
    if (seat != 0) {
        outcome = claim_event(sql, claim, game, seat);
        if (outcome == SQL_GOOD)
            outcome = claim_score(sql, claim, game, seat);
        claim->claimed = true;
    }
    game_drop(game);
    return outcome;
}

/* Somebody may move in the game at the same time; then once more. */
static bool game_claim(struct claim *claim) {
    enum sql_outcome outcome = SQL_CONFLICT;
    for (int i = 0; i < CLAIM_TRIES && outcome == SQL_CONFLICT; i++)
        outcome = sql_transaction(claim->request->sql, claim_write, claim);
    return outcome == SQL_GOOD && claim->claimed;
}

/* A guest's places in tournaments. */
static enum sql_outcome places_claim(struct sql *sql, void *context) {
    const struct claim *claim = context;
    return tournament_claim(sql, claim->guest, &claim->account->visitor, claim->account->id, claim->account->name,
                            claim->request->now);
}

/* ---- What was said -------------------------------------------------------------------------------------------- */

/* The handles of lines in the store. Most guests have said nothing, which keeps no writer waiting. */
static enum sql_outcome lines_claim(struct sql *sql, const char *handle, const char *heir) {
    char pattern[HANDLE_TEXT + 16], from[HANDLE_TEXT + 16], to[HANDLE_TEXT + 16];
    snprintf(pattern, sizeof pattern, "%%\"who\":\"%s\"%%", handle);
    snprintf(from, sizeof from, "\"who\":\"%s\"", handle);
    snprintf(to, sizeof to, "\"who\":\"%s\"", heir);
    const struct sql_value values[] = {sql_text(pattern), sql_text(from), sql_text(to)};
    bool found = false;
    const enum sql_outcome outcome =
        sql_run(sql, "SELECT 1 FROM chat WHERE data LIKE $1 LIMIT 1", values, 1, row_found, &found);
    if (outcome != SQL_GOOD || !found)
        return outcome;
    return sql_run(sql, "UPDATE chat SET data = replace(data, $2, $3) WHERE data LIKE $1", values, 3, NULL, NULL);
}

/* In all games, also those that were only watched. Lines keep the name under which they were said. */
static void said_claim(const struct desk_request *request, const struct visitor *guest, const struct visitor *account) {
    char handle[HANDLE_TEXT], heir[HANDLE_TEXT];
    visitor_handle(request->secret, guest, handle);
    visitor_handle(request->secret, account, heir);
    if (!visitor_equal(guest, account) && lines_claim(request->sql, handle, heir) == SQL_GOOD)
        desk_forget(request->desk, handle, heir);
}

/* ---- All of them ---------------------------------------------------------------------------------------------- */

int games_claim(const struct desk_request *request, const struct visitor *guest, const struct account *account) {
    struct owned owned;
    int claimed = 0;
    struct claim places = {.request = request, .guest = guest, .account = account};
    sql_transaction(request->sql, places_claim, &places);
    said_claim(request, guest, &account->visitor);
    reports_claim(request->sql, guest, &account->visitor, account->name);
    if (owned_read(request->sql, guest, NULL, CLAIM_MAX, &owned) != SQL_GOOD)
        return 0;
    for (int i = 0; i < owned.count; i++) {
        struct claim claim = {.request = request, .guest = guest, .account = account, .game = owned.places[i].game};
        if (!game_claim(&claim))
            continue;
        claimed++;
        desk_tell_game(request->desk, claim.game);
    }
    free(owned.places);
    return claimed;
}
