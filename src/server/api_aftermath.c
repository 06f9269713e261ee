/* api_aftermath.c - what becomes of games, over HTTP: the explorer, analysis by the server, how accounts stand. */
#include "accounts.h"
#include "analysis_queue.h"
#include "api.h"
#include "explorer.h"
#include "game_load.h"
#include "ratings.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- The explorer --------------------------------------------------------------------------------------------- */

void explorer_show(const struct desk_request *request, struct desk_answer *answer) {
    const char *text = desk_text(request, "position");
    struct tab_rules rules;
    struct tab_position position;
    if (!tab_rules_parse(&rules, desk_text(request, "spec"), NULL)) {
        desk_refuse_field(answer, "spec");
        return;
    }
    tab_position_start(&rules, &position);
    if (text[0] != '\0' && !tab_position_parse(&rules, text, &position, NULL)) {
        desk_refuse_field(answer, "position");
        return;
    }
    json_t *moves = explorer_json(request->sql, &rules, &position);
    if (moves == NULL)
        desk_refuse_store(answer);
    else
        desk_say(answer, json_pack("{s:o}", "moves", moves));
}

/* ---- Analysis ------------------------------------------------------------------------------------------------- */

static void analysis_say(const struct desk_request *request, struct desk_answer *answer) {
    json_t *json = analysis_json(request->sql, request->parts[0]);
    if (json == NULL)
        desk_refuse_store(answer);
    else
        desk_say(answer, json);
}

/* Whether there is something to analyse; else refuses. */
static bool game_fits(const struct desk_request *request, struct desk_answer *answer) {
    struct game *game = NULL;
    if (game_id_good(request->parts[0]) && game_load(request->sql, request->parts[0], &game) != SQL_GOOD) {
        desk_refuse_store(answer);
        return false;
    }
    const bool over = game != NULL && game->state == GAME_OVER, played = over && tab_match_ply(game->match) > 0;
    if (game == NULL)
        desk_refuse(answer, 404, "game", "there is no such game");
    else if (!over)
        desk_refuse(answer, 409, "playing", "the game is not over yet");
    else if (!played)
        desk_refuse(answer, 409, "empty", "there is no move to look at");
    game_drop(game);
    return played;
}

void analysis_show(const struct desk_request *request, struct desk_answer *answer) {
    if (game_fits(request, answer))
        analysis_say(request, answer);
}

void analysis_want(const struct desk_request *request, struct desk_answer *answer) {
    char asker[ASKER_TEXT];
    if (!game_fits(request, answer))
        return;
    /* Guests are as many as they like to be, so what counts is where they come from. */
    if (request->account != 0)
        snprintf(asker, sizeof asker, "account %" PRId64, request->account);
    else
        snprintf(asker, sizeof asker, "address %s", request->address);
    const struct analysis_wish wish = {.game = request->parts[0],
                                       .asker = asker,
                                       .own_max = (int)request->settings->numbers[SETTING_analysis_per_player],
                                       .max = (int)request->settings->numbers[SETTING_analysis_queue],
                                       .now = request->now};
    switch (analysis_ask(request->sql, &wish)) {
    case WISH_GRANTED:
    case WISH_THERE: analysis_say(request, answer); break;
    case WISH_LIMIT: desk_refuse(answer, 429, "limit", "you have too many games waiting already"); break;
    case WISH_FULL: desk_refuse(answer, 503, "full", "too many games are waiting"); break;
    case WISH_FAILED: desk_refuse_store(answer); break;
    }
}

/* ---- Ratings -------------------------------------------------------------------------------------------------- */

void ratings_show(const struct desk_request *request, struct desk_answer *answer) {
    struct account account;
    const enum sql_outcome outcome = account_find(request->sql, request->parts[0], &account);
    json_t *json =
        outcome == SQL_GOOD && account.id != 0 ? standing_json(request->sql, account.id, request->now) : NULL;
    if (json != NULL)
        desk_say(answer, json);
    else if (outcome == SQL_GOOD && account.id == 0)
        desk_refuse(answer, 404, "user", "there is no such user");
    else
        desk_refuse_store(answer);
}
