/* game_view.c - a game for people: as JSON for the page, and as a record. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static json_t *moves_json(const struct game *game) {
    json_t *moves = json_array();
    for (int ply = 0; ply < tab_match_ply(game->match); ply++) {
        char text[TAB_MOVE_TEXT];
        tab_move_format(&game->rules, tab_match_position_at(game->match, ply), tab_match_move_at(game->match, ply),
                        text, sizeof text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

static json_t *result_json(const struct game *game) {
    struct tab_result result;
    json_t *payoff = json_array();
    game_result(game, &result);
    for (int i = 0; i < game->setup.players; i++)
        json_array_append_new(payoff, json_real(result.payoff[i]));
    return json_pack("{s:s, s:i, s:o, s:s}", "reason", end_words[game->reason], "winner", result.winner, "payoff",
                     payoff, "phrase", game->reason == END_RULES && result.reason != NULL ? result.reason : "");
}

static json_t *left_json(const struct game *game, int64_t now) {
    json_t *left = json_array();
    for (int seat = 1; seat <= game->setup.players; seat++)
        json_array_append_new(left, json_integer(game_clock_left(game, seat, now)));
    return left;
}

void game_json_state(const struct game *game, int64_t now, json_t *json) {
    json_object_set_new(json, "state", json_string(game_state_words[game->state]));
    json_object_set_new(json, "turn", json_integer(game_turn(game)));
    json_object_set_new(json, "ply", json_integer(tab_match_ply(game->match)));
    json_object_set_new(json, "now", json_integer(now));
    if (game->setup.time.kind != TIME_NONE) {
        json_object_set_new(json, "clocks", left_json(game, now));
        json_object_set_new(json, "running", json_boolean(game_clock_runs(game)));
    }
    if (game->state == GAME_OVER)
        json_object_set_new(json, "result", result_json(game));
}

static json_t *offers_json(const struct game *game) {
    json_t *offers = json_object();
    for (enum offer offer = OFFER_DRAW; offer < OFFER_COUNT; offer++) {
        json_t *seats = json_array();
        for (int seat = 1; seat <= game->setup.players; seat++)
            if ((game->agreed[offer] >> (seat - 1) & 1) != 0)
                json_array_append_new(seats, json_integer(seat));
        json_object_set_new(offers, offer_words[offer], seats);
    }
    return offers;
}

static json_t *seats_json(const struct game *game) {
    json_t *seats = json_array();
    for (int i = 0; i < game->setup.players; i++)
        json_array_append_new(seats, seat_json(&game->setup.seats[i]));
    return seats;
}

json_t *game_json(const struct game *game, int64_t now) {
    json_t *json = json_pack("{s:s, s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:b, s:o, s:s, s:s}", "game", game->id, "number",
                             (json_int_t)game->number, "created", (json_int_t)game->created, "spec", game->setup.spec,
                             "first", game->setup.first, "moves", moves_json(game), "seats", seats_json(game), "clock",
                             time_json(&game->setup.time), "listed", game->setup.listed, "offers", offers_json(game),
                             "previous", game->setup.previous, "next", game->next);
    if (json == NULL)
        return NULL;
    json_object_set_new(json, "rated", json_boolean(game->setup.rated));
    if (game->setup.tournament[0] != '\0')
        json_object_set_new(json, "tournament", json_string(game->setup.tournament));
    game_json_state(game, now, json);
    return json;
}

json_t *game_json_summary(const struct game *game) {
    json_t *json = json_pack("{s:s, s:s, s:o, s:o, s:b, s:s, s:i, s:i, s:I}", "game", game->id, "spec",
                             game->setup.spec, "seats", seats_json(game), "clock", time_json(&game->setup.time),
                             "rated", game->setup.rated, "state", game_state_words[game->state], "turn",
                             game_turn(game), "ply", tab_match_ply(game->match), "changed", (json_int_t)game->changed);
    if (json != NULL && game->state == GAME_OVER) {
        struct tab_result result;
        game_result(game, &result);
        json_object_set_new(json, "winner", json_integer(result.winner));
    }
    return json;
}

/* ---- Records -------------------------------------------------------------------------------------------------- */

static bool tags_set(const struct game *game, struct tab_record *record) {
    static const char *const players[TAB_PLAYERS_MAX] = {"Player1", "Player2", "Player3", "Player4"};
    struct tab_result result;
    char text[NAME_TEXT + 32], time[TIME_TEXT];
    const time_t began = (time_t)(game->created / 1000);
    struct tm date;
    bool good = gmtime_r(&began, &date) != NULL && strftime(text, sizeof text, "%Y.%m.%d", &date) > 0 &&
                tab_record_set_tag(record, "Date", text, NULL);
    for (int i = 0; i < game->setup.players && good; i++) {
        const struct game_seat *seat = &game->setup.seats[i];
        if (seat->kind == SEAT_ENGINE)
            snprintf(text, sizeof text, "engine:%d", seat->level);
        else
            snprintf(text, sizeof text, "%s", seat->name[0] != '\0' ? seat->name : "?");
        good = tab_record_set_tag(record, players[i], text, NULL) || tab_record_set_tag(record, players[i], "?", NULL);
    }
    time_format(&game->setup.time, time);
    if (game->setup.time.kind != TIME_NONE)
        good = good && tab_record_set_tag(record, "TimeControl", time, NULL);
    if (game->state != GAME_OVER || game->reason == END_RULES)
        return good;
    game_result(game, &result);
    if (game->winner == 0 && game->reason != END_AGREED)
        return good && tab_record_set_tag(record, "Termination", end_words[game->reason], NULL);
    tab_result_format(&game->rules, &result, text, sizeof text);
    return good && tab_record_set_tag(record, "Result", text, NULL) &&
           tab_record_set_tag(record, "Termination", end_words[game->reason], NULL);
}

static bool clocks_set(const struct game *game, struct tab_record *record) {
    bool good = true;
    int node = tab_record_child(record, TAB_RECORD_ROOT);
    for (int ply = 0; node != TAB_RECORD_NONE && game->setup.time.kind == TIME_FISCHER && good; ply++) {
        const int64_t left = game->ply_left[ply];
        const struct tab_note note = {.timed = true, .clock_ms = left > 0 ? left : 0};
        good = tab_record_set_note(record, node, &note);
        node = tab_record_child(record, node);
    }
    return good;
}

char *game_record(const struct game *game) {
    struct tab_record *record = tab_record_from_match(game->match);
    char *text = NULL;
    if (record != NULL && tags_set(game, record) && clocks_set(game, record)) {
        const size_t size = tab_record_format(record, NULL, 0) + 1;
        text = malloc(size);
        if (text != NULL)
            tab_record_format(record, text, size);
    }
    tab_record_free(record);
    return text;
}
